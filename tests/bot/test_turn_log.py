"""The log of a turn reads only that turn's entries, equals the log of the whole record, and needs no cache."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
import pytest_asyncio

from benchmarks.long_game import played
from bot.service.handler import BotHandler
from bot.service.record import history
from bot.service.session import packed
from bot.storage import Change, Connection, Store
from bot.storage.keys import GameKeys
from bot.storage.turns import TurnStart
from engine.core.chance import KeyedChance
from tests.bot.support import Channel
from tests.bot.test_dying import Dying, points

#: Entries of the game, and the seed of its chance.
ENTRIES, SEED = 500, bytes(range(32))


@pytest_asyncio.fixture
async def long(channel: Channel) -> AsyncIterator[Channel]:
    """Yield a channel with a game of several turns, in which choices were undone."""
    for user, line in (("anna", "new campaign"), ("anna", "join cp"), ("ben", "join ap")):
        await channel.say(user, line)
    stored = await channel.store.load(await channel.game_id())
    game = played(dict(stored.header.options), ENTRIES)
    head = {"status": "playing", "seed": SEED.hex(), "commitment": KeyedChance.commitment(SEED)}
    change = Change(
        answer={},
        entries=[entry.dump() for entry in game.fresh],
        snapshot=packed(game),
        header=stored.header.model_copy(update=head),
        settings=stored.settings,
    )
    await channel.store.commit(stored.header.game_id, -1, change, "long")
    yield channel


@contextmanager
def lines_read(store: Store) -> Iterator[list[int]]:
    """Yield the number of record lines in each read."""
    found: list[int] = []
    asked = store.connection.call

    async def call(*command: Any) -> Any:
        reply = await asked(*command)
        if command[0] == "LRANGE" and str(command[1]).endswith(":record"):
            found.append(len(reply))
        return reply

    store.connection.call = call  # type: ignore[method-assign]
    try:
        yield found
    finally:
        store.connection.call = asked  # type: ignore[method-assign]


async def forgotten(channel: Channel) -> None:
    """Clear everything cached about the game's turns."""
    await channel.store.connection.call("DEL", GameKeys(await channel.game_id()).turns)


async def last_turn(channel: Channel) -> int:
    stored = await channel.store.load(await channel.game_id())
    retold = history.retell(stored, await channel.store.record(stored.header.game_id))
    return max(int(event["data"]["turn"]) for event in retold.events if event["kind"] == "turn")


async def told(channel: Channel) -> dict[tuple[str, str], str]:
    """Return every turn and the current round as seen by both sides and a spectator."""
    lines = [f"log {turn}" for turn in range(1, await last_turn(channel) + 1)]
    asked = [(user, line) for user in ("anna", "ben") for line in lines]
    asked += [("eve", line) for line in ("log turn", "log round", "log 2 1")]
    return {(user, line): await channel.told(user, line) for user, line in asked}


async def whole(channel: Channel) -> dict[tuple[str, str], str]:
    """Return the same from the whole record each time."""
    found = {}
    for user, line in await told(channel):
        await forgotten(channel)
        found[user, line] = await channel.told(user, line)
    await forgotten(channel)
    return found


async def test_a_turn_is_told_from_its_own_entries(long: Channel) -> None:
    stored = await long.store.load(await long.game_id())
    record = await long.store.record(stored.header.game_id)
    turns = await last_turn(long)
    assert turns >= 4
    await long.say("eve", "log turn")
    for turn in [*range(1, turns + 1), "turn"]:
        with lines_read(long.store) as read:
            text = await long.told("ben", f"log {turn}")
        assert sum(read) < len(record) / 2, (turn, read)
        # Reading starts after the last choice of the turn before and ends with the one that starts the next.
        assert "before: entry" in text
    with lines_read(long.store) as read:
        assert "Nothing has happened" in await long.told("ben", f"log {turns + 1}")
    assert read == []


async def test_a_part_of_the_record_says_what_the_whole_says(long: Channel) -> None:
    assert await told(long) == await whole(long)


