"""Nothing lost, nothing duplicated, everyone answered: dropped sockets, limits, failures, repetitions, crashes."""

from __future__ import annotations

import asyncio
import time

import pytest

from bot.platforms.slack.installs import Access
from bot.platforms.slack.records import Records
from bot.port import DeliveryError, Inbound
from bot.settings import RefusedError
from bot.storage import Connection, Store
from bot.table.reply import Reply
from tests.platforms.slack.lengths import channel_id
from tests.platforms.slack.loopback import FakeSlack, Fault
from tests.platforms.slack.people import CHANNEL, Person
from tests.platforms.slack.posts import outgoing, texts
from tests.platforms.slack.support import STALE, Bot, access, until
from tests.platforms.slack.test_play import open_game, orders_in, tables
from tests.support.relay import relayed


async def test_a_repeated_command_counts_and_is_answered_once(bot: Bot) -> None:
    anna, _, _, game = await open_game(bot)
    await bot.does(anna, "play auto")
    number, seen = (await bot.store.load(game)).number, len(bot.slack.messages)
    for retry in (1, 2, 3):
        await anna.again(retry)
    await bot.idle()
    assert (await bot.store.load(game)).number == number
    assert len(bot.slack.messages) == seen


async def test_a_command_that_comes_twice_at_once_counts_once(bot: Bot) -> None:
    anna, _, _, game = await open_game(bot)
    before = len(anna.private())
    await asyncio.gather(anna.command("play auto"), asyncio.sleep(0))
    await asyncio.gather(anna.again(), anna.again())
    await bot.idle()
    assert [e.get("choice") for e in await bot.store.record(game)].count("auto_op") == 1
    assert len(anna.private()) == before + 1


async def test_an_unconfirmed_claim_of_an_interaction_counts_as_own(redis_url: str) -> None:
    async with relayed(redis_url) as (relay, address):
        store = Store(Connection(address))
        relay.losing = b"feldpost:slack:seen:"
        assert await Records(store).begin("it")
        assert relay.lost == 1
        assert not await Records(store).begin("it"), "a repetition is not"
        await store.close()


async def test_a_repeated_press_counts_and_is_answered_once(bot: Bot) -> None:
    anna, _, _, game = await open_game(bot)
    await anna.press(tables(bot)[0], "Panel")
    await bot.idle()
    panel = anna.panel()
    await anna.press_token(panel, next(t for t in orders_in(panel) if "auto_op" in t))
    await asyncio.gather(anna.again(1), anna.again(2))
    await bot.idle()
    await anna.again(3)
    await bot.idle()
    assert [e.get("choice") for e in await bot.store.record(game)].count("auto_op") == 1
    assert panel.edits == 1
    assert STALE not in panel.text


async def test_a_repeated_form_counts_once(bot: Bot) -> None:
    anna, _, _, game = await open_game(bot)
    await bot.does(anna, "")
    seen = len(anna.private())
    await anna.submit({"typed": ("typed", {"value": "play auto"})})
    await bot.idle()
    await anna.again(1)
    await bot.idle()
    assert [e.get("choice") for e in await bot.store.record(game)].count("auto_op") == 1
    assert len(anna.private()) == seen + 1


async def test_a_repeated_event_publishes_once(bot: Bot) -> None:
    anna = bot.person("anna")
    await anna.open_home("Ev1")
    await anna.again(1)
    await bot.idle()
    assert [method for method, _ in bot.slack.calls].count("views.publish") == 1


async def test_two_players_in_the_same_instant(bot: Bot) -> None:
    anna, ben, eve, game = await open_game(bot)
    await asyncio.gather(
        anna.command("play auto"), ben.command("play auto"), eve.command("status"), ben.command("hand")
    )
    await bot.idle()
    assert [e.get("choice") for e in await bot.store.record(game)].count("auto_op") == 1
    assert "must decide first" in " ".join(m.text for m in ben.private())
    assert eve.private()


async def test_a_socket_that_drops_mid_action_comes_back(socket_bot: Bot) -> None:
    bot = socket_bot
    anna, _, _, game = await open_game(bot)
    await anna.command("play auto")
    await bot.slack.drop()
    await anna.command("activate koblenz move")
    await bot.idle(20)
    assert len(await bot.store.record(game)) >= 3
    assert "Koblenz" in anna.private()[-1].dump()


async def test_an_unanswered_envelope_comes_again_after_the_socket(socket_bot: Bot) -> None:
    """The acknowledgement was lost with the socket: Slack sends the same payload again."""
    bot = socket_bot
    anna, _, _, game = await open_game(bot)
    await anna.command("play auto")
    await bot.slack.drop()
    await anna.again(1)
    await bot.idle(20)
    assert [e.get("choice") for e in await bot.store.record(game)].count("auto_op") == 1


async def test_a_short_limit_is_waited_for(socket_bot: Bot) -> None:
    socket_bot.slack.faults["chat.postMessage"].append(Fault(429, "ratelimited", {"Retry-After": "1"}))
    began = time.monotonic()
    await socket_bot.platform.deliver(outgoing(1))
    assert time.monotonic() - began >= 1
    assert texts(socket_bot) == ["post 1"]


