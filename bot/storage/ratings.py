"""Ratings of pools in Redis: each person's rating, uncertainty and history, and each pool's computation state.

All of it derives from seasons' journals and can be recomputed from them; nothing else depends on its existence.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from typing import Literal

from pydantic import Field

from bot.storage import person_keys
from bot.storage.connection import Connection
from bot.storage.errors import StoredDamage
from bot.storage.models import JsonObject, Stored

log = logging.getLogger(__name__)

_STATE = b""


class StoredRating(Stored):
    """A person's rating in a pool; `history` has (seconds since 1970, mean, deviation) after each rated game."""

    v: Literal[1] = 1
    mu: float
    sigma: float
    games: int
    month: int
    history: list[tuple[float, float, float]]


class PoolState(Stored):
    """The state of a pool's computation: journals with their lengths, games with their digest, and the sides' value.

    `about` describes what is played, in the title's terms; `seen` has the lengths of journals; `advantages` mean and
    deviation by the points ceded for the first side, `sides` the results: won by the first, drawn, won by the second.
    """

    v: Literal[1] = 1
    about: JsonObject = Field(default={})
    seen: dict[str, int] = Field(default={})
    games: int = 0
    digest: str = ""
    advantages: dict[int, tuple[float, float]] = Field(default={})
    sides: dict[int, tuple[int, int, int]] = Field(default={})


class StoredRatings:
    """The ratings of one store."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def pools(self) -> list[str]:
        """Return the names of all pools, in alphabetical order."""
        return sorted(
            name.decode(errors="replace") for name in await self._connection.call("SMEMBERS", person_keys.POOLS)
        )

    async def state(self, pool: str) -> tuple[str, PoolState]:
        """Return a pool's computation state, raw and parsed; an empty one if it cannot be read."""
        raw = await self._connection.call("HGET", person_keys.ratings(pool), _STATE)
        text = "" if raw is None else raw.decode(errors="replace")
        try:
            return text, PoolState.parse(text, f"state of pool {pool}") if text else PoolState()
        except StoredDamage as damage:
            log.error("pool %s is computed again: %s", pool, damage)
            return text, PoolState()

    async def some(self, pool: str, persons: Iterable[str]) -> dict[str, StoredRating]:
        """Return the ratings of those of some persons who have one.

        Raises:
            StoredDamage: one cannot be read.
        """
        wanted = sorted({*persons})
        if not wanted:
            return {}
        found = await self._connection.call("HMGET", person_keys.ratings(pool), *wanted)
        return {
            person: StoredRating.parse(raw, f"rating of {person} in {pool}")
            for person, raw in zip(wanted, found, strict=True)
            if raw is not None
        }

    async def everybody(self, pool: str) -> dict[str, StoredRating]:
        """Return all ratings of a pool; unreadable ones are left out."""
        found = {}
        for name, raw in (await self._connection.call("HGETALL", person_keys.ratings(pool))).items():
            if name == _STATE:
                continue
            try:
                found[name.decode()] = StoredRating.parse(raw, f"rating in {pool}")
            except (StoredDamage, UnicodeDecodeError) as damage:
                log.error("a rating is skipped: %s", damage)
        return found

    async def write(
        self, pool: str, seen: str, state: PoolState, ratings: Mapping[str, StoredRating], *, anew: bool
    ) -> bool:
        """Write ratings and the state; with `anew` they replace all others. Return False after a lost race."""
        await self._connection.call("SADD", person_keys.POOLS, pool)
        told = [part for person, rating in sorted(ratings.items()) for part in (person, rating.dump())]
        arguments = [seen, state.dump(), "1" if anew else "", *told]
        return bool(await self._connection.script("rate", [person_keys.ratings(pool)], arguments))


__all__ = ["PoolState", "StoredRating", "StoredRatings"]
