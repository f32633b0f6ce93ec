"""Counts what the store holds: games by status, posts that wait and posts that were given up."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from bot.storage import Store
from bot.storage.keys import GameKeys

#: Seconds for which the count of the games is good.
_GOOD_FOR = 60.0


@dataclass(frozen=True, slots=True)
class Census:
    """What was counted; `oldest` is the age in seconds of the post that waits longest."""

    games: Mapping[str, int] = field(default_factory=dict)
    waiting: int = 0
    oldest: float = 0.0
    parked: int = 0
    #: By index over all games: how often it was found damaged since the operator last looked.
    indexes: Mapping[str, int] = field(default_factory=dict)


class Counting:
    """Counts on demand; the games, from their indexes, once a minute at the most.

    Args:
        store: what is counted.
        now: seconds since 1970.
    """

    def __init__(self, store: Store, now: Callable[[], float] = time.time) -> None:
        self._store = store
        self._now = now
        self._games: dict[str, int] = {}
        self._counted = -_GOOD_FOR

    async def take(self) -> Census:
        """Count. Raises StorageError."""
        waiting, oldest = await self._outboxes()
        parked = len(await self._store.outbox.parked())
        # Last, since damage may have been met just now.
        if self._now() - self._counted >= _GOOD_FOR:
            self._games = await self._store.running.counts()
            self._counted = self._now()
        await self._store.damaged.share(self._store.connection)
        games = {**self._games, "damaged": len(self._store.damaged)}
        return Census(games, waiting, oldest, parked, await self._store.indexes.counts())

    async def _outboxes(self) -> tuple[int, float]:
        games = await self._store.outbox.games_with_posts()
        if not games:
            return 0, 0.0
        link = self._store.connection
        counts = await link.pipeline(*(("XLEN", GameKeys(game).outbox) for game in games))
        firsts = await link.pipeline(*(("XRANGE", GameKeys(game).outbox, "-", "+", "COUNT", 1) for game in games))
        since = [int(entries[0][0].partition(b"-")[0]) / 1000 for entries in firsts if entries]
        return sum(counts), max((self._now() - at for at in since), default=0.0)


__all__ = ["Census", "Counting"]
