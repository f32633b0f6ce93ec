"""Where units stand on a table, and in what state."""

from __future__ import annotations

from bot.table.table import Table


def stands(table: Table, unit: int) -> int:
    """Return the space or box a unit stands in."""
    return int(table.game.state.loc[unit])


def weakened(table: Table) -> int:
    """Return the set of reduced units."""
    return int(table.game.state.reduced)


def units_in(table: Table, space: int) -> list[int]:
    """Return the ordering side's units in a space or box."""
    state = table.game.state
    return [unit.id for unit in state.rules.content.units if unit.side == table.side and state.loc[unit.id] == space]


__all__ = ["stands", "units_in", "weakened"]
