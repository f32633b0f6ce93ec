"""Typed orders of the Combat Phase, for both sides.

attack v35 with 27ib 14ib, 18id partly       attack v35             (all that can)
withdraw dc to w36                           retreat 9bm to w35 facing ne
advance 27ib facing w35                      turn 14ib n            done
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.table.offers import OfferContext
from bot.table.refusal import Refusal, perhaps, refuse
from bot.table.table import Table
from bot.titles.liege.notation.barrage_orders import GUNS, enemy_hex
from bot.titles.liege.notation.lexicon import Item, lexicon, one_unit
from bot.titles.liege.notation.movement_orders import looking_out
from bot.titles.liege.notation.reading import SaidOrder, nearest_side
from engine.core.bits import members
from engine.liege.grid import NOWHERE, SIDES
from engine.liege.view import seen_at


def attack(context: OfferContext, text: str) -> None:
    """Attack a hex with the named units, those before `partly` with their artillery only; without names, with all that can."""
    prepare(SaidOrder.of(context, text))
    context.table.do("attack", 0, text)


def prepare(said: SaidOrder) -> None:
    """Assemble an attack as ordered, up to the die roll; with `all` everybody joins the named units, where only one hex can be meant."""
    table, text = said.context.table, said.text
    hex_, everybody = _target(said), any(item.kind == "all" for item in said.items)
    if table.kind == "combat":
        if hex_ == NOWHERE and everybody and len(table.may("hex")) == 1:
            hex_ = table.may("hex")[0]
        if hex_ == NOWHERE:
            raise refuse("which_attacked", "9.1.1", text)
        table.do("hex", hex_, text)
    full, partly = _parties(said)
    for verb, units in (("commit", full), ("partly", partly)):
        for unit in units:
            table.do(verb, unit, text)
    if everybody or (not full and not table.field("full")):
        commit_all(table, text)


def _target(said: SaidOrder) -> int:
    """Return the attacked hex, given by name or by a fort or enemy unit in it."""
    side, facts = said.context.table.side, said.names.facts
    table = said.context.table
    hexes = [item for item in said.items if item.kind == "hex"]
    aimed = next((item for item in hexes if table.kind == "combat" and table.offers("hex", item.ids[0])), None)
    for at, item in enumerate(said.items):
        if item.kind in ("hex", "fort") and (aimed is None or item is aimed):
            del said.items[at]
            return item.ids[0] if item.kind == "hex" else facts.forts[item.ids[0]].hex
        if item.kind == "unit" and all(facts.units[one].side != side for one in item.ids):
            del said.items[at]
            return enemy_hex(said, one_unit(said.names, item, 1 - side))
    return NOWHERE


def _parties(said: SaidOrder) -> tuple[list[int], list[int]]:
    """Return the units that attack fully and those that attack partly: `18id partly`, or `partly 18id`."""
    table, full, partly = said.context.table, list[int](), list[int]()
    following, unit = False, NOWHERE
    for before, item in zip([None, *said.items], said.items, strict=False):
        if item.kind == "unit":
            among = [one for one in table.may("commit") if one not in full and one not in partly]
            unit = one_unit(said.names, item, table.side, among)
            (partly if following else full).append(unit)
            following = False
        elif (
            item.kind == "hex"
            and before is not None
            and before.kind == "unit"
            and seen_at(said.state, unit, table.side) == item.ids[0]
        ):
            continue  # the unit's own hex: `27ib (from u35)`
        elif item.kind == "hex" and (there := _attackers_from(table, item.ids[0])):
            full += [one for one in there if one not in full]
        elif item.kind == "partly":
            following = not full or partly == full
            if full and not following:
                partly.append(full.pop())
        elif item.kind not in ("with", "at", "to", "all"):
            raise refuse("too_much", part=said.text, text=item.text)
    return full, partly


def _attackers_from(table: Table, hex_: int) -> list[int]:
    """Return the units that can attack from a hex, without guns, which must be named individually."""
    state = table.game.state
    return [one for one in table.may("commit") if state.at[one] == hex_ and state.facts.units[one].type not in GUNS]


def commit_all(table: Table, text: str = "") -> None:
    """Commit every unit that can attack, strongest first, without guns: they test badly in combat, so they must be named."""
    state = table.game.state
    while able := [one for one in table.may("commit") if state.facts.units[one].type not in GUNS]:
        table.do("commit", max(able, key=lambda one: (state.facts.units[one].cbf[state.level[one]], -one)), text)


# -- before and after the die roll --------------------------------------------------------------------------------


def withdraw(context: OfferContext, text: str) -> None:
    """Withdraw the unit that the decision asks for, before a combat."""
    said = SaidOrder.of(context, text)
    _heading(said, "go")
    _unit_due(said)
    way = said.hexes(1)
    said.finish()
    if not way:
        raise _which_way(said, "withdraw", "9.2.2", context.table.field("units")[0], context.table.may("go"))
    context.table.do("go", way[0], text)


def retreat(context: OfferContext, text: str) -> None:
    """Retreat the unit that the decision asks for to a hex, with a facing if free, or with `all` every unit after it; or move away guns that could stay."""
    table, said = context.table, SaidOrder.of(context, text)
    _heading(said, "to")
    facing, everybody = said.facing(), table.kind == "retreat" and said.take("all") is not None
    unit = _unit_due(said)
    way = said.hexes(1)
    said.finish()
    _retreat_one(said, unit, way, facing)
    while everybody and way and (further := _due(table)) != NOWHERE:
        _retreat_one(said, further, way, facing)


def _heading(said: SaidOrder, verb: str) -> None:
    """Read "towards" the only named hex as its goal, if the unit can go there: `retreat towards w34`."""
    hexes = [item for item in said.items if item.kind in ("hex", "fort")]
    at = next((at for at, item in enumerate(said.items) if item.kind == "facing"), -1)
    if at < 0 or len(hexes) != 1 or lexicon(said.names).key(said.items[at].text) not in lexicon(said.names).heading:
        return
    if hexes[0].kind == "hex" and said.context.table.offers(verb, hexes[0].ids[0]):
        del said.items[at]


def _due(table: Table) -> int:
    """Return the unit that must say next where it retreats, NOWHERE if none does."""
    asked = table.game.stack and table.mine and not table.chance and table.kind == "retreat" and not table.field("at")
    return int(table.field("units")[0]) if asked else NOWHERE


def _retreat_one(said: SaidOrder, unit: int, way: list[int], facing: Item | None) -> None:
    """Retreat one unit that the decision asks for."""
    table, text = said.context.table, said.text
    if table.kind == "remain":
        table.do("go", unit, text)
        if not way or not table.mine or table.chance or table.kind != "retreat" or table.field("units")[0] != unit:
            return
    if not table.field("at"):
        if not way:
            raise _which_way(said, "retreat", "9.6.1", unit, table.may("to"))
        table.do("to", way[0], text)
    if (
        table.mine
        and not table.chance
        and table.kind == "retreat"
        and table.field("at")
        and table.field("units")[0] == unit
    ):
        _face(said, unit, facing)


def _which_way(said: SaidOrder, name: str, rule: str, unit: int, able: Sequence[int]) -> Refusal:
    """Return the question where a unit goes, with its possible destinations."""
    ways = [f"{name} {said.names.short(unit)} to {said.names.hex(hex_).lower()}" for hex_ in able]
    return perhaps(refuse("which_way_back", rule, said.text, unit=unit), "", ways)


def _face(said: SaidOrder, unit: int, facing: Item | None) -> None:
    table = said.context.table
    side = said.looking(facing, said.state.at[unit])
    table.do("face", side if side != NOWHERE else facing_foes(table, unit), said.text)


def facing_foes(table: Table, unit: int) -> int:
    """Return the facing towards the hexes of a unit's opponents."""
    state = table.game.state
    side = nearest_side(state, state.at[unit], members(int(table.field("foes", 0))))
    return side if table.offers("face", side) else table.may("face")[0]


