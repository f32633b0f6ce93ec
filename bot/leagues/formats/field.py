"""The basis of all formats' draws: who is drawn, in which order, and their history."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from bot.leagues import divisions, teams
from bot.leagues.entrants import Entrant, Side
from bot.leagues.journal import Fixture, Format, Joined, Person
from bot.leagues.lots import shuffled
from bot.leagues.pairing import Pair
from bot.leagues.season import Season
from bot.leagues.standings import WIN, How, MatchResult

FEWEST: dict[Format, int] = {
    "divisions": divisions.FEWEST,
    "double": divisions.FEWEST,
    "swiss": 2,
    "rolling": 2,
    "knockout": 2,
    "double_knockout": 2,
    "ladder": 2,
    "teams": 2,
}
"""Minimum number of entrants per format."""
_RANK = "rank"


def entering(season: Season, *, checked: bool = True) -> list[Joined]:
    """Return those who entered as players; `checked` leaves out those who cannot be counted on."""
    entries = (entry for entry in season.entrants.values() if not entry.substitute)
    return [entry for entry in entries if not checked or season.counts(entry.person)]


def ranked(season: Season, seed: bytes, names: Iterable[Person]) -> list[Person]:
    """Return the names, best rated first, by lot among equals."""
    ratings = {name: _rating(season, name) for name in names}
    lots = {name: lot for lot, name in enumerate(shuffled(seed, ratings, _RANK))}
    return sorted(ratings, key=lambda name: (-ratings[name], lots[name]))


def _rating(season: Season, name: Person) -> int:
    entry = season.teams.get(name) or season.entry_of(name)
    return entry.rating if entry else 0


def fixtures(number: int, section: int, pairs: Iterable[Pair]) -> Iterator[Fixture]:
    """Yield the matches of a round in one section, with ids."""
    for index, pair in enumerate(pairs, start=1):
        yield Fixture(match=f"{number}.{section + 1}.{index}", section=section, first=pair.first, second=pair.second)


def has_sides(season: Season) -> bool:
    """Return True if the pairing assigns the sides: not if both are played or bid for."""
    return season.rules.match == "assigned"


# -------------------------------------------------------------------------------------------------- history


@dataclass(slots=True)
class _Past:
    """The history of one slot."""

    score: int = 0
    met: set[Person] = field(default_factory=set)
    sides: list[Side] = field(default_factory=list)
    floats: list[int] = field(default_factory=list)
    free: bool = False


def entrants(season: Season, slots: Sequence[Person], *, tolerance: dict[Person, int] | None = None) -> list[Entrant]:
    """Return the slots as input for the next round's pairing; their order is their rank."""
    pasts = _past_of_slots(season, slots)
    barred, strange = _barred_opponents(season), _slots_without_platform(season, slots)
    return [
        Entrant(
            slot,
            rank,
            past.score,
            frozenset(past.met),
            tuple(past.sides),
            tuple(past.floats),
            past.free,
            barred.get(slot, frozenset()),
            tolerance[slot] if tolerance is not None else None,
            strange.get(slot, frozenset()),
        )
        for rank, (slot, past) in enumerate(((slot, pasts[slot]) for slot in slots), start=1)
    ]


def _past_of_slots(season: Season, slots: Sequence[Person]) -> dict[Person, _Past]:
    pasts = {slot: _Past() for slot in slots}
    before: dict[Person, int] = {}
    rounds: dict[int, list[MatchResult]] = {}
    for result in season.counted(0) if season.sections else []:
        rounds.setdefault(result.round, []).append(result)
    for number in sorted(rounds):
        for result in rounds[number]:
            _count(pasts, before, result)
        for result in rounds[number]:
            for name, points in zip((result.first, result.second), result.points, strict=True):
                if name is not None:
                    before[name] = before.get(name, 0) + points
    _add_open(pasts, season)
    return pasts


def _add_open(pasts: dict[Person, _Past], season: Season) -> None:
    """Count opponents in running games as met, with the side of that game."""
    for made in season.open_matches():
        for side, slot in zip(Side, made.sides(), strict=True):
            if slot in pasts and not made.tie:
                pasts[slot].sides.append(side)
    for tie in teams.open_ties(season):
        pasts[tie.first].sides.append(Side.FIRST)
        pasts[tie.second].sides.append(Side.SECOND)
    for one, other in _pairs(season):
        for me, them in ((one, other), (other, one)):
            if me in pasts:
                pasts[me].met.add(them)


def _pairs(season: Season) -> Iterator[tuple[Person, Person]]:
    yield from (made.slots for made in season.matches.values())
    yield from ((tie.first, tie.second) for _, tie in season.ties.values())


def _count(pasts: dict[Person, _Past], before: dict[Person, int], result: MatchResult) -> None:
    """Add one result to both sides."""
    for side, name, other, own in (
        (Side.FIRST, result.first, result.second, result.points[0]),
        (Side.SECOND, result.second, result.first, result.points[1]),
    ):
        if name is None or name not in pasts:
            continue
        past = pasts[name]
        past.score += own
        if other is not None and result.how is How.PLAYED:
            past.met.add(other)
            past.sides.append(side)
            past.floats.append(before.get(name, 0) - before.get(other, 0))
        elif own == WIN:
            past.free = True
            past.floats.append(own)


def _barred_opponents(season: Season) -> dict[Person, frozenset[Person]]:
    found: dict[Person, set[Person]] = {}
    for pair in season.apart:
        for one in pair:
            found.setdefault(season.slot_of(one), set()).update(season.slot_of(other) for other in pair - {one})
    return {slot: frozenset(names) for slot, names in found.items()}


def _slots_without_platform(season: Season, slots: Sequence[Person]) -> dict[Person, frozenset[Person]]:
    """Return for each slot those whose holders share no platform with its holder."""
    alike: dict[frozenset[str], list[Person]] = {}
    for slot in slots:
        if (on := season.platforms.get(season.holder_of(slot))) is not None:
            alike.setdefault(on, []).append(slot)
    apart = {on: frozenset(slot for other in alike if on.isdisjoint(other) for slot in alike[other]) for on in alike}
    return {slot: apart[on] for on, names in alike.items() for slot in names}


__all__ = ["FEWEST", "entering", "entrants", "fixtures", "has_sides", "ranked"]
