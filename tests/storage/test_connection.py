"""The pool of connections: hundreds of commands at once wait for their turn, and round trips are told of."""

from __future__ import annotations

import asyncio

import pytest

from bot.storage import Committed, Connection, Store, StoreUnavailable
from bot.storage.connection import CONNECTIONS
from tests.storage.support import new_game, say


async def test_three_hundred_commands_at_once_are_all_carried_out(redis_url: str) -> None:
    store = Store(Connection(redis_url, patience=0))
    games = [await new_game(store, f"web:channel-{number}") for number in range(60)]
    commands = [store.run_command(game, f"key-{i}", say(f"word {i}", posts=1)) for i in range(5) for game in games]
    watch = Connection(redis_url)
    most = 0

    async def count() -> None:
        nonlocal most
        while True:
            most = max(most, len((await watch.call("CLIENT", "LIST")).splitlines()))
            await asyncio.sleep(0.005)

    counting = asyncio.create_task(count())
    results = await asyncio.gather(*commands)
    looks = await asyncio.gather(*(store.load(game) for game in games * 5))
    counting.cancel()
    await asyncio.gather(counting, return_exceptions=True)
    assert len(results) == 300
    assert all(isinstance(result, Committed) for result in results)
    assert [look.number for look in looks] == [4] * 300
    assert 8 < most <= CONNECTIONS + 4, "many connections, but no more than allowed (others of this run may be open)"
    await store.close()
    await watch.close()


async def test_who_waits_too_long_for_a_connection_is_told_what_is_wrong(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.storage.connection.CONNECTIONS", 1)
    monkeypatch.setattr("bot.storage.connection.WAITING", 0.2)
    link = Connection(redis_url, patience=0)
    holding = asyncio.create_task(link.call("BLPOP", "nothing", 2))
    await asyncio.sleep(0.05)
    with pytest.raises(StoreUnavailable, match="All 1 connections .* were in use"):
        await link.call("PING")
    assert await holding is None
    assert await link.call("PING") in (b"PONG", True)
    await link.close()


async def test_every_round_trip_is_told_of(redis_url: str) -> None:
    seen: list[tuple[str, int, bool]] = []

    def observe(what: str, seconds: float, commands: int, done: bool) -> None:
        assert seconds > 0
        seen.append((what, commands, done))

    link = Connection(redis_url, patience=0, observe=observe)
    await link.call("SET", "secret-name", "secret-value")
    await link.transaction(("GET", "a"), ("GET", "b"))
    await link.pipeline(("GET", "a"), ("GET", "b"), ("GET", "c"))
    await link.script("announce", ["feldpost:outboxes"], ["add", "abcd2345"])
    with pytest.raises(StoreUnavailable, match="refused"):
        await link.call("LPUSH", "secret-name", "x")
    await link.close()
    assert seen == [
        ("set", 1, True),
        ("transaction", 2, True),
        ("pipeline", 3, True),
        ("script announce", 1, True),
        ("lpush", 1, False),
    ]
