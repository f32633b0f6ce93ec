"""Cached stores in which a game has just begun, copied into later tests: the opening commands are half the cost of a command test."""

from __future__ import annotations

import time
from collections.abc import Hashable
from dataclasses import dataclass

from bot.storage import Connection, StoreUnavailable
from bot.storage.single_server import SingleClient

#: Seconds during which a copy counts as just begun: it contains the times at which it was made.
_FRESH = 10.0


@dataclass(frozen=True, slots=True)
class Copy:
    """Every key of a store with its remaining milliseconds, and how many commands were given."""

    at: float
    held: tuple[tuple[bytes, int, bytes], ...]
    said: int


_COPIES: dict[Hashable, Copy] = {}


async def is_empty(link: Connection) -> bool:
    """Return True if a standalone server (no cluster) holds nothing."""
    alone = isinstance(link._client, SingleClient)
    # On its first call a connection learns whether its server is a cluster node.
    return alone and await link.call("DBSIZE") == 0 and isinstance(link._client, SingleClient)


async def put(link: Connection, name: Hashable) -> int:
    """Copy the store of that name into an empty store; return the number of its commands, 0 if there is no recent copy."""
    copy = _COPIES.get(name)
    if copy is None or time.monotonic() - copy.at > _FRESH:
        return 0
    await link.pipeline(*(("RESTORE", key, left, value) for key, left, value in copy.held))
    return copy.said


async def keep(link: Connection, name: Hashable, at: float, said: int) -> None:
    """Copy the store unchanged.

    Args:
        link: connection to its server.
        name: name of the copy.
        at: time of its first command, by a monotonic clock.
        said: number of commands given.
    """
    try:
        keys = await link.call("KEYS", "*")
    except StoreUnavailable:  # a server user who can't read all keys copies nothing
        return
    told = await link.pipeline(*(command for key in keys for command in (("PTTL", key), ("DUMP", key))))
    held = [(key, max(0, told[2 * number]), told[2 * number + 1]) for number, key in enumerate(keys)]
    _COPIES[name] = Copy(at, tuple(held), said)


__all__ = ["is_empty", "keep", "put"]
