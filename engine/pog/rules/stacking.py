"""Stacking limits (10.1)."""

from __future__ import annotations

from engine.core.bits import members
from engine.pog.state import State


def room(state: State, side: int, space: int) -> int:
    """Return how many more units of a side fit into a space (10.1.1)."""
    there = state.units_of(side, space).bit_count()
    return max(0, state.rules.stacking_limit - there)


def free(state: State, side: int) -> bool:
    """Return True if a side may overstack on purpose when it moves, and lose the excess."""
    return any(allows(state, side) for allows in state.rules.tables.may_overstack)


def overstacked(state: State, side: int) -> int:
    """Return the spaces with more units of a side than may stack (10.1.1)."""
    limit, units_at = state.rules.stacking_limit, state.units_at
    result = 0
    for space in members(state.full[side]):
        if units_at[space].bit_count() > limit:
            result |= 1 << space
    return result
