"""Typed orders for hidden units, aircraft and headquarters.

scout 2kd w36                      scout 2kd v36 w36 long          (march to V36, then look into W36)
aircraft never | near | always | ask                               fly 2aok
hide 13id 14id                     hide all                        change 13id to 2aok
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.table.offers import OfferContext
from bot.table.refusal import Refusal, perhaps, refuse
from bot.table.table import Table
from bot.table.typed_text import phrase
from bot.titles.liege.notation.lexicon import one_unit
from bot.titles.liege.notation.movement_orders import march_of, steps_to
from bot.titles.liege.notation.reading import SaidOrder
from engine.liege import command, march_search, move, recon
from engine.liege.fog import hidden_hexes
from engine.liege.state import AIR_ORDERS

#: Maximum number of hexes proposed to scout from.
_MOST: Final = 3


def scout(context: OfferContext, text: str) -> None:
    """Let cavalry scout a hex: it marches through all hexes named but the last, which it scouts; `long` takes longer."""
    table, said = context.table, SaidOrder.of(context, text)
    forced, long, _ = said.flag("forced"), said.flag("long"), said.flag("with")
    said.items.sort(key=lambda item: item.kind != "unit")  # `scout v35 with 2kd`
    if table.kind == "marching":
        unit = int(table.field("unit"))
        if [one for one in said.units([unit]) if one != unit]:
            raise refuse("march_first", "7.1.2", text, unit=unit)
    else:
        units = said.units(table.may("unit"))
        if len(units) != 1:
            raise refuse("which_scout", "20.2.1", text)
        table.do("unit", units[0], text)
    way = said.hexes()
    said.finish()
    if not way:
        raise refuse("which_hex_scouted", "20.2.1", text)
    unit = march_of(table).unit
    rides = said.names.facts.units[unit].type == "CAV"
    if rides and len(way) == 1 and way[0] not in said.state.facts.grid.beyond[march_of(table).hex]:
        raise _from_where(said, way[0])
    for target in way[:-1]:
        for hex_ in steps_to(table, target, text, forced=forced):
            table.do("step", hex_, text)
            if table.chance:
                return
    verb = "scout_long" if long else "scout"
    if forced and not table.offers(verb, way[-1]) and table.offers("forced"):
        table.do("forced", 0, text)
    table.do(verb, way[-1], text)


def _from_where(said: SaidOrder, hex_: int) -> Refusal:
    """Return the question from which hex a unit scouts one that isn't next to it, with the nearest ways that are possible."""
    begun, grid = march_of(said.context.table), said.state.facts.grid
    state = said.context.table.trial().game.state
    near = [
        one.hex
        for one in march_search.marches(state, begun.unit, force=False, begun=begun)
        if hex_ in grid.beyond[one.hex] and one.hex != begun.hex
    ]
    unit, to = said.names.short(begun.unit), said.names.hex(hex_).lower()
    ways = [f"scout {unit} {said.names.hex(one).lower()} {to}" for one in dict.fromkeys(near)]
    return perhaps(refuse("scouts_from", "20.2.4", said.text, unit=begun.unit, hex=hex_), "", ways[:_MOST])


def aircraft(context: OfferContext, text: str) -> None:
    """Set when aircraft search for hidden units on the march."""
    found = air_order(context, text)
    if found is None:
        raise refuse("which_air_order", "20.1.2", text)
    context.table.do("aircraft", found, text)


def air_order(context: OfferContext, text: str) -> int | None:
    """Return the aircraft order that a text is, or the only one with its words or some of them: `always up`; None for another text."""
    known, said = air_orders(context), phrase(text)
    words = {*said.split()}
    near = {number for typed, number in known.items() if len(typed.split()) == 1 and typed in words}
    return known[said] if said in known else near.pop() if len(near) == 1 else None


def air_orders(context: OfferContext) -> dict[str, int]:
    """Return the aircraft orders by typed text."""
    named = {phrase(context.named("air_order", number)): number for number in range(len(AIR_ORDERS))}
    return {**{word: number for number, word in enumerate(AIR_ORDERS)}, **named}


def fly(context: OfferContext, text: str) -> None:
    """Send aircraft of the named headquarters, or of the first that can."""
    table, said = context.table, SaidOrder.of(context, text)
    able = table.may("fly")
    units = said.units(able) or list(able[:1])
    said.finish()
    if len(units) != 1:
        raise refuse("which_headquarters", "20.1.3", text)
    table.do("fly", units[0], text)


