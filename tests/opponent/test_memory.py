"""The computer's cached values follow from the position: the same position has the same value, cached or not."""

from __future__ import annotations

import random

import pytest

from engine.core.bits import members
from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.pog import GameOptions, PathsOfGlory, PogGame
from engine.pog.content import AP, CP
from engine.pog.networks import AP_SPACES, CP_SPACES
from engine.pog.opponent import asked, lines, position_cache, recruit, stacks, worth
from engine.pog.rules import supply
from engine.pog.state import State

#: Derived from where units are.
DERIVED = {"units_at", "occupied", "standing", "full", "besieged", "reached", "fort_values", "built", "rules"}
#: Attributes read of a watched position.
_SEEN: set[str] = set()


class Watched(State):
    """A position that records which attributes are read."""

    __slots__ = ()

    def __getattribute__(self, name: str) -> object:
        _SEEN.add(name)
        return super().__getattribute__(name)


def played(scenario: str, choices: int) -> PogGame:
    """Return a game after a number of choices."""
    game: PogGame = Game.start(PathsOfGlory(GameOptions(scenario=scenario)), KeyedChance(b"memory"), listening=False)
    rng = random.Random(1)
    for _ in range(choices):
        game.apply(asked(game, recruit, rng))
    return game


def read_by(look: object, state: State) -> set[str]:
    """Return the attributes of a position that a function reads."""
    _SEEN.clear()
    state.__class__ = Watched
    try:
        look(state)  # type: ignore[operator]
    finally:
        state.__class__ = State
    return {name for name in _SEEN if name in State.__slots__}


@pytest.mark.parametrize("scenario", ["introductory", "historical"])
def test_the_worth_of_a_position_depends_on_nothing_by_which_it_is_not_told_apart(scenario: str) -> None:
    state = played(scenario, 150).state
    told_apart = read_by(position_cache.seen, state)
    assert "loc" in told_apart
    for acting in (AP, CP):
        assert read_by(lambda one, acting=acting: worth._parts(one, acting), state.copy()) <= told_apart | DERIVED


def test_a_position_is_worth_the_same_remembered_or_not() -> None:
    game, rng = played("historical", 60), random.Random(2)
    for _ in range(60):
        for acting in (AP, CP):
            assert worth.parts(game.state, acting) == worth._parts(game.state.copy(), acting)
        game.apply(asked(game, recruit, rng))


def test_the_cache_over_all_rulesets_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worth, "_POSITIONS", 5)
    worth.forget()
    kept = set()
    for scenario in ("introductory", "historical"):
        state = played(scenario, 0).state
        for turn in range(1, 5):
            state.turn = turn
            worth.parts(state, AP)
            kept.add(len(worth._KNOWN))
    assert max(kept) == 5
    worth.forget()


@pytest.mark.sweep
@pytest.mark.parametrize("scenario", ["historical", "suicide", "banquet"])
def test_cached_supply_and_stacks_match_the_rules(scenario: str) -> None:
    game, rng = played(scenario, 40), random.Random(3)
    for _ in range(120):
        state: State = game.state
        for side in (AP, CP):
            ground = lines.ground(state, side)
            assert supply.supplied_units(state, side, ground.of_network) == supply.supplied_units(state, side)
            assert ground.covered == supply.reach(state, AP_SPACES if side == AP else CP_SPACES)[1]
            for lost in members(state.control[side] & state.rules.vp_spaces):
                barred = state.copy()
                barred.occupied[1 - side] |= 1 << lost
                assert ground.fed(1 << lost) == supply.reach(barred, AP_SPACES if side == AP else CP_SPACES)[1]
            kept = stacks.standing(state, side, supply.supplied_units(state, side), side)
            stacks.forget()
            anew = stacks.standing(state, side, supply.supplied_units(state, side), side)
            assert (kept.worth, kept.away, kept.strikes, kept.stands) == (
                anew.worth,
                anew.away,
                anew.strikes,
                anew.stands,
            )
        if not game.stack:
            break
        game.apply(asked(game, recruit, rng))
