"""The smallest title on the local page: panels without a touchable map, pictures, the end."""

from __future__ import annotations

import pytest

from bot.platforms.web.adapter import WebPlatform
from tests.titles.small_games import foreign_lines
from tests.titles.smallest.script import LOBBY, ORDERS, WON
from tests.titles.toy.painting import Drawn
from tests.web.support import FakePage
from tests.web.test_toy import hunting

pytestmark = pytest.mark.usefixtures("smallest_title", "last_chosen")

__all__ = ["hunting"]


async def test_a_game_is_played_on_pages(hunting: tuple[WebPlatform, Drawn]) -> None:
    web, drawn = hunting
    async with FakePage(web, "Anna") as anna, FakePage(web, "Ben") as ben, FakePage(web, "Eve") as eve:
        pages = {"anna": anna, "ben": ben}
        for user, line in (*LOBBY, *ORDERS):
            await pages[user].run(line)
        for line in ("status", "verify", "log"):
            await eve.run(line)
        shown = await eve.entry(lambda item: WON in item.get("text", ""))
        assert "core" not in shown["text"], "it has no score"
        ready = await eve.entry(lambda item: item["type"] == "picture" and item["state"] == "ready")
        assert "Crates left" in ready["alt"]
        told = "\n".join([*eve.texts(), *ben.texts()])
        assert "replay to the current position" in told
        assert foreign_lines(told) == []
        await drawn.until("end")
    assert {ref.kind for ref in drawn.seen} >= {"board", "end"}
