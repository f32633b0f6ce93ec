"""Pictures for Discord: rendered once for channel and thread, and made to fit the upload limit."""

from __future__ import annotations

import asyncio
import io
from collections import OrderedDict
from dataclasses import dataclass

import discord
from PIL import Image

from bot.platforms.discord.rendering import alt_text
from bot.platforms.picture_priority import asker
from bot.platforms.shared_pictures import ENDINGS, Shared
from bot.port import PictureSource
from bot.table.reply import PictureRef

#: Most bytes of an attachment unless the interaction or server allows more.
LIMIT = 10 * 2**20


@dataclass(frozen=True, slots=True)
class DiscordPicture:
    """A rendered picture."""

    data: bytes
    mime: str
    alt: str

    def file(self, kind: str) -> discord.File:
        """Return it as an attachment, named after its kind only."""
        name = f"{kind}.{ENDINGS.get(self.mime, 'png')}"
        return discord.File(io.BytesIO(self.data), filename=name, description=alt_text(self.alt))


class Easel:
    """Renders each picture at most once at a time, and caches the newest.

    Args:
        draw: the source.
        keep_bytes: size of the cache.
    """

    def __init__(self, draw: PictureSource, keep_bytes: int = 32 * 2**20) -> None:
        self._draw = draw
        self._keep = keep_bytes
        self._kept: OrderedDict[str, DiscordPicture] = OrderedDict()
        self._size = 0
        self._drawing: Shared[str, DiscordPicture] = Shared()

    async def get(self, ref: PictureRef, limit: int = LIMIT) -> DiscordPicture:
        """Return the picture within `limit` bytes. Raises what the source raises."""
        name = ref.model_dump_json()
        drawn = self._kept.get(name)
        if drawn is None:
            drawn = await self._drawing.get(name, lambda: self._fetch(name, ref), urgent=not asker())
        return drawn if len(drawn.data) <= limit else await asyncio.to_thread(fit, drawn, limit)

    async def _fetch(self, name: str, ref: PictureRef) -> DiscordPicture:
        data, mime, alt = await self._draw(ref)
        drawn = DiscordPicture(data, mime, alt or ref.alt)
        self._kept[name] = drawn
        self._size += len(data)
        while self._size > self._keep and len(self._kept) > 1:
            self._size -= len(self._kept.popitem(last=False)[1].data)
        return drawn


def fit(drawn: DiscordPicture, limit: int) -> DiscordPicture:
    """Return a smaller copy of at most `limit` bytes: JPEG, then fewer pixels."""
    with Image.open(io.BytesIO(drawn.data)) as opened:
        image = opened.convert("RGB")
    while True:
        buffer = io.BytesIO()
        image.save(buffer, "JPEG", quality=85)
        if buffer.tell() <= limit or min(image.size) < 64:
            return DiscordPicture(buffer.getvalue(), "image/jpeg", drawn.alt)
        image = image.resize((image.width * 3 // 4, image.height * 3 // 4), Image.Resampling.LANCZOS)


__all__ = ["LIMIT", "DiscordPicture", "Easel", "fit"]
