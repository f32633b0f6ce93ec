"""The operator's policy: channels, open games, admins; lobbies that nobody joins end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count

import pytest

from bot.port import Inbound
from bot.service.handler import BotHandler
from bot.service.operator_policy import Policy
from bot.service.people.ticker import Ticker
from bot.settings import Settings, SettingsError, load_settings
from bot.storage import Store
from tests.bot.support import Channel
from tests.bot.times import Hands

#: A lobby without a free seat, in which only the opener can start.
AGAINST_COMPUTER = "new introductory against=recruit"


def ruled(store: Store, **rules: object) -> tuple[Channel, Hands, Ticker]:
    """Return a channel with this policy, its clock and its ticker."""
    hands = Hands()
    handler = BotHandler(store, now=hands, policy=Policy(**rules))  # type: ignore[arg-type]
    return Channel(store, handler, count(1)), hands, Ticker(handler.tools)


async def said_at(channel: Channel, place: str, user: str, text: str, *within: str) -> str:
    """Return the answer to a command in another channel."""
    inbound = Inbound(
        platform="web", channel=place, user=user, user_name=user.title(), key=f"at-{next(channel.keys)}", text=text, within=within
    )  # fmt: skip
    return "\n".join(reply.text for reply in await channel.handler.run(inbound))


@pytest.mark.parametrize(
    "opening", ["new campaign", "new campaign; join cp", "new campaign; join both", AGAINST_COMPUTER]
)
async def test_a_lobby_that_nobody_joins_ends_and_frees_its_channel(store: Store, opening: str) -> None:
    channel, hands, ticker = ruled(store, lobby_days=14)
    for line in opening.split("; "):
        await channel.say("anna", line)
    game = await channel.game_id()
    hands.move(days=13, hours=23)
    assert await ticker.tick() == 0
    hands.move(hours=2)
    assert await ticker.tick() == 1
    assert (await store.header(game)).status == "finished"
    told = [reply for _, reply in await channel.posts()][-2:]
    assert all("waited for 14 days" in reply.text for reply in told)
    assert told[-1].edit == "table"
    assert told[-1].menu is None
    assert await store.running.games() == []
    await channel.say("ben", "new campaign")
    assert await channel.game_id() != game


async def test_a_full_lobby_and_one_of_a_bot_without_an_end_stay(store: Store) -> None:
    channel, hands, ticker = ruled(store, lobby_days=14)
    await channel.say("anna", "new campaign")
    await channel.say("anna", "join cp")
    await channel.say("ben", "join ap")
    hands.move(days=30)
    assert await ticker.tick() == 0
    for policy in (Policy(lobby_days=14), Policy(lobby_days=0)):
        handler = BotHandler(store, now=hands, policy=policy)
        await Ticker(handler.tools).index()
        await Ticker(handler.tools).tick()
        assert (await store.header(await channel.game_id())).status == "lobby"
    await channel.say("ben", "leave")
    hands.move(days=13)
    assert await ticker.tick() == 0, "it looks for somebody since that day only"
    hands.move(days=2)
    assert await ticker.tick() == 1


async def test_one_person_has_only_so_many_open_games(store: Store) -> None:
    channel, _, _ = ruled(store, open_games=2)
    await said_at(channel, "one", "anna", "new campaign")
    await said_at(channel, "two", "ben", "new campaign")
    await said_at(channel, "two", "anna", "join cp")
    for text in ("new campaign", "join ap"):
        if text.startswith("join"):
            await said_at(channel, "three", "carl", "new campaign")
        assert "You have 2 open games" in await said_at(channel, "three", "anna", text)
    listed = await said_at(channel, "three", "anna", "games")
    assert len(listed.splitlines()) == 3, "that counts which one opened and in which nobody sits"
    assert "not started – you opened it" in listed
    assert "You play" in await said_at(channel, "two", "anna", "join both"), "one's own game is no further one"
    assert (await store.header(await store.channels.holder("web:three") or "")).created_by == "web:carl"
    await said_at(channel, "one", "anna", "master end")
    assert "You play" in await said_at(channel, "three", "anna", "join ap")


async def test_games_taken_at_once_stay_within_the_limit(store: Store) -> None:
    channel, _, _ = ruled(store, open_games=2)
    await asyncio.gather(*(said_at(channel, f"own{number}", "anna", "new campaign") for number in range(8)))
    assert len(await store.people.open_games("web:anna")) == 2
    for number in range(6):
        await said_at(channel, f"other{number}", f"owner{number}", "new campaign")
    told = await asyncio.gather(*(said_at(channel, f"other{number}", "ben", "join cp") for number in range(6)))
    assert len(await store.people.games_of("web:ben")) == 2
    assert sum("You have 2 open games" in answer for answer in told) == 4, told


async def test_a_seat_that_was_taken_does_not_count(store: Store) -> None:
    channel, _, _ = ruled(store, open_games=1)
    for place in ("full", "free"):
        await said_at(channel, place, f"owner of {place}", "new campaign")
    await said_at(channel, "full", "carl", "join cp")
    told = await asyncio.gather(said_at(channel, "full", "ben", "join cp"), said_at(channel, "free", "ben", "join cp"))
    assert "taken by Carl" in told[0]
    assert "You play" in told[1], told


async def test_nobody_gets_one_game_too_many_by_a_bid(store: Store) -> None:
    channel, _, _ = ruled(store, open_games=1)
    await said_at(channel, "one", "ben", "new campaign")
    await said_at(channel, "two", "anna", "new campaign")
    await said_at(channel, "two", "ben", "bid cp 1")
    assert "Ben already has the most open games" in await said_at(channel, "two", "anna", "bid accept")
    await said_at(channel, "one", "ben", "master end")
    await said_at(channel, "three", "carl", "new campaign")
    await said_at(channel, "three", "ben", "join ap")
    assert "Ben already has the most open games" in await said_at(channel, "two", "anna", "bid accept")
    await said_at(channel, "three", "ben", "leave")
    assert "open games" not in await said_at(channel, "two", "anna", "bid accept")
    await said_at(channel, "three", "carl", "bid ap 1")
    assert "You have 1 open game, the most allowed here" in await said_at(channel, "three", "ben", "bid accept")


async def test_a_bidder_whose_other_bid_is_accepted_does_not_exceed_the_limit(store: Store) -> None:
    channel, _, _ = ruled(store, open_games=1)
    await said_at(channel, "one", "carl", "new campaign")
    await said_at(channel, "two", "anna", "new campaign")
    await said_at(channel, "two", "ben", "bid cp 1")

    class Overtaken(Policy):
        """Somebody else bids while the bidder's room is checked."""

        @asynccontextmanager
        async def room(self, store: Store, user: str, game: str, name: str = "") -> AsyncIterator[None]:
            async with super().room(store, user, game, name):
                if name:
                    await said_at(channel, "two", "ben", "leave")
                    await said_at(channel, "two", "carl", "bid cp 1")
                yield

    late = Channel(store, BotHandler(store, policy=Overtaken(open_games=1)), channel.keys)
    told = await said_at(late, "two", "anna", "bid accept")
    assert "Carl now bids 1 VP to play the Central Powers" in told
    assert len(await store.people.open_games("web:carl")) == 1
    assert "Carl already has the most open games" in await said_at(channel, "two", "anna", "bid accept")


