"""Bounded queue of the public's work on records and journals; requests beyond its limits are refused."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from bot.public.drawing import PUBLIC, Crowded
from bot.service.record_work import RecordWorkBusy, Workshop

#: Jobs of the public running at once, fewer than one person may have in the workshop; and jobs waiting.
_AT_ONCE, _WAITING = 2, 60


class PublicQueue:
    """A workshop for the public, whose jobs all count as one person's in the underlying workshop.

    Args:
        workshop: runs the jobs.
        waiting: limit of waiting jobs.
    """

    def __init__(self, workshop: Workshop, waiting: int = _WAITING) -> None:
        self._workshop = workshop
        self._most = waiting
        self._at_once = asyncio.Semaphore(_AT_ONCE)
        self._waiting = 0

    async def run(self, person: str, function: Callable[..., Any], /, *args: Any) -> Any:
        """Run a function in the workshop and return its result.

        Raises:
            Crowded: the queue is full.
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
