"""Orders of a rules test given as typed, with what is asked about them, told of them, and shown on the panel."""

from __future__ import annotations

from bot.narration.plain import public
from bot.service.acting.confirmations import asks
from bot.table.reasons import sentence
from bot.table.refusal import AsksFirst
from bot.table.table import Table as Orders
from bot.titles import table_of, title_of
from bot.titles.pog.narration.names import Names, names_in
from bot.titles.pog.narration.narrator import Narrator
from bot.titles.pog.notation import typed
from bot.titles.pog.notation.lexicon import lexicon
from bot.titles.pog.panels import figures
from tests.support.table import Table


def words(table: Table) -> Names:
    """Return the words of the war."""
    return names_in(table.state.rules, "en")


def ordered(table: Table, side: int, *lines: str) -> tuple[Orders, str]:
    """Return the table after orders in one command, and the question asked about them, "" for none."""
    names = words(table)
    orders = table_of(table.game.copy(), side)
    orders.ask = asks(names)
    try:
        for line in lines:
            name, _, text = line.partition(" ")
            typed.ORDERS[name](lexicon(names.content, "en"), orders, text)
        orders.check_questions()
    except AsksFirst as question:
        return orders, sentence(names, question)
    return orders, ""


def story(table: Table, orders: Orders) -> str:
    """Return the narration of orders."""
    return "\n".join(Narrator(words(table)).compose([public(number, event) for number, event in orders.told]))


def panel(table: Table, side: int) -> str:
    """Return the words of a side's panel."""
    return figures.task(title_of(table.game).offer_context(table_of(table.game.copy(), side), "en"))


__all__ = ["ordered", "panel", "story", "words"]
