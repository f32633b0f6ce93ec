"""The officer: the second level of the computer. It plans like a recruit, with a better estimate of the enemy under fog.

A recruit marches and fires as if one unit were under each marker, and considers other possible units only for
attacks. An officer assumes in all its decisions that every unit that could be on the map is under a marker. It hides
units again that the enemy has seen, since hidden ones can hardly be shelled (19.3), and its German cavalry blocks the
paths of units that will leave the map.
"""

from __future__ import annotations

import random
from dataclasses import replace

from engine.core.options import Choice
from engine.liege.facts import ALLIED
from engine.liege.opponent import cutting, holding, leaving
from engine.liege.opponent.dealing import dealt
from engine.liege.opponent.orders import MarchOrder
from engine.liege.opponent.recruit import Recruit
from engine.liege.opponent.seat import LiegeSeat
from engine.liege.state import LiegeState


class Officer(Recruit):
    """One player of one side."""

    def __init__(self) -> None:
        super().__init__()
        self._recruit_afterwards = self._answers["afterwards"]
        self._answers["afterwards"] = self._hide_again

    def __call__(self, seat: LiegeSeat, rng: random.Random) -> Choice:
        """Return one of the options, based on a position with all hidden enemies dealt out."""
        return super().__call__(replace(seat, state=dealt(seat.state, seat.side, 0)), rng)

    def _hide_again(self, seat: LiegeSeat) -> Choice | None:
        """Go under a marker again; units that cannot do what a recruit would do."""
        hiding = seat.options.of("hide")
        return Choice("hide", hiding[0]) if hiding else self._recruit_afterwards(seat)

    # -- marches -------------------------------------------------------------------------

    def _unit_order(self, state: LiegeState, unit: int, focus: int) -> MarchOrder | None:
        """Return a unit's order; cavalry cuts the enemy off, and Belgians holding the camp go where nobody can attack them."""
        if cutting.cuts_off(state, unit):
            return cutting.order_of(state, unit)
        if state.side == ALLIED and not leaving.goes(state, unit) and (order := holding.order_of(state, unit)):
            return order
        return super()._unit_order(state, unit, focus)


__all__ = ["Officer"]
