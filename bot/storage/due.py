"""When each game must be looked at again: an index for reminders, clocks and lobbies.

The game itself says what is due; the index lies in another cluster slot, so no write holds both.
Before a commit the game is noted for a look in a minute, after it for the true time, each only if
nobody noted something else since. Whatever dies in between, the look comes and sets it right; an
entry that proves untrue costs one look.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Callable, Sequence
from datetime import datetime

from bot.storage import keys
from bot.storage.connection import Connection
from bot.storage.errors import StoredDamage
from bot.storage.indexes import Indexes

log = logging.getLogger(__name__)

#: Seconds after which a game is looked at whose commit may have died, or that somebody took to look at and died.
GRACE = 60.0
#: Games asked for in one round trip.
_AT_ONCE = 1000


class Due:
    """Games by the time at which something of theirs is due, in seconds since 1970."""

    def __init__(self, connection: Connection, now: Callable[[], datetime]) -> None:
        self._connection = connection
        self._now = now
        #: Called when a game of this process was noted, with the time: whoever waits for what is due may look at once.
        self.noted: Callable[[str, float], None] = lambda game_id, at: None

    def soon(self) -> float:
        """A time in a minute, no two alike, to be noted while a commit is under way."""
        return self._now().timestamp() + GRACE + random.random()  # noqa: S311 - only tells notes apart

    async def settle(self, game_id: str, noted: float, at: float) -> bool:
        """Note when a game is due, 0 for never; False if something else than `noted` stands there."""
        return bool(await self._connection.script("settle", [keys.DUE], [game_id, repr(noted), repr(at)]))

    async def note(self, game_id: str, at: float) -> None:
        """Have a game looked at then; 0 takes it out."""
        if at:
            await self._connection.call("ZADD", keys.DUE, at, game_id)
        else:
            await self._connection.call("ZREM", keys.DUE, game_id)

    async def take(self, now: float, most: int) -> tuple[float, list[str]]:
        """Take games that are due, the longest overdue first, at most so many.

        No other process gets them within a minute. Returns until when they are taken, which is what
        `settle` must know, and the games.
        """
        until = now + GRACE + random.random()  # noqa: S311 - only tells notes apart
        while found := await self._connection.script("claim", [keys.DUE], [repr(now), repr(until), most]):
            games, odd = keys.game_ids(found)
            await Indexes(self._connection).take_out(keys.DUE, odd)
            if games:
                return until, games
        return until, []

    async def expect(self, games: Sequence[str], at: float) -> int:
        """Have those of the games looked at of which nothing is noted; returns how many those were."""
        missing = 0
        for start in range(0, len(games), _AT_ONCE):
            some = games[start : start + _AT_ONCE]
            pairs = [part for game in some for part in (at, game)]
            missing += int(await self._connection.call("ZADD", keys.DUE, "NX", *pairs))
        return missing

    async def first_in(self, user: str, seconds: int, now: float) -> bool:
        """True if a user has not been reminded for so long; they count as reminded from now on."""
        try:
            raw = await self._connection.call("GET", keys.reminded(user))
            last = None if raw is None else float(raw)
        except (StoredDamage, ValueError):  # it is overwritten below, and at worst somebody is reminded once too often
            log.error("when %s was reminded cannot be read", user)
            last = None
        if last is not None and now - last < seconds:
            return False
        await self._connection.call("SET", keys.reminded(user), now, "EX", 2 * seconds)
        return True

    async def unreminded(self, user: str) -> None:
        """A reminder that counted could not be given after all."""
        await self._connection.call("DEL", keys.reminded(user))
