"""A Swiss: everyone present meets someone with about the same score; late entry is possible until the second round."""

from __future__ import annotations

from bot.leagues.formats.field import entrants, fixtures, has_sides, ranked
from bot.leagues.journal import Drawn, Person
from bot.leagues.lots import drawn as lot
from bot.leagues.pairing import pair_round
from bot.leagues.season import LATE_UNTIL, MOST_HALF_BYES, Season

ROUND = "round"


def drawn(season: Season, seed: bytes, at: float) -> Drawn:
    """Return the next round.

    Players on leave miss it, for half a point at most twice; late entrants have half a point for each earlier round.
    """
    number = season.round + 1
    old = season.sections[0] if season.sections else ()
    late: list[Person] = []
    if number <= LATE_UNTIL:
        late = [entry.person for entry in season.to_draw() if season.counts(entry.person)]
    section = ranked(season, seed, [*old, *late])
    there = [slot for slot in section if slot not in season.gone]
    missing = [slot for slot in there if season.away(season.holder_of(slot), at)]
    half = [slot for slot in missing if season.half_byes(slot) + (number - 1) * (slot in late) < MOST_HALF_BYES]
    field = entrants(season, [slot for slot in section if slot in {*there} - {*missing}])
    scores = dict.fromkeys(late, number - 1)
    if scores:
        field = [one.scored(scores.get(one.name, 0)) for one in field]
    found = pair_round(field, lot(seed, ROUND, str(number)), sides=has_sides(season))
    return Drawn(
        at=at,
        round=number,
        sections=(tuple(section),),
        matches=tuple(fixtures(number, 0, found.pairs)),
        bye=found.bye,
        left=found.left,
        half=tuple(half),
        absent=tuple(slot for slot in missing if slot not in half),
        late=tuple(late) if number > 1 else (),
    )


__all__ = ["ROUND", "drawn"]
