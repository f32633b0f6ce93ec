"""A stored game whose war is missing in this version: listed, untouched, and explained when asked for."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest

from bot.cli.games import GamesRequest, carry_out, list_games
from bot.service.handler import BotHandler
from bot.service.people.ticker import Ticker
from bot.storage import Store, keys
from bot.storage.errors import WarMissing
from bot.table.reasons import because
from engine.errors import OptionsError
from engine.pog import GameOptions, PathsOfGlory
from tests.bot.support import Channel
from tests.support.facts import names
from tests.support.restoring import restore

ASKED = (
    "status",
    "panel",
    "log",
    "map",
    "hand",
    "clock",
    "verify",
    "export",
    "choose finish",
    "undo",
    "warn x: y",
    "resign yes",
)


@pytest.fixture
async def missing(channel: Channel) -> Channel:
    """Return a game of 1916 whose scenario has another name now."""
    await channel.begin(scenario="summer_1916", first="")
    await renamed(channel.store, await channel.game_id(), "liege_1914")
    return channel


async def renamed(store: Store, game: str, war: str) -> None:
    """Rename the war of a stored game."""
    place = keys.GameKeys(game).header
    stored = json.loads(await store.connection.call("GET", place))
    stored["scenario"] = stored["options"]["scenario"] = war
    await store.connection.call("SET", place, json.dumps(stored))


@pytest.mark.parametrize("line", ASKED)
@pytest.mark.parametrize("user", ["anna", "sven"])
async def test_a_missing_title_is_named(missing: Channel, user: str, line: str) -> None:
    game = await missing.game_id()
    before = await missing.store.raw_record(game), (await missing.store.load(game)).snapshot
    told = await missing.told(user, line)
    assert "This game is played by the rules of “liege_1914”" in told
    assert (await missing.store.raw_record(game), (await missing.store.load(game)).snapshot) == before
    assert await missing.complete(user, "choose ") == []


def test_the_rules_own_refusal_of_an_unknown_war_has_words() -> None:
    with pytest.raises(OptionsError) as refused:
        PathsOfGlory(GameOptions(scenario="liege_1914"))
    assert because(names(), refused.value.reason) == "There's no war “liege_1914”. See the list with `/help new`."


async def test_it_is_listed_and_holds_its_channel(missing: Channel) -> None:
    game = await missing.game_id()
    assert f"`{game}`: played as “liege_1914”, which this version of the bot doesn't have" in await missing.told(
        "anna", "games"
    )
    assert "This channel already has a game" in await missing.told("ben", "new campaign")
    with pytest.raises(WarMissing, match="liege_1914"):
        restore(await missing.store.load(game))


async def test_the_operator_is_told_and_nothing_counts_as_damaged(missing: Channel) -> None:
    lines: list[str] = []
    assert await list_games(missing.store, lines.append, verify=False) == 0
    assert "liege_1914" in lines[0]
    lines.clear()
    assert await list_games(missing.store, lines.append, verify=True) == 0
    assert "not played here: This version lacks the rules of “liege_1914”" in lines[0]
    assert lines[-1] == "1 game: 1 with missing rules."


async def test_a_player_ends_it_no_sooner_than_another_game(channel: Channel) -> None:
    await channel.begin()
    game = await channel.game_id()
    await renamed(channel.store, game, "liege_1914")
    for user in ("anna", "ben"):
        told = await channel.told(user, "master end")
        assert "3 days overdue" in told
        assert "/draw" not in told, "nobody can agree on anything without the rules"
    assert (await channel.store.header(game)).status == "playing"
    channel.handler = BotHandler(channel.store, now=lambda: datetime.now(UTC) + timedelta(days=4))
    assert "3 days overdue" in await channel.told("anna", "master end"), "who is awaited gains nothing"
    assert "nothing has happened for days" in await channel.told("ben", "master end")
    assert (await channel.store.header(game)).status == "finished"


async def test_a_game_ended_while_its_title_was_missing_stays_ended(missing: Channel) -> None:
    game = await missing.game_id()
    assert await carry_out(missing.store, lambda _: None, GamesRequest(act="end", game=game)) == 0
    await renamed(missing.store, game, "summer_1916")
    record = await missing.store.raw_record(game)
    over = "The game is over."
    for user in ("anna", "ben"):
        for line in ("choose finish anyway", "play auto", "undo", "resign yes", "draw", "rollback round"):
            assert await missing.told(user, line) == over, line
    for line in ("status", "panel", "log", "export", "verify", "games", "map"):
        told = await missing.told("ben", line)
        assert "went wrong" not in told, line
    assert await missing.store.raw_record(game) == record
    assert (await missing.store.header(game)).status == "finished"


@pytest.mark.parametrize(("begun", "reason"), [(False, "before the start"), (True, "the only player")])
async def test_the_reason_that_is_told_for_an_end_is_true(channel: Channel, begun: bool, reason: str) -> None:
    await channel.say("anna", "new campaign")
    if begun:
        await channel.say("ben", "join both")
        await channel.say("ben", "start")
    else:
        await channel.say("ben", "join ap")
    told = await channel.told("ben", "master end")
    assert reason in told
    assert "for days" not in told


async def test_it_goes_on_when_the_war_is_back(missing: Channel) -> None:
    await renamed(missing.store, await missing.game_id(), "summer_1916")
    assert "The Great War" in await missing.told("anna", "status")
    await missing.say("ben", "choose finish anyway")
    assert (await missing.store.load(await missing.game_id())).number == 1


@pytest.mark.parametrize(
    "options",
    [{"fog_of_war": True}, {"card_set": "third"}, {"vp_spaces": "moon"}, {"hand_size": 9}, {"windows": "glass"}],
)
async def test_options_that_this_version_lacks_are_said_like_a_missing_war(
    channel: Channel, options: dict[str, object]
) -> None:
    await channel.begin()
    game = await channel.game_id()
    place = keys.GameKeys(game).header
    stored = json.loads(await channel.store.connection.call("GET", place))
    stored["options"] |= options
    await channel.store.connection.call("SET", place, json.dumps(stored))
    before = await channel.store.raw_record(game)
    for line in ("status", "panel", "log", "play auto"):
        assert f"This game is played by the rules of “campaign ({next(iter(options))}" in await channel.told(
            "anna", line
        ), line
    assert game in await channel.told("anna", "games")
    assert "3 days overdue" in await channel.told("ben", "master end")
    for line in ("nonsense", "join ap", "relocate xx", "odds x"):
        assert await channel.told("eve", line), line
    assert await channel.store.raw_record(game) == before
    assert channel.store.damaged == {}


async def test_its_due_clock_counts_it_as_no_damage(missing: Channel) -> None:
    game = await missing.game_id()
    handler = BotHandler(missing.store, now=lambda: datetime.now(UTC) + timedelta(days=2))
    await missing.store.due.note(game, 1.0)
    assert await Ticker(handler.tools).tick() == 0
    assert missing.store.damaged == {}


async def test_it_takes_no_list_from_anybody(channel: Channel) -> None:
    await channel.say("anna", "new campaign open=all")
    await channel.say("anna", "join cp")
    game = await channel.game_id()
    await renamed(channel.store, game, "liege_1914")
    assert "Anna waits for" not in await channel.told("cara", "games open")
    for user, line in (("cara", "games open"), ("anna", "games"), ("anna", "games open")):
        assert "went wrong" not in await channel.told(user, line), line
    assert "liege_1914" in await channel.told("anna", "games")
    for line in ("status", "panel", "join ap", "leave", "start", "clock slow"):
        assert "went wrong" not in await channel.told("ben", line), line
    await renamed(channel.store, game, "campaign")
    assert "Anna waits for" in await channel.told("cara", "games open"), "it is offered again when the war is back"
    await renamed(channel.store, game, "liege_1914")
    assert "went wrong" not in await channel.told("anna", "master end")
    assert "liege_1914" in await channel.told("anna", "games")