def stay(context: OfferContext, text: str) -> None:
    """Let guns stay that have passed their test."""
    said = SaidOrder.of(context, text)
    unit = _unit_due(said)
    said.finish()
    context.table.do("stay", unit, text)


def _unit_due(said: SaidOrder) -> int:
    """Return the unit that the decision asks for; refuses an order for another one."""
    first = int(said.context.table.field("units")[0])
    named = said.units([first])
    if named and named != [first]:
        raise refuse("another_is_asked", "9.3.3", said.text, unit=first)
    return first


#: Decisions at which a unit enters a hex: one that the enemy left, or the city by night.
_ENTERED: Final = frozenset({"advance", "breach"})


def advance(context: OfferContext, text: str) -> None:
    """Enter the hex that the enemy left, with a facing; several units go one after another."""
    table, said = context.table, SaidOrder.of(context, text)
    facing = said.facing()
    units = said.units(table.may("enter") if table.kind in _ENTERED else [int(table.field("unit"))])
    if table.kind == "entering":
        units = [int(table.field("unit"))]
    way = said.hexes(1)
    said.finish()
    if not units:
        raise refuse("which_unit", "9.6.5", text)
    if table.kind == "breach" and len(units) > 1:
        lines = [f"advance {said.names.short(unit)}" for unit in units]
        raise perhaps(refuse("one_gets_in", "11.6.7", text), "", lines)
    for unit in units:
        if table.kind in _ENTERED:
            table.do("enter", unit, text)
        _answer_advance(said, unit, way, facing)


