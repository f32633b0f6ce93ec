"""Shared by all frames of the game: the typed game and the names of the sides."""

from __future__ import annotations

from typing import TypeAlias

from engine.core.game import Game
from engine.pog.state import State

PogGame: TypeAlias = Game[State]

SIDE = ("ap", "cp")


def phasing(game: PogGame) -> int:
    """Return the side whose action it is."""
    return game.state.phasing
