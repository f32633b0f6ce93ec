"""What a computer player sees on the map: who can strike a space, and how far away the enemy stands.

Everything is worked out from a position by floods over bit sets; nothing is kept between two questions.
"""

from __future__ import annotations

from engine.core.bits import members
from engine.pog.content.records import AP, CP
from engine.pog.opponent import values
from engine.pog.ruleset import Ruleset
from engine.pog.state import State

#: So many steps are looked ahead.
FAR = 4
#: Shares and ways remembered of a ruleset at most; the memory is emptied when it is full.
_REMEMBERED = 4_000


def factors(state: State, units: int) -> int:
    """Combat factors of a set of units."""
    return values.table(state.rules).stack(state, units)[1]


def beside(state: State, spaces: int) -> int:
    """Return the neighbours of a set of spaces, over lines that everybody may use."""
    return beside_on(state.rules, spaces)


def beside_on(rules: Ruleset, spaces: int) -> int:
    """Return the same on the map of a ruleset."""
    common = rules.board.common
    found = 0
    for space in members(spaces):
        found |= common[space]
    return found


def reach(state: State, side: int, start: int, far: int = 5) -> list[int]:
    """Spaces by the steps in which stacks of a side that may move can be there, those where they start first (11.1).

    Most plans that are weighed change little, so many ask the same; what is handed out is shared and stays as it is.
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
        # Whoever comes behind those that besiege a fort goes on from there, a step later.
        frontier = spread & ~forts | held_up
        held_up = spread & forts
    return rings


def shares(state: State, goals: int, lost: float, far: int) -> list[float]:
    """By space: one, less a share for each step to the nearest goal over ground that is open to anybody."""
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
    """Spaces by the steps in which some unit of a side can be there, its own spaces first (11.1)."""
    enemy = state.occupied[1 - side] | state.unbesieged_forts(1 - side) | state.closed
    reached = state.occupied[side]
    rings = [reached]
    frontier = reached
    for _ in range(far):
        spread = beside(state, frontier) & ~enemy & ~reached
        # A fort is entered at the end of a way, if at all.
        forts = beside(state, frontier) & state.unbesieged_forts(1 - side) & ~state.occupied[1 - side] & ~reached
        rings.append(spread | forts)
        reached |= spread | forts
        frontier = spread
    return rings


def strength(state: State) -> tuple[list[int], list[int]]:
    """By side and space: the factors of all units next to it, which could strike it at once."""
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
    """Spaces next to units or unbesieged forts of the other side."""
    return beside(state, state.occupied[1 - side] | state.unbesieged_forts(1 - side))
