"""Moving stacks: which steps are legal and where a stack may stop (11.1, 15.1, 15.2)."""

from __future__ import annotations

from engine.core.bits import members
from engine.pog.rules import areas, supply
from engine.pog.state import State


def movers(state: State, side: int) -> int:
    """Units that may still be picked for movement in the present operation (9.2.8, 14.1.1.3)."""
    operation = state.operation
    assert operation is not None
    result = 0
    for space in members(operation.move):
        for unit in members(state.units_of(side, space) & ~operation.moved):
            if state.rules.movement(state, unit) and supply.in_supply(state, unit):
                result |= 1 << unit
    return result


def steps(state: State, stack: int, at: int, left: int) -> int:
    """Spaces the whole stack may step into with `left` MF, so that it can still end somewhere."""
    if left <= 0:
        return 0
    result = 0
    for space in members(_enterable(state, stack, at)):
        if (
            may_stop(state, stack, space)
            or _can_go_on(state, stack, space, left - 1)
            or _can_part(state, stack, stack, space, left - 1)
        ):
            result |= 1 << space
    return result


def reachable(state: State, stack: int, at: int, left: int) -> dict[int, tuple[int, ...]]:
    """Every space where the stack may end, with one shortest path (start left out)."""
    ends: dict[int, tuple[int, ...]] = {}
    seen = 1 << at
    border: list[tuple[int, tuple[int, ...]]] = [(at, ())]
    while border and left > 0:
        left -= 1
        following: list[tuple[int, tuple[int, ...]]] = []
        for space, path in border:
            for step in members(_enterable(state, stack, space) & ~seen):
                seen |= 1 << step
                longer = (*path, step)
                if may_stop(state, stack, step):
                    ends[step] = longer
                if not must_stop(state, stack, step):
                    following.append((step, longer))
        border = following
    return ends


def _enterable(state: State, stack: int, at: int) -> int:
    """Neighbours the stack may cross into, whether or not it may stay there."""
    rules = state.rules
    side = rules.side_of[stack.bit_length() - 1]
    enemy = 1 - side
    result = areas.steps_from(state, stack, at) & ~state.occupied[enemy]
    for unit in members(stack):
        result &= ~areas.barred(state, unit)
    if stack & rules.of_nation["ru"]:
        result &= ~areas.german_forts(state)
    forts = result & state.unbesieged_forts(enemy)
    for space in members(forts):
        if not could_besiege(state, stack, space):
            result &= ~(1 << space)
    return result


def must_stop(state: State, stack: int, space: int) -> bool:
    """15.1.1: a stack that enters an unbesieged enemy fort space goes no farther."""
    side = state.rules.side_of[stack.bit_length() - 1]
    return bool(state.unbesieged_forts(1 - side) >> space & 1)


def _can_go_on(state: State, stack: int, at: int, left: int, passing: int = 0, taken: int = 0) -> bool:
    if left <= 0 or must_stop(state, stack, at):
        return False
    onward = _enterable(state, stack, at) & ~taken
    for space in members(onward):
        if may_stop(state, stack, space, passing):
            return True
    return any(_can_go_on(state, stack, space, left - 1, passing, taken) for space in members(onward))


def _can_part(state: State, whole: int, stack: int, space: int, left: int, taken: int = 0) -> bool:
    """11.1.1: True if the stack can end its move in parts, some here or farther on, others beyond.

    `whole` is the stack as it set out; `taken` are spaces where parts of it have stopped.
    """
    if stack & (stack - 1) == 0 or must_stop(state, stack, space):
        return False
    moves = state.rules.movement
    slowest = min(moves(state, unit) for unit in members(stack))
    beyond = ~(taken | 1 << space)
    part = (stack - 1) & stack
    while part:
        rest = stack & ~part
        reach = left + min(moves(state, unit) for unit in members(rest)) - slowest
        if reach > 0 and may_stop(state, part, space, passing=whole):
            for onward in members(_enterable(state, rest, space) & beyond):
                if (
                    may_stop(state, rest, onward, passing=whole)
                    or _can_go_on(state, rest, onward, reach - 1, passing=whole, taken=~beyond)
                    or _can_part(state, whole, rest, onward, reach - 1, ~beyond)
                ):
                    return True
        part = (part - 1) & stack
    ways = _enterable(state, stack, space) & ~taken if left > 0 else 0
    return any(_can_part(state, whole, stack, onward, left - 1, taken) for onward in members(ways))


def may_stop(state: State, stack: int, space: int, passing: int = 0) -> bool:
    """True if the stack may end its move there, while `passing` units go on.

    Not next to an Attack marker's fight (11.1.6), within stacking limits or where enough
    units can still move out (10.1.2), and not in spaces closed to a stop (11.1.9).
    """
    operation = state.operation
    assert operation is not None
    if operation.attack >> space & 1:
        return False
    if any(areas.no_stop(state, unit) >> space & 1 for unit in members(stack)):
        return False
    over = excess(state, stack, space, passing)
    return over <= 0 or _room_later(state, stack | passing, space, over)


