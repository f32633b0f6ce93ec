"""The Discord platform object, which the wiring starts, hands posts to, and stops."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable

import aiohttp
import discord

from bot.platforms.discord import adapter_texts
from bot.platforms.discord.attachments import Attachments
from bot.platforms.discord.channel_moves import Traces
from bot.platforms.discord.client import DiscordClient
from bot.platforms.discord.interactions import Serving
from bot.platforms.discord.panels import Panels
from bot.platforms.discord.pictures import Easel
from bot.platforms.discord.posting import Posting
from bot.platforms.discord.reconnect import ConnectionKeeper
from bot.platforms.discord.references import References
from bot.platforms.discord.refreshing import DiscordRefresher
from bot.platforms.discord.rooms import Rooms
from bot.platforms.discord.shard_coverage import ShardCoverage
from bot.platforms.discord.threads import GameThreads
from bot.platforms.meter import AdapterHooks
from bot.platforms.platform_status import PlatformStatus
from bot.port import DeliveryError, Handler, Outgoing, PictureSource
from bot.sharding import Shards
from bot.storage import StorageError, Store
from bot.table.reply import Reply

_log = logging.getLogger(__name__)

#: Seconds that running commands, and then pictures, get to finish.
_DRAIN = 8.0
#: Seconds that a post waits for a connection before it is left for the next attempt.
_CONNECT = 10.0


class DiscordPlatform:
    """The Discord adapter.

    Args:
        handler: the bot.
        store: of references, claims and games.
        draw: renders pictures.
        token: bot token.
        application_id: of the bot, None to ask Discord for it.
        shards: gateway shards that this process connects, None for all.
        now: clock, in Unix seconds.
        hooks: notified of commands, acknowledgements and lost connections.
    """

    name = "discord"

    def __init__(
        self,
        *,
        handler: Handler,
        store: Store,
        draw: PictureSource,
        token: str,
        application_id: int | None = None,
        shards: Shards | None = None,
        now: Callable[[], float] = time.time,
        hooks: AdapterHooks | None = None,
    ) -> None:
        self._store = store
        references = References(store, now)
        easel = Easel(draw)
        self.panels = Panels(references, easel, now)
        hooks = hooks or AdapterHooks()
        #: The platform's status for operators.
        self.standing = PlatformStatus()

        def make(tell: bool, came: Callable[[DiscordClient], None]) -> DiscordClient:
            return DiscordClient(
                self.serving, self.standing, came, application_id=application_id, shards=shards, sync=tell
            )

        self.line = ConnectionKeeper(self.name, token, make, self.standing, hooks.meter)
        traces = Traces(self.line, store)
        self.threads = GameThreads(self.line, store, references, traces)
        self.attachments = Attachments(self.line, references, self.threads, easel)
        self.posting = Posting(self.line, references, self.threads, self.panels, self.attachments, traces, now)
        self.rooms = Rooms(self.line)
        self.refreshing = DiscordRefresher(self.name, self.line, handler, store, references, self.panels)
        self.serving = Serving(
            self.name,
            handler,
            store,
            references,
            self.panels,
            tell=self.posting.tell,
            answering=self.refreshing.answering,
            hooks=hooks,
        )
        #: Reports shards that no process connects.
        self.coverage = ShardCoverage(store.connection, shards, self.standing, now)
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def client(self) -> DiscordClient:
        """The current client."""
        return self.line.client

    async def start(self) -> None:
        """Log in and connect in the background, retrying what fails.

        Raises:
            SettingsError: Discord rejects the token.
        """
        await self.line.start()
        self._begin(self.threads.keep())
        self._begin(self._resume())
        self.coverage.start()

    async def deliver(self, message: Outgoing) -> None:
        """Deliver one outbox message; raises DeliveryError if that fails now."""
        if not await self.line.is_up(_CONNECT):
            raise DeliveryError(adapter_texts.UNREACHABLE, away=True)
        client = self.client
        try:
            await self.posting.deliver(message)
        except (RuntimeError, AttributeError):  # raised by the library's closed clients, and those not yet logged in
            if not client.is_closed():
                raise
            raise DeliveryError(adapter_texts.UNREACHABLE, away=True) from None  # closed during delivery
        self._begin(self._end_if_over(message.game))
        if message.reply.audience == "channel":
            self._begin(self.refreshing.refresh(message.game))

    async def open_room(self, venue: str, name: str, key: str) -> str | None:
        """Open a public thread in the venue; raises DeliveryError."""
        if not await self.line.is_up(_CONNECT):
            raise DeliveryError(adapter_texts.UNREACHABLE, away=True)
        return await self.rooms.open(venue, name, key)

    async def tell(self, channel: str, reply: Reply, key: str) -> str | None:
        """Post a message outside any game, once per key within some minutes. Raises DeliveryError."""
        if not await self.line.is_up(_CONNECT):
            raise DeliveryError(adapter_texts.UNREACHABLE, away=True)
        return await self.posting.say(int(channel), key, reply)

    async def amend(self, channel: str, message: str, reply: Reply) -> None:
        """Edit a message outside any game; does nothing if it was deleted. Raises DeliveryError."""
        if not await self.line.is_up(_CONNECT):
            raise DeliveryError(adapter_texts.UNREACHABLE, away=True)
        await self.posting.amend(int(channel), int(message), reply)

    async def tell_alone(self, user: str, near: str, reply: Reply, key: str) -> None:
        """Send a direct message outside any game, once per key within some minutes. Raises DeliveryError."""
        del near
        if not await self.line.is_up(_CONNECT):
            raise DeliveryError(adapter_texts.UNREACHABLE, away=True)
        await self.posting.say_alone(int(user), key, reply)

    async def connected(self) -> bool:
        """Return True while every shard is connected."""
        return self.line.connected()

    async def drain(self) -> None:
        """Leave the gateway, answer what has arrived by then, and let running commands finish."""
        await self.line.leave()
        await self.serving.drain(_DRAIN)

    async def stop(self) -> None:
        """Accept nothing new, let running work finish, then disconnect."""
        await self.drain()
        await asyncio.gather(self.panels.drain(_DRAIN / 2), self.attachments.drain(_DRAIN / 2))
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(StorageError):
            await self.coverage.stop()
        await self.line.stop()

    # ------------------------------------------------------------------------------------------ inside

    async def _resume(self) -> None:
        await self.line.up()
        try:
            await self.attachments.resume()
        except StorageError as error:
            _log.warning("pictures of the last run could not be looked for: %s", error)

    async def _end_if_over(self, game: str) -> None:
        try:
            await self.threads.end_if_over(game)
        except (discord.DiscordException, aiohttp.ClientError, OSError, StorageError) as error:
            _log.warning("the thread of game %s is archived later: %s", game, error)

    def _begin(self, work: object) -> None:
        assert asyncio.iscoroutine(work)
        task: asyncio.Task[None] = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._log_failed_task)

    def _log_failed_task(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            _log.error("a task of the Discord adapter ended", exc_info=task.exception())


__all__ = ["DiscordPlatform"]
