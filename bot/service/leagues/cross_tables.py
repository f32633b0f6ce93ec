"""Meetings and results within a section, for its cross table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from bot.leagues import public_facts, tables
from bot.leagues.journal import Person
from bot.leagues.matches import match_number
from bot.leagues.season import Season
from bot.leagues.standings import How, MatchResult
from renderer.league.views import Meeting, Outcome, Side, State


@dataclass(frozen=True, slots=True)
class _Met:
    """Two entrants of a table who met in a round; `sided` if each had a fixed side."""

    round: int
    first: Person
    second: Person
    state: State
    result: MatchResult | None
    sided: bool


def meetings(
    season: Season, section: int, numbers: Mapping[Person, int], *, by_round: bool
) -> dict[tuple[Person, int], list[Meeting]]:
    """Return the games by slot and column (round or opponent's number); in a cell, games as first side come first."""
    found: dict[tuple[Person, int], list[Meeting]] = {}
    for met in _section_matches(season, section):
        column = met.round if by_round else numbers.get(met.second, 0)
        found.setdefault((met.first, column), []).append(_meeting(met, 0, numbers.get(met.second, 0)))
        column = met.round if by_round else numbers.get(met.first, 0)
        found.setdefault((met.second, column), []).append(_meeting(met, 1, numbers.get(met.first, 0)))
    if by_round:
        for number, slot in season.byes:
            found.setdefault((slot, number), []).append(Meeting("bye"))
        for number, slot, points in season.absences:
            found.setdefault((slot, number), []).append(Meeting("half" if points else "absent"))
    return {key: sorted(games, key=lambda game: game.side or 0) for key, games in found.items()}


def _section_matches(season: Season, section: int) -> Iterator[_Met]:
    """Yield the matches of a table: of teams rather than their boards, without play-offs."""
    if season.teams:
        known = {(one.round, one.first, one.second): one for one in season.counted(section)}
        for number, tie in season.ties.values():
            if tie.playoff:
                continue
            result = known.get((number, tie.first, tie.second))
            yield _Met(number, tie.first, tie.second, "over" if result else "playing", result, sided=False)
        return
    out = tables.annulled(season, section)
    matches = (one for one in season.matches.values() if one.section == section and not one.playoff)
    for made in sorted(matches, key=lambda one: match_number(one.match)):
        # With exchanged sides, or before the bids, nobody has a side.
        sided = made.kind == "assigned" or made.auction is not None
        yield _Met(made.round, *made.sides(), *public_facts.match(season, made, out), sided=sided)


def _meeting(met: _Met, side: Side, opponent: int) -> Meeting:
    own = side if met.sided else None
    if met.result is None:
        return Meeting("waiting" if met.state == "over" else met.state, own, opponent)
    outcome: Outcome = "none" if met.result.points == (0, 0) else ("lost", "drawn", "won")[met.result.points[side]]
    return Meeting(outcome, own, opponent, met.result.how is not How.PLAYED)


__all__ = ["meetings"]