def excess(state: State, stack: int, space: int, passing: int = 0) -> int:
    """Units above the stacking limit if the stack stood there too (10.1.1)."""
    rules = state.rules
    side = rules.side_of[stack.bit_length() - 1]
    there = state.units_of(side, space) & ~passing | stack
    return there.bit_count() - rules.stacking_limit


def _room_later(state: State, stack: int, space: int, over: int) -> bool:
    """True if enough units of the space itself are still to move (10.1.2)."""
    operation = state.operation
    assert operation is not None
    rules = state.rules
    side = rules.side_of[stack.bit_length() - 1]
    if not operation.move >> space & 1:
        return False
    waiting = state.units_of(side, space) & ~stack & ~operation.moved
    able = 0
    for unit in members(waiting):
        if rules.movement(state, unit) and supply.in_supply(state, unit):
            able += any(
                excess(state, 1 << unit, end) <= 0
                for end in members(_enterable(state, 1 << unit, space))
                if not operation.attack >> end & 1
            )
    return able >= over


def could_besiege(state: State, stack: int, space: int) -> bool:
    """15.2.1, 11.1.8: alone, with units already there, or with others that still can come."""
    rules = state.rules
    operation = state.operation
    side = rules.side_of[stack.bit_length() - 1]
    there = stack | state.units_of(side, space)
    if rules.can_besiege(there, space):
        return True
    if operation is None or operation.pledge & ~(1 << space):
        return False
    partners = 0
    for unit in members(movers(state, side) & ~stack):
        if _reaches(state, unit, space):
            partners |= 1 << unit
    limit = rules.stacking_limit
    if there.bit_count() >= limit:
        return False
    return rules.can_besiege(there | partners, space) and rules.board.fort_value[space] <= limit


def _reaches(state: State, unit: int, fort: int) -> bool:
    """True if a unit alone could walk to a fort space, taking it as open."""
    rules = state.rules
    enemy = 1 - rules.side_of[unit]
    flag = 1 << unit
    left = rules.movement(state, unit)
    closed = areas.barred(state, unit) | state.occupied[enemy]
    if rules.of_nation["ru"] & flag:
        closed |= areas.german_forts(state)
    open_forts = state.unbesieged_forts(enemy) & ~(1 << fort)
    seen = border = 1 << state.loc[unit]
    while border and left > 0:
        left -= 1
        spread = 0
        for space in members(border):
            spread |= areas.steps_from(state, flag, space)
        border = spread & ~seen & ~closed & ~open_forts
        seen |= border
        if border >> fort & 1:
            return True
    return False


def pledged_movers(state: State, side: int) -> int:
    """While a siege still lacks units, only units that can reach it may move."""
    operation = state.operation
    assert operation is not None
    candidates = movers(state, side)
    if not operation.pledge:
        return candidates
    fort = operation.pledge.bit_length() - 1
    return sum(1 << unit for unit in members(candidates) if _reaches(state, unit, fort))


def may_leave(state: State, stack: int, space: int) -> bool:
    """15.2.4: whoever stays behind on a besieged fort must still besiege it, or leave as well."""
    rules = state.rules
    if not state.besieged >> space & 1:
        return True
    side = rules.side_of[stack.bit_length() - 1]
    rest = state.units_of(side, space) & ~stack
    if not rest or rules.can_besiege(rest, space):
        return True
    return not rest & ~movers(state, side) and all(
        steps(state, 1 << unit, space, rules.movement(state, unit)) for unit in members(rest)
    )


def must_leave(state: State) -> int:
    """Units that have to follow a stack out of a siege they cannot hold (15.2.4)."""
    operation = state.operation
    assert operation is not None
    result = 0
    for space in members(operation.evacuate & ~state.besieged):
        for unit in members(movers(state, operation.side) & state.units_at[space]):
            if steps(state, 1 << unit, space, state.rules.movement(state, unit)):
                result |= 1 << unit
    return result


def may_dig(state: State, stack: int, space: int) -> bool:
    """11.2.1: one supplied army of the space may try to entrench instead of moving.

    Not while too many stand there: whoever was to make room still has to go (10.1.2).
    """
    rules = state.rules
    operation = state.operation
    assert operation is not None
    if stack & (stack - 1) or not stack & rules.armies:
        return False
    if not any(rules.card(name) in state.events for name in ("ap_12_entrench", "cp_06_entrench")):
        return False
    if operation.digging & state.units_at[space]:
        return False
    level, owner = state.trench(space)
    side = rules.side_of[stack.bit_length() - 1]
    if state.units_of(side, space).bit_count() > rules.stacking_limit:
        return False
    return not (owner == side and level >= rules.content.entrench.max_level)
