"""Knock-outs, single and double: the remaining players are paired anew each round, upper half against lower half.

With an odd number, an eliminated volunteer fills up and does not advance; without one, the best-ranked player who had
no bye gets one. In double elimination, players without a loss meet each other, those with one each other, and the last
of both at the end.
"""

from __future__ import annotations

from dataclasses import replace

from bot.leagues import brackets
from bot.leagues.entrants import Entrant
from bot.leagues.formats.field import entering, entrants, has_sides, ranked
from bot.leagues.journal import Drawn, Fixture, Person
from bot.leagues.lots import drawn as lot
from bot.leagues.pairing import Pair, pair_round
from bot.leagues.refusals import NotNow
from bot.leagues.season import Season

_KNOCKOUT = "knockout"


def drawn(season: Season, seed: bytes, at: float) -> Drawn:
    """Return the next round: play-offs of level matches, else all who are still in.

    Raises:
        NotNow: `no_round_left` once one is left, `games_open` while a level match's other games are.
    """
    number = season.round + 1
    section = season.sections[0] if season.sections else tuple(ranked(season, seed, _coming(season)))
    if level := brackets.undecided(season):
        matches = [
            _fixture(number, index, Pair(made.second, made.first), made.eliminator, playoff=True)
            for index, made in enumerate(level, start=1)
        ]
        return Drawn(at=at, round=number, sections=(section,), matches=tuple(matches))
    inside = brackets.alive(season) if season.round else list(section)
    if len(inside) < 2:
        raise NotNow("no_round_left", rounds=season.round)
    lost = brackets.losses(season)
    groups = [[slot for slot in inside if len(lost.get(slot, ())) == count] for count in range(brackets.lives(season))]
    if all(len(group) < 2 for group in groups):
        groups = [inside]
    volunteers = [person for person in season.volunteers if person not in inside and person not in season.gone]
    pairs: list[tuple[Pair, Person]] = []
    byes: list[Person] = []
    waits: list[Person] = []
    for index, group in enumerate(groups):
        if len(group) < 2:
            waits += group
            continue
        helper = _helper(season, volunteers) if len(group) % 2 else ""
        found, bye = _pair_group(season, group, helper, lot(seed, _KNOCKOUT, str(number), str(index)))
        pairs += [(pair, helper if helper in (pair.first, pair.second) else "") for pair in found]
        byes += [bye] if bye else []
    return Drawn(
        at=at,
        round=number,
        sections=(section,),
        matches=tuple(_fixture(number, index, pair, helper) for index, (pair, helper) in enumerate(pairs, start=1)),
        byes=tuple(byes),
        left=tuple(waits),
    )


def _coming(season: Season) -> list[Person]:
    return [entry.person for entry in entering(season)]


def _fixture(number: int, index: int, pair: Pair, eliminator: Person, *, playoff: bool = False) -> Fixture:
    return Fixture(
        match=f"{number}.1.{index}",
        section=0,
        first=pair.first,
        second=pair.second,
        eliminator=eliminator,
        playoff=playoff,
    )


def _helper(season: Season, volunteers: list[Person]) -> Person:
    """Take the volunteer who has helped least; nobody helps twice in a round."""
    helped = [made.eliminator for made in season.matches.values()]
    if not volunteers:
        return ""
    best = min(volunteers, key=helped.count)
    volunteers.remove(best)
    return best


def _pair_group(
    season: Season, group: list[Person], helper: Person, seed: bytes
) -> tuple[tuple[Pair, ...], Person | None]:
    """Return one group's pairs; if someone would be left over, allow repeats first, then drop the bound on sides."""
    free = None
    if len(group) % 2 and not helper:
        had = [slot for _, slot in season.byes]
        free = min(group, key=had.count)
    names = [slot for slot in (*group, helper) if slot and slot != free]
    field = [replace(one, score=0, floats=()) for one in entrants(season, names)]
    sides = has_sides(season)
    found = pair_round(field, seed, sides=sides)
    if found.left:
        found = pair_round([_new(one) for one in field], seed, sides=sides)
    if found.left:
        found = pair_round([replace(_new(one), sides=(), barred=frozenset()) for one in field], seed, sides=sides)
    return found.pairs, free


def _new(one: Entrant) -> Entrant:
    return replace(one, met=frozenset())


__all__ = ["drawn"]
