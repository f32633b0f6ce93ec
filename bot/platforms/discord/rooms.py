"""Rooms for a season's games: public threads in a venue channel."""

from __future__ import annotations

from typing import Any

import discord

from bot.platforms.discord import faults
from bot.platforms.discord.reconnect import ConnectionKeeper
from bot.platforms.discord.threads import ARCHIVE
from bot.port import DeliveryError

#: Most characters of a thread's name, and archived threads searched for an existing one.
_LONGEST, _MOST_ARCHIVED = 100, 100


class Rooms:
    """Opens rooms, and finds existing ones."""

    def __init__(self, line: ConnectionKeeper) -> None:
        self._line = line

    async def open(self, venue: str, name: str, key: str) -> str | None:
        """Return the thread whose name ends with the key, opening it if needed; None if the venue takes none.

        Raises:
            DeliveryError: Discord can't be reached, or the venue is deleted or inaccessible.
        """
        try:
            place = await self._channel(int(venue))
            if not isinstance(place, discord.TextChannel):
                return None
            found = await self._find(place, key)
            if found is None:
                # An announcement channel only takes threads of its own kind (developers/topics/threads).
                kind = discord.ChannelType.news_thread if place.is_news() else discord.ChannelType.public_thread
                found = await place.create_thread(
                    name=_thread_name(name, key), type=kind, auto_archive_duration=ARCHIVE
                )
            return str(found.id)
        except discord.InvalidData:  # of a type unknown to the library
            return None
        except faults.REQUEST as error:
            if faults.code_of(error) == faults.TOO_MANY_THREADS:
                return None
            raise faults.delivery_error(error, channel=venue, user="") from error

    async def _channel(self, number: int) -> Any:
        return self._line.client.get_channel(number) or await self._line.client.fetch_channel(number)

    async def _find(self, place: discord.TextChannel, key: str) -> discord.Thread | None:
        """Find the thread of a key: in the gateway's data, then among active threads, then the last archived ones."""
        known = next((one for one in place.threads if one.name.endswith(f" {key}")), None)
        if known is not None:
            return known
        for one in await place.guild.active_threads():
            if one.parent_id == place.id and one.name.endswith(f" {key}"):
                return one
        async for one in place.archived_threads(limit=_MOST_ARCHIVED):
            if one.name.endswith(f" {key}"):
                return one
        return None


def _thread_name(name: str, key: str) -> str:
    """Shorten a name to a thread's limit, keeping the key at its end."""
    if len(name) <= _LONGEST:
        return name
    return f"{name[: _LONGEST - len(key) - 2]}… {key}"


__all__ = ["DeliveryError", "Rooms"]
