"""Helpers of the rules tests: an action with a given hand, and where a unit may redeploy."""

from __future__ import annotations

from tests.support.table import Table


def holding(side: int, *cards: str, setup: bool = True, **more: object) -> Table:
    """Return the August set-up with a given hand, the side being asked for its action."""
    table = Table(setup=setup, **more).hand(side, *cards)  # type: ignore[arg-type]
    return table.choose(side)


def ways(table: Table, unit: str) -> set[str]:
    """Return where a unit may redeploy to; empty if it cannot be picked."""
    table.redeploy(table.system.rules.side_of[table.unit(unit)], 4)
    if not table.asks("sr_unit") or unit not in table.offered("pick"):
        return set()
    return table.do(f"pick {unit}").offered("to")
