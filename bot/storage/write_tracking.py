"""Tracks whether a command changed the store, or may have: error messages depend on it.

An error reply means that nothing was done. Only if a connection is lost, or abandoned, after something was sent, the
outcome is unknown. Index entries that a command writes in advance do not count as a change.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from contextvars import ContextVar
from dataclasses import dataclass

#: Commands that change nothing; any other may have, whatever its outcome.
_LOOKS = frozenset(
    "exists get hget hgetall hkeys hlen hmget hvals info llen lrange mget ping scan scard smembers time type xlen xrange zcard zmscore zrange "
    "zrangebyscore zrevrangebyscore zscore".split()
) | {"script look"}


@dataclass(slots=True)
class WriteTracking:
    """The writes since the block began: one was `done`, or was sent and never answered (`lost`)."""

    done: bool = False
    lost: bool = False

    @property
    def change(self) -> bool:
        """True if something was changed, or may have been."""
        return self.done or self.lost


@dataclass(slots=True)
class Trip:
    """A round trip including retries: whether it `changes` anything, and how many exchanges are unanswered (`open`)."""

    changes: bool
    open: int = 0

    def ended(self, *, done: bool) -> None:
        """Record its outcome."""
        sent = _current.get()
        if sent is not None and self.changes:
            sent.done = sent.done or done
            sent.lost = sent.lost or (not done and self.open > 0)


_current: ContextVar[WriteTracking | None] = ContextVar("sent", default=None)


@contextlib.contextmanager
def watching(sent: WriteTracking | None = None) -> Iterator[WriteTracking]:
    """Track writes in the block and in tasks that it starts."""
    outer, sent = _current.get(), sent or WriteTracking()
    before = _current.set(sent)
    try:
        yield sent
    finally:
        _current.reset(before)
        if outer is not None:
            outer.done, outer.lost = outer.done or sent.done, outer.lost or sent.lost


@contextlib.contextmanager
def aside() -> Iterator[None]:
    """Don't count what is sent in the block as a change: it only prepares one, and is corrected in any case."""
    before = _current.set(None)
    try:
        yield
    finally:
        _current.reset(before)


def trip(*commands: str) -> Trip:
    """Return a round trip with these commands."""
    return Trip(any(command.lower() not in _LOOKS for command in commands))


__all__ = ["Trip", "WriteTracking", "aside", "trip", "watching"]
