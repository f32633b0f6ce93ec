"""The officer: the second level of the computer. It plans as a recruit does, with a better idea of the enemy under fog.

A recruit goes by one unit under each marker. An officer takes everybody who may be on the map to be under one of them, and weighs an
attack on a marker over several such deals, so it attacks where that is worth its price whoever is there. It hides units again that the
enemy has seen, for hidden ones can hardly be shelled (19.3), and its German cavalry rides into the way of whoever is to leave the map.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from statistics import fmean
from typing import Final

from engine.core.options import Choice
from engine.liege import combat
from engine.liege.combat import HexAttack
from engine.liege.fog import hidden_hexes
from engine.liege.opponent import cutting, fighting
from engine.liege.opponent.dealing import dealt
from engine.liege.opponent.orders import MarchOrder
from engine.liege.opponent.recruit import Recruit
from engine.liege.opponent.seat import LiegeSeat
from engine.liege.state import LiegeState

#: Deals over which an attack on hidden units is weighed.
DEALS: Final = 6


class Officer(Recruit):
    """One player of one side."""

    def __init__(self) -> None:
        super().__init__()
        self._answers |= {"combat": self._combat, "attack": self._attack}
        self._recruit_afterwards = self._answers["afterwards"]
        self._answers["afterwards"] = self._afterwards

    def __call__(self, seat: LiegeSeat, rng: random.Random) -> Choice:
        """Return one of the options, by a position in which all hidden enemies are dealt out."""
        return super().__call__(replace(seat, state=dealt(seat.state, seat.side, 0)), rng)

    # -- combat --------------------------------------------------------------------------

    def _combat(self, seat: LiegeSeat) -> Choice | None:
        found = [(best_attack(seat, hex_)[0], -hex_) for hex_ in seat.options.of("hex")]
        if found and max(found)[0] >= fighting.WORTH_AN_ATTACK:
            return Choice("hex", -max(found)[1])
        return Choice("done")

    def _attack(self, seat: LiegeSeat) -> Choice | None:
        gain, attack = best_attack(seat, seat.field("hex"))
        if gain < fighting.WORTH_AN_ATTACK:
            return Choice("leave")
        rest = [unit for unit in attack.full if unit not in seat.field("full")]
        return Choice("commit", rest[0]) if rest else Choice("attack")

    def _afterwards(self, seat: LiegeSeat) -> Choice | None:
        """Go under a marker again; whoever cannot does what a recruit would do."""
        hiding = seat.options.of("hide")
        return Choice("hide", hiding[0]) if hiding else self._recruit_afterwards(seat)

    # -- marches -------------------------------------------------------------------------

    def _ordered(self, state: LiegeState, unit: int, focus: int) -> MarchOrder | None:
        """Return what a unit does; cavalry cuts the enemy off."""
        if cutting.cuts_off(state, unit):
            return cutting.order_of(state, unit)
        return super()._ordered(state, unit, focus)


def best_attack(seat: LiegeSeat, hex_: int) -> tuple[float, HexAttack]:
    """Return the attack on a hex that gains most on average over the deals, and what it gains; no other dice than the recruit's are weighed."""
    state = seat.state
    if not hidden_hexes(state, 1 - seat.side) >> hex_ & 1:
        return fighting.best_attack(state, hex_)
    deals = [dealt(state, seat.side, number) for number in range(DEALS)]
    gains = ((fmean(fighting.weighed(deal, attack) for deal in deals), attack) for attack in _attacks(state, hex_))
    return max(gains, default=(-1.0, HexAttack(hex_)), key=lambda one: one[0])


def _attacks(state: LiegeState, hex_: int) -> Iterator[HexAttack]:
    """Yield attacks on a hex by the strongest unit, the two strongest, and so on."""
    units, attack = state.facts.units, HexAttack(hex_)
    for unit in sorted(combat.able(state, hex_), key=lambda one: -units[one].cbf[state.level[one]]):
        if units[unit].type != "SAR" and combat.cannot_join(state, attack, unit) is None:
            attack = attack._replace(full=(*attack.full, unit))
            if combat.cannot_begin(state, attack) is None:
                yield attack


__all__ = ["DEALS", "Officer", "best_attack"]
