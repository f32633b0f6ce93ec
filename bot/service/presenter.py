"""The interface for public announcements of a changed game: posts, turn notifications, the table message.

Actions, seats and school use a `Presenter` for a command's announcement and do not depend on its wording. The
implementation is passed to the tools by their factory.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any, Protocol

from typing_extensions import override

from bot.narration.book import Book
from bot.service.clock import Clock
from bot.service.session import Memory
from bot.service.visibility import Visibility
from bot.storage.outbox_models import Post
from bot.storage.store import StoredGame
from engine.core.game import Game, GameState

if TYPE_CHECKING:
    from bot.service.calls import Caller, Tools


class Announcement(Protocol):
    """The announcement of one command; announcing changes the memory and clock."""

    @property
    def stored(self) -> StoredGame:
        """The game, with its seats after the command."""
        ...

    @property
    def game(self) -> Game[GameState]:
        """The game after the command."""
        ...

    @property
    def memory(self) -> Memory:
        """State stored beside the record."""
        ...

    @property
    def clock(self) -> Clock:
        """The clock after the command."""
        ...

    @property
    def names(self) -> Book:
        """The game's texts."""
        ...

    @property
    def posts(self) -> list[Post]:
        """The posts so far; more can be added until the announcement is closed."""
        ...

    @property
    def now(self) -> datetime:
        """The time of the command."""
        ...

    def after(self, told: list[dict[str, Any]], side_before: int | None) -> list[Post]:
        """Announce new public events and close; `side_before` had to decide before. Return all posts."""
        ...

    def renew(self) -> None:
        """Update the table message if its content has changed."""
        ...

    def close(self) -> list[Post]:
        """Add the final posts: closed offers, turn notifications, the table message. Return all posts."""
        ...

    @property
    def seen(self) -> Visibility:
        """What each viewer knows after the command."""
        ...


class Presenter(Protocol):
    """Announces the effects of commands."""

    async def announce(
        self,
        tools: Tools,
        stored: StoredGame,
        game: Game[GameState],
        memory: Memory,
        clock: Clock,
        actor: str,
        *,
        earlier: Game[GameState] | None = None,
    ) -> Announcement:
        """Start the announcement of a command.

        Args:
            tools: store, texts and the time.
            stored: the game, with its seats after the command.
            game: the game after the command.
            memory: changed by the announcement.
            clock: the clock after the command; changed by the announcement.
            actor: the user who gave the command, "" for nobody.
            earlier: after going back to a hidden decision, the last position before it.
        """
        ...

    async def over(self, tools: Tools, caller: Caller, announced: Announcement) -> list[Post]:
        """Return all posts of a command that ended a game."""
        ...


@dataclass(slots=True)
class Unsaid:
    """An announcement without posts of its own."""

    stored: StoredGame
    game: Game[GameState]
    memory: Memory
    clock: Clock
    names: Book
    seen: Visibility
    now: datetime
    posts: list[Post] = field(default_factory=list)

    def after(self, told: list[dict[str, Any]], side_before: int | None) -> list[Post]:
        """Add nothing."""
        del told, side_before
        return self.close()

    def renew(self) -> None:
        """Do nothing."""

    def close(self) -> list[Post]:
        """Return the posts added by others."""
        return self.posts


class Silent(Presenter):
    """Posts nothing: changes are visible to those who look."""

    @override
    async def announce(
        self,
        tools: Tools,
        stored: StoredGame,
        game: Game[GameState],
        memory: Memory,
        clock: Clock,
        actor: str,
        *,
        earlier: Game[GameState] | None = None,
    ) -> Announcement:
        del actor
        seen = Visibility.of(stored).after(stored, game, earlier)
        return Unsaid(stored, game, memory, clock, tools.posting(stored).names_of(stored), seen, tools.now())

    @override
    async def over(self, tools: Tools, caller: Caller, announced: Announcement) -> list[Post]:
        del tools, caller
        return announced.posts


__all__ = ["Announcement", "Presenter", "Silent", "Unsaid"]
