"""Offers on Slack: they can be answered in the message and in the panel, and answered controls disappear."""

from __future__ import annotations

import json

import pytest

from bot.platforms.slack.records import Panel
from tests.platforms.slack.buttons import labels
from tests.platforms.slack.loopback import Fault, Message
from tests.platforms.slack.support import Bot, until
from tests.platforms.slack.test_play import open_game
from tests.platforms.slack.test_refreshing import opened

OFFER = "anna (Central Powers) asks to go back to entry 1"


def answerable(bot: Bot) -> list[Message]:
    """Return every message on which an offer can be accepted."""
    return [message for message in bot.slack.messages if not message.gone and "Accept" in labels(message)]


async def test_an_offer_comes_to_the_open_panel_and_goes_from_everywhere(bot: Bot) -> None:
    anna, ben, _, _ = await open_game(bot, 5)
    await bot.does(anna, "play cp 1 as rp")
    panel = await opened(bot, ben)
    assert "Accept" not in labels(panel)
    await bot.does(anna, "rollback round")
    await until(lambda: "Accept" in labels(panel))
    await bot.renewed()
    places = answerable(bot)
    assert len(places) == 3, "the offer's own message, the table message, and Ben's panel"
    for place in places:
        assert OFFER in place.dump()
        assert "Reject" in labels(place)
    await ben.press(panel, "Reject")
    await bot.renewed()
    assert answerable(bot) == []
    closed = [message for message in bot.slack.messages if not message.only and OFFER in message.dump()]
    assert len(closed) == 1
    assert "no longer open" in closed[0].dump()
    assert any("rejects the offer" in message.dump() for message in bot.slack.messages if not message.only)


@pytest.mark.parametrize("word", ["Accept", "Reject"])
async def test_the_maker_of_an_offer_cannot_answer_it_and_sees_who_can(socket_bot: Bot, word: str) -> None:
    bot = socket_bot
    anna, _, _, game = await open_game(bot, 5)
    await bot.does(anna, "draw")
    number, seen = (await bot.store.load(game)).number, len([m for m in bot.slack.messages if not m.only])
    places = answerable(bot)
    assert len(places) == 2
    for place in places:
        assert "Waiting for an answer from ben (Allied Powers)." in place.dump()
        await anna.press(place, word)
        await bot.idle()
        told = anna.private()[-1]
        assert told.text.startswith("You made this offer. The other player must answer it.")
        assert word not in labels(told)
    assert len(answerable(bot)) == 2, "it stands"
    assert len([m for m in bot.slack.messages if not m.only]) == seen
    assert (await bot.store.load(game)).number == number


async def test_a_warning_by_direct_message_loses_its_button_over_a_restart(socket_bot: Bot) -> None:
    bot = socket_bot
    anna, ben, _, _ = await open_game(bot, 5)
    await bot.does(ben, "settings pings dm")
    await bot.does(anna, "warn paris: look")
    (direct,) = [message for message in bot.slack.messages if message.channel.startswith("D")]
    assert labels(direct) == ["I've read it"]
    await bot.restart()
    await ben.press(direct, "I've read it")
    await bot.idle()
    assert labels(direct) == []
    assert "(read)" in direct.dump()


async def test_a_replacement_for_a_direct_message_leads_to_the_panel(socket_bot: Bot) -> None:
    """Slack shows it to one person in the channel, where it can't be edited later: nothing in it may become invalid."""
    bot = socket_bot
    bot.slack.faults["conversations.open"] += [Fault(error="cannot_dm_bot")] * 20
    anna, ben, _, _ = await open_game(bot, 5)
    await bot.does(ben, "settings pings dm")
    await bot.does(anna, "draw")
    (alone,) = [one for one in ben.private() if "offers a draw" in one.dump() and "Accept" not in labels(one)]
    assert labels(alone) == ["Open my panel"]
    assert "Answer it under the post in the channel" in alone.dump()
    await ben.press(alone, "Open my panel")
    await bot.idle()
    await ben.press(ben.panel(), "Reject")
    await bot.renewed()
    assert answerable(bot) == []
    await bot.does(anna, "warn paris: look")
    shown = [one for one in ben.private() if not one.gone and "I've read it" in labels(one)]
    assert shown == []


async def test_a_seat_that_is_kept_after_all_is_kept_on_the_open_panel_too(bot: Bot) -> None:
    _, ben, _, _ = await open_game(bot, 5)
    panel = await opened(bot, ben)
    assert "Keep my seat" not in labels(panel)
    await bot.does(ben, "substitute offer")
    await until(lambda: "Keep my seat" in labels(panel))
    await bot.renewed()
    await ben.press(panel, "Keep my seat")
    await bot.renewed()
    await until(lambda: "Keep my seat" not in labels(panel))
    shown = [label for message in bot.slack.messages if not message.gone for label in labels(message)]
    assert not [label for label in shown if label.startswith("Take seat")]


def test_a_panel_of_an_older_version_is_read() -> None:
    old = {"v": 1, "key": "k", "url": "u", "until": 1.0, "game": "g", "number": 4, "idle": ""}
    assert Panel.parse(json.dumps(old), "panel").offers == ""
