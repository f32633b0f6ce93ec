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
        self._running: dict[tuple[K, bool], asyncio.Future[V]] = {}
        self._waiting: dict[tuple[K, bool], int] = {}

    @property
    def running(self) -> list[asyncio.Future[V]]:
        """What is under way."""
        return list(self._running.values())

    async def get(self, name: K, make: Callable[[], Awaitable[V]], *, urgent: bool = False) -> V:
        """The result of what runs under the name, or of `make`, which is begun. Raises what that raises.

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


__all__ = ["Shared"]
