"""Pictures for the public: drawn by the same workers as all others, kept at hand, so many at a time."""

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

#: For whom the public's pictures are drawn: they stand in line as those of one person.
PUBLIC = "public"
#: Pictures of the public that are drawn or wait for a worker, and those that wait for that.
_AT_ONCE, _WAITING = 4, 120
#: Bytes that are kept at hand.
_KEPT = 48 * 2**20


class Crowded(Exception):
    """So much is asked for that this cannot be served now; `seconds` from now on it may be."""

    def __init__(self, seconds: int = 5) -> None:
        super().__init__("too much is asked for at once")
        self.seconds = seconds


@dataclass(frozen=True, slots=True)
class PublicPicture:
    """A finished picture."""

    data: bytes
    mime: str
    alt: str


class PublicPictures:
    """Pictures by what they show.

    Args:
        draw: the source.
        keep_bytes: how much is kept at hand.
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
        """Return the picture, drawn now if it is not at hand.

        Raises:
            Crowded: too many are asked for.
            ValueError: there is no such picture.
            StorageError: its position cannot be read.
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
