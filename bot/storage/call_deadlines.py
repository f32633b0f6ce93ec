"""Deadlines for calls to the store: `hurried` for calls with a waiting user, `noting` for optional writes."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Iterator
from contextvars import ContextVar
from typing import Any

#: Maximum seconds per round trip, including retries: a server may accept connections and never answer.
_LONGEST = 25.0
#: Seconds for an answer that arrived while the event loop was blocked and is still unread.
_UNREAD = 0.05
#: Maximum seconds per round trip in the current context; None for the default.
_hurry: ContextVar[float | None] = ContextVar("hurry", default=None)
#: Whether writes in the current context are optional.
_noting: ContextVar[bool] = ContextVar("noting", default=False)


@contextlib.contextmanager
def hurried(seconds: float) -> Iterator[None]:
    """Limit the wait for an unresponsive server to so many seconds in the block, e.g. if a user is waiting.

    The wait occurs once: until the server answers again, further calls fail almost immediately.
    """
    before = _hurry.set(seconds)
    try:
        yield
    finally:
        _hurry.reset(before)


@contextlib.contextmanager
def noting() -> Iterator[None]:
    """Don't wait in the block for a server that refuses writes: what is written there only improves later answers."""
    before = _noting.set(True)
    try:
        yield
    finally:
        _noting.reset(before)


def hurry() -> float | None:
    """Return the maximum seconds per round trip in the current context; None for the default."""
    return _hurry.get()


def is_note() -> bool:
    """Return True if writes in the current context are optional."""
    return _noting.get()


async def within(seconds: float | None, doing: Awaitable[Any]) -> Any:
    """Return the result of a round trip; raise TimeoutError if it takes longer."""
    if seconds is None:
        caller = asyncio.current_task()
        before = caller.cancelling() if caller else 0
        async with asyncio.timeout(_LONGEST):
            answer = await doing
        # Before Python 3.12 asyncio.wait_for, used by the library, swallows a cancellation that coincides with the
        # result; the cancelled task would continue.
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
