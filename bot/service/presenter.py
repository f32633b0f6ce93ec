"""What everybody is told when a game has changed: posts, who must move, the table message.

Acting, seats and school ask a `Presenter` for the announcement of a command, and know nothing of how it reads. Who implements it is
handed to the tools by whoever makes them.
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
    """What is said of one command; memory and clock are changed by what is said."""

    @property
    def stored(self) -> StoredGame:
        """The game, with the seats as they are after the command."""
        ...

    @property
    def game(self) -> Game[GameState]:
        """The game as it stands after the command."""
        ...

    @property
    def memory(self) -> Memory:
        """What is kept beside the record."""
        ...

    @property
    def clock(self) -> Clock:
        """The clock as it stands after the command."""
        ...

    @property
    def names(self) -> Book:
        """The words of the game."""
        ...

    @property
    def posts(self) -> list[Post]:
        """The posts that were made, to which others may be added until it is closed."""
        ...

    @property
    def now(self) -> datetime:
        """When the command was given."""
        ...

    def after(self, told: list[dict[str, Any]], side_before: int | None) -> list[Post]:
        """Tell new public events and close; `side_before` had to decide before. Returns all posts."""
        ...

    def renew(self) -> None:
        """Show the table message anew if it would read differently."""
        ...

    def close(self) -> list[Post]:
        """Say the last things of every command: what is over, who must move, the table message. Returns all posts."""
        ...

    @property
    def seen(self) -> Visibility:
        """What each viewer knows after the command."""
        ...


class Presenter(Protocol):
    """Says what a command has done."""

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
        """Begin the announcement of a command.

        Args:
            tools: store, words and the time.
            stored: the game, with the seats as they are after the command.
            game: as it stands after the command.
            memory: changed by what is said.
            clock: as it stands after the command; changed by what is said.
            actor: the user who gave the command, "" for nobody.
            earlier: after going back to a covert decision, the last position before it.
        """
        ...

    async def over(self, tools: Tools, caller: Caller, announced: Announcement) -> list[Post]:
        """Return all posts of a command with which a game has ended."""
        ...


@dataclass(slots=True)
class Unsaid:
    """An announcement that says nothing by itself."""

    stored: StoredGame
    game: Game[GameState]
    memory: Memory
    clock: Clock
    names: Book
    seen: Visibility
    now: datetime
    posts: list[Post] = field(default_factory=list)

    def after(self, told: list[dict[str, Any]], side_before: int | None) -> list[Post]:
        """Tell nothing."""
        del told, side_before
        return self.close()

    def renew(self) -> None:
        """Show nothing."""

    def close(self) -> list[Post]:
        """Return what others have added."""
        return self.posts


class Silent(Presenter):
    """Says nothing: whoever looks sees what has changed."""

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
