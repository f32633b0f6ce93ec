"""A crash between posting and noting, a long outage after it: where a workspace lets us look, nothing stands twice."""

from __future__ import annotations

import time
from typing import Any

import pytest

from bot.platforms.slack import hindsight
from bot.storage import Store, StoreUnavailable
from tests.platforms.slack.loopback import FakeSlack, Message
from tests.platforms.slack.people import CHANNEL
from tests.platforms.slack.support import Bot
from tests.platforms.slack.test_play import open_game

OUTAGE = 6 * 3600.0


class _Later:
    """The clock some hours later."""

    def time(self) -> float:
        return time.time() + OUTAGE


async def crashed_and_back(
    slack: FakeSlack, store: Store, monkeypatch: pytest.MonkeyPatch, *, said: int = 0
) -> list[str]:
    """The texts of all public messages after a process died between posting and noting, and one came back hours later.

    Meanwhile people have said so many things.
    """
    bot = Bot(slack, store)
    await bot.start()
    anna, _, _, game = await open_game(bot, upto=4)
    await bot.courier.stop()

    async def no_store(*given: Any) -> None:
        raise StoreUnavailable("away")

    with monkeypatch.context() as broken:
        broken.setattr(bot.platform._records, "sent", no_store)
        await anna.command("choose take")
        await bot.platform.drain()
        assert await store.outbox.pending_posts(game)
        bot.courier._stopping = False
        await bot.courier.deliver_all()
    await bot.platform.stop()
    slack._posted.clear()
    slack.messages += [Message(CHANNEL, f"1.{number:06}", "talk", []) for number in range(said)]
    monkeypatch.setattr(hindsight, "time", _Later())
    again = Bot(slack, store)
    await again.start()
    await again.idle(60)
    await again.stop()
    return [f"{m.thread and 'thread '}{m.text}" for m in slack.messages if not m.only and m.channel.startswith("C")]


async def test_with_the_scope_a_post_that_stands_is_not_posted_again(
    slack: FakeSlack, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    slack.scopes += ",channels:history"
    told = await crashed_and_back(slack, store, monkeypatch)
    assert sum("dealt 7 cards" in text for text in told) == 2, "once in the channel, once in the thread"


async def test_with_the_scope_what_people_wrote_since_hides_nothing(
    slack: FakeSlack, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    slack.scopes += ",channels:history"
    told = await crashed_and_back(slack, store, monkeypatch, said=450)
    assert sum("dealt 7 cards" in text for text in told) == 2, "once in the channel, once in the thread"


@pytest.mark.parametrize("error", ["ratelimited", "internal_error"])
@pytest.mark.parametrize("page", [1, 2, 3])
async def test_while_a_look_is_refused_for_a_moment_nothing_is_posted(
    slack: FakeSlack, store: Store, monkeypatch: pytest.MonkeyPatch, error: str, page: int
) -> None:
    slack.scopes += ",channels:history"
    looks, look = [0], slack._conversations_history

    def refused_once(*given: Any, **more: Any) -> Any:
        looks[0] += 1
        return error if looks[0] == page else look(*given, **more)

    monkeypatch.setattr(slack, "_conversations_history", refused_once)
    told = await crashed_and_back(slack, store, monkeypatch, said=450)
    assert looks[0] >= page
    assert sum("dealt 7 cards" in text for text in told) == 2, "once in the channel, once in the thread"
    assert not await store.outbox.parked()


async def test_a_look_that_is_held_up_at_every_page_gets_to_its_end(
    slack: FakeSlack, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    slack.scopes += ",channels:history"
    looks, look = [0], slack._conversations_history

    def every_other(*given: Any, **more: Any) -> Any:
        looks[0] += 1
        return look(*given, **more) if looks[0] % 2 else "ratelimited"

    monkeypatch.setattr(slack, "_conversations_history", every_other)
    told = await crashed_and_back(slack, store, monkeypatch, said=450)
    assert looks[0] > 3
    assert sum("dealt 7 cards" in text for text in told) == 2, "once in the channel, once in the thread"


async def test_without_the_scope_it_comes_again_and_slack_is_asked_once(
    slack: FakeSlack, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = await crashed_and_back(slack, store, monkeypatch)
    assert sum("dealt 7 cards" in text for text in told) == 3
    assert [method for method, _ in slack.calls].count("conversations.history") == 1
    assert not await store.outbox.parked()


async def test_what_is_fresh_is_posted_without_a_look(slack: FakeSlack, store: Store) -> None:
    slack.scopes += ",channels:history"
    bot = Bot(slack, store)
    await bot.start()
    await open_game(bot)
    await bot.stop()
    assert not [method for method, _ in slack.calls if method.startswith("conversations.") and method[14] in "hr"]
