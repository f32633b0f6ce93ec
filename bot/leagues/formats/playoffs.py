"""Play-offs between those who share a place that decides title, promotion or relegation, after every tie-break."""

from __future__ import annotations

from itertools import combinations, groupby

from bot.leagues.formats import team_draw
from bot.leagues.journal import Drawn, Fixture, Person, Tie
from bot.leagues.promotion import edges
from bot.leagues.season import Season


def drawn(season: Season, at: float) -> Drawn | None:
    """Pair everyone who shares a decisive place with each other, once; None if nobody does, or all have been played."""
    number = season.round + 1
    if season.teams:
        return _of_teams(season, number, at)
    played = {frozenset(made.slots) for made in season.matches.values() if made.playoff}
    games = [
        (section, *_exchange_sides(season, one, other))
        for section in range(len(season.sections))
        for names in tied(season, section)
        for one, other in combinations(names, 2)
        if frozenset((one, other)) not in played
    ]
    if not games:
        return None
    matches = [
        Fixture(match=f"{number}.{section + 1}.{index}", section=section, first=first, second=second, playoff=True)
        for index, (section, first, second) in enumerate(games, start=1)
    ]
    return Drawn(at=at, round=number, sections=season.sections, matches=tuple(matches))


def _of_teams(season: Season, number: int, at: float) -> Drawn | None:
    """Return the same for teams, on all their boards."""
    before = {frozenset((tie.first, tie.second)): tie for _, tie in season.ties.values()}
    played = {pair for pair, tie in before.items() if tie.playoff}
    pairs = [two for names in tied(season, 0) for two in combinations(names, 2) if frozenset(two) not in played]
    ties = []
    for index, (one, other) in enumerate(pairs, start=1):
        met = before.get(frozenset((one, other)))
        first, second = (met.second, met.first) if met is not None else (one, other)
        ties.append(Tie(tie=f"{number}.{index}", first=first, second=second, playoff=True))
    if not ties:
        return None
    games = (made for index, tie in enumerate(ties) for made in team_draw.boards(season, number, index, tie, at))
    matches = tuple(made.model_copy(update={"playoff": True}) for made in games)
    return Drawn(at=at, round=number, sections=season.sections, matches=matches, ties=tuple(ties))


def tied(season: Season, section: int) -> list[tuple[Person, ...]]:
    """Return those who share a place that decides title, promotion or relegation; not those who withdrew."""
    lines = edges(season, section)
    found = []
    for place, rows in groupby(season.table(section), key=lambda row: row.place):
        names = tuple(row.name for row in rows)
        if any(place <= edge < place + len(names) - 1 for edge in lines):
            found.append(tuple(name for name in names if name not in season.gone))
    return [names for names in found if len(names) > 1]


def _exchange_sides(season: Season, one: Person, other: Person) -> tuple[Person, Person]:
    """Return the two with the sides of their game exchanged."""
    before = next((made.slots for made in season.matches.values() if {*made.slots} == {one, other}), (other, one))
    return before[1], before[0]


__all__ = ["drawn", "tied"]
