"""Finished games stay accessible, and running ones reveal no more when named than when watched."""

from __future__ import annotations

import json

import pytest

from bot.platforms.discord.commands import line_of
from bot.port import Inbound
from bot.storage.models import GameHeader
from bot.table.refusal import Refusal
from tests.bot.support import Channel, token_of
from tests.support.vocabulary import BY_NAME

READERS = ("log", "status", "replay", "export", "verify")


async def ended(channel: Channel) -> str:
    """Return the id of a game of two actions in which the AP then resigned."""
    await channel.begin()
    await channel.say("anna", "play cp 1 as rp")
    await channel.say("ben", "play auto")
    await channel.say("ben", "done")
    await channel.say("ben", "resign yes")
    return await channel.game_id()


async def elsewhere(channel: Channel, user: str, text: str, action: str = "run", where: str = "pub") -> str:
    """Return the answer to a command in another channel, or its completions there."""
    inbound = Inbound.model_validate(
        {"platform": "web", "channel": where, "user": user, "key": f"e{next(channel.keys)}", "text": text}
        | {"action": action}
    )
    if action == "complete":
        return "\n".join(item.insert for item in await channel.handler.complete(inbound))
    return "\n".join(reply.text for reply in await channel.handler.run(inbound))


async def test_the_panel_of_a_game_that_is_over_leads_to_the_next(channel: Channel) -> None:
    game = await ended(channel)
    panel = await channel.say("ben", "panel")
    await channel.press("ben", token_of(panel, "Rematch"))
    assert await channel.game_id() != game


async def test_a_finished_game_waits_for_no_player(channel: Channel) -> None:
    await channel.begin()
    assert "Waiting since" in await channel.told("eve", "status")
    await channel.say("ben", "resign yes")
    assert "Waiting since" not in await channel.told("eve", "status last")


async def test_the_last_game_is_read_after_a_rematch(channel: Channel) -> None:
    game = await ended(channel)
    end = [reply for kind, reply in await channel.posts() if kind == "end"]
    await channel.press("anna", token_of(end, "Rematch"))
    assert await channel.game_id() != game
    assert "hasn't started" in await channel.told("anna", "status")
    for word in ("last", game):
        for user in ("anna", "ben", "eve"):
            assert "for replacement points" in await channel.told(user, f"log turn {word}")
            assert f"Game `{game}` – Campaign" in await channel.told(user, f"log {word} 1")
            assert "by resignation" in await channel.told(user, f"status {word}")
            assert "follow from the seed" in await channel.told(user, f"verify {word}")
            (replay,) = await channel.say(user, f"replay all west {word}")
            assert replay.picture is not None
            assert replay.picture.game == game
            (export,) = await channel.say(user, f"export {word}")
            assert export.attachment is not None
            told = json.loads(export.attachment.text)
            assert told["game"] == game
            assert told["seed"]


async def test_last_is_the_latest_that_was_played_here(channel: Channel) -> None:
    first = await ended(channel)
    await channel.say("anna", "new campaign")
    await channel.say("anna", "master end")  # a lobby that nobody joined is no readable game
    assert f"`{first}`" in await channel.told("eve", "status last")
    second = await ended(channel)
    assert f"`{second}`" in await channel.told("eve", "status last")
    await channel.say("anna", "rematch")
    assert f"`{second}`" in await channel.told("eve", "status last")
    assert f"`{first}`" in await channel.told("eve", f"status {first}")


async def test_where_nothing_ended_last_is_ones_own(channel: Channel) -> None:
    game = await ended(channel)
    assert f"`{game}`" in await elsewhere(channel, "anna", "status last")
    assert "There's no finished game here" in await elsewhere(channel, "eve", "status last")
    assert f"`{game}`" in await elsewhere(channel, "eve", f"status {game}")


