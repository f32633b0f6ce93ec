"""Waiting for what a person comes to see: whoever changes it rings, whoever waits looks again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Bell:
    """Rung whenever something may look different than before."""

    def __init__(self) -> None:
        self._rung = asyncio.Event()

    def ring(self) -> None:
        """Wake all who wait; each looks whether it is what they wait for."""
        self._rung.set()
        self._rung = asyncio.Event()

    async def until(self, seen: Callable[[], bool], patience: float) -> bool:
        """Return True as soon as it is seen, False if it is not after so many seconds."""
        try:
            async with asyncio.timeout(patience):
                while not seen():
                    await self._rung.wait()
        except TimeoutError:
            return False
        return True


__all__ = ["Bell"]
