"""Hidden units stay hidden: twin positions answer alike, except for a zone of control next to the mover; a second exception is detected."""

from __future__ import annotations

import random

import pytest

from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.errors import Reason
from engine.liege import consolidate, move, recon
from engine.liege.state import LiegeState
from engine.liege.system import LiegeSystem
from engine.liege.zones import ground_of
from tests.liege.support import playing, position
from tests.liege.twins import differences, twin_of


def compared(seed: int, *, every: int = 3, most: int = 700) -> tuple[int, list[str]]:
    """Play a random siege in fog and compare with a twin at many decisions; return how many were compared, and the differences."""
    game = Game.start(LiegeSystem("siege"), KeyedChance(f"twins {seed}".encode()))
    dice = random.Random(seed)
    many, found = 0, []
    for number in range(most):
        if not game.stack:
            break
        side = game.actor
        if number % every == 0 and side is not None and (twin := twin_of(game, side, dice)) is not None:
            many += 1
            found += differences(game, twin, side)
        choices = list(game.options())
        busy = [choice for choice in choices if choice.verb not in ("done", "aircraft")]
        game.apply(dice.choice(busy if busy and dice.random() < 0.9 else choices))
    return many, found


@pytest.mark.sweep(fixed=["0", "12", "61"])
@pytest.mark.parametrize("seed", [*(str(one) for one in range(16)), "61"])
def test_twins_give_the_same_answers_except_for_a_zone_next_to_the_mover(seed: str) -> None:
    """In whole random games, for the side to decide: view, imagined position, every option and every refusal."""
    many, found = compared(int(seed))
    assert many > 50
    assert found == []


def planted() -> list[str]:
    """Return the differences that the comparison finds in some games."""
    found: list[str] = []
    for seed in range(4):
        found += compared(seed, most=400)[1]
        if found:
            break
    return found


def test_a_refusal_that_tells_who_is_on_the_map_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The enemy's unit is reported "not on the map" before "not yours"."""
    honest = move.cannot_act

    def telling(state: LiegeState, one: int) -> Reason | None:
        return Reason("not_on_the_map", "", {}) if state.at[one] < 0 else honest(state, one)

    monkeypatch.setattr(move, "cannot_act", telling)
    assert any(one.startswith(("march: unit be_", "march: unit ge_")) for one in planted())


def test_an_option_that_hangs_on_hidden_steps_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searching a hidden stack is offered only where it is large."""
    honest = recon.cannot_scout

    def choosy(state: LiegeState, march: move.HexMarch, to: int, *, force: bool, long: bool) -> Reason | None:
        there = state.total_steps(*state.units_at(to))
        return Reason("too_small", "", {}) if there == 2 else honest(state, march, to, force=force, long=long)

    monkeypatch.setattr(recon, "cannot_scout", choosy)
    assert any("scout" in one for one in planted())


def test_a_zone_that_is_not_next_to_the_mover_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A refusal that depends on zones anywhere on the map is not excused."""
    honest = consolidate.cannot_take_part

    def wide(state: LiegeState, one: int) -> Reason | None:
        zones = ground_of(state).zones[1 - state.facts.units[one].side]
        return Reason("zones", "", {"zones": zones}) if state.at[one] >= 0 else honest(state, one)

    monkeypatch.setattr(consolidate, "cannot_take_part", wide)
    assert planted() != []


def through(facing: str) -> Game[LiegeState]:
    """Return a brigade that can leave T36 via friends in U36, which is full, and from there only to V36, if V35 doesn't control it."""
    state = position(
        {
            "ge_27_ib": "T36 n", "ge_13_id": "U36 se", "ge_14_id": "U36 se", "ge_18_id": "U36 se",
            "be_9_11_bm": "U35 ne", "be_15_bm": f"V35 {facing}",
        },
        turn=5,
        hidden=("be_15_bm",),
    )  # fmt: skip
    game = playing(state)
    while game.decision.kind != "march":
        game.apply(game.parse("done"))
    game.apply(game.parse("unit ge_27_ib"))
    return game


def test_a_look_ahead_over_full_hexes_does_not_tell_of_zones_further_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two hexes from the mover a hidden enemy could control all hexes around it; the true zones would reveal its facing."""
    assert differences(through("n"), through("s"), 0) == []
    assert through("s").parse("step U36") not in list(through("s").options())

    def as_it_is(state: LiegeState, side: int) -> int:
        return ground_of(state).zones[1 - side]

    monkeypatch.setattr(move, "possible_zones", as_it_is)
    assert differences(through("n"), through("s"), 0) == ["marching: step U36"]
