"""Persistent state of the adapter: message ids, uploads, panels, handled interactions."""

from __future__ import annotations

import logging
import time
import uuid
from collections.abc import Callable, Iterator
from typing import Any, Literal

from pydantic import Field

from bot.platforms.slack.blocks import Picture
from bot.storage import keys
from bot.storage.call_deadlines import noting
from bot.storage.connection import Connection
from bot.storage.errors import StorageError, StoredDamage, StoreRefuses
from bot.storage.keys import GameKeys
from bot.storage.models import Stored
from bot.storage.pipeline import Part
from bot.storage.store import Store

_log = logging.getLogger(__name__)

#: Seconds a process has to answer an interaction before another may take its repetition.
_ANSWERING = 30
#: Seconds for which answered interactions are stored; Slack repeats within minutes.
_ANSWERED = 24 * 3600
#: Seconds for which a handle is stored if its owner does nothing more.
_HANDLE = 400 * 24 * 3600
#: Seconds for which an uploaded picture is reused.
_UPLOAD = 7 * 24 * 3600
#: Seconds for which a post's attempt without a known outcome is stored.
_TRYING = 7 * 24 * 3600
_STANDS = b"stands "
#: Seconds for which the location of a table message is stored if it is never posted anew.
_TABLE = 400 * 24 * 3600
#: Games with messages that wait for pictures, and a flag that is set while that set is complete.
_AWAITED = keys.of_platform("slack", "awaited")
_GATHERED = keys.of_platform("slack", "gathered")
#: Pending pictures of messages outside games: a hash by message.
_OF_NO_GAME = keys.of_platform("slack", "coming")
#: Prefix of these entries' names.
_COMING = "slack:coming:"
#: Lifetime in seconds and uses of a response_url (docs.slack.dev, interactivity): 30 minutes, 5 uses.
URL_SECONDS = 30 * 60
URL_USES = 5


class Placed(Stored):
    """The location of a message of ours."""

    v: Literal[1] = 1
    channel: str
    ts: str
    #: Its content without controls, for when it loses its slot: the text, and the blocks as JSON.
    text: str = ""
    plain: str = ""
    #: It is known to have no controls; False if stored by an older version.
    bare: bool = False
    #: The post it currently shows, whichever process posted it; "" in records of an older version.
    post: str = ""


class DeliveredPost(Stored):
    """The newest delivered post of a game; posts of a game are sent in order."""

    v: Literal[1] = 1
    post: str
    ts: str = ""


class Uploaded(Stored):
    """A picture uploaded to Slack."""

    v: Literal[1] = 1
    file: str
    alt: str


class Panel(Stored):
    """A user's newest panel: what it shows, and how it can be replaced or deleted."""

    v: Literal[1] = 1
    #: The interaction it answers, or the refresh it comes from.
    key: str
    #: Its response_url, "" if it can't be reached, and when that expires (Unix seconds).
    url: str = Field(repr=False)
    until: float
    #: The game and the record number of the position it shows, -1 if its controls belong to none.
    game: str = ""
    number: int = -1
    #: Digest of its text while there is nothing to decide, "" otherwise.
    idle: str = ""
    #: Number of the offer it answers, "" if none.
    offers: str = ""


