"""How long a call of the store may be waited for: `hurried` where somebody waits, `noting` where nothing hangs on what is written."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from contextvars import ContextVar

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


__all__ = ["hurried", "hurry", "is_note", "noting"]
