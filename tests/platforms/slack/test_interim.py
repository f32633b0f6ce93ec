"""Slow commands are announced by a notice within Slack's three seconds."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from bot.platforms import interim_notice
from bot.port import Inbound
from bot.table.reply import Reply
from tests.platforms.slack.support import Bot
from tests.platforms.slack.test_play import open_game, orders_in, tables

WORD = "This takes a moment"
#: The value of a running bot; other tests use a long one, so that a slow machine adds no notices.
SECONDS = interim_notice.SECONDS


def test_it_is_said_within_three_seconds() -> None:
    assert SECONDS <= 2.0, "a call to a platform takes its time as well"


@pytest.mark.parametrize("line", ["verify", "log", "replay", "export", "status"])
async def test_a_command_that_takes_long_is_told_before_its_answer(
    bot: Bot, line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, _, _, _ = await open_game(bot)
    slow(bot, monkeypatch)
    before = len(anna.private())
    await bot.does(anna, line)
    told = [one.text for one in anna.private()[before:]]
    assert WORD in told[0]
    assert len(told) >= 2
    assert not any(WORD in one for one in told[1:])


async def test_a_press_that_takes_long_is_told_and_answered_in_place(
    socket_bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = socket_bot
    anna, _, _, _ = await open_game(bot)
    await anna.press(tables(bot)[0], "Panel")
    await bot.idle()
    panel = anna.panel()
    slow(bot, monkeypatch)
    await anna.press_token(panel, orders_in(panel)[0])
    await bot.idle()
    assert any(WORD in one.text for one in anna.private())
    assert panel.edits
    assert WORD not in panel.text


async def test_a_command_waiting_for_an_earlier_one_is_announced_too(
    socket_bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = socket_bot
    anna, _, _, _ = await open_game(bot)
    slow(bot, monkeypatch)
    before = len(anna.private())
    for line in ("status", "log"):
        await anna.command(line)
    await bot.idle()
    assert sum(WORD in one.text for one in anna.private()[before:]) == 2, "one word for each command, also in the queue"
    first = next(n for n, one in enumerate(anna.private()[before:]) if WORD not in one.text)
    assert sum(WORD in one.text for one in anna.private()[before:][:first]) == 2, "both before the first answer"


async def test_quick_answers_have_no_interim_notice(socket_bot: Bot) -> None:
    bot = socket_bot
    anna, _, _, _ = await open_game(bot)
    await bot.does(anna, "status")
    assert not any(WORD in one.text for one in anna.private())


def slow(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make commands slower than the notice's delay; the time is mocked."""
    monkeypatch.setattr(interim_notice, "SECONDS", 0.05)
    run = bot.handler.run

    async def late(inbound: Inbound) -> Sequence[Reply]:
        await asyncio.sleep(0.3)
        return await run(inbound)

    monkeypatch.setattr(bot.handler, "run", late)
