"""Progress of each webhook subscriber in each season's journal, so that no event is lost in a crash."""

from __future__ import annotations

from collections.abc import Mapping

from bot.narration.texts import host_text
from bot.storage import keys
from bot.storage.connection import Connection
from bot.storage.errors import StoredDamage

#: The field that marks a subscriber's initial positions as stored.
_SINCE = "since"


class WebhookProgress:
    """The positions of subscribers, which are named by digests of their addresses.

    Args:
        connection: to the store.

    Every method may raise StorageError.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def places(self, hook: str) -> dict[str, int] | None:
        """Return the number of the next entry by season; None for a new subscriber.

        Raises:
            StoredDamage: a stored value is not a number.
        """
        raw = await self._connection.call("HGETALL", keys.hook(hook))
        if not raw:
            return None
        try:
            return {name.decode(): int(number) for name, number in raw.items() if name.decode() != _SINCE}
        except ValueError:
            raise StoredDamage(host_text("store.hooks.how_far_webhook_told")) from None

    async def begin(self, hook: str, places: Mapping[str, int]) -> None:
        """Store the initial positions of a new subscriber."""
        noted = [part for season, number in places.items() for part in (season, number)]
        await self._connection.call("HSET", keys.hook(hook), _SINCE, 1, *noted)

    async def advance(self, hook: str, season_id: str, number: int) -> None:
        """Note that a subscriber was notified of everything before an entry."""
        await self._connection.call("HSET", keys.hook(hook), season_id, number)

    async def lease(self, who: str, seconds: int) -> bool:
        """Acquire or renew the lease for notifying subscribers; return False if another process holds it."""
        return bool(await self._connection.script("lease", [keys.HOOKS], ["take", who, seconds]))

    async def leave(self, who: str) -> None:
        """Release the lease."""
        await self._connection.script("lease", [keys.HOOKS], ["leave", who])


__all__ = ["WebhookProgress"]
