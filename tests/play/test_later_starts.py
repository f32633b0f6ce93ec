"""Whole games of wars that begin later than August 1914, and what a seat may know in them.

`python -m tests.play.whole_games --first 10000 --games 500 --jobs 2` plays more of the same.
"""

from __future__ import annotations

import json

import pytest

from engine.core.game import Game
from engine.core.record import Entry
from tests.play.exercised import Exercised
from tests.play.test_random_play import compare_worlds
from tests.play.whole_games import FIRST_LATER, play

GAMES = range(FIRST_LATER, FIRST_LATER + 12)


@pytest.mark.sweep(fixed=[*GAMES[:3]])
@pytest.mark.parametrize("number", GAMES)
def test_a_whole_game_ends_and_stays_sound(number: int) -> None:
    """A valid position at every choice of every third game, at every action of the others; the VP always add up."""
    exercised = Exercised()
    game = play(number, exercised, thorough=number % 3 == 0)
    assert exercised.games == 1
    assert not exercised.events["guns_of_august"]
    assert game.result is not None
    assert game.state.turn > 10


@pytest.mark.parametrize("number", GAMES[:2])
def test_the_record_alone_rebuilds_it(number: int) -> None:
    game = play(number, Exercised())
    entries = [Entry.load(json.loads(json.dumps(entry.dump()))) for entry in game.fresh]
    again = Game.replay(game.system, entries)
    assert (again.state.dump(), again.result) == (game.state.dump(), game.result)


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(3))
def test_hidden_cards_show_nowhere(seed: int) -> None:
    """Two positions that differ only in hidden cards look and play the same for the other seat and spectators."""
    assert compare_worlds("summer 1916", seed, turns=11) > 20
