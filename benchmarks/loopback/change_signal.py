"""Wait for what a person sees to change: changes ring a bell, and waiters then check their condition."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Bell:
    """Rung whenever something visible may have changed."""

    def __init__(self) -> None:
        self._rung = asyncio.Event()

    def ring(self) -> None:
        """Wake all waiters, so that each checks its condition."""
        self._rung.set()
        self._rung = asyncio.Event()

    async def until(self, seen: Callable[[], bool], patience: float) -> bool:
        """Return True once `seen` holds, False if it doesn't within `patience` seconds."""
        try:
            async with asyncio.timeout(patience):
                while not seen():
                    await self._rung.wait()
        except TimeoutError:
            return False
        return True


__all__ = ["Bell"]
