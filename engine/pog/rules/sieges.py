"""Sieges that several stacks begin or give up: promises to be kept once all have moved.

A unit may enter an enemy fort space on the promise that others follow (11.1.8), and leave
a siege on the promise that the units left behind go as well (15.2.4). Movement offers no choice
after which the units still to move could no longer keep every promise; whether they can
is searched here, on copies of the position. A siege by other units can open the way to a promised one,
so the search also sends units to forts that nobody has promised to besiege yet.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from engine.core.bits import first, members
from engine.pog.board import Board
from engine.pog.content.records import AP, CP
from engine.pog.rules import areas, step_costs, supply
from engine.pog.rules.step_costs import Path
from engine.pog.state import State

#: Units that keep promises, and the spaces they go to.
Way: TypeAlias = tuple[int, int]


def falls(state: State, space: int, die: int) -> bool:
    """Return whether a siege roll makes a fort surrender: with the turn's modifier, above its LF (15.3.2)."""
    return die + state.rules.content.turns[state.turn - 1].siege_drm > state.fort_values[space]


def movers(state: State, side: int) -> int:
    """Return the units that can still be picked for movement in this operation (9.2.8, 14.1.1.3)."""
    operation = state.operation
    assert operation is not None
    result = 0
    acting = supply.acting(state, side, attack=False)
    for space in members(operation.move):
        for unit in members(state.units_of(side, space) & ~(operation.moved | operation.idle)):
            if state.rules.movement(state, unit) and (acting >> unit & 1 or supply.in_supply(state, unit)):
                result |= 1 << unit
    return result


def promised(state: State) -> int:
    """Return the fort spaces where the moving side has a promise to keep (11.1.8, 15.2.4)."""
    operation = state.operation
    assert operation is not None
    spaces = operation.pledge | operation.evacuate
    return spaces and spaces & ~state.besieged & state.occupied[operation.side]


def goes_on(state: State, stack: int) -> bool:
    """Return False if the stack would leave units in an enemy fort space that do not besiege it (15.2.4).

    Units left there without a siege because of losses may stay together, but once one leaves all must.
    """
    rules = state.rules
    space, side = state.loc[first(stack)], rules.side_of[first(stack)]
    if not state.fort_values[space] or not state.intact_forts(1 - side) >> space & 1:
        return True
    rest = state.units_of(side, space) & ~stack
    return not rest or state.can_besiege(rest, space)


def may_leave(state: State, stack: int) -> bool:
    """Return whether units left behind in an enemy fort space would besiege it, or can leave as well (15.2.4)."""
    if goes_on(state, stack):
        return True
    side = state.rules.side_of[first(stack)]
    rest = state.units_of(side, state.loc[first(stack)]) & ~stack
    return not rest & ~movers(state, side)


def could_besiege(state: State, stack: int, space: int, spent: bool = False, busy: int = 0) -> bool:
    """Return whether the stack could besiege: alone, with units there, or with others that can still come (15.2.1, 11.1.8).

    `spent`: the stack has used up the passage of 11.3.2 on its way. `busy` are units that end
    their move elsewhere, because they set out with the stack.
    """
    rules = state.rules
    side = rules.side_of[stack.bit_length() - 1]
    there = stack | state.units_of(side, space)
    if state.can_besiege(there, space):
        return True
    if state.operation is None or there.bit_count() >= rules.stacking_limit:
        return False
    free = movers(state, side) & ~(stack | busy)
    if not state.can_besiege(there | _could_reach(state, free, space), space):
        opened = _openable(state, free) & ~(1 << space)
        if not opened or not state.can_besiege(there | _could_reach(state, free, space, opened), space):
            return False
    return _keep(_after_move(state, stack, space, spent, busy)) is not None


def kept(state: State) -> bool:
    """Return True if the units still to move can keep every promise."""
    return _keep(state) is not None


def way_without(state: State, stack: int = 0) -> Way | None:
    """Return one way to keep every promise while the stack stays where it is; None if there is none."""
    if not stack or not promised(state):
        return _keep(state)
    after = state.copy()
    assert after.operation is not None
    after.operation.moved |= stack
    return _keep(after)


def kept_gathering(state: State, stack: int) -> bool:
    """Return True if every promise can be kept with these units of a space as the next stack."""
    if way_without(state, stack) is not None:
        return True
    return kept_under_way(state, stack, (state.loc[first(stack)],))


def kept_going(state: State, stack: int, path: Path, to: int, left: int, way: Way | None) -> bool:
    """Return True if every promise can be kept when the stack enters a space, with `left` MP beyond it.

    `way` is one without the stack: if the stack can end its move without affecting it,
    no search is needed.
    """
    origin = state.loc[first(stack)]
    forts = state.rules.board.forts | state.built[AP] | state.built[CP]
    apart = not (way[1] | forts) >> to & 1 and not forts >> origin & 1 if way is not None else False
    if apart and not stack & state.rules.limited["holds_while_present"] and _may_end(state, stack, to):
        return True
    side = state.rules.side_of[first(stack)]
    after = _after_move(state, stack, to, areas.crossed(state, stack, origin, to))
    if not left or state.unbesieged_forts(1 - side) >> to & 1:  # 15.1.1
        return _keep(after) is not None
    return not promised(after) or kept_under_way(after, stack, (*path, to))


