"""The result of a match, including the effect of withdrawals."""

from __future__ import annotations

from bot.leagues import standings
from bot.leagues.journal import KNOCKOUT_FORMATS, Person
from bot.leagues.matches import Fixed
from bot.leagues.standings import How, MatchResult
from bot.leagues.state import SeasonState


def result_of(season: SeasonState, made: Fixed) -> MatchResult | None:
    """Return the result of a match; a walkover if someone withdrew and nothing was reported."""
    if (result := made.result()) is not None:
        return result
    first, second = made.sides()
    lost = (first in season.gone, second in season.gone)
    if not any(lost):
        return None
    points = (0 if lost[0] else standings.WIN, 0 if lost[1] else standings.WIN)
    if all(lost) and (onward := _went_on(season, made)) is not None:
        points = (standings.WIN, 0) if onward == first else (0, standings.WIN)
    return MatchResult(made.round, first, second, points, 0, How.WALKOVER, made.match)


def _went_on(season: SeasonState, made: Fixed) -> Person | None:
    """Return which of two withdrawn players had advanced in a knock-out; None if neither had."""
    if season.rules.format not in KNOCKOUT_FORMATS or made.round >= season.round:
        return None
    later = {slot for one in season.matches.values() if one.round > made.round for slot in one.slots}
    later |= {slot for number, slot in season.byes if number > made.round}
    found = [slot for slot in made.slots if slot in later]
    return found[0] if len(found) == 1 else None


__all__ = ["result_of"]
