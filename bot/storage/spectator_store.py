"""What is kept of those who watch seasons: whom they follow, what they were told, what they predict, and how often they were pinged.

It lies beside the journals, which hold what happened alone. People are named by their internal ids.
"""

from __future__ import annotations

import logging
from typing import Literal

from bot.storage import person_keys
from bot.storage.connection import Connection
from bot.storage.errors import StoredDamage
from bot.storage.keys import SeasonKeys

log = logging.getLogger(__name__)

#: Whom somebody follows; what they were told of it; what they predict; whether they want their game to be featured.
Kind = Literal["follows", "told", "predictions", "willing"]
#: Pings of leagues that a person gets at most in a week, and a week in seconds.
PINGS, WEEK = 3, 7 * 86_400


class Watching:
    """Those who watch the seasons of one store; every method may raise StoreUnavailable."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def put(self, season_id: str, kind: Kind, name: str, value: str) -> None:
        """Keep a value under a name; of two at once the later stands."""
        await self._connection.call("HSET", self._key(season_id, kind), name, value)

    async def take(self, season_id: str, kind: Kind, *names: str) -> int:
        """Take values away; returns how many there were."""
        return int(await self._connection.call("HDEL", self._key(season_id, kind), *names)) if names else 0

    async def read(self, season_id: str, kind: Kind) -> dict[str, str]:
        """Return all values of a season by name; none where they are damaged, which is noted in the log."""
        key = self._key(season_id, kind)
        try:
            raw = await self._connection.call("HGETALL", key)
        except StoredDamage as damage:
            log.error("the %s of season %s are lost: %s", kind, season_id, damage)
            await self._connection.call("DEL", key)
            return {}
        return {name.decode(errors="replace"): value.decode(errors="replace") for name, value in raw.items()}

    async def may_ping(self, person: str, key: str, at: float) -> bool:
        """Return True if a message may ping somebody at a time, in seconds since 1970: one of three within any seven days.

        The same message is counted once, whichever process asks and however often, and what it was told stays true.
        """
        given: list[str | float] = [key, at, at - WEEK, PINGS, WEEK + 86_400]
        return bool(await self._connection.script("ping", [person_keys.pings(person)], given))

    @staticmethod
    def _key(season_id: str, kind: Kind) -> str:
        return SeasonKeys(season_id).watched(kind)


__all__ = ["PINGS", "WEEK", "Kind", "Watching"]
