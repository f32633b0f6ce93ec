"""A title unknown to the host on the local page: lobby, panel, board, pictures, the end."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from bot.platforms.courier import Courier
from bot.platforms.meter import AdapterHooks
from bot.platforms.web.adapter import WebPlatform
from bot.platforms.web.signed_links import Signer
from bot.platforms.web.timeline import PICTURES
from bot.service.handler import BotHandler
from bot.storage import ChannelLog, Connection, Store
from tests.titles.small_games import foreign_lines
from tests.titles.toy.painting import Drawn
from tests.titles.toy.script import LOBBY, ORDERS
from tests.web.support import FakePage

pytestmark = pytest.mark.usefixtures("toy_title", "last_chosen")


@contextlib.asynccontextmanager
async def hunted(connection: Connection, signer: Signer) -> AsyncIterator[tuple[WebPlatform, Drawn]]:
    """The local channel with the bot."""
    store = Store(connection)
    drawn, news = Drawn(store), asyncio.Event()
    web = WebPlatform(
        handler=BotHandler(store),
        log=ChannelLog(connection, companions=PICTURES),
        draw=drawn,
        signer=signer,
        hooks=AdapterHooks(after=news.set),
    )
    courier = Courier(store, {web.name: web}, name="toy", news=news)
    await web.start()
    courier.start()
    yield web, drawn
    await courier.stop()
    await web.stop()
    await drawn.close()


@pytest_asyncio.fixture
async def hunting(connection: Connection, signer: Signer) -> AsyncIterator[tuple[WebPlatform, Drawn]]:
    """The same for one test."""
    async with hunted(connection, signer) as served:
        yield served


async def test_a_hunt_is_played_on_pages(hunting: tuple[WebPlatform, Drawn]) -> None:
    web, drawn = hunting
    async with FakePage(web, "Anna") as anna, FakePage(web, "Ben") as ben, FakePage(web, "Eve") as eve:
        pages = {"anna": anna, "ben": ben}
        for user, line in (*LOBBY, *ORDERS):
            await pages[user].run(line)
        for line in ("status", "verify", "log 1"):
            await eve.run(line)
        shown = await eve.entry(lambda item: "wins" in item.get("text", ""))
        assert "The fox lies safe in its burrow: the Fox wins." in shown["text"]
        drawn_end = await eve.entry(lambda item: item["type"] == "picture" and item["state"] == "ready")
        assert "The hound is in" in drawn_end["alt"]
        pictures = [item["picture"] for item in eve.items if item.get("picture")]
        assert {"whole"} <= {picture["of_map"] for picture in pictures}, "the page keeps the nine hexes in view"
        told = "\n".join([*eve.texts(), *ben.texts()])
        assert "replay to the current position" in told
        assert foreign_lines(told) == []
        own = "\n".join(anna.texts())
        assert "You hide in North" in own
        assert "You hide in" not in told
        await drawn.until("end")
    assert {ref.kind for ref in drawn.seen} >= {"board", "end"}
