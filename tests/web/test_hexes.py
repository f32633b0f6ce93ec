"""The hex game on the local page: typed, touched, answered in mid-action, rendered, finished."""

from __future__ import annotations

import pytest

from bot.platforms.web.adapter import WebPlatform
from tests.titles.hexes.script import HIDDEN, LOBBY, ORDERS
from tests.titles.small_games import foreign_lines
from tests.titles.toy.painting import Drawn
from tests.web.support import FakePage
from tests.web.test_toy import hunting

pytestmark = pytest.mark.usefixtures("hex_title", "last_chosen")

__all__ = ["hunting"]


async def test_a_day_is_played_on_pages(hunting: tuple[WebPlatform, Drawn]) -> None:
    web, drawn = hunting
    async with FakePage(web, "Anna") as anna, FakePage(web, "Ben") as ben, FakePage(web, "Eve") as eve:
        pages = {"anna": anna, "ben": ben}
        for user, line in (*LOBBY, *ORDERS[:6]):
            await pages[user].run(line)
        asked = await eve.entry(lambda item: "Does it stand or fall back?" in item.get("text", ""))
        assert "**Blues** (Anna) must answer:" in asked["text"]
        assert HIDDEN.search("\n".join(eve.texts())) is None
        await drawn.until("board")
        for user, line in ORDERS[6:]:
            await pages[user].run(line)
        for line in ("status", "verify", "log 1"):
            await eve.run(line)
        shown = await eve.entry(lambda item: "win on points" in item.get("text", ""))
        assert "The Blues win on points." in shown["text"]
        ready = await eve.entry(lambda item: item["type"] == "picture" and item["state"] == "ready")
        assert "The Blues have" in ready["alt"]
        told = "\n".join([*eve.texts(), *ben.texts()])
        assert "replay to the current position" in told
        assert foreign_lines(told) == []
        await drawn.until("end")
