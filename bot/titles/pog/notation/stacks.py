"""Where units are on a table, and in what state."""

from __future__ import annotations

from collections.abc import Iterable

from bot.table.table import Table
from engine.core.bits import members


def stands(table: Table, unit: int) -> int:
    """Return the space or box of a unit."""
    return int(table.game.state.loc[unit])


def weakened(table: Table) -> int:
    """Return the set of reduced units."""
    return int(table.game.state.reduced)


def units_in(table: Table, space: int) -> list[int]:
    """Return the ordering side's units in a space or box."""
    return list(members(table.game.state.units_of(table.side, space)))


def factors(table: Table, units: Iterable[int]) -> int:
    """Return the combat factors of units at their present strength, in CF."""
    specs, reduced, found = table.game.state.rules.content.units, weakened(table), 0
    for unit in units:
        found += specs[unit].reduced_cf if reduced >> unit & 1 else specs[unit].cf
    return found


__all__ = ["factors", "stands", "units_in", "weakened"]
