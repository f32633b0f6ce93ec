"""The draw of divisions."""

from __future__ import annotations

from collections.abc import Iterator

from bot.leagues import divisions
from bot.leagues.formats.field import entering, fixtures, ranked
from bot.leagues.journal import Drawn, Fixture, Person
from bot.leagues.lots import shuffled
from bot.leagues.season import Season

_CIRCLE = "circle"


def drawn(season: Season, seed: bytes, at: float) -> Drawn:
    """The divisions with all their games."""
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


__all__ = ["drawn"]
