"""A panel that shows progress refreshes by itself while it is shown."""

from __future__ import annotations

import asyncio

import pytest

from bot.platforms.web import adapter
from bot.platforms.web.adapter import WebPlatform
from tests.web.doubles import FakeBot
from tests.web.support import FakePage


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adapter, "_PAUSE", 0.02)


async def test_progress_is_told_to_its_end_without_a_press(platform: WebPlatform, bot: FakeBot) -> None:
    async with FakePage(platform, "Player one") as page:
        await page.run("look")
        done = await page.entry(lambda item: item.get("text") == "Looked at 3, all of it.")
        assert done["slot"] == "panel"
        await page.settle(0.1)
    assert bot.looks == 3, "and then it is over"


async def test_a_followed_answer_stops_when_replaced_or_left(platform: WebPlatform, bot: FakeBot) -> None:
    bot.enough = 10_000
    async with FakePage(platform, "Player one") as page:
        await page.run("look")
        await page.entry(lambda item: item.get("text") == "Looked at 2.")
        await page.run("hand")
        await page.settle(0.1)
        looked = bot.looks
        await page.settle(0.2)
        assert bot.looks == looked
        newest = [
            item["text"]
            for one in page.received
            if one["type"] == "entries"
            for item in one["items"]
            if item.get("slot") == "panel" and "text" in item
        ]
        assert not newest[-1].startswith("Looked at")
        await page.run("look")
    for _ in range(100):
        before = bot.looks
        await asyncio.sleep(0.1)
        if bot.looks == before:
            break
    else:
        pytest.fail("it goes on although the page is gone")
