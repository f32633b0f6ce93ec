"""The computer's players of Liège 1914, by level."""

from __future__ import annotations

import random

from engine.core.options import Choice
from engine.liege.opponent.recruit import Recruit
from engine.liege.opponent.seat import LiegePlayer, LiegeSeat, anything, seat_of

#: Levels from the weakest to the strongest.
LEVELS = ("recruit",)


def answered(level: str, seat: LiegeSeat, rng: random.Random) -> Choice:
    """Return what a level answers at a seat; it needs to remember nothing of earlier answers. Raises KeyError for no level."""
    players: dict[str, LiegePlayer] = {"recruit": Recruit()}
    return players[level](seat, rng)


__all__ = ["LEVELS", "LiegePlayer", "LiegeSeat", "Recruit", "answered", "anything", "seat_of"]
