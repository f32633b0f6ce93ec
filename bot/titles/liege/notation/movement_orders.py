"""Typed orders of the Movement Phase.

move 34ib w36 x36 facing sw        march 14ib to v35             move 27ib 14ib to v36 forced
turn 38ib n                        arrive all                    arrive 34ib facing w35
hold the rest
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.table.offers import OfferContext
from bot.table.refusal import Refusal, perhaps, refuse
from bot.table.table import Table
from bot.titles.liege.notation.lexicon import Item
from bot.titles.liege.notation.reading import SaidOrder, nearest_side
from engine.liege import march_search, move
from engine.liege.arrive import places
from engine.liege.facts import ALLIED
from engine.liege.grid import NOWHERE, SIDES
from engine.liege.sequence.marching import Marching
from engine.liege.state import WAITING, LiegeState

#: Enemies within this many hexes determine the default facing of a unit.
NEAR = 2


def march(context: OfferContext, text: str) -> None:
    """March units along hexes, or by the cheapest legal path to one; with a facing but no path they turn.

    A march spotted by enemy aircraft (20.1.2) stops in that hex, and its player is asked for the next step again.
    """
    said, table = SaidOrder.of(context, text), context.table
    facing, forced, deploy = said.facing(), said.flag("forced"), said.flag("deploy")
    if table.kind == "marching":
        unit = int(table.field("unit"))
        if said.take("all") or [one for one in said.units([unit]) if one != unit]:  # `bring the rest in`
            raise refuse("march_first", "7.1.2", text, unit=unit)
        units = [unit]
    else:
        units = said.units((*table.may("unit"), *table.may("arrive")))
    way = said.hexes()
    said.finish()
    if not units:
        raise refuse("which_unit", "7.1.2", text)
    for unit in units:
        _march_one(said, unit, way, facing, forced=forced, deploy=deploy)


def _march_one(said: SaidOrder, unit: int, way: list[int], facing: Item | None, *, forced: bool, deploy: bool) -> None:
    """March one unit."""
    table, text = said.context.table, said.text
    if table.kind == "march":
        if said.names.facts.units[unit].side == table.side and said.state.at[unit] == WAITING:
            _arrive(said, unit, way, facing)
            return
        if not way and not deploy:
            if facing is None:
                table.do("unit", unit, text)
                if forced:
                    table.do("forced", 0, text)
                return
            _turn(said, unit, facing)
            return
        way = way[1:] if len(way) > 1 and way[0] == said.state.at[unit] else way  # `2kd and 4kd by v36 to x37`
        table.do("unit", unit, text)
    for target in way:
        for hex_ in steps_to(table, target, text, forced=forced):
            if not table.offers("step", hex_) and forced and table.offers("forced"):
                table.do("forced", 0, text)
            table.do("step", hex_, text)
            if table.chance:
                return
    turning = not way and not deploy and facing is not None and table.offers("turn")
    table.do("deploy" if deploy else "turn" if turning else "halt", 0, text)
    face(table, said.looking(facing, table.field("path", (0,))[-1]) if table.kind == "facing" else NOWHERE, text)


def march_of(table: Table) -> move.HexMarch:
    """Return the march in progress."""
    decision = table.game.decision
    assert isinstance(decision, Marching)
    return decision.march


def steps_to(table: Table, target: int, text: str, *, forced: bool) -> list[int]:
    """Return the steps to a hex: one to an adjacent hex, else the cheapest path."""
    state, march_ = table.game.state, march_of(table)
    if target == march_.hex:
        raise refuse("is_there", "7.1.3", text, unit=march_.unit, hex=target)
    if table.offers("step", target):
        return [target]
    forced = forced or bool(table.field("force", False))
    found = march_search.march_to(state, march_.unit, target, force=forced, begun=march_)
    if found is not None:
        return list(found.path[len(march_.path) :])
    further = None if forced else march_search.march_to(state, march_.unit, target, force=True, begun=march_)
    if further is not None:
        points = move.points_of(state, march_.unit)
        raise refuse("needs_force", "7.5.1", text, unit=march_.unit, hex=target, spent=further.spent, points=points)
    if target in state.facts.grid.beyond[march_.hex] or state.facts.closed >> target & 1:
        return [target]
    raise refuse("no_way_to", "7.1.3", text, unit=march_.unit, hex=target)


def face(table: Table, side: int, text: str) -> None:
    """Answer the question for a facing with a side, or with the suggested one for NOWHERE."""
    if not table.game.stack or table.kind not in ("facing", "arrival_facing"):
        return
    wanted = proposed(table) if side == NOWHERE else side
    table.do("face", wanted if side != NOWHERE or table.offers("face", wanted) else table.may("face")[0], text)


def proposed(table: Table) -> int:
    """Return the suggested facing of the unit in question: towards the nearest enemy, or the direction of march."""
    path = table.field("path") or (table.field("hex"),)
    return looking_out(table.game.state, int(table.field("unit")), tuple(path))


def looking_out(state: LiegeState, unit: int, path: tuple[int, ...]) -> int:
    """Return the hexside facing the nearest enemy unit or fort; if none is near, the direction of march."""
    grid, side = state.facts.grid, state.facts.units[unit].side
    there = [at for one, at in enumerate(state.at) if at >= 0 and state.facts.units[one].side != side]
    if side != ALLIED:
        there += [fort.hex for number, fort in enumerate(state.facts.forts) if state.active(number)]
    near = [at for at in there if grid.distance(path[-1], at) <= NEAR]
    if not near and len(path) > 1:
        return grid.side_toward(path[-2], path[-1])
    return max(nearest_side(state, path[-1], near or there), 0)


def turn(context: OfferContext, text: str) -> None:
    """Turn units in their hexes, or answer the question for a unit's facing."""
    said, table = SaidOrder.of(context, text), context.table
    facing = said.facing()
    if facing is None and said.items and said.items[-1].kind in ("hex", "fort"):
        facing = said.items.pop()
    if facing is None:
        if table.kind != "march" or [item.kind for item in said.items] != ["unit"]:
            raise said.without_facing()
        table.do("turn", said.units(table.may("turn"))[0], text)  # the facing is asked next
        return
    if table.kind != "march":
        unit = int(table.field("unit"))
        said.units([unit])
        said.finish()
        if table.kind == "marching":
            table.do("turn", 0, text)
        face(table, said.looking(facing, (table.field("path") or (table.field("hex"),))[-1]), text)
        return
    everybody = bool(said.items) and said.items[0].kind == "all"
    units = said.units(table.may("turn"))
    said.take("to", "at")
    said.finish()
    own = said.names.facts.units
    turned = [  # how an enemy faces may be hidden
        one
        for one in units
        if own[one].side != table.side or said.looking(facing, said.state.at[one]) != said.state.facing[one]
    ]
    if not units:
        raise refuse("which_unit", "7.1.4", text)
    for unit in (
        turned if turned and (everybody or len(units) > 1) else units
    ):  # units already facing that way need no order
        _turn(said, unit, facing)


