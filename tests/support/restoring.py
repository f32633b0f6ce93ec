"""A stored game as the tests of its title look at it: with everything that its state has."""

from __future__ import annotations

from typing import Any

from bot.service import session
from bot.storage.store import StoredGame
from engine.core.game import Game


def restore(stored: StoredGame) -> Game[Any]:
    """The game as it stands; the host knows of its state only that it can be copied and written down."""
    return session.restore(stored)


def hosted(game: Game[Any]) -> Game[Any]:
    """A game of a title as the host takes it."""
    return game


__all__ = ["hosted", "restore"]
