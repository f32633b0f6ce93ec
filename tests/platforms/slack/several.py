"""A panel with a multi-select, and the progress of a game, on Slack."""

from __future__ import annotations

from typing import Any

from bot.titles.testing import slack_limits as limits
from tests.platforms.slack.loopback import Message
from tests.platforms.slack.people import Person
from tests.platforms.slack.support import Bot
from tests.platforms.slack.test_play import open_game, tables

View = dict[str, Any]


async def number_of(bot: Bot, game: str) -> int:
    return (await bot.store.load(game)).number


async def several_on_panel(bot: Bot) -> tuple[Person, Message, View, str]:
    """Return Anna's panel with a multi-select."""
    anna, _, _, game = await open_game(bot)
    await bot.does(anna, "play guns of august as ops")
    await anna.press(tables(bot)[0], "Panel")
    await bot.idle()
    panel = anna.panel()
    menu = next(e for e in limits.elements(panel.blocks) if e["type"] == "multi_static_select")
    return anna, panel, menu, game
