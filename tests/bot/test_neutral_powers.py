"""A warning precedes every act that would bring a neutral power into the war (16.1.3 in Suicide of Europe)."""

from __future__ import annotations

import pytest

from bot.service.acting.confirmations import asks
from bot.table.reasons import sentence
from bot.table.refusal import AsksFirst
from bot.table.table import Table as Orders
from bot.titles import table_of
from bot.titles.pog.narration.names import names_in
from bot.titles.pog.notation import typed
from bot.titles.pog.notation.lexicon import lexicon
from tests.rulesets.suicide.support import suicide
from tests.support.table import CP


def koblenz(neutral: int) -> Orders:
    """Return a German army next to Liège, about to move or attack; a French one is in Sedan."""
    table = suicide(turn=2).put("koblenz", "ge_1_army").put("metz", "ge_2_army").put("sedan", "fr_5_army").any_dice()
    table.state.marks["neutral_powers"] = neutral
    return table_of(table.operate(CP, 4).activate("koblenz", "metz").game, CP)


def asked(orders: Orders, text: str) -> list[str]:
    """Return the questions before a move."""
    names = names_in(orders.game.state.rules)
    orders.ask = asks(names)
    typed.ORDERS["move"](lexicon(orders.game.state.rules.content, "en"), orders, text)
    try:
        orders.check_questions()
    except AsksFirst as found:
        return [sentence(names, question) for question in found.questions]
    return []


@pytest.mark.parametrize("text", ["ge 1 to liege", "ge 1 koblenz-liege"])
def test_a_move_into_belgium_tells_first_that_france_enters(text: str) -> None:
    (question,) = asked(koblenz(neutral=3), text)
    assert "This brings France into the war against you" in question


def test_nobody_is_asked_once_it_is_in_the_war_nor_elsewhere() -> None:
    assert asked(koblenz(neutral=2), "ge 1 to liege") == []
    assert asked(koblenz(neutral=3), "ge 1 to frankfurt") == []