def kept_under_way(state: State, stack: int, path: Path) -> bool:
    """Return True if every promise can be kept with the stack ending its move within its MP from the end of a path."""
    if not may_leave(state, stack):
        return False
    without = state.copy()
    for unit in members(stack):
        without.place(unit, state.rules.board.reserve[state.rules.side_of[unit]])
    goals = -1
    if _keep(without) is None:
        # Units needed for a promise can only go where one is open, or open the way for others.
        goals = promised(state) | _openable(state, movers(state, state.rules.side_of[first(stack)]) | stack)
    ends = _end_spaces(state, stack, path, goals)
    return any(_keep(_after_move(state, stack, space, spent)) is not None for space, spent in ends)


def kept_dropping(state: State, stack: int, unit: int, path: Path) -> bool:
    """Return True if every promise can be kept when one unit of the stack ends its move here and the others elsewhere."""
    after = state.copy()
    assert after.operation is not None
    after.operation.moved |= stack
    rest = stack & ~(1 << unit)
    return kept_under_way(after, rest, path) if rest else _keep(after) is not None


def _keep(state: State) -> Way | None:
    """Search for a way to keep all promises: units come to one fort after another, or those left there go."""
    forts = promised(state)
    if not forts:
        return 0, 0
    return _keep_at(state, first(forts)) or _keep_opening(state, forts)


def _keep_at(state: State, fort: int) -> Way | None:
    """Search for a way to keep every promise, beginning with the one at this fort."""
    assert state.operation is not None
    rules, side = state.rules, state.operation.side
    there = state.units_of(side, fort)
    free = movers(state, side)
    coming = _could_reach(state, free & ~there, fort) if there.bit_count() < rules.stacking_limit else 0
    for unit in _one_of_each_kind(state, coming) if state.can_besiege(there | coming, fort) else ():
        if (way := _keep_sending(state, unit, 1 << fort)) is not None:
            return way
    return None if there & ~free else _keep_sending(state, first(there), -1)


def _keep_opening(state: State, forts: int) -> Way | None:
    """Search for a way in which the siege of another fort opens the way to the first of the promised ones."""
    assert state.operation is not None
    side, target = state.operation.side, first(forts)
    free = movers(state, side)
    others = forts & ~(1 << target) | _openable(state, free)
    if not others:
        return None
    away = free & ~state.units_of(side, target)
    if not _could_reach(state, away, target, others) & ~_could_reach(state, away, target):
        return None
    for fort in members(others):
        if forts >> fort & 1:
            way = _keep_at(state, fort)
        else:
            sent = (
                _keep_sending(state, unit, 1 << fort)
                for unit in _one_of_each_kind(state, _could_reach(state, free, fort))
            )
            way = next((found for found in sent if found is not None), None)
        if way is not None:
            return way
    return None


def _keep_sending(state: State, unit: int, goals: int) -> Way | None:
    """Search for a way that begins by sending one unit to one of the goals."""
    flag = 1 << unit
    if not may_leave(state, flag):
        return None
    for space, spent in _end_spaces(state, flag, (state.loc[unit],), goals):
        if (way := _keep(_after_move(state, flag, space, spent))) is not None:
            return way[0] | flag, way[1] | 1 << space
    return None


def _openable(state: State, units: int) -> int:
    """Return the enemy forts without siege or promise that these units could besiege together."""
    assert state.operation is not None
    found = 0
    for fort in members(state.unbesieged_forts(1 - state.operation.side) & ~promised(state)):
        if state.can_besiege(_could_reach(state, units, fort), fort):
            found |= 1 << fort
    return found


def _could_reach(state: State, units: int, fort: int, opened: int = 0) -> int:
    """Return the units that could reach a fort space alone, if it and the `opened` forts on the way count as besieged."""
    found = 0
    for unit in members(units):
        dry, wet = _walk(state, 1 << unit, (state.loc[unit],), 1 << fort, opened)
        found |= ((dry | wet) >> fort & 1) << unit
    return found


def _one_of_each_kind(state: State, units: int) -> list[int]:
    """Return one unit of each kind in each space, armies first: the others would do no better."""
    rules = state.rules
    kinds = {(rules.kin[unit], state.loc[unit], rules.movement(state, unit)): unit for unit in members(units)}
    return sorted(kinds.values(), key=lambda unit: not rules.armies >> unit & 1)


def _after_move(state: State, stack: int, to: int, spent: bool, busy: int = 0) -> State:
    """Return a copy in which the stack (and the busy units) have ended their move in a space, with the resulting promises."""
    after = state.copy()
    operation = after.operation
    assert operation is not None
    origin = state.loc[first(stack)]
    for unit in members(stack):
        after.place(unit, to)
    operation.moved |= stack | busy
    if not goes_on(state, stack):
        operation.evacuate |= 1 << origin
    operation.pledge |= after.unbesieged_forts(1 - operation.side) & 1 << to
    if spent:
        after.limits_used |= areas.RUSSIAN_CROSSING
    held = after.ana_held
    if held >= 0 and not after.occupied[AP] >> held & 1:  # 11.1.15
        after.control[AP] &= ~(1 << held)
        after.control[CP] |= 1 << held
    return after


