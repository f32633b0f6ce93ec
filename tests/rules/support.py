"""What tests of the rules ask of a table: an action with a hand, and where a unit may redeploy to."""

from __future__ import annotations

from tests.support.table import Table


def holding(side: int, *cards: str, setup: bool = True, **more: object) -> Table:
    """The August set-up with a hand, the side being asked for its action."""
    table = Table(setup=setup, **more).hand(side, *cards)  # type: ignore[arg-type]
    return table.choose(side)


def ways(table: Table, unit: str) -> set[str]:
    """Where a unit may redeploy to; empty if it cannot be picked."""
    table.redeploy(table.system.rules.side_of[table.unit(unit)], 4)
    if not table.asks("sr_unit") or unit not in table.offered("pick"):
        return set()
    return table.do(f"pick {unit}").offered("to")
