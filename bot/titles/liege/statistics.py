"""Statistics of Liège 1914: German minus Belgian points turn by turn, and dice luck."""

from __future__ import annotations

from typing import Any

from typing_extensions import override

from bot.titles.defaults.statistics import PlainStatistics
from engine.core.game import Game
from engine.liege.facts import ALLIED, GERMAN
from engine.liege.points import score
from engine.liege.view import known_score


class LiegeStatistics(PlainStatistics):
    """The score is that of the rules: German points minus Belgian points."""

    def __init__(self) -> None:
        # Predictions close with the first turn in which guns fire.
        super().__init__(foreseeable=3, most_margin=10)

    @override
    def score(self, game: Game[Any]) -> int:
        """Return the German points minus the Belgian ones."""
        return score(game.state)

    @override
    def rounds(self, game: Game[Any]) -> tuple[int, int]:
        """Return how many player turns each side has finished."""
        state = game.state
        done = state.turn - state.scenario.first
        if not game.stack:
            return done + 1, done + 1
        return done + (state.side != GERMAN), done

    @override
    def left(self, game: Game[Any]) -> int:
        """Return how many turns are left after this one."""
        return int(game.state.scenario.last - game.state.turn)

    @override
    def judged(self, game: Game[Any]) -> tuple[int | None, int]:
        """Return who would win by the score, and by how much more than needed."""
        return _ahead(game, score(game.state))

    @override
    def known(self, game: Game[Any], viewer: int | None) -> tuple[int, int]:
        """Return the score without lines that would reveal what is under a marker, and the resulting margin."""
        found = known_score(game.state, viewer) if game.stack else score(game.state)
        return found, _ahead(game, found)[1]


def _ahead(game: Game[Any], found: int) -> tuple[int | None, int]:
    worth = game.state.scenario.worth
    if found >= worth.win:
        return GERMAN, found - worth.win + 1
    return (None, 0) if found >= worth.draw else (ALLIED, found - worth.draw)


__all__ = ["LiegeStatistics"]
