"""A lesson on Discord: from the welcome of an empty channel by presses alone."""

from __future__ import annotations

from bot.service.handler import BotHandler
from tests.platforms.discord.conftest import Loopback
from tests.platforms.discord.people import labels


async def test_a_lesson_is_begun_and_gone_through_by_presses(loopback: Loopback) -> None:
    await loopback.bot(handler=BotHandler(loopback.store))
    anna = loopback.person(11, "Anna")
    await anna.slash("panel")
    await anna.use(anna.panel(), "Learn".__eq__)
    await anna.use(anna.panel(), "1 Moving and supply".__eq__)
    assert "step 1 of 6" in anna.panel()["content"]
    await anna.use(anna.panel(), "Show me".__eq__)
    assert "✔ The card is played" in anna.panel()["content"]
    await anna.use(anna.panel(), "Next step".__eq__)
    assert labels(anna.panel())[:5] == ["Hint", "Show me", "Begin step again", "Skip step", "Leave"]
    await anna.slash("activate oppeln, bremen move")
    await anna.slash("done")
    await anna.use(anna.panel(), "Leave them unused".__eq__)
    assert "✔ Both spaces are marked" in anna.panel()["content"]
    await anna.use(anna.panel(), "Leave".__eq__)
    await anna.slash("learn 1")
    assert "step 2 of 6" in anna.panel()["content"], "it goes on where she was"
