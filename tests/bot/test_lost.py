"""Keys that are missing entirely: distinguished from keys never written, detected, counted by all processes, and named."""

from __future__ import annotations

import json

import pytest

from bot.cli.games import GamesRequest, carry_out, list_games
from bot.operations.census import Counting
from bot.service.people.ticker import Ticker
from bot.service.store_factory import build_store
from bot.storage import Connection, Store, keys, person_keys
from bot.storage.changes import Change
from bot.storage.keys import GameKeys
from bot.storage.models import GameHeader
from tests.bot.test_clock import reminders
from tests.bot.test_damage import there, two_games
from tests.bot.test_ruin import PARTS, after_a_restart, parted, texts
from tests.bot.times import timed
from tests.storage.support import header

#: Keys that no running game can lack. A position is rebuilt from its record.
NEEDED = ("header", "revision", "record", "seats", "settings", "outbox")
MADE_ANEW = ("snapshot",)
#: Optional keys: nothing failed, nothing is parked, nobody delivers, nothing is renewed, no message is known (it is
#: posted anew), and the mark of a start, which only identifies a repeated renewal.
LEGAL = ("tries", "parked", "courier", "renewal", "references", "beginning")


def test_every_part_of_a_game_is_thought_of() -> None:
    assert sorted(PARTS) == sorted((*NEEDED, *MADE_ANEW, *LEGAL))


@pytest.mark.parametrize("part", NEEDED)
async def test_a_part_that_is_gone_is_damage(store: Store, connection: Connection, part: str) -> None:
    channel, hands, _, ruined = await two_games(store)
    sound, own = await channel.game_id(), GameKeys(ruined)
    assert await connection.call("DEL", getattr(own, part)) == 1
    again, handler, courier, ear = await after_a_restart(connection, hands)
    told = texts(await there(handler, "anna", "play cp 1 as ops", "look"))
    assert "data is damaged" in told
    assert "again" not in told
    assert not await connection.call("EXISTS", getattr(own, part)), "nothing is written in its place"
    assert "damaged" in await parted(again, ruined)
    assert "gone" in await parted(again, ruined)
    assert "damaged" not in await parted(again, sound)
    assert (await Counting(again).take()).games["damaged"] == 1
    # The others play on, are mentioned, and are reminded.
    channel.handler = handler
    assert "Activate" in await channel.told("anna", "play cp 1 as ops")
    assert sound in await channel.told("anna", "games")
    await courier.deliver_all()
    assert ear.of(sound)
    hands.move(days=2)
    await Ticker(handler.tools).tick()
    assert len(await reminders(channel)) >= 1
    # It is still there for the operator.
    assert ruined in await again.games()
    said: list[str] = []
    await carry_out(again, said.append, GamesRequest(act="show", game=ruined))
    assert said


async def test_a_missing_position_is_rebuilt(store: Store, connection: Connection) -> None:
    _, hands, _, ruined = await two_games(store)
    assert await connection.call("DEL", GameKeys(ruined).snapshot) == 1
    again, handler, _, _ = await after_a_restart(connection, hands)
    assert "Activate" in texts(await there(handler, "anna", "play cp 1 as ops", "look"))
    assert "damaged" not in await parted(again, ruined)


@pytest.mark.parametrize("part", LEGAL)
async def test_missing_parts_that_may_be_missing_do_no_harm(store: Store, connection: Connection, part: str) -> None:
    _, hands, _, ruined = await two_games(store)
    await connection.call("DEL", getattr(GameKeys(ruined), part))
    again, handler, courier, ear = await after_a_restart(connection, hands)
    assert "Activate" in texts(await there(handler, "anna", "play cp 1 as ops", "look"))
    await courier.deliver_all()
    assert ear.of(ruined)
    assert "damaged" not in await parted(again, ruined)


@pytest.mark.parametrize("part", ["header", "revision", "seats", "settings"])
async def test_a_lobby_misses_its_parts_as_well(store: Store, connection: Connection, part: str) -> None:
    channel, _, _ = timed(store)
    await channel.say("anna", "new campaign")
    game = await channel.game_id()
    await connection.call("DEL", getattr(GameKeys(game), part))
    assert "data is damaged" in await channel.told("anna", "join cp")
    assert "gone" in await parted(store, game)


async def test_a_lobby_of_an_older_version_may_be_without_seats(store: Store, connection: Connection) -> None:
    channel, _, _ = timed(store)
    await channel.say("anna", "new campaign")
    own = GameKeys(await channel.game_id())
    old = json.loads(await connection.call("GET", own.header))
    assert old.pop("whole") is True
    await connection.call("SET", own.header, json.dumps(old))
    await connection.call("DEL", own.seats)
    assert "Central Powers" in await channel.told("anna", "join cp")
    assert "damaged" not in await parted(store, await channel.game_id())


async def test_a_game_that_is_over_misses_its_record(store: Store, connection: Connection) -> None:
    channel, _, _, ruined = await two_games(store)
    del channel
    own = GameKeys(ruined)
    over = GameHeader.parse(await connection.call("GET", own.header), "header")
    await store.finish_game(ruined, Change({}), "end", {})
    assert over.seed
    await connection.call("DEL", own.record, own.snapshot)
    assert "gone" in await parted(store, ruined)


