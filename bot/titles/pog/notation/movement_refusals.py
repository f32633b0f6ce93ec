"""The reasons why units may not move, entrench, retreat or advance as ordered (11.0, 12.5, 12.7, 15.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.table.table import Table, units_of
from bot.titles.pog.notation import advance_refusals, area_refusals
from bot.titles.pog.notation.stacks import stands
from engine.core.bits import first, members
from engine.errors import Reason
from engine.pog.rules import areas, movement, retreats, sieges, stacking, step_costs, supply

#: Maximum number of blocked spaces that are reported.
MOST_BLOCKS = 3


def why_no_mover(table: Table, unit: int) -> Reason | None:
    """Return why a unit may not be picked to move now (9.2.8, 11.1.1, 14.1.1)."""
    state, space = table.game.state, stands(table, unit)
    operation = state.operation
    data = {"unit": unit, "space": space}
    if operation.moved >> unit & 1 or unit in units_of(table.field("stack", 0)):
        return _why_done(table, unit)
    if not operation.move >> space & 1:
        return Reason("not_marked_for_movement", "9.2.8", data)
    if table.kind == "move_on":
        return Reason("stack_waits", "11.1.1", {"units": tuple(units_of(table.field("stack", 0)))})
    if operation.idle >> unit & 1:
        return Reason("was_out_of_supply", "14.1.1.1", data)
    origin = table.field("origin", -1)
    if table.kind == "move_stack" and origin not in (-1, space):
        return Reason("other_stack_first", "11.1.1", {"origin": origin, "space": space})
    if not supply.may_act(state, unit, attack=False):
        return Reason("unit_out_of_supply", "14.1.1", data)
    if not state.rules.movement(state, unit):
        return Reason("cannot_move", "11.1.1", data)
    if not areas.may_leave(state, 1 << unit, space) and (bound := area_refusals.why_bound(table, unit, space, space)):
        return bound
    return _reason_siege_promise(table, unit) or _no_way_out(table, [unit], (space,))


def _no_way_out(table: Table, stack: list[int], path: tuple[int, ...]) -> Reason | None:
    """Return the reason that a stack can go nowhere from the end of its path, with what keeps it out of the spaces around."""
    around = area_refusals.beside(table.game.state, path[-1])
    told = {str(why): why for near in around if (why := _why_not_into(table, stack, path, near)) is not None}
    data = {"unit": stack[0], "space": path[-1], "blocks": tuple(told.values())[:MOST_BLOCKS]}
    return Reason("no_way_out", "11.1.3", data) if told else None


def _why_done(table: Table, unit: int) -> Reason:
    """Return why a unit that could have moved in this operation can't move any more."""
    state = table.game.state
    data = {"unit": unit, "space": stands(table, unit)}
    if state.operation.digging >> unit & 1:
        return Reason("digs_now", "11.2.1", data)
    if state.marks.get("redeployed", 0) >> unit & 1:
        return Reason("sent_already", "13.1.2", data)
    if not state.operation.moved >> unit & 1:
        return Reason("moves_now", "11.2.1", data)
    return Reason("moved_already", "11.1.5", data)


def why_never_digs(table: Table, unit: int) -> Reason | None:
    """Return why a unit couldn't entrench at any point of an operation: no event allows it yet, or it is no army (11.2.1)."""
    rules = table.game.state.rules
    if rules.content.spaces[stands(table, unit)].kind != "map":
        return Reason("not_on_map", "11.2.1", {"unit": unit})
    if not any(rules.card(name) in table.game.state.events for name in ("ap_12_entrench", "cp_06_entrench")):
        return Reason("no_entrenching_yet", "11.2.1", {})
    return None if rules.armies >> unit & 1 else Reason("one_army_digs", "11.2.1", {})


