"""The file with all data stored about a person: everything of theirs, nothing hidden and nothing of others."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bot.commands import leagues
from bot.service.help.league_help import page
from bot.service.people import data_export
from bot.service.people.forgetting import forget
from bot.storage import Connection, Store
from bot.titles import usual_title
from tests.bot.linked import People
from tests.bot.test_forgetting import DISCORD, NAME, NOW, OTHER, SLACK, WEB, World, everything, lived


async def told(world: World) -> dict[str, Any]:
    reply = await data_export.mydata(world.handler.tools, world.caller(f"discord:{DISCORD}"))
    assert reply.attachment is not None
    assert reply.audience == "private"
    found: dict[str, Any] = json.loads(reply.attachment.text)
    return found


async def test_everything_of_theirs_is_in_the_file(connection: Connection) -> None:
    store = Store(connection, now=lambda: NOW)
    world, games = await lived(store)
    person = await world.linked()
    people = People(store, world.handler.tools, world.repository, world.keys)
    await people.season("s-spring", f"discord:{DISCORD}", "web:bob", "web:cem", "web:dan")
    await store.watching.put("s-spring", "predictions", f"{person} 1.1.1", '{"percent":70}')
    await store.watching.put("s-spring", "predictions", "p-other 1.1.1", '{"percent":90}')
    found = await told(world)
    assert found["watching"] == {"s-spring predictions": {f"{person} 1.1.1": '{"percent":70}'}}
    assert found["person"]["person"] == person
    assert list(found["accounts"]) == [f"discord:{DISCORD}", f"slack:{SLACK}", f"web:{WEB}"]
    assert found["accounts"][f"discord:{DISCORD}"]["follows"] == [games["followed"]]
    by_game = {one["game"]: one for one in found["games"]}
    assert by_game.keys() == {*games.values()}
    assert by_game[games["web"]]["seats"] == {"cp": NAME}
    assert by_game[games["web"]]["opened"]
    assert by_game[games["followed"]]["seats"] == {}
    assert by_game[games["followed"]]["follows"]
    assert f"discord:panel:{DISCORD}" in by_game[games["discord"]]["messages"]
    assert [one["author"] for one in found["logs"]["web:web-hall"]] == [NAME, NAME], (
        "in the hall, and shown to them alone"
    )
    entries = found["seasons"][0]["journal"]
    assert {entry["kind"] for entry in entries} == {"joined", "drawn"}
    assert all(person in json.dumps(entry) for entry in entries)


async def test_nothing_that_is_hidden_or_of_others_is_in_it(connection: Connection) -> None:
    store = Store(connection, now=lambda: NOW)
    world, _ = await lived(store)
    await world.game("slack", SLACK, "T0FELD.U0CEM", over=False)
    await world.linked()
    text = json.dumps(await told(world))
    seeds = [(await store.header(game)).seed for game in await store.games()]
    assert all(seeds)
    assert not [seed for seed in seeds if seed in text]
    for other in (OTHER, "U0BEN", "U0CEM", '"ben"'):
        assert other not in text.replace('"mention": ["zacharias", "ben"]', "").replace(
            '"players": ["zacharias", "ben"]', ""
        )
    assert '"t"' not in text, "what lets one write in the bot's name"


async def test_the_export_of_a_forgotten_person_is_empty(connection: Connection) -> None:
    store = Store(connection, now=lambda: NOW)
    world, _ = await lived(store)
    await world.linked()
    await forget(world.handler.tools, world.caller(f"discord:{DISCORD}"), "sure", pressed=True)
    await world.go_on()
    found = await told(world)
    assert (found["games"], found["logs"], found["seasons"], found["ratings"]) == ([], {}, [], {})
    assert await everything(connection)


@pytest.mark.parametrize("root", ["", "league "], ids=["now", "before"])
async def test_it_is_asked_for_by_a_command(connection: Connection, root: str) -> None:
    """The names under `league` still work when typed."""
    world = World(Store(connection, now=lambda: NOW), NOW)
    assert "everything the bot keeps about you" in await world.say("web", WEB, f"{root}mydata")
    assert "Your code is" in await world.say("web", WEB, f"{root}link")
    assert "Should the bot forget you" in await world.say("web", WEB, f"{root}forget")
    assert "Former player 1" in await world.say("web", WEB, f"{root}forget sure")


def test_no_list_offers_the_names_under_leagues() -> None:
    old = {command.name for command in leagues.COMMANDS if command.old}
    assert old == {"link", "mydata", "forget"}
    words = usual_title().words("en")
    listed = page(words, "season").text
    assert "/league me`" in listed
    assert not any(f"/league {name}`" in listed for name in old)
