"""What the adapter remembers over restarts: message ids, uploads, panels, what was answered."""

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
#: Seconds for which an answered interaction is known; Slack repeats within minutes.
_ANSWERED = 24 * 3600
#: Seconds for which a handle names somebody who does nothing more.
_HANDLE = 400 * 24 * 3600
#: Seconds an uploaded picture is used again.
_UPLOAD = 7 * 24 * 3600
#: Seconds for which it is known that a post was tried whose answer is not known.
_TRYING = 7 * 24 * 3600
_STANDS = b"stands "
#: Seconds for which it is known where a table message stands that is never posted anew.
_TABLE = 400 * 24 * 3600
#: Games in which messages wait for their pictures, and what stands while that list is whole.
_AWAITED = keys.of_platform("slack", "awaited")
_GATHERED = keys.of_platform("slack", "gathered")
#: What messages of no game wait for: a hash by message.
_OF_NO_GAME = keys.of_platform("slack", "coming")
#: Before the name of what is noted of such a message.
_COMING = "slack:coming:"
#: Seconds and uses of a response_url (docs.slack.dev, interactivity): 30 minutes, 5 uses.
URL_SECONDS = 30 * 60
URL_USES = 5


class Placed(Stored):
    """A message of ours: where it stands."""

    v: Literal[1] = 1
    channel: str
    ts: str
    #: What it says without its controls, for when it loses its name: the words, and the blocks as JSON.
    text: str = ""
    plain: str = ""
    #: It is known to have no controls; False where an older version noted it.
    bare: bool = False
    #: The post that it shows now, whichever process brought it; "" in records of an older version.
    post: str = ""


class DeliveredPost(Stored):
    """The newest post of a game that was delivered; posts of a game go out in order."""

    v: Literal[1] = 1
    post: str
    ts: str = ""


class Uploaded(Stored):
    """A picture that lies with Slack."""

    v: Literal[1] = 1
    file: str
    alt: str


class Panel(Stored):
    """The newest panel of a user: what it shows, and how it can be replaced or deleted."""

    v: Literal[1] = 1
    #: The interaction that it answers, or the renewal that it comes from.
    key: str
    #: The response_url that leads to it, "" where it cannot be reached, and until when (seconds since 1970).
    url: str = Field(repr=False)
    until: float
    #: The game and the record number of the position that it shows, -1 if its controls belong to none.
    game: str = ""
    number: int = -1
    #: Digest of what it says while there is nothing to decide, "" while there is.
    idle: str = ""
    #: Number of the offer that it answers, "" if it answers none.
    offers: str = ""


