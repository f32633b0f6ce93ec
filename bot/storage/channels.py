"""Which game a channel holds.

A channel lies in another cluster slot than its game, so binding takes three steps: claim the
channel for a minute, create the game, make the claim last. A crash in between leaves a claim
that runs out, or a game that `Store.repair` binds again.
"""

from __future__ import annotations

from bot.storage import keys
from bot.storage.connection import Connection

#: How long a claim lasts without being made good; longer than any commit may take.
CLAIM_MS = 60_000


class Channels:
    """The bindings of channels to games."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def holder(self, channel: str) -> str | None:
        """The game to which a channel is bound, finished or not."""
        raw = await self._connection.call("GET", keys.channel(channel))
        return None if raw is None else raw.decode()

    async def claim(self, channel: str, game_id: str, replace: str = "") -> tuple[str, bool]:
        """Take a channel unless another game than `replace` holds it.

        Returns:
            Who holds it now, and whether that is a claim that can still run out.
        """
        holder, claimed = await self._connection.script("bind", [keys.channel(channel)], [game_id, CLAIM_MS, replace])
        return holder.decode(), bool(claimed)

    async def keep(self, channel: str, game_id: str) -> bool:
        """Make a claim last; False if the channel is no longer the game's."""
        return bool(await self._connection.script("hold", [keys.channel(channel)], [game_id, "keep"]))

    async def free(self, channel: str, game_id: str) -> bool:
        """Free the channel if it is the game's."""
        return bool(await self._connection.script("hold", [keys.channel(channel)], [game_id, "free"]))

    async def bind(self, channel: str, game_id: str) -> bool:
        """Bind a free channel for good; False if it was taken."""
        return bool(await self._connection.call("SET", keys.channel(channel), game_id, "NX"))
