"""What flows and decisions of the game share."""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from engine.core.frames import Decision
from engine.core.game import Game
from engine.liege.state import LiegeState

LiegeGame: TypeAlias = Game[LiegeState]


class AttackerDecision(Decision):
    """A decision of the side whose player turn it is: the attacker (3.1.1)."""

    forced: ClassVar[bool] = False
    __slots__ = ()

    def actor(self, game: LiegeGame) -> int:
        """Return the side whose turn it is."""
        return game.state.side


__all__ = ["AttackerDecision", "LiegeGame"]