async def test_a_game_that_moves_keeps_what_its_new_channel_had(channel: Channel) -> None:
    await ended(channel)
    await channel.say("anna", "rematch")
    running = await channel.game_id()
    await elsewhere(channel, "zoe", "new introductory", where="there")
    there = await channel.store.channels.holder("web:there")
    for line in ("join both", "start", "resign yes"):
        await elsewhere(channel, "zoe", line, where="there")
    assert "to this channel" in await elsewhere(channel, "anna", f"relocate {running}", where="there")
    assert await channel.store.channels.holder("web:there") == running
    assert f"`{there}`" in await elsewhere(channel, "eve", "status last", where="there")


async def test_a_running_game_named_by_a_stranger_shows_what_a_spectator_sees(channel: Channel) -> None:
    await channel.begin()
    await channel.say("anna", "play cp 1 as rp")
    game = await channel.game_id()
    for command in READERS:
        if command != "replay":
            watched = await channel.told("eve", command)
            named = await elsewhere(channel, "zoe", f"{command} {game}")
            assert named.partition("\n")[2] == watched, command
    (export,) = await channel.handler.run(
        Inbound(platform="web", channel="pub", user="zoe", key="x", text=f"export {game}")
    )
    assert export.attachment is not None
    data = json.loads(export.attachment.text)
    assert "seed" not in data
    draws = [value for entry in data["entries"] for purpose, value in entry.get("chance", []) if "draw_" in purpose]
    assert draws
    assert set(draws) == {None}


async def test_a_name_that_is_no_game_is_refused_as_such(channel: Channel) -> None:
    await channel.begin()
    for command in READERS:
        assert "There's no game “abcdefgh”" in await channel.told("anna", f"{command} abcdefgh")
        assert f"Type it as /{command}" in await channel.told("anna", f"{command} Nothing/Such")


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("last", {"game": "last"}),
        ("3 last", {"turn": "3", "game": "last"}),
        ("LAST 3 2", {"turn": "3", "round": "2", "game": "last"}),
        ("abcdefgh turn", {"turn": "turn", "game": "abcdefgh"}),
    ],
)
def test_the_game_may_stand_anywhere(line: str, found: dict[str, str]) -> None:
    model = BY_NAME["log"].arguments
    assert model.read(line) == model.model_validate(found)


def test_a_theatre_is_no_game() -> None:
    assert BY_NAME["replay"].arguments.read("all overview").where == "overview"
    assert line_of(BY_NAME["replay"], {"game": "last"}) == "replay turn overview last"


def test_a_second_game_is_too_much() -> None:
    from tests.support.vocabulary import texts

    with pytest.raises(Refusal):
        BY_NAME["status"].parse("last abcdefgh", texts())


async def test_the_games_that_can_be_read_are_offered(channel: Channel) -> None:
    game = await ended(channel)
    await channel.say("anna", "rematch")
    for command in READERS:
        offered = await channel.complete("eve", f"{command} ")
        assert f"{command} last" in offered
        assert f"{command} {game}" in offered
        assert f"{command} {game}" in await channel.complete("eve", f"{command} {game[:4]}")
    assert "log 1 last" in await channel.complete("eve", "log 1 ")
    assert "replay all west last" in await channel.complete("eve", "replay all west l")
    assert "status last" not in (await elsewhere(channel, "eve", "status ", "complete")).split("\n")
    assert "status last" in (await elsewhere(channel, "ben", "status ", "complete")).split("\n")


def test_a_header_of_an_older_version_is_read() -> None:
    old = {"v": 1, "game_id": "abc", "channel": "web:t", "scenario": "campaign", "created_by": "anna", "key": "k"}
    header = GameHeader.parse(json.dumps({**old, "created_at": "2026-01-01T00:00:00Z"}), "header")
    assert header.previous == ""


async def test_the_log_of_a_round_that_has_only_begun_is_that_of_the_turn(channel: Channel) -> None:
    await channel.begin(scenario="introductory")
    await channel.say("anna", "play cp 1 as rp")
    await channel.say("ben", "play auto")
    for line in ("done", "done"):
        await channel.say("ben", line)
    before = await channel.told("anna", "log turn")
    await channel.say("anna", "resign yes")
    told = await channel.told("anna", "log last")
    assert "Nothing has happened" not in told
    assert "records replacement points" in before
