"""When each game must be looked at again: an index for reminders, clocks and lobbies.

The game itself says what is due; the index lies in other cluster slots, so no write holds both. It has sixteen shards,
so that no node of a cluster has all of it and several processes do not get in each other's way.
Before a commit the game is noted for a look in a minute, after it for the true time, each only if
nobody noted something else since. Whatever dies in between, the look comes and sets it right; an
entry that proves untrue costs one look.
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

#: Seconds after which a game is looked at whose commit may have died, or that somebody took to look at and died.
GRACE = 60.0
#: Seconds for which a process alone takes the games of a shard of which more are due, and those after which anybody may
#: take what is overdue there.
_LEASE, _OVERDUE = 10, 30.0
#: Games asked for in one round trip.
_AT_ONCE = 1000


class Due:
    """Games by the time at which something of theirs is due, in seconds since 1970."""

    def __init__(self, connection: Connection, now: Callable[[], datetime]) -> None:
        self._connection = connection
        self._now = now
        self._name = uuid.uuid4().hex
        #: A game of this process was noted, with the time: whoever waits for what is due may look at once.
        self.noted: Signal[[str, float]] = Signal()
        #: Shards in which this process noted something itself since its last look; a lease of others does not count there.
        self._own: set[str] = set()

    def soon(self) -> float:
        """Return a time in a minute, no two alike, to be noted while a commit is under way."""
        return self._now().timestamp() + GRACE + random.random()  # noqa: S311 - only tells notes apart

    async def settle(self, game_id: str, noted: float, at: float) -> bool:
        """Note when a game is due, 0 for never; False if something else than `noted` stands there."""
        shard = keys.due(game_id)
        self._own.add(shard)
        return bool(await self._connection.script("settle", [shard], [game_id, repr(noted), repr(at)]))

    async def note(self, game_id: str, at: float) -> None:
        """Have a game looked at then; 0 takes it out."""
        shard = keys.due(game_id)
        self._own.add(shard)
        if at:
            await self._connection.call("ZADD", shard, at, game_id)
        else:
            await self._connection.call("ZREM", shard, game_id)

    async def when(self) -> dict[str, float]:
        """Return every game of which something is noted, with the time."""
        found = await self._connection.pipeline(*(("ZRANGE", shard, 0, -1, "WITHSCORES") for shard in keys.DUE))
        pairs = [pair for some in found for pair in scored(some) if pair[0] != keys.WHOLE]
        return {game.decode(errors="replace"): at for game, at in pairs}

    async def take(self, now: float, most: int) -> tuple[float, list[str]]:
        """Take games that are due, of the shard in which one is overdue longest, at most so many.

        No other process gets them within a minute. Returns until when they are taken, which is what
        `settle` must know, and the games; none where nothing is due, or others take it already.
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
            games = await self._claimed(shard, now, until, most, anyway=anyway)
            if games:
                self._own |= own - {shard}
                return until, games
        return until, []

    async def _claimed(self, shard: str, now: float, until: float, most: int, *, anyway: bool) -> list[str]:
        """Take games of one shard; what is no game is taken out."""
        asked: list[Part] = [repr(now), repr(until), most, self._name, _LEASE, "1" if anyway else ""]
        while found := await self._connection.script("claim", [shard, keys.due_lease(shard)], asked):
            games, odd = keys.game_ids(found)
            await self._connection.indexes.take_out(shard, odd)
            if games:
                return games
        return []

    async def expect(self, games: Sequence[str], at: float) -> int:
        """Have those of the games looked at of which nothing is noted; returns how many those were."""
        missing = 0
        for start in range(0, len(games), _AT_ONCE):
            some = games[start : start + _AT_ONCE]
            added = await self._connection.pipeline(*(("ZADD", keys.due(game), "NX", at, game) for game in some))
            missing += sum(added)
        return missing

    async def first_in(self, user: str, seconds: int, now: float) -> bool:
        """Return True if a user has not been reminded for so long; they count as reminded from now on."""
        try:
            raw = await self._connection.call("GET", person_keys.reminded(user))
            last = None if raw is None else float(raw)
        except (StoredDamage, ValueError):  # it is overwritten below, and at worst somebody is reminded once too often
            log.error("the last reminder of %s can't be read", user)
            last = None
        if last is not None and now - last < seconds:
            return False
        await self._connection.call("SET", person_keys.reminded(user), now, "EX", 2 * seconds)
        return True

    async def unreminded(self, user: str) -> None:
        """Take back a reminder that was counted and could not be given."""
        await self._connection.call("DEL", person_keys.reminded(user))


async def bring(connection: Connection) -> bool:
    """Bring the games of the one index that an older version wrote into the shards; True if it held all running games.

    Of two times the earlier counts, since a look that comes too early sets it right. Where a process of that version
    still runs it writes the index again, and what it wrote is brought over at the next look.
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
    """Return the games among what the index holds, and their times."""
    times = dict(found)
    games, _ = keys.game_ids(times)
    return games, [times[game.encode()] for game in games]


def whole_again(shards: Sequence[str]) -> list[Command]:
    """Return what to write once all running games of these shards are noted."""
    return [("ZADD", shard, "+inf", keys.WHOLE) for shard in shards]


def scored(reply: Sequence[object]) -> list[tuple[bytes, float]]:
    """Return the members with their scores; newer protocols give pairs, the old one a flat list."""
    if reply and isinstance(reply[0], list | tuple):
        return [(bytes(item[0]), float(item[1])) for item in reply if isinstance(item, list | tuple)]
    flat = iter(reply)
    return [(bytes(name), float(score)) for name, score in zip(flat, flat, strict=True)]  # type: ignore[arg-type,call-overload]


__all__ = ["GRACE", "Due", "bring", "scored", "whole_again"]
