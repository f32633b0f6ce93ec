"""A whole game, its game turns and player turns (chapter 3).

So far a player turn has its Movement Phase alone, and nobody wins: points are not built yet.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.frames import Flow
from engine.core.system import Result
from engine.liege.facts import ALLIED, GERMAN
from engine.liege.sequence.base import LiegeGame
from engine.liege.sequence.marching import MovementOrders


@dataclass(frozen=True, slots=True)
class Siege(Flow):
    """A whole game: game turns, each a German and an Allied player turn (3.1.1, 3.2.6)."""

    kind: ClassVar[str] = "siege"
    steps: ClassVar[tuple[str, ...]] = ("german", "allied", "next_turn")

    def german(self, game: LiegeGame) -> None:
        """The Germans are the attackers."""
        game.emit("turn", turn=game.state.turn)
        game.call(AttackerTurn, GERMAN)

    def allied(self, game: LiegeGame) -> None:
        """The Allies are the attackers."""
        game.call(AttackerTurn, ALLIED)

    def next_turn(self, game: LiegeGame) -> None:
        """The marker moves on, or the game is over."""
        state = game.state
        if state.turn >= state.scenario.last:
            game.finish(Result(None, "turns_over", {}))
            return
        state.turn += 1
        game.jump("german")


@dataclass(frozen=True, slots=True)
class AttackerTurn(Flow):
    """The player turn of a side (3.2.1)."""

    side: int
    kind: ClassVar[str] = "attacker_turn"
    steps: ClassVar[tuple[str, ...]] = ("movement", "over")

    def movement(self, game: LiegeGame) -> None:
        """The Movement Phase: forced marches of the turn before are over, units move, turn and arrive (3.2.4)."""
        state = game.state
        state.side = self.side
        state.begin_movement()
        game.emit("phase", phase="movement", side=self.side)
        game.call(MovementOrders)

    def over(self, game: LiegeGame) -> None:
        """Markers go, and the other side is next (3.2.5, 3.2.6)."""
        game.state.end_combat()


__all__ = ["AttackerTurn", "Siege"]
