"""Chapter 15: heat and rain."""

from __future__ import annotations

import dataclasses

import pytest

from engine.core.chance import ScriptedChance
from engine.core.game import Game
from engine.liege.march_search import marches
from engine.liege.move import begin, forced_points, points_of
from engine.liege.state import LiegeState
from engine.liege.system import LiegeSystem
from engine.liege.weather import is_hot
from tests.liege.support import position, unit


def test_15_1_1_heat_by_the_turn_track_takes_ten_points_off_a_forced_march() -> None:
    found = {
        turn: (is_hot(state), forced_points(state, unit("ge_27_ib")))
        for turn in range(2, 9)
        for state in [position({"ge_27_ib": "S35 n"}, turn=turn)]
    }
    assert found == {
        2: (False, 30),
        3: (False, 30),
        4: (True, 20),
        5: (True, 20),
        6: (True, 20),
        7: (True, 20),
        8: (False, 30),
    }


def rainy(die: int) -> Game[LiegeState]:
    """Return the siege on turn 3, with rain on the turn track of turns 2 and 3."""
    game = Game.start(LiegeSystem("siege"), ScriptedChance({"rain": [die]}))
    game.state.scenario = dataclasses.replace(game.state.scenario, rain=frozenset({2, 3}))
    for order in ("done", "done"):
        game.apply(game.parse(order))
    return game


@pytest.mark.parametrize(("die", "raining"), [(7, False), (8, True), (20, True)])
def test_15_1_2_rain_is_thrown_for_in_the_german_turn_and_lasts_the_game_turn(die: int, raining: bool) -> None:
    """From 8 up; it continues in the Allied turn and is over in the next turn. Not in the first German turn (3.2.2)."""
    game = rainy(die)
    assert (game.state.turn, game.state.side, game.state.raining) == (3, 0, raining)
    assert [event.data for event in game.events if event.kind == "rain"] == [
        {"die": die, "least": 8, "raining": raining}
    ]
    game.apply(game.parse("done"))
    assert (game.state.side, game.state.raining) == (1, raining)
    assert LiegeState.load({**game.state.dump()}).raining is raining
    game.apply(game.parse("done"))
    assert (game.state.turn, game.state.raining) == (4, False)


def test_15_1_2_rain_takes_eight_points_and_forced_marches() -> None:
    """A gun of 40 points has 32, a division with 30 left 22; no unit goes below zero."""
    state = position({"ge_27_ib": "S35 n", "ge_ii_fussa_9": "S35 n", "ge_13_id": "S34 n 3"})
    dry = len(list(marches(state, unit("ge_27_ib"), force=False)))
    state.raining = True
    assert [points_of(state, unit(name)) for name in ("ge_27_ib", "ge_ii_fussa_9", "ge_13_id")] == [42, 32, 22]
    assert forced_points(state, unit("ge_27_ib")) == 0
    assert len(list(marches(state, unit("ge_27_ib"), force=True))) < dry
    assert begin(state, unit("ge_27_ib")).spent == 0


def test_no_scenario_has_rain_on_its_turn_track() -> None:
    """August was dry; the rule is there for a scenario that needs it."""
    for name in ("night", "siege", "maubeuge"):
        assert LiegeState.new(name).scenario.rain == frozenset()
