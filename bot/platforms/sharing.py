"""Work that several wait for and that is done once: it is given up as soon as nobody waits any more."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Shared(Generic[K, V]):
    """Runs each piece of work at most once at a time, under a name."""

    def __init__(self) -> None:
        self._running: dict[K, asyncio.Future[V]] = {}
        self._waiting: dict[K, int] = {}

    @property
    def running(self) -> list[asyncio.Future[V]]:
        """What is under way."""
        return list(self._running.values())

    async def get(self, name: K, make: Callable[[], Awaitable[V]]) -> V:
        """The result of what runs under the name, or of `make`, which is begun. Raises what that raises."""
        task = self._running.get(name)
        if task is None:
            task = self._running[name] = asyncio.ensure_future(make())
            self._waiting[name] = 0
            task.add_done_callback(lambda done: self._ended(name, done))
        self._waiting[name] += 1
        try:
            return await asyncio.shield(task)
        finally:
            if self._running.get(name) is task:
                self._waiting[name] -= 1
                if not self._waiting[name]:
                    self._ended(name, task)
                    task.cancel()

    def _ended(self, name: K, task: asyncio.Future[V]) -> None:
        if self._running.get(name) is task:
            del self._running[name], self._waiting[name]
        if task.done() and not task.cancelled():
            task.exception()  # whoever waited has it; where nobody did, nobody misses it


__all__ = ["Shared"]
