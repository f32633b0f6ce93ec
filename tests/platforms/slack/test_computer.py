"""One person against the computer on Slack: from the form to the end of the game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.platforms.slack.views import new_form
from bot.storage import Store
from tests.platforms.against_computer import check_told, ticking, waited_for
from tests.platforms.slack.buttons import labels
from tests.platforms.slack.loopback import FakeSlack
from tests.platforms.slack.support import Bot
from tests.platforms.slack.test_limits import WIDEST
from tests.platforms.slack.test_play import HERE


@pytest.mark.usefixtures("toy_title")
async def test_a_hunt_against_the_computer(slack: FakeSlack, store: Store) -> None:
    menus = {block["block_id"]: block["element"] for block in new_form(replace(WIDEST, title="toy"))["blocks"]}
    assert [option["value"] for option in menus["against"]["options"]] == ["pup", "sly"]
    assert {option["value"] for option in menus["side"]["options"]} == {"fox", "hound", "none"}
    bot = Bot(slack, store)
    await bot.start()
    anna = bot.person("anna")
    await bot.does(anna, "panel")
    assert "Play the computer" in labels(anna.panel())
    anna.root = "hunt"
    async with ticking(bot.handler, bot.courier):
        await bot.does(anna, "new short_hunt against=pup side=hound")
        lobby = next(m for m in slack.messages if not m.only and "Start" in labels(m))
        await anna.press(lobby, "Start")
        await bot.idle()
        game = await bot.game(HERE)
        while await waited_for(store, game):
            await bot.idle()
            await bot.does(anna, "done")
        await bot.idle()
    await bot.stop()
    record = [str(entry.get("choice")) for entry in await store.record(game)]
    check_told("\n".join(message.text for message in slack.messages if not message.only), record)
