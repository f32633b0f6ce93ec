"""Moving stacks: legal steps and where a stack may stop (11.1, 15.1, 15.2)."""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import count

from engine.core.bits import members
from engine.pog.rules import areas, stacking, step_costs, supply
from engine.pog.rules.sieges import could_besiege
from engine.pog.rules.step_costs import Path
from engine.pog.state import State


def steps(state: State, stack: int, path: Path, left: int, busy: int = 0) -> int:
    """Return the spaces the whole stack may enter from the end of its path with `left` MP and still end its move legally.

    `busy` are units that came along so far and end their move here.
    """
    if left <= 0:
        return 0
    at = path[-1]
    beyond = _enterable(state, stack, at, busy=busy)
    roomy = _free_to_stop(state, stack, beyond)
    result = 0
    for space, rest in step_costs.within(state, stack, path, beyond, left):
        if roomy >> space & 1:
            result |= 1 << space
            continue
        spent = areas.crossed(state, stack, at, space)
        if (
            may_stop(state, stack, space, spent=spent)
            or _can_go_on(state, stack, (*path, space), rest, spent=spent)
            or _can_part(state, stack, stack, (*path, space), rest, spent=spent)
        ):
            result |= 1 << space
    return result


def reachable(state: State, stack: int, at: int, left: int) -> dict[int, Path]:
    """Return every space where the stack may end, with one shortest path (without the start)."""
    ends: dict[int, Path] = {}
    seen = 0
    border: list[tuple[int, int, Path, bool]] = [(0, 0, (at,), False)]
    order = count(1)
    while border:
        used, _, path, spent = heappop(border)
        at = path[-1]
        if seen >> at & 1:
            continue
        seen |= 1 << at
        if len(path) > 1 and may_stop(state, stack, at, spent=spent):
            ends[at] = path[1:]
        if len(path) > 1 and must_stop(state, stack, at):
            continue
        beyond = _enterable(state, stack, at, spent) & ~seen
        for step, rest in step_costs.within(state, stack, path, beyond, left - used):
            further = spent or areas.crossed(state, stack, at, step)
            heappush(border, (left - rest, next(order), (*path, step), further))
    return ends


def _enterable(state: State, stack: int, at: int, spent: bool = False, busy: int = 0) -> int:
    """Return the neighbours the stack may enter, whether or not it may stay there.

    `spent` and `busy` are as in `could_besiege`.
    """
    rules = state.rules
    side = rules.side_of[stack.bit_length() - 1]
    enemy = 1 - side
    result = areas.steps_from(state, stack, at) & ~state.occupied[enemy]
    for unit in members(stack):
        result &= ~areas.barred(state, unit)
    if stack & rules.of_nation["ru"]:
        result &= ~areas.german_forts(state)
    for unit in members(stack & areas.astray(state)):
        result &= areas.homeward(state, unit, at)
    if rules.stays and any(areas.stays(state, unit) >> at & 1 for unit in members(stack)):
        return 0
    if spent:
        result &= ~areas.crossing_targets(state, at)
    forts = result & state.unbesieged_forts(enemy)
    for space in members(forts):
        if not could_besiege(state, stack, space, spent or areas.crossed(state, stack, at, space), busy):
            result &= ~(1 << space)
    return result


def exits(state: State, unit: int) -> int:
    """Return the neighbours that a unit could enter in this operation, ignoring stacking and the need to besiege forts.

    With a Reserve Phase enemies may have left by then (9.2.10).
    """
    rules, at = state.rules, state.loc[unit]
    if not rules.movement(state, unit) or (rules.stays and areas.stays(state, unit) >> at & 1):
        return 0
    result = areas.steps_from(state, 1 << unit, at) & ~areas.barred(state, unit)
    if "reserve" not in state.marks:
        result &= ~state.occupied[1 - rules.side_of[unit]]
    if rules.of_nation["ru"] >> unit & 1:
        result &= ~areas.german_forts(state)
    return result & areas.homeward(state, unit, at) if areas.astray(state) >> unit & 1 else result


def must_stop(state: State, stack: int, space: int) -> bool:
    """Return whether the stack stops because it entered an unbesieged enemy fort space (15.1.1)."""
    side = state.rules.side_of[stack.bit_length() - 1]
    return bool(state.unbesieged_forts(1 - side) >> space & 1)


def _can_go_on(
    state: State, stack: int, path: Path, left: int, passing: int = 0, taken: int = 0, spent: bool = False
) -> bool:
    at = path[-1]
    if left <= 0 or must_stop(state, stack, at):
        return False
    onward = _enterable(state, stack, at, spent, passing) & ~taken
    ways = [
        (space, rest, spent or areas.crossed(state, stack, at, space))
        for space, rest in step_costs.within(state, stack, path, onward, left)
    ]
    if any(may_stop(state, stack, space, passing, used) for space, _, used in ways):
        return True
    return any(_can_go_on(state, stack, (*path, space), rest, passing, taken, used) for space, rest, used in ways)