def _turn(said: SaidOrder, unit: int, facing: Item) -> None:
    table = said.context.table
    table.do("turn", unit, said.text)
    face(table, said.looking(facing, said.state.at[unit]), said.text)


def arrive(context: OfferContext, text: str) -> None:
    """Let units arrive, with a facing; without named units, all that can."""
    said, table = SaidOrder.of(context, text), context.table
    facing = said.facing()
    if table.kind == "arrival":
        said.units([int(table.field("unit"))])
        _placed(said, said.hexes(1), facing)
        return
    everybody = not said.items or said.items[0].kind == "all"
    units = list(table.may("arrive")) if everybody else said.units(table.may("arrive"))
    if said.flag("all") and not everybody:  # `27ib and all others`
        units += [one for one in table.may("arrive") if one not in units]
    way = said.hexes(1)
    said.finish()
    if not units:
        raise refuse("nobody_arrives", "7.7.1", text)
    for unit in units:
        if not everybody or table.offers("arrive", unit):
            _arrive(said, unit, way, facing, anywhere=everybody)


def _arrive(said: SaidOrder, unit: int, way: list[int], facing: Item | None, *, anywhere: bool = False) -> None:
    """Let one unit arrive; of several possible hexes in the named one, or the one nearest to its own."""
    said.context.table.do("arrive", unit, said.text)
    if way and (at := said.state.at[unit]) >= 0 and way != [at]:  # cavalry, which isn't asked for a facing
        raise refuse("arrives_elsewhere", "7.7.2", said.text, unit=unit, hex=way[0])
    _placed(said, way, facing, anywhere=anywhere)


