"""Rules that a game's owner can impose: forbidden acts, clock and reports; so far only seasons do.

The service uses a `GamePolicy` and knows no leagues. The implementation is passed to the tools by their factory.
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
    """Rules imposed by what a game belongs to."""

    def check(self, header: GameHeader, act: str) -> None:
        """Refuse an act that the players may not take themselves.

        Args:
            header: of the game.
            act: `draw`, `dice` (going back past them), `master`, `clock`, `seat` or `computer`.

        Raises:
            Refusal: the act is not theirs; the reason says who decides it.
        """
        ...

    async def clock(self, stored: StoredGame) -> Clock:
        """Return a game's clock, including time granted elsewhere.

        Raises:
            StorageError: the source of the grants cannot be read.
        """
        ...

    def reports(self, stored: StoredGame, game: Game[GameState]) -> list[Post]:
        """Return the posts that report the end of a game to what it belongs to; they are written with its end."""
        ...


class FreeGames(GamePolicy):
    """Games that belong to nothing: the players decide everything."""

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
