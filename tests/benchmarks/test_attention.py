"""The budget of attention: counted at the loopback server of each platform, over recorded games."""

from __future__ import annotations

from statistics import median

import pytest

from benchmarks.attention import MANNERS, ORDINARY_FIGHTS, ORDINARY_SPACES, PLATFORMS, Action, figures, measure
from benchmarks.plans import Step, plan
from benchmarks.positions import Position
from benchmarks.recorded import Script, example, scripts


@pytest.mark.slow
@pytest.mark.parametrize("platform", list(PLATFORMS))
def test_messages_presses_and_pings_keep_their_budget(platform: str) -> None:
    """At most 2 messages an action, 2 pings a round, 8 presses or 3 lines an ordinary operation: the budget of attention."""
    found = measure((platform,), quick=True)[platform]
    assert set(found) == {"panel", "typed", "example_panel", "example_typed"}
    for manner in found.values():
        assert manner["messages_per_action"]["n"] == 6
        assert manner["messages_per_action"]["max"] <= 2
        assert manner["pings_per_round"]["max"] <= 2
    for typed in (found["typed"], found["example_typed"]):
        assert typed["per_ops_action_with_one_combat"]["max"] <= 3
    for by_panel in (found["panel"], found["example_panel"]):
        assert by_panel["per_ordinary_ops_action"]["max"] <= 8
    assert found["panel"]["typed_orders"] == found["example_panel"]["typed_orders"] == 0
    panel, reopened = (found["example_panel"][f"per_ops_action{manner}"] for manner in ("", "_always_reopened"))
    assert panel["n"] == reopened["n"] == 5
    # The other side answers in these actions; an open panel that follows saves its owner a press each time.
    assert panel["max"] < reopened["max"]


def own_by_action(steps: tuple[Step, ...]) -> dict[int, list[Step]]:
    """Steps of the player whose action it is."""
    sides: dict[int, int] = {}
    found: dict[int, list[Step]] = {}
    for step in steps:
        if step.number and step.side == sides.setdefault(step.number, step.side):
            found.setdefault(step.number, []).append(step)
    return found


def presses(script: Script, manner: str, most_fights: int) -> list[int]:
    """What operations with so many attacks at the most take, by action."""
    actions = own_by_action(plan(script, manner, 24)).values()
    return [
        len(steps)
        for steps in actions
        if any(step.action == "ops" for step in steps) and max(step.fights for step in steps) <= most_fights
    ]


def test_the_extended_example_in_typed_lines() -> None:
    assert max(presses(example(), "typed", 0)) == 1
    assert max(presses(example(), "typed", 1)) <= 3


def test_the_extended_example_by_panel() -> None:
    """Ordinary operations take at most 8 presses, 4 in the middle, the first opening of the panel included."""
    ordinary = []
    for steps in own_by_action(plan(example(), "panel", 24)).values():
        begun = next((step for step in steps if step.action in ("ops", "auto_op")), None)
        if begun is not None and begun.spaces <= ORDINARY_SPACES and begun.fights <= ORDINARY_FIGHTS:
            ordinary.append(sum(not (step.opens and number) for number, step in enumerate(steps)))
    assert len(ordinary) == 11
    assert max(ordinary) <= 8
    assert median(ordinary) <= 4


def test_a_sheet_is_one_press_to_open_and_one_to_send() -> None:
    steps = plan(example(), "panel", 24)
    filled = [number for number, step in enumerate(steps) if step.filled]
    assert len(filled) > 10
    assert all(
        steps[number - 1].screen == "sheet" and len(steps[number].orders) >= steps[number].filled for number in filled
    )


@pytest.mark.parametrize("manner", MANNERS)
def test_a_plan_carries_out_the_whole_record(manner: str) -> None:
    """Every choice of the players is in it, and the position at the end is that of the record."""
    script = scripts(1, 1)[0]
    position = Position.begin(script)
    for choice in script.choices:
        position.game.apply(position.game.parse(choice.text))
    ends = [step.number for step in plan(script, manner, 100)]
    assert max(ends) == sum(choice.decision == "choose_action" for choice in script.choices)


def test_what_an_action_activates_and_attacks() -> None:
    """The rulebook's second action: three spaces, one battle; its third: three spaces, one battle; its fourth is larger."""
    begun = {step.number: step for step in plan(example(), "panel", 24) if step.action}
    assert [(begun[number].spaces, begun[number].fights) for number in (2, 3, 4)] == [(3, 1), (3, 1), (4, 2)]


@pytest.mark.parametrize(("spaces", "fights", "ordinary"), [(3, 1, True), (0, 0, True), (4, 0, False), (2, 2, False)])
def test_ordinary_operations(spaces: int, fights: int, ordinary: bool) -> None:
    assert Action("ops", 0, spaces=spaces, fights=fights).ordinary is ordinary


def test_figures() -> None:
    assert figures([1, 2, 6]) == {"median": 2.0, "max": 6.0, "n": 3.0}
    assert figures([]) == {}
