"""What a game belongs to may forbid, time or ask of it: a season does, and nothing else so far.

The service asks a `GamePolicy` and knows no league. Who implements it is handed to the tools by whoever makes them.
"""

from __future__ import annotations

from typing import Protocol

from typing_extensions import override

from bot.service.clock import Clock
from bot.storage.models import GameHeader
from bot.storage.outbox_models import Post
from bot.storage.store import StoredGame
from engine.core.game import Game, GameState


class GamePolicy(Protocol):
    """Rules that come from what a game belongs to."""

    def check(self, header: GameHeader, act: str) -> None:
        """Refuse an act that is not the players' to take.

        Args:
            header: of the game.
            act: `draw`, `dice` (going back past them), `master`, `clock`, `seat` or `computer`.

        Raises:
            Refusal: the act is not theirs; the reason says whose it is.
        """
        ...

    async def clock(self, stored: StoredGame) -> Clock:
        """Return the clock of a game, with time that was granted to it elsewhere.

        Raises:
            StorageError: what grants time cannot be read.
        """
        ...

    def reports(self, stored: StoredGame, game: Game[GameState]) -> list[Post]:
        """Return the posts that tell what a game belongs to that it is over; they are written with its end."""
        ...


class FreeGames(GamePolicy):
    """Games that belong to nothing: all is the players' own."""

    @override
    def check(self, header: GameHeader, act: str) -> None:
        del header, act

    @override
    async def clock(self, stored: StoredGame) -> Clock:
        return Clock.of(stored.settings)

    @override
    def reports(self, stored: StoredGame, game: Game[GameState]) -> list[Post]:
        del stored, game
        return []


__all__ = ["FreeGames", "GamePolicy"]
