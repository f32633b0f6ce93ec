"""The officer: the second level of the computer. It plans as a recruit does, with a better idea of the enemy under fog.

A recruit marches and fires by one unit under each marker, and weighs attacks alone by who else may be there. An officer takes everybody who
may be on the map to be under a marker in all that it does. It hides units again that the enemy has seen, for hidden ones can hardly be
shelled (19.3), and its German cavalry rides into the way of whoever is to leave the map.
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
        self._answers["afterwards"] = self._afterwards

    def __call__(self, seat: LiegeSeat, rng: random.Random) -> Choice:
        """Return one of the options, by a position in which all hidden enemies are dealt out."""
        return super().__call__(replace(seat, state=dealt(seat.state, seat.side, 0)), rng)

    def _afterwards(self, seat: LiegeSeat) -> Choice | None:
        """Go under a marker again; whoever cannot does what a recruit would do."""
        hiding = seat.options.of("hide")
        return Choice("hide", hiding[0]) if hiding else self._recruit_afterwards(seat)

    # -- marches -------------------------------------------------------------------------

    def _ordered(self, state: LiegeState, unit: int, focus: int) -> MarchOrder | None:
        """Return what a unit does; cavalry cuts the enemy off, and Belgians that hold the camp go where nobody attacks them."""
        if cutting.cuts_off(state, unit):
            return cutting.order_of(state, unit)
        if state.side == ALLIED and not leaving.goes(state, unit) and (order := holding.order_of(state, unit)):
            return order
        return super()._ordered(state, unit, focus)


__all__ = ["Officer"]
