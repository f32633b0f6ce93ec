"""A lesson on Discord: from the welcome of an empty channel, only by presses."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.service.handler import BotHandler
from tests.platforms.discord.conftest import Loopback
from tests.platforms.discord.people import labels, until
from tests.school.liege_presses import PRESSES
from tests.school.slow import held_back


async def test_a_lesson_is_begun_and_gone_through_by_presses(loopback: Loopback) -> None:
    await loopback.bot(handler=BotHandler(loopback.store))
    anna = loopback.person(11, "Anna")
    await anna.slash("panel")
    await anna.use(anna.panel(), "Learn".__eq__)
    await anna.use(anna.panel(), "1 Moving and supply".__eq__)
    assert "step 1 of 6" in anna.panel()["content"]
    await anna.use(anna.panel(), "Show me".__eq__)
    assert "✔ You've played the card" in anna.panel()["content"]
    await anna.use(anna.panel(), "Next step".__eq__)
    shown, own = labels(anna.panel()), ["Hint", "Show me", "Restart step", "Skip step", "Leave lesson"]
    assert set(shown[:2]) == {"Oppeln: move", "Bremen: move"}, "what the step asks for comes first"
    assert [label for label in shown if label in own] == own
    await anna.slash("activate oppeln, bremen move")
    await anna.slash("done")
    await anna.use(anna.panel(), "Leave them unused".__eq__)
    assert "✔ Both spaces are marked" in anna.panel()["content"]
    await anna.use(anna.panel(), "Leave lesson".__eq__)
    await anna.slash("learn 1")
    assert "step 2 of 6" in anna.panel()["content"], "it goes on where she was"


async def test_the_plan_follows_the_written_hint_without_a_press(
    loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = held_back(monkeypatch)
    monkeypatch.setattr("bot.platforms.discord.interactions._PAUSE", 0.05)
    await loopback.bot(handler=BotHandler(loopback.store))
    anna = loopback.person(11, "Anna")
    await anna.slash("learn 5")
    await anna.use(anna.panel(), "Hint".__eq__)
    shown = anna.panel()
    assert "Hint: Take it" in shown["content"]
    assert "looking for its best plan" in shown["content"]
    found.set()
    await until(lambda: "The computer's best plan here: " in anna.panel()["content"], "the plan")
    assert anna.panel()["id"] == shown["id"], "in its place"
    assert "Hint: Take it" in anna.panel()["content"]


async def test_a_panel_that_shows_something_else_by_now_is_left_alone(
    loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = held_back(monkeypatch)
    monkeypatch.setattr("bot.platforms.discord.interactions._PAUSE", 0.05)
    bot = await loopback.bot(handler=BotHandler(loopback.store))
    anna = loopback.person(11, "Anna")
    await anna.slash("learn 5")
    await anna.use(anna.panel(), "Hint".__eq__)
    await anna.slash("choose take")
    shown = anna.panel()["content"]
    found.set()
    await until(lambda: not bot.platform.serving._following._tasks, "the end of it")
    assert "looking for its best plan" not in shown
    assert anna.panel()["content"] == shown


def begins(label: str) -> Callable[[str], bool]:
    """Return a test whether a label begins with these words."""
    return lambda shown: shown.startswith(label)


async def test_the_lesson_of_liege_is_gone_through_by_presses(loopback: Loopback) -> None:
    await loopback.bot(handler=BotHandler(loopback.store))
    anna = loopback.person(11, "Anna")
    anna.root = "liege"
    await anna.slash("learn")
    await anna.use(anna.panel(), "1 Storming a fort".__eq__)
    for at, labels_of_step in enumerate(PRESSES.values(), 1):
        assert f"step {at} of 5" in anna.panel()["content"]
        for label in labels_of_step:
            await anna.use(anna.panel(), begins(label))
        assert "✔" in anna.panel()["content"]
        await anna.use(anna.panel(), ("Finish lesson" if at == len(PRESSES) else "Next step").__eq__)
    assert "Lesson finished: Storming a fort" in anna.panel()["content"]
    await anna.use(anna.panel(), "Your first game".__eq__)
    assert "You play the Germans" in anna.panel()["content"]
