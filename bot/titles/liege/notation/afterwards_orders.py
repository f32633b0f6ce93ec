"""Typed orders after the combats, for units that haven't fought.

dig all                    dig v35                    dig 27ib 14ib
shift 27ib to v36 facing sw                           turn 14ib n
merge 27ib from 14ib
"""

from __future__ import annotations

from bot.table.offers import OfferContext
from bot.table.refusal import perhaps, refuse
from bot.titles.liege.notation.lexicon import one_unit
from bot.titles.liege.notation.movement_orders import looking_out
from bot.titles.liege.notation.reading import SaidOrder
from engine.core.bits import members
from engine.liege.grid import NOWHERE, SIDES
from engine.liege.shift import ways


def merge(context: OfferContext, text: str) -> None:
    """Restore a step of a unit from another unit; the giver can be omitted if only one can give, and comes first before "into"."""
    table, said = context.table, SaidOrder.of(context, text)
    units = [item for item in said.items if item.kind == "unit"]
    if [item.kind for item in said.items] == ["unit", "to", "unit"]:
        units.reverse()  # `merge 14ib into 27ib`: the merged unit gives
    if table.kind == "afterwards":
        if not units:
            raise refuse("which_unit", "6.5.1", text)
        table.do("merge", one_unit(said.names, units.pop(0), table.side, table.may("merge")), text)
    if table.game.stack and table.kind == "merging":
        if not units:
            raise refuse("which_giver", "6.5.1", text, unit=table.field("unit"))
        table.do("from", one_unit(said.names, units[0], table.side, table.may("from")), text)


def dig(context: OfferContext, text: str) -> None:
    """Let units dig in: all that can, all in a hex, or the named ones, which must share a hex."""
    table, said = context.table, SaidOrder.of(context, text)
    if table.kind == "digging":
        everybody = said.flag("all")
        units = said.units(table.may("with"))
        said.finish()
        for unit in units:
            table.do("with", unit, text)
        table.do("all" if everybody else "dig", 0, text)
        return
    if len(said.items) == 1 and said.items[0].kind == "all" and table.offers("dig_each"):
        table.do("dig_each", 0, text)
        return
    hexes = said.hexes(1)
    units = [one for one in table.may("dig") if said.state.at[one] in hexes] if hexes else said.units(table.may("dig"))
    said.finish()
    if not units:
        raise perhaps(refuse("nobody_digs", "10.1.1", text), "", [] if hexes else ["dig all"])
    table.do("dig", units[0], text)
    for unit in units[1:]:
        table.do("with", unit, text)
    if table.game.stack and table.kind == "digging":
        table.do("dig", 0, text)


def shift(context: OfferContext, text: str) -> None:
    """Move units one hex, or turn them, after the combats."""
    table, said = context.table, SaidOrder.of(context, text)
    facing = said.facing()
    units = said.units(table.may("shift")) if table.kind == "afterwards" else [int(table.field("unit"))]
    way = said.hexes(1)
    said.finish()
    if not units:
        raise refuse("which_unit", "9.7.1", text)
    for unit in units:
        came = said.state.at[unit]
        if table.kind == "afterwards":
            table.do("shift", unit, text)
        if table.kind == "shifting" and (way or facing is not None):
            table.do("to" if way else "turn", way[0] if way else 0, text)
        if table.kind == "shift_facing":
            hex_ = int(table.field("hex"))
            side = said.looking(facing, hex_)
            wanted = looking_out(said.state, unit, (came, hex_) if came != hex_ else (hex_,))
            table.do(
                "face",
                side if side != NOWHERE else wanted if table.offers("face", wanted) else table.may("face")[0],
                text,
            )


def turn(context: OfferContext, text: str) -> None:
    """Turn units after the combats, or answer the question for a unit's facing."""
    said = SaidOrder.of(context, text)
    looks = any(item.kind == "facing" for item in said.items)
    if said.facing() is None and not (said.items and said.items[-1].kind in ("hex", "fort")):
        raise said.without_facing()
    words = text.split()
    shift(context, text if looks else " ".join([*words[:-1], "facing", words[-1]]))


def digs(context: OfferContext, piece: str) -> list[str]:
    """Complete `dig`: `all`, each hex, and each unit that can dig in."""
    del piece
    table, names = context.table, SaidOrder(context, "", []).names
    if table.kind == "digging":
        return ["all"] if table.offers("all") else []
    units, state = table.may("dig"), table.game.state
    hexes = dict.fromkeys(state.at[one] for one in units)
    found = [names.hex(hex_).lower() for hex_ in hexes]
    return ["all", *found, *(names.short(one) for one in units)] if units else []


def shifts(context: OfferContext, piece: str) -> list[str]:
    """Complete `shift`: each unit with each hex it can move to."""
    del piece
    table, names = context.table, SaidOrder(context, "", []).names
    if table.kind == "shift_facing":
        return [f"facing {SIDES[side]}" for side in table.may("face")]
    if table.kind == "shifting":
        return [f"to {names.hex(to).lower()}" for to in table.may("to")]
    state = table.game.state
    return [
        f"{names.short(one)} to {names.hex(to).lower()}"
        for one in table.may("shift")
        for to in members(ways(state, one))
    ]


def merges(context: OfferContext, piece: str) -> list[str]:
    """Complete `merge`: each unit that can regain a step, with each possible giver."""
    del piece
    table, names = context.table, SaidOrder(context, "", []).names
    if table.kind == "merging":
        return [names.short(one) for one in table.may("from")]
    found = []
    for unit in table.may("merge"):
        trial = table.attempt(("merge", unit))
        givers = trial.may("from") if trial is not None and trial.kind == "merging" else ()
        found += [f"{names.short(unit)} from {names.short(giver)}" for giver in givers] or [names.short(unit)]
    return found


__all__ = ["dig", "digs", "merge", "merges", "shift", "shifts", "turn"]
