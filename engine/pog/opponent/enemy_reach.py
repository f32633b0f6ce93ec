"""What a computer player sees on the map: who can attack a space, and how far away the enemy is.

Everything is computed from a position by floods over bit sets; results are cached per ruleset.
"""

from __future__ import annotations

from engine.core.bits import members
from engine.pog.content.records import AP, CP
from engine.pog.opponent import values
from engine.pog.ruleset import Ruleset
from engine.pog.state import State

#: Number of steps to look ahead.
FAR = 4
#: Maximum number of cached results per ruleset; the cache is emptied when full.
_REMEMBERED = 4_000


def factors(state: State, units: int) -> int:
    """Return the combat factors of a set of units."""
    return values.table(state.rules).stack(state, units)[1]


def beside(state: State, spaces: int) -> int:
    """Return the neighbours of a set of spaces, over lines open to everybody."""
    return beside_on(state.rules, spaces)


def beside_on(rules: Ruleset, spaces: int) -> int:
    """Return the neighbours of a set of spaces on the map of a ruleset."""
    common = rules.board.common
    found = 0
    for space in members(spaces):
        found |= common[space]
    return found


def reach(state: State, side: int, start: int, far: int = 5) -> list[int]:
    """Return the spaces that a side's movable stacks can reach by number of steps, starting with their own (11.1).

    Plans differ little, so results are cached; the returned list is shared and must not be changed.
    """
    forts = state.unbesieged_forts(1 - side)
    closed = state.occupied[1 - side] | state.closed
    known, key = values.table(state.rules).reaches, (start, forts, closed, far)
    found = known.get(key)
    if found is None:
        if len(known) >= _REMEMBERED:
            known.clear()
        found = known[key] = _reach(state.rules, start, forts, closed, far)
    return found


def _reach(rules: Ruleset, start: int, forts: int, closed: int, far: int) -> list[int]:
    rings = [start]
    reached = frontier = start
    held_up = 0
    for _ in range(far):
        spread = beside_on(rules, frontier) & ~closed & ~reached
        rings.append(spread)
        reached |= spread
        # Units arriving behind those that besiege a fort continue from there one step later.
        frontier = spread & ~forts | held_up
        held_up = spread & forts
    return rings


def shares(state: State, goals: int, lost: float, far: int) -> list[float]:
    """Return by space: 1 minus a share for each step to the nearest goal, over ground open to anybody."""
    known, key = values.table(state.rules).shares, (goals, state.closed, lost, far)
    found = known.get(key)
    if found is None:
        if len(known) >= _REMEMBERED:
            known.clear()
        found = known[key] = _shares(state, goals & ~state.closed, lost, far)
    return found


def _shares(state: State, goals: int, lost: float, far: int) -> list[float]:
    found = [1.0 - lost * far] * state.rules.board.size
    reached, frontier = 0, goals
    for steps in range(far):
        reached |= frontier
        for space in members(frontier):
            found[space] = 1.0 - lost * steps
        frontier = beside(state, frontier) & ~reached & ~state.closed
    return found


def away(state: State, side: int, far: int = FAR) -> list[int]:
    """Return the spaces that some unit of a side can reach, by number of steps, its own spaces first (11.1)."""
    enemy = state.occupied[1 - side] | state.unbesieged_forts(1 - side) | state.closed
    reached = state.occupied[side]
    rings = [reached]
    frontier = reached
    for _ in range(far):
        spread = beside(state, frontier) & ~enemy & ~reached
        # A fort can only be entered at the end of a path, if at all.
        forts = beside(state, frontier) & state.unbesieged_forts(1 - side) & ~state.occupied[1 - side] & ~reached
        rings.append(spread | forts)
        reached |= spread | forts
        frontier = spread
    return rings


def strength(state: State) -> tuple[list[int], list[int]]:
    """Return by side and space the factors of all adjacent units, which could attack it at once."""
    board = state.rules.board
    found: tuple[list[int], list[int]] = ([0] * board.size, [0] * board.size)
    for side in (AP, CP):
        table = found[side]
        for space in members(state.occupied[side]):
            here = factors(state, state.units_of(side, space))
            for near in members(board.common[space]):
                table[near] += here
    return found


def front(state: State, side: int) -> int:
    """Return the spaces next to units or unbesieged forts of the other side."""
    return beside(state, state.occupied[1 - side] | state.unbesieged_forts(1 - side))
