"""Pictures of the toy drawn in this process, since the bot's worker processes don't know the toy."""

from __future__ import annotations

import asyncio

from bot.platforms import painting
from bot.platforms.painting import PicturePool
from bot.storage import Store
from bot.table.reply import PictureRef


class Drawn:
    """A source of pictures that remembers what it was asked for."""

    def __init__(self, store: Store) -> None:
        self._pool = PicturePool(store, 1)
        self.seen: list[PictureRef] = []

    async def __call__(self, ref: PictureRef) -> tuple[bytes, str, str]:
        """Draw a picture as a worker would."""
        self.seen.append(ref)
        return painting.work(await self._pool._job(ref))

    async def until(self, kind: str) -> None:
        """Wait until a picture of a kind has been requested; pictures are requested after their text."""
        for _ in range(400):
            if any(ref.kind == kind for ref in self.seen):
                return
            await asyncio.sleep(0.05)
        raise AssertionError(f"nobody asked for a picture of kind {kind}")

    async def close(self) -> None:
        """Return no figures of workers."""
        await self._pool.close()


__all__ = ["Drawn"]
