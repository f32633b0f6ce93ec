"""Pictures for the public pages: rendered by the shared workers, cached, with limited concurrency."""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from dataclasses import dataclass

from bot.platforms.picture_priority import asked_by
from bot.platforms.shared_pictures import Shared
from bot.port import PictureSource
from bot.table.reply import PictureRef
from bot.workers import Overloaded

#: The person under whom the workers queue the public's pictures.
PUBLIC = "public"
#: Most pictures being rendered or queued in the workers at once, and most requests waiting.
_AT_ONCE, _WAITING = 4, 120
#: Bytes of cached pictures.
_KEPT = 48 * 2**20


class Crowded(Exception):
    """Too many requests to serve this one now; retry after `seconds`."""

    def __init__(self, seconds: int = 5) -> None:
        super().__init__("too much is asked for at once")
        self.seconds = seconds


@dataclass(frozen=True, slots=True)
class PublicPicture:
    """A rendered picture."""

    data: bytes
    mime: str
    alt: str


class PublicPictures:
    """Renders and caches pictures by their reference.

    Args:
        draw: the source.
        keep_bytes: size of the cache.
    """

    def __init__(self, draw: PictureSource, keep_bytes: int = _KEPT) -> None:
        self._draw = draw
        self._keep_bytes = keep_bytes
        self._kept: OrderedDict[str, PublicPicture] = OrderedDict()
        self._size = 0
        self._drawing: Shared[str, PublicPicture] = Shared()
        self._at_once = asyncio.Semaphore(_AT_ONCE)
        self._waiting = 0

    async def get(self, ref: PictureRef) -> PublicPicture:
        """Return the picture, from the cache or newly rendered.

        Raises:
            Crowded: too many are requested.
            ValueError: there is no such picture.
            StorageError: its position can't be read.
        """
        assert ref.viewer is None, "what a seat alone knows is for nobody here"
        name = hashlib.sha256(ref.model_dump_json().encode()).hexdigest()
        if name in self._kept:
            self._kept.move_to_end(name)
            return self._kept[name]
        if self._waiting >= _WAITING:
            raise Crowded
        self._waiting += 1
        try:
            return await self._drawing.get(name, lambda: self._fetch(name, ref))
        finally:
            self._waiting -= 1

    async def _fetch(self, name: str, ref: PictureRef) -> PublicPicture:
        asked_by(PUBLIC)
        async with self._at_once:
            try:
                drawn = PublicPicture(*await self._draw(ref))
            except Overloaded as error:
                raise Crowded from error
        self._kept[name] = drawn
        self._size += len(drawn.data)
        while self._size > self._keep_bytes and len(self._kept) > 1:
            self._size -= len(self._kept.popitem(last=False)[1].data)
        return drawn


__all__ = ["PUBLIC", "Crowded", "PublicPicture", "PublicPictures"]
