"""Why a choice is not legal, for choices whose refusal the engine leaves unexplained.

Asks the public rule functions one by one, in the order in which a player would think; whatever
none of them explains stays "not possible now". Only open information is looked at.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.notation.table import Table
from engine.core.bits import members
from engine.errors import Reason
from engine.pog.rules import activation, redeployment, stacking, supply, targets


def explain(table: Table, verb: str, arg: int) -> Reason | None:
    """The reason why a choice of the present decision is not legal; None where we know none."""
    maker = _MAKERS.get((table.kind, verb))
    return maker(table, arg) if maker is not None else None


def _for_use(attack: bool) -> Callable[[Table, int], Reason | None]:
    def reason(table: Table, space: int) -> Reason | None:
        state, side = table.game.state, table.side
        operation = state.operation
        if not table.units_in(space):
            return Reason("no_units_there", "9.2.6", {"space": space})
        if (operation.move | operation.attack) >> space & 1:
            return Reason("activated_already", "9.2.5", {"space": space})
        if not supply.supplied_at(state, side, space):
            return Reason("stack_out_of_supply", "14.1.1", {"space": space})
        if attack and (why := _no_attack_from(state, side, space)) is not None:
            return why
        price = int(activation.cost(state, side, space, attack))
        if price > operation.ops:
            return Reason("too_dear", "9.2.3", {"space": space, "price": price, "left": operation.ops})
        return None

    return reason


def _no_attack_from(state: Any, side: int, space: int) -> Reason | None:
    rules = state.rules
    if rules.content.turns[state.turn - 1].desert_closed and rules.board.terrain["desert"] >> space & 1:
        return Reason("desert_in_summer", "15.2.5", {"space": space})
    if side == 0 and activation.near_east_limit_reached(state) and activation.counts_for_near_east(state, space):
        return Reason("near_east_limit", "9.2.7", {"space": space})
    units = supply.supplied_at(state, side, space)
    if not any(targets.possible(state, unit) for unit in members(units)):
        return Reason("no_target_in_reach", "9.2.5", {"space": space})
    return None


def _step(table: Table, space: int) -> Reason | None:
    """A step of a stack that moves."""
    state = table.game.state
    path = table.field("path", ()) or ()
    at = path[-1] if path else table.field("at", table.field("origin", -1))
    stack = table.field("stack", 0)
    if isinstance(at, int) and at >= 0 and not _adjacent(state, at, space):
        return Reason("not_adjacent", "11.1.3", {"space": space, "origin": at})
    if state.units_of(1 - table.side, space):
        return Reason("enemy_there", "11.1.7", {"space": space})
    if stacking.room(state, table.side, space) < int(stack).bit_count():
        return Reason("no_room", "10.1.1", {"space": space, "most": state.rules.stacking_limit})
    return Reason("no_way_in", "11.1", {"space": space})


def _adjacent(state: Any, one: int, other: int) -> bool:
    return any(one in (line.a, line.b) and other in (line.a, line.b) for line in state.rules.content.connections)


def _target(table: Table, space: int) -> Reason | None:
    """An attack on a space by the units gathered."""
    state = table.game.state
    if not state.units_of(1 - table.side, space) and not state.intact_forts(1 - table.side) >> space & 1:
        return Reason("nobody_to_attack", "12.1.4", {"space": space})
    if state.operation is not None and state.operation.targets >> space & 1:
        return Reason("attacked_already", "12.1.6", {"space": space})
    attackers = table.field("attackers", 0)
    far = [unit for unit in members(attackers) if not _adjacent(state, table.where(unit), space)]
    if far:
        return Reason("attackers_too_far", "12.1.4", {"units": tuple(far), "space": space})
    return None


def _destination(table: Table, space: int) -> Reason | None:
    """A destination of strategic redeployment."""
    state, unit = table.game.state, int(table.field("unit", -1))
    if unit < 0:
        return None
    price = int(redeployment.price(state, unit))
    if price > int(table.field("points", price)):
        return Reason("sr_too_dear", "13.1.2", {"unit": unit, "price": price})
    if state.rules.content.spaces[space].kind == "map":
        if state.controller(space) != table.side:
            return Reason("sr_not_friendly", "13.1.5", {"space": space})
        if stacking.room(state, table.side, space) < 1:
            return Reason("no_room", "10.1.1", {"space": space, "most": state.rules.stacking_limit})
    return Reason("sr_no_way", "13.1.5", {"space": space, "unit": unit})


_MAKERS: dict[tuple[str, str], Callable[[Table, int], Reason | None]] = {
    ("activate", "for_movement"): _for_use(attack=False),
    ("activate", "for_combat"): _for_use(attack=True),
    ("move_stack", "step"): _step,
    ("move_on", "step"): _step,
    ("attack", "target"): _target,
    ("sr_destination", "to"): _destination,
}


__all__ = ["explain"]
