"""From one season to the next: final tables, with lots as the last tie-break, and sections that are decided."""

from __future__ import annotations

from itertools import groupby

from bot.leagues import divisions, tables
from bot.leagues.journal import DIVISION_FORMATS, Person
from bot.leagues.lots import shuffled
from bot.leagues.season import Season

_ORDER = "order"


def final_order(season: Season, section: int, seed: bytes) -> tuple[Person, ...]:
    """Return the slots of a section, best first; places shared even after play-offs are ordered by lot."""
    found: list[Person] = []
    for place, rows in groupby(season.table(section), key=lambda row: row.place):
        found += shuffled(seed, [row.name for row in rows], _ORDER, str(section), str(place))
    return tuple(found)


def final_tables(season: Season) -> tuple[tuple[Person, ...], ...]:
    """Return the persons of all sections as the next season's `ranking`: the last holder of a slot has its place.

    Raises:
        ValueError: the season is not over.
    """
    if not season.seed:
        raise ValueError("a season that is not over has no final tables")
    seed = bytes.fromhex(season.seed)
    return tuple(
        tuple(season.holder_of(slot) for slot in final_order(season, section, seed))
        for section in range(len(season.sections))
    )


def edges(season: Season, section: int) -> set[int]:
    """Return the places below which a line is drawn: the first, the end of promotion and the start of relegation."""
    size = len(season.sections[section])
    count = divisions.moving(size)
    found = {1}
    if season.rules.format in DIVISION_FORMATS:
        found |= ({count} if section > 0 else set()) | ({size - count} if section + 1 < len(season.sections) else set())
    return found


def settled(season: Season, section: int) -> bool:
    """Return True if no result still to come can move anyone across a line."""
    places = tables.places(season, section).values()
    return not any(best <= edge < worst for best, worst in places for edge in edges(season, section))


__all__ = ["edges", "final_order", "final_tables", "settled"]