def _end_spaces(state: State, stack: int, path: Path, goals: int = -1) -> Iterator[tuple[int, bool]]:
    """Yield the spaces where the stack can end with its MP left, and whether that uses up the passage (11.3.2)."""
    forts = promised(state) | max(goals, 0)
    dry, wet = _walk(state, stack, path, forts)
    for space in members((dry | wet) & goals):
        if _may_end(state, stack, space):
            yield space, not dry >> space & 1


def _may_end(state: State, stack: int, space: int) -> bool:
    """Return True if the stack may end its move in a space without others making room (10.1.1, 11.1.6, 11.1.9)."""
    operation = state.operation
    assert operation is not None
    if operation.attack >> space & 1 or areas.no_end(state, stack) >> space & 1:
        return False
    if not areas.may_end(state, stack, space):
        return False
    there = state.units_of(operation.side, space) & ~stack
    return (there | stack).bit_count() <= state.rules.stacking_limit


def _walk(state: State, stack: int, path: Path, forts: int, opened: int = 0) -> tuple[int, int]:
    """Return the spaces within the MP left at the end of a path: without using the passage of 11.3.2, and using it.

    Unbesieged enemy forts are closed except the given ones, where the path ends (15.1.1), and the `opened` ones,
    which count as besieged and can be passed.
    """
    rules = state.rules
    enemy = 1 - rules.side_of[first(stack)]
    unbesieged = state.unbesieged_forts(enemy) & ~(opened & ~forts)
    closed = state.occupied[enemy] | unbesieged & ~forts
    for unit in members(stack):
        closed |= areas.barred(state, unit)
    for unit in members(stack & areas.astray(state)):
        closed |= areas.out_of_bounds(state, unit)
    if rules.stays and any(areas.stays(state, unit) >> path[-1] & 1 for unit in members(stack)):
        return 1 << path[-1], 0
    passage = False
    if stack & rules.of_nation["ru"]:
        closed |= areas.german_forts(state)
        passage = areas.steps_from(state, stack, rules.board.space("caucasus")) & rules.board.near_east != 0
    nations = tuple(sorted({rules.content.units[unit].nation for unit in members(stack)}))
    left, ends = step_costs.left(state, stack, path), unbesieged & forts
    if rules.tables.step_cost:
        ground = _Ground(nations, closed, ends, passage)
        return 1 << path[-1] | _reach_with_prices(state, stack, path, left, ground, False), _reach_with_prices(
            state, stack, path, left, ground, True
        )
    return _spread(rules.board, nations, path[-1], left, closed, ends, passage)


class _Ground(NamedTuple):
    """Ground for a stack: nations whose lines it uses, closed spaces, spaces where a path ends, the passage."""

    nations: tuple[str, ...]
    closed: int
    ends: int
    passage: bool


def _reach_with_prices(state: State, stack: int, path: Path, left: int, ground: _Ground, over: bool) -> int:
    """Return the spaces within a number of MP where steps have their own prices; `over`: those that use the passage."""
    board = state.rules.board
    at = path[-1]
    found = 0
    for space, rest in step_costs.within(
        state, stack, path, _enterable_neighbours(board, ground.nations, at) & ~ground.closed, left
    ):
        crossing = areas.crosses(state, at, space)
        if space in path or (crossing and not (ground.passage and over)):
            continue
        found |= 1 << space if crossing or not over else 0
        if not ground.ends >> space & 1:
            within = ground._replace(passage=False) if crossing else ground
            found |= _reach_with_prices(state, stack, (*path, space), rest, within, over and not crossing)
    return found


@lru_cache(maxsize=8192)
def _spread(
    board: Board, nations: tuple[str, ...], at: int, left: int, closed: int, ends: int, passage: bool
) -> tuple[int, int]:
    """Flood for `_walk`; units of all the nations stay together."""
    caucasus = 1 << board.space("caucasus")
    dry, wet = 1 << at, 0
    border_dry, border_wet = dry, 0
    for _ in range(left):
        near = across = 0
        for space in members(border_dry):
            over = board.near_east if 1 << space == caucasus else caucasus if board.near_east >> space & 1 else 0
            onward = _enterable_neighbours(board, nations, space)
            near |= onward & ~over
            across |= onward & over if passage else 0
        for space in members(border_wet):
            over = board.near_east if 1 << space == caucasus else caucasus if board.near_east >> space & 1 else 0
            across |= _enterable_neighbours(board, nations, space) & ~over
        border_dry = near & ~closed & ~dry
        border_wet = across & ~closed & ~wet
        dry |= border_dry
        wet |= border_wet
        border_dry &= ~ends
        border_wet &= ~ends
    return dry, wet


def _enterable_neighbours(board: Board, nations: tuple[str, ...], space: int) -> int:
    """Return the neighbours of a space that units of all the nations can enter (11.1.4)."""
    result = -1
    for nation in nations:
        result &= board.lines_of(nation)[space]
    return result
