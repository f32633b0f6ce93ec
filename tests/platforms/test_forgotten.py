"""Deleting the data of a player on a platform removes every byte of it from the platform's own records."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import pytest_asyncio

from bot.platforms.courier import Courier
from bot.platforms.meter import AdapterHooks
from bot.platforms.web.adapter import WebPlatform
from bot.platforms.web.signed_links import Signer
from bot.platforms.web.timeline import PICTURES
from bot.service.handler import BotHandler
from bot.service.people.forgetting import former_player
from bot.storage import ChannelLog, Connection, Store
from bot.storage.forgetting import SETTLED
from tests.bot.test_forgetting import everything, left
from tests.platforms.discord.conftest import Loopback, loopback, plain_picture
from tests.platforms.discord.waiting import settled
from tests.platforms.slack.conftest import slack, socket_bot
from tests.platforms.slack.support import Bot as SlackBot
from tests.web.support import FakePage

__all__ = ["loopback", "slack", "socket_bot"]

BEFORE = ("new introductory", "join cp", "settings pings dm", "panel")
AFTER = ("start", "panel", "draw", "resign yes")
PERSONAL = ("mydata", "forget", "forget sure")


async def forgotten(connection: Connection, *sought: bytes) -> None:
    """Search the store twice, as a bot does over time; first only the job is left, then nothing at all."""
    assert len(await left(connection, sought=sought)) > 4
    for seconds in (0, SETTLED + 1):
        now = datetime.now(UTC) + timedelta(seconds=seconds)
        store = Store(connection, now=lambda now=now: now)  # type: ignore[misc]
        tools = BotHandler(store).tools
        await store.forgetting.go_on(lambda number: former_player(tools, number))  # noqa: B023 - called at once
    found = await left(connection, sought=sought)
    assert found == [], [text[:400] for key, text in await everything(connection) if key in found]


async def test_on_discord(loopback: Loopback, connection: Connection) -> None:
    bot = await loopback.bot(draw=plain_picture)
    zed, ben = loopback.person(80351110224678912, "Zacharias Quill"), loopback.person(70351110224678912, "Ben")
    for line in BEFORE:
        await zed.slash(line)
    await ben.slash("join ap")
    for line in AFTER:
        await zed.slash(line)
    done = [await zed.slash(line) for line in PERSONAL]
    assert "You are now" in zed.answer(done[-1])
    await settled(bot, await loopback.game())
    await forgotten(connection, b"80351110224678912", b"Zacharias Quill")
    assert await left(connection, sought=(b"70351110224678912",))


async def test_on_slack(socket_bot: SlackBot, connection: Connection) -> None:
    zed, ben = socket_bot.person("zacharias"), socket_bot.person("ben")
    for line in BEFORE:
        await socket_bot.does(zed, line)
    await socket_bot.does(ben, "join ap")
    for line in AFTER:
        await socket_bot.does(zed, line)
    zed.root = "league"
    for line in PERSONAL:
        await socket_bot.does(zed, line)
    await socket_bot.renewed()
    await forgotten(connection, zed.id.encode())


@pytest_asyncio.fixture
async def local(store: Store, tmp_path: Path) -> AsyncIterator[WebPlatform]:
    handler = BotHandler(store)
    log = ChannelLog(store.connection, companions=PICTURES)
    news = asyncio.Event()
    web = WebPlatform(
        handler=handler, log=log, draw=plain_picture, signer=Signer(b"s" * 32), hooks=AdapterHooks(after=news.set)
    )
    courier = Courier(store, {"web": web}, news=news)
    await web.start()
    courier.start()
    yield web
    await courier.stop()
    await web.stop()


async def test_on_the_local_channel(local: WebPlatform, connection: Connection) -> None:
    async with FakePage(local, "Zacharias Quill") as zed, FakePage(local, "Ben") as ben:
        for line in BEFORE:
            await zed.run(line)
        await ben.run("join ap")
        await zed.send({"type": "say", "key": "s1", "text": "Zacharias Quill greets everybody"})
        for line in (*AFTER, *(f"league {one}" for one in PERSONAL)):
            await zed.run(line)
        await zed.settle(1.0)
    await forgotten(connection, b"zacharias-quill", b"Zacharias Quill")
    log = ChannelLog(connection)
    assert any("Former player 1" in str(message.body) for message in await log.newest("web:liege", 200))


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
