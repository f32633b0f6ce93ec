"""Target selection for a barrage that can't hit all units of a hex: typed orders and panel offers.

fire kmk3 14ib             fire all (those that should lose most)             choose hit kmk3, 14ib
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.table import choice_codec
from bot.table.generic import verb_label
from bot.table.offers import Entry, OfferContext, Offers
from bot.table.refusal import refuse
from bot.table.table import Table
from bot.titles.liege.looks import odds
from bot.titles.liege.notation.reading import SaidOrder
from engine.liege import barrage
from engine.liege.barrage import UnitBarrage
from engine.liege.state import LiegeState


def hit(said: SaidOrder) -> None:
    """Choose the named units as targets; with `all`, or without a name, those with the highest expected losses."""
    table = said.context.table
    units = said.units(table.may("hit"), 1 - table.side) if said.items and said.items[0].kind == "unit" else []
    best = said.flag("all") or not units
    said.finish()
    check_hits(table, units, said.text)
    if best:
        units = [*units, *(one for one in _worst_hit(table) if one not in units)][: hits_left(table)]
    for unit in units:
        table.do("hit", unit, said.text)


def hits_left(table: Table) -> int:
    """Return the number of targets still to be chosen."""
    return barrage.hits(table.game.state, _fired(table)) - int(table.field("chosen")).bit_count()


def check_hits(table: Table, units: Sequence[int], text: str) -> None:
    """Refuse more targets than the barrage can hit."""
    if table.kind == "barrage_targets" and len(units) > (left := hits_left(table)):
        raise refuse("hits_fewer", "8.3.1", text, hex=table.field("hex"), count=left)


def offers(context: OfferContext) -> Offers:
    """Offer the possible targets with their chances, highest expected losses first, and the top ones together as a button."""
    table, found, left = context.table, Offers(), hits_left(context.table)
    worst = _worst_hit(table)
    entries = [
        Entry(context.named("unit", unit), choice_codec.encode_choices(("hit", unit)), _chance(context, unit))
        for unit in worst
    ]
    found.group(verb_label(context, "hit"), entries, most=left)
    if left > 1:
        named = context.names.words.listed([context.named("unit", unit) for unit in worst[:left]])
        found.titled = True
        found.press(
            context.say("liege.hit_these", units=named), choice_codec.encode_choices(*(("hit", unit) for unit in worst[:left])), style="primary",
            hint=context.say("liege.hit_these_hint"),
        )  # fmt: skip
    return found


def hits(context: OfferContext) -> list[str]:
    """Complete the targets: `all`, and each unit that can be hit."""
    names = SaidOrder(context, "", []).names
    return ["all", *(names.short(unit) for unit in context.table.may("hit"))]


def _worst_hit(table: Table) -> list[int]:
    """Return the possible targets by expected losses; in their given order if hidden units, which could shield them, are there too."""
    state, fired = table.game.state, _fired(table)
    if odds.hidden_there(state, fired.hex):
        return list(table.may("hit"))
    return sorted(table.may("hit"), key=lambda unit: (-odds.expected(state, fired, unit), unit))


def _chance(context: OfferContext, unit: int) -> str:
    state: LiegeState = context.table.game.state
    fired = _fired(context.table)
    if odds.hidden_there(state, fired.hex):
        return ""
    found = barrage.chances_of_steps(state, fired, unit)
    every = sum(found.values())
    lost, gone = odds.percent(every - found.get(0, 0), every), odds.percent(found.get(state.steps(unit), 0), every)
    return context.say("liege.hit_chance", hit=lost, gone=gone)


def _fired(table: Table) -> UnitBarrage:
    return UnitBarrage(table.field("hex"), table.field("guns"), table.field("forts"))


__all__ = ["check_hits", "hit", "hits", "hits_left", "offers"]
