"""Whether a position can still be put right, searched the slow and generous way.

The record lets a stack step, or a unit redeploy, wherever the limits could be broken for a moment,
and looks at stacking only when the step is over (10.1.2). What it offers beyond the engine is a
dead end exactly if nothing here finds a way out; where in doubt these searches find one, so that a
legal option the engine lacks is reported.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.bits import members
from engine.pog.rules import areas, redeployment, stacking
from engine.pog.state import State

LIMIT = 3


def own(state: State, space: int, side: int) -> int:
    """A side's units in a space; nobody stacks in boxes."""
    return state.units_of(side, space) if state.rules.board.on_map[space] else 0


# -- strategic redeployment ---------------------------------------------------------------


def sr_ends(state: State, unit: int, points: int, done: int) -> bool:
    """True if the unit could redeploy somewhere with `points` left so that stacking holds in the end."""
    left = points - redeployment.price(state, unit)
    if left < 0:
        return False
    full = state.full[state.phasing]
    return any(sr_works(state, unit, to, left, done) for to in members(redeployment.destinations(state, unit, full)))


def sr_works(state: State, unit: int, to: int, left: int, done: int) -> bool:
    """True if stacking can be put right after this redeployment with the points left (10.1.2, 13.1.3)."""
    if own(state, to, state.phasing).bit_count() < LIMIT:
        return True
    after = state.copy()
    origin = after.loc[unit]
    redeployment.note_limits(after, unit, origin, to)
    after.place(unit, to)
    done |= 1 << unit
    side = state.rules.units_of_side[state.phasing]
    over = stacking.overstacked(after, after.phasing)
    return any(
        sr_ends(after, other, left, done)
        for space in members(over)
        for other in members(after.units_at[space] & side & ~done)
    )


# -- movement -----------------------------------------------------------------------------


def stack_ends(state: State, stack: int, space: int, moved: int) -> bool:
    """True if a stack that steps into a space as its `moved`-th can end there or farther on, together or in parts."""
    return _ends(state, stack, stack, space, moved, {})


def _ends(state: State, whole: int, stack: int, space: int, moved: int, stopped: dict[int, int]) -> bool:
    movement = state.rules.movement
    for part in _parts(stack):
        rest = stack & ~part
        if part and not may_end(state, whole, part, space, stopped):
            continue
        if not rest:
            return True
        if any(movement(state, unit) <= moved for unit in members(rest)):
            continue
        there = {**stopped, space: stopped.get(space, 0) + part.bit_count()}
        if any(_ends(state, whole, rest, onward, moved + 1, there) for onward in ways(state, rest, space)):
            return True
    return False


def _parts(stack: int) -> Iterator[int]:
    part = stack
    while True:
        yield part
        if not part:
            return
        part = (part - 1) & stack


def ways(state: State, stack: int, space: int) -> Iterator[int]:
    """Neighbours free of enemies that every unit may enter; a fort if any siege of it is thinkable."""
    if state.unbesieged_forts(1 - state.phasing) >> space & 1:
        return
    barred = state.occupied[1 - state.phasing] | areas.german_forts(state) * bool(stack & state.rules.of_nation["ru"])
    for unit in members(stack):
        barred |= areas.barred(state, unit)
    for onward in members(areas.steps_from(state, stack, space) & ~barred):
        if not state.unbesieged_forts(1 - state.phasing) >> onward & 1 or siege_thinkable(state, stack, onward):
            yield onward


def may_end(state: State, whole: int, part: int, space: int, stopped: dict[int, int]) -> bool:
    operation = state.operation
    assert operation is not None
    if operation.attack >> space & 1 or any(areas.no_stop(state, unit) >> space & 1 for unit in members(part)):
        return False
    there = own(state, space, state.phasing) & ~whole
    waiting = there & ~operation.moved if operation.move >> space & 1 else 0
    return there.bit_count() + stopped.get(space, 0) + part.bit_count() - waiting.bit_count() <= LIMIT


def siege_thinkable(state: State, stack: int, fort: int) -> bool:
    """15.2.1, 11.1.8: the stack with those there and all who may still come by distance alone."""
    operation = state.operation
    assert operation is not None
    near = stack | own(state, fort, state.phasing)
    if state.can_besiege(near, fort):
        return True
    if near.bit_count() >= LIMIT:
        return False
    for space in members(operation.move):
        for unit in members(own(state, space, state.phasing) & ~operation.moved):
            if _distance(state, unit, fort) <= state.rules.movement(state, unit):
                near |= 1 << unit
    return state.can_besiege(near, fort)


def _distance(state: State, unit: int, to: int) -> int:
    """Steps over lines the unit may use, whatever stands in the way."""
    seen = border = 1 << state.loc[unit]
    length = 0
    while border and not seen >> to & 1:
        spread = 0
        for space in members(border):
            spread |= areas.steps_from(state, 1 << unit, space)
        border = spread & ~seen & ~state.occupied[1 - state.phasing]
        seen |= border
        length += 1
    return length if seen >> to & 1 else 99
