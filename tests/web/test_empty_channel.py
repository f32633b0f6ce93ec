"""The first thing a page shows in a channel without a game, with the real bot."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest_asyncio

from bot.platforms.web.adapter import WebPlatform
from bot.platforms.web.signed_links import Signer
from bot.platforms.web.timeline import PICTURES
from bot.service.handler import BotHandler
from bot.storage import ChannelLog, Connection, Store
from tests.web.doubles import Painter
from tests.web.support import FakePage


@pytest_asyncio.fixture
async def channel(painter: Painter, signer: Signer, connection: Connection) -> AsyncIterator[WebPlatform]:
    """The local channel with the real bot."""
    log = ChannelLog(connection, companions=PICTURES)
    web = WebPlatform(handler=BotHandler(Store(connection)), log=log, draw=painter, signer=signer)
    await web.start()
    yield web
    await web.stop()


def panel(item: dict[str, Any]) -> bool:
    return item.get("where") == "panel"


async def test_a_page_in_an_empty_channel_shows_the_way_into_a_game(channel: WebPlatform) -> None:
    async with FakePage(channel, "Player one") as page:
        shown = await page.entry(panel)
        assert "This channel has no game yet" in shown["text"]
        labels = [button["label"] for row in shown["rows"] for button in row["buttons"]]
        assert labels[:2] == ["New game", "Learn"]
    async with FakePage(channel, "Player one") as again:
        await again.entry(panel)
        await asyncio.sleep(0.5)
        assert sum(panel(item) for item in again.items) == 1, "shown once, not with every visit"


async def test_it_gives_way_to_the_lobby_as_soon_as_there_is_one(channel: WebPlatform) -> None:
    async with FakePage(channel, "Player one") as page:
        await page.entry(panel)
        await page.run("new introductory")
    async with FakePage(channel, "Player one") as again:
        await again.entry(lambda item: panel(item) and "Introductory" in item["text"])


async def test_a_page_that_opens_in_the_lobby_shows_it_and_then_that_its_owner_has_no_seat(
    channel: WebPlatform,
) -> None:
    async with FakePage(channel, "Player one") as page:
        await page.run("new introductory")
        async with FakePage(channel, "Spectator") as other:
            await other.entry(lambda item: panel(item) and "Introductory" in item["text"])
        for line in ("join both", "start"):
            await page.run(line)
        async with FakePage(channel, "Spectator") as other:
            await other.entry(lambda item: panel(item) and "no seat in this game" in item["text"])


async def test_a_spectator_of_a_running_game_gets_no_panel_unasked(channel: WebPlatform) -> None:
    async with FakePage(channel, "Player one") as page:
        for line in ("new introductory", "join both", "start"):
            await page.run(line)
    async with FakePage(channel, "Spectator") as other:
        await asyncio.sleep(0.8)
        assert not any(panel(item) for item in other.items)
