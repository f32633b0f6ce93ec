"""Typed orders after the combats: what units do that have not fought.

merge 27ib from 14ib
"""

from __future__ import annotations

from bot.table.offers import OfferContext
from bot.table.refusal import refuse
from bot.titles.liege.lexicon import one_unit
from bot.titles.liege.reading import SaidOrder


def merge(desk: OfferContext, text: str) -> None:
    """Give a unit back a step from another one; the giver may be left out where only one can."""
    table, said = desk.table, SaidOrder.of(desk, text)
    said.items = [item for item in said.items if item.kind not in ("with", "to")]
    units = [item for item in said.items if item.kind == "unit"]
    if table.kind == "afterwards":
        if not units:
            raise refuse("which_unit", "6.5.1", text)
        table.do("merge", one_unit(said.names, units.pop(0), table.side, table.may("merge")), text)
    if table.game.stack and table.kind == "merging":
        if not units:
            raise refuse("which_giver", "6.5.1", text, unit=table.field("unit"))
        table.do("from", one_unit(said.names, units[0], table.side, table.may("from")), text)


def merges(desk: OfferContext, piece: str) -> list[str]:
    """Return each unit that can regain a step, with each that can give it."""
    del piece
    table, names = desk.table, SaidOrder(desk, "", []).names
    if table.kind == "merging":
        return [names.short(one) for one in table.may("from")]
    found = []
    for unit in table.may("merge"):
        trial = table.attempt(("merge", unit))
        givers = trial.may("from") if trial is not None and trial.kind == "merging" else ()
        found += [f"{names.short(unit)} from {names.short(giver)}" for giver in givers] or [names.short(unit)]
    return found


__all__ = ["merge", "merges"]
