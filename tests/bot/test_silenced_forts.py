"""After silencing a fort that falls only to units entering it, giving that up is confirmed first (15.1.7.1 in Banquet)."""

from __future__ import annotations

import pytest

from bot.service.acting.confirmations import asks
from bot.table.refusal import AsksFirst
from bot.table.table import Table as Orders
from bot.titles import table_of
from bot.titles.pog.notation import typed
from tests.rulesets.banquet.support import banquet
from tests.support.facts import lexicon, names
from tests.support.table import CP, Table


def liege(table: Table, die: int = 6) -> Orders:
    """Return a German army that has attacked the fort of Liège and can advance."""
    table.put("koblenz", "ge_1_army").dice(attacker=die, defender=1).attack("liege", "ge_1_army")
    while table.asks("defender_loss", "attacker_loss"):
        table.do(table.game.text(next(iter(table.game.options()))))
    assert table.asks("advance")
    orders = table_of(table.game, CP)
    orders.ask = asks(names())
    return orders


@pytest.mark.parametrize("order", ["done", "advance"])
def test_advancing_past_a_silenced_fort_needs_no_question(order: str) -> None:
    orders = liege(banquet())
    typed.ORDERS[order](lexicon(), orders, "none" if order == "advance" else "")
    with pytest.raises(AsksFirst) as asked:
        orders.check_questions()
    assert [question.reason.code for question in asked.value.questions] == ["fort_spared"]


def test_nothing_is_asked_where_the_fort_has_fallen() -> None:
    """To an advance; and in Deluxe to the fire alone."""
    orders = liege(banquet())
    typed.ORDERS["advance"](lexicon(), orders, "ge 1 liege")
    orders.check_questions()
    orders = liege(Table("historical"))
    typed.ORDERS["done"](lexicon(), orders, "")
    orders.check_questions()
