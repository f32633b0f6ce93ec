"""The logs of the local channel, and the waking of pages that wait for what is new.

A channel has one public log and one private log for each person. A page reads the public one and
its own: what is private to somebody else is never even read for it.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import defaultdict, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from pydantic import ValidationError

from bot.platforms.web.records import ChannelEntry, MessageEntry, PictureEntry, Row, load_entry
from bot.storage.errors import StorageError
from bot.storage.log import ChannelLog, Message

#: Entries of each log that are kept at hand, so that telling something new needs no reading.
_AT_HAND = 64
_PAGE = 100
_CHANNELS = "web"


@dataclass(frozen=True, slots=True)
class Stream:
    """One log: a channel's public one, or that of one person in it."""

    channel: str
    user: str = ""

    @property
    def name(self) -> str:
        """Its name in the store."""
        return f"web:{self.channel}:{self.user}" if self.user else f"web:{self.channel}"


class Timeline:
    """Reads and writes the logs and wakes whoever listens."""

    def __init__(self, log: ChannelLog) -> None:
        self._log = log
        self._at_hand: dict[Stream, deque[Row]] = defaultdict(lambda: deque(maxlen=_AT_HAND))
        self._listeners: dict[Stream, set[asyncio.Event]] = defaultdict(set)

    async def write(self, stream: Stream, entry_id: str, entry: MessageEntry | PictureEntry) -> int:
        """Append an entry, once for ever for one id; returns its place, 0 if it was there already."""
        place = await self._log.add(stream.name, entry_id, entry.model_dump(mode="json"))
        if place:
            self._keep_at_hand(stream, Row(place, entry_id, entry))
            for listener in self._listeners[stream]:
                listener.set()
        return place

    def _keep_at_hand(self, stream: Stream, row: Row) -> None:
        """What is at hand has no gap and ends with the highest place known.

        Of two writes at once the later one may be noticed first; then the earlier one is left
        to be read from the store, where it stands before the later one.
        """
        recent = self._at_hand[stream]
        if recent and row.place <= recent[-1].place:
            return
        if recent and recent[-1].place + 1 != row.place:
            recent.clear()
        recent.append(row)

    async def newest(self, stream: Stream, count: int, before: int | None = None) -> list[Row]:
        """The newest entries, oldest first; with `before` those ahead of that place."""
        return [_row(message, stream) for message in await self._log.newest(stream.name, count, before)]

    async def since(self, stream: Stream, place: int, *, ask: bool = False) -> list[Row]:
        """All entries after a place, in order; `ask` looks into the store even if nothing was noticed here."""
        recent = self._at_hand[stream]
        if not ask and recent and recent[0].place <= place + 1:
            return [row for row in recent if row.place > place]
        found: list[Row] = []
        before: int | None = None
        while True:
            page = await self.newest(stream, _PAGE, before)
            found[:0] = [row for row in page if row.place > place]
            if len(page) < _PAGE or page[0].place <= place + 1:
                return found
            before = page[0].place

    async def find(self, stream: Stream, fits: Callable[[str, MessageEntry], bool]) -> MessageEntry | None:
        """The newest message version that fits by its id and content, if this log has one."""
        before: int | None = None
        while page := await self.newest(stream, _PAGE, before):
            for row in reversed(page):
                if isinstance(row.entry, MessageEntry) and fits(row.id, row.entry):
                    return row.entry
            before = page[0].place
        return None

    @contextlib.contextmanager
    def listen(self, *streams: Stream) -> Iterator[asyncio.Event]:
        """An event that is set whenever one of the logs got longer."""
        event = asyncio.Event()
        for stream in streams:
            self._listeners[stream].add(event)
        try:
            yield event
        finally:
            for stream in streams:
                self._listeners[stream].discard(event)

    def open_pages(self, channel: str) -> list[Stream]:
        """The private logs of those who have a page of this channel open here."""
        return [
            stream for stream, found in self._listeners.items() if found and stream.user and stream.channel == channel
        ]

    async def note_channel(self, name: str) -> None:
        """Put a channel on the list at the door."""
        await self._log.add(_CHANNELS, name, ChannelEntry(name=name).model_dump(mode="json"))

    async def channels(self) -> list[str]:
        """The channels that were opened, newest first."""
        return [message.message_id for message in reversed(await self._log.newest(_CHANNELS, 50))]


def _row(message: Message, stream: Stream) -> Row:
    try:
        return Row(message.place, message.message_id, load_entry(message.body))
    except ValidationError as error:
        raise StorageError(
            f"Message {message.message_id} of {stream.name} cannot be read ({error.error_count()} faults): "
            "run the Feldpost that wrote it, or a newer one."
        ) from None
