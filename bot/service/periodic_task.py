"""Base class for background tasks that run periodically until stopped."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from abc import ABC, abstractmethod

from bot.storage.errors import StorageError


class PeriodicTask(ABC):
    """Runs `look` immediately and then after each pause; a failed run is logged and does not stop the task.

    Args:
        log: the logger of the module responsible.
        what: the duty's name, for the log.
        every: seconds between runs.
        linger: seconds to wait for a run when stopping, before it is cancelled; None for no limit.
    """

    def __init__(self, log: logging.Logger, what: str, every: float, linger: float | None = None) -> None:
        self._log, self._what, self._every, self._linger = log, what, every, linger
        self.stopping = asyncio.Event()
        self._called = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    @abstractmethod
    async def look(self) -> int:
        """Do what is due now; return how much was done.

        Raises:
            StorageError: the store does not answer.
        """

    def pause(self) -> float:
        """Return the seconds until the next run, unless `call` is used."""
        return self._every

    def call(self) -> None:
        """Run immediately."""
        self._called.set()

    def start(self) -> None:
        """Start running."""
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Finish the current run, cancelling it if it exceeds `linger`; then stop."""
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
            except Exception:  # noqa: BLE001 - a failed run must not stop the task
                self._log.exception("a look at %s broke", self._what)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self.pause()):
                    await self._called.wait()
            self._called.clear()


__all__ = ["PeriodicTask"]
