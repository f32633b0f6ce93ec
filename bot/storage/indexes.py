"""The indexes over all games: damage is found, counted and removed, so that every game can go on.

They contain nothing that the games do not. An index of the wrong type is deleted by the process that finds it, and its
command is sent again; entries that are not games are removed. Then the indexes are rebuilt from the games, see
`bot.storage.running_games`. The damage counts are kept until the operator looks.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from bot.storage import keys
from bot.storage.pipeline import Command, Part

log = logging.getLogger(__name__)

#: Valid names of indexes; other names are not ours.
_NAME = re.compile(r"[a-z]{1,20}")


class Server(Protocol):
    """Runs commands, like a connection."""

    async def call(self, *command: Part) -> Any:
        """Run one command and return its reply."""
        ...

    async def pipeline(self, *commands: Command) -> list[Any]:
        """Run commands in one round trip and return their replies."""
        ...

    async def script(self, name: str, named: Sequence[str], arguments: Sequence[Part]) -> Any:
        """Run one of our scripts on keys and return its reply."""
        ...


class Indexes:
    """The indexes over all games of a store; owned by a connection.

    Args:
        connection: to the store.
    """

    def __init__(self, connection: Server) -> None:
        self._connection = connection
        #: Indexes of other components, each with its type and the marker that exists while it is complete.
        self._others: dict[str, tuple[str, str]] = {}

    def watch(self, key: str, kind: str, whole: str) -> None:
        """Treat another component's key as an index; its marker `whole` is deleted when it is damaged."""
        self._others[key] = (kind, whole)

    def _kind(self, key: str) -> str:
        return self._others[key][0] if key in self._others else keys.index_kind(key)

    async def mend(self, named: Iterable[str]) -> bool:
        """Move aside indexes of the wrong type among these keys; return True if any key is an index."""
        found = [key for key in dict.fromkeys(named) if self._kind(key)]
        for key in found:
            there = await self._connection.script("aside", [key], [self._kind(key)])
            if there:
                log.error("the index %s was a %s: rebuilding it", name_of(key), there.decode())
                await self._connection.call("DEL", self._others[key][1] if key in self._others else keys.INDEXED)
                await self._count(key)
        return bool(found)

    async def take_out(self, key: str, odd: Sequence[bytes]) -> None:
        """Remove entries that cannot be games from an index."""
        if odd:
            log.error("removed %d wrong entries from the index %s: %s", len(odd), name_of(key), odd[:3])
            await self._connection.call("ZREM" if self._kind(key) == "zset" else "SREM", key, *odd)
            await self._count(key)

    async def ids(self, key: str) -> list[str]:
        """Return the games in an index, in its order; remove other entries."""
        reading = ("ZRANGE", key, 0, -1) if self._kind(key) == "zset" else ("SMEMBERS", key)
        sound, odd = keys.game_ids(await self._connection.call(*reading))
        await self.take_out(key, odd)
        return sound

    async def wrong(self) -> dict[str, str]:
        """Return the indexes of the wrong type with that type, without changing anything."""
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
    """Return the name of an index; those of one server or person share a name."""
    return key.split(":")[1]


def _number(raw: bytes) -> int:
    return int(raw) if raw.isdigit() else 1


__all__ = ["Indexes", "name_of"]
