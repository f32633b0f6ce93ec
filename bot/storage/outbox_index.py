"""Index of games with posts to deliver: commits add theirs, and an empty outbox is removed a minute later.

Within that minute an emptied outbox cannot be told from one whose commit is still in flight, so a draw leaves
thousands of games in the index. They are read in batches, between which commands run, and all of them only
occasionally.
"""

from __future__ import annotations

import itertools
import logging
from collections.abc import AsyncIterator, Sequence
from math import isfinite

from bot.storage import keys
from bot.storage.connection import Connection
from bot.storage.damage import Damage
from bot.storage.due_index import scored
from bot.storage.errors import StoredDamage
from bot.storage.keys import GameKeys

log = logging.getLogger(__name__)

#: Games read and counted per round trip.
_AT_ONCE = 50
#: Seconds within which a game's commit follows its announcement; it stays in the index that long, see `announce.lua`.
GRACE = 60
#: Seconds between full passes, and by which the passes in between overlap, since a commit follows a moment after its
#: announcement.
WHOLE, _OVERLAP = 10, 3


class Waiting:
    """Polls for games that have posts to deliver.

    Args:
        connection: to the store.
        damaged: where damage to a game's posts is noted.
    """

    def __init__(self, connection: Connection, damaged: Damage) -> None:
        self._connection = connection
        self._damaged = damaged
        #: Games with posts at the last pass; the times of that pass and of the last full one, by the server's clock.
        self._had: list[str] = []
        self._looked = self._whole = 0

    async def all(self) -> list[str]:
        """Return all games that have posts, those waiting longest first; remove those empty for a while."""
        return await self._games_announced_since(0)

    async def look(self) -> list[str]:
        """Return the games that have posts, those waiting longest first.

        A commit seconds after its announcement is noticed at most ten seconds late, all others immediately.
        """
        now = await self._server_time()
        if 0 <= now - self._whole < WHOLE:
            had = [game for some in _pieces(self._had) for game, count in (await self._counts(some)).items() if count]
            new = await self._games_announced_since(self._looked - _OVERLAP)
            found = [*dict.fromkeys([*had, *new])]
        else:
            found, self._whole = await self._games_announced_since(0), now
        self._had, self._looked = found, now
        return found

    async def _server_time(self) -> int:
        """Return the seconds since 1970 by the server's clock, as in announcements."""
        seconds, _ = await self._connection.call("TIME")
        return int(seconds)

    async def _games_announced_since(self, since: int) -> list[str]:
        """Return the games with posts among those announced since a time; all of them for 0."""
        found, empty, odd = list[str](), dict[str, int](), list[bytes]()
        async for announced in self._read_index(str(since) if since else "-inf"):
            games, none = keys.game_ids(announced)
            odd += none
            for game, count in (await self._counts(games)).items():
                if count:
                    found.append(game)
                else:
                    empty[game] = announced[game.encode()]
        await self._connection.indexes.take_out(keys.OUTBOXES, odd)
        await self._drop(empty)
        return found

    async def _drop(self, empty: dict[str, int]) -> None:
        """Remove games from the index that have been empty for a while and were not announced again."""
        before = await self._server_time() - GRACE if empty else 0
        old = [part for game, score in empty.items() if score < before for part in (game, score)]
        for start in range(0, len(old), 2 * _AT_ONCE):
            await self._connection.script("announce", [keys.OUTBOXES], ["drop", *old[start : start + 2 * _AT_ONCE]])

    async def _read_index(self, least: str) -> AsyncIterator[dict[bytes, int]]:
        """Yield the index from a score on, in batches, with scores.

        If others remove entries meanwhile a game may be skipped; the next pass includes it.
        """
        for start in itertools.count(0, _AT_ONCE):
            limits = ("BYSCORE", "LIMIT", start, _AT_ONCE, "WITHSCORES")
            noted = scored(await self._connection.call("ZRANGE", keys.OUTBOXES, least, "+inf", *limits))
            if noted:
                yield {game: int(score) if isfinite(score) else 0 for game, score in noted}
            if len(noted) < _AT_ONCE:
                return

    async def _counts(self, games: Sequence[str]) -> dict[str, int]:
        """Return the number of posts of a few games; unreadable ones are left out and noted as damaged."""
        found = dict[str, int]()
        if games:
            counts = await self._connection.each(*(("XLEN", GameKeys(game).outbox) for game in games))
            for game, count in zip(games, counts, strict=True):
                if isinstance(count, StoredDamage):
                    log.error("the posts of game %s can't be read: %s", game, count)
                    self._damaged[game] = "posts"
                else:
                    found[game] = count
        return found


def _pieces(games: Sequence[str]) -> list[Sequence[str]]:
    return [games[start : start + _AT_ONCE] for start in range(0, len(games), _AT_ONCE)]


__all__ = ["GRACE", "WHOLE", "Waiting"]
