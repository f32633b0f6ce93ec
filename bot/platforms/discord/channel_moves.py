"""Clean up after a game that moved to another channel: remove controls from its old messages, archive its thread.

The store forgets the ids of the old channel with the move, so they are stored apart from the game's references. A crash
after the move loses nothing: posting the new table message triggers the cleanup.
"""

from __future__ import annotations

import logging
from typing import Any

import aiohttp
import discord

from bot.platforms.discord.reconnect import ConnectionKeeper
from bot.storage import ChannelLog, StorageError, Store

_log = logging.getLogger(__name__)

#: Most channels stored per game.
_KEEP = 20


class Traces:
    """Stores where a game has been.

    Args:
        line: the connection.
        store: the store.
    """

    def __init__(self, line: ConnectionKeeper, store: Store) -> None:
        self._line = line
        self._log = ChannelLog(store.connection, keep=_KEEP)

    async def note(
        self, game: str, channel: int, *, table: int = 0, thread: int = 0, pressed: tuple[str, int] | None = None
    ) -> None:
        """Store that a table message, a thread, or another named message with controls now exists in a channel."""
        known = {one.message_id: one.body for one in await self._log.newest(_name(game), _KEEP)}
        body: dict[str, Any] = {"table": 0, "thread": 0, "pressed": {}, **known.get(str(channel), {})}
        others = {**body["pressed"], **dict([pressed] if pressed is not None else [])}
        fresh = {"table": table or body["table"], "thread": thread or body["thread"], "pressed": others, "left": False}
        if not await self._log.replace(_name(game), str(channel), fresh):
            await self._log.add(_name(game), str(channel), fresh)

    async def leave_others(self, game: str, channel: int, text: str) -> list[int]:
        """Link from the game's other channels to this one, and archive their threads; returns those just handled."""
        left = []
        try:
            for one in await self._log.newest(_name(game), _KEEP):
                if one.message_id != str(channel) and not one.body.get("left"):
                    await self._leave(int(one.message_id), one.body, text)
                    await self._log.replace(_name(game), one.message_id, {**one.body, "left": True})
                    left.append(int(one.message_id))
        except StorageError as error:
            _log.warning("the former channel of game %s is left later: %s", game, error)
        return left

    async def _leave(self, channel: int, body: dict[str, Any], text: str) -> None:
        """Leave a pointer in the old channel, if it still exists and is accessible."""
        table, thread = int(body.get("table") or 0), int(body.get("thread") or 0)
        try:
            if table:
                place = self._line.client.get_partial_messageable(channel)
                await place.get_partial_message(table).edit(content=text, view=None, attachments=[])
        except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
            _log.info("the old table message in channel %d stays as it is: %s", channel, error)
        for name, message in dict(body.get("pressed") or {}).items():
            try:
                place = self._line.client.get_partial_messageable(channel)
                await place.get_partial_message(int(message)).edit(view=None)
            except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
                _log.info("the old %s in channel %d keeps its controls: %s", name, channel, error)
        try:
            found = await self._line.client.fetch_channel(thread) if thread else None
            if isinstance(found, discord.Thread) and not found.archived:
                await found.send(text)
                await found.edit(archived=True)
        except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
            _log.info("the old thread %d stays open: %s", thread, error)


def _name(game: str) -> str:
    return f"discord:traces:{game}"


__all__ = ["Traces"]
