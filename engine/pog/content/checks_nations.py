"""Checks of the rules on single nations: names, conditions, and rows without effect."""

from __future__ import annotations

from engine.pog.content import schema_nations as s
from engine.pog.content.checks_cards import check_condition
from engine.pog.content.facts import Facts
from engine.pog.content.naming import Names, refuse, unique

FILE = "nations.toml"
#: Ways of closing for which no named ground means the whole map.
_ANYWHERE = frozenset({"sea", "sr"})


def check_nations(facts: Facts, names: Names) -> None:
    """Check that every row names existing units and spaces, under existing conditions."""
    file = facts.nations
    limits: list[s.LimitedRow] = [*file.closings, *file.quotas]
    bound: list[s.UnitsRow] = [*limits, *file.surcharges]
    grounds: list[s.GroundRow] = [*bound, *file.points]
    unique(FILE, "name", [row.name for row in grounds] + [row.name for row in file.apart])
    for row in bound:
        _check_units(row, names)
    for ground in grounds:
        _check_ground(ground, names)
    for limited in limits:
        for token in limited.when:
            check_condition((FILE, limited.name, "when"), token, names)
    for closing in file.closings:
        if not _named(closing) and not _ANYWHERE.issuperset(closing.closes):
            refuse(FILE, closing.name, "lands", "says no ground that is closed")
        if closing.but_quota is not None and closing.but_quota not in {quota.name for quota in file.quotas}:
            refuse(FILE, closing.name, "but_quota", f"{closing.but_quota!r} is no quota")
    for points in file.points:
        if points.pool not in {pool for pools in names.pools.values() for pool in pools}:
            refuse(FILE, points.name, "pool", f"{points.pool!r} is no pool")


def _check_units(row: s.UnitsRow, names: Names) -> None:
    for name in row.units:
        if name not in names.units:
            refuse(FILE, row.name, "units", f"{name!r} is no unit")
    bound = [unit for unit in names.units.values() if _binds(row, unit.name, unit.nation, unit.side, unit.size)]
    if not bound:
        refuse(FILE, row.name, "nations", "binds no unit")
    if len({unit.side for unit in bound}) > 1:
        refuse(FILE, row.name, "nations", "binds units of both sides")


def _binds(row: s.UnitsRow, name: str, nation: str, side: str, size: str) -> bool:
    ours = row.side == side and nation not in row.but_nations
    return name in row.units or ((ours or nation in row.nations) and row.size in (None, size))


def _check_ground(row: s.GroundRow, names: Names) -> None:
    for field, spaces in (("spaces", row.spaces), ("but", row.but)):
        for space in spaces:
            if space not in names.map_spaces:
                refuse(FILE, row.name, field, f"{space!r} is no space of the map")


def _named(row: s.GroundRow) -> bool:
    return bool(row.lands or row.maps or row.spaces)
