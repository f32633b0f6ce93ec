"""Forts that keep silent: one that has fired supports no attack of a fortress regiment in that turn (11.3.8)."""

from __future__ import annotations

from engine.core.bits import members
from engine.liege.facts import ALLIED
from engine.liege.opponent import fighting, marching
from engine.liege.opponent.seat import LiegeSeat
from engine.liege.opponent.unseen import best_attack


def kept_for_support(seat: LiegeSeat) -> int:
    """Return the forts next to a hex that a fortress regiment can attack with gain now; none of the Germans' targets."""
    if seat.side != ALLIED:
        return 0
    state, facts = seat.state, seat.state.facts
    kept = 0
    for hex_ in members(marching.enemies(state, seat.side)):
        value, attack = best_attack(seat, hex_)
        if value >= fighting.WORTH_AN_ATTACK and any(facts.units[unit].fortress for unit in attack.full):
            beyond = facts.grid.beyond
            kept |= sum(1 << fort for fort in members(state.forts) if hex_ in beyond[facts.forts[fort].hex])
    return kept


__all__ = ["kept_for_support"]
