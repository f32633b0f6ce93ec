"""What stands of a match, with what follows where somebody went."""

from __future__ import annotations

from bot.leagues import standings
from bot.leagues.matches import Fixed
from bot.leagues.standings import How, Match
from bot.leagues.state import State


def result_of(season: State, made: Fixed) -> Match | None:
    """What stands of a match; a walkover where somebody went and nothing was reported."""
    if (result := made.result()) is not None:
        return result
    first, second = made.sides()
    lost = (first in season.gone, second in season.gone)
    if not any(lost):
        return None
    points = (0 if lost[0] else standings.WIN, 0 if lost[1] else standings.WIN)
    return Match(made.round, first, second, points, 0, How.WALKOVER, made.match)


__all__ = ["result_of"]
