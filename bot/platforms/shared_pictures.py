"""Share concurrent requests for the same picture, cancel it when nobody waits any more, and retry failures."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Sequence
from typing import Generic, TypeVar

from bot.storage.errors import StoreUnavailable
from bot.workers import Overloaded

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

#: Endings of picture files by MIME type.
ENDINGS = {"image/png": "png", "image/jpeg": "jpg", "image/webp": "webp", "image/gif": "gif"}


class Shared(Generic[K, V]):
    """Runs work of the same name at most once at a time."""

    def __init__(self) -> None:
        self._running: dict[tuple[K, bool], asyncio.Future[V]] = {}
        self._waiting: dict[tuple[K, bool], int] = {}

    @property
    def running(self) -> list[asyncio.Future[V]]:
        """The running tasks."""
        return list(self._running.values())

    async def get(self, name: K, make: Callable[[], Awaitable[V]], *, urgent: bool = False) -> V:
        """Return the result of the work running under a name, or start `make`. Raises what that raises.

        An urgent request doesn't join a non-urgent one, which may have to wait long or be dropped; it starts its own.
        """
        key = (name, urgent or (name, True) in self._running)
        task = self._running.get(key)
        if task is None:
            task = self._running[key] = asyncio.ensure_future(make())
            self._waiting[key] = 0
            task.add_done_callback(lambda done: self._remove_finished(key, done))
        self._waiting[key] += 1
        try:
            return await asyncio.shield(task)
        finally:
            if self._running.get(key) is task:
                self._waiting[key] -= 1
                if not self._waiting[key]:
                    self._remove_finished(key, task)
                    task.cancel()

    def _remove_finished(self, key: tuple[K, bool], task: asyncio.Future[V]) -> None:
        if self._running.get(key) is task:
            del self._running[key], self._waiting[key]
        if task.done() and not task.cancelled():
            task.exception()  # retrieved so that asyncio doesn't report it; anyone waiting has it


async def patiently(get: Callable[[], Awaitable[V]], pauses: Sequence[float]) -> V:
    """Run `get` for something that may lack capacity, a process or the store just now, retrying after each pause.

    Raises what `get` raises; of temporary errors, the last one.
    """
    for pause in pauses:
        try:
            return await get()
        except (StoreUnavailable, Overloaded):
            await asyncio.sleep(pause)
    return await get()


__all__ = ["Shared", "patiently"]
