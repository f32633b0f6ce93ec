"""Logs of the local channel, and notification of pages that wait for new entries.

A channel has one public log and one private log per person. A page reads the public one and its own: other people's
private entries are never even read for it. Caches exist only for open pages.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from pydantic import ValidationError

from bot.narration.texts import host_text, spoken_texts
from bot.platforms.web.board import LaidBoard
from bot.platforms.web.records import ChannelEntry, LogRow, MessageEntry, PictureEntry, load_entry
from bot.storage.errors import StorageError
from bot.storage.log import ChannelLog, Message

_log = logging.getLogger(__name__)

#: Cached entries per log, so that sending new ones needs no reading.
_MOST_CACHED = 64
_PAGE = 100
_CHANNELS = "web"
#: Where only the newest version counts: older ones are deleted from the log.
_NEWEST_ALONE = frozenset({"panel", "table"})
#: Suffixes of the ids under which a message's picture is announced; it is deleted from the log with the message.
PICTURES = ("#picture", "#failed")
#: Seconds between checks whether another process has written something for the pages open here.
_LOOK = 5.0


@dataclass(frozen=True, slots=True)
class Stream:
    """A log: a channel's public one, or one person's private one in it."""

    channel: str
    user: str = ""

    @property
    def name(self) -> str:
        """Its name in the store."""
        return f"web:{self.channel}:{self.user}" if self.user else f"web:{self.channel}"


@dataclass(slots=True)
class _LogCache:
    """The cached state of a log while pages listen to it."""

    listeners: set[asyncio.Event] = field(default_factory=set)
    at_hand: deque[LogRow] = field(default_factory=lambda: deque(maxlen=_MOST_CACHED))
    #: The last place known to be taken, whoever wrote it, and that of the last check.
    head: int = 0
    seen: int = 0
    #: The current panel in it, and its place; -1 until it was looked up.
    panel: MessageEntry | None = None
    panel_at: int = -1
    #: The panel's board.
    board: LaidBoard | None = None

    def wake(self) -> None:
        for listener in self.listeners:
            listener.set()


class Timeline:
    """Reads and writes the logs, and notifies listeners."""

    def __init__(self, log: ChannelLog) -> None:
        self._log = log
        self._heard: dict[Stream, _LogCache] = {}
        #: Why the store could not be checked for new entries, "" if it could.
        self.trouble = ""

    async def write(self, stream: Stream, entry_id: str, entry: MessageEntry | PictureEntry) -> int:
        """Append an entry, only once per id; returns its place, 0 if it already exists."""
        slot = entry.slot if isinstance(entry, MessageEntry) and entry.where in _NEWEST_ALONE else ""
        place = await self._log.add(stream.name, entry_id, entry.model_dump(mode="json"), slot)
        heard = self._heard.get(stream)
        if place and heard is not None:
            self._cache_row(heard, LogRow(place, entry_id, entry))
            heard.wake()
        return place

    def _cache_row(self, heard: _LogCache, row: LogRow) -> None:
        """Add a row to the cache, which has no gaps and ends with the highest known place.

        Of two concurrent writes the later may be seen first; then the earlier one is left to be read from the store,
        where it comes before the later one.
        """
        recent = heard.at_hand
        if row.place <= heard.head:
            return
        if recent and (recent[-1].place != heard.head or heard.head + 1 != row.place):
            recent.clear()
        heard.head = row.place
        recent.append(row)
        _note_panel(heard, row)

    async def newest(self, stream: Stream, count: int, before: int | None = None) -> list[LogRow]:
        """Return the newest entries, oldest first; with `before`, those before that place."""
        return [_row(message, stream) for message in await self._log.newest(stream.name, count, before)]

    async def since(self, stream: Stream, place: int) -> list[LogRow]:
        """Return all known entries after a place, in order, from the cache or else from the store."""
        heard = self._heard.get(stream)
        if heard is not None:
            recent = heard.at_hand
            if heard.head and place >= heard.head:
                return []
            if recent and recent[0].place <= place + 1 and recent[-1].place == heard.head:
                return [row for row in recent if row.place > place]
        return await self._read_since(stream, place)

    async def _read_since(self, stream: Stream, place: int) -> list[LogRow]:
        found: list[LogRow] = []
        while page := await self._log.after(stream.name, place, _PAGE):
            found += [_row(message, stream) for message in page]
            place = page[-1].place
        if heard := self._heard.get(stream):
            for row in found:
                heard.head = max(heard.head, row.place)
                _note_panel(heard, row)
        return found

    async def find(self, stream: Stream, fits: Callable[[str, MessageEntry], bool]) -> MessageEntry | None:
        """Return the newest message version that matches by id and content, if the log has one."""
        before: int | None = None
        while page := await self.newest(stream, _PAGE, before):
            for row in reversed(page):
                if isinstance(row.entry, MessageEntry) and fits(row.id, row.entry):
                    return row.entry
            before = page[0].place
        return None

    async def withdraw(self, stream: Stream, game: str, count: int, origin: str) -> None:
        """Replace the messages about a game after number `count` by a note that they were taken back."""
        text = spoken_texts().say("ui.posts.withdrawn")
        for slot, entry in reversed(await self._current_messages(stream, game, count)):
            told = MessageEntry(slot=slot, where=entry.where, at=entry.at, text=text)
            await self.write(stream, f"{origin}:{slot}", told)

    async def _current_messages(self, stream: Stream, game: str, count: int) -> list[tuple[str, MessageEntry]]:
        """Return the current messages about a game after number `count`, newest first, with their slots on the page."""
        found: list[tuple[str, MessageEntry]] = []
        newer, before = dict[str, MessageEntry](), None
        while page := await self.newest(stream, _PAGE, before):
            for row in reversed(page):
                entry = row.entry
                if not isinstance(entry, MessageEntry):
                    continue
                after = newer.get(entry.slot)
                newer[entry.slot] = entry
                # A message whose slot was taken over stays under its own slot, which includes its place.
                stays = after is None or (after.anew and not after.replaces)
                if entry.game != game or not stays or entry.until < 0:
                    continue
                if entry.until <= count:
                    return found
                found.append((entry.slot if after is None else f"{entry.slot}@{row.place}", entry))
            before = page[0].place
        return found

    async def panel(self, stream: Stream) -> MessageEntry | None:
        """Return the current panel in a log with listeners; looked up once, then tracked."""
        heard = self._heard.get(stream)
        if heard is None:
            return None
        if heard.panel_at < 0:
            found = await self.find(stream, lambda _, entry: entry.where == "panel")
            if heard.panel_at < 0:  # none was written in the meantime
                heard.panel, heard.panel_at = found, 0
        return heard.panel

    def lay_board(self, stream: Stream, board: LaidBoard | None) -> None:
        """Set the board of a panel for the open pages; it is cached for them and never stored."""
        heard = self._heard.get(stream)
        if heard is not None and heard.board != board:
            heard.board = board
            heard.wake()

    def board(self, stream: Stream) -> LaidBoard | None:
        """Return the current board of a log with listeners."""
        heard = self._heard.get(stream)
        return heard.board if heard is not None else None

    # -------------------------------------------------------------------------------------- listening

    @contextlib.contextmanager
    def listen(self, *streams: Stream) -> Iterator[asyncio.Event]:
        """Yield an event that is set whenever one of the logs gets a new entry."""
        event = asyncio.Event()
        for stream in streams:
            self._heard.setdefault(stream, _LogCache()).listeners.add(event)
        try:
            yield event
        finally:
            for stream in streams:
                heard = self._heard[stream]
                heard.listeners.discard(event)
                if not heard.listeners:
                    del self._heard[stream]

    def open_pages(self, channel: str) -> list[Stream]:
        """Return the private logs of people with an open page of this channel in this process."""
        return [stream for stream in self._heard if stream.user and stream.channel == channel]

    def kept(self) -> int:
        """Return the number of logs with cached state."""
        return len(self._heard)

    async def watch(self) -> None:
        """Check repeatedly, with one query for all open pages, what other processes have written."""
        while True:
            await asyncio.sleep(_LOOK)
            try:
                await self.look()
            except StorageError as error:
                self._tell_trouble(str(error))
            except Exception:  # noqa: BLE001 - an error in one round must not end the loop
                _log.exception("what is new could not be looked for")
            else:
                self._tell_trouble("")

    async def look(self) -> None:
        """Wake pages whose logs other processes have extended, and drop cached rows that all pages have.

        Raises:
            StorageError: the store does not answer.
        """
        streams = list(self._heard)
        for stream, head in zip(streams, await self._log.heads([stream.name for stream in streams]), strict=True):
            heard = self._heard.get(stream)
            if heard is None:
                continue
            if head > heard.head:
                heard.head = head
                heard.wake()
            elif heard.seen == head:
                heard.at_hand.clear()  # every page received them long ago
            heard.seen = head

    def _tell_trouble(self, trouble: str) -> None:
        if trouble != self.trouble:
            self.trouble = trouble
            for heard in self._heard.values():
                heard.wake()

    # --------------------------------------------------------------------------------------- channels

    async def note_channel(self, name: str) -> None:
        """Add a channel to the list on the start page."""
        await self._log.add(_CHANNELS, name, ChannelEntry(name=name).model_dump(mode="json"))

    async def channels(self) -> list[str]:
        """Return the channels that were opened, newest first."""
        return [message.message_id for message in reversed(await self._log.newest(_CHANNELS, 50))]


def _note_panel(heard: _LogCache, row: LogRow) -> None:
    if isinstance(row.entry, MessageEntry) and row.entry.where == "panel" and row.place > heard.panel_at:
        heard.panel, heard.panel_at = row.entry, row.place


def _row(message: Message, stream: Stream) -> LogRow:
    try:
        return LogRow(message.place, message.message_id, load_entry(message.body))
    except ValidationError as error:
        raise StorageError(
            host_text(
                "web.timeline.message_cannot_read_faults",
                message_id=message.message_id,
                name=stream.name,
                error_count=error.error_count(),
            )
        ) from None
