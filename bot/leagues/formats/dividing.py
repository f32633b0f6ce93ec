"""The draw of divisions, and play-offs for a title, promotion or relegation that no tie-break gave."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, groupby

from bot.leagues import divisions
from bot.leagues.formats.field import entering, fixtures, ranked
from bot.leagues.journal import Drawn, Fixture, Person
from bot.leagues.lots import shuffled
from bot.leagues.promotion import edges
from bot.leagues.refusals import NotNow
from bot.leagues.season import Season

_CIRCLE = "circle"


def drawn(season: Season, seed: bytes, at: float) -> Drawn:
    """The divisions with all their games; later play-offs, where places are shared that matter.

    Raises:
        NotNow: `drawn_already`, or `matches_open` before a play-off.
    """
    if season.round:
        return _playoffs(season, at)
    sections, matches = [], list[Fixture]()
    for number, section in enumerate(_kept_apart(season, list(_sections(season, seed)))):
        sections.append(section)
        circle = shuffled(seed, section, _CIRCLE, str(number))
        matches += fixtures(1, number, divisions.games(circle, twice=season.rules.format == "double"))
    return Drawn(at=at, round=1, sections=tuple(sections), matches=tuple(matches))


def _sections(season: Season, seed: bytes) -> Iterator[tuple[Person, ...]]:
    """By the last season's tables where there are any, else by rating and lot."""
    coming = ranked(season, seed, [entry.person for entry in entering(season)])
    if season.rules.ranking:
        known = {name for table in season.rules.ranking for name in table}
        staying = frozenset(known.intersection(coming))
        newcomers = [name for name in coming if name not in known]
        yield from divisions.next_season(season.rules.ranking, staying, newcomers)
        return
    for size in divisions.sizes(len(coming)):
        yield tuple(coming[:size])
        coming = coming[size:]


def _kept_apart(season: Season, sections: list[tuple[Person, ...]]) -> list[tuple[Person, ...]]:
    """Of two who shall not meet the lower one changes places with the nearest of another division with whom nobody then clashes."""
    found = [list(section) for section in sections]
    for one, other in sorted(sorted(pair) for pair in season.apart):
        number = next((index for index, section in enumerate(found) if {one, other} <= {*section}), None)
        if number is None:
            continue
        own = found[number]
        mine = max(own.index(one), own.index(other))
        for there in sorted(set(range(len(found))) - {number}, key=lambda index: (abs(index - number), -index)):
            spots = range(len(found[there])) if there > number else reversed(range(len(found[there])))
            spot = next((at for at in spots if _may_change(season, own, mine, found[there], at)), None)
            if spot is not None:
                own[mine], found[there][spot] = found[there][spot], own[mine]
                break
    return [tuple(section) for section in found]


def _may_change(season: Season, own: list[Person], mine: int, others: list[Person], spot: int) -> bool:
    """True if neither division then holds two who shall not meet because of the change."""
    goes, comes = own[mine], others[spot]
    left, right = [*own[:mine], *own[mine + 1 :]], [*others[:spot], *others[spot + 1 :]]
    pairs = [frozenset((comes, name)) for name in left] + [frozenset((goes, name)) for name in right]
    return not any(pair in season.apart for pair in pairs)


def tied(season: Season, section: int) -> list[tuple[Person, ...]]:
    """Who shares a place on which the title, promotion or relegation hangs; those who went are asked nothing more."""
    lines = edges(season, section)
    found = []
    for place, rows in groupby(season.table(section), key=lambda row: row.place):
        names = tuple(row.name for row in rows)
        if any(place <= edge < place + len(names) - 1 for edge in lines):
            found.append(tuple(name for name in names if name not in season.gone))
    return [names for names in found if len(names) > 1]


def _playoffs(season: Season, at: float) -> Drawn:
    number = season.round + 1
    shared = [(section, names) for section in range(len(season.sections)) for names in tied(season, section)]
    played = {frozenset(made.slots) for made in season.matches.values() if made.playoff}
    games = [
        (section, one, other)
        for section, names in shared
        for one, other in combinations(names, 2)
        if frozenset((one, other)) not in played
    ]
    if season.open_matches() or not games:
        raise NotNow("drawn_already")
    return Drawn(
        at=at,
        round=number,
        sections=season.sections,
        matches=tuple(
            Fixture(match=f"{number}.{section + 1}.{index}", section=section, first=two[0], second=two[1], playoff=True)
            for index, (section, *pair) in enumerate(games, start=1)
            for two in [_exchanged(season, *pair)]
        ),
    )


def _exchanged(season: Season, one: Person, other: Person) -> tuple[Person, Person]:
    """The two with the sides exchanged that they had in their game."""
    before = next((made.slots for made in season.matches.values() if {*made.slots} == {one, other}), (other, one))
    return before[1], before[0]


__all__ = ["drawn", "tied"]
