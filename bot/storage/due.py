"""When each game must be looked at again: an index for reminders and clocks.

The game itself says what is due; an index entry that proves untrue costs one look. It is written
before the commit it belongs to, so a crash between the two loses no reminder.
"""

from __future__ import annotations

from bot.storage import keys
from bot.storage.connection import Connection


class Due:
    """Games by the time at which something of theirs is due, in seconds since 1970."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def note(self, game_id: str, at: float) -> None:
        """Have a game looked at then; 0 takes it out."""
        if at:
            await self._connection.call("ZADD", keys.DUE, at, game_id)
        else:
            await self._connection.call("ZREM", keys.DUE, game_id)

    async def until(self, now: float, most: int) -> list[str]:
        """The games that are due, the longest overdue first, at most so many."""
        found = await self._connection.call("ZRANGEBYSCORE", keys.DUE, "-inf", now, "LIMIT", 0, most)
        return [game.decode() for game in found]

    async def first_in(self, user: str, seconds: int, now: float) -> bool:
        """True if a user has not been reminded for so long; they count as reminded from now on."""
        raw = await self._connection.call("GET", keys.reminded(user))
        if raw is not None and now - float(raw) < seconds:
            return False
        await self._connection.call("SET", keys.reminded(user), now, "EX", 2 * seconds)
        return True
