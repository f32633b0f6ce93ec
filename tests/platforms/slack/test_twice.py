"""A crash between posting and storing: if the channel is readable, nothing appears twice; otherwise it is logged.

The server keeps both messages of a repeated post: Slack guarantees nothing about `client_msg_id`.
"""

from __future__ import annotations

import logging
from typing import Any

import pytest
from slack_sdk.web.async_client import AsyncWebClient

from bot.platforms.slack.delivery_dedup import Hindsight, mark
from bot.port import DeliveryError
from bot.storage import Store, StoreUnavailable, outbox
from tests.platforms.slack.loopback import BOT_TOKEN, TEAM, FakeSlack, Fault, Message
from tests.platforms.slack.people import CHANNEL
from tests.platforms.slack.posts import outgoing
from tests.platforms.slack.support import Bot
from tests.platforms.slack.test_play import open_game


async def crashed_and_back(
    slack: FakeSlack, store: Store, monkeypatch: pytest.MonkeyPatch, *, said: int = 0
) -> list[str]:
    """Return the public texts after a process crashed between posting and storing, and another started at once.

    In the meantime people have written `said` messages.
    """
    bot = Bot(slack, store)
    await bot.start()
    anna, _, _, game = await open_game(bot, upto=4)
    await bot.courier.stop()

    async def no_store(*given: Any) -> None:
        raise StoreUnavailable("away")

    with monkeypatch.context() as broken:
        broken.setattr(bot.platform._records, "sent", no_store)
        await anna.command("resign yes")
        await bot.platform.drain()
        assert await store.outbox.pending_posts(game)
        bot.courier._stopping = False
        await bot.courier.deliver_all()
    await bot.platform.stop()
    monkeypatch.setattr(outbox, "_PAUSE", 0.02)  # skips the pauses after a second failure
    slack.messages += [Message(CHANNEL, f"1.{number:06}", "talk", []) for number in range(said)]
    again = Bot(slack, store)
    await again.start()
    await again.idle(60)
    await again.stop()
    return [f"{m.thread and 'thread '}{m.text}" for m in slack.messages if not m.only and m.channel.startswith("C")]


async def test_with_the_scope_an_existing_post_is_not_repeated(
    slack: FakeSlack, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    slack.scopes += ",channels:history"
    told = await crashed_and_back(slack, store, monkeypatch)
    assert sum("(Central Powers) resigns" in text for text in told) == 1


async def test_with_the_scope_what_people_wrote_since_hides_nothing(
    slack: FakeSlack, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    slack.scopes += ",channels:history"
    told = await crashed_and_back(slack, store, monkeypatch, said=450)
    assert sum("(Central Powers) resigns" in text for text in told) == 1


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
    assert sum("(Central Powers) resigns" in text for text in told) == 1
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
    assert sum("(Central Powers) resigns" in text for text in told) == 1


async def test_without_the_scope_it_comes_again_slack_is_asked_once_and_the_log_says_so(
    slack: FakeSlack, store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    told = await crashed_and_back(slack, store, monkeypatch)
    assert sum("(Central Powers) resigns" in text for text in told) == 2
    said = [record.getMessage() for record in caplog.records if "may stand twice" in record.getMessage()]
    assert len(said) == 1
    assert "deploy/slack/README.md" in said[0]
    assert [method for method, _ in slack.calls].count("conversations.history") == 1
    assert not await store.outbox.parked()


async def test_a_scope_that_a_workspace_grants_later_is_used_within_an_hour(slack: FakeSlack) -> None:
    clock = [0.0]
    hindsight = Hindsight(lambda: clock[0])
    client = AsyncWebClient(token=BOT_TOKEN, base_url=f"{slack.url}/api/")
    slack.messages.append(Message(CHANNEL, "1.5", "played", [], metadata=mark("abcd2345/1-0")))

    async def found() -> str:
        return await hindsight.standing(client, TEAM, (CHANNEL, ""), "abcd2345/1-0", before=1.0)

    assert await found() == ""
    slack.scopes += ",channels:history"
    clock[0] = 3599.0
    assert await found() == ""
    assert [method for method, _ in slack.calls].count("conversations.history") == 1, "nobody is asked meanwhile"
    clock[0] = 3601.0
    assert await found() == "1.5"


async def test_without_the_scope_slack_s_repeated_ids_prevent_double_posts(
    slack: FakeSlack, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    slack.drops_repeated = True
    told = await crashed_and_back(slack, store, monkeypatch)
    assert sum("(Central Powers) resigns" in text for text in told) == 1


async def test_a_scope_for_public_channels_does_not_blind_us_to_others(slack: FakeSlack, store: Store) -> None:
    """Each kind of channel has its own scope: an unreadable direct message must not affect public posts."""
    slack.scopes += ",channels:history"
    bot = Bot(slack, store)
    await bot.start()
    anna = bot.person("anna")
    private = outgoing(1, audience="private", seat=1).model_copy(update={"user": f"{TEAM}.{anna.id}"})
    for message, stands in ((private, 2), (outgoing(2), 1)):
        slack.faults["chat.postMessage"].append(Fault(503, after=True))
        with pytest.raises(DeliveryError):
            await bot.platform.deliver(message)
        before = len(slack.messages)
        await bot.platform.deliver(message)
        assert len(slack.messages) - before + 1 == stands
    await bot.stop()


async def test_a_refused_post_is_sent_again_without_a_look(slack: FakeSlack, store: Store) -> None:
    slack.scopes += ",channels:history"
    bot = Bot(slack, store)
    await bot.start()
    slack.faults["chat.postMessage"].append(Fault(error="not_in_channel"))
    with pytest.raises(DeliveryError):
        await bot.platform.deliver(outgoing(1))
    await bot.platform.deliver(outgoing(1))
    assert [m.text for m in slack.messages] == ["post 1"]
    assert not [method for method, _ in slack.calls if method.startswith("conversations.") and method[14] in "hr"]
    assert not await store.connection.call("KEYS", "*:slack:trying:*"), "what is noted needs no mark"
    await bot.stop()


async def test_new_posts_are_sent_without_a_look(slack: FakeSlack, store: Store) -> None:
    slack.scopes += ",channels:history"
    bot = Bot(slack, store)
    await bot.start()
    await open_game(bot)
    await bot.stop()
    assert not [method for method, _ in slack.calls if method.startswith("conversations.") and method[14] in "hr"]
