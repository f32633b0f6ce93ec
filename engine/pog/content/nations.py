"""Rules on single nations as records, compiled from ``nations.toml``; used by `engine.pog.rules.nations`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.pog.content import schema_nations as s


@dataclass(frozen=True, slots=True)
class NationGround:
    """A set of spaces: nations, maps and single spaces, minus exceptions; `outside` inverts it."""

    lands: tuple[str, ...]
    maps: tuple[str, ...]
    spaces: tuple[int, ...]
    but: tuple[int, ...]
    but_lands: tuple[str, ...]
    outside: bool


@dataclass(frozen=True, slots=True)
class NationClosing:
    """Ground closed to units (a set of ids) while all conditions hold.

    `closes` are the ways (see ``nations.toml``). `through` adds the spaces that the units' supply reaches only over
    that ground. `alone` narrows it to spaces where the enemy has units of these nations only, `uncontrolled` to those the
    units' side does not control; `relief` leaves out spaces that would put an unsupplied unit among them back in supply.
    """

    name: str
    rule: str
    units: int
    side: int
    ground: NationGround
    closes: frozenset[str]
    when: tuple[str, ...]
    through: bool
    alone: tuple[str, ...]
    uncontrolled: bool
    relief: bool
    #: A quota whose units are exempt, as many as it allows; "" for none.
    but_quota: str
    #: Whether units for which that quota still has room are exempt too.
    but_room: bool


@dataclass(frozen=True, slots=True)
class Quota:
    """Ground on which only a limited number of the units may be.

    `count` says which units count: those there now, those there when the action began plus arrivals since, or
    arrivals in this action only ("standing", "start", "round").
    """

    name: str
    rule: str
    units: int
    side: int
    ground: NationGround
    at_most: int
    count: str
    when: tuple[str, ...]
    through: bool


@dataclass(frozen=True, slots=True)
class Apart:
    """Units of some nations may not stack with those of others, unless a unit of a third nation is there."""

    name: str
    rule: str
    units: int
    others: int
    unless: int


@dataclass(frozen=True, slots=True)
class Surcharge:
    """Additional OPS for a space of the ground with one of the units."""

    name: str
    rule: str
    units: int
    side: int
    ground: NationGround
    ops: int


@dataclass(frozen=True, slots=True)
class PointsLimit:
    """Half points of a pool that can be spent in a turn on units on the ground."""

    name: str
    rule: str
    pool: str
    ground: NationGround
    half_points: int


@dataclass(frozen=True, slots=True)
class Nations:
    """All rows of ``nations.toml``."""

    closings: tuple[NationClosing, ...]
    quotas: tuple[Quota, ...]
    apart: tuple[Apart, ...]
    surcharges: tuple[Surcharge, ...]
    points: tuple[PointsLimit, ...]


def compile_nations(
    file: s.NationsFile,
    spaces: Mapping[str, int],
    units: Mapping[str, int],
    pieces: Mapping[int, tuple[int, str, bool]],
) -> Nations:
    """Compile the rows; `pieces` gives side, nation and whether it is an army, by unit id."""

    def group(row: s.UnitsRow) -> tuple[int, int]:
        found = _units(row, units, pieces)
        return found, pieces[found.bit_length() - 1][0]

    return Nations(
        closings=tuple(
            NationClosing(
                row.name, row.rule, *group(row), _ground(row, spaces), frozenset(row.closes), tuple(row.when),
                row.through, tuple(row.alone), row.uncontrolled, row.relief, row.but_quota or "",
                row.but_room,
            )
            for row in file.closings
        ),
        quotas=tuple(
            Quota(
                row.name, row.rule, *group(row), _ground(row, spaces), row.at_most, row.count, tuple(row.when),
                row.through,
            )
            for row in file.quotas
        ),
        apart=tuple(
            Apart(row.name, row.rule, *(_of(names, pieces) for names in (row.nations, row.others, row.unless)))
            for row in file.apart
        ),
        surcharges=tuple(
            Surcharge(row.name, row.rule, *group(row), _ground(row, spaces), row.ops) for row in file.surcharges
        ),
        points=tuple(
            PointsLimit(row.name, row.rule, row.pool, _ground(row, spaces), row.half_points) for row in file.points
        ),
    )  # fmt: skip


def _ground(row: s.GroundRow, spaces: Mapping[str, int]) -> NationGround:
    return NationGround(
        tuple(row.lands),
        tuple(row.maps),
        tuple(spaces[name] for name in row.spaces),
        tuple(spaces[name] for name in row.but),
        tuple(row.but_lands),
        row.outside,
    )


def _units(row: s.UnitsRow, units: Mapping[str, int], pieces: Mapping[int, tuple[int, str, bool]]) -> int:
    found = sum(1 << units[name] for name in row.units)
    for unit, (side, nation, army) in pieces.items():
        ours = row.side is not None and row.side == ("ap", "cp")[side] and nation not in row.but_nations
        if (ours or nation in row.nations) and row.size in (None, "army" if army else "corps"):
            found |= 1 << unit
    return found


def _of(nations: Sequence[str], pieces: Mapping[int, tuple[int, str, bool]]) -> int:
    return sum(1 << unit for unit, (_, nation, _army) in pieces.items() if nation in nations)


__all__ = ["Apart", "NationClosing", "NationGround", "Nations", "PointsLimit", "Quota", "Surcharge", "compile_nations"]
