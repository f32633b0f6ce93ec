"""Spectators' data of seasons: follows, notifications, predictions, and pings.

They are stored beside the journals, which contain only events. People are named by their internal ids.
"""

from __future__ import annotations

import logging
from typing import Literal

from bot.storage import person_keys
from bot.storage.connection import Connection
from bot.storage.errors import StoredDamage
from bot.storage.keys import SeasonKeys

log = logging.getLogger(__name__)

#: A person's follows; notifications sent for them; predictions; consent to having their game featured.
Kind = Literal["follows", "told", "predictions", "willing"]
#: Maximum league pings per person per week, and a week in seconds.
PINGS, WEEK = 3, 7 * 86_400


class Watching:
    """Spectators' data of one store; every method may raise StoreUnavailable."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def put(self, season_id: str, kind: Kind, name: str, value: str) -> None:
        """Store a value under a name; of two concurrent writes the later wins."""
        await self._connection.call("HSET", self._key(season_id, kind), name, value)

    async def take(self, season_id: str, kind: Kind, *names: str) -> int:
        """Delete values; return how many existed."""
        return int(await self._connection.call("HDEL", self._key(season_id, kind), *names)) if names else 0

    async def read(self, season_id: str, kind: Kind) -> dict[str, str]:
        """Return all values of a season by name; none if they are damaged, which is logged."""
        key = self._key(season_id, kind)
        try:
            raw = await self._connection.call("HGETALL", key)
        except StoredDamage as damage:
            log.error("the %s of season %s are lost: %s", kind, season_id, damage)
            await self._connection.call("DEL", key)
            return {}
        return {name.decode(errors="replace"): value.decode(errors="replace") for name, value in raw.items()}

    async def may_ping(self, person: str, key: str, at: float) -> bool:
        """Return True if a message may ping a person at a time (seconds since 1970): one of three in any seven days.

        The same message counts once, whichever process asks and however often, and the answer stays the same.
        """
        given: list[str | float] = [key, at, at - WEEK, PINGS, WEEK + 86_400]
        return bool(await self._connection.script("ping", [person_keys.pings(person)], given))

    @staticmethod
    def _key(season_id: str, kind: Kind) -> str:
        return SeasonKeys(season_id).watched(kind)


__all__ = ["PINGS", "WEEK", "Kind", "Watching"]
