"""Run background work so that it yields to commands for which people wait.

Work holds the event loop from one of its waits (for the store, mostly) to the next. Whoever comes in between shares the loop
with it for all of its further pieces; done behind the commands it stops at its next wait, until they are through.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Generator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

T = TypeVar("T")
#: Seconds for which one piece of work stands back in all, so that it comes to an end however many commands there are, and those
#: after which it looks again.
PATIENCE, _LOOK = 0.1, 0.002


async def yielding(busy: Callable[[], bool], work: Coroutine[Any, Any, T]) -> T:
    """Run the work and return its result; after each of its waits it yields to commands, up to a limit.

    For work that holds no lock that a command may need.

    Args:
        busy: True while people wait for commands.
        work: what has time.
    """
    return await _Behind(busy, work)


async def wait_until_idle(busy: Callable[[], bool], patience: float = PATIENCE) -> float:
    """Wait until no command runs, at most so many seconds; returns the seconds that it took."""
    begun = time.perf_counter()
    while busy() and time.perf_counter() - begun < patience:  # noqa: ASYNC110 - commands end without telling anybody
        await asyncio.sleep(_LOOK)
    return time.perf_counter() - begun


@dataclass(slots=True)
class _Behind(Generic[T]):
    """A coroutine that is driven by hand, so that there can be a pause after each of its waits.

    A task of its own would be resumed by the loop whenever what it waits for is there, and nothing can come in between; here what
    it waits for is handed on to whoever awaits this, and it is only sent on once commands are through. Results, errors and
    cancellations reach it as they would in a task.
    """

    busy: Callable[[], bool]
    work: Coroutine[Any, Any, T]
    patience: float = PATIENCE

    def __await__(self) -> Generator[Any, None, T]:
        work, failed = self.work, None
        while True:
            try:
                waits_for = work.send(None) if failed is None else work.throw(failed)
            except StopIteration as end:
                return end.value  # type: ignore[no-any-return]  # what a coroutine returned is untyped here
            try:
                yield waits_for
                if self.patience > 0 and self.busy():
                    self.patience -= yield from wait_until_idle(self.busy, self.patience).__await__()
                failed = None
            except BaseException as error:  # noqa: BLE001 - what is thrown in here, as a cancellation is, is for the work
                failed = error


__all__ = ["PATIENCE", "wait_until_idle", "yielding"]
