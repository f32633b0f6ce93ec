"""Rooms of a season's games: public threads in a channel that is one of its venues."""

from __future__ import annotations

from typing import Any

import discord

from bot.platforms.discord import faults
from bot.platforms.discord.reconnect import ConnectionKeeper
from bot.platforms.discord.threads import ARCHIVE
from bot.port import DeliveryError

#: Letters of a thread's name at the most, and archived threads that are looked through for one that was opened before.
_LONGEST, _BACK = 100, 100


class Rooms:
    """Opens them, and finds again what was opened before."""

    def __init__(self, line: ConnectionKeeper) -> None:
        self._line = line

    async def open(self, venue: str, name: str, key: str) -> str | None:
        """Return the thread whose name ends with the key, opened if there is none; None where the venue holds no threads, or no more.

        Raises:
            DeliveryError: Discord cannot be reached, or the venue is gone or shut.
        """
        try:
            place = await self._channel(int(venue))
            if not isinstance(place, discord.TextChannel):
                return None
            found = await self._find(place, key)
            if found is None:
                # An announcement channel takes threads of its own kind alone (developers/topics/threads).
                kind = discord.ChannelType.news_thread if place.is_news() else discord.ChannelType.public_thread
                found = await place.create_thread(name=_fitting(name, key), type=kind, auto_archive_duration=ARCHIVE)
            return str(found.id)
        except discord.InvalidData:  # of a kind that the library does not know
            return None
        except faults.REQUEST as error:
            if faults.code_of(error) == faults.TOO_MANY_THREADS:
                return None
            raise faults.delivery_error(error, channel=venue, user="") from error

    async def _channel(self, number: int) -> Any:
        return self._line.client.get_channel(number) or await self._line.client.fetch_channel(number)

    async def _find(self, place: discord.TextChannel, key: str) -> discord.Thread | None:
        """Return the thread of a key: among those that the gateway told of, those that are open, and the last that were archived."""
        known = next((one for one in place.threads if one.name.endswith(f" {key}")), None)
        if known is not None:
            return known
        for one in await place.guild.active_threads():
            if one.parent_id == place.id and one.name.endswith(f" {key}"):
                return one
        async for one in place.archived_threads(limit=_BACK):
            if one.name.endswith(f" {key}"):
                return one
        return None


def _fitting(name: str, key: str) -> str:
    """Return the name as long as a thread's may be; its end stays."""
    if len(name) <= _LONGEST:
        return name
    return f"{name[: _LONGEST - len(key) - 2]}… {key}"


__all__ = ["DeliveryError", "Rooms"]
