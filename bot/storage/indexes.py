"""The indexes over all games: what is wrong with them is met, counted and taken away, so that every game goes on.

They say nothing that the games do not know. One that is of another kind than we write is deleted by whoever
meets it, and the command that met it is sent again; what names no game is taken out. Then the indexes are made
anew of the games, see `bot.storage.running_games`. How often each was damaged is kept until the operator looks.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from bot.storage import keys
from bot.storage.pipeline import Command, Part

log = logging.getLogger(__name__)

#: What an index may be called; whatever else is counted nobody counted here.
_NAME = re.compile(r"[a-z]{1,20}")


class Server(Protocol):
    """Runs commands, as a connection does."""

    async def call(self, *command: Part) -> Any:
        """Run one command and return its reply."""
        ...

    async def pipeline(self, *commands: Command) -> list[Any]:
        """Run commands in one round trip and return their replies."""
        ...

    async def script(self, name: str, named: Sequence[str], arguments: Sequence[Part]) -> Any:
        """Run a script of ours on keys and return its reply."""
        ...


class Indexes:
    """What lies over all games of a store; a connection has it.

    Args:
        connection: to the store.
    """

    def __init__(self, connection: Server) -> None:
        self._connection = connection
        #: Indexes of those who use the store, each with its kind and what stands while it is whole.
        self._others: dict[str, tuple[str, str]] = {}

    def watch(self, key: str, kind: str, whole: str) -> None:
        """Treat a key of somebody who uses the store as an index; what is `whole` goes when it was damaged."""
        self._others[key] = (kind, whole)

    def _kind(self, key: str) -> str:
        return self._others[key][0] if key in self._others else keys.index_kind(key)

    async def mend(self, named: Iterable[str]) -> bool:
        """Make room where one of these keys is an index of another kind than it must be; True if an index is among them."""
        found = [key for key in dict.fromkeys(named) if self._kind(key)]
        for key in found:
            there = await self._connection.script("aside", [key], [self._kind(key)])
            if there:
                log.error("the index %s was a %s: rebuilding it", name_of(key), there.decode())
                await self._connection.call("DEL", self._others[key][1] if key in self._others else keys.INDEXED)
                await self._count(key)
        return bool(found)

    async def take_out(self, key: str, odd: Sequence[bytes]) -> None:
        """Take out of an index what can be no game."""
        if odd:
            log.error("removed %d wrong entries from the index %s: %s", len(odd), name_of(key), odd[:3])
            await self._connection.call("ZREM" if self._kind(key) == "zset" else "SREM", key, *odd)
            await self._count(key)

    async def ids(self, key: str) -> list[str]:
        """Return the games that an index names, in its order; what is none is taken out."""
        reading = ("ZRANGE", key, 0, -1) if self._kind(key) == "zset" else ("SMEMBERS", key)
        sound, odd = keys.game_ids(await self._connection.call(*reading))
        await self.take_out(key, odd)
        return sound

    async def wrong(self) -> dict[str, str]:
        """Return the keys of the indexes that are of another kind than they must be, each with that kind; nothing is changed."""
        there = await self._connection.pipeline(*(("TYPE", key) for key in keys.INDEXES))
        kinds = {key: kind.decode() for key, kind in zip(keys.INDEXES, there, strict=True)}
        return {key: kind for key, kind in kinds.items() if kind not in ("none", keys.INDEXES[key])}

    async def counts(self) -> dict[str, int]:
        """Return how often each index was found damaged since the operator last looked."""
        told = await self._connection.call("HGETALL", keys.MENDED)
        met = {name.decode("latin1"): _number(count) for name, count in told.items()}
        return {name_of(key): 0 for key in keys.INDEXES} | {name: met[name] for name in met if _NAME.fullmatch(name)}

    async def told(self) -> None:
        """Note that the operator has been told."""
        await self._connection.call("DEL", keys.MENDED)

    async def _count(self, key: str) -> None:
        await self._connection.call("HINCRBY", keys.MENDED, name_of(key), 1)


def name_of(key: str) -> str:
    """Return what an index is called; of those of one server or person, what they all are called."""
    return key.split(":")[1]


def _number(raw: bytes) -> int:
    return int(raw) if raw.isdigit() else 1


__all__ = ["Indexes", "name_of"]
