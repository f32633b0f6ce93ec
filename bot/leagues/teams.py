"""Matches of teams: what the games on the boards amount to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from bot.leagues.journal import Tie
from bot.leagues.matches import Fixed
from bot.leagues.standings import DRAW, WIN, How, Match

if TYPE_CHECKING:
    from bot.leagues.season import Season


def boards(season: Season, tie: str) -> list[Fixed]:
    """The games of a match of two teams, by board."""
    return [made for made in season.matches.values() if made.tie == tie]


def matches(season: Season) -> Iterator[Match]:
    """What counts of the matches that are over: two points for more points on the boards, the difference as the margin."""
    for number, tie in season.ties.values():
        if (found := _match(season, number, tie)) is not None:
            yield found


def open_ties(season: Season) -> list[Tie]:
    """Matches that are not over."""
    return [tie for number, tie in season.ties.values() if _match(season, number, tie) is None]


def board_points(season: Season, tie: Tie) -> tuple[int, int]:
    """Points of both teams on the boards so far."""
    own = theirs = 0
    for made in boards(season, tie.tie):
        if (result := _result(season, made)) is None:
            continue
        mine = result.points[0] if _of_first(season, tie, result.first) else result.points[1]
        own, theirs = own + mine, theirs + sum(result.points) - mine
    return own, theirs


def _match(season: Season, number: int, tie: Tie) -> Match | None:
    games = boards(season, tie.tie)
    results = [_result(season, made) for made in games]
    if any(result is None for result in results) and not {tie.first, tie.second} & season.gone.keys():
        return None
    own, theirs = board_points(season, tie)
    for slot, other in ((tie.first, tie.second), (tie.second, tie.first)):
        if slot in season.gone and other not in season.gone and not all(made.settled for made in games):
            return Match(number, tie.first, tie.second, (WIN, 0) if other == tie.first else (0, WIN), 0, How.WALKOVER)
    points = (DRAW, DRAW) if own == theirs else (WIN, 0) if own > theirs else (0, WIN)
    if own == theirs == 0:
        points = (0, 0)
    how = How.PLAYED if any(one is not None and one.how is How.PLAYED for one in results) else How.WALKOVER
    return Match(number, tie.first, tie.second, points, own - theirs, how)


def _result(season: Season, made: Fixed) -> Match | None:
    from bot.leagues.tables import result_of  # the tables of teams are made of these

    return result_of(season, made)


def _of_first(season: Season, tie: Tie, slot: str) -> bool:
    return season.team_of(slot) == tie.first


__all__ = ["board_points", "boards", "matches", "open_ties"]
