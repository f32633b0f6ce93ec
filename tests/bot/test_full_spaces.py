"""A redeployment into a full space says that another unit must go on, before and after it (10.1.3)."""

from __future__ import annotations

from bot.titles import table_of
from bot.titles.panel import offers_of
from bot.titles.pog.offer_context import PogOfferContext
from bot.titles.pog.panels.figures import task
from tests.support.facts import names
from tests.support.table import AP, Table


def context(table: Table) -> PogOfferContext:
    return PogOfferContext(table_of(table.game, AP), names())


def descriptions(table: Table) -> dict[str, str]:
    return {entry.label: entry.description for group in offers_of(context(table)).groups for entry in group.entries}


def test_a_full_space_warns_that_a_unit_must_move_on() -> None:
    table = Table().put("verdun", "fr_5_army", "fr_9_army", "fr_corps_02").put("paris", "fr_6_army")
    table.reserve("fr_corps_01").redeploy(AP).do("pick fr_corps_01")
    told = descriptions(table)
    assert told["Verdun"] == "FR 5, FR 9 and FR c: full, so one must then go on"
    assert told["Paris"] == "FR 6"
    table.do("to verdun")
    assert "**Too many units** in Verdun: at most 3 may stay in a space" in task(context(table))


def test_nothing_is_said_where_there_is_room() -> None:
    table = Table().put("paris", "fr_6_army").reserve("fr_corps_01", "fr_corps_02").redeploy(AP)
    table.do("pick fr_corps_01", "to paris")
    assert "Too many" not in task(context(table))