def why_no_end(table: Table, _: int) -> Reason | None:
    """Return why movement, or a stack's move, can't end here: overstacking (10.1.2), or a siege that was promised (11.1.8)."""
    state = table.game.state
    if crowded := stacking.overstacked(state, table.side):
        return Reason("overstacked_first", "10.1.2", {"space": first(crowded)})
    return _siege_open(table)


def _siege_open(table: Table) -> Reason | None:
    """Return the reason that a promised siege is due, with the moves that keep the promise (11.1.8)."""
    data = _siege_promise(table)
    return Reason("siege_open", "11.1.8", data) if data else None


def _reason_siege_promise(table: Table, unit: int) -> Reason | None:
    """Return the reason that an open siege may need a unit, with the moves that keep the promise (11.1.8, 15.2.4)."""
    data = _siege_promise(table)
    return Reason("siege_first", "11.1.8", {"unit": unit, **data}) if data else None


def _siege_promise(table: Table) -> dict[str, Any]:
    """Return the fort of an open promise, and units and spaces of moves that keep all promises; empty without one."""
    state = table.game.state
    forts = sieges.promised(state)
    if not forts:
        return {}
    stack = int(table.field("stack", 0))
    # If the other units can't keep it, the moving ones can: the rules allow no step after which none could.
    units, spaces = sieges.way_without(state, stack) or (stack, forts)
    return {"space": first(forts), "units": tuple(units_of(units)), "spaces": tuple(units_of(spaces))}


def why_no_digging(table: Table, _: int) -> Reason | None:
    """Return why the gathered stack may not entrench (11.2.1)."""
    state = table.game.state
    stack, space = int(table.field("stack", 0)), int(table.field("origin", -1))
    if stack and (never := why_never_digs(table, first(stack))) is not None:
        return never
    if stack & (stack - 1) or not stack:
        return Reason("one_army_digs", "11.2.1", {})
    if (why := why_no_deeper(table, space)) is not None:
        return why
    if state.units_of(table.side, space).bit_count() <= state.rules.stacking_limit:
        return _reason_siege_promise(table, first(stack))
    return Reason("no_room", "10.1.2", {"space": space, "most": state.rules.stacking_limit})


def why_no_deeper(table: Table, space: int) -> Reason | None:
    """Return why no army may entrench in a space: one already does, or the trench is at its maximum level (11.2.1)."""
    state = table.game.state
    if state.operation is not None and state.operation.digging & state.units_at[space]:
        return Reason("digs_already", "11.2.1", {"space": space})
    level, owner = state.trench(space)
    if owner == table.side and level >= state.rules.content.entrench.max_level:
        return Reason("trench_full", "11.2.1", {"space": space, "level": level})
    return None


def why_no_step(table: Table, space: int) -> Reason | None:
    """Return why a stack may not enter a space now."""
    stack = units_of(table.field("stack", 0))
    path = table.field("path", ()) or (table.field("origin", -1),)
    if not stack or path[-1] < 0:
        return Reason("units_first", "11.1.1", {})
    return _why_not_into(table, stack, tuple(map(int, path)), space)


def _why_not_into(table: Table, stack: list[int], path: tuple[int, ...], space: int) -> Reason | None:
    """Return why a stack may not enter a space from the end of its path."""
    state, at = table.game.state, path[-1]
    if space == at:
        return Reason("sr_is_there", "11.1", {"unit": stack[0], "space": space})
    for unit in stack:
        if not area_refusals.connected(state, at, space):
            return _too_far(table, stack, at, space, len(path) - 1)
        if (why := area_refusals.why_no_line(table, unit, at, space)) is not None:
            return why
    if state.units_of(1 - table.side, space):
        return Reason("enemy_there", "11.1.7", {"space": space})
    for unit in stack:
        if (
            why := area_refusals.why_barred(table, unit, space) or area_refusals.why_bound(table, unit, at, space)
        ) is not None:
            return why
    return (
        _why_dear(table, stack, path, space)
        or _why_fort(table, stack, space)
        or _why_no_stop(table, stack, at, space, len(path))
    )


