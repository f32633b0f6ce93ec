"""Tables of a season's sections: the counted results, the places, and the places still possible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from bot.leagues import brackets, ladders, standings, teams
from bot.leagues.entrants import Side
from bot.leagues.journal import DIVISION_FORMATS, KNOCKOUT_FORMATS, ROUND_FORMATS, Person, Tie
from bot.leagues.matches import Fixed
from bot.leagues.results import result_of
from bot.leagues.standings import How, MatchResult, StandingsRow, System
from bot.leagues.state import SeasonState

_MAY_GROW = ("swiss", "rolling")
"""Formats in which everyone plays, misses or sits out every round."""


def counted(season: SeasonState, section: int) -> list[MatchResult]:
    """Return the results that count in a section's table, including the effects of withdrawals.

    A player who withdraws before half of a division's games are finished is removed from the table entirely; later, the
    remaining games are walkovers. In other formats the running games are walkovers. Play-offs only break ties and don't
    count.
    """
    if season.teams:
        return [*teams.matches(season), *_without_opponent(season, section)]
    fixtures, out = _fixtures(season, section), annulled(season, section)
    found: list[MatchResult] = []
    for made in fixtures:
        if not out & {*made.slots}:
            result = result_of(season, made)
            if result is not None:
                found.append(result)
    return [*found, *_without_opponent(season, section)]


def _without_opponent(season: SeasonState, section: int) -> Iterator[MatchResult]:
    own = set(season.sections[section])
    for number, slot in season.byes:
        if slot in own:
            yield MatchResult(number, slot, None, (standings.WIN, 0), 0, How.BYE)
    for number, slot, points in season.absences:
        if slot in own:
            yield MatchResult(number, slot, None, (points, 0), 0, How.ABSENCE)


def annulled(season: SeasonState, section: int) -> set[Person]:
    """Return those who withdrew so early that their games are removed from a division's table."""
    fixtures = _fixtures(season, section)
    return {slot for slot in season.gone if _is_annulled(season, slot, fixtures)}


def _fixtures(season: SeasonState, section: int) -> list[Fixed]:
    return [made for made in season.matches.values() if made.section == section and not made.playoff]


def _is_annulled(season: SeasonState, slot: Person, fixtures: Sequence[Fixed]) -> bool:
    return season.rules.format in DIVISION_FORMATS and not _half_done(slot, fixtures)


def _half_done(slot: Person, fixtures: Sequence[Fixed]) -> bool:
    own = [made for made in fixtures if slot in made.slots]
    return 2 * sum(made.settled for made in own) >= len(own)


# --------------------------------------------------------------------------------------------------- tables


def table(season: SeasonState, section: int) -> tuple[StandingsRow, ...]:
    """Return the table of a section by slot, best first."""
    system = System.DIVISION if season.rules.format in DIVISION_FORMATS else System.SWISS
    rounds = min(season.round, season.rounds) if season.rules.format in ROUND_FORMATS else 0
    names = [*season.sections[section], *_eliminators(season)]
    weaker = Side(season.rules.weaker) if season.rules.weaker else None
    most = season.rules.most_margin
    rows = standings.table(names, counted(season, section), system, rounds=rounds, weaker=weaker, most_margin=most)
    if season.rules.format in KNOCKOUT_FORMATS:
        return _with_places(rows, brackets.places(season))
    if season.rules.format == "ladder":
        return _with_places(rows, {slot: place for place, slot in enumerate(ladders.order(season), start=1)})
    playoffs = [*_playoffs(season, section)]
    return tuple(_apply_playoffs(rows, playoffs)) if playoffs else rows


def _playoffs(season: SeasonState, section: int) -> Iterator[MatchResult]:
    """Yield the results of a section's play-offs."""
    if season.teams:
        yield from teams.playoffs(season)
        return
    for made in season.matches.values():
        if made.section == section and made.playoff and (result := result_of(season, made)) is not None:
            yield result


def _eliminators(season: SeasonState) -> list[Person]:
    known = {slot for section in season.sections for slot in section}
    return [
        *dict.fromkeys(made.second for made in season.matches.values() if made.second not in known and not made.tie)
    ]


def _with_places(rows: Iterable[StandingsRow], places: dict[Person, int]) -> tuple[StandingsRow, ...]:
    """Return the rows with a place, in the order of places."""
    found = [replace(row, place=places[row.name]) for row in rows if row.name in places]
    return tuple(sorted(found, key=lambda row: (row.place, row.name)))


