"""A puzzle on Slack: started by pressing the daily post, and visible only to that person."""

from __future__ import annotations

from bot.service.handler import BotHandler
from bot.service.puzzles.daily import DailyPuzzles
from bot.storage.person_keys import study_room
from bot.storage.puzzle_store import Daily
from tests.platforms.slack.lengths import TEAM, user_id
from tests.platforms.slack.people import CHANNEL
from tests.platforms.slack.support import Bot

#: A puzzle in which any action can be taken.
PUZZLE = "gbsc"


async def test_the_daily_post_opens_a_puzzle_for_the_person_who_presses(socket_bot: Bot) -> None:
    bot, tools = socket_bot, BotHandler(socket_bot.store).tools
    wish = Daily(title="pog", hour=tools.now().hour, zone="UTC", by=f"slack:{TEAM}.{user_id('by')}")
    await bot.store.puzzling.want(f"slack:{TEAM}.{CHANNEL}", wish)
    for _ in range(2):
        await DailyPuzzles(tools, {"slack": bot.platform}).look()
    (post,) = [message for message in bot.slack.messages if "Puzzle of the day" in str(message.blocks)]
    anna = bot.person("anna")
    await anna.press(post, "Solve")
    await bot.idle()
    assert "*Puzzle · " in str(anna.panel().blocks)
    await anna.press(anna.panel(), "Give up: show me")
    await bot.idle()
    assert "This is the best plan." in str(anna.panel().blocks)
    await bot.does(anna, "puzzle leave")
    assert "It doesn't count unless it was already scored" in str(anna.panel().blocks)


async def test_lines_typed_on_a_puzzle_panel_are_for_the_puzzle(socket_bot: Bot) -> None:
    bot = socket_bot
    anna = bot.person("anna")
    for line in ("new campaign", "join both", "start"):
        await bot.does(anna, line)
    war = await bot.game(f"{anna.team}.{anna.channel}")
    before = (await bot.store.load(war)).number
    await bot.does(anna, f"puzzle {PUZZLE}")
    puzzle = await bot.store.channels.holder(study_room(f"slack:{anna.team}.{anna.id}"))
    assert puzzle is not None
    began = (await bot.store.load(puzzle)).number
    assert "external_select" not in str(anna.panel().blocks), "what would be found is of the channel's game"
    await anna.press(anna.panel(), "Type an order")
    await bot.idle()
    await anna.submit({"typed": ("typed", {"value": "play auto"})})
    await bot.idle()
    assert (await bot.store.load(puzzle)).number > began
    assert (await bot.store.load(war)).number == before