class Records:
    """The adapter's records on one store."""

    def __init__(self, store: Store, now: Callable[[], float] = time.time) -> None:
        self._store = store
        self._now = now
        store.indexes.watch(_AWAITED, "set", _GATHERED)

    @property
    def connection(self) -> Connection:
        """To the server."""
        return self._store.connection

    # ------------------------------------------------------------------------------------------ interactions

    async def begin(self, key: str) -> bool:
        """Return True if this interaction has to be answered here and now; a repetition is not."""
        where, mine = keys.of_platform("slack", "seen", key), f"answering {uuid.uuid4().hex}"
        try:
            with noting():
                if await self.connection.call("SET", where, mine, "NX", "EX", _ANSWERING):
                    return True
        except StoreRefuses:  # looks are answered all the same, and what would change something is refused there
            return await self.connection.call("GET", where) is None
        # A connection that breaks has it sent again: what stands there may be our own first try.
        return bool(await self.connection.call("GET", where) == mine.encode())

    async def end(self, key: str) -> None:
        """Note that the interaction is answered."""
        await self._noted("SET", keys.of_platform("slack", "seen", key), "answered", "EX", _ANSWERED)

    async def _noted(self, *command: Part) -> Any:
        """Write what only makes a later answer better; None where the store takes no changes, so that looks go on without."""
        try:
            with noting():
                return await self.connection.call(*command)
        except StoreRefuses as error:
            _log.warning("something of an answer is not remembered: %s", error)
            return None

    async def note_handle(self, team: str, handle: str, user: str) -> bool:
        """Note who has a handle, so that it names them where a mention comes without its id; False if it can't be noted now."""
        where = keys.of_platform("slack", "handle", team, handle.casefold())
        return await self._noted("SET", where, user, "EX", _HANDLE) is not None

    async def whose_handle(self, team: str, handle: str) -> str:
        """Return the id of whoever acted under a handle, "" if nobody has of late."""
        raw = await self.connection.call("GET", keys.of_platform("slack", "handle", team, handle.casefold()))
        found = "" if raw is None else raw.decode(errors="replace")
        return found if found[:1] in ("U", "W") and found.isalnum() else ""

    # ------------------------------------------------------------------------------------------ messages of a game

    async def placed(self, game: str, name: str) -> Placed | None:
        """Where the message of this name stands, e.g. "table"."""
        raw = (await self._store.references(game)).get(f"slack:{name}")
        return None if raw is None else Placed.parse(raw, f"Slack {name} message of game {game}")

    async def place(self, game: str, name: str, placed: Placed) -> None:
        """Note where the message of this name stands now."""
        await self._store.refer(game, f"slack:{name}", placed.dump())

    async def former_table(self, game: str) -> Placed | None:
        """Where the game's table message stood last, be it in another channel, whose references a move forgets."""
        raw = await self.connection.call("GET", keys.of_platform("slack", "table", game))
        return None if raw is None else Placed.parse(raw, f"former table message of game {game}")

    async def keep_table(self, game: str, placed: Placed) -> None:
        """Note the table message apart from the references of its channel."""
        where = keys.of_platform("slack", "table", game)
        await self.connection.call("SET", where, placed.dump(), "EX", _TABLE)

    async def keep_pressed(self, game: str, name: str, placed: Placed) -> None:
        """Note a message with controls apart from the references of its channel."""
        where = keys.of_platform("slack", "pressed", game)
        await self.connection.transaction(
            ("HSET", where, f"{name} {placed.channel}", placed.dump()), ("EXPIRE", where, _TABLE)
        )

    async def left_pressed(self, game: str, channel: str) -> list[Placed]:
        """Return the messages with controls that stand in other channels than this one; given once."""
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
        """Note that a post was delivered."""
        await self._store.refer(game, "slack:sent", DeliveredPost(post=post, ts=ts).dump())

    async def try_begins(self, key: str) -> float | None:
        """Note that a post is being tried; return when an earlier try of it began that may have posted it, else None.

        Seconds since 1970. Slack shows no app what is in a channel without a scope, so the bot looks only where
        it may find something.
        """
        where = keys.of_platform("slack", "trying", key)
        if await self.connection.call("SET", where, f"{self._now():.3f}", "NX", "EX", _TRYING):
            return None
        before = await self.connection.call("GET", where)
        return None if before is None else float(before.removeprefix(_STANDS))

    async def stands(self, key: str) -> bool:
        """Return True if what belongs to no game was said under this key of late."""
        before = await self.connection.call("GET", keys.of_platform("slack", "trying", key))
        return before is not None and before.startswith(_STANDS)

    async def said(self, key: str) -> None:
        """Note that what belongs to no game was said under this key."""
        value = f"{_STANDS.decode()}{self._now():.3f}"
        await self.connection.call("SET", keys.of_platform("slack", "trying", key), value, "EX", _TRYING)

    async def try_ends(self, key: str) -> None:
        """Forget the try of a post: Slack has refused it, or it is noted where it stands."""
        await self.connection.call("DEL", keys.of_platform("slack", "trying", key))

    async def was_attached(self, post: str) -> bool:
        """Return True if the file of this post was shared, though the post itself may still wait."""
        return bool(await self.connection.call("EXISTS", keys.of_platform("slack", "attached", post)))

    async def attached(self, post: str) -> None:
        """Note that the file of a post was shared."""
        await self.connection.call("SET", keys.of_platform("slack", "attached", post), 1, "EX", _UPLOAD)

    # ------------------------------------------------------------------------------------------ pictures and panels

    async def expect(self, game: str, mark: str, coming: str) -> None:
        """Note that a message of a game waits for its picture, or one of no game ("")."""
        if game:
            await self.connection.call("SADD", _AWAITED, game)
        await self.connection.call("HSET", _waiting_of(game), f"{_COMING}{mark}", coming)

    async def arrived(self, game: str, mark: str) -> bool:
        """Note that a message waits no longer; False if that was noted before."""
        return bool(await self.connection.call("HDEL", _waiting_of(game), f"{_COMING}{mark}"))

    async def awaiting(self) -> list[tuple[str, str]]:
        """Return what is noted of all messages that wait, with their games; a game in which none waits is forgotten."""
        noted = await self._store.indexes.ids(_AWAITED)
        # Where the list was damaged all games are looked through.
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
        """Return the same of messages that belong to no game."""
        try:
            noted = await self.connection.call("HVALS", _OF_NO_GAME)
        except StoredDamage as damage:
            _log.warning("pictures are not drawn any more: %s", damage)
            await self.connection.call("DEL", _OF_NO_GAME)
            return []
        return [("", raw.decode(errors="replace")) for raw in noted]

    async def uploaded(self, team: str, picture: str) -> Picture | None:
        """Return a picture that was uploaded before."""
        raw = await self.connection.call("GET", keys.of_platform("slack", "upload", team, picture))
        if raw is None:
            return None
        found = Uploaded.parse(raw, "uploaded picture")
        return Picture(found.file, found.alt)

    async def upload(self, team: str, picture: str, made: Picture) -> None:
        """Note an uploaded picture."""
        record = Uploaded(file=made.file, alt=made.alt)
        await self._noted("SET", keys.of_platform("slack", "upload", team, picture), record.dump(), "EX", _UPLOAD)

    async def spend(self, url: str, keep: int = 0) -> bool:
        """Count a use of a response_url over all processes; False, and nothing is counted, if it has none to give.

        Args:
            url: the address.
            keep: how many uses have to be left after this one.
        """
        where = keys.of_platform("slack", "uses", url)
        try:
            with noting():
                used, _ = await self.connection.transaction(("INCR", where), ("EXPIRE", where, URL_SECONDS))
            if int(used) + keep <= URL_USES:
                return True
            await self.connection.call("DECR", where)
        except StorageError:
            return keep == 0  # an answer is tried all the same: Slack itself refuses what is too much
        return False

    async def take_panel(self, channel: str, user: str) -> str:
        """Return the response_url by which the user's last panel can be deleted, "" if there is none; given once."""
        raw = await self._noted("GETDEL", _panel(channel, user))
        panel = None if raw is None else Panel.parse(raw, "panel of a user")
        return panel.url if panel is not None and panel.until > self._now() else ""

    async def keep_panel(self, channel: str, user: str, panel: Panel) -> None:
        """Note which panel the user sees, and how it can be reached: from now on for as long as its address lives."""
        record = panel.model_copy(update={"until": self._now() + URL_SECONDS - 30})
        await self._noted("SET", _panel(channel, user), record.dump(), "EX", URL_SECONDS)

    async def change_panel(self, channel: str, user: str, panel: Panel) -> None:
        """Note what the user's panel shows now, or that it cannot be reached any more."""
        await self._noted("SET", _panel(channel, user), panel.dump(), "XX", "KEEPTTL")

    async def panel(self, channel: str, user: str) -> Panel | None:
        """Return the user's newest panel, whichever process showed it."""
        raw = await self.connection.call("GET", _panel(channel, user))
        return None if raw is None else Panel.parse(raw, "panel of a user")

    async def open_panel(self, channel: str, user: str, keep: int) -> Panel | None:
        """Return the user's newest panel if it can be changed once and `keep` times more."""
        panel = await self.panel(channel, user)
        if panel is None or not panel.url or panel.until <= self._now():
            return None
        used = int(await self.connection.call("GET", keys.of_platform("slack", "uses", panel.url)) or 0)
        return panel if used + keep < URL_USES else None


def _pairs(flat: Any) -> Iterator[tuple[Any, Any]]:
    """Fields and values of a hash, as the server tells them."""
    yield from flat.items() if isinstance(flat, dict) else zip(flat[::2], flat[1::2], strict=True)


def _waiting_of(game: str) -> str:
    """Where it is noted what messages of a game wait for, or those of none."""
    return GameKeys(game).references if game else _OF_NO_GAME


def _panel(channel: str, user: str) -> str:
    # "panel" was the name of records that did not tell what is shown.
    return keys.of_platform("slack", "open", channel, user)


def _order(post: str) -> tuple[int, int]:
    """Stream ids compare by their two numbers."""
    first, _, second = post.partition("-")
    return (int(first), int(second or 0)) if first.isdigit() else (0, 0)
