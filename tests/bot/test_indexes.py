"""Damaged indexes over all games: every game goes on, the operator is told, and they are rebuilt from the games."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bot.cli.check import CheckVerdict, run_checks
from bot.cli.games import list_games
from bot.operations.census import Counting
from bot.operations.metrics import Metrics
from bot.service.handler import BotHandler
from bot.service.people.ticker import Ticker
from bot.storage import Connection, Store, keys
from bot.storage.indexes import name_of
from tests.bot.support import Channel
from tests.bot.test_clock import reminders
from tests.bot.test_damage import there, two_games


async def held(connection: Connection) -> dict[str, Any]:
    """Return the contents of the indexes, without the times."""
    found = {}
    for key in keys.NAMING:
        if key == keys.OUTBOXES:  # where nothing is waiting, nothing need be stored
            found[key] = sorted(await Store(connection).outbox.games_with_posts())
            continue
        reading = ("SMEMBERS", key) if keys.INDEXES[key] == "set" else ("ZRANGE", key, 0, -1)
        found[key] = sorted(game.decode() for game in await connection.call(*reading))
    return found


async def overwrite(connection: Connection, key: str) -> None:
    """Overwrite an index with something else."""
    await connection.call("SET", key, "garbage")


@pytest.mark.parametrize("key", [*keys.INDEXES, keys.challenges("all")])
@pytest.mark.parametrize("how", ["text", "list"])
async def test_an_index_of_another_kind_harms_no_game(store: Store, connection: Connection, key: str, how: str) -> None:
    channel, hands, handler, other = await two_games(store)
    ticker = Ticker(handler.tools)
    await store.repair()
    await store.outbox.mark_failed((await store.outbox.pending_posts(other))[0], "no", final=True)
    before = await held(connection)
    await overwrite(connection, key)
    hands.move(days=2)
    assert "Activate" in await channel.told("anna", "play cp 1 as ops")
    (reply,) = await there(handler, "anna", "play cp 1 as rp", "goes-on")
    assert "damaged" not in reply.text
    assert await channel.game_id() in await channel.told("anna", "games")
    lobby = await there(handler, "eve", "games open", "open")
    assert "damaged" not in lobby[0].text
    await overwrite(connection, key)
    await ticker.tick()
    await ticker.tick()
    assert len(await reminders(channel)) == 1, "the clocks go on"
    assert other in await store.outbox.games_with_posts()
    assert [parked.game_id for parked in await store.outbox.parked()] == [other]
    assert await held(connection) | {keys.OUTBOXES: before[keys.OUTBOXES]} == before
    census = await Counting(store).take()
    assert census.indexes[name_of(key)] >= 1
    metrics = Metrics()
    metrics.counted(census)
    assert f'feldpost_indexes_damaged{{index="{name_of(key)}"}}'.encode() in metrics.text()
    told: list[str] = []
    assert await list_games(store, told.append, verify=True) == 1
    assert [line for line in told if line.startswith(f"index {name_of(key)}  damaged")]
    assert await list_games(store, told.append, verify=True) == 0
    assert sum((await Counting(store).take()).indexes.values()) == 0


async def test_a_note_of_taking_a_seat_that_is_damaged_keeps_nobody_from_it(
    store: Store, connection: Connection
) -> None:
    channel = Channel.open(store)
    for person in ("web:eve", "web:sven"):
        await connection.call("SET", keys.seating(person), "garbage")
    for user, line in (("eve", "new campaign"), ("eve", "join cp"), ("sven", "join ap"), ("eve", "start")):
        assert "damaged" not in await channel.told(user, line)
    assert (await store.load(await channel.game_id())).header.status == "playing"
    census = await Counting(store).take()
    assert not [name for name in census.indexes if "eve" in name or "sven" in name]


@pytest.mark.parametrize("key", keys.NAMING)
async def test_a_start_rebuilds_a_damaged_index(store: Store, connection: Connection, key: str) -> None:
    _, hands, handler, _ = await two_games(store)
    await store.repair()
    before = await held(connection)
    await overwrite(connection, key)
    again = Store(connection)
    await again.repair()
    await Ticker(handler.tools).index()
    assert await held(connection) == before
    del hands


@pytest.mark.parametrize("key", [keys.GAMES, keys.RUNNING])
async def test_a_lost_index_is_rebuilt_during_play(store: Store, connection: Connection, key: str) -> None:
    _, _, handler, _ = await two_games(store)
    await store.repair()
    before = await held(connection)
    await connection.call("DEL", key)
    await Ticker(handler.tools).tick()
    assert await held(connection) == before


async def test_the_operators_look_puts_back_what_an_index_lacks(store: Store, connection: Connection) -> None:
    channel, _, _, other = await two_games(store)
    mine = await channel.game_id()
    await store.repair()
    before = await held(connection)
    await connection.call("SREM", keys.GAMES, other)
    await connection.call("SREM", keys.PLAYING, other, mine)
    await connection.call("ZREM", keys.OUTBOXES, other)
    told: list[str] = []
    assert await list_games(store, told.append, verify=True) == 1
    assert f"index games  damaged: {other} missing. Added." in told
    assert f"index playing  damaged: {', '.join(sorted((other, mine)))} missing. Added." in told
    assert f"index outboxes  damaged: {other} missing. Added." in told
    assert await held(connection) == before
    assert await list_games(store, told.append, verify=True) == 0


@pytest.mark.parametrize("odd", [b"Verdun!", b"\xff\xfe", b""])
async def test_keys_that_are_no_game_do_not_break_lists_and_are_reported(
    store: Store, connection: Connection, odd: bytes
) -> None:
    channel, _, handler, other = await two_games(store)
    await store.repair()
    before = await held(connection)
    for key in (*keys.NAMING, keys.challenges("all")):
        member = [odd] if keys.index_kind(key) == "set" else ["+inf", odd]
        await connection.call("SADD" if len(member) == 1 else "ZADD", key, *member)
    await connection.call("ZADD", keys.OUTBOXES, "+inf", other)
    assert sorted(await store.games()) == sorted([other, await channel.game_id()])
    assert await store.outbox.games_with_posts()
    (reply,) = await there(handler, "eve", "games open", "open")
    assert "damaged" not in reply.text
    told: list[str] = []
    assert await list_games(store, told.append, verify=True) == 1
    named = {line.split()[1] for line in told if line.startswith("index ")}
    assert {"games", "running", "playing", "outboxes", "parked"} <= named
    await Ticker(handler.tools).tick()
    assert await held(connection) == before


async def test_a_look_at_sound_indexes_reads_no_game(
    store: Store, connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    await two_games(store)
    await store.repair()
    named: list[str] = []
    call = Connection.call

    async def watched(self: Connection, *command: Any) -> Any:
        named.append(json.dumps([str(part) for part in command]))
        return await call(self, *command)

    monkeypatch.setattr(Connection, "call", watched)
    assert not await store.running.keep()
    assert not [one for one in named if "SCAN" in one or "{" in one]


async def test_the_check_names_a_damaged_index_and_changes_nothing(
    store: Store, connection: Connection, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REDIS_URL", redis_url)

    async def redis() -> CheckVerdict:
        return next(verdict for verdict in await run_checks() if verdict.name == "Redis")

    await store.repair()
    assert (await redis()).ok
    await connection.call("SET", keys.DUE[3], "garbage")
    found = await redis()
    assert not found.ok
    assert found.remedy.startswith(
        "Damaged data was found in due. Repair it and see details with `feldpost games --verify`"
    )
    assert await connection.call("GET", keys.DUE[3]) == b"garbage"


async def test_garbage_in_the_lists_of_damage_stops_no_start_and_is_forgotten(
    store: Store, connection: Connection
) -> None:
    _, hands, _, _ = await two_games(store)
    await store.repair()
    await connection.call("HSET", keys.DAMAGED, b"\xff\xfe", b"x", "nowhere", b"\xff", "gone4ever", "load", "", "x")
    await connection.call("HSET", keys.MENDED, b"\xff\xfe", b"x", "games", "many", "web:eve", 3)
    again = Store(connection)
    await again.repair()
    await Ticker(BotHandler(again, now=hands).tools).tick()
    census = await Counting(again).take()
    assert census.games["damaged"] == 1
    assert census.indexes["games"] == 1
    assert set(census.indexes) <= {name_of(key) for key in keys.INDEXES} | {"challenges", "seating"}
    await list_games(again, print, verify=True)
    assert (await Counting(Store(connection)).take()).games["damaged"] == 0
