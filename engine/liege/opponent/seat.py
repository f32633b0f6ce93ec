"""What a player at a seat gets: the position as its side can imagine it, the decision, and the legal choices.

A player never gets the real position: unknown parts come from `LiegeSystem.imagine`.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any, Protocol

from engine.core.frames import Decision
from engine.core.game import Game
from engine.core.options import Choice, Options
from engine.liege.state import LiegeState


@dataclass(frozen=True, slots=True)
class LiegeSeat:
    """One decision presented to a side."""

    state: LiegeState
    decision: Decision
    options: Options
    side: int

    @property
    def kind(self) -> str:
        """Return the kind of the decision."""
        return self.decision.kind

    def field(self, name: str) -> Any:
        """Return a field of the current decision."""
        return getattr(self.decision, name)


class LiegePlayer(Protocol):
    """Answers for a seat; deterministic for the same seat and random numbers."""

    def __call__(self, seat: LiegeSeat, rng: random.Random) -> Choice:
        """Return one of the options."""
        ...


def seat_of(game: Game[LiegeState]) -> LiegeSeat:
    """Return the current decision of a game as a seat."""
    side = game.decision.actor(game)
    return LiegeSeat(game.system.imagine(game.state, side), game.decision, game.options(), side)


def anything(seat: LiegeSeat, rng: random.Random) -> Choice:
    """Return a random option, each equally likely."""
    return rng.choice(list(seat.options))


__all__ = ["LiegePlayer", "LiegeSeat", "anything", "seat_of"]
