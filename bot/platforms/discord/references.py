"""Discord's stored state for each game: messages, thread, panels, pending pictures.

Everything is among the game's references in the store, each a versioned record, so that any process can continue where
another stopped.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Literal, TypeVar

from pydantic import Field

from bot.storage import Store, keys
from bot.storage.errors import StoredDamage
from bot.storage.keys import GameKeys
from bot.storage.models import Stored
from bot.table.reply import PictureRef

_log = logging.getLogger(__name__)

S = TypeVar("S", bound=Stored)

#: Games with messages that wait for pictures.
_AWAITED = keys.of_platform("discord", "awaited")
#: Set once these have been collected from a store written by an older version.
_GATHERED = keys.of_platform("discord", "awaited-gathered")

#: Pictures awaited by messages of no game: a hash by message.
_OF_NO_GAME = keys.of_platform("discord", "coming")

#: Seconds for which the game of a message is stored: longer than posts wait.
_BELONGS = 30 * 86400

#: Seconds during which a message can be changed through an interaction's token: 15 minutes minus some transit time.
TOKEN_LIFE = 14.5 * 60


class MessageRef(Stored):
    """A message of ours in a channel."""

    v: Literal[1] = 1
    channel: int
    message: int
    #: The picture it shows or will show, as its serialised reference.
    picture: str = ""
    #: It is known to have no controls; False if stored by an older version.
    bare: bool = False


class ThreadRef(Stored):
    """The spectators' thread of a game."""

    v: Literal[1] = 1
    thread: int
    archived: bool = False


class PanelRef(Stored):
    """A private panel; it can only be changed through its token, and only for a while."""

    v: Literal[1] = 1
    application: int
    token: str = Field(repr=False)
    message: int
    #: When the token was issued, in Unix seconds.
    at: float
    #: True if it is the interaction's original response, False if it is a follow-up message.
    original: bool = True
    #: Record number of the position it shows, -1 if none.
    number: int = -1
    #: Digest of its text while there is nothing to decide, "" otherwise.
    idle: str = ""
    #: Number of the offer it answers, "" if none.
    offers: str = ""
    #: The channel it is in, 0 if unknown.
    channel: int = 0


class Delivered(Stored):
    """The newest outbox post that was shown; all older ones were shown as well."""

    v: Literal[1] = 1
    post: str
    #: The newest message that belongs to a post of the game; 0 if unknown.
    message: int = 0


class PendingPicture(Stored):
    """A picture awaited by a message."""

    v: Literal[1] = 1
    channel: int
    message: int
    picture: PictureRef


