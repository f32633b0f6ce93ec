"""The computer players of Liège 1914, by level."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Final

from engine.core.options import Choice
from engine.liege.opponent.officer import Officer
from engine.liege.opponent.recruit import Recruit
from engine.liege.opponent.seat import LiegePlayer, LiegeSeat, anything, seat_of

#: Factory of each level's player, from the weakest to the strongest.
PLAYERS: Final[Mapping[str, Callable[[], LiegePlayer]]] = {"recruit": Recruit, "officer": Officer}
LEVELS: Final = tuple(PLAYERS)


def answered(level: str, seat: LiegeSeat, rng: random.Random) -> Choice:
    """Return a level's answer at a seat, independent of earlier answers. Raises KeyError for an unknown level."""
    return PLAYERS[level]()(seat, rng)


__all__ = ["LEVELS", "PLAYERS", "LiegePlayer", "LiegeSeat", "Officer", "Recruit", "answered", "anything", "seat_of"]
