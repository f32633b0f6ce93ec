"""A puzzle on Slack: begun by whoever presses the post of the day, who alone sees it."""

from __future__ import annotations

from bot.service.handler import BotHandler
from bot.service.puzzles.daily import DailyPuzzles
from bot.storage.puzzling import Daily
from tests.platforms.slack.support import Bot


async def test_the_post_of_the_day_opens_a_puzzle_for_whoever_presses_it(socket_bot: Bot) -> None:
    bot, tools = socket_bot, BotHandler(socket_bot.store).tools
    wish = Daily(title="pog", hour=tools.now().hour, zone="UTC", by="slack:T0ARMY.U1")
    await bot.store.puzzling.want("slack:T0ARMY.C0TABLE", wish)
    for _ in range(2):
        await DailyPuzzles(tools, {"slack": bot.platform}).look()
    (post,) = [message for message in bot.slack.messages if "Puzzle of the day" in str(message.blocks)]
    anna = bot.person("anna")
    await anna.press(post, "Solve")
    await bot.idle()
    assert "*Puzzle · " in str(anna.panel().blocks)
    await anna.press(anna.panel(), "Give up: show me")
    await bot.idle()
    assert "Here is the best plan." in str(anna.panel().blocks)
    await bot.does(anna, "puzzle leave")
    assert "counts nowhere" in str(anna.panel().blocks)
