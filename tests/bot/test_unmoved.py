"""Units that could still move when an attack ends all movement are named before, and again when it is done (9.2.8)."""

from __future__ import annotations

from bot.service.acting.confirmations import asks
from bot.table.refusal import AsksFirst
from bot.table.table import Table as Orders
from bot.titles import table_of
from bot.titles.pog.notation import typed
from tests.bot.support import Channel
from tests.bot.test_confirmations import put
from tests.support.facts import lexicon, names
from tests.support.table import CP, Table


def beside_verdun(*moving: str) -> Table:
    """Return an attack on Verdun activated in Metz, and adjacent spaces activated to move."""
    table = Table().put("metz", "ge_1_army", "ge_corps_01").put("strasbourg", "ge_5_army", "ge_corps_02")
    return table.put("verdun", "fr_3_army").hand(CP, "cp_05_landwehr")


async def test_an_attack_asks_before_it_ends_moves_and_names_whose(channel: Channel) -> None:
    """Nothing is done at first; with "anyway" the story says which units have not moved."""
    await channel.begin()
    table = beside_verdun()
    table.state.round = 2
    await put(channel, table.any_dice().run_from("cp_action"))
    await channel.say("anna", "play 5 as ops; activate metz attack, strasbourg move")
    number = await channel.number()
    asked = await channel.told("anna", "attack verdun")
    assert "An attack ends all movement (rule 9.2.8). GE 5 and GE c could still move out of Strasbourg" in asked
    assert await channel.number() == number
    assert "Movement is over. Not moved: GE 5 and GE c." in await channel.told("anna", "attack verdun anyway")
    assert await channel.number() > number


def codes(orders: Orders, text: str) -> list[str]:
    """Return the questions asked about an attack."""
    orders.ask = asks(names())
    typed.ORDERS["attack"](lexicon(), orders, text)
    try:
        orders.check_questions()
    except AsksFirst as asked:
        return [question.reason.code for question in asked.questions]
    return []


def test_no_question_about_units_that_stay_after_a_move() -> None:
    """The army has left Strasbourg: the order said that its corps stays."""
    table = beside_verdun().any_dice().operate(CP, 2)
    orders = table_of(table.activate("!metz", "strasbourg").game, CP)
    typed.ORDERS["move"](lexicon(), orders, "ge 5 army mulhouse")
    assert codes(orders, "verdun") == []


def test_no_question_where_units_can_still_move_after_combats() -> None:
    """In Banquet their markers stay (9.2.10)."""
    table = Table("banquet", turn=3).put("metz", "ge_1_army").put("strasbourg", "ge_5_army").put("verdun", "fr_3_army")
    orders = table_of(table.any_dice().operate(CP, 2).activate("!metz", "strasbourg").game, CP)
    assert codes(orders, "verdun") == []
