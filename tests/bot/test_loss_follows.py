"""A step loss after which the others are settled says which, before it is taken (12.4.3)."""

from __future__ import annotations

from bot.titles import table_of
from bot.titles.panel import offers_of
from bot.titles.pog.offer_context import PogOfferContext
from tests.support.facts import names
from tests.support.table import AP, Table


def verdun(die: int) -> dict[str, str]:
    """Return the losses offered to three French armies in Verdun, each with what is said of it."""
    table = Table().put("sedan", "ge_3_army", "ge_4_army").put("metz", "ge_5_army", "ge_6_army")
    table.put("verdun", "fr_4_army", "fr_5_army", "fr_9_army").reserve("fr_corps_01", "fr_corps_02")
    table.dice(attacker=die, defender=1).operate(1).activate("!sedan", "!metz")
    table.do("add ge_3_army", "add ge_4_army", "add ge_5_army", "add ge_6_army", "target verdun")
    table.do("frontal")
    offers = offers_of(PogOfferContext(table_of(table.game, AP), names()))
    return {entry.label: entry.description for group in offers.groups for entry in group.entries}


def test_what_a_loss_settles_is_said_with_it() -> None:
    """Seven can only be taken by one army twice and the corps that replaces it."""
    losses = verdun(5)
    assert losses["Reduce FR 4 (LF 3)"] == (
        "French 4th Army. Then only this takes the most: FR 4 eliminated and replaced by FR c, FR c reduced"
    )


def test_a_loss_that_leaves_a_choice_says_nothing_more() -> None:
    assert verdun(1)["Reduce FR 4 (LF 3)"] == "French 4th Army"
