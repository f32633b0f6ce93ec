"""Where posting is impossible: each case has a sentence and a way to continue."""

from __future__ import annotations

import asyncio
import logging
from typing import Any
from unittest.mock import AsyncMock

import pytest

from bot.port import DeliveryError
from bot.storage import Store, StoreUnavailable
from bot.titles.testing import slack_limits as limits
from tests.platforms.slack.lengths import BOT_USER, channel_id
from tests.platforms.slack.loopback import BOT_TOKEN, TEAM, FakeSlack, Fault, Message
from tests.platforms.slack.people import CHANNEL, Person
from tests.platforms.slack.posts import outgoing, texts
from tests.platforms.slack.support import Bot, until
from tests.platforms.slack.test_install import OTHER, install, several
from tests.platforms.slack.test_play import open_game, tables
from tests.platforms.slack.test_refreshing import opened

MOVE = ("play auto", "activate koblenz move", "move ge 2 frankfurt", "done")
MOVED = "GE 2 moves: Koblenz → Frankfurt"


def event(kind: str, team: str = TEAM, **more: Any) -> dict[str, Any]:
    """Return an event that Slack sends by itself."""
    return {
        "type": "event_callback", "team_id": team, "api_app_id": "A0APP", "event_id": f"Ev{kind}", "token": "t",
        "authorizations": [], "event": {"type": kind, **more},
    }  # fmt: skip


@pytest.mark.parametrize(
    ("code", "final", "says"),
    [
        ("missing_scope", False, "lacks a scope"),
        ("channel_not_found", False, "Invite it"),
        ("is_archived", False, "/pog relocate"),
        ("not_in_channel", False, "Invite it with `/invite"),
        ("account_inactive", False, "Install it again"),
        ("token_revoked", False, "Install the app again"),
        ("user_disabled", True, "master replace"),
        ("msg_too_long", True, "too long"),
        ("internal_error", False, "can't reach Slack"),
        ("something_new", False, r"refused this \(something_new\)"),
    ],
)
async def test_every_refusal_is_a_sentence(socket_bot: Bot, code: str, final: bool, says: str) -> None:
    socket_bot.slack.faults["chat.postMessage"].append(Fault(error=code))
    with pytest.raises(DeliveryError, match=says) as caught:
        await socket_bot.platform.deliver(outgoing(1))
    assert caught.value.final is final


@pytest.mark.parametrize(
    "fault",
    [
        *(Fault(error=code) for code in ("invalid_auth", "account_inactive", "token_revoked", "org_login_required")),
        *(Fault(error=code) for code in ("team_access_not_granted", "internal_error")),
        *(Fault(status=status) for status in (403, 429, 503)),
    ],
    ids=lambda fault: fault.error or str(fault.status),
)
async def test_a_platform_outage_does_not_count_as_a_try(socket_bot: Bot, fault: Fault) -> None:
    bot = socket_bot
    anna, _, _, game = await open_game(bot)
    for method in ("chat.postMessage", "chat.update"):
        bot.slack.faults[method] += [fault] * 50
    await anna.command("play auto")

    async with asyncio.timeout(30):
        while not any(post.times for post in await bot.store.outbox.pending_posts(game)):  # noqa: ASYNC110 - there is no event
            await asyncio.sleep(0.02)
    assert {post.tries for post in await bot.store.outbox.pending_posts(game)} == {0}
    bot.slack.faults.clear()


async def test_a_workspace_that_has_removed_the_app_costs_no_tries_while_others_go_on(socket_bot: Bot) -> None:
    socket_bot.slack.faults["chat.postMessage"].append(Fault(error="account_inactive"))
    with pytest.raises(DeliveryError) as caught:
        await socket_bot.platform.deliver(outgoing(1))
    assert caught.value.held


async def test_the_asker_hears_that_nothing_can_be_posted(socket_bot: Bot) -> None:
    bot = socket_bot
    anna = bot.person("anna")
    bot.slack.outside.add(CHANNEL)
    await anna.command("new campaign")
    await until(lambda: any("/invite @Feldpost" in m.text for m in anna.private()))
    bot.slack.outside.clear()
    await bot.idle(20)
    assert len([m for m in anna.private() if "/invite" in m.text]) == 1
    assert len([text for text in texts(bot) if "new game" in text]) == 1


