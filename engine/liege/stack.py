"""Stacking (chapter 6.4): how many steps a hex can hold at the end of the Movement Phase."""

from __future__ import annotations

from engine.errors import Reason
from engine.liege.state import LiegeState
from engine.liege.zones import ground_of


def limit_of(state: LiegeState, hex_: int) -> int:
    """Return how many steps can be in a hex (6.4.1)."""
    return state.facts.terrain[hex_].stack


def stacked(state: LiegeState, hex_: int) -> int:
    """Return the number of steps in a hex that count: infantry, cavalry, pioneers and heavy artillery (6.4.2)."""
    return ground_of(state).stacked[hex_]


def too_many(state: LiegeState, unit: int, hex_: int) -> Reason | None:
    """Return why a unit not in a hex may not end there: the hex would hold too many steps (6.4.1)."""
    if not state.facts.units[unit].stacks or state.at[unit] == hex_:
        return None
    there, more, limit = stacked(state, hex_), state.steps(unit), limit_of(state, hex_)
    if there + more <= limit:
        return None
    name = state.facts.grid.names[hex_]
    return Reason("hex_is_full", "6.4.1", {"hex": name, "there": there, "more": more, "limit": limit})


__all__ = ["limit_of", "stacked", "too_many"]
