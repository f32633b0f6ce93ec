"""Run background work so that it yields to commands that people wait for.

Work blocks the event loop from one await (mostly of the store) to the next. A command that arrives in between would
have to share the loop with all the remaining steps; work run here instead pauses at its next await until the commands
have finished.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Generator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

T = TypeVar("T")
#: Longest total pause of one piece of work in seconds, so that it finishes however many commands arrive; and the
#: polling interval.
PATIENCE, _POLL = 0.1, 0.002


async def yielding(busy: Callable[[], bool], work: Coroutine[Any, Any, T]) -> T:
    """Run the work and return its result, pausing for commands after each of its awaits, up to a limit.

    Only for work that holds no lock a command may need.

    Args:
        busy: True while people wait for commands.
        work: the background work.
    """
    return await _Yielding(busy, work)


async def wait_until_idle(busy: Callable[[], bool], patience: float = PATIENCE) -> float:
    """Wait until no command runs, for at most `patience` seconds; return the seconds waited."""
    begun = time.perf_counter()
    while busy() and time.perf_counter() - begun < patience:  # noqa: ASYNC110 - no event is set when a command ends
        await asyncio.sleep(_POLL)
    return time.perf_counter() - begun


@dataclass(slots=True)
class _Yielding(Generic[T]):
    """Drives a coroutine by hand, so that it can be paused after each of its awaits.

    A task would be resumed by the loop as soon as its awaited future is done, and nothing could come in between. Here
    each awaited future is passed up to the task that awaits this object, and the coroutine is resumed only once
    commands have finished. Results, errors and cancellation reach it as they would in a task.
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
                return end.value  # type: ignore[no-any-return]  # a generator's return value is untyped here
            try:
                yield waits_for
                if self.patience > 0 and self.busy():
                    self.patience -= yield from wait_until_idle(self.busy, self.patience).__await__()
                failed = None
            except BaseException as error:  # noqa: BLE001 - what is thrown in, e.g. a cancellation, is passed to the work
                failed = error


__all__ = ["PATIENCE", "wait_until_idle", "yielding"]
