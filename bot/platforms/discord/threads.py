"""The spectators' thread of each game: opened below the table message, kept active, archived at the end."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Literal

import aiohttp
import discord

from bot.narration.texts import spoken_texts
from bot.platforms.discord import adapter_texts, faults
from bot.platforms.discord.channel_moves import Traces
from bot.platforms.discord.reconnect import ConnectionKeeper
from bot.platforms.discord.references import References, ThreadRef
from bot.storage import StorageError, Store
from bot.titles.roots import title_meant

_log = logging.getLogger(__name__)

#: Minutes without a message after which Discord archives a thread: one week, the longest it offers.
ARCHIVE: Literal[10080] = 10080
#: Seconds between rounds that unarchive threads and archive those of finished games.
ROUND = 6 * 3600.0
#: Seconds to wait for the last pictures of a finished game.
_PATIENCE = 120

_INACCESSIBLE = (faults.UNKNOWN_CHANNEL, faults.MISSING_ACCESS)


class GameThreads:
    """Finds, opens, unarchives and archives spectators' threads.

    Args:
        line: the connection.
        store: of the games.
        references: stores the threads.
        traces: stores them even after the game moves.
    """

    def __init__(self, line: ConnectionKeeper, store: Store, references: References, traces: Traces) -> None:
        self._line = line
        self._store = store
        self._references = references
        self._traces = traces

    async def channel(self, number: int) -> Any:
        """Return a channel, from the gateway's data or by request. Raises discord.HTTPException."""
        client = self._line.client
        try:
            return client.get_channel(number) or await client.fetch_channel(number)
        except discord.InvalidData:  # of a type unknown to the library: it can be posted in all the same
            return client.get_partial_messageable(number)

    async def ready(self, game: str, channel: int) -> Any:
        """Return the game's thread, opened or unarchived if needed; None in channels that can't have threads."""
        place = await self.channel(channel)
        if not isinstance(place, discord.TextChannel):
            return None
        ref = await self._references.thread(game)
        if ref is not None:
            found = await self._find(ref.thread)
            if found is not None and found.parent_id == channel:
                if found.archived:
                    found = await found.edit(archived=False, auto_archive_duration=ARCHIVE)
                return found
            await self._references.note_thread(game, None)
            return await self._begin(game, place, f"{game}:{ref.thread}")
        table = await self._references.message(game, "table") or await self._references.message(game, "newest")
        if table is not None and table.channel == channel:
            opened = await self._open(game, place, table.message)
            if opened is not None:
                return opened
        return await self._begin(game, place, game)

    async def open(self, game: str, place: Any, message: int) -> None:
        """Open the thread below a new table message, unless the game has one; a failure is only logged."""
        if not isinstance(place, discord.TextChannel) or await self._references.thread(game) is not None:
            return
        try:
            await self._open(game, place, message)
        except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
            _log.warning("the spectators' thread of game %s could not be opened yet: %s", game, error)

    async def awake(self, number: int, edit: Callable[[], Awaitable[Any]]) -> None:
        """Edit something in a channel; an archived thread is unarchived first.

        Raises:
            discord.HTTPException: the edit or the unarchiving is refused.
        """
        try:
            await edit()
        except discord.HTTPException as error:
            if error.code != faults.THREAD_ARCHIVED:
                raise
            thread = await self._line.client.fetch_channel(number)
            if isinstance(thread, discord.Thread):
                await thread.edit(archived=False, auto_archive_duration=ARCHIVE)
            await edit()

    async def end_if_over(self, game: str) -> None:
        """Archive the thread of a finished game, once all posts and pictures are delivered."""
        header = await self._store.header(game)
        if header.in_progress:
            return
        for _ in range(_PATIENCE):
            if not await self._store.outbox.pending_posts(game) and not await self._references.coming(game):
                break
            await asyncio.sleep(1)
        ref = await self._references.thread(game)
        if ref is None or ref.archived:
            return
        thread = await self._find(ref.thread)
        if thread is not None:
            await thread.edit(archived=True)
        await self._references.note_thread(game, ref.model_copy(update={"archived": True}))

    async def keep(self) -> None:
        """Run rounds forever: unarchive the threads of games in progress, archive those of finished ones."""
        before: list[str] = []
        while True:
            await asyncio.sleep(ROUND)
            await self._line.up()
            try:
                running = await self._store.running.games()
            except StorageError as error:
                _log.warning("threads could not be looked after: %s", error)
                continue
            for game in dict.fromkeys([*before, *running]):  # including those that ended since the last round
                await self._look_after(game)
            before = running

    async def _look_after(self, game: str) -> None:
        try:
            await self._wake_room(game)
            ref = await self._references.thread(game)
            if ref is None or ref.archived:
                return
            if not (await self._store.header(game)).in_progress:
                await self.end_if_over(game)
                return
            thread = await self._find(ref.thread)
            if thread is None:
                await self._references.note_thread(game, None)
            elif thread.archived:
                await thread.edit(archived=False, auto_archive_duration=ARCHIVE)
        except (discord.DiscordException, aiohttp.ClientError, OSError, StorageError) as error:
            _log.warning("the thread of game %s could not be looked after: %s", game, error)
        except Exception as error:  # noqa: BLE001 - a closing client can fail in any way; rounds go on
            _log.warning("the thread of game %s could not be looked after: %s", game, type(error).__name__)

    async def _wake_room(self, game: str) -> None:
        """Unarchive the thread in which a game itself is played, if it is in progress."""
        header = await self._store.header(game)
        platform, _, number = header.channel.partition(":")
        if platform != "discord" or not header.in_progress or not number.isdecimal():
            return
        if isinstance(self._line.client.get_channel(int(number)), discord.TextChannel):
            return
        room = await self._find(int(number))
        if room is not None and room.archived:
            await room.edit(archived=False, auto_archive_duration=ARCHIVE)

    async def _find(self, number: int) -> discord.Thread | None:
        """Return a thread's current state, None if it is gone; requests it if the gateway's data may be outdated."""
        known = self._line.client.get_channel(number)
        if isinstance(known, discord.Thread) and not known.archived:
            return known
        try:
            found = await self._line.client.fetch_channel(number)
        except discord.HTTPException as error:
            if error.code in _INACCESSIBLE:
                return None
            raise
        return found if isinstance(found, discord.Thread) else None

    async def _thread_name(self, game: str) -> str:
        """Return the name of a game's thread."""
        title = title_meant((await self._store.header(game)).title)
        return adapter_texts.THREAD_OPENED.format(title=title.words(spoken_texts().language).say("ui.title"), game=game)

    async def _begin(self, game: str, place: Any, key: str) -> Any:
        """Post a message and open the thread below it; `key` keeps a second try from posting another message."""
        starter = await place.send(
            await self._thread_name(game), nonce=hashlib.sha256(key.encode()).hexdigest()[:24], suppress_embeds=True
        )
        return await self._open(game, place, starter.id) or self._line.client.get_partial_messageable(starter.id)

    async def _open(self, game: str, place: Any, message: int) -> Any:
        """Open the thread below a message; it has the message's id, so a second try finds the first one's."""
        try:
            thread = await place.get_partial_message(message).create_thread(
                name=await self._thread_name(game), auto_archive_duration=ARCHIVE
            )
        except discord.HTTPException as error:
            if error.code == faults.UNKNOWN_MESSAGE:
                return None
            if error.code != faults.THREAD_EXISTS:
                raise
            thread = await self._find(message)
            if thread is None:
                return None
        await self._references.note_thread(game, ThreadRef(thread=thread.id))
        await self._traces.note(game, place.id, thread=thread.id)
        return thread


__all__ = ["ROUND", "GameThreads"]