def _why_dear(table: Table, stack: list[int], path: tuple[int, ...], space: int) -> Reason | None:
    """Return the reason that a step costs more than is left (11.1.2), or that no unit may make it (14.3.1)."""
    state = table.game.state
    units = sum(1 << unit for unit in stack)
    cost, left = step_costs.step(state, units, path, space), step_costs.left(state, units, path)
    data = {"unit": stack[0], "units": tuple(stack), "space": space, "count": cost, "left": max(left, 0)}
    if cost >= step_costs.NEVER:
        return Reason("only_towards_supply", "14.3.1", data)
    return Reason("step_too_dear", "11.1.2", data) if 0 < left < cost else None


def _too_far(table: Table, stack: list[int], at: int, space: int, gone: int) -> Reason:
    """Return the reason for a space that isn't adjacent to the stack: it is too far away, or no way leads there."""
    state = table.game.state
    left = min(state.rules.movement(state, unit) for unit in stack) - gone
    data = {"units": tuple(stack), "space": space, "left": left, "origin": at}
    steps = _distance(state, stack[0], at, space)
    if steps is not None and steps > left:
        return Reason("too_far", "11.1.5", {**data, "count": steps})
    return Reason("no_way_there", "11.1.3", {**data, "count": left})


def _distance(state: Any, unit: int, at: int, space: int) -> int | None:
    """Return the number of usable connections between two spaces for a unit; None if none lead there."""
    lines = state.rules.board.lines[unit]
    seen = border = 1 << at
    steps = 0
    while border and not border >> space & 1:
        spread = 0
        for here in members(border):
            spread |= lines[here]
        border = spread & ~seen
        seen |= border
        steps += 1
    return steps if border else None


def _why_fort(table: Table, stack: list[int], space: int) -> Reason | None:
    state = table.game.state
    units = sum(1 << unit for unit in stack)
    if units & state.rules.of_nation["ru"] and areas.german_forts(state) >> space & 1:
        return Reason("german_forts_closed", "15.1.12", {"space": space, "units": tuple(stack)})
    if state.unbesieged_forts(1 - table.side) >> space & 1 and not sieges.could_besiege(state, units, space):
        fort = int(state.fort_values[space])
        return Reason("fort_needs_siege", "15.1.1", {"space": space, "count": fort})
    return None


def _why_no_stop(table: Table, stack: list[int], at: int, space: int, gone: int) -> Reason:
    """Return why a stack that could enter a space may neither stay there nor go on from it."""
    state = table.game.state
    units = sum(1 << unit for unit in stack)
    if table.kind == "move_stack" and not sieges.goes_on(state, units):
        return Reason("siege_must_hold", "15.2.4", {"space": at})
    if (why := _reason_siege_promise(table, stack[0])) is not None:
        return why
    if min(state.rules.movement(state, unit) for unit in stack) < gone:
        return Reason("too_far", "11.1.5", {"units": tuple(stack), "space": space, "left": 0, "count": 1})
    if state.operation.attack >> space & 1:
        later = state.marks.get("reserve") == 0 and not state.marks["move_used"] >> stands(table, stack[0]) & 1
        return Reason("attack_marker_until_reserve" if later else "attack_marker_there", "11.1.6", {"space": space})
    for unit in stack:
        if (why := area_refusals.why_no_end(table, unit, space)) is not None:
            return why
    return _no_room(table, stack, space)


def _no_room(table: Table, stack: list[int], space: int) -> Reason:
    """Return the reason that a space has too little room, with how many units of a stack it still takes (10.1.1)."""
    state = table.game.state
    units = sum(1 << unit for unit in stack)
    room = state.rules.stacking_limit - (state.units_of(table.side, space) & ~units).bit_count()
    data = {"space": space, "most": state.rules.stacking_limit}
    if 0 < room < len(stack):
        return Reason("no_room_for_all", "10.1.1", {**data, "count": room, "units": tuple(stack)})
    return Reason("no_room", "10.1.1", data)