def hide(context: OfferContext, text: str) -> None:
    """Hide the named units, or all that can."""
    table, said = context.table, SaidOrder.of(context, text)
    units = said.units(table.may("hide"))
    said.finish()
    if not units:
        raise refuse("nobody_hides", "19.1.6", text)
    for unit in units:
        table.do("hide", unit, text)


def change(context: OfferContext, text: str) -> None:
    """Transfer a unit to another headquarters, which can be omitted if only one can command it."""
    table, said = context.table, SaidOrder.of(context, text)
    state = table.game.state
    if table.kind == "new_command":
        said.flag("to")
        _transfer_to(said, int(table.field("unit")), table.may("to"))
        return
    item = said.take("unit")
    if item is None:
        raise refuse("which_change", "13.2.2", text)
    unit = one_unit(said.names, item, table.side, table.may("change"))
    said.flag("to")
    able = command.others_for(state, unit)
    if not table.offers("change", unit):
        able = []
    named = said.units(able)
    if able and named and named[0] not in able:
        raise refuse("no_other_headquarters", "13.2.2", text, unit=unit)
    if len(able) > 1 and len(named) != 1:
        raise refuse("which_headquarters", "13.2.2", text)
    said.finish()
    table.do("change", unit, text)
    if named and table.kind == "new_command" and not table.chance:
        table.do("to", named[0], text)


def _transfer_to(said: SaidOrder, unit: int, able: Sequence[int]) -> None:
    """Answer which headquarters a unit is transferred to."""
    named = said.units(able)
    said.finish()
    if len(named) != 1:
        raise refuse("which_headquarters", "13.2.2", said.text)
    if named[0] not in able:
        raise refuse("no_other_headquarters", "13.2.2", said.text, unit=unit)
    said.context.table.do("to", named[0], said.text)


# -- completions ---------------------------------------------------------------------------------------------------


def scouts(context: OfferContext, piece: str) -> list[str]:
    """Complete `scout`: the cavalry that can scout from its present hex, with the hexes."""
    del piece
    table, names = context.table, SaidOrder(context, "", []).names
    if table.kind == "marching":
        begun = [march_of(table)]
    else:
        begun = [move.begin(table.game.state, unit) for unit in table.may("unit")]
    return [
        f"{names.short(march.unit)} {names.hex(to).lower()}"
        for march in begun
        for to in _looked_into(table, march)
        if table.kind != "marching" or table.offers("scout", to)
    ]


def _looked_into(table: Table, march: move.HexMarch) -> list[int]:
    state = table.game.state
    if not hidden_hexes(state, 1 - table.side):
        return []
    return recon.ways_to_scout(state, march, force=bool(table.field("force", False)), long=False)


def aircraft_orders(context: OfferContext, piece: str) -> list[str]:
    """Complete `aircraft`: the orders not yet in force."""
    del piece
    return [AIR_ORDERS[number] for number in context.table.may("aircraft")]


def flights(context: OfferContext, piece: str) -> list[str]:
    """Complete `fly`: the headquarters whose aircraft can fly."""
    del piece
    names = SaidOrder(context, "", []).names
    return [names.short(unit) for unit in context.table.may("fly")]


def hiders(context: OfferContext, piece: str) -> list[str]:
    """Complete `hide`: `all`, and each unit that can hide."""
    del piece
    names = SaidOrder(context, "", []).names
    units = context.table.may("hide")
    return ["all", *(names.short(unit) for unit in units)] if units else []


def changes(context: OfferContext, piece: str) -> list[str]:
    """Complete `change`: each unit with each headquarters it can be transferred to."""
    del piece
    table, names = context.table, SaidOrder(context, "", []).names
    if table.kind == "new_command":
        return [f"to {names.short(one)}" for one in table.may("to")]
    state = table.game.state
    return [
        f"{names.short(unit)} to {names.short(one)}"
        for unit in table.may("change")
        for one in command.others_for(state, unit)
    ]


__all__ = [
    "air_orders", "aircraft", "aircraft_orders", "change", "changes", "flights", "fly", "hide", "hiders", "scout", "scouts",
]  # fmt: skip
