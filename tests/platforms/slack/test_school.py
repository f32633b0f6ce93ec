"""A lesson on Slack: from the welcome of an empty channel, only by presses."""

from __future__ import annotations

import pytest

from bot.storage import Store
from tests.platforms.slack.buttons import labels
from tests.platforms.slack.loopback import FakeSlack
from tests.platforms.slack.support import Bot, until
from tests.school.liege_presses import PRESSES
from tests.school.slow import held_back


async def test_a_lesson_is_begun_and_gone_through_by_presses(slack: FakeSlack, store: Store) -> None:
    bot = Bot(slack, store)
    await bot.start()
    anna = bot.person("anna")
    await bot.does(anna, "panel")
    for label in ("Learn", "1 Moving and supply"):
        await anna.press(anna.panel(), label)
        await bot.idle()
    assert "step 1 of 6" in str(anna.panel().blocks)
    for label, told in (("Show me", "✔ You've played the card"), ("Next step", "step 2 of 6"), ("Hint", "Hint: ")):
        await anna.press(anna.panel(), label)
        await bot.idle()
        assert told in str(anna.panel().blocks), label
    own = ["Hint", "Show me", "Restart step", "Skip step", "Leave lesson"]
    assert [label for label in labels(anna.panel()) if label in own] == own
    await anna.press(anna.panel(), "Leave lesson")
    await bot.idle()
    await bot.does(anna, "learn 1")
    assert "step 2 of 6" in str(anna.panel().blocks), "it goes on where she was"
    await bot.stop()


@pytest.mark.parametrize("typed", [False, True])
async def test_the_plan_follows_the_written_hint_without_a_press(
    slack: FakeSlack, store: Store, monkeypatch: pytest.MonkeyPatch, typed: bool
) -> None:
    found = held_back(monkeypatch)
    monkeypatch.setattr("bot.platforms.slack.execution._PAUSE", 0.05)
    bot = Bot(slack, store)
    await bot.start()
    anna = bot.person("anna")
    await bot.does(anna, "learn 5")
    if typed:
        await bot.does(anna, "learn hint")
    else:
        await anna.press(anna.panel(), "Hint")
        await bot.idle()
    shown = len(anna.private())
    assert "Hint: Take it" in str(anna.panel().blocks)
    assert "looking for its best plan" in str(anna.panel().blocks)
    found.set()
    await until(lambda: "The computer's best plan here: " in str(anna.panel().blocks))
    assert "Hint: Take it" in str(anna.panel().blocks)
    assert len(anna.private()) == shown + typed, "in its place, or below what was typed"
    await anna.press(anna.panel(), "Leave lesson")
    await bot.idle()
    assert "You left" in str(anna.panel().blocks), "its address is not used up"
    await bot.stop()


async def test_the_lesson_of_liege_is_gone_through_by_presses(slack: FakeSlack, store: Store) -> None:
    bot = Bot(slack, store)
    await bot.start()
    anna = bot.person("anna")
    anna.root = "liege"
    await bot.does(anna, "learn")

    async def press(label: str) -> None:
        await anna.press(anna.panel(), label)
        await bot.idle()

    await press("1 Storming a fort")
    for at, labels_of_step in enumerate(PRESSES.values(), 1):
        assert f"step {at} of 5" in str(anna.panel().blocks)
        for label in labels_of_step:
            await press(label)
        assert "✔" in str(anna.panel().blocks)
        await press("Finish lesson" if at == len(PRESSES) else "Next step")
    assert "Lesson finished: Storming a fort" in str(anna.panel().blocks)
    await press("Your first game")
    assert "You play the Germans" in str(anna.panel().blocks)
    await bot.stop()
