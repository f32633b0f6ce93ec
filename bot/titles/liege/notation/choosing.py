"""Name resolution for `choose`: units, hexes, forts and facings as other orders name them, several at once.

choose hit kmk3, 14ib          choose add 21cm 15cm          choose unit 27ib
"""

from __future__ import annotations

from bot.table.offers import OfferContext
from bot.table.refusal import Refusal
from bot.titles.liege.notation.barrage_targets import check_hits
from bot.titles.liege.notation.lexicon import one_unit
from bot.titles.liege.notation.reading import SaidOrder


def called(context: OfferContext, verb: str, text: str) -> list[int]:
    """Return the arguments of a verb that a text names, [] for other texts; raises Refusal for ambiguous names or too many."""
    table = context.table
    kind = table.game.decision.verbs.get(verb, "")
    try:
        said = SaidOrder.of(context, text)
    except Refusal:  # unknown words are answered with the legal choices
        return []
    if any(item.kind != kind for item in said.items):
        return []
    if kind != "unit":
        return [item.ids[0] for item in said.items]
    found: list[int] = []
    for item in said.items:
        found.append(one_unit(said.names, item, table.side, [one for one in table.may(verb) if one not in found]))
    if verb == "hit":
        check_hits(table, found, text)
    return found


__all__ = ["called"]