def _placed(said: SaidOrder, way: list[int], facing: Item | None, *, anywhere: bool = False) -> None:
    table, state = said.context.table, said.state
    if table.kind == "arrival":
        unit = int(table.field("unit"))
        if not way and not anywhere:
            raise _other_hex(said, unit, table.may("at"))
        own = state.scenario.arrivals[unit].hex
        nearest = min(table.may("at"), key=lambda hex_: state.facts.grid.distance(own, hex_))
        table.do("at", way[0] if way else nearest, said.text)
    elif way and table.kind == "arrival_facing" and way != [table.field("hex")]:
        raise refuse("arrives_elsewhere", "7.7.2", said.text, unit=table.field("unit"), hex=way[0])
    if table.game.stack and table.kind == "arrival_facing":
        face(table, said.looking(facing, int(table.field("hex"))), said.text)


def _other_hex(said: SaidOrder, unit: int, hexes: Sequence[int]) -> Refusal:
    """Return the question for the hex of a unit whose own is taken or full, with an order for each."""
    lines = [f"arrive {said.names.short(unit)} {said.names.hex(hex_).lower()}" for hex_ in hexes]
    return perhaps(refuse("own_hex_taken", "7.7.2", said.text, unit=unit, hex=hexes[0]), "", lines)


def hold(context: OfferContext, text: str) -> None:
    """End the phase; units without an order stay, which needs none for a named one."""
    said = SaidOrder.of(context, text)
    if said.take("unit") is not None:
        raise refuse("stays_anyway", context.table.face.rule, text)
    said.flag("all")
    said.finish()
    context.table.do(context.table.face.ending, 0, text)


def stop(context: OfferContext, text: str) -> None:
    """End a march where the unit is, with the suggested facing."""
    context.table.do("halt", 0, text)
    face(context.table, NOWHERE, text)


def _way_off(table: Table, *, forced: bool) -> list[int]:
    """Return the hex from which the unit on the march leaves the map most cheaply; nothing if it is there already, or has no way (7.1.8).

    A forced march counts only if it is ordered. If nothing else leads off the map, the hex is named, so that the refusal says what it takes.
    """
    state, begun = table.game.state, march_of(table)
    for force in (forced, True):
        if move.cannot_leave(state, begun, force=force) is None:
            return []
        ends = sorted(destinations(table, begun, force=force).values(), key=lambda one: (one.spent, one.hex))
        if (end := next((one for one in ends if move.cannot_leave(state, one, force=force) is None), None)) is not None:
            return [end.hex]
    return []


def leave(context: OfferContext, text: str) -> None:
    """March units off the map on the cheapest way, which saves their steps; without named units, the one being marched."""
    said, table = SaidOrder.of(context, text), context.table
    forced = said.flag("forced")
    if table.kind == "marching":
        said.units([int(table.field("unit"))])
        units = [int(table.field("unit"))]
    else:
        units = said.units(table.may("unit"))
    way = said.hexes()
    said.finish()
    if not units:
        raise refuse("which_unit", "7.1.8", text)
    for unit in units:
        if table.kind == "march":
            table.do("unit", unit, text)
        for target in way or _way_off(table, forced=forced):
            for hex_ in steps_to(table, target, text, forced=forced):
                table.do("step", hex_, text)
        if forced and not table.offers("leave") and table.offers("forced"):
            table.do("forced", 0, text)
        table.do("leave", 0, text)


