"""A stored game whose war this version does not have: listed, untouched, and said when it is asked for."""

from __future__ import annotations

import json

import pytest

from bot.games import list_games
from bot.narration.reasons import because
from bot.service.session import restore
from bot.storage import keys
from bot.storage.errors import WarMissing
from engine.errors import OptionsError
from engine.pog import GameOptions, PathsOfGlory
from tests.bot.support import Channel
from tests.support.facts import names

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
    """A game of 1916 whose scenario has another name now."""
    await channel.begin(scenario="summer_1916", first="")
    place = keys.GameKeys(await channel.game_id()).header
    stored = json.loads(await channel.store.connection.call("GET", place))
    stored["scenario"] = stored["options"]["scenario"] = "liege_1914"
    await channel.store.connection.call("SET", place, json.dumps(stored))
    return channel


@pytest.mark.parametrize("line", ASKED)
@pytest.mark.parametrize("user", ["anna", "sven"])
async def test_whoever_asks_is_told_which_war_is_missing(missing: Channel, user: str, line: str) -> None:
    game = await missing.game_id()
    before = await missing.store.raw_record(game), (await missing.store.load(game)).snapshot
    told = await missing.told(user, line)
    assert "This game is played as “liege_1914”" in told
    assert (await missing.store.raw_record(game), (await missing.store.load(game)).snapshot) == before
    assert await missing.complete(user, "choose ") == []


def test_the_rules_own_refusal_of_an_unknown_war_has_words() -> None:
    with pytest.raises(OptionsError) as refused:
        PathsOfGlory(GameOptions(scenario="liege_1914"))
    assert (
        because(names(), refused.value.reason)
        == "There is no war “liege_1914”; `/help new` names those that there are."
    )


async def test_it_is_listed_and_holds_its_channel(missing: Channel) -> None:
    game = await missing.game_id()
    assert f"`{game}`: it is played as “liege_1914”, which this version does not have" in await missing.told(
        "anna", "games"
    )
    assert "This channel has a game in progress" in await missing.told("ben", "new campaign")
    with pytest.raises(WarMissing, match="liege_1914"):
        restore(await missing.store.load(game))


async def test_the_operator_is_told_and_nothing_counts_as_damaged(missing: Channel) -> None:
    lines: list[str] = []
    assert await list_games(missing.store, lines.append, verify=False) == 0
    assert "liege_1914" in lines[0]
    lines.clear()
    assert await list_games(missing.store, lines.append, verify=True) == 0
    assert "not played here: The rules of “liege_1914” are not part of this version" in lines[0]
    assert lines[-1] == "1 games: 1 of a missing war."


async def test_its_master_may_end_it(missing: Channel) -> None:
    game = await missing.game_id()
    await missing.say("anna", "master end")
    await missing.say("anna", "master end yes")
    assert (await missing.store.header(game)).status in ("playing", "finished")
    assert "Something went wrong" not in await missing.told("anna", "master end")


async def test_it_goes_on_when_the_war_is_back(missing: Channel) -> None:
    game = await missing.game_id()
    place = keys.GameKeys(game).header
    stored = json.loads(await missing.store.connection.call("GET", place))
    stored["scenario"] = stored["options"]["scenario"] = "summer_1916"
    await missing.store.connection.call("SET", place, json.dumps(stored))
    assert "The Great War" in await missing.told("anna", "status")
    await missing.say("ben", "choose finish anyway")
    assert (await missing.store.load(game)).number == 1
