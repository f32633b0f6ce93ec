"""Count the contents of the store: games by status, waiting posts and posts that were given up."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from bot.storage import Store
from bot.storage.keys import GameKeys

#: Seconds for which the count of games is cached.
_GOOD_FOR = 60.0


@dataclass(frozen=True, slots=True)
class Census:
    """The counts; `oldest` is the age in seconds of the oldest waiting post."""

    games: Mapping[str, int] = field(default_factory=dict)
    waiting: int = 0
    oldest: float = 0.0
    parked: int = 0
    #: By index over all games: how often it was found damaged since the operator last checked.
    indexes: Mapping[str, int] = field(default_factory=dict)


class Counting:
    """Counts on demand; the games, from their indexes, at most once a minute.

    Args:
        store: the store to count.
        now: clock, in Unix seconds.
    """

    def __init__(self, store: Store, now: Callable[[], float] = time.time) -> None:
        self._store = store
        self._now = now
        self._games: dict[str, int] = {}
        self._counted = -_GOOD_FOR

    async def take(self) -> Census:
        """Return the current counts. Raises StorageError."""
        waiting, oldest = await self._outboxes()
        parked = len(await self._store.outbox.parked())
        # Done last, since damage may have just been detected.
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
