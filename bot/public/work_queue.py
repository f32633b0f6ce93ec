"""The line in which the public waits for work on records and journals: so much at once, so much behind it, and the rest is refused."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from bot.public.drawing import PUBLIC, Crowded
from bot.service.record_work import RecordWorkBusy, Workshop

#: Wishes of the public that the workshop has at once, fewer than one person may have there; and those that wait for that.
_AT_ONCE, _WAITING = 2, 60


class PublicQueue:
    """A workshop for the public, which all counts as one person in the one behind it.

    Args:
        workshop: does the work.
        waiting: wishes that may wait.
    """

    def __init__(self, workshop: Workshop, waiting: int = _WAITING) -> None:
        self._workshop = workshop
        self._most = waiting
        self._at_once = asyncio.Semaphore(_AT_ONCE)
        self._waiting = 0

    async def run(self, person: str, function: Callable[..., Any], /, *args: Any) -> Any:
        """Return what a function makes of the arguments.

        Raises:
            Crowded: too much is asked for.
        """
        del person
        if self._waiting >= self._most:
            raise Crowded
        self._waiting += 1
        try:
            async with self._at_once:
                return await self._workshop.run(PUBLIC, function, *args)
        except RecordWorkBusy as error:
            raise Crowded from error
        finally:
            self._waiting -= 1


__all__ = ["PublicQueue"]
