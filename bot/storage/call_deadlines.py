"""How long a call of the store may be waited for: `hurried` where somebody waits, `noting` where nothing hangs on what is written."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Iterator
from contextvars import ContextVar
from typing import Any

#: Seconds that any round trip may take, tries and all: a server may also take connections and say nothing.
_LONGEST = 25.0
#: Seconds for an answer that has come while our own loop was held up, but is not read yet.
_UNREAD = 0.05
#: Seconds that a round trip may take in the present call; None for the longest.
_hurry: ContextVar[float | None] = ContextVar("hurry", default=None)
#: Whether what is written in the present call is a mere note.
_noting: ContextVar[bool] = ContextVar("noting", default=False)


@contextlib.contextmanager
def hurried(seconds: float) -> Iterator[None]:
    """Give up a server that does not answer after so many seconds inside the block, e.g. where somebody waits.

    Those are waited for once: until it answers again, it is given up almost at once.
    """
    before = _hurry.set(seconds)
    try:
        yield
    finally:
        _hurry.reset(before)


@contextlib.contextmanager
def noting() -> Iterator[None]:
    """Wait inside the block for no server that takes no changes: what is written there only makes a later answer better."""
    before = _noting.set(True)
    try:
        yield
    finally:
        _noting.reset(before)


def hurry() -> float | None:
    """Return the seconds that a round trip may take in the present call; None for the longest."""
    return _hurry.get()


def is_note() -> bool:
    """Return True if what is written in the present call is a mere note."""
    return _noting.get()


async def within(seconds: float | None, doing: Awaitable[Any]) -> Any:
    """Return the outcome of a round trip, unless it takes longer; then TimeoutError."""
    if seconds is None:
        caller = asyncio.current_task()
        before = caller.cancelling() if caller else 0
        async with asyncio.timeout(_LONGEST):
            answer = await doing
        # Before Python 3.12 asyncio.wait_for, which the library uses, swallows a cancellation that comes together with
        # what it waits for; whoever was cancelled would go on.
        if caller is not None and caller.cancelling() > before:
            raise asyncio.CancelledError
        return answer
    task = asyncio.ensure_future(doing)
    try:
        await asyncio.wait({task}, timeout=seconds)
        if not task.done():
            await asyncio.sleep(_UNREAD)
        if task.done():
            return task.result()
    finally:
        task.cancel()
    raise TimeoutError


__all__ = ["hurried", "hurry", "is_note", "noting", "within"]
