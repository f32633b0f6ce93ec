"""The Replacement Phase (6.0 F, 17.0)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.frames import Decision
from engine.core.options import Choice, Options
from engine.pog.rules import control, replacement
from engine.pog.sequence.base import PogGame


@dataclass(frozen=True, slots=True)
class SpendRp(Decision):
    """Spend replacement points step by step; the rest is lost (17.1.2)."""

    kind: ClassVar[str] = "replacement"
    verbs: ClassVar[dict[str, str]] = {"spend": "unit", "finish": ""}
    forced: ClassVar[bool] = False
    side: int

    def actor(self, game: PogGame) -> int:
        """Return the side whose segment it is."""
        return self.side

    def options(self, game: PogGame) -> Options:
        """Return the units that can take a step."""
        units = replacement.spendable(game.state, self.side)
        return Options({"spend": units, "finish": 1} if units else {})

    def empty(self, game: PogGame) -> None:
        """Do nothing: no points, or no units to spend them on."""

    def resolve(self, game: PogGame, choice: Choice) -> None:
        """Restore a step; a rebuilt army needs a space."""
        if choice.verb == "finish":
            return
        state = game.state
        unit = choice.arg
        eliminated = state.loc[unit] == state.rules.board.eliminated[self.side]
        if eliminated and state.rules.armies >> unit & 1:
            game.call(RebuildArmy, army=unit)
            return
        replacement.restore(game, unit)
        game.stay()


@dataclass(frozen=True, slots=True)
class RebuildArmy(Decision):
    """Choose where an eliminated army is rebuilt at reduced strength (17.1.5)."""

    kind: ClassVar[str] = "rebuild"
    verbs: ClassVar[dict[str, str]] = {"rebuild_at": "space"}
    army: int

    def actor(self, game: PogGame) -> int:
        """Return the owner."""
        return game.state.rules.side_of[self.army]

    def options(self, game: PogGame) -> Options:
        """Return the spaces open to it."""
        return Options({"rebuild_at": replacement.rebuild_spaces(game.state, self.army)})

    def resolve(self, game: PogGame, choice: Choice) -> None:
        """Pay and place the army."""
        state = game.state
        pool = state.rules.content.units[self.army].pool
        assert pool is not None
        replacement.pay(game, self.army, pool)
        state.place(self.army, choice.arg)
        state.flip(self.army, True)
        game.emit("rebuilt", unit=self.army, place=choice.arg)
        control.capture_trench(game, choice.arg, self.actor(game))  # besiegers may have left a trench (11.2.1, 11.2.5)
