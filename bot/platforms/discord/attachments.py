"""Pictures that follow their messages: stored as pending, rendered when there is capacity, attached by an edit."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from functools import partial
from typing import Any

import aiohttp
import discord

from bot.platforms.discord import faults
from bot.platforms.discord.pictures import DiscordPicture, Easel
from bot.platforms.discord.reconnect import ConnectionKeeper
from bot.platforms.discord.references import PendingPicture, References
from bot.platforms.discord.threads import GameThreads
from bot.platforms.shared_pictures import patiently
from bot.storage import StorageError
from bot.table.reply import PictureRef, Reply
from bot.workers import Overloaded

_log = logging.getLogger(__name__)

#: Tries to attach a picture before it is left for the next start.
_TRIES = 4
#: Pauses in seconds before retrying a picture for which there was no capacity, no process or no store.
_NO_ROOM = (1.0, 5.0, 20.0, 60.0, 180.0)


class Attachments:
    """Renders pending pictures and attaches them to their messages.

    Args:
        line: the connection.
        references: store of the pending pictures.
        threads: unarchives threads.
        easel: renders pictures.
    """

    def __init__(self, line: ConnectionKeeper, references: References, threads: GameThreads, easel: Easel) -> None:
        self._line = line
        self._references = references
        self._threads = threads
        self._easel = easel
        self._tasks: set[asyncio.Task[None]] = set()

    async def expect(self, game: str, channel: int, message: int, reply: Reply) -> None:
        """Store that a game's message ("" for no game) waits for its reply's picture, and render it."""
        if reply.picture is not None:
            coming = PendingPicture(channel=channel, message=message, picture=reply.picture)
            await self._references.expect(game, coming)
            self._paint_later(game, coming)

    def attach(self, sent: discord.Message, picture: PictureRef) -> None:
        """Render a picture for a message without storing it as pending: it is lost if this process ends before."""
        self._begin(self._add(sent, picture))

    async def resume(self) -> None:
        """Render the pictures still pending from the last run."""
        for coming in await self._references.awaiting():
            self._paint_later(coming.picture.game, coming)
        for coming in await self._references.of_no_game():
            self._paint_later("", coming)

    async def drain(self, seconds: float) -> None:
        """Wait for pictures, for at most this many seconds; the others are rendered at the next start."""
        if self._tasks:
            _, late = await asyncio.wait(list(self._tasks), timeout=seconds)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    async def _add(self, sent: discord.Message, picture: PictureRef) -> None:
        try:
            drawn = await patiently(lambda: self._easel.get(picture), _NO_ROOM)
            await sent.edit(attachments=[drawn.file(picture.kind)])
        except (StorageError, ValueError, discord.DiscordException, aiohttp.ClientError, OSError) as error:
            _log.warning("a picture of kind %s comes to nothing: %s", picture.kind, error)

    def _paint_later(self, game: str, coming: PendingPicture) -> None:
        self._begin(self._paint(game, coming))

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _render_picture(self, game: str, coming: PendingPicture) -> DiscordPicture | None:
        """Render the picture, retrying while there is no capacity; None if that lasts, or if it isn't needed any more.

        Raises what rendering raises.
        """
        for number, pause in enumerate((*_NO_ROOM, None)):
            try:
                # A picture replaced by a newer one must not take capacity from that one.
                if number and await self._references.expected(game, coming.message) != coming:
                    return None
                return await self._easel.get(coming.picture)
            except (StorageError, Overloaded) as error:
                later = f"asked for again in {pause:.0f} s" if pause else "left for the next start"
                _log.warning("a picture of game %s is late (%s): %s", coming.picture.game, error, later)
            if pause:
                await asyncio.sleep(pause)
        return None

    async def _paint(self, game: str, coming: PendingPicture) -> None:
        try:
            drawn = await self._render_picture(game, coming)
            if drawn is None:
                return
        except Exception:  # noqa: BLE001 - a picture that fails must not hold up its message
            _log.exception("picture %s of game %s could not be drawn", coming.picture.kind, game)
            await self._references.arrived(game, coming.message)
            return
        for attempt in range(_TRIES):
            try:
                await self._line.up()
                if await self._references.expected(game, coming.message) != coming:
                    return
                await self._threads.awake(coming.channel, partial(self._attach, coming, drawn))
            # A closed client raises RuntimeError.
            except (*faults.REQUEST, StorageError, RuntimeError) as error:
                if not faults.delivery_error(error, channel="").away:
                    _log.warning("a picture of game %s could not be shown: %s", game, error)
                    break
                _log.warning("a picture of game %s is late: %s", game, error)
                await asyncio.sleep(2**attempt)
            else:
                break
        else:
            return
        await self._references.arrived(game, coming.message)

    async def _attach(self, coming: PendingPicture, drawn: DiscordPicture) -> None:
        place = self._line.client.get_partial_messageable(coming.channel)
        await place.get_partial_message(coming.message).edit(attachments=[drawn.file(coming.picture.kind)])


__all__ = ["Attachments"]
