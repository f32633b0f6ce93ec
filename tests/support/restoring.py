"""A stored game as its title's tests see it, with its full state."""

from __future__ import annotations

from typing import Any

from bot.service import session
from bot.storage.store import StoredGame
from engine.core.game import Game


def restore(stored: StoredGame) -> Game[Any]:
    """The restored game; the host only knows that its state can be copied and serialised."""
    return session.restore(stored)


def hosted(game: Game[Any]) -> Game[Any]:
    """A title's game, typed as the host takes it."""
    return game


__all__ = ["hosted", "restore"]
