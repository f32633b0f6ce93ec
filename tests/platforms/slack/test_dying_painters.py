"""Dying picture processes delay no post on Slack, and neither they nor a restart cost a post its picture."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Any

import pytest

from bot.platforms.painting import PicturePool
from bot.platforms.slack import delivery
from bot.port import Outgoing
from bot.table.reply import PictureRef, Reply
from bot.workers import Overloaded
from tests.platforms.slack.loopback import TEAM, FakeSlack, Fault, Message
from tests.platforms.slack.people import CHANNEL
from tests.platforms.slack.support import Bot, until
from tests.platforms.slack.test_play import open_game
from tests.support.dying import BOUND, storm


def pictured(message: Message) -> bool:
    return any(block["type"] == "image" for block in message.blocks)


@pytest.mark.process
@pytest.mark.sweep(fixed=[6])
@pytest.mark.parametrize("seconds", [6, 30])
async def test_killing_picture_processes_delays_no_post(
    socket_bot: Bot, seconds: int, caplog: pytest.LogCaptureFixture
) -> None:
    bot, pool = socket_bot, PicturePool(socket_bot.store, 2)
    _, _, _, game = await open_game(bot)
    bot.platform._deliveries._gallery._draw = pool

    def shown(text: str) -> list[Message]:
        return [one for one in bot.slack.messages if one.text == text]

    async def stands(text: str) -> bool:
        return bool(shown(text))

    found = await storm(pool, bot.store, bot.courier, game, seconds, stands)
    assert found.kills >= seconds // 2
    assert found.longest < BOUND, found.delays
    await until(lambda: all(pictured(shown(text)[0]) for text in found.delays))
    assert [len(shown(text)) for text in found.delays] == [1] * len(found.delays)
    assert await bot.store.outbox.parked() == []
    caplog.clear()
    await bot.stop()
    await pool.close()
    assert [one.message for one in caplog.records if one.levelno >= logging.ERROR] == []


def a_post(game: str, number: int = 1, **how: Any) -> Outgoing:
    picture = PictureRef(kind="overview", game=game, number=number, alt="the ground")
    reply = Reply(text="The action.", picture=picture, **{"audience": "channel", **how})
    user = f"{TEAM}.{'U'}" if reply.audience == "private" else ""
    return Outgoing(id=f"{game}/900000000000{number}-0", game=game, channel=f"{TEAM}.{CHANNEL}", reply=reply, user=user)


async def crowded(ref: PictureRef) -> tuple[bytes, str, str]:
    raise Overloaded("Pictures can't be drawn right now.")


async def comes_after_a_kill(bot: Bot, message: Message) -> None:
    """Check that a message's pending picture comes after the next start, and nothing is duplicated."""
    assert not pictured(message)
    await bot.platform._deliveries.late.stop()  # like a killed process
    posted = len(bot.slack.messages)
    await bot.restart()
    await until(lambda: pictured(message))
    await until(lambda: not bot.platform._deliveries.late.waiting)
    assert len(bot.slack.messages) == posted, "nothing is posted twice"
    assert await bot.platform._records.awaiting() == []


@pytest.mark.parametrize(
    "how", [{}, {"audience": "thread"}, {"edit": "prompt", "anew": True}, {"edit": "table", "anew": True}]
)
async def test_a_picture_that_a_process_died_over_comes_after_the_next_start_once(
    socket_bot: Bot, slack: FakeSlack, monkeypatch: pytest.MonkeyPatch, how: dict[str, Any]
) -> None:
    monkeypatch.setattr(delivery, "_DRAWING", 0.05)
    bot = socket_bot
    _, _, _, game = await open_game(bot)
    bot.platform._deliveries._gallery._draw = crowded
    await bot.platform.deliver(a_post(game, **how))
    (message,) = [one for one in slack.messages if one.text == "The action."]
    await comes_after_a_kill(bot, message)
    await bot.restart()
    calls = len(slack.calls)
    assert await bot.platform._records.awaiting() == []
    assert not bot.platform._deliveries.late.waiting
    assert [method for method, _ in slack.calls[calls:] if method == "chat.update"] == []