def _can_part(state: State, whole: int, stack: int, path: Path, left: int, taken: int = 0, spent: bool = False) -> bool:
    """Return True if the stack can end its move in parts: some here or farther on, others beyond (11.1.1).

    `whole` is the stack as it set out; `taken` are spaces where parts of it have stopped.
    """
    space = path[-1]
    if stack & (stack - 1) == 0 or must_stop(state, stack, space):
        return False
    moves = state.rules.movement
    slowest = min(moves(state, unit) for unit in members(stack))
    beyond = ~(taken | 1 << space)
    part = (stack - 1) & stack
    while part:
        rest = stack & ~part
        reach = left + min(moves(state, unit) for unit in members(rest)) - slowest
        if reach > 0 and may_stop(state, part, space, whole, spent):
            ways = _enterable(state, rest, space, spent, whole) & beyond
            for onward, beyond_it in step_costs.within(state, rest, path, ways, reach):
                used = spent or areas.crossed(state, rest, space, onward)
                longer = (*path, onward)
                if (
                    may_stop(state, rest, onward, whole, used)
                    or _can_go_on(state, rest, longer, beyond_it, passing=whole, taken=~beyond, spent=used)
                    or _can_part(state, whole, rest, longer, beyond_it, ~beyond, used)
                ):
                    return True
        part = (part - 1) & stack
    ways = _enterable(state, stack, space, spent) & ~taken if left > 0 else 0
    # a stack of several never uses the passage, so nothing more is used up here (11.3.2)
    return any(
        _can_part(state, whole, stack, (*path, onward), rest, taken, spent)
        for onward, rest in step_costs.within(state, stack, path, ways, left)
    )


def may_stop(state: State, stack: int, space: int, passing: int = 0, spent: bool = False) -> bool:
    """Return True if the stack may end its move in a space while `passing` units move on; `spent` is as in `could_besiege`.

    It may not stop in a space with an Attack marker (11.1.6) or one closed to stopping (11.1.9), and must stay within
    the stacking limit unless enough units can still move out (10.1.2).
    """
    operation = state.operation
    assert operation is not None
    if operation.attack >> space & 1:
        return False
    if areas.no_end(state, stack) >> space & 1 or not areas.may_end(state, stack, space, passing):
        return False
    over = excess(state, stack, space, passing)
    return over <= 0 or _room_later(state, stack | passing, space, over, spent) or stacking.free(state, operation.side)


def _free_to_stop(state: State, stack: int, spaces: int) -> int:
    """Return those of the spaces that need no `may_stop`: nothing closes them, and the whole stack fits."""
    rules, operation = state.rules, state.operation
    assert operation is not None
    if rules.tables.may_end or rules.tables.may_stack or stack.bit_count() > rules.stacking_limit:
        return 0
    side = rules.side_of[stack.bit_length() - 1]
    taken = state.full[side] if stack & (stack - 1) == 0 else state.occupied[side]
    return spaces & ~(taken | operation.attack | areas.no_end(state, stack))


def excess(state: State, stack: int, space: int, passing: int = 0) -> int:
    """Return the number of units above the stacking limit if the stack were there too (10.1.1)."""
    rules = state.rules
    side = rules.side_of[stack.bit_length() - 1]
    there = state.units_of(side, space) & ~passing | stack
    return there.bit_count() - rules.stacking_limit


def _room_later(state: State, stack: int, space: int, over: int, spent: bool) -> bool:
    """Return True if enough units of the space itself can still move out (10.1.2)."""
    operation = state.operation
    assert operation is not None
    rules = state.rules
    side = rules.side_of[stack.bit_length() - 1]
    if not operation.move >> space & 1:
        return False
    waiting = state.units_of(side, space) & ~(stack | operation.moved | operation.idle)
    passage = areas.crossing_targets(state, space)
    able = over_the_passage = 0
    acting = supply.acting(state, side, attack=False)
    for unit in members(waiting):
        if rules.movement(state, unit) and (acting >> unit & 1 or supply.in_supply(state, unit)):
            ends = sum(
                1 << end
                for end in members(_enterable(state, 1 << unit, space, spent) & ~operation.attack)
                if excess(state, 1 << unit, end) <= 0
            )
            able += bool(ends & ~passage)
            over_the_passage |= bool(ends & passage) and not ends & ~passage
    return able + over_the_passage >= over  # 11.3.2: only one of them can use the passage


def may_dig(state: State, stack: int, space: int) -> bool:
    """Return True if the stack may try to entrench instead of moving (11.2.1)."""
    return all(allows(state, stack, space) for allows in state.rules.tables.may_dig)


def one_army(state: State, stack: int, space: int) -> bool:
    """Return whether the stack is a single army."""
    return not stack & (stack - 1) and stack & state.rules.armies != 0


def entrench_played(state: State, stack: int, space: int) -> bool:
    """Return whether one of the Entrench cards was played as an event."""
    events, card = state.events, state.rules.card
    return card("ap_12_entrench") in events or card("cp_06_entrench") in events


def nobody_digs_there(state: State, stack: int, space: int) -> bool:
    """Return True if no army in the space is entrenching yet: only one may try."""
    operation = state.operation
    return operation is None or not operation.digging & state.units_at[space]


def nobody_must_go(state: State, stack: int, space: int) -> bool:
    """Return whether the space is within the stacking limit; otherwise the excess units still have to move (10.1.2)."""
    side = state.rules.side_of[stack.bit_length() - 1]
    return state.units_of(side, space).bit_count() <= state.rules.stacking_limit


def not_deep_enough(state: State, stack: int, space: int) -> bool:
    """Return whether the trench there is not its own side's at the maximum level."""
    rules = state.rules
    level, owner = state.trench(space)
    return owner != rules.side_of[stack.bit_length() - 1] or level < rules.content.entrench.max_level


#: Conditions for an army to try to entrench.
MAY_DIG = (one_army, entrench_played, nobody_digs_there, nobody_must_go, not_deep_enough)
