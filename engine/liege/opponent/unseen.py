"""Value of an attack whose defenders can be hidden: an average over deals of all units that could be there."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import fmean
from typing import Final

from engine.liege import combat
from engine.liege.combat import HexAttack
from engine.liege.fog import hidden_hexes
from engine.liege.opponent import fighting
from engine.liege.opponent.dealing import dealt
from engine.liege.opponent.seat import LiegeSeat
from engine.liege.state import LiegeState

#: Number of deals for attacks on hidden units; with only two, one is lucky often enough that three brigades are attacked.
DEALS: Final = 6


def best_attack(seat: LiegeSeat, hex_: int) -> tuple[float, HexAttack]:
    """Return the attack on a hex with the highest gain, averaged over deals if units are hidden there, and the gain."""
    state = seat.state
    if not hidden_hexes(state, 1 - seat.side) >> hex_ & 1:
        return fighting.best_attack(state, hex_)
    dealings = [dealt(state, seat.side, number) for number in range(DEALS)]
    gains = ((fmean(fighting.weighed(one, attack) for one in dealings), attack) for attack in _attacks(state, hex_))
    return max(gains, default=(-1.0, HexAttack(hex_)), key=lambda one: one[0])


def _attacks(state: LiegeState, hex_: int) -> Iterator[HexAttack]:
    """Yield attacks on a hex by the strongest unit, the two strongest, and so on."""
    units, attack = state.facts.units, HexAttack(hex_)
    for unit in sorted(combat.able(state, hex_), key=lambda one: -units[one].cbf[state.level[one]]):
        if units[unit].type != "SAR" and combat.cannot_join(state, attack, unit) is None:
            attack = attack._replace(full=(*attack.full, unit))
            if combat.cannot_begin(state, attack) is None:
                yield attack


__all__ = ["DEALS", "best_attack"]
