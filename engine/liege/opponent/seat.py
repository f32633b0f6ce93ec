"""What a player at a seat is given: the position as its side may imagine it, the decision, and the legal choices.

The true position never reaches a player: what it does not know is drawn from `LiegeSystem.imagine`.
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
    """One question to a side."""

    state: LiegeState
    decision: Decision
    options: Options
    side: int

    @property
    def kind(self) -> str:
        """Return the stored name of the decision."""
        return self.decision.kind

    def field(self, name: str) -> Any:
        """Return what the order under way is about."""
        return getattr(self.decision, name)


class LiegePlayer(Protocol):
    """Answers for a seat; the same for the same seat and numbers."""

    def __call__(self, seat: LiegeSeat, rng: random.Random) -> Choice:
        """Return one of the options."""
        ...


def seat_of(game: Game[LiegeState]) -> LiegeSeat:
    """Return the question that a game asks now."""
    side = game.decision.actor(game)
    return LiegeSeat(game.system.imagine(game.state, side), game.decision, game.options(), side)


def anything(seat: LiegeSeat, rng: random.Random) -> Choice:
    """Return any of the options, each as likely as another."""
    return rng.choice(list(seat.options))


__all__ = ["LiegePlayer", "LiegeSeat", "anything", "seat_of"]
