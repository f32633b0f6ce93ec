"""Ending the advance is asked about first where a card of the combat costs a VP without one (CP 51)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.service.acting.confirmations import asks
from bot.table.reasons import sentence
from bot.table.refusal import AsksFirst
from bot.table.table import Table as Orders
from bot.titles import table_of
from bot.titles.pog.notation import typed
from bot.titles.pog.standing_orders import StandingOrder, choice_for
from tests.bot.test_silenced_forts import liege
from tests.cards.support import WEST, declare, windows
from tests.cards.test_total_cp import GREAT
from tests.rulesets.banquet.support import banquet
from tests.support.facts import lexicon, names
from tests.support.table import CP, Table


def beaten(card: str) -> Orders:
    """Return the advance of a great offensive."""
    table = declare(replace(WEST, played=GREAT), card, attacker=6, defender=1)
    windows(table, card)
    while not table.asks("advance"):
        table.do(table.game.text(next(iter(table.game.options()))))
    return table_of(table.game, CP)


def question(card: str, *lines: str) -> str:
    """Return the question after orders for the advance of a great offensive; "" if none is asked."""
    orders = beaten(card)
    orders.ask = asks(names())
    for line in lines:
        name, _, text = line.partition(" ")
        typed.ORDERS[name](lexicon(), orders, text)
    try:
        orders.check_questions()
    except AsksFirst as asked:
        return sentence(names(), asked)
    return ""


@pytest.mark.parametrize("line", ["done", "advance none"])
def test_no_advance_in_a_peace_offensive_is_asked_first(line: str) -> None:
    told = question("cp_51_peace_offensive", line)
    assert "costs you 1 VP if no attacker advances to Cambrai" in told
    assert "Peace Offensive" in told


def test_nothing_is_asked_after_an_advance_or_with_another_card() -> None:
    assert question("cp_51_peace_offensive", "advance ge 1 cambrai") == ""
    assert question("cp_50_blucher", "done") == ""


@pytest.mark.parametrize(("card", "asks"), [("cp_51_peace_offensive", True), ("cp_50_blucher", False)])
def test_a_standing_order_never_to_advance_does_not_pay_the_vp(card: str, asks: bool) -> None:
    found = choice_for(beaten(card), names(), [StandingOrder(kind="advance")])
    assert (found is None) is asks


@pytest.mark.parametrize(("ruleset", "asks"), [("banquet", True), ("deluxe", False)])
def test_a_standing_order_never_to_advance_spares_no_fort(ruleset: str, asks: bool) -> None:
    found = choice_for(liege(banquet() if ruleset == "banquet" else Table()), names(), [StandingOrder(kind="advance")])
    assert (found is None) is asks
