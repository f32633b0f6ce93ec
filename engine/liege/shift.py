"""Combat movement (chapter 9.7): one hex, or another facing, for infantry and cavalry that did nothing else this turn."""

from __future__ import annotations

from engine.core.bits import mask
from engine.errors import Reason
from engine.liege import move
from engine.liege.state import ACTED, ARRIVED, ASSAULTS, BUSY, FIRED, FOUGHT, MARCHED, LiegeState


def cannot_shift(state: LiegeState, unit: int) -> Reason | None:
    """Return why a unit may make no combat movement (9.7.1)."""
    own = state.facts.units[unit]
    data: dict[str, object] = {"unit": own.name}
    if own.side != state.side:
        return Reason("not_your_unit", "9.7.1", data)
    if state.at[unit] < 0:
        return Reason("not_on_the_map", "", data)
    if not own.fights:
        return Reason("never_shifts", "9.7.1", data)
    if state.has(unit, ACTED | MARCHED | ARRIVED | FIRED | FOUGHT | ASSAULTS | BUSY):
        return Reason("acted_in_this_turn", "9.7.1", data)
    return None


def cannot_shift_to(state: LiegeState, unit: int, to: int) -> Reason | None:
    """Return why a unit may not move into a hex: the rules of marches and zones apply (9.7.2, 9.7.3)."""
    march = move.begin(state, unit)
    reason = move.cannot_enter(state, march, to, force=False)
    return reason or move.cannot_halt(state, move.step(state, march, to))


def ways(state: LiegeState, unit: int) -> int:
    """Return the hexes that a unit may move into."""
    around = state.facts.grid.ring(1 << state.at[unit])
    return mask(
        to for to in range(around.bit_length()) if around >> to & 1 and cannot_shift_to(state, unit, to) is None
    )


def shift(state: LiegeState, unit: int, to: int, facing: int) -> list[int]:
    """Move a unit one hex with any facing, or turn it in place; it does nothing more in this phase (9.7.2).

    Returns the enemies it destroyed (7.1.6).
    """
    taken: list[int] = []
    if to != state.at[unit]:
        march = move.step(state, move.begin(state, unit), to)
        taken = move.pass_through(state, march)
        state.settled = state.settled or not march.through
    state.mark(unit, BUSY)
    state.place(unit, to, move.facing_of(state, state.facts.units[unit], unit, facing))
    return taken


__all__ = ["cannot_shift", "cannot_shift_to", "shift", "ways"]