async def test_a_store_failure_after_the_post_is_not_shown_to_the_asker(
    socket_bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = socket_bot
    anna = bot.person("anna")
    lost = AsyncMock(side_effect=StoreUnavailable("The Redis server at 10.0.0.7:6379 does not answer."))
    with monkeypatch.context() as broken:
        broken.setattr(bot.platform._deliveries._records, "was_sent", lost)
        await anna.command("new campaign")
        await until(lambda: lost.await_count > 1)
    await bot.idle(20)
    assert not [m.text for m in anna.private() if "Redis" in m.text]
    assert len([text for text in texts(bot) if "new game" in text]) == 1


async def test_a_game_leaves_an_archived_channel_with_its_posts(socket_bot: Bot) -> None:
    bot = socket_bot
    anna, _, _, game = await open_game(bot)
    bot.slack.archived.add(CHANNEL)
    for text in MOVE:
        await anna.command(text)
    await until(lambda: any("/pog relocate" in m.text for m in anna.private()) and not bot.busy())
    assert await bot.store.outbox.pending_posts(game)
    elsewhere = Person(bot.slack, "anna", channel=channel_id("OTHER"))
    await elsewhere.command(f"relocate {game}")
    await bot.idle(30)
    assert [m.channel for m in bot.slack.messages if MOVED in m.text and not m.only and not m.thread] == [
        channel_id("OTHER")
    ]
    assert any('"Follow"' in m.dump() for m in elsewhere.sees() if not m.only)
    assert not await bot.store.outbox.parked()


async def test_a_channel_that_a_game_left_has_nothing_to_press(socket_bot: Bot) -> None:
    bot = socket_bot
    anna, ben, eve, game = await open_game(bot)
    (table,) = tables(bot)
    for text in ("draw", "warn paris: look there"):
        await bot.does(anna, text)
    await ben.press(table, "Panel")
    await bot.idle()
    panel, opener = ben.panel(), next(e for e in limits.elements(table.blocks) if e.get("type") == "button")

    def pressable() -> list[Message]:
        public = [m for m in bot.slack.messages if m.channel == CHANNEL and not m.only and not m.gone]
        return [m for m in public if list(limits.elements(m.blocks))]

    assert len(pressable()) >= 3, "the table message, the offer and the warning"
    await bot.does(Person(bot.slack, "anna", channel=channel_id("OTHER")), f"relocate {game}")
    assert pressable() == []
    before = (await bot.store.load(game)).number
    said = f"has moved to <#{channel_id('OTHER')}>"
    # A press on an unreachable message is answered: the user's own panel is replaced by the sentence.
    await ben.press(panel, "Hand")
    await bot.idle()
    assert said in panel.dump()
    assert list(limits.elements(panel.blocks)) == [] or panel.gone
    await eve._act(table, opener, {"value": opener["value"]})
    await bot.idle()
    assert said in eve.private()[-1].dump()
    assert (await bot.store.load(game)).number == before


@pytest.mark.filterwarnings("ignore:BasicAuth is deprecated:DeprecationWarning")
async def test_posts_wait_for_the_app_to_be_installed_again(slack: FakeSlack, store: Store) -> None:
    bot = Bot(slack, store, mode="http", grants=several(slack))
    await bot.start()
    await install(bot, OTHER)
    anna = Person(slack, "anna", team=OTHER)
    for text in ("new campaign", "join both", "start", "choose take", *MOVE[:-1]):
        await bot.does(anna, text)
    await slack.send("events_api", event("tokens_revoked", OTHER, tokens={"oauth": ["U1"], "bot": []}))
    await until(lambda: not bot.busy())
    assert await store.connection.call("KEYS", "*slack:install*")
    await bot.courier.stop()
    await anna.command("done")
    await until(lambda: not bot.busy())
    await slack.send("events_api", event("tokens_revoked", OTHER, tokens={"oauth": [], "bot": [BOT_USER]}))
    await until(lambda: not bot.busy())
    assert await store.connection.call("KEYS", "*slack:install*") == []
    await bot.restart()
    game = await store.channels.holder(f"slack:{OTHER}.{CHANNEL}")
    assert game is not None
    assert await store.outbox.pending_posts(game)
    assert not [m for m in slack.messages if MOVED in m.text and not m.only]
    assert await install(bot, OTHER) == 200
    await bot.idle(30)
    assert len([m for m in slack.messages if MOVED in m.text and not m.only and not m.thread]) == 1
    assert not await store.outbox.parked()
    await bot.stop()


async def test_a_withdrawn_token_is_told_to_the_operator_and_may_come_back(
    socket_bot: Bot, caplog: pytest.LogCaptureFixture
) -> None:
    bot = socket_bot
    anna, _, _, _ = await open_game(bot)
    del bot.slack.tokens[BOT_TOKEN]
    with caplog.at_level(logging.ERROR, logger="bot"):
        await bot.slack.send("events_api", event("app_uninstalled"))
        await until(lambda: "has removed the app" in caplog.text)
    for text in MOVE:
        await anna.command(text)
    await until(lambda: any("rejects the app's token" in m.text for m in anna.private()))
    bot.slack.tokens[BOT_TOKEN] = TEAM
    await bot.idle(30)
    assert len([text for text in texts(bot) if MOVED in text]) == 1
    assert not await bot.store.outbox.parked()


async def test_without_the_scope_for_files_the_words_come_alone(socket_bot: Bot) -> None:
    bot = socket_bot
    anna, _, _, _ = await open_game(bot)
    bot.slack.scopes = "commands,chat:write,im:write"
    await bot.does(anna, "map west")
    assert "can't be shown" in anna.private()[-1].dump()
    bot.slack.scopes = "commands"
    with pytest.raises(DeliveryError, match="Needed: chat:write") as caught:
        await bot.platform.deliver(outgoing(1))
    assert not caught.value.final


async def test_a_player_who_left_parks_what_was_for_them_alone(socket_bot: Bot) -> None:
    """The game continues; the other player is told how to give the seat to someone else."""
    bot = socket_bot
    anna, ben, _, _ = await open_game(bot)
    await bot.does(ben, "settings pings dm")
    bot.slack.faults["conversations.open"] += [Fault(error="user_disabled") for _ in range(5)]
    bot.slack.faults["chat.postEphemeral"] += [Fault(error="user_not_in_channel") for _ in range(5)]
    for text in MOVE:
        await bot.does(anna, text)
    assert len([text for text in texts(bot) if MOVED in text]) == 1
    (parked,) = await bot.store.outbox.parked()
    assert "master replace" in parked.parked.reason
    assert len([m for m in anna.private() if "master replace" in m.text]) == 1


async def test_a_panel_that_can_be_changed_says_where_its_game_goes_on(socket_bot: Bot) -> None:
    bot = socket_bot
    _, ben, _, game = await open_game(bot, 5)
    panel = await opened(bot, ben)
    assert list(limits.elements(panel.blocks))
    await bot.does(Person(bot.slack, "anna", channel=channel_id("OTHER")), f"relocate {game}")
    await bot.renewed()
    assert f"The game continues in <#{channel_id('OTHER')}>." in panel.dump()
    assert list(limits.elements(panel.blocks)) == []


async def test_a_direct_message_goes_on_working_after_a_move(socket_bot: Bot) -> None:
    bot = socket_bot
    anna, ben, _, game = await open_game(bot)
    await bot.does(ben, "settings pings dm")
    await bot.does(anna, "draw")
    (direct,) = [m for m in bot.slack.messages if m.channel == ben.direct and "offers a draw" in m.dump()]
    await bot.does(Person(bot.slack, "anna", channel=channel_id("OTHER")), f"relocate {game}")
    await ben.press(direct, "Reject")
    await bot.idle()
    assert any("rejects the offer" in m.text and m.channel == channel_id("OTHER") for m in bot.slack.messages)
    assert list(limits.elements(direct.blocks)) == [], "the answered controls are gone"
    assert "no longer open" in direct.dump()


async def test_a_game_that_moves_leaves_a_pointer(bot: Bot) -> None:
    anna, _, _, game = await open_game(bot)
    elsewhere = Person(bot.slack, "anna", channel=channel_id("OTHER"))
    await bot.does(elsewhere, f"relocate {game}")
    left = [m for m in bot.slack.messages if m.channel == CHANNEL and f"<#{channel_id('OTHER')}>" in m.text]
    assert len(left) == 1
    assert not [m for m in anna.sees() if not m.only and '"Follow"' in m.dump()]
    assert len([m for m in elsewhere.sees() if not m.only and '"Follow"' in m.dump()]) == 1


async def test_the_lobby_offers_nothing_once_the_game_has_begun(socket_bot: Bot) -> None:
    bot = socket_bot
    await open_game(bot)
    (lobby,) = [m for m in bot.slack.messages if "table message below" in m.text]
    assert [block["type"] for block in lobby.blocks] == ["section"]
    assert {m.thread for m in bot.slack.messages if m.thread} == {lobby.ts}
    assert "This message's thread shows every action" in lobby.text
    assert not [m for m in bot.slack.messages if '"Start"' in m.dump() and not m.only]
