"""A table at which Banquet des Généraux is played, and questions asked at it and at a Deluxe table alike."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.pog.rulesets.banquet import BANQUET
from tests.support.table import Table


def banquet(**options: Any) -> Table:
    """As `Table`, with the ruleset and its scenario."""
    return Table("banquet", rulebook=BANQUET, **options)


def both(**options: Any) -> Iterator[tuple[bool, Table]]:
    """A Deluxe table, then one of the variant: whether it is the variant's, and the table."""
    yield False, Table("historical", **options)
    yield True, banquet(**options)


def ends(table: Table, side: int, unit: str, *path: str) -> bool:
    """Whether a unit may step along a path and end there, in an operation that begins now."""
    table.operate(side).activate(table.where(unit))
    if not table.asks("move_unit") or unit not in table.offered("pick"):
        return False
    table.do(f"pick {unit}")
    for space in path:
        if space not in table.offered("step"):
            return False
        table.do(f"step {space}")
    return not table.asks("move_on") or table.allows("stop")


def sent(table: Table, side: int, unit: str) -> set[str]:
    """Where a unit may redeploy to now."""
    table.redeploy(side, 9)
    return table.do(f"pick {unit}").offered("to") if unit in table.offered("pick") else set()


def advancing(table: Table) -> set[str]:
    """Attackers that may advance, once everything before it is played in the first way there is."""
    while not table.asks("advance", "activate", "choose_action"):
        table.do(table.game.text(next(iter(table.game.options()))))
    return table.offered("add") if table.asks("advance") else set()