def why_no_stop(table: Table, _: int) -> Reason | None:
    """Return why a stack may not end its move in its present space."""
    path, stack = table.field("path", ()), units_of(table.field("stack", 0))
    if not path or not stack:
        return None
    return _siege_open(table) or _why_no_stop(table, stack, -1, int(path[-1]), 0)


def why_no_drop(table: Table, unit: int) -> Reason | None:
    """Return why a unit of a moving stack may not stay behind while the others go on (11.1.1)."""
    path, stack = table.field("path", ()), int(table.field("stack", 0))
    if not path or not stack >> unit & 1:
        return None
    state, at, rest = table.game.state, int(path[-1]), stack & ~(1 << unit)
    if rest and movement.may_stop(state, 1 << unit, at, passing=rest):
        return _siege_open(table) or _no_way_out(table, units_of(rest), tuple(map(int, path)))
    return _why_no_stop(table, [unit], -1, at, 0)


def why_not_retreating(table: Table, unit: int) -> Reason | None:
    """Return why a unit takes part neither in a retreat nor in holding (12.5)."""
    state = table.game.state
    if not state.combat.defenders >> unit & 1:
        return Reason("not_in_combat", "12.5", {"unit": unit})
    leaving = int(table.field("space", -1))
    if stands(table, unit) != (state.combat.target if leaving < 0 else leaving):
        return Reason("retreated_already", "12.5.5", {"unit": unit})
    return Reason("cannot_hold", "12.5.3", {"unit": unit}) if table.kind == "retreat_option" else None


def why_not_eliminated(table: Table, _: int) -> Reason:
    """Return why no unit is eliminated for lack of a retreat (12.5.4)."""
    unit = int(table.field("unit", -1))
    return Reason("retreat_open", "12.5.4", {"unit": unit}) if unit >= 0 else Reason("units_first", "12.5", {})


def why_no_retreat(table: Table, space: int) -> Reason | None:
    """Return why the retreating unit may not enter a space (12.5.5)."""
    state, unit = table.game.state, int(table.field("unit", -1))
    combat = state.combat
    if unit < 0:
        return Reason("units_first", "12.5", {})
    return _why_not_retreat_into(table, unit, (combat.target, *map(int, table.field("path", ()))), space)


def why_shut_in(table: Table, unit: int) -> Reason | None:
    """Return the reason that a unit has no retreat, with what keeps it out of the spaces around the attacked one (12.5.4)."""
    combat = table.game.state.combat
    around = area_refusals.beside(table.game.state, combat.target) if combat is not None else ()
    found = [_why_not_retreat_into(table, unit, (combat.target,), near) for near in around]
    told = {str(why): why for why in found if why is not None and why.code != "retreat_elsewhere"}
    blocks = tuple(told.values())[:MOST_BLOCKS]
    return Reason("no_retreat_at_all", "12.5.4", {"unit": unit, "blocks": blocks}) if told else None


def _why_not_retreat_into(table: Table, unit: int, path: tuple[int, ...], space: int) -> Reason | None:
    """Return why a unit may not retreat into a space from the end of its path, which begins in the attacked space."""
    state = table.game.state
    combat, at = state.combat, path[-1]
    if at != space and not area_refusals.connected(state, at, space):
        return _retreat_too_far(table, unit, path, space)
    if (why := area_refusals.why_no_line(table, unit, at, space)) is not None:
        return why
    if state.units_of(1 - table.side, space):
        return Reason("enemy_there", "11.1.7", {"space": space})
    if state.unbesieged_forts(1 - table.side) >> space & 1:
        return Reason("enemy_fort_there", "12.5.5", {"space": space})
    if space == combat.target:
        return Reason("retreat_back", "12.5.5", {"space": space})
    if state.full[table.side] >> space & 1 and len(path) == combat.retreat_length:
        return Reason("no_room", "10.1.1", {"space": space, "most": state.rules.stacking_limit})
    return Reason("retreat_elsewhere", "12.5.5", {"unit": unit, "space": space})