@pytest.mark.parametrize("alone", [False, True])
async def test_a_picture_of_no_game_comes_after_the_next_start_too(
    socket_bot: Bot, slack: FakeSlack, monkeypatch: pytest.MonkeyPatch, *, alone: bool
) -> None:
    """League news, a daily puzzle: messages outside games don't lose their picture when the process is killed either."""
    monkeypatch.setattr(delivery, "_DRAWING", 0.05)
    bot = socket_bot
    anna, _, _, game = await open_game(bot)
    bot.platform._deliveries._gallery._draw = crowded
    news = a_post(game).reply.model_copy(update={"text": "The news."})
    if alone:
        await bot.platform._deliveries.say_alone(f"{TEAM}.{anna.id}", news, "news")
    else:
        await bot.platform._deliveries.say(f"{TEAM}.{CHANNEL}", news, "news")
    (message,) = [one for one in slack.messages if one.text == "The news."]
    await comes_after_a_kill(bot, message)


async def test_a_message_that_was_amended_gets_no_picture_of_before(
    socket_bot: Bot, slack: FakeSlack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery, "_DRAWING", 0.05)
    bot = socket_bot
    _, _, _, game = await open_game(bot)
    bot.platform._deliveries._gallery._draw = crowded
    news = a_post(game).reply.model_copy(update={"text": "The news."})
    ts = await bot.platform._deliveries.say(f"{TEAM}.{CHANNEL}", news, "news")
    assert ts is not None
    await bot.platform._deliveries.amend(f"{TEAM}.{CHANNEL}", ts, Reply(text="The truth.", audience="channel"))
    assert not bot.platform._deliveries.late.waiting
    assert await bot.platform._records.awaiting() == []


async def test_a_picture_that_slack_still_processes_follows_its_post(
    socket_bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = socket_bot
    upload = bot.platform.api.upload
    _, _, _, game = await open_game(bot)

    async def slow(*args: Any, **how: Any) -> str:
        file = await upload(*args, **how)
        bot.slack.files[file].looks = 4
        return file

    monkeypatch.setattr(bot.platform.api, "upload", slow)
    monkeypatch.setattr(delivery, "_DRAWING", 0.5)
    await bot.platform.deliver(a_post(game))
    (message,) = [one for one in bot.slack.messages if one.text == "The action."]
    assert not pictured(message)
    assert "the ground" in message.dump() or "overview" in message.dump()
    await until(lambda: pictured(message))


def test_posts_that_wait_for_each_other_wait_no_longer_for_their_pictures() -> None:
    async def wait(age: float) -> float:
        loop = asyncio.get_running_loop()
        return delivery._deadline(f"game/{int((time.time() - age) * 1000)}-0").until - loop.time()

    waits = [asyncio.run(wait(age)) for age in (0.0, 1.5, 600.0, -600.0)]
    assert [round(one, 1) for one in waits] == [2.0, 0.5, 0.2, 2.0]


async def test_a_private_answer_gets_its_picture_as_one_further_message(
    socket_bot: Bot, slack: FakeSlack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery, "_DRAWING", 0.05)
    bot = socket_bot
    anna, _, _, game = await open_game(bot)
    bot.platform._deliveries._gallery._draw = crowded
    first = len(slack.messages)
    slack.faults["conversations.open"].append(Fault(200, error="user_disabled"))
    message = a_post(game, audience="private", seat=0).model_copy(update={"user": f"{TEAM}.{anna.id}"})
    await bot.platform.deliver(message)

    def seen() -> list[Message]:
        return [one for one in slack.messages[first:] if one.only == anna.id]

    assert [pictured(one) for one in seen()] == [False]
    await bot.platform._deliveries.late.stop()
    await bot.restart()
    await until(lambda: [pictured(one) for one in seen()] == [False, True])
    await bot.restart()
    assert len(seen()) == 2
    assert await bot.platform._records.awaiting() == []


async def test_the_picture_of_an_answer_is_asked_for_again(
    socket_bot: Bot, slack: FakeSlack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.platforms.slack.uploads._PAUSES", (0.1, 0.1))
    bot = socket_bot
    anna, _, _, _ = await open_game(bot)
    deaths = [2]

    async def dying(ref: PictureRef) -> tuple[bytes, str, str]:
        if ref.kind == "hand" and deaths[0]:
            deaths[0] -= 1
            raise Overloaded("Pictures can't be drawn right now.")
        return await bot.painter(ref)

    bot.platform._deliveries._gallery._draw = dying
    first = len(slack.messages)
    await anna.command("hand")
    await until(lambda: any(pictured(one) for one in slack.messages[first:] if one.only == anna.id))
    assert deaths == [0]