async def test_a_channel_whose_game_lost_its_header_takes_no_other(store: Store, connection: Connection) -> None:
    _, hands, _, ruined = await two_games(store)
    await connection.call("DEL", GameKeys(ruined).header)
    again, handler, _, _ = await after_a_restart(connection, hands)
    assert "data is damaged" in texts(await there(handler, "ben", "new campaign", "anew"))
    assert await again.channels.holder("web:there") == ruined
    await carry_out(again, lambda _: None, GamesRequest(act="delete", game=ruined, yes=True))
    assert await connection.call("EXISTS", *GameKeys(ruined).fixed()) == 0
    assert (await Counting(again).take()).games["damaged"] == 0


async def test_a_game_that_never_came_is_no_damage(store: Store, connection: Connection) -> None:
    await connection.call("SADD", keys.GAMES, "ghost")
    await connection.call("HSET", GameKeys("ghost").references, "table", "1")
    assert await store.games() == []
    assert (await store.running.headers(["ghost"])) == {"ghost": None}


async def test_lists_of_a_person_that_are_gone_fill_again(store: Store, connection: Connection) -> None:
    channel, hands, handler, other = await two_games(store)
    await channel.say("anna", "follow")
    sound = await channel.game_id()
    for index in (person_keys.games_of, person_keys.follows):
        assert await connection.call("DEL", index("web:anna")) == 1
    told: list[str] = []
    assert await list_games(store, told.append, verify=True) == 1
    (line,) = [line for line in told if line.startswith("web:anna  damaged")]
    assert sound in line
    assert other in line
    assert "Added" in line
    assert await list_games(store, told.append, verify=True) == 0
    assert sorted(await store.people.games_of("web:anna")) == sorted([sound, other])
    assert await store.people.followed_by("web:anna") == [sound]
    # What plays comes back automatically as well.
    await connection.call("DEL", person_keys.games_of("web:anna"))
    hands.move(days=2)
    await Ticker(handler.tools).tick()
    assert sorted(await store.people.games_of("web:anna")) == sorted([sound, other])


async def test_settings_of_a_person_that_are_gone_are_as_never_set(store: Store, connection: Connection) -> None:
    channel, _, _, _ = await two_games(store)
    await channel.say("anna", "settings pings dm")
    assert await connection.call("DEL", person_keys.player("web:anna")) == 1
    assert "damaged" not in await channel.told("anna", "settings")


# -- counted alike by all processes ------------------------------------------------------------------------------


async def counted(store: Store) -> int:
    return (await Counting(store).take()).games["damaged"]


async def test_another_process_and_a_later_one_count_the_same(store: Store, connection: Connection) -> None:
    _, hands, handler, ruined = await two_games(store)
    beside = build_store(Store, connection)
    assert await counted(beside) == 0
    settings = await connection.call("GET", GameKeys(ruined).settings)
    await connection.call("SET", GameKeys(ruined).settings, "garbage")
    await there(handler, "anna", "play cp 1 as ops", "look")
    assert await counted(store) == 1
    assert await counted(beside) == 1
    later, _, _, _ = await after_a_restart(connection, hands)
    assert await counted(later) == 1
    # One of them finds it repaired: none counts it any more.
    await connection.call("SET", GameKeys(ruined).settings, settings)
    await later.load(ruined)
    assert [await counted(one) for one in (later, beside, store)] == [0, 0, 0]


async def test_the_ticker_tells_the_others_without_anybody_who_counts(store: Store, connection: Connection) -> None:
    _, _, handler, ruined = await two_games(store)
    await connection.call("SET", GameKeys(ruined).settings, "garbage")
    await there(handler, "anna", "play cp 1 as ops", "look")
    await Ticker(handler.tools).tick()
    assert await counted(build_store(Store, connection)) == 1


async def test_the_list_of_damage_harms_nothing_when_it_is_damaged_itself(store: Store, connection: Connection) -> None:
    _, hands, handler, ruined = await two_games(store)
    await connection.call("SET", GameKeys(ruined).settings, "garbage")
    await connection.call("SET", keys.DAMAGED, "garbage")
    await there(handler, "anna", "play cp 1 as ops", "look")
    assert await counted(store) == 1
    assert await counted(store) == 1
    later, _, _, _ = await after_a_restart(connection, hands)
    assert await counted(later) == 1


async def test_verified_games_no_longer_count_as_damaged(store: Store, connection: Connection) -> None:
    _, _, _, ruined = await two_games(store)
    store.damaged[ruined] = "command"
    store.damaged["web:anna"] = "settings"
    assert await counted(build_store(Store, connection)) == 0
    assert await counted(store) == 2
    assert await list_games(build_store(Store, connection), lambda _: None, verify=True) == 0
    assert await counted(store) == 0


async def test_a_game_that_is_deleted_is_counted_by_nobody(store: Store, connection: Connection) -> None:
    head = header("web:a")
    await store.create_game(head, Change({}))
    beside = build_store(Store, connection)
    store.damaged[head.game_id] = "load"
    assert await counted(store) == await counted(beside) == 1
    await beside.erase(head.game_id)
    assert await counted(beside) == await counted(store) == 0
