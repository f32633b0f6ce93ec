"""A rolling Swiss: free players are paired day by day, so that nobody waits for the slowest game.

The longer a player waits, the larger the accepted score difference. A round is a day on which at least one pair was
made.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

from bot.leagues.entrants import Entrant, may_meet
from bot.leagues.formats.field import entrants, fixtures, has_sides, ranked
from bot.leagues.formats.swiss import ROUND
from bot.leagues.journal import Drawn, Person
from bot.leagues.lots import drawn as lot
from bot.leagues.pairing import Pairing, pair_round
from bot.leagues.season import Season

_DAY = 86_400
_FIRST_TOLERANCE = 1
"""Score difference in half points accepted on the first day; each day of waiting adds one."""
_TRIED = 8
"""Number of players with the shortest wait who are tried as the one left waiting."""


def drawn(season: Season, seed: bytes, at: float) -> Drawn | None:
    """Return a day's pairs; None if no two free players can meet. There are no byes: an odd player keeps waiting."""
    number = season.round + 1
    old = season.sections[0] if season.sections else ()
    new = [entry.person for entry in season.to_draw() if season.counts(entry.person)]
    section = ranked(season, seed, [*old, *new])
    if season.round and ended(season, at):
        return None
    free = waiting_since(season, section, at)
    tolerance = {slot: _FIRST_TOLERANCE + int((at - since) // _DAY) for slot, since in free.items()}
    field = _entrants(season, [slot for slot in section if slot in free], tolerance)
    found = _pair_most(season, [replace(one, had_bye=True) for one in field], free, lot(seed, ROUND, str(number)))
    if not found.pairs and season.sections:
        return None
    return Drawn(at=at, round=number, sections=(tuple(section),), matches=tuple(fixtures(number, 0, found.pairs)))


def _entrants(season: Season, slots: list[Person], tolerance: dict[Person, int] | None = None) -> list[Entrant]:
    """Return the slots as input for pairing; pairs without a common platform are barred, as others will come."""
    field = entrants(season, slots, tolerance=tolerance)
    return [replace(one, barred=one.barred | one.strangers) if one.strangers else one for one in field]


def _pair_most(season: Season, field: list[Entrant], free: dict[Person, float], seed: bytes) -> Pairing:
    """Return as many pairs as possible; of an odd number, leave one with a short wait if all others can be paired."""
    sides = has_sides(season)
    if len(field) % 2:
        for last in sorted(field, key=lambda one: (-free[one.name], -one.rank))[:_TRIED]:
            found = pair_round([one for one in field if one is not last], seed, sides=sides)
            if found.pairs and not found.left:
                return found
    return pair_round(field, seed, sides=sides)


def ended(season: Season, at: float) -> bool:
    """Return True once the season starts no more games."""
    calendar = season.rules.calendar
    return calendar is not None and calendar.ends is not None and at >= calendar.ends


def pairable(season: Season, at: float) -> bool:
    """Return True if two free players have not met, are not kept apart and share a platform: they will be paired."""
    free = waiting_since(season, [*season.sections[0]], at)
    return any(may_meet(*two, sides=has_sides(season)) for two in combinations(_entrants(season, list(free)), 2))


def waiting_since(season: Season, section: list[Person], at: float) -> dict[Person, float]:
    """Return who can be paired now, and since when: capacity and games left, not on leave, not withdrawn."""
    running, played = dict.fromkeys(section, 0), dict.fromkeys(section, 0)
    entered = {slot: season.entry_of(slot) for slot in section}
    since = {slot: entry.at if entry else at for slot, entry in entered.items()}
    for made in season.matches.values():
        for slot in made.slots:
            played[slot] += 1
            if not made.settled and not season.gone.keys() & {*made.slots}:
                running[slot] += 1
            since[slot] = max(since[slot], made.since, *(leg.ended or 0 for leg in made.legs))
    start = season.begun.get(1, at)
    return {
        slot: max(since[slot], start)
        for slot in section
        if slot not in season.gone
        and played[slot] < season.rounds
        and running[slot] < season.capacity(slot)
        and not season.away(season.holder_of(slot), at)
    }


__all__ = ["drawn", "ended", "pairable", "waiting_since"]
