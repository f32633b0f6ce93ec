"""The budget of attention: counted at the loopback server of each platform, over recorded games."""

from __future__ import annotations

from statistics import median

import pytest

from benchmarks.attention import MANNERS, PLATFORMS, measure
from benchmarks.attention_counts import ORDINARY_FIGHTS, ORDINARY_SPACES, Action, figures
from benchmarks.plans import Step, plan
from benchmarks.positions import Position
from benchmarks.recorded import Script, example, scripts
from benchmarks.tellings import Tellings
from bot.service.clock import PRESENT


@pytest.mark.slow
@pytest.mark.sweep(fixed=["discord"])
@pytest.mark.parametrize("platform", list(PLATFORMS))
def test_messages_presses_and_pings_keep_their_budget(platform: str) -> None:
    """At most 2 messages an action, 2 pings a round, 8 presses or 3 lines an ordinary operation: the budget of attention."""
    found = measure((platform,), quick=True)[platform]
    assert set(found) == {"panel", "typed", "by_mail", "example_panel", "example_typed", "example_by_mail"}
    for name, manner in found.items():
        together = not name.endswith("by_mail")
        assert manner["messages_per_action"]["n"] == 6
        messages = manner["messages_per_action" if together else "messages_per_action_without_questions"]
        assert messages["max"] <= 2
        assert manner["handovers_untold"] == manner["handovers_told_twice"] == manner["needless_pings"] == 0
        # Who sits at the table is pinged only where they have not acted at all.
        assert manner["handovers_told"] <= 1 if together else manner["handovers_told"] > 6
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


def test_spaces_activated_and_attacked_in_an_action() -> None:
    """The rulebook's second action: three spaces, one battle; its third: three spaces, one battle; its fourth is larger."""
    begun = {step.number: step for step in plan(example(), "panel", 24) if step.action}
    assert [(begun[number].spaces, begun[number].fights) for number in (2, 3, 4)] == [(3, 1), (3, 1), (4, 2)]


@pytest.mark.parametrize(("spaces", "fights", "ordinary"), [(3, 1, True), (0, 0, True), (4, 0, False), (2, 2, False)])
def test_ordinary_operations(spaces: int, fights: int, ordinary: bool) -> None:
    assert Action("ops", 0, spaces=spaces, fights=fights).ordinary is ordinary


def test_figures() -> None:
    assert figures([1, 2, 6]) == {"median": 2.0, "max": 6.0, "n": 3.0}
    assert figures([]) == {}


def test_hand_overs_are_counted_by_who_was_there_and_what_reached_them() -> None:
    told = Tellings()
    told.begin(1)
    told.acts(1, 1000)
    told.waits(0, 1, 1000)  # side 0 has not acted for long: to be told at once
    told.pinged([0])
    told.acts(0, 1200)
    told.waits(1, 0, 1200)  # side 1 has gone
    told.acts(1, 1201)  # and acts, untold
    told.waits(0, 1, 1201)  # side 0 is there
    told.acts(0, 1210)
    told.waits(1, 0, 1210)
    told.pinged([1])  # side 1 is there, but stays away
    told.pinged([1])
    told.pinged([0])
    told.acts(1, 1500)
    told.waits(0, 1, 1500)
    told.end(1500 + PRESENT)
    assert told.figures() == {
        "handovers_told": 1, "handovers_untold": 2, "handovers_told_twice": 1, "needless_pings": 1,
    }  # fmt: skip
