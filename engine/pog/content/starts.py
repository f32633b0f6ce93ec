"""Wars that begin later than August 1914: the record of a start, and its compilation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.pog.content.schema_start import StartFile

_LEVELS = ("mobilization", "limited", "total")


@dataclass(frozen=True, slots=True)
class Start:
    """A starting position; whatever it does not name is as in August 1914, without any units.

    Cards that it does not name are in the draw pile if their side's commitment level includes them.
    Pairs and masks are by side.
    """

    name: str
    turn: int
    phase: str  # the phase of that turn in which the game starts
    vp: int  # under the VP spaces of its scenario
    us_entry: int  # box of the track
    russian: int
    greek_limited: bool  # 9.5.2.4
    beachhead: int | None
    destroyed_forts: frozenset[int]
    war_status: tuple[int, int]
    commitment: tuple[int, int]
    at_war: Mapping[str, int]  # nation and turn of its entry
    rp: Mapping[str, int]  # half points by pool
    control: tuple[frozenset[int], frozenset[int]]  # spaces held against the printed colour
    trenches: tuple[tuple[int, int, int], ...]  # space, level, side
    scored: tuple[tuple[str, int], ...]  # line of the VP table, and how often it has been scored
    events: Mapping[int, int]  # card and turn of the latest play
    removed: tuple[frozenset[int], frozenset[int]]
    discard: tuple[frozenset[int], frozenset[int]]
    units: tuple[tuple[int, int, bool], ...]  # unit, place, reduced


@dataclass(frozen=True, slots=True)
class Ids:
    """Ids of everything a start can name."""

    spaces: Mapping[str, int]
    units: Mapping[str, int]
    cards: Mapping[str, int]
    us_track: tuple[str, ...]
    russian_track: tuple[str, ...]


def compile_start(name: str, file: StartFile, ids: Ids) -> Start:
    """Return the record of a start that passed its checks."""
    spaces, cards = ids.spaces, ids.cards
    return Start(
        name=name,
        turn=file.turn,
        phase=file.phase,
        vp=file.vp,
        us_entry=ids.us_track.index(file.us_entry),
        russian=ids.russian_track.index(file.russian_capitulation),
        greek_limited=file.greece_limited,
        beachhead=None if file.beachhead is None else spaces[file.beachhead],
        destroyed_forts=frozenset(spaces[space] for space in file.destroyed_forts),
        war_status=(file.war_status.ap, file.war_status.cp),
        commitment=(_LEVELS.index(file.commitment.ap), _LEVELS.index(file.commitment.cp)),
        at_war={str(nation): turn for nation, turn in file.at_war.items()},
        rp={str(pool): 2 * points for pool, points in file.rp.items()},
        control=_pair(file.control.ap, file.control.cp, spaces),
        trenches=tuple(
            (spaces[space], level, side)
            for side, dug in enumerate((file.trenches.ap, file.trenches.cp))
            for space, level in dug.items()
        ),
        scored=tuple((cause, len(turns)) for cause, turns in file.scored.items()),
        events={cards[card]: turn for card, turn in file.events.items()},
        removed=_pair(file.removed.ap, file.removed.cp, cards),
        discard=_pair(file.discard.ap, file.discard.cp, cards),
        units=tuple(
            (ids.units[unit.rstrip("-")], spaces[place], unit.endswith("-"))
            for place, stack in file.units.items()
            for unit in stack
        ),
    )


def _pair(ap: list[str], cp: list[str], ids: Mapping[str, int]) -> tuple[frozenset[int], frozenset[int]]:
    return frozenset(ids[name] for name in ap), frozenset(ids[name] for name in cp)