async def test_the_cached_turns_follow_undo_and_rollback(long: Channel) -> None:
    """After more play, undo and a rollback below the cached part."""
    await long.say("eve", "log turn")
    await long.say("ben", "rollback turn")
    await long.say("anna", "rollback accept")
    fresh = await told(long)
    assert fresh == await whole(long)
    for point in range(await long.number() // 3, 0, -1):  # to the first that still stands
        await long.say("ben", f"rollback {point}")
        if "nothing to answer" not in await long.told("anna", "rollback accept"):
            break
    short = await told(long)
    assert len(short) < len(fresh)
    assert short == await whole(long)


@pytest.mark.parametrize("harm", ["garbage", "kind", "version", "position", "epoch"])
async def test_an_unusable_cache_is_rebuilt(long: Channel, harm: str) -> None:
    before = await told(long)
    connection, key = long.store.connection, GameKeys(await long.game_id()).turns
    if harm == "kind":
        await connection.call("DEL", key)
        await connection.call("RPUSH", key, "a")
    for name, raw in (await connection.call("HGETALL", key)).items() if harm != "kind" else ():
        start = TurnStart.unpack(raw)
        assert start is not None
        changes: dict[str, dict[str, Any]] = {
            "version": {"by": "0.0.1", "events": []},
            "position": {"position": "{"},
            "epoch": {"epoch": start.epoch + 1, "events": []},
        }
        spoilt = start.model_copy(update=changes[harm]).pack() if harm in changes else b"{"
        await connection.call("HSET", key, name, spoilt)
    assert await told(long) == before
    with lines_read(long.store) as read:
        await long.say("eve", "log turn")
    assert sum(read) < ENTRIES / 2, "it is kept again"


async def test_it_goes_with_the_game_and_names_nobody(long: Channel) -> None:
    connection, game = long.store.connection, await long.game_id()
    await long.say("eve", "log turn")
    key = GameKeys(game).turns
    starts = [TurnStart.unpack(raw) for raw in (await connection.call("HGETALL", key)).values()]
    assert len(starts) == await last_turn(long) - 1
    for start in starts:
        assert start is not None
        assert not [word for word in ('"anna"', '"ben"', "web:") if word in start.dump().casefold()]
        assert all(set(event) == {"n", "kind", "data"} for event in start.events), "public events alone"
    assert 0 < await connection.call("TTL", key) <= 30 * 86_400
    await long.store.erase(game)
    assert await connection.call("EXISTS", key) == 0
    await long.store.turns.keep(game, [start for start in starts if start is not None])
    assert await connection.call("EXISTS", key) == 0, "nothing is kept of a game that is gone"


async def test_a_death_at_any_round_trip_of_the_log_loses_nothing(long: Channel, redis_url: str) -> None:
    game = await long.game_id()
    wanted = await long.told("ben", "log turn")
    stored, record = await long.store.load(game), await long.store.record(game)
    await forgotten(long)
    counting = Dying(redis_url, 0, done=False)
    await replace(long, store=Store(counting), handler=BotHandler(Store(counting))).say("ben", "log turn")
    await counting.close()
    for at, done in points(counting.trips):
        await forgotten(long)
        dying = Dying(redis_url, at, done=done)
        await replace(long, handler=BotHandler(Store(dying))).say("ben", "log turn")
        await dying.close()
        assert (await long.store.load(game), await long.store.record(game)) == (stored, record)
        for _ in range(2):
            assert await long.told("ben", "log turn") == wanted, (at, done)


async def test_a_server_that_takes_no_writes_still_tells_the_log(long: Channel, connection: Connection) -> None:
    wanted = await long.told("ben", "log turn")
    await forgotten(long)
    await connection.call("CONFIG", "SET", "min-replicas-to-write", 1)
    try:
        assert await long.told("ben", "log turn") == wanted
    finally:
        await connection.call("CONFIG", "SET", "min-replicas-to-write", 0)
