"""A panel opened from a direct message, and the message that the game waits, are two separate messages."""

from __future__ import annotations

import itertools
from typing import Any

from bot.titles.testing import slack_limits as limits
from tests.platforms.slack.buttons import labels
from tests.platforms.slack.loopback import Message
from tests.platforms.slack.people import Person
from tests.platforms.slack.posts import outgoing
from tests.platforms.slack.support import Bot
from tests.platforms.slack.test_play import open_game
from tests.platforms.slack.test_standing import MENU, said_by


def waiting(bot: Bot, person: Person) -> list[Message]:
    """Return the direct messages saying that the game waits for a person."""
    return [
        m
        for m in bot.slack.messages
        if m.channel == person.direct
        and any(said in m.dump() for said in ("your turn in game", "waiting for you"))
        and not m.only
    ]


async def test_the_panel_stays_when_the_action_ends_and_the_message_says_that_it_is_over(socket_bot: Bot) -> None:
    bot = socket_bot
    anna, ben, _, _ = await open_game(bot)
    await bot.does(ben, "settings pings dm")
    await bot.does(anna, "play cp 1 as rp")
    (told,) = waiting(bot, ben)
    await ben.press(told, "My move")
    await bot.idle()
    panel = ben.panel()
    assert panel is not told
    assert panel.channel == ben.direct
    assert "Choose a card" in panel.dump()
    for label in ("1 OPS without a card", "Done"):
        await ben.press(ben.panel(), label)
        await bot.idle()
    await bot.renewed()
    assert "Waiting for the *Central Powers* (anna)" in panel.dump()
    assert list(limits.elements(panel.blocks)), "the panel has its buttons"
    (over,) = waiting(bot, ben)
    assert list(limits.elements(over.blocks)) == []
    assert "No longer waiting for you." in over.dump()


def standing(bot: Bot) -> list[tuple[str, list[str]]]:
    """Return the prompts in the channel, and their controls."""
    said = [m for m in bot.slack.messages if "Anna must" in m.text and not m.gone]
    return [(said_by(one), labels(one)) for one in said]


async def test_a_message_that_tells_all_of_the_one_before_takes_its_place(socket_bot: Bot) -> None:
    numbers = itertools.count(1)

    async def tell(text: str, **more: Any) -> None:
        await socket_bot.platform.deliver(outgoing(next(numbers), text=text, edit="prompt", **more))

    await tell("Anna must answer", anew=True, menu=MENU)
    await tell("Anna must answer that", anew=True, menu=MENU, replaces=True)
    await tell("Anna must play", anew=True, menu=MENU)
    assert standing(socket_bot) == [("Anna must answer that", []), ("Anna must play", ["My move"])]
    await tell("Anna must play on", replaces=True)
    assert standing(socket_bot)[1:] == [("Anna must play on", [])]
    for message in socket_bot.slack.messages:
        message.gone = message.gone or "Anna must play" in message.text
    await tell("Anna must play after all", replaces=True)
    assert standing(socket_bot)[1:] == [("Anna must play after all", [])], "news is posted where the prompt was deleted"
