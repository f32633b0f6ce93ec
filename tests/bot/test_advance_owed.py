"""Ending the advance is asked about first where a card of the combat costs a VP without one (CP 51)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.service.acting.confirmations import asks
from bot.table.reasons import sentence
from bot.table.refusal import AsksFirst
from bot.titles import table_of
from bot.titles.pog.notation import typed
from tests.cards.support import WEST, declare, windows
from tests.cards.test_total_cp import GREAT
from tests.support.facts import lexicon, names
from tests.support.table import CP


def question(card: str, *lines: str) -> str:
    """Return the question after orders for the advance of a great offensive; "" if none is asked."""
    table = declare(replace(WEST, played=GREAT), card, attacker=6, defender=1)
    windows(table, card)
    while not table.asks("advance"):
        table.do(table.game.text(next(iter(table.game.options()))))
    orders = table_of(table.game, CP)
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
