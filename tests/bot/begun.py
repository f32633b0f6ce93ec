"""Stores in which a game has just begun, copied into the next test: the commands of a beginning are half of what a test of commands costs."""

from __future__ import annotations

import time
from collections.abc import Hashable
from dataclasses import dataclass

from bot.storage import Connection, StoreUnavailable
from bot.storage.single_server import SingleClient

#: Seconds for which a copy passes for a beginning of this moment: it bears the times at which it was made.
_FRESH = 10.0


@dataclass(frozen=True, slots=True)
class Copy:
    """Every key of a store with the milliseconds that are left to it, and how many commands were given."""

    at: float
    held: tuple[tuple[bytes, int, bytes], ...]
    said: int


_COPIES: dict[Hashable, Copy] = {}


async def is_empty(link: Connection) -> bool:
    """True if a server by itself, no cluster, holds nothing."""
    alone = isinstance(link._client, SingleClient)
    # With its first call a connection learns whether its server is a node of a cluster.
    return alone and await link.call("DBSIZE") == 0 and isinstance(link._client, SingleClient)


async def put(link: Connection, name: Hashable) -> int:
    """Put the copy of that name into an empty store; the number of its commands, 0 if there is none of late."""
    copy = _COPIES.get(name)
    if copy is None or time.monotonic() - copy.at > _FRESH:
        return 0
    await link.pipeline(*(("RESTORE", key, left, value) for key, left, value in copy.held))
    return copy.said


async def keep(link: Connection, name: Hashable, at: float, said: int) -> None:
    """Copy the store as it is.

    Args:
        link: to its server.
        name: of the copy.
        at: when its first command was given, by a clock that never goes back.
        said: how many commands were given.
    """
    try:
        keys = await link.call("KEYS", "*")
    except StoreUnavailable:  # a user of the server who may not look at all keys copies nothing
        return
    told = await link.pipeline(*(command for key in keys for command in (("PTTL", key), ("DUMP", key))))
    held = [(key, max(0, told[2 * number]), told[2 * number + 1]) for number, key in enumerate(keys)]
    _COPIES[name] = Copy(at, tuple(held), said)


__all__ = ["is_empty", "keep", "put"]