# -- completions --------------------------------------------------------------------------------------------------


def marches(context: OfferContext, piece: str) -> list[str]:
    """Complete `march`: the units that can march; after one, its destinations without a forced march, with facings."""
    table = context.table
    names = SaidOrder(context, piece, []).names
    begun = march_of(table) if table.kind == "marching" else None
    if begun is None:
        typed = piece.strip()
        unit = next((one for one in table.may("unit") if typed.startswith(names.short(one))), None)
        if unit is None:
            return [f"{names.short(one)} " for one in table.may("unit")]
        before = f"{names.short(unit)} "
        begun = move.begin(table.game.state, unit)
    else:
        before = ""
    return [before + names.hex(hex_).lower() for hex_ in destinations(table, begun)]


def destinations(table: Table, begun: move.HexMarch, *, force: bool = False) -> dict[int, move.HexMarch]:
    """Return where a march can end, with the cheapest path to each hex; forced only if `force` is set or it has begun so."""
    state = table.game.state
    found: dict[int, move.HexMarch] = {}
    for one in march_search.marches(state, begun.unit, force=force or bool(table.field("force", False)), begun=begun):
        if len(one.path) > len(begun.path) and one.hex != begun.hex:
            found.setdefault(one.hex, one)
    return found


def turns(context: OfferContext, piece: str) -> list[str]:
    """Complete `turn`: the units that can turn; after one, its facings."""
    table = context.table
    said = SaidOrder(context, piece, [])
    if table.kind == "marching":
        return [
            side
            for at, side in enumerate(SIDES)
            if table.offers("turn") and at != said.state.facing[int(table.field("unit"))]
        ]
    if table.kind != "march":
        return [SIDES[side] for side in table.may("face")]
    unit = next((one for one in table.may("turn") if piece.strip().startswith(said.names.short(one))), None)
    if unit is None:
        return [f"{said.names.short(one)} " for one in table.may("turn")]
    return [f"{said.names.short(unit)} {SIDES[side]}" for side in range(6) if side != said.state.facing[unit]]


def arrivals(context: OfferContext, piece: str) -> list[str]:
    """Complete `arrive`: `all`, and each unit that can arrive; if its hex is taken, its alternative hexes."""
    del piece
    table = context.table
    names = SaidOrder(context, "", []).names
    if table.kind == "arrival":
        return [names.hex(hex_).lower() for hex_ in table.may("at")]
    units = table.may("arrive")
    own = table.game.state.scenario.arrivals
    alone = [one for one in units if own[one].hex in places(table.game.state, one)]
    return ["all", *(names.short(one) for one in alone)] if units else []


def leavers(context: OfferContext, piece: str) -> list[str]:
    """Complete `depart`: the units that can leave the map from where they are."""
    del piece
    table = context.table
    if table.kind == "marching":
        return [SaidOrder(context, "", []).names.short(int(table.field("unit")))] if table.offers("leave") else []
    state, names = table.game.state, SaidOrder(context, "", []).names
    able = [one for one in table.may("unit") if move.cannot_leave(state, move.begin(state, one), force=False) is None]
    return [names.short(one) for one in able]


def holds(context: OfferContext, piece: str) -> list[str]:
    """Complete `hold`: what ends the phase."""
    del piece
    return ["the rest"] if context.table.face.ending and context.table.offers(context.table.face.ending) else []


__all__ = [
    "arrivals", "arrive", "destinations", "face", "hold", "holds", "leave", "leavers", "looking_out", "march", "march_of", "marches", "proposed", "steps_to", "turn", "turns",
]  # fmt: skip
