"""Sieges that several stacks begin or give up: promises that must be kept when all have moved.

A unit may enter the space of an enemy fort on the promise that others follow (11.1.8), and leave
a siege on the promise that those it leaves behind go as well (15.2.4). Movement offers no choice
after which the units that have not moved yet could no longer keep every promise; whether they can
is searched here, on copies of the position.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.bits import first, members
from engine.pog.content.records import AP, CP
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


def promised(state: State) -> int:
    """Fort spaces that units of the moving side hold on a promise not kept yet (11.1.8, 15.2.4)."""
    operation = state.operation
    assert operation is not None
    return (operation.pledge | operation.evacuate) & ~state.besieged & state.occupied[operation.side]


def goes_on(state: State, stack: int) -> bool:
    """True unless the stack, leaving its space, gives up a siege where others stay behind (15.2.4)."""
    space = state.loc[first(stack)]
    if not state.besieged >> space & 1:
        return True
    rest = state.units_of(state.rules.side_of[first(stack)], space) & ~stack
    return not rest or state.rules.can_besiege(rest, space)


def may_leave(state: State, stack: int) -> bool:
    """15.2.4: whoever stays behind on a besieged fort must still besiege it, or be free to leave as well."""
    if goes_on(state, stack):
        return True
    side = state.rules.side_of[first(stack)]
    rest = state.units_of(side, state.loc[first(stack)]) & ~stack
    return not rest & ~movers(state, side)


def could_besiege(state: State, stack: int, space: int, spent: bool = False, busy: int = 0) -> bool:
    """15.2.1, 11.1.8: alone, with units already there, or with others that still can come.

    `spent`: the stack has used up the passage of 11.3.2 on its way. `busy` are units that end
    their move elsewhere, because they set out with the stack.
    """
    rules = state.rules
    side = rules.side_of[stack.bit_length() - 1]
    there = stack | state.units_of(side, space)
    if rules.can_besiege(there, space):
        return True
    if state.operation is None or there.bit_count() >= rules.stacking_limit:
        return False
    coming = _near(state, movers(state, side) & ~(stack | busy), space)
    return rules.can_besiege(there | coming, space) and _keep(_gone(state, stack, space, spent, busy))


def kept(state: State) -> bool:
    """True if the units that have not moved can still keep every promise."""
    return not promised(state) or _keep(state)


def kept_staying(state: State, units: int) -> bool:
    """True if every promise can still be kept although these units stay where they are."""
    if not promised(state):
        return True
    after = state.copy()
    assert after.operation is not None
    after.operation.moved |= units
    return _keep(after)


def kept_gathering(state: State, stack: int) -> bool:
    """True if every promise can be kept with these units of a space as the next stack."""
    if kept_staying(state, stack):
        return True
    left = min(state.rules.movement(state, unit) for unit in members(stack))
    return kept_under_way(state, stack, left)


def kept_going(state: State, stack: int, to: int, left: int) -> bool:
    """True if every promise can be kept when the stack steps to a space, with `left` steps beyond it."""
    origin = state.loc[first(stack)]
    side = state.rules.side_of[first(stack)]
    after = _gone(state, stack, to, bool(areas.crossed(state, stack, origin, to)))
    if not promised(after):
        return True
    if not left or state.unbesieged_forts(1 - side) >> to & 1:  # 15.1.1
        return _keep(after)
    return kept_under_way(after, stack, left)


def kept_under_way(state: State, stack: int, left: int) -> bool:
    """True if every promise can be kept with the stack ending its move within `left` steps."""
    if not may_leave(state, stack):
        return False
    without = state.copy()
    for unit in members(stack):
        without.place(unit, state.rules.board.reserve[state.rules.side_of[unit]])
    # units without which a promise is broken can only go where one is open
    goals = -1 if _keep(without) else promised(state)
    return any(_keep(_gone(state, stack, space, spent)) for space, spent in _ends(state, stack, left, goals))


def kept_dropping(state: State, stack: int, unit: int, left: int) -> bool:
    """True if every promise can be kept when one of the stack ends its move here, and the others theirs elsewhere."""
    after = state.copy()
    assert after.operation is not None
    after.operation.moved |= stack
    rest = stack & ~(1 << unit)
    return _keep(after) if not rest else kept_under_way(after, rest, left)


def _keep(state: State) -> bool:
    """Search: to one fort after the other somebody comes, or those who are left there go."""
    forts = promised(state)
    if not forts:
        return True
    assert state.operation is not None
    rules, side = state.rules, state.operation.side
    fort = first(forts)
    there = state.units_of(side, fort)
    free = movers(state, side)
    coming = _near(state, free & ~there, fort) if there.bit_count() < rules.stacking_limit else 0
    able = _different(state, coming) if rules.can_besiege(there | coming, fort) else []
    if any(_keep_sending(state, unit, 1 << fort) for unit in able):
        return True
    return not there & ~free and _keep_sending(state, first(there), -1)


def _keep_sending(state: State, unit: int, goals: int) -> bool:
    """The same with one unit sent to one of the goals next."""
    flag = 1 << unit
    if not may_leave(state, flag):
        return False
    ends = _ends(state, flag, state.rules.movement(state, unit), goals)
    return any(_keep(_gone(state, flag, space, spent)) for space, spent in ends)


def _near(state: State, units: int, fort: int) -> int:
    """Units that could walk to a fort space alone, taking it as open."""
    found = 0
    for unit in members(units):
        dry, wet = _walk(state, 1 << unit, state.rules.movement(state, unit), 1 << fort)
        found |= ((dry | wet) >> fort & 1) << unit
    return found


def _different(state: State, units: int) -> list[int]:
    """One of each kind in each space, armies first: the others would do no better."""
    rules = state.rules
    kinds = {(rules.kin[unit], state.loc[unit], rules.movement(state, unit)): unit for unit in members(units)}
    return sorted(kinds.values(), key=lambda unit: not rules.armies >> unit & 1)


def _gone(state: State, stack: int, to: int, spent: bool, busy: int = 0) -> State:
    """A copy in which the stack has ended its move in a space (and busy units theirs), with what that promises."""
    after = state.copy()
    operation = after.operation
    assert operation is not None
    origin = state.loc[first(stack)]
    for unit in members(stack):
        after.place(unit, to)
    operation.moved |= stack | busy
    operation.evacuate |= state.besieged & ~after.besieged & 1 << origin
    operation.pledge |= after.unbesieged_forts(1 - operation.side) & 1 << to
    if spent:
        after.limits_used |= areas.RUSSIAN_CROSSING
    held = after.ana_held
    if held >= 0 and not after.occupied[AP] >> held & 1:  # 11.1.15
        after.control[AP] &= ~(1 << held)
        after.control[CP] |= 1 << held
    return after


def _ends(state: State, stack: int, left: int, goals: int = -1) -> Iterator[tuple[int, bool]]:
    """Spaces where the stack can end within so many steps, and whether that uses up the passage (11.3.2)."""
    operation = state.operation
    assert operation is not None
    dry, wet = _walk(state, stack, left, promised(state))
    room = state.rules.stacking_limit - stack.bit_count()
    closed = operation.attack
    for unit in members(stack):
        closed |= areas.no_stop(state, unit)
    for space in members((dry | wet) & goals & ~closed):
        if (state.units_of(operation.side, space) & ~stack).bit_count() <= room:
            yield space, not dry >> space & 1


def _walk(state: State, stack: int, left: int, forts: int) -> tuple[int, int]:
    """Spaces within so many steps: on ways that leave the passage of 11.3.2 alone, and on ways that use it.

    Enemy forts without a siege are closed but for the given ones, where the way ends (15.1.1).
    """
    rules = state.rules
    at = state.loc[first(stack)]
    enemy = 1 - rules.side_of[first(stack)]
    unbesieged = state.unbesieged_forts(enemy)
    closed = state.occupied[enemy] | unbesieged & ~forts
    for unit in members(stack):
        closed |= areas.barred(state, unit)
    russian = stack & rules.of_nation["ru"]
    if russian:
        closed |= areas.german_forts(state)
    dry, wet = 1 << at, 0
    border_dry, border_wet = dry, 0
    for _ in range(left):
        near = across = 0
        for space in members(border_dry):
            onward = areas.steps_from(state, stack, space)
            passage = areas.crossing_targets(state, space) if russian else 0
            near |= onward & ~passage
            across |= onward & passage
        for space in members(border_wet):
            across |= areas.steps_from(state, stack, space) & ~areas.crossing_targets(state, space)
        border_dry = near & ~closed & ~dry
        border_wet = across & ~closed & ~wet
        dry |= border_dry
        wet |= border_wet
        border_dry &= ~unbesieged
        border_wet &= ~unbesieged
    return dry, wet
