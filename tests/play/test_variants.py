"""Whole games of wars with variant rules.

`python -m tests.play.whole_games --first 20000 --games 500 --jobs 2` plays more of the same.
"""

from __future__ import annotations

import pytest

from tests.play.exercised import Exercised
from tests.play.whole_games import FIRST_VARIANT, play

GAMES = range(FIRST_VARIANT, FIRST_VARIANT + 8)


@pytest.mark.sweep(fixed=[*GAMES[:2]])
@pytest.mark.parametrize("number", GAMES)
def test_a_whole_game_ends_and_stays_sound(number: int) -> None:
    """A valid position at every choice of every fourth game, at every action of the others; the VP always add up."""
    exercised = Exercised()
    game = play(number, exercised, thorough=number % 4 == 0)
    assert exercised.games == 1
    assert game.result is not None
    assert game.state.turn > 1
