"""A table for Suicide of Europe, and one of Deluxe for comparison."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.pog.rulesets.suicide import SUICIDE
from engine.pog.rulesets.suicide.supply import GRADES
from tests.support.table import AP, Table


def suicide(*, turn: int = 5, setup: bool = False, switches: Mapping[str, str] | None = None) -> Table:
    """Return a `Table` with the ruleset and its scenario; switches without their prefix."""
    chosen = tuple(sorted((f"soe.{name}", value) for name, value in (switches or {}).items()))
    return Table("suicide", rulebook=SUICIDE, turn=turn, setup=setup, switches=chosen)


def table_of(variant: bool, **options: Any) -> Table:
    """Return a table of the variant or of the rules it is based on."""
    return suicide(**options) if variant else Table("historical", **{"turn": 5, **options})


def acted(table: Table, side: int, *kinds: str) -> Table:
    """Record actions of this turn as taken, without a card."""
    table.state.actions[side] = [(kind, -1) for kind in kinds]
    return table


def landed() -> Table:
    """Return a table on which the MEF has just landed."""
    table = suicide(setup=True, turn=6).at_war("tu", units=True).hand(AP, "ap_31_mef").choose(AP)
    return table.do("event ap_31_mef", "place mef_1")


def graded(table: Table, grade: int, *units: str) -> Table:
    """Put units out of supply at a grade."""
    table.state.marks[GRADES[grade - 1]] |= table.units(*units)
    return table