class Records:
    """Repository of the adapter's records."""

    def __init__(self, store: Store, now: Callable[[], float] = time.time) -> None:
        self._store = store
        self._now = now
        store.indexes.watch(_AWAITED, "set", _GATHERED)

    @property
    def connection(self) -> Connection:
        """The store's connection."""
        return self._store.connection

    # ------------------------------------------------------------------------------------------ interactions

    async def begin(self, key: str) -> bool:
        """Claim an interaction; returns False for a repetition."""
        where, mine = keys.of_platform("slack", "seen", key), f"answering {uuid.uuid4().hex}"
        try:
            with noting():
                if await self.connection.call("SET", where, mine, "NX", "EX", _ANSWERING):
                    return True
        except StoreRefuses:  # views are still answered, and changes are refused by the store later
            return await self.connection.call("GET", where) is None
        # After a broken connection the write is repeated: the existing claim may be our own.
        return bool(await self.connection.call("GET", where) == mine.encode())

    async def end(self, key: str) -> None:
        """Mark the interaction as answered."""
        await self._write_if_possible("SET", keys.of_platform("slack", "seen", key), "answered", "EX", _ANSWERED)

    async def _write_if_possible(self, *command: Part) -> Any:
        """Write what merely improves later answers; returns None if the store refuses, so that views still work."""
        try:
            with noting():
                return await self.connection.call(*command)
        except StoreRefuses as error:
            _log.warning("something of an answer is not remembered: %s", error)
            return None

    async def note_handle(self, team: str, handle: str, user: str) -> bool:
        """Store a handle's user, to resolve mentions without ids; returns False if the store accepts no writes."""
        where = keys.of_platform("slack", "handle", team, handle.casefold())
        return await self._write_if_possible("SET", where, user, "EX", _HANDLE) is not None

    async def whose_handle(self, team: str, handle: str) -> str:
        """Return the user who last acted under a handle, "" if there is none."""
        raw = await self.connection.call("GET", keys.of_platform("slack", "handle", team, handle.casefold()))
        found = "" if raw is None else raw.decode(errors="replace")
        return found if found[:1] in ("U", "W") and found.isalnum() else ""

    # ------------------------------------------------------------------------------------------ messages of a game

    async def placed(self, game: str, name: str) -> Placed | None:
        """Return the location of a slot's message, e.g. of "table"."""
        raw = (await self._store.references(game)).get(f"slack:{name}")
        return None if raw is None else Placed.parse(raw, f"Slack {name} message of game {game}")

    async def place(self, game: str, name: str, placed: Placed) -> None:
        """Store the location of a slot's message."""
        await self._store.refer(game, f"slack:{name}", placed.dump())

    async def former_table(self, game: str) -> Placed | None:
        """Return the game's last table message, even in another channel, whose references a move deletes."""
        raw = await self.connection.call("GET", keys.of_platform("slack", "table", game))
        return None if raw is None else Placed.parse(raw, f"former table message of game {game}")

    async def keep_table(self, game: str, placed: Placed) -> None:
        """Store the table message outside the channel's references."""
        where = keys.of_platform("slack", "table", game)
        await self.connection.call("SET", where, placed.dump(), "EX", _TABLE)

    async def keep_pressed(self, game: str, name: str, placed: Placed) -> None:
        """Store a message with controls outside the channel's references."""
        where = keys.of_platform("slack", "pressed", game)
        await self.connection.transaction(
            ("HSET", where, f"{name} {placed.channel}", placed.dump()), ("EXPIRE", where, _TABLE)
        )

    async def left_pressed(self, game: str, channel: str) -> list[Placed]:
        """Return and delete the stored messages with controls in other channels than this one."""
        where = keys.of_platform("slack", "pressed", game)
        found = []
        for name, raw in _pairs(await self.connection.call("HGETALL", where)):
            placed = Placed.parse(raw, f"former message of game {game}")
            if placed.channel != channel:
                found.append(placed)
                await self.connection.call("HDEL", where, name)
        return found

    async def was_sent(self, game: str, post: str) -> bool:
        """Return True if this post or a later one of the game was delivered."""
        raw = (await self._store.references(game)).get("slack:sent")
        return raw is not None and _order(post) <= _order(DeliveredPost.parse(raw, f"last post of game {game}").post)

    async def sent(self, game: str, post: str, ts: str) -> None:
        """Store that a post was delivered."""
        await self._store.refer(game, "slack:sent", DeliveredPost(post=post, ts=ts).dump())

    async def try_begins(self, key: str) -> float | None:
        """Record an attempt to post; return when an earlier one began that may have posted it (Unix seconds), or None.

        Searching a channel takes a scope on Slack, so the bot searches only if there may be something to find.
        """
        where = keys.of_platform("slack", "trying", key)
        if await self.connection.call("SET", where, f"{self._now():.3f}", "NX", "EX", _TRYING):
            return None
        before = await self.connection.call("GET", where)
        return None if before is None else float(before.removeprefix(_STANDS))

    async def stands(self, key: str) -> bool:
        """Return True if a message outside any game was recently posted under this key."""
        before = await self.connection.call("GET", keys.of_platform("slack", "trying", key))
        return before is not None and before.startswith(_STANDS)

    async def said(self, key: str) -> None:
        """Store that a message outside any game was posted under this key."""
        value = f"{_STANDS.decode()}{self._now():.3f}"
        await self.connection.call("SET", keys.of_platform("slack", "trying", key), value, "EX", _TRYING)

    async def try_ends(self, key: str) -> None:
        """Delete the record of an attempt: Slack has refused it, or the message's location is stored."""
        await self.connection.call("DEL", keys.of_platform("slack", "trying", key))

    async def was_attached(self, post: str) -> bool:
        """Return True if this post's file was uploaded, even if the post itself is still waiting."""
        return bool(await self.connection.call("EXISTS", keys.of_platform("slack", "attached", post)))

    async def attached(self, post: str) -> None:
        """Store that a post's file was uploaded."""
        await self.connection.call("SET", keys.of_platform("slack", "attached", post), 1, "EX", _UPLOAD)

    # ------------------------------------------------------------------------------------------ pictures and panels

    async def expect(self, game: str, mark: str, coming: str) -> None:
        """Store that a message of a game, or of none (""), waits for its picture."""
        if game:
            await self.connection.call("SADD", _AWAITED, game)
        await self.connection.call("HSET", _waiting_of(game), f"{_COMING}{mark}", coming)

    async def arrived(self, game: str, mark: str) -> bool:
        """Delete a message's pending picture; returns False if there was none."""
        return bool(await self.connection.call("HDEL", _waiting_of(game), f"{_COMING}{mark}"))

    async def awaiting(self) -> list[tuple[str, str]]:
        """Return all pending pictures with their games; games without any are removed from the set."""
        noted = await self._store.indexes.ids(_AWAITED)
        # If the set was damaged, all games are scanned.
        gathered = await self.connection.call("EXISTS", _GATHERED)
        found: list[tuple[str, str]] = []
        for game in sorted({*noted, *([] if gathered else await self._store.games())}):
            try:
                references = await self._store.references(game)
            except StoredDamage as damage:
                _log.warning("pictures are not drawn any more: %s", damage)
                references = {}
            waiting = [(game, raw) for name, raw in references.items() if name.startswith(_COMING)]
            if waiting and game not in noted:
                await self.connection.call("SADD", _AWAITED, game)
            elif not waiting and game in noted:
                await self.connection.call("SREM", _AWAITED, game)
            found += waiting
        if not gathered:
            await self.connection.call("SET", _GATHERED, 1)
        return found + await self._awaiting_of_no_game()

    async def _awaiting_of_no_game(self) -> list[tuple[str, str]]:
        """Return the pending pictures of messages outside games."""
        try:
            noted = await self.connection.call("HVALS", _OF_NO_GAME)
        except StoredDamage as damage:
            _log.warning("pictures are not drawn any more: %s", damage)
            await self.connection.call("DEL", _OF_NO_GAME)
            return []
        return [("", raw.decode(errors="replace")) for raw in noted]

    async def uploaded(self, team: str, picture: str) -> Picture | None:
        """Return a previously uploaded picture."""
        raw = await self.connection.call("GET", keys.of_platform("slack", "upload", team, picture))
        if raw is None:
            return None
        found = Uploaded.parse(raw, "uploaded picture")
        return Picture(found.file, found.alt)

    async def upload(self, team: str, picture: str, made: Picture) -> None:
        """Store an uploaded picture."""
        record = Uploaded(file=made.file, alt=made.alt)
        await self._write_if_possible(
            "SET", keys.of_platform("slack", "upload", team, picture), record.dump(), "EX", _UPLOAD
        )

    async def spend(self, url: str, keep: int = 0) -> bool:
        """Count a use of a response_url across all processes; returns False without counting if none is left.

        Args:
            url: the address.
            keep: how many uses must be left after this one.
        """
        where = keys.of_platform("slack", "uses", url)
        try:
            with noting():
                used, _ = await self.connection.transaction(("INCR", where), ("EXPIRE", where, URL_SECONDS))
            if int(used) + keep <= URL_USES:
                return True
            await self.connection.call("DECR", where)
        except StorageError:
            return keep == 0  # an answer is tried anyway: Slack itself refuses excess uses
        return False

    async def take_panel(self, channel: str, user: str) -> str:
        """Pop the response_url by which the user's last panel can be deleted, "" if there is none."""
        raw = await self._write_if_possible("GETDEL", _panel(channel, user))
        panel = None if raw is None else Panel.parse(raw, "panel of a user")
        return panel.url if panel is not None and panel.until > self._now() else ""

    async def keep_panel(self, channel: str, user: str, panel: Panel) -> None:
        """Store the panel a user sees, with the full lifetime of its response_url."""
        record = panel.model_copy(update={"until": self._now() + URL_SECONDS - 30})
        await self._write_if_possible("SET", _panel(channel, user), record.dump(), "EX", URL_SECONDS)

    async def change_panel(self, channel: str, user: str, panel: Panel) -> None:
        """Update what the user's panel shows, or that it can't be reached any more."""
        await self._write_if_possible("SET", _panel(channel, user), panel.dump(), "XX", "KEEPTTL")

    async def panel(self, channel: str, user: str) -> Panel | None:
        """Return the user's newest panel, whichever process showed it."""
        raw = await self.connection.call("GET", _panel(channel, user))
        return None if raw is None else Panel.parse(raw, "panel of a user")

    async def open_panel(self, channel: str, user: str, keep: int) -> Panel | None:
        """Return the user's newest panel if it can be changed once and `keep` more times."""
        panel = await self.panel(channel, user)
        if panel is None or not panel.url or panel.until <= self._now():
            return None
        used = int(await self.connection.call("GET", keys.of_platform("slack", "uses", panel.url)) or 0)
        return panel if used + keep < URL_USES else None


def _pairs(flat: Any) -> Iterator[tuple[Any, Any]]:
    """Return the fields and values of a hash, from either reply format of the server."""
    yield from flat.items() if isinstance(flat, dict) else zip(flat[::2], flat[1::2], strict=True)


def _waiting_of(game: str) -> str:
    """Return the key of the pending pictures of a game, or of messages outside games."""
    return GameKeys(game).references if game else _OF_NO_GAME


def _panel(channel: str, user: str) -> str:
    # "panel" was the name of older records without the panel's content.
    return keys.of_platform("slack", "open", channel, user)


def _order(post: str) -> tuple[int, int]:
    """Return the sort key of a stream id: its two numbers."""
    first, _, second = post.partition("-")
    return (int(first), int(second or 0)) if first.isdigit() else (0, 0)
