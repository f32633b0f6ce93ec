"""The due index: when each game must next be checked, for reminders, clocks and lobbies.

The game itself says what is due; the index is in other cluster slots, so no write covers both. It has sixteen shards,
so that it is spread over a cluster and several processes do not get in each other's way. Before a commit the game is
scheduled for a check in a minute, after it for the true time, each only if nobody scheduled it otherwise since. If the
process dies in between, the check corrects it; a wrong entry costs one check.
"""

from __future__ import annotations

import logging
import random
import uuid
from collections.abc import Callable, Sequence
from datetime import datetime

from bot.signals import Signal
from bot.storage import keys, person_keys
from bot.storage.connection import Connection
from bot.storage.errors import StoredDamage
from bot.storage.pipeline import Command, Part

log = logging.getLogger(__name__)

#: Seconds until a game is checked whose commit, or whose check, may have died.
GRACE = 60.0
#: Seconds for which one process alone takes the games of a shard with many due, and after which any process may take
#: overdue ones.
_LEASE, _OVERDUE = 10, 30.0
#: Games requested per round trip.
_AT_ONCE = 1000


class Due:
    """Games by the time at which they must be checked, in seconds since 1970."""

    def __init__(self, connection: Connection, now: Callable[[], datetime]) -> None:
        self._connection = connection
        self._now = now
        self._name = uuid.uuid4().hex
        #: Emitted with game and time when this process schedules a game, so that the ticker can run at once.
        self.noted: Signal[[str, float]] = Signal()
        #: Shards in which this process scheduled games since its last check; leases of others are ignored there.
        self._own: set[str] = set()

    def soon(self) -> float:
        """Return a unique time about a minute ahead, used while a commit is in progress."""
        return self._now().timestamp() + GRACE + random.random()  # noqa: S311 - only tells notes apart

    async def settle(self, game_id: str, noted: float, at: float) -> bool:
        """Schedule a game, 0 for never; return False if its entry is no longer `noted`."""
        shard = keys.due(game_id)
        self._own.add(shard)
        return bool(await self._connection.script("settle", [shard], [game_id, repr(noted), repr(at)]))

    async def note(self, game_id: str, at: float) -> None:
        """Schedule a check of a game; 0 removes it."""
        shard = keys.due(game_id)
        self._own.add(shard)
        if at:
            await self._connection.call("ZADD", shard, at, game_id)
        else:
            await self._connection.call("ZREM", shard, game_id)

    async def when(self) -> dict[str, float]:
        """Return every scheduled game with its time."""
        found = await self._connection.pipeline(*(("ZRANGE", shard, 0, -1, "WITHSCORES") for shard in keys.DUE))
        pairs = [pair for some in found for pair in scored(some) if pair[0] != keys.WHOLE]
        return {game.decode(errors="replace"): at for game, at in pairs}

    async def take(self, now: float, most: int) -> tuple[float, list[str]]:
        """Take up to `most` due games from the shard with the longest overdue one.

        No other process gets them within a minute. Return the end of their lease, which `settle` needs, and the games;
        none if nothing is due, or others are already taking it.
        """
        until = now + GRACE + random.random()  # noqa: S311 - only tells notes apart
        own, self._own = self._own, set()
        looks = (("ZRANGEBYSCORE", shard, "-inf", repr(now), "WITHSCORES", "LIMIT", 0, 1) for shard in keys.DUE)
        first = {
            shard: scored(found)[0][1]
            for shard, found in zip(keys.DUE, await self._connection.pipeline(*looks), strict=True)
            if found
        }
        for shard in sorted(first, key=lambda one: first[one]):
            anyway = shard in own or first[shard] < now - _OVERDUE
            games = await self._claim_due(shard, now, until, most, anyway=anyway)
            if games:
                self._own |= own - {shard}
                return until, games
        return until, []

    async def _claim_due(self, shard: str, now: float, until: float, most: int, *, anyway: bool) -> list[str]:
        """Take games of one shard; remove entries that are not games."""
        asked: list[Part] = [repr(now), repr(until), most, self._name, _LEASE, "1" if anyway else ""]
        while found := await self._connection.script("claim", [shard, keys.due_lease(shard)], asked):
            games, odd = keys.game_ids(found)
            await self._connection.indexes.take_out(shard, odd)
            if games:
                return games
        return []

    async def expect(self, games: Sequence[str], at: float) -> int:
        """Schedule those of the games that have no entry; return how many."""
        missing = 0
        for start in range(0, len(games), _AT_ONCE):
            some = games[start : start + _AT_ONCE]
            added = await self._connection.pipeline(*(("ZADD", keys.due(game), "NX", at, game) for game in some))
            missing += sum(added)
        return missing

    async def first_in(self, user: str, seconds: int, now: float) -> bool:
        """Return True if a user has not been reminded for so long, and count them as reminded now."""
        try:
            raw = await self._connection.call("GET", person_keys.reminded(user))
            last = None if raw is None else float(raw)
        except (StoredDamage, ValueError):  # overwritten below; at worst one reminder too many
            log.error("the last reminder of %s can't be read", user)
            last = None
        if last is not None and now - last < seconds:
            return False
        await self._connection.call("SET", person_keys.reminded(user), now, "EX", 2 * seconds)
        return True

    async def unreminded(self, user: str) -> None:
        """Take back a counted reminder that could not be delivered."""
        await self._connection.call("DEL", person_keys.reminded(user))


async def bring(connection: Connection) -> bool:
    """Migrate the single index of an older version into the shards; return True if it held all running games.

    Of two times the earlier one counts, since a premature check corrects it. A process of that version that is still
    running writes the old index again, which is migrated at the next check.
    """
    whole = await connection.call("ZSCORE", keys.DUE_FORMERLY, keys.WHOLE) is not None
    while True:
        found = scored(await connection.call("ZRANGE", keys.DUE_FORMERLY, 0, _AT_ONCE - 1, "WITHSCORES"))
        ids = dict(zip(*_split(found), strict=True))
        await connection.pipeline(*(("ZADD", keys.due(game), "LT", repr(at), game) for game, at in ids.items()))
        if len(found) < _AT_ONCE and whole:
            await connection.pipeline(*whole_again(keys.DUE))
        seen = [part for name, at in found for part in (name, repr(at))]
        if seen:
            await connection.script("drop", [keys.DUE_FORMERLY], seen)
        if len(found) < _AT_ONCE:
            log.info("the due times of %d games are now in shards", len(ids))
            return whole


def _split(found: Sequence[tuple[bytes, float]]) -> tuple[list[str], list[float]]:
    """Return the games in the index, and their times."""
    times = dict(found)
    games, _ = keys.game_ids(times)
    return games, [times[game.encode()] for game in games]


def whole_again(shards: Sequence[str]) -> list[Command]:
    """Return the commands to run once all running games of these shards are scheduled."""
    return [("ZADD", shard, "+inf", keys.WHOLE) for shard in shards]


def scored(reply: Sequence[object]) -> list[tuple[bytes, float]]:
    """Return members with scores; newer protocols return pairs, the old one a flat list."""
    if reply and isinstance(reply[0], list | tuple):
        return [(bytes(item[0]), float(item[1])) for item in reply if isinstance(item, list | tuple)]
    flat = iter(reply)
    return [(bytes(name), float(score)) for name, score in zip(flat, flat, strict=True)]  # type: ignore[arg-type,call-overload]


__all__ = ["GRACE", "Due", "bring", "scored", "whole_again"]
