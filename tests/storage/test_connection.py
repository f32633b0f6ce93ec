"""The pool of connections: hundreds of commands at once wait for their turn, and round trips are told of."""

from __future__ import annotations

import asyncio
import re

import pytest

from bot.cli.games import list_games
from bot.operations.census import Counting
from bot.service.people.ticker import Ticker
from bot.storage import Committed, Connection, Store, StoreUnavailable
from bot.storage.connection import CONNECTIONS
from bot.storage.errors import StoredDamage
from tests.bot.support import Channel
from tests.conftest import ROOT
from tests.storage.support import new_game, say


async def test_a_call_cancelled_in_a_round_trip_ends(redis_url: str) -> None:
    link = Connection(redis_url)
    await link.call("PING")

    async def going_on() -> None:
        while True:
            await link.call("PING")

    for steps in range(40):
        task = asyncio.create_task(going_on())
        for _ in range(steps):
            await asyncio.sleep(0)
        task.cancel()
        _, pending = await asyncio.wait({task}, timeout=60)
        task.cancel()
        assert not pending, f"cancelled after {steps} steps of the loop"
    await link.close()


@pytest.mark.parametrize("steps", [0, 1, 3, 6, 12, 25])
async def test_closing_leaves_no_connection_of_a_call_in_progress_open(redis_url: str, steps: int) -> None:
    """The suite turns the warning about a connection that is left open into a failure."""
    link, watch = Connection(redis_url), Connection(redis_url)
    await watch.call("PING")
    before = await _clients(watch)
    on_their_way = [asyncio.create_task(link.call("PING")) for _ in range(6)]
    for _ in range(steps):
        await asyncio.sleep(0)
    await link.close()
    await asyncio.gather(*on_their_way, return_exceptions=True)
    async with asyncio.timeout(10):
        while await _clients(watch) - before:  # noqa: ASYNC110 - the server says nothing by itself
            await asyncio.sleep(0.01)
    await watch.close()


async def _clients(watch: Connection) -> set[bytes]:
    """Return the ids of the connections that the server has."""
    return set(re.findall(rb"\bid=(\d+)", await watch.call("CLIENT", "LIST")))


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


async def test_waiting_too_long_for_a_connection_is_reported(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.storage.connection.CONNECTIONS", 1)
    monkeypatch.setattr("bot.storage.connection.WAITING", 0.2)
    link = Connection(redis_url, patience=0)
    holding = asyncio.create_task(link.call("BLPOP", "nothing", 2))
    await asyncio.sleep(0.05)
    with pytest.raises(StoreUnavailable, match="The only connection .* was in use"):
        await link.call("PING")
    assert await holding is None
    assert await link.call("PING") in (b"PONG", True)
    await link.close()


async def test_the_rights_that_the_example_advises_suffice_and_are_no_more(redis_url: str) -> None:
    """A user of its own on a shared server, as .env.example gives it, plays a game, and can harm nobody else."""
    (rule,) = re.findall(r"ACL (SETUSER feldpost .*)", (ROOT / ".env.example").read_text(encoding="utf-8"))
    link = Connection(redis_url)
    await link.call("ACL", *rule.replace("PASSWORD", "pass-of-its-own").split())
    place = redis_url.rpartition("@")[2]
    own = Connection(f"redis://feldpost:pass-of-its-own@{place}", patience=0)
    try:
        channel = Channel.open(Store(own))
        await own.check_version()
        await channel.begin()
        assert "Activate" in await channel.told("anna", "play cp 1 as ops")
        await channel.store.repair()
        await Ticker(channel.handler.tools).index()
        assert (await Counting(channel.store).take()).games["playing"] == 1
        assert await list_games(channel.store, lambda line: None, verify=True) == 0
        for foreign in (("FLUSHALL",), ("GET", "somebody:else"), ("CONFIG", "GET", "*"), ("KEYS", "*")):
            with pytest.raises(StoreUnavailable, match="refused"):
                await own.call(*foreign)
    finally:
        await link.call("ACL", "DELUSER", "feldpost")
        await link.close()
        await own.close()


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
    with pytest.raises(StoredDamage, match="its kind is wrong"):
        await link.call("LPUSH", "secret-name", "x")
    await link.close()
    assert seen == [
        ("set", 1, True),
        ("transaction", 2, True),
        ("pipeline", 3, True),
        ("script announce", 1, True),
        ("lpush", 1, False),
    ]
