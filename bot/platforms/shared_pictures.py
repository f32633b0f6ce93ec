"""Pictures that several wait for and that are drawn once, given up as soon as nobody waits; and asked for again where that may help."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Sequence
from typing import Generic, TypeVar

from bot.storage.errors import StoreUnavailable
from bot.workers import Overloaded

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Shared(Generic[K, V]):
    """Runs each piece of work at most once at a time, under a name."""

    def __init__(self) -> None:
        self._running: dict[tuple[K, bool], asyncio.Future[V]] = {}
        self._waiting: dict[tuple[K, bool], int] = {}

    @property
    def running(self) -> list[asyncio.Future[V]]:
        """What is under way."""
        return list(self._running.values())

    async def get(self, name: K, make: Callable[[], Awaitable[V]], *, urgent: bool = False) -> V:
        """Return the result of what runs under the name, or of `make`, which is begun. Raises what that raises.

        What is urgent is begun anew where only what is not runs: that may wait for long, or be given up.
        """
        key = (name, urgent or (name, True) in self._running)
        task = self._running.get(key)
        if task is None:
            task = self._running[key] = asyncio.ensure_future(make())
            self._waiting[key] = 0
            task.add_done_callback(lambda done: self._ended(key, done))
        self._waiting[key] += 1
        try:
            return await asyncio.shield(task)
        finally:
            if self._running.get(key) is task:
                self._waiting[key] -= 1
                if not self._waiting[key]:
                    self._ended(key, task)
                    task.cancel()

    def _ended(self, key: tuple[K, bool], task: asyncio.Future[V]) -> None:
        if self._running.get(key) is task:
            del self._running[key], self._waiting[key]
        if task.done() and not task.cancelled():
            task.exception()  # whoever waited has it; where nobody did, nobody misses it


async def patiently(get: Callable[[], Awaitable[V]], pauses: Sequence[float]) -> V:
    """Get something that there may be no room, no process or no store for just now, asking again after each pause.

    Raises what `get` raises; of what may pass, that of the last time.
    """
    for pause in pauses:
        try:
            return await get()
        except (StoreUnavailable, Overloaded):
            await asyncio.sleep(pause)
    return await get()


__all__ = ["Shared", "patiently"]
