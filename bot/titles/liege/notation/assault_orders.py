"""Typed orders of assaults on forts: their declaration, the next fort after one fell at once, and the entry.

assault barchon with 27ib after 15cm             assault evegnee             enter 27ib facing n
"""

from __future__ import annotations

from bot.table.offers import OfferContext
from bot.table.refusal import refuse
from bot.table.table import Table
from bot.titles.liege.notation.lexicon import Item, one_unit
from bot.titles.liege.notation.movement_orders import looking_out
from bot.titles.liege.notation.reading import SaidOrder
from engine.liege.grid import NOWHERE, SIDES


def assault(context: OfferContext, text: str) -> None:
    """Declare an assault on a fort: `with` a unit, `after` guns; after a fort has fallen at once, storm the next one."""
    table, said = context.table, SaidOrder.of(context, text)
    item = said.take("fort")
    if table.kind == "storm_on":
        if item is None:
            raise refuse("which_fort", "11.5.4", text)
        said.finish()
        table.do("go", item.ids[0], text)
        return
    prepare_assault(said, item)
    table.do("declare", 0, text)


def prepare_assault(said: SaidOrder, item: Item | None) -> None:
    """Assemble an assault on a fort as ordered, up to its declaration."""
    table, text = said.context.table, said.text
    if table.kind == "assaults":
        if item is None:
            raise refuse("which_fort", "11.5.1", text)
        table.do("fort", item.ids[0], text)
    guns, stormers = _parties(said)
    for gun in guns:
        table.do("gun", gun, text)
    for unit in stormers or _pioneers(table):
        table.do("by", unit, text)
    if table.field("unit") == NOWHERE:
        raise refuse("who_storms", "11.5.1", text, fort=table.field("fort"))


def each_stormer(said: SaidOrder) -> list[list[Item]]:
    """Return the tokens of an assault once for each unit that is to storm, named before `after`."""
    end = next((at for at, item in enumerate(said.items) if item.kind == "after"), len(said.items))
    troops = [at for at, item in enumerate(said.items[:end]) if item.kind == "unit"]
    return [[item for at, item in enumerate(said.items) if at == one or at not in troops] for one in troops] or [
        said.items
    ]


def _parties(said: SaidOrder) -> tuple[list[int], list[int]]:
    """Return the guns, named after `after`, and the stormers, named after `with` or without a keyword."""
    table, guns, stormers = said.context.table, list[int](), list[int]()
    storming = True
    while said.items:
        item = said.items.pop(0)
        if item.kind in ("with", "after"):
            storming = item.kind == "with"
        elif item.kind == "unit":
            side, among = (stormers, table.may("by")) if storming else (guns, table.may("gun"))
            side.append(one_unit(said.names, item, table.side, [one for one in among if one not in side]))
        elif item.kind == "all" and not storming:
            guns += table.may("gun")
        else:
            raise refuse("too_much", part=said.text, text=item.text)
    return guns, stormers


def _pioneers(table: Table) -> list[int]:
    """Return the first pioneers that can storm, for orders that name no unit."""
    units = table.game.state.facts.units
    return [one for one in table.may("by") if units[one].type == "PIO"][:1]


def enter(context: OfferContext, text: str) -> None:
    """Enter the hex whose last fort has fallen, with a facing."""
    table, said = context.table, SaidOrder.of(context, text)
    facing = said.facing()
    said.units([int(table.field("unit"))])
    said.hexes(1)
    said.finish()
    side = said.looking(facing, int(table.field("hex")))
    table.do("enter", side if side != NOWHERE else entering_side(table), text)


def entering_side(table: Table) -> int:
    """Return the facing of a unit that enters a hex: its direction of march, or the only choice for a unit without facing."""
    state, unit, hex_ = table.game.state, int(table.field("unit")), int(table.field("hex"))
    wanted = looking_out(state, unit, (state.at[unit], hex_))
    return wanted if table.offers("enter", wanted) else table.may("enter")[0]


# -- completions -------------------------------------------------------------------------------------------------


def assaults(context: OfferContext, piece: str) -> list[str]:
    """Complete `assault`: each fort with each unit that can storm it and all guns; after a fort fell, the next forts."""
    del piece
    said, table = SaidOrder(context, "", []), context.table
    names = said.names
    if table.kind == "storm_on":
        return [names.typed_fort(fort) for fort in table.may("go")]
    found: list[str] = []
    for fort in table.may("fort") if table.kind == "assaults" else ():
        trial = table.attempt(("fort", fort))
        guns = " ".join(names.short(gun) for gun in trial.may("gun")) if trial is not None else ""
        for unit in trial.may("by") if trial is not None else ():
            line = f"{names.typed_fort(fort)} with {names.short(unit)}" + (f" after {guns}" if guns else "")
            parts = [("gun", gun) for gun in trial.may("gun")] if trial is not None else []
            if table.attempt(("fort", fort), *parts, ("by", unit), ("declare", 0)) is not None:
                found.append(line)
    return found


def entries(context: OfferContext, piece: str) -> list[str]:
    """Complete `enter`: the entering unit with each possible facing."""
    del piece
    if context.table.kind != "assault_advance":
        return []
    names = SaidOrder(context, "", []).names
    unit = names.short(int(context.table.field("unit")))
    sides = context.table.may("enter")
    return [f"{unit} facing {SIDES[side]}" for side in sides] if len(sides) > 1 else [unit]


__all__ = ["assault", "assaults", "each_stormer", "enter", "entering_side", "entries", "prepare_assault"]
