"""Pictures for pages: rendered once, cached, and announced when ready."""

from __future__ import annotations

import asyncio
import hashlib
import io
import logging
import traceback
from collections import OrderedDict
from dataclasses import dataclass
from functools import partial
from typing import Any

from PIL import Image

from bot.platforms.host_pictures import HOSTED
from bot.platforms.picture_priority import asker
from bot.platforms.shared_pictures import Shared, patiently
from bot.platforms.web.records import MessageEntry, PictureEntry
from bot.platforms.web.timeline import PICTURES, Stream, Timeline
from bot.port import PictureSource
from bot.storage.errors import StorageError
from bot.table.reply import PictureRef
from bot.titles import titles

_log = logging.getLogger(__name__)

_MIME = frozenset({"image/png", "image/jpeg", "image/webp"})

#: Size in pixels reserved for a picture of unknown size.
_ROOM = (900, 700)

#: Most picture names, and kinds of failures, to remember.
_ADDRESSES, _FAULTS = 4000, 100
#: Pauses in seconds before retrying a picture for which there was no capacity, no process or no store.
_PAUSES = (1.0, 5.0, 20.0, 60.0)


@dataclass(frozen=True, slots=True)
class WebPicture:
    """A rendered picture; size in pixels."""

    data: bytes
    mime: str
    alt: str
    size: tuple[int, int]


class PictureCache:
    """Renders each picture at most once at a time, and caches the newest.

    Args:
        draw: the source.
        timeline: of the logs in which finished pictures are announced.
        keep_bytes: size of the cache; dropped pictures are rendered again on request.
    """

    def __init__(self, draw: PictureSource, timeline: Timeline, keep_bytes: int = 24 * 2**20) -> None:
        self._draw = draw
        self._timeline = timeline
        self._keep_bytes = keep_bytes
        self._kept: OrderedDict[str, WebPicture] = OrderedDict()
        self._size = 0
        self._drawing: Shared[str, WebPicture] = Shared()
        self._announcing: set[asyncio.Task[None]] = set()
        #: Rendering tasks of messages that may be replaced in place, by log and slot.
        self._newest: dict[tuple[Stream, str], asyncio.Task[None]] = {}
        self._known_faults: OrderedDict[str, None] = OrderedDict()
        self._addresses: OrderedDict[tuple[Stream, str], PictureRef] = OrderedDict()
        self._room: dict[str, tuple[int, int]] = {}
        sources = [*(title.pictures for title in titles()), HOSTED]
        self._rooms = {kind: room for pictures in sources for kind, room in pictures.rooms.items()}

    def room(self, ref: PictureRef) -> tuple[int, int]:
        """Return the width and height in pixels to reserve for a picture that is not rendered yet."""
        return self._room.get(_kind_name(ref)) or self._room.get(ref.kind) or self._rooms.get(ref.kind, _ROOM)

    def address(self, stream: Stream, name: str, ref: PictureRef) -> None:
        """Cache the picture behind a name in a log, so that requests by that name need no search."""
        _cache(self._addresses, (stream, name), ref, _ADDRESSES)

    def addressed(self, stream: Stream, name: str) -> PictureRef | None:
        """Return the picture recently stored under a name in a log; None if unknown."""
        return self._addresses.get((stream, name))

    async def get(self, ref: PictureRef) -> WebPicture:
        """Return the picture, from the cache or newly rendered. Raises what the source raises."""
        name = hashlib.sha256(ref.model_dump_json().encode()).hexdigest()
        if name in self._kept:
            self._kept.move_to_end(name)
            return self._kept[name]
        return await self._drawing.get(name, lambda: self._fetch(name, ref), urgent=not asker())

    def announce_later(self, stream: Stream, entry_id: str, entry: MessageEntry) -> None:
        """Render a message's picture in the background, and announce it in the log when ready.

        Rendering for the version of the message that this one replaces is cancelled.
        """
        task = asyncio.create_task(self._announce(stream, entry_id, entry))
        self._announcing.add(task)
        task.add_done_callback(self._announcing.discard)
        place = stream, entry.slot
        before = self._newest.get(place)
        if before is not None and not entry.anew:
            before.cancel()
        self._newest[place] = task
        task.add_done_callback(lambda done: self._newest.get(place) is done and self._newest.pop(place))

    async def drain(self, seconds: float) -> None:
        """Wait for rendering tasks, for at most this many seconds; cancel the rest."""
        tasks: list[asyncio.Future[Any]] = [*self._announcing, *self._drawing.running]
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=seconds)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    async def _fetch(self, name: str, ref: PictureRef) -> WebPicture:
        data, mime, alt = await self._draw(ref)
        if mime not in _MIME:
            raise ValueError(f"{mime} is no kind of picture that a page shows: {', '.join(sorted(_MIME))}")
        with Image.open(io.BytesIO(data)) as image:
            drawn = WebPicture(data, mime, alt, image.size)
        self._room[_kind_name(ref)] = self._room[ref.kind] = drawn.size
        self._kept[name] = drawn
        self._size += len(data)
        while self._size > self._keep_bytes and len(self._kept) > 1:
            self._size -= len(self._kept.popitem(last=False)[1].data)
        return drawn

    def _complain(self, ref: PictureRef, error: Exception) -> None:
        """Log a failure, with the traceback the first time for each kind.

        Without the error's own message, which might quote what only one seat may read.
        """
        kind, where = type(error).__name__, "".join(traceback.format_tb(error.__traceback__))
        known = f"{kind}\n{where}"
        shown = "" if known in self._known_faults else f"\n{where}"
        _log.error("picture %s of game %s could not be drawn: %s%s", ref.kind, ref.game, kind, shown)
        _cache(self._known_faults, known, None, _FAULTS)

    async def _announce(self, stream: Stream, entry_id: str, entry: MessageEntry) -> None:
        assert entry.picture is not None
        try:
            drawn = await patiently(partial(self.get, entry.picture), _PAUSES)
        except Exception as error:  # noqa: BLE001 - a picture that fails must not hold up its message
            self._complain(entry.picture, error)
            told = PictureEntry(slot=entry.slot, of=entry_id, state="failed", alt=entry.picture.alt)
            name = entry_id + PICTURES[1]
        else:
            alt = drawn.alt or entry.picture.alt
            told = PictureEntry(slot=entry.slot, of=entry_id, state="ready", alt=alt, size=drawn.size)
            name = entry_id + PICTURES[0]
        try:
            await self._timeline.write(stream, name, told)
        except StorageError as error:
            # The page requests the picture by itself after a while, so nothing is lost.
            _log.warning("a finished picture could not be announced: %s", error)


def _cache(where: OrderedDict[Any, Any], key: object, value: object, most: int) -> None:
    """Put an entry into a bounded cache as the newest."""
    where[key] = value
    where.move_to_end(key)
    while len(where) > most:
        where.popitem(last=False)


def _kind_name(ref: PictureRef) -> str:
    return f"{ref.kind}:{ref.args.get('name', '')}"