class References:
    """Repository of these records.

    Args:
        store: the store.
        now: clock, in Unix seconds.
    """

    def __init__(self, store: Store, now: Callable[[], float] = time.time) -> None:
        self._store = store
        self._now = now
        store.indexes.watch(_AWAITED, "set", _GATHERED)

    async def message(self, game: str, slot: str) -> MessageRef | None:
        """Return the message edited in place in a slot, such as `table`."""
        return await self._read(game, f"discord:message:{slot}", MessageRef)

    async def note_message(self, game: str, slot: str, ref: MessageRef) -> None:
        """Store the message of a slot."""
        await self._store.refer(game, f"discord:message:{slot}", ref.dump())

    async def thread(self, game: str) -> ThreadRef | None:
        """Return the spectators' thread."""
        return await self._read(game, "discord:thread", ThreadRef)

    async def note_thread(self, game: str, ref: ThreadRef | None) -> None:
        """Store that the thread was opened or archived, or no longer exists."""
        await self._write(game, "discord:thread", ref)

    async def panel(self, game: str, user: str) -> PanelRef | None:
        """Return a user's panel if it can still be changed."""
        ref = await self._read(game, f"discord:panel:{user}", PanelRef)
        return ref if ref is not None and self._now() - ref.at < TOKEN_LIFE else None

    async def note_panel(self, game: str, user: str, ref: PanelRef | None) -> None:
        """Store a user's new panel, or that it can't be changed any more."""
        await self._write(game, f"discord:panel:{user}", ref)

    async def delivered(self, game: str) -> Delivered | None:
        """Return the newest post that was shown."""
        return await self._read(game, "discord:delivered", Delivered)

    async def note_delivered(self, game: str, post: str, message: int) -> None:
        """Store that a post was shown, with the newest message of the game's posts."""
        await self._store.refer(game, "discord:delivered", Delivered(post=post, message=message).dump())

    async def belongs(self, game: str, message: int) -> None:
        """Store that a message belongs to a post of the game."""
        await self._store.connection.call("SET", _owner(message), game, "EX", _BELONGS)

    async def may_belong(self, game: str, message: int) -> bool:
        """Return True unless the message is known to belong to another game's post."""
        owner = await self._store.connection.call("GET", _owner(message))
        return owner is None or owner.decode() == game

    async def coming(self, game: str) -> dict[str, PendingPicture]:
        """Return the pictures awaited by messages of a game."""
        found = await self._store.references(game)
        return {
            name: PendingPicture.parse(raw, f"waiting picture of game {game}")
            for name, raw in found.items()
            if name.startswith("discord:coming:")
        }

    async def of_no_game(self) -> list[PendingPicture]:
        """Return the pictures awaited by messages of no game; unreadable ones are dropped."""
        found: list[PendingPicture] = []
        try:
            for name, raw in (await self._store.connection.call("HGETALL", _OF_NO_GAME)).items():
                try:
                    found.append(PendingPicture.parse(raw, "waiting picture of no game"))
                except StoredDamage as damage:
                    _log.warning("a picture is not drawn any more: %s", damage)
                    await self._store.connection.call("HDEL", _OF_NO_GAME, name)
        except StoredDamage as damage:
            _log.warning("pictures are not drawn any more: %s", damage)
            await self._store.connection.call("DEL", _OF_NO_GAME)
        return found

    async def expect(self, game: str, coming: PendingPicture) -> None:
        """Store that a message waits for a picture, replacing an older one; a game of "" means none."""
        if game:
            await self._store.connection.call("SADD", _AWAITED, game)
        await self._write(game, f"discord:coming:{coming.message}", coming)

    async def awaiting(self) -> list[PendingPicture]:
        """Return all pictures awaited by messages of games; games that no longer wait are removed from the set."""
        link, found = self._store.connection, []
        noted = await self._store.indexes.ids(_AWAITED)
        gathered = await link.call("EXISTS", _GATHERED)
        # An older version stored pictures only with their games, so all games are scanned the first time, and whenever
        # the set was damaged.
        earlier = [] if gathered else await self._store.games()
        for game in sorted({*noted, *earlier}):
            try:
                waiting = [*(await self.coming(game)).values()]
            except StoredDamage as damage:
                _log.warning("pictures are not drawn any more: %s", damage)
                waiting = []
            if not waiting:
                await link.call("SREM", _AWAITED, game)
            elif game not in noted:
                await link.call("SADD", _AWAITED, game)
            found += waiting
        if not gathered:
            await link.call("SET", _GATHERED, 1)
        return found

    async def expected(self, game: str, message: int) -> PendingPicture | None:
        """Return the picture a message waits for."""
        return await self._read(game, f"discord:coming:{message}", PendingPicture)

    async def arrived(self, game: str, message: int) -> None:
        """Store that a message no longer waits for a picture."""
        await self._write(game, f"discord:coming:{message}", None)

    async def _read(self, game: str, name: str, kind: type[S]) -> S | None:
        raw = await self._store.connection.call("HGET", _place(game), name)
        return kind.parse(raw, f"{name} of game {game}") if raw else None

    async def _write(self, game: str, name: str, value: Stored | None) -> None:
        if value is None:
            await self._store.connection.call("HDEL", _place(game), name)
        else:
            await self._store.connection.call("HSET", _place(game), name, value.dump())


def _place(game: str) -> str:
    """Return the key of a game's records, or of those of no game."""
    return GameKeys(game).references if game else _OF_NO_GAME


def _owner(message: int) -> str:
    return keys.of_platform("discord", "owner", str(message))


__all__ = ["TOKEN_LIFE", "MessageRef", "PanelRef", "PendingPicture", "References", "ThreadRef"]
