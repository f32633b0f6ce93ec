"""Whether anything was sent that changes the store: what may be said when it fails depends on it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from contextvars import ContextVar
from dataclasses import dataclass

#: Commands that change nothing; all others might have, whatever came of them.
_LOOKS = frozenset(
    "exists get hget hgetall info llen lrange mget ping scard smembers time xlen xrange zcard zrange zrangebyscore zscore".split()
)


@dataclass(slots=True)
class Sent:
    """Whether a change was sent since the block began."""

    change: bool = False


_current: ContextVar[Sent | None] = ContextVar("sent", default=None)


@contextlib.contextmanager
def watching() -> Iterator[Sent]:
    """Notes in the block, and in tasks that it starts, whether a change is sent."""
    sent = Sent()
    before = _current.set(sent)
    try:
        yield sent
    finally:
        _current.reset(before)


def note(*commands: str) -> None:
    """Commands are about to be sent."""
    sent = _current.get()
    if sent is not None and any(command.lower() not in _LOOKS for command in commands):
        sent.change = True


__all__ = ["Sent", "note", "watching"]
