"""A loopback Discord, and bots connected to it through the real discord.py."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import discord
import pytest
import pytest_asyncio
import yarl
from aiohttp import web
from discord.gateway import DiscordWebSocket
from discord.state import ConnectionState

from bot.operations.metrics import Metrics
from bot.platforms.courier import Courier, Hearing
from bot.platforms.discord.adapter import DiscordPlatform
from bot.platforms.discord.client import DiscordClient
from bot.platforms.meter import AdapterHooks
from bot.port import Handler, PictureSource
from bot.service.handler import BotHandler
from bot.storage import Connection, Store
from bot.table.reply import PictureRef
from tests.platforms.discord.gateway import Gateway
from tests.platforms.discord.people import Person, until
from tests.platforms.discord.server import BASE, Rest
from tests.platforms.discord.state import CHANNEL, TOKEN, World


@pytest.fixture(autouse=True)
def _known_seed(known_seed: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Chance is mocked, and slow-answer notices are disabled, so that a slow machine doesn't change what is compared."""
    del known_seed
    monkeypatch.setattr("bot.platforms.interim_notice.SECONDS", 60.0)


@pytest.fixture(autouse=True)
def _servers_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time is mocked: the library waits two seconds for further guilds; here they all come at once."""
    begin = ConnectionState.__init__

    def hasty(state: ConnectionState[DiscordClient], **options: Any) -> None:
        begin(state, **options | {"guild_ready_timeout": 0.05})

    monkeypatch.setattr(ConnectionState, "__init__", hasty)


async def plain_picture(ref: PictureRef) -> tuple[bytes, str, str]:
    """A dummy picture for tests that aren't about rendering: its content is the reference."""
    return ref.model_dump_json().encode(), "image/png", f"{ref.kind} for {ref.viewer}"


@dataclass
class Bot:
    """A bot process: its adapter and its courier."""

    platform: DiscordPlatform
    courier: Courier
    store: Store
    metrics: Metrics

    async def stop(self) -> None:
        """Stop like a process that is asked to."""
        await self.platform.drain()
        await self.courier.stop()
        await self.platform.stop()

    async def die(self) -> None:
        """Stop like a killed process: nothing is finished."""
        task = self.courier._task
        if task is not None:
            task.cancel()
        keeper = self.platform.line._keeper
        if keeper is not None:
            keeper.cancel()
        for running in [*self.platform._tasks, *self.platform.attachments._tasks, *self.platform.panels._tasks]:
            running.cancel()
        await self.platform.client.close()


@dataclass
class Loopback:
    """The loopback Discord with its clients."""

    world: World
    rest: Rest
    gateway: Gateway
    store: Store
    bots: list[Bot] = field(default_factory=list)

    async def bot(
        self,
        name: str = "one",
        draw: PictureSource = plain_picture,
        handler: Handler | None = None,
        *,
        pump: bool = True,
        hearing: Hearing | None = None,
    ) -> Bot:
        """Start a bot process."""
        news, metrics = asyncio.Event(), Metrics()
        platform = DiscordPlatform(
            handler=handler or BotHandler(self.store),
            store=self.store,
            draw=draw,
            token=TOKEN,
            hooks=AdapterHooks(news.set, metrics),
        )
        courier = Courier(self.store, {platform.name: platform}, name=name, news=news, hearing=hearing)
        bot = Bot(platform, courier, self.store, metrics)
        self.bots.append(bot)
        await platform.start()
        await platform.client.wait_until_ready()
        await until(lambda: platform.client.told, "the commands")
        if pump:
            courier.start()
        return bot

    def person(self, number: int, name: str, channel: int = CHANNEL) -> Person:
        """Return a person on the server."""
        return Person(self.world, self.gateway, number, name, channel)

    async def game(self) -> str:
        """Return the game in the channel."""
        found = await self.store.channels.holder(f"discord:{CHANNEL}")
        assert found is not None
        return found


@pytest_asyncio.fixture
async def loopback(connection: Connection, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Loopback]:
    """A new loopback Discord on its own port; fails at the end if any request was invalid."""
    world = World()
    world.add_channel(CHANNEL)
    rest, gateway = Rest(world), Gateway(world)
    application = web.Application(client_max_size=30 * 2**20)
    application.router.add_get("/gateway/", gateway.serve)
    application.router.add_get("/gateway", gateway.serve)
    application.router.add_route("*", BASE + "/{path:.*}", rest.handle)
    runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.5)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    port = runner.addresses[0][1]
    rest.gateway = gateway.url = f"ws://127.0.0.1:{port}/gateway"
    monkeypatch.setattr(discord.http.Route, "BASE", f"http://127.0.0.1:{port}{BASE}")
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(gateway.url))
    logging.getLogger("discord").setLevel(logging.WARNING)
    found = Loopback(world, rest, gateway, Store(connection))
    yield found
    for bot in found.bots:
        if not bot.platform.client.is_closed():
            with contextlib.suppress(Exception):
                await bot.stop()
    await runner.cleanup()
    assert world.violations == []