def _retreat_too_far(table: Table, unit: int, path: Sequence[int], space: int) -> Reason:
    """Return why a unit can't retreat to a space that isn't adjacent: it retreats one or two spaces (12.5.2)."""
    state = table.game.state
    length = int(state.combat.retreat_length)
    left = length - len(path) + 1
    steps = _distance(state, unit, int(path[-1]), space)
    data = {"unit": unit, "units": (unit,), "space": space, "left": left, "origin": int(path[-1])}
    if steps is None or steps > left:
        return Reason("retreat_too_far", "12.5.2", {"unit": unit, "space": space, "count": length})
    return Reason("no_way_there", "12.5.5", data)


def why_no_halt(table: Table, _: int) -> Reason | None:
    """Return why an advancing stack may not stop where it is: too many units would be there (12.7.1)."""
    path, stack = table.field("path", ()), units_of(table.field("stack", 0))
    return _no_room(table, stack, int(path[-1])) if path and stack else None


def why_advance_goes_on(table: Table, _: int) -> Reason | None:
    """Return why the advance can't end yet: a stack is still advancing."""
    stack = units_of(table.field("stack", 0))
    return Reason("stack_waits", "12.7.1", {"units": tuple(stack)}) if stack else None


def why_not_on(table: Table, space: int) -> Reason | None:
    """Return why the advancing stack may not enter a space (12.7)."""
    state = table.game.state
    combat, stack = state.combat, units_of(table.field("stack", 0))
    if not stack:
        return Reason("units_first", "12.7.1", {})
    siege = {"space": space, "count": int(state.fort_values[space])}
    if space == combat.target:
        besieging = retreats.may_enter_first(state, combat, sum(1 << unit for unit in stack))
        return None if besieging else Reason("fort_needs_siege", "12.7.6", siege)
    if not table.field("path", ()):
        ends = advance_refusals.why_no_farther(state, stack, space)
        return ends or Reason("advance_first", "12.7.1", {"space": combat.target})
    free = advance_refusals.free_beyond(state)
    if not free and not any(path and path[0] == space for _, path in combat.retreats):
        return Reason("advance_off_way", "12.7.3", {"space": space})
    return _why_not_behind(table, stack, space) or Reason("fort_needs_siege", "12.7.6", siege)


def _why_not_behind(table: Table, stack: list[int], space: int) -> Reason | None:
    """Return why a stack may not follow a retreat into the second space (12.7.3 to 12.7.7)."""
    state = table.game.state
    if state.units_of(1 - table.side, space):
        return Reason("enemy_there", "11.1.7", {"space": space})
    target, beyond = state.combat.target, [entry for entry in state.rules.tables.no_stop if entry.advance]
    for unit in stack:
        if (entry := area_refusals.closed_by(beyond, state, unit, space)) is not None:
            return area_refusals.told(entry, unit, space)
        why = area_refusals.why_no_line(table, unit, target, space) or area_refusals.why_barred(table, unit, space)
        why = why or area_refusals.why_not_in(table, unit, target, space)
        if why is not None:
            return why
    if stacking.room(state, table.side, space) < len(stack):
        return Reason("no_room", "10.1.1", {"space": space, "most": state.rules.stacking_limit})
    return None


__all__ = [
    "MOST_BLOCKS",
    "why_advance_goes_on",
    "why_never_digs",
    "why_no_digging",
    "why_no_drop",
    "why_no_end",
    "why_no_halt",
    "why_no_mover",
    "why_no_retreat",
    "why_no_step",
    "why_no_stop",
    "why_not_eliminated",
    "why_not_on",
    "why_not_retreating",
    "why_shut_in",
]
