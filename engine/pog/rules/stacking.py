"""Stacking limits (10.1)."""

from __future__ import annotations

from engine.core.bits import members
from engine.pog.state import State


def room(state: State, side: int, space: int) -> int:
    """How many more units of a side fit into a space (10.1.1)."""
    there = state.units_of(side, space).bit_count()
    return max(0, state.rules.content.activation.stacking_limit - there)


def full_spaces(state: State, side: int) -> int:
    """Spaces where no further unit of a side fits."""
    return _spaces_with(state, side, state.rules.content.activation.stacking_limit)


def overstacked(state: State, side: int) -> int:
    """Spaces with more units of a side than may stack (10.1.1)."""
    return _spaces_with(state, side, state.rules.content.activation.stacking_limit + 1)


def _spaces_with(state: State, side: int, count: int) -> int:
    """Spaces with at least so many units; every unit on the map stands with its own side."""
    found = 0
    units_at = state.units_at
    for space in members(state.occupied[side]):
        if units_at[space].bit_count() >= count:
            found |= 1 << space
    return found