async def test_a_long_limit_is_kept_and_holds_up_no_other_game(
    socket_bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a limit of ten minutes nothing is sent to that channel for ten minutes; the other channel continues."""
    bot = socket_bot
    anna, _, _, game = await open_game(bot)
    bot.slack.faults["chat.postMessage"].append(Fault(429, "ratelimited", {"Retry-After": "600"}))
    for text in ("play auto", "activate koblenz move", "move ge 2 frankfurt", "done"):
        await anna.command(text)
    await until(lambda: not bot.slack.faults["chat.postMessage"])
    other = Person(bot.slack, "eve", channel=channel_id("OTHER"))
    await other.command("new campaign")
    await until(lambda: any(m.channel == channel_id("OTHER") and "new game" in m.text for m in bot.slack.messages))
    assert await bot.store.outbox.pending_posts(game)
    asked = posts_asked(bot)
    with pytest.raises(DeliveryError, match="limiting the bot") as caught:
        await bot.platform.deliver(outgoing(1))
    assert not caught.value.final
    assert posts_asked(bot) == asked
    loop = asyncio.get_running_loop()
    monkeypatch.setattr("bot.platforms.slack.api._loop_time", lambda: loop.time() + 600)
    await bot.idle(20)
    assert len([text for text in texts(bot) if "GE 2 moves: Koblenz → Frankfurt" in text]) == 1


def posts_asked(bot: Bot) -> int:
    """Return how often Slack was asked to post in the channel."""
    return len([1 for method, args in bot.slack.calls if method == "chat.postMessage" and args["channel"] == CHANNEL])


async def test_a_socket_that_slack_renews_goes_on(socket_bot: Bot) -> None:
    bot = socket_bot
    anna, _, _, game = await open_game(bot)
    await anna.command("play auto")
    await bot.slack.refresh()
    await anna.command("activate koblenz move")
    await bot.idle(20)
    assert [str(e.get("choice")) for e in await bot.store.record(game)][-1] == "for_movement koblenz"


async def test_every_command_is_answered_whatever_fails(socket_bot: Bot) -> None:
    anna = socket_bot.person("anna")
    socket_bot.handler.run = broken  # type: ignore[method-assign]
    await socket_bot.does(anna, "status")
    assert "Something went wrong on our side" in anna.private()[-1].text


async def broken(inbound: Inbound) -> list[Reply]:
    """Fail with a bug of our own."""
    raise ZeroDivisionError(inbound.key)


@pytest.mark.parametrize("error", ["internal_error", "expired_url", "invalid_blocks"])
async def test_an_answer_that_is_refused_by_a_200_finds_another_way(socket_bot: Bot, error: str) -> None:
    anna = socket_bot.person("anna")
    socket_bot.slack.faults["response_url"].append(Fault(error=error))
    await socket_bot.does(anna, "status")
    assert "This channel has no game yet" in anna.private()[-1].text
    assert socket_bot.slack.faults["response_url"] == []


async def test_an_unsigned_request_is_refused(slack: FakeSlack, store: Store) -> None:
    bot = Bot(slack, store, mode="http")
    await bot.start()
    anna = bot.person("anna")
    await anna.command("status")
    with pytest.raises(PermissionError, match="401"):
        await slack._send_http(*anna.last, 0, secret="wrong")
    # A replayed request, e.g. by an eavesdropper, is refused.
    with pytest.raises(PermissionError, match="401"):
        await slack._send_http(*anna.last, 0, age=301)
    await bot.stop()


async def test_a_wrong_token_is_told_at_the_start(slack: FakeSlack, store: Store) -> None:
    grants = access(slack, "socket")
    wrong = Access(bot_token="xoxb-wrong", app_token=grants.app_token, api=grants.api)
    with pytest.raises(RefusedError, match="FELDPOST_SLACK_BOT_TOKEN"):
        await Bot(slack, store, grants=wrong).start()


async def test_a_text_that_is_too_long_is_refused(socket_bot: Bot) -> None:
    anna, _, _, _ = await open_game(socket_bot)
    await socket_bot.does(anna, "move " + "ge 1 army " * 300)
    assert "can have 2,000 characters" in anna.private()[-1].text


async def test_two_processes_at_once_share_the_work(slack: FakeSlack, store: Store) -> None:
    """Slack sends each event to one of the connections; a repetition may come to the other."""
    first, second = Bot(slack, store, name="first"), Bot(slack, store, name="second")
    await first.start()
    await second.start()
    anna, ben, _, game = await open_game(first)
    await asyncio.gather(anna.command("play auto"), ben.command("hand"))
    await asyncio.gather(anna.again(1), anna.again(2))
    await first.idle()
    await second.idle()
    assert [e.get("choice") for e in await store.record(game)].count("auto_op") == 1
    assert len([m for m in anna.private() if "takes one operation" in m.text]) == 1
    assert len(tables(first)) == 1
    assert texts(first).count("post") == 0
    assert len([text for text in texts(first) if "starts with Guns of August" in text]) == 1
    await first.stop()
    await second.stop()


async def test_a_process_that_ends_leaves_what_comes_to_the_other(slack: FakeSlack, store: Store) -> None:
    first, second = Bot(slack, store, name="first"), Bot(slack, store, name="second")
    await first.start()
    await second.start()
    anna, _, _, _ = await open_game(first)
    first.painter.seconds = 0.5
    await anna.command("hand")
    await anna.command("hand")
    await first.platform.drain()
    assert not first.busy(), "what was taken is finished"
    # Until Slack has read the close frame, it still sends there.
    await until(lambda: slack.connections == 1)
    for _ in range(4):
        await anna.command("status")
    await second.idle()
    assert len([m for m in anna.private() if "Combined war status" in m.text]) == 4
    assert first.platform._carrying.running == set()
    await first.stop()
    await second.stop()
