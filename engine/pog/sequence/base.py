"""Shared by all frames of the game: the typed game, the names of the sides, and decisions by the side that takes them."""

from __future__ import annotations

from typing import TypeAlias

from engine.core.frames import Decision
from engine.core.game import Game
from engine.pog.content import AP, CP
from engine.pog.rules.combat import combat_of
from engine.pog.state import State

PogGame: TypeAlias = Game[State]

SIDE = ("ap", "cp")


class PhasingDecision(Decision):
    """A decision of the side whose action it is."""

    __slots__ = ()

    def actor(self, game: PogGame) -> int:
        """Return the phasing side."""
        return game.state.phasing


class CombatAttackerDecision(Decision):
    """A decision of the attacker in the present combat."""

    __slots__ = ()

    def actor(self, game: PogGame) -> int:
        """Return the attacker."""
        return combat_of(game.state).side


class CombatDefenderDecision(Decision):
    """A decision of the defender in the present combat."""

    __slots__ = ()

    def actor(self, game: PogGame) -> int:
        """Return the defender."""
        return 1 - combat_of(game.state).side


class AlliedDecision(Decision):
    """A decision that only the Allied Powers take."""

    __slots__ = ()

    def actor(self, game: PogGame) -> int:
        """Return the Allied Powers."""
        del game
        return AP


class CentralPowersDecision(Decision):
    """A decision that only the Central Powers take."""

    __slots__ = ()

    def actor(self, game: PogGame) -> int:
        """Return the Central Powers."""
        del game
        return CP
