"""Pictures: the text comes first, each is rendered once, and private ones are for their person only."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from aiohttp import ClientSession

from bot.platforms.discord.pictures import Easel
from bot.platforms.picture_priority import asked_by, asker
from bot.platforms.web.adapter import WebPlatform
from bot.platforms.web.pictures import PictureCache
from bot.platforms.web.timeline import Timeline
from bot.storage import ChannelLog, Connection
from bot.table.reply import PictureRef
from tests.web.doubles import FakeBot, Painter, picture
from tests.web.support import FakePage


def is_picture(slot: str = "") -> Any:
    return lambda item: item["type"] == "picture" and slot in {"", item["slot"]}


async def fetch(platform: WebPlatform, path: str) -> tuple[int, dict[str, str], bytes]:
    async with ClientSession() as session, session.get(platform.url + path) as answer:
        return answer.status, dict(answer.headers), await answer.read()


async def test_the_text_comes_first_and_the_picture_follows(platform: WebPlatform, painter: Painter) -> None:
    painter.gate.clear()
    async with FakePage(platform, "Player one") as page:
        await page.run("status")
        message = await page.entry(lambda i: i.get("picture"))
        assert message["picture"]["alt"] == "status 0, in short"
        assert message["picture"]["room"][0] > 0
        assert not any(item["type"] == "picture" for item in page.items)
        await page.run("hello")  # a slow picture delays nothing
        painter.gate.set()
        ready = await page.entry(is_picture())
    assert (ready["state"], ready["of"], ready["size"]) == ("ready", message["id"], [800, 500])
    assert ready["alt"] == "A drawn status after action 0."


async def test_a_picture_is_fetched_by_its_own_name_and_kept_for_long(platform: WebPlatform) -> None:
    async with FakePage(platform, "Player one") as page:
        await page.run("attack")
        post = await page.entry(lambda i: i.get("where") == "channel")
        status, headers, data = await fetch(platform, post["picture"]["src"])
    assert (status, headers["Content-Type"]) == (200, "image/png")
    assert data.startswith(b"\x89PNG")
    assert "immutable" in headers["Cache-Control"]
    assert "private" in headers["Cache-Control"]
    assert len(post["picture"]["src"].rpartition("/")[2]) >= 20


async def test_a_private_picture_is_for_its_person_alone(platform: WebPlatform) -> None:
    async with FakePage(platform, "Player one") as one, FakePage(platform, "Player two") as two:
        await one.run("hand")
        panel = await one.entry(lambda i: i.get("where") == "panel")
        path = panel["picture"]["src"]
        name = path.rpartition("/")[2]
        assert (await fetch(platform, path))[0] == 200
        foreign = (f"/c/liege/p/{name}", f"/u/{two.token}/c/liege/p/{name}", f"/u/{one.token}/c/ypres/p/{name}")
        for wrong in foreign:
            status, _, body = await fetch(platform, wrong)
            assert (status, b"isn't for you" in body) == (404, True)


async def test_the_same_picture_in_two_places_is_drawn_once(platform: WebPlatform, painter: Painter) -> None:
    async with FakePage(platform, "Player one") as page:
        await page.run("attack")
        for item in [i for i in page.items if i.get("picture")]:
            await page.entry(lambda p, of=item["id"]: p["type"] == "picture" and p["of"] == of)
            await fetch(platform, item["picture"]["src"])
    kinds = [ref.kind for ref in painter.drawn]
    assert sorted(kinds) == sorted(set(kinds)) == ["closeup", "hand", "overview"]


async def test_a_picture_is_drawn_again_after_a_restart(
    platform: WebPlatform, bot: FakeBot, painter: Painter, connection: Connection
) -> None:
    async with FakePage(platform, "Player one") as page:
        await page.run("hand")
        panel = await page.entry(lambda i: i.get("where") == "panel")
        await page.entry(is_picture("panel"))
    await platform.stop()
    second = WebPlatform(handler=bot, log=ChannelLog(connection), draw=painter, signer=platform.signer)
    await second.start()
    try:
        assert (await fetch(second, panel["picture"]["src"]))[0] == 200
    finally:
        await second.stop()


async def test_a_picture_that_fails_says_so_and_silences_nothing(platform: WebPlatform, painter: Painter) -> None:
    painter.broken = True
    async with FakePage(platform, "Player one") as page:
        await page.run("status")
        failed = await page.entry(is_picture())
        assert failed["state"] == "failed"
        await page.run("hello")
        painter.broken = False
        path = next(item["picture"]["src"] for item in page.items if item.get("picture"))
        assert (await fetch(platform, path))[0] == 200


async def test_a_failing_picture_is_logged_once_without_its_text(
    platform: WebPlatform, painter: Painter, caplog: pytest.LogCaptureFixture
) -> None:
    painter.broken = True
    async with FakePage(platform, "Player one") as page:
        await page.run("status")
        first = await page.entry(is_picture())
        await page.run("attack")
        await page.entry(lambda item: is_picture()(item) and item["of"] != first["of"])
    assert caplog.text.count("could not be drawn") >= 2
    assert "could not be drawn: RuntimeError" in caplog.text
    assert "no paint left" not in caplog.text.replace('raise RuntimeError("no paint left")', "")
    assert caplog.text.count("doubles.py") == 1


async def test_the_room_that_is_kept_follows_the_pictures_that_came(platform: WebPlatform) -> None:
    async with FakePage(platform, "Player one") as page:
        await page.run("status")
        first = await page.entry(lambda i: i.get("picture"))
        await page.entry(is_picture())
        await page.run("attack")
        await page.run("status")
        looks = [item for item in page.items if item.get("picture") and item["text"].startswith("Action")]
        second = looks[-1]
    assert [look["text"] for look in looks] == ["Action 0.", "Action 1."]
    assert first["picture"]["room"] == [900, 2700]
    assert second["picture"]["room"] == [800, 500]


@pytest.mark.parametrize(("keep", "expected"), [(64 * 2**20, 1), (1, 2)])
async def test_the_desk_keeps_no_more_than_it_may(
    painter: Painter, connection: Connection, keep: int, expected: int
) -> None:
    picture_cache = PictureCache(painter, Timeline(ChannelLog(connection)), keep_bytes=keep)
    for ref in (picture("status", 1), picture("status", 2), picture("status", 1)):
        await picture_cache.get(ref)
    assert [ref.number for ref in painter.drawn].count(1) == expected


async def test_many_who_ask_at_once_get_one_drawing(painter: Painter, connection: Connection) -> None:
    picture_cache = PictureCache(painter, Timeline(ChannelLog(connection)))
    painter.gate.clear()
    asking = [asyncio.create_task(picture_cache.get(picture("status", 1))) for _ in range(5)]
    await asyncio.sleep(0.01)
    asking[0].cancel()
    painter.gate.set()
    assert len({id(drawn) for drawn in await asyncio.gather(*asking[1:])}) == 1
    assert len(painter.drawn) == 1


@pytest.mark.parametrize("keeper", ["page", "discord"])
async def test_a_post_does_not_wait_for_a_look_at_the_same_picture(connection: Connection, keeper: str) -> None:
    never = asyncio.Event()

    async def draw(ref: PictureRef) -> tuple[bytes, str, str]:
        if asker():
            await never.wait()
        return await Painter()(ref)

    picture_cache = PictureCache(draw, Timeline(ChannelLog(connection))) if keeper == "page" else Easel(draw)

    async def look() -> object:
        asked_by("anna")
        return await picture_cache.get(picture("status", 1))

    looking = asyncio.create_task(look())
    await asyncio.sleep(0.01)
    async with asyncio.timeout(30):
        assert (await picture_cache.get(picture("status", 1))).mime == "image/png"
    never.set()
    await looking


async def test_an_invalid_picture_is_never_served(connection: Connection) -> None:
    async def draw(_: object) -> tuple[bytes, str, str]:
        return b"<svg onload=...>", "image/svg+xml", "a trap"

    picture_cache = PictureCache(draw, Timeline(ChannelLog(connection)))
    with pytest.raises(ValueError, match=r"image/svg\+xml is no kind"):
        await picture_cache.get(picture("status", 1))
