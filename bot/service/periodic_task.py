"""A background task that runs again and again until it is stopped."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from abc import ABC, abstractmethod

from bot.storage.errors import StorageError


class PeriodicTask(ABC):
    """Runs `look` at once and then after each pause; a run that fails is logged, and the next one follows.

    Args:
        log: of the module whose duty it is.
        what: what is looked after, for the log.
        every: seconds between looks.
        linger: seconds that the end waits for a look, which then is broken off; None for as long as it takes.
    """

    def __init__(self, log: logging.Logger, what: str, every: float, linger: float | None = None) -> None:
        self._log, self._what, self._every, self._linger = log, what, every, linger
        self.stopping = asyncio.Event()
        self._called = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    @abstractmethod
    async def look(self) -> int:
        """Do what is due now; returns how much that was.

        Raises:
            StorageError: the store does not answer.
        """

    def pause(self) -> float:
        """Return the seconds until the next run, unless it is called for."""
        return self._every

    def call(self) -> None:
        """Run at once."""
        self._called.set()

    def start(self) -> None:
        """Start running."""
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Finish the present look, but wait no longer for a store or a platform that hangs; then end."""
        self.stopping.set()
        self._called.set()
        if self._task is not None:
            _, late = await asyncio.wait({self._task}, timeout=self._linger)
            for task in late:
                task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while not self.stopping.is_set():
            try:
                await self.look()
            except StorageError as error:
                self._log.warning("%s can't be done right now: %s", self._what, error)
            except Exception:  # noqa: BLE001 - a fault of one look must not end the looking
                self._log.exception("a look at %s broke", self._what)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self.pause()):
                    await self._called.wait()
            self._called.clear()


__all__ = ["PeriodicTask"]
