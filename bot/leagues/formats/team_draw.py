"""Teams: a Swiss of teams on match points; each match has several boards with alternating sides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from bot.leagues.formats.field import entrants, ranked
from bot.leagues.formats.swiss import ROUND
from bot.leagues.journal import Drawn, Fixture, Person, Tie
from bot.leagues.lots import drawn as lot
from bot.leagues.pairing import Pair, pair_round
from bot.leagues.season import Season


def drawn(season: Season, seed: bytes, at: float) -> Drawn:
    """Return the next round of teams and the games on its boards."""
    number = season.round + 1
    section = season.sections[0] if season.sections else tuple(ranked(season, seed, season.teams))
    field = entrants(season, [team for team in section if team not in season.gone])
    if season.platforms:
        lineups = {one.name: lineup(season, one.name, at) for one in field}
        field = [replace(one, strangers=_teams_without_platform(season, one.name, lineups)) for one in field]
    found = pair_round(field, lot(seed, ROUND, str(number)))
    ties = [
        Tie(tie=f"{number}.{index}", first=pair.first, second=pair.second)
        for index, pair in enumerate(found.pairs, start=1)
    ]
    return Drawn(
        at=at,
        round=number,
        sections=(section,),
        matches=tuple(made for index, tie in enumerate(ties) for made in boards(season, number, index, tie, at)),
        ties=tuple(ties),
        bye=found.bye,
        left=found.left,
    )


def _teams_without_platform(
    season: Season, team: Person, lineups: Mapping[Person, Sequence[Person]]
) -> frozenset[Person]:
    """Return the teams against which one of a team's boards could not be played for lack of a common platform."""
    others = ((other, zip(lineups[team], slots, strict=True)) for other, slots in lineups.items() if other != team)
    return frozenset(other for other, boards in others if any(season.strangers(*two) for two in boards))


def lineup(season: Season, team: Person, at: float) -> list[Person]:
    """Return a team's lineup: its players in order, with alternates for those withdrawn or on leave."""
    one = season.teams[team]
    slots = [season.slot_of(person) for person in (*one.members, *one.alternates)]
    there = [slot for slot in slots if slot not in season.gone and not season.away(season.holder_of(slot), at)]
    spare = [slot for slot in slots if slot not in there]
    return [*there, *spare][: season.rules.boards]


def boards(season: Season, number: int, index: int, tie: Tie, at: float) -> Iterator[Fixture]:
    """Yield the games of a match between two teams."""
    for board, two in enumerate(zip(lineup(season, tie.first, at), lineup(season, tie.second, at), strict=True)):
        pair = Pair(*two) if board % 2 == 0 else Pair(two[1], two[0])
        yield Fixture(
            match=f"{number}.1.{index * season.rules.boards + board + 1}",
            section=0,
            first=pair.first,
            second=pair.second,
            tie=tie.tie,
            board=board + 1,
        )


__all__ = ["boards", "drawn", "lineup"]
