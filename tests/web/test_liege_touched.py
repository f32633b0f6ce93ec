"""A Night of Liège 1914 on two phones in a real browser by touch alone: the record is that of the same orders typed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Final

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from bot.platforms.courier import Courier
from bot.platforms.meter import AdapterHooks
from bot.platforms.web.adapter import WebPlatform
from bot.platforms.web.signed_links import Signer
from bot.platforms.web.timeline import PICTURES
from bot.service.handler import BotHandler
from bot.service.store_factory import build_store
from bot.storage import ChannelLog, Connection, Store
from tests.platforms.example_by_buttons import typed_locally
from tests.support.restoring import restore
from tests.web import together
from tests.web.doubles import Painter
from tests.web.finger import Finger, play
from tests.web.support import CHANNEL

pytestmark = [*together.IN_BROWSER, pytest.mark.slow, pytest.mark.usefixtures("known_seed")]
browser, connection = together.browser, together.connection

#: With the known seed Barchon falls in the last turn, and the brigade that slips into the city is driven out again.
_TURNS: Final = (
    ("anna", "arrive 34ib facing sw", "arrive all", "done"),
    ("ben", "arrive all", "done"),
    ("anna", "fire ii/9 iii/4 at barchon", "done", "assault pontisse with emmich", "march 34ib u36 u35 facing s",
     "march 14ib v36 facing s", "turn 27ib s", "march emmich v36 facing sw", "march 38ib u33 u34 facing nw",
     "march 43ib u33 u34 facing nw", "done", "attack v35 with 11ib 38ib 43ib 34ib 14ib", "turn 34ib sw", "done",
     "advance 43ib facing n", "dig u35", "done"),
    ("ben", "shell u34 with fleron evegnee", "shell 11ib", "done", "arrive 15bm w34 facing n", "turn 12rf se", "turn 12bm n",
     "done", "attack w35 with 15bm 12bm", "advance 15bm facing n", "done", "done"),
    ("anna", "fire iii/4 at barchon", "done", "assault evegnee with emmich after ii/9", "march emmich to u35 facing sw",
     "march 11ib to s34 forced facing n", "done", "dig u35", "done"),
    ("ben", "done", "done", "done"),
)  # fmt: skip
ORDERS: Final = tuple((user, line) for user, *lines in _TURNS for line in lines)
LOBBY: Final = (("anna", "new night"), ("anna", "join german"), ("ben", "join belgian"), ("anna", "start"))
#: How many orders are touched, and the most touches until something is done.
GAMES: Final = {"opening": 8, "whole": len(ORDERS)}
MOST: Final = 6


@pytest_asyncio.fixture(loop_scope="session")
async def web(connection: Connection, signer: Signer, painter: Painter) -> AsyncIterator[WebPlatform]:
    """The local channel with the real bot; pictures are plain ones, since nothing here depends on what they show."""
    store, news = build_store(Store, connection), asyncio.Event()
    log, hooks = ChannelLog(connection, companions=PICTURES), AdapterHooks(after=news.set)
    web = WebPlatform(handler=BotHandler(store), log=log, draw=painter, signer=signer, hooks=hooks)
    courier = Courier(store, {web.name: web}, name="phones", news=news)
    await web.start()
    courier.start()
    yield web
    await courier.stop()
    await web.stop()


@pytest.mark.sweep(fixed=["opening"])
@pytest.mark.parametrize("case", GAMES)
async def test_a_night_is_played_by_touch_alone(
    web: WebPlatform, browser: Browser, connection: Connection, case: str
) -> None:
    store = build_store(Store, connection)
    wanted = await typed_locally(store, (*LOBBY, *ORDERS[: GAMES[case]]))
    await connection.call("FLUSHALL")
    anna, ben = await Finger.of(browser, web, "Anna"), await Finger.of(browser, web, "Ben")
    for finger, label in (
        (anna, "New game"),
        (anna, "Night of 5 August"),
        (anna, "Join Germans"),
        (ben, "Join Belgians"),
        (anna, "Start"),
    ):
        await finger.label(label)
    game = await store.channels.holder(f"web:{CHANNEL}")
    assert game is not None

    await play((anna, ben), store, game, wanted, MOST)
    assert await store.record(game) == wanted
    assert [finger.traffic.faults for finger in (anna, ben)] == [[], []]
    assert {"V36", "V36/sw", "fort:barchon"} <= anna.taps.keys(), "a hex, a side of one, and a fort"
    flash = await anna.page.locator("#map-view svg").evaluate("(map) => getComputedStyle(map).webkitTapHighlightColor")
    assert flash == "rgba(0, 0, 0, 0)", "a browser would colour the whole map with each tap"
    if case == "whole":
        assert restore(await store.load(game)).result is not None
        await expect(ben.page.locator("#panel-body")).to_contain_text("win on points")
