"""A lesson on Slack: from the welcome of an empty channel by presses alone."""

from __future__ import annotations

from bot.storage import Store
from tests.platforms.slack.buttons import labels
from tests.platforms.slack.loopback import FakeSlack
from tests.platforms.slack.support import Bot


async def test_a_lesson_is_begun_and_gone_through_by_presses(slack: FakeSlack, store: Store) -> None:
    bot = Bot(slack, store)
    await bot.start()
    anna = bot.person("anna")
    await bot.does(anna, "panel")
    for label in ("Learn", "1 Moving and supply"):
        await anna.press(anna.panel(), label)
        await bot.idle()
    assert "step 1 of 6" in str(anna.panel().blocks)
    for label, told in (("Show me", "✔ The card is played"), ("Next step", "step 2 of 6"), ("Hint", "Hint: ")):
        await anna.press(anna.panel(), label)
        await bot.idle()
        assert told in str(anna.panel().blocks), label
    assert labels(anna.panel())[:5] == ["Hint", "Show me", "Begin step again", "Skip step", "Leave"]
    await anna.press(anna.panel(), "Leave")
    await bot.idle()
    await bot.does(anna, "learn 1")
    assert "step 2 of 6" in str(anna.panel().blocks), "it goes on where she was"
    await bot.stop()
