"""Pictures that follow their messages: noted in the store, drawn as soon as there is room, and attached by an edit."""

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

#: Tries to bring a picture to its message before it is left for the next start.
_TRIES = 4
#: Seconds before each time that a picture is asked for again for which there was no room, no process or no store.
_NO_ROOM = (1.0, 5.0, 20.0, 60.0, 180.0)


class Attachments:
    """Draws the pictures that messages wait for, and attaches them.

    Args:
        line: the connection.
        references: the pictures still to come.
        threads: wakes a thread that is archived.
        easel: draws.
    """

    def __init__(self, line: ConnectionKeeper, references: References, threads: GameThreads, easel: Easel) -> None:
        self._line = line
        self._references = references
        self._threads = threads
        self._easel = easel
        self._tasks: set[asyncio.Task[None]] = set()

    async def expect(self, game: str, channel: int, message: int, reply: Reply) -> None:
        """Note that a message of a game, "" for none, waits for the picture of its reply, and draw it."""
        if reply.picture is not None:
            coming = PendingPicture(channel=channel, message=message, picture=reply.picture)
            await self._references.expect(game, coming)
            self._paint_later(game, coming)

    def attach(self, sent: discord.Message, picture: PictureRef) -> None:
        """Draw a picture for a message without a note in the store: it comes unless this process ends before."""
        self._begin(self._add(sent, picture))

    async def resume(self) -> None:
        """Draw the pictures that messages still wait for since the last run."""
        for coming in await self._references.awaiting():
            self._paint_later(coming.picture.game, coming)
        for coming in await self._references.of_no_game():
            self._paint_later("", coming)

    async def drain(self, seconds: float) -> None:
        """Let pictures be finished, but no longer than this; the others are drawn at the next start."""
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

    async def _drawn(self, game: str, coming: PendingPicture) -> DiscordPicture | None:
        """Return the picture as soon as there is room to draw it; None if there is none for long, or it is not waited for any more.

        Raises what drawing raises.
        """
        for number, pause in enumerate((*_NO_ROOM, None)):
            try:
                # What has given way to a newer picture takes no room from that one.
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
            drawn = await self._drawn(game, coming)
            if drawn is None:
                return
        except Exception:  # noqa: BLE001 - a picture that fails must not silence the message that has it
            _log.exception("picture %s of game %s could not be drawn", coming.picture.kind, game)
            await self._references.arrived(game, coming.message)
            return
        for attempt in range(_TRIES):
            try:
                await self._line.up()
                if await self._references.expected(game, coming.message) != coming:
                    return
                await self._threads.awake(coming.channel, partial(self._hang, coming, drawn))
            # RuntimeError is what a client says that was closed meanwhile.
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

    async def _hang(self, coming: PendingPicture, drawn: DiscordPicture) -> None:
        place = self._line.client.get_partial_messageable(coming.channel)
        await place.get_partial_message(coming.message).edit(attachments=[drawn.file(coming.picture.kind)])


__all__ = ["Attachments"]