def _answer_advance(said: SaidOrder, unit: int, way: list[int], facing: Item | None) -> None:
    """Answer the questions for an advancing unit's hex and facing."""
    table, came = said.context.table, said.state.at[unit]
    if table.kind == "entering" and table.field("enters"):
        table.do("to", way[0] if way else table.may("to")[0], said.text)
    if table.kind == "entering" and not table.field("enters"):
        side = said.looking(facing, said.state.at[unit])
        wanted = looking_out(said.state, unit, (came, said.state.at[unit]))
        able = table.may("face")
        table.do("face", side if side != NOWHERE else wanted if wanted in able else able[0], said.text)


def turn(context: OfferContext, text: str) -> None:
    """Turn units that took part, or answer the question for a unit's facing."""
    table, said = context.table, SaidOrder.of(context, text)
    facing = said.facing()
    if facing is None and said.items and said.items[-1].kind in ("hex", "fort"):
        facing = said.items.pop()
    if facing is None:
        raise said.without_facing()
    if table.kind != "advance":
        unit = _unit_due(said) if table.kind == "retreat" else int(table.field("unit"))
        if table.kind == "retreat" and not table.may("face"):
            raise refuse("which_way_back", "9.6.1", text, unit=unit)
        table.do("face", said.looking(facing, said.state.at[unit]), text)
        return
    for unit in said.units(table.may("face")):
        table.do("face", unit, text)
        if table.kind == "entering":
            table.do("face", said.looking(facing, said.state.at[unit]), text)


# -- completions --------------------------------------------------------------------------------------------------


def attacks(context: OfferContext, piece: str) -> list[str]:
    """Complete `attack`: each hex that can be attacked with everything; for an attack being assembled, who can join."""
    del piece
    table, names = context.table, SaidOrder(context, "", []).names
    if table.kind == "attack":
        found = [] if table.field("full") else ["all"] if _reaches_lowest_odds(table) else []
        return found + (["all"] if table.offers("attack") and not found else [])
    targets = [
        hex_
        for hex_ in table.may("hex")
        if (trial := table.attempt(("hex", hex_))) is not None and _reaches_lowest_odds(trial)
    ]
    return [names.hex(hex_).lower() for hex_ in targets]


def _reaches_lowest_odds(table: Table) -> bool:
    """Return True if all units together reach the lowest odds of the table."""
    trial = table.attempt()
    if trial is None:
        return False
    commit_all(trial)
    return trial.offers("attack")


def ways_back(context: OfferContext, piece: str) -> list[str]:
    """Complete the destinations and facings of the unit that the decision asks for."""
    del piece
    table, names = context.table, SaidOrder(context, "", []).names
    if table.kind not in ("withdraw", "retreat", "remain"):
        return []
    unit = names.short(int(table.field("units")[0]))
    if table.kind == "remain":
        return [unit] if table.may("go") else []
    if table.field("at"):
        return [f"{unit} facing {SIDES[side]}" for side in table.may("face")]
    return [f"{unit} to {names.hex(hex_).lower()}" for hex_ in table.may("go" if table.kind == "withdraw" else "to")]


def stayers(context: OfferContext, piece: str) -> list[str]:
    """Complete `stay`: the units that can stay."""
    del piece
    names = SaidOrder(context, "", []).names
    return [names.short(one) for one in context.table.may("stay")]


def advances(context: OfferContext, piece: str) -> list[str]:
    """Complete `advance`: the units that can enter; for an entering unit its hexes and facings."""
    del piece
    table, names = context.table, SaidOrder(context, "", []).names
    if table.kind == "entering":
        unit = names.short(int(table.field("unit")))
        return [f"{unit} {names.hex(to).lower()}" for to in table.may("to")] or [
            f"{unit} facing {SIDES[side]}" for side in table.may("face")
        ]
    return [names.short(one) for one in table.may("enter")]


def turns(context: OfferContext, piece: str) -> list[str]:
    """Complete `turn`: the units that can turn, with each facing."""
    del piece
    table, names = context.table, SaidOrder(context, "", []).names
    if table.kind == "advance":
        return [f"{names.short(unit)} {side}" for unit in table.may("face") for side in SIDES]
    return [SIDES[side] for side in table.may("face")]


__all__ = [
    "advance", "advances", "attack", "attacks", "commit_all", "facing_foes", "prepare", "retreat", "stay", "stayers", "turn", "turns", "ways_back",
    "withdraw",
]  # fmt: skip
