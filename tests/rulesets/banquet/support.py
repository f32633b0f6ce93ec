"""A table at which Banquet des Généraux is played."""

from __future__ import annotations

from typing import Any

from engine.pog.rulesets.banquet import BANQUET
from tests.support.table import Table


def banquet(**options: Any) -> Table:
    """As `Table`, with the ruleset and its scenario."""
    return Table("banquet", rulebook=BANQUET, **options)
