"""The forts of the entrenched camp and the units among them (chapters 11.3 and 11.6): support and shelter."""

from __future__ import annotations

from engine.core.bits import members
from engine.liege.state import LiegeState
from engine.liege.zones import CAMP_OWNER, ground_of


def forts_at(state: LiegeState, hex_: int) -> tuple[int, ...]:
    """Return the active forts of a hex, in their order."""
    return tuple(fort for fort in members(state.forts) if state.facts.forts[fort].hex == hex_)


def support_of_forts(state: LiegeState, hex_: int) -> int:
    """Return the CBF that the active forts of a hex add to friendly units attacked there (11.3.7, 11.6.8)."""
    return sum(state.facts.forts[fort].cbf for fort in forts_at(state, hex_))


def fire_of_forts(state: LiegeState, unit: int, hex_: int) -> int:
    """Return the ARF of forts that support a fortress unit's attack on a hex from in or next to the camp (11.3.8).

    Only forts that can fire at the hex and have not fired this turn count.
    """
    own, at = state.facts.units[unit], state.at[unit]
    near = state.facts.camp | state.facts.grid.ring(state.facts.camp)
    if not own.fortress or own.side != CAMP_OWNER or not near >> at & 1:
        return 0
    forts = state.facts.forts
    return sum(
        forts[one].arf for one in members(state.forts & ~state.spent) if hex_ in state.facts.grid.beyond[forts[one].hex]
    )


def sheltered(state: LiegeState, unit: int) -> bool:
    """Return True if a headquarters or engineers cannot be attacked because of an active fort in their hex (11.3.9, 11.6.8)."""
    own = state.facts.units[unit]
    return own.soft and own.side == CAMP_OWNER and ground_of(state).forts >> state.at[unit] & 1 == 1


def garrisoned(state: LiegeState) -> bool:
    """Return True if the camp scores for its captor: no fort is active, and their infantry is in one of its hexes (11.6.15)."""
    if state.forts:
        return False
    units, camp = state.facts.units, state.facts.camp
    return any(
        own.side != CAMP_OWNER and own.type == "INF" and state.at[unit] >= 0 and camp >> state.at[unit] & 1
        for unit, own in enumerate(units)
    )


__all__ = ["fire_of_forts", "forts_at", "garrisoned", "sheltered", "support_of_forts"]