def _apply_playoffs(rows: Sequence[StandingsRow], playoffs: Sequence[MatchResult]) -> Iterator[StandingsRow]:
    """Separate those who share a place by their points from play-offs."""
    for place, shared in groupby(rows, key=lambda row: row.place):
        tied = list(shared)
        names = {row.name for row in tied}
        won = dict.fromkeys(names, 0)
        for result in playoffs:
            if result.second is not None and names >= {result.first, result.second}:
                won[result.first] += result.points[0]
                won[result.second] += result.points[1]
        for row in sorted(tied, key=lambda row: (-won[row.name], row.name)):
            yield replace(row, place=place + sum(won[other] > won[row.name] for other in names))


# --------------------------------------------------------------------------------------------------- places


def places(season: SeasonState, section: int) -> dict[Person, tuple[int, int]]:
    """Return the best and the worst place still possible for everyone in a section.

    This is never wrong, whatever is still played and whoever withdraws or is replaced; events only narrow it. The last
    place is that of the current section, and increases with late entries. Only changes of a result can invalidate it: a
    correction, a ruling over a report, an appeal.
    """
    names = season.sections[section]
    if season.stage in ("review", "final"):
        final = {row.name: row.place for row in table(season, section)}
        return {name: (final.get(name, len(names)), final.get(name, len(names))) for name in names}
    if season.rules.format == "ladder":
        return dict.fromkeys(names, (1, len(names)))
    if _played_out(season):
        rows = table(season, section)
        sharing = Counter(row.place for row in rows)
        standing = {row.name: (row.place, row.place + sharing[row.place] - 1) for row in rows}
        return {name: standing.get(name, (len(names), len(names))) for name in names}
    knocking = season.rules.format in KNOCKOUT_FORMATS
    found = standings.possible_places(brackets.reach(season) if knocking else _reach(season, section))
    if knocking and (finalist := brackets.undefeated(season)) is not None:
        found[finalist] = (2 if finalist in season.gone else 1, 2)
    if season.rules.format in _MAY_GROW and season.late_entry_open:
        return {name: (best, len(names)) for name, (best, _) in found.items()}
    return found


def _played_out(season: SeasonState) -> bool:
    """Return True if no round or match is left, so that places change only where play-offs break ties."""
    if not season.round or season.preview is not None or any(not made.settled for made in season.matches.values()):
        return False
    if season.rules.format in KNOCKOUT_FORMATS:
        return len(brackets.alive(season)) < 2 and not brackets.undecided(season)
    if season.rules.format in ROUND_FORMATS:
        return season.round >= season.rounds and not (season.rules.format in _MAY_GROW and season.late_entry_open)
    return season.rules.format in DIVISION_FORMATS


def _reach(season: SeasonState, section: int) -> dict[Person, tuple[int, int]]:
    """Return the fewest and the most points with which everyone in a section can finish.

    A withdrawn player's unplayed games count as open, since a substitute may play them, and a result that would be
    removed if its player withdrew counts as possibly worth nothing.
    """
    names = season.sections[section]
    fixtures = _fixtures(season, section)
    division = season.rules.format in DIVISION_FORMATS
    begun = Counter(slot for made in fixtures for slot in made.slots)
    done = Counter(slot for made in fixtures if made.settled for slot in made.slots)
    unsafe = {name for name in names if division and 2 * done[name] < begun[name]}
    least, most = dict.fromkeys(names, 0), dict.fromkeys(names, 0)
    for match in (*_final_results(season, fixtures), *_without_opponent(season, section)):
        sure = match.first not in unsafe and match.second not in unsafe
        for name, points in zip((match.first, match.second), match.points, strict=True):
            if name is not None:
                most[name] += points
                least[name] += points * sure
    left = begun - done
    if season.teams:
        open_ties = (tie for number, tie in season.ties.values() if not tie.playoff and not _tie_settled(season, tie))
        left = Counter(team for tie in open_ties for team in (tie.first, tie.second))
    for name in names:
        # In a rolling Swiss everyone has their own rounds.
        over = begun[name] if season.rules.format == "rolling" else season.round
        to_come = 0 if division else max(season.rounds - over, 0)
        most[name] += standings.WIN * (left[name] + to_come)
    return {name: (0 if name in unsafe else least[name], most[name]) for name in names}


def _final_results(season: SeasonState, fixtures: Sequence[Fixed]) -> Iterator[MatchResult]:
    """Yield the results that no substitute can change any more."""
    if season.teams:
        sure = {(number, tie.first, tie.second) for number, tie in season.ties.values() if _tie_settled(season, tie)}
        yield from (one for one in teams.matches(season) if (one.round, one.first, one.second) in sure)
        return
    for made in fixtures:
        if (result := made.result()) is not None:
            yield result


def _tie_settled(season: SeasonState, tie: Tie) -> bool:
    return all(made.settled for made in teams.boards(season, tie.tie))


__all__ = ["annulled", "counted", "places", "table"]
