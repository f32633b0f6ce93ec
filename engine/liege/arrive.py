"""Arrivals (chapter 7.7): every unit of a scenario enters in a Movement Phase of its side."""

from __future__ import annotations

from engine.core.bits import members
from engine.liege.fog import hide
from engine.liege.move import facing_of
from engine.liege.stack import too_many
from engine.liege.state import ACTED, ARRIVED, DEPLOYED, WAITING, LiegeState
from engine.liege.zones import ground_of


def waiting(state: LiegeState, side: int) -> list[int]:
    """Return the units of a side that may arrive this turn; they can also wait indefinitely (7.7.1, 7.7.4)."""
    return [
        unit
        for unit, arrival in state.scenario.arrivals.items()
        if state.facts.units[unit].side == side and state.at[unit] == WAITING and arrival.turn <= state.turn
    ]


def places(state: LiegeState, unit: int) -> list[int]:
    """Return where a waiting unit may arrive: in its hex, or next to its headquarters if the hex is taken or full (7.7.2)."""
    own = state.scenario.arrivals[unit].hex
    if _can_arrive(state, unit, own):
        return [own]
    side = state.facts.units[unit].side
    return [hex_ for hex_ in members(_beside_headquarters(state, side)) if _can_arrive(state, unit, hex_)]


def arrive(state: LiegeState, unit: int, hex_: int, facing: int) -> None:
    """Place an arriving unit with any facing; it does not move again in this phase (7.7.1, 7.7.2).

    In the fog of war it arrives hidden, except headquarters (19.1.1). A gun shown in firing position by the set-up is in it (3.3.1).
    """
    deployed = DEPLOYED if state.scenario.arrivals[unit].deployed else 0
    state.mark(unit, ACTED | ARRIVED | deployed)
    hide(state, unit)
    state.place(unit, hex_, facing_of(state, state.facts.units[unit], unit, facing))


def _can_arrive(state: LiegeState, unit: int, hex_: int) -> bool:
    """Return True if a hex has no enemy, is open to the unit's side, and has room for the unit (6.4.1)."""
    ground, enemy = ground_of(state), 1 - state.facts.units[unit].side
    closed = ground.held[enemy] | ground.soft[enemy] | ground.barred[1 - enemy] | state.facts.closed
    return not closed >> hex_ & 1 and too_many(state, unit, hex_) is None


def _beside_headquarters(state: LiegeState, side: int) -> int:
    found = 0
    for unit, own in enumerate(state.facts.units):
        if own.type == "HQ" and own.side == side and state.at[unit] >= 0:
            found |= state.facts.grid.ring(1 << state.at[unit])
    return found


__all__ = ["arrive", "places", "waiting"]
