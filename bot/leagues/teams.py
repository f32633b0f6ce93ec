"""Matches between teams: the total of the games on the boards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.leagues.journal import Tie
from bot.leagues.matches import Fixed
from bot.leagues.results import result_of
from bot.leagues.standings import DRAW, WIN, How, MatchResult
from bot.leagues.state import SeasonState


def boards(season: SeasonState, tie: str) -> list[Fixed]:
    """Return the games of a match between two teams, by board."""
    return [made for made in season.matches.values() if made.tie == tie]


def matches(season: SeasonState) -> Iterator[MatchResult]:
    """Yield the results of finished matches: two points for more board points, the difference as the margin."""
    return (found for tie, found in _team_results(season) if found is not None and not tie.playoff)


def playoffs(season: SeasonState) -> Iterator[MatchResult]:
    """Yield the finished play-offs, which only break ties."""
    return (found for tie, found in _team_results(season) if found is not None and tie.playoff)


def open_ties(season: SeasonState) -> list[Tie]:
    """Return the unfinished matches."""
    return [tie for tie, found in _team_results(season) if found is None]


def board_points(season: SeasonState, tie: Tie) -> tuple[int, int]:
    """Return both teams' points on the boards so far."""
    return _points([result_of(season, made) for made in boards(season, tie.tie)])


def _team_results(season: SeasonState) -> Iterator[tuple[Tie, MatchResult | None]]:
    games: dict[str, list[Fixed]] = {}
    for made in season.matches.values():
        games.setdefault(made.tie, []).append(made)
    return ((tie, _match(season, number, tie, games.get(tie.tie, []))) for number, tie in season.ties.values())


def _points(results: Sequence[MatchResult | None]) -> tuple[int, int]:
    """Return the board points by team: the first team has the first side on every other board."""
    own = theirs = 0
    for board, result in enumerate(results):
        if result is not None:
            one, other = result.points if board % 2 == 0 else result.points[::-1]
            own, theirs = own + one, theirs + other
    return own, theirs


def _match(season: SeasonState, number: int, tie: Tie, games: Sequence[Fixed]) -> MatchResult | None:
    results = [result_of(season, made) for made in games]
    if any(result is None for result in results) and not {tie.first, tie.second} & season.gone.keys():
        return None
    own, theirs = _points(results)
    for slot, other in ((tie.first, tie.second), (tie.second, tie.first)):
        if slot in season.gone and other not in season.gone and not all(made.settled for made in games):
            return MatchResult(
                number, tie.first, tie.second, (WIN, 0) if other == tie.first else (0, WIN), 0, How.WALKOVER
            )
    points = (DRAW, DRAW) if own == theirs else (WIN, 0) if own > theirs else (0, WIN)
    if own == theirs == 0:
        points = (0, 0)
    how = How.PLAYED if any(one is not None and one.how is How.PLAYED for one in results) else How.WALKOVER
    return MatchResult(number, tie.first, tie.second, points, own - theirs, how)


__all__ = ["board_points", "boards", "matches", "open_ties", "playoffs"]
