"""Shared base of the game's flows and decisions."""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from engine.core.frames import Decision
from engine.core.game import Game
from engine.core.options import Choice
from engine.core.record import UNTOLD
from engine.liege.state import LiegeState

LiegeGame: TypeAlias = Game[LiegeState]


class AttackerDecision(Decision):
    """A decision of the side whose player turn it is: the attacker (3.1.1)."""

    forced: ClassVar[bool] = False
    __slots__ = ()

    def actor(self, game: LiegeGame) -> int:
        """Return the side whose turn it is."""
        return game.state.side

    def told(self, game: LiegeGame, choice: Choice) -> str:
        """Hide which of its hidden units a side names (19.1.3)."""
        return told_of_units(self, game, choice)


def told_of_units(decision: Decision, game: LiegeGame, choice: Choice) -> str:
    """Return what others may read of a choice: a hidden unit is not named (19.1.3)."""
    hidden = decision.verbs.get(choice.verb) == "unit" and game.state.hidden >> choice.arg & 1
    return f"{choice.verb} ?" if hidden else ""


class ConditionalPhase(AttackerDecision):
    """A phase that is asked only if a unit can act in it: under fog others don't learn that it was, nor that it is over (19.1.3)."""

    __slots__ = ()

    def told(self, game: LiegeGame, choice: Choice) -> str:
        """Hide the end of the phase, beside the names of hidden units."""
        return UNTOLD if game.state.fog and choice.verb == "done" else told_of_units(self, game, choice)


__all__ = ["AttackerDecision", "ConditionalPhase", "LiegeGame", "told_of_units"]
