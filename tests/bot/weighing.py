"""Attacks whose odds are computed."""

from __future__ import annotations

from bot.titles.pog.looks.odds_answer import odds_text
from engine.pog import view_of
from tests.support.facts import lexicon, names
from tests.support.table import CP, Table

CONTENT = names().content


def weighed(table: Table, target: str, side: int) -> str:
    """Return the answer to `/odds` for a side."""
    return odds_text(names(), lexicon(), view_of(table.game, viewer=side), table.game, side, target)


def sedan() -> Table:
    """Return two German stacks in reach of Sedan."""
    table = Table().put("koblenz", "ge_2_army", "ge_3_army").put("metz", "ge_4_army")
    return table.put("sedan", "fr_5_army").operate(CP, 20).activate("!koblenz", "!metz")