async def test_the_same_new_again_is_no_further_game(store: Store) -> None:
    channel, _, _ = ruled(store, open_games=1)
    for _ in range(2):
        assert "open games" not in "".join(
            reply.text for reply in await channel.say("anna", "new campaign", key="same")
        )


async def test_games_are_opened_only_where_they_may_be(store: Store) -> None:
    channel, _, _ = ruled(store, places=frozenset({"web:hall", "web:server"}))
    assert "can't open games here" in await channel.told("anna", "new campaign")
    assert await store.games() == []
    await said_at(channel, "hall", "anna", "new campaign")
    await said_at(channel, "thread", "anna", "new campaign", "server", "other")
    assert len(await store.games()) == 2
    game = await store.channels.holder("web:hall")
    assert "can't open games here" in await channel.told("anna", f"relocate {game}")
    assert "rules" in await channel.told("anna", "help"), "the rest works everywhere"


async def test_a_seated_player_ends_a_game_whose_other_player_is_gone(store: Store) -> None:
    channel, hands, _ = ruled(store)
    await channel.begin()  # opened by anna
    await channel.say("anna", "play cp 1 as rp")
    assert "3 days overdue" in await channel.told("anna", "master end")
    hands.move(days=4)
    assert "Only the game master" in await channel.told("eve", "master end")
    assert "3 days overdue" in await channel.told("ben", "master end"), "nobody gains by keeping others waiting"


async def test_a_player_who_did_not_open_the_game_may_end_it_when_it_is_dead(store: Store) -> None:
    channel, hands, _ = ruled(store)
    await channel.begin()
    assert "3 days overdue" in await channel.told("ben", "master end")
    hands.move(days=4)
    assert "nothing has happened for days" in await channel.told("ben", "master end")
    assert (await store.header(await channel.game_id())).status == "finished"


async def test_a_game_with_a_clock_stopped_by_a_former_player_can_be_ended(store: Store) -> None:
    channel, hands, _ = ruled(store)
    await channel.say("eve", "new campaign")
    await channel.begin()
    await channel.say("eve", "master pause")
    hands.move(days=29)
    assert "paused for 30 days" in await channel.told("ben", "master end")
    hands.move(days=2)
    assert "nothing has happened for days" in await channel.told("ben", "master end")
    assert (await store.header(await channel.game_id())).status == "finished"


async def test_an_admin_ends_a_dead_game_and_no_other(store: Store) -> None:
    channel, hands, _ = ruled(store, admins=frozenset({"web:root"}))
    await channel.begin()
    assert "3 days overdue" in await channel.told("root", "master end")
    assert "Only the game master" in await channel.told("root", "master pause")
    hands.move(days=4)
    assert "Root ends the game" in await channel.told("root", "master end")
    assert (await store.header(await channel.game_id())).status == "finished"


def test_the_settings_say_whom_and_where(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Settings(admins="discord:1, slack:T1.U1", channels="web:hall", open_games=3, lobby_days=0)
    assert Policy.of(settings) == Policy(frozenset({"discord:1", "slack:T1.U1"}), frozenset({"web:hall"}), 3, 0)
    monkeypatch.setenv("FELDPOST_ADMINS", "anna")
    with pytest.raises(SettingsError, match=r"FELDPOST_ADMINS can't be used: each part must be a platform and an id"):
        load_settings()
