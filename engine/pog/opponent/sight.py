"""What a staff sees on the map: who can strike a space, and how far away the enemy stands.

Everything is worked out from a position by floods over bit sets; nothing is kept between two questions.
"""

from __future__ import annotations

from engine.core.bits import members
from engine.pog.content.records import AP, CP
from engine.pog.state import State

#: So many steps are looked ahead.
FAR = 4


def factors(state: State, units: int) -> int:
    """Combat factors of a set of units."""
    rules = state.rules
    return sum(rules.factors(state, unit) for unit in members(units))


def beside(state: State, spaces: int) -> int:
    """The neighbours of a set of spaces, over lines that everybody may use."""
    common = state.rules.board.common
    found = 0
    for space in members(spaces):
        found |= common[space]
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
