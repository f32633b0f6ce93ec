"""A table at which Suicide of Europe is played, and one of Deluxe to compare it with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.pog.rulesets.suicide import SUICIDE
from tests.support.table import Table


def suicide(*, turn: int = 5, setup: bool = False, switches: Mapping[str, str] | None = None) -> Table:
    """As `Table`, with the ruleset and its scenario; switches without their prefix."""
    chosen = tuple(sorted((f"soe.{name}", value) for name, value in (switches or {}).items()))
    return Table("suicide", rulebook=SUICIDE, turn=turn, setup=setup, switches=chosen)


def table_of(variant: bool, **options: Any) -> Table:
    """A table of the variant or of the rules that it comes from."""
    return suicide(**options) if variant else Table("historical", **{"turn": 5, **options})


def acted(table: Table, side: int, *kinds: str) -> Table:
    """Note actions of this turn as taken, without a card."""
    table.state.actions[side] = [(kind, -1) for kind in kinds]
    return table
