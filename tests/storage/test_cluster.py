"""The store on a cluster of three primaries and their replicas, which refuses every script or transaction across slots."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
import pytest_asyncio

from bot.storage import ChannelLog, Connection, Post, Queued, Seat, Seats, Store, StoreUnavailable
from bot.storage.keys import GameKeys, LogKeys
from bot.storage.ratings import PoolState, StoredRating
from tests.conftest import ROOT
from tests.storage.support import header, new_game, say, step
from tests.support import servers
from tests.support.servers import Cluster


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def nodes(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Cluster]:
    """Three primaries and their replicas, for all tests here."""
    async with servers.cluster(tmp_path_factory.mktemp("cluster")) as made:
        yield made


@pytest_asyncio.fixture(params=["redis+cluster://", "redis://"])
async def cluster(request: pytest.FixtureRequest, nodes: Cluster) -> AsyncIterator[Connection]:
    """A connection to the empty cluster, by the address of all nodes or that of one that is asked what it is."""
    connection = Connection(nodes.url if request.param == "redis+cluster://" else nodes.nodes[4].url, patience=3)
    await connection.everywhere("FLUSHALL")
    yield connection
    await connection.close()


async def test_the_server_does_refuse_a_step_across_slots(cluster: Connection) -> None:
    with pytest.raises(StoreUnavailable, match="slot"):
        await cluster.transaction(("SET", "feldpost:{a}:header", "1"), ("SET", "feldpost:{b}:header", "1"))


async def test_the_whole_store_works_in_cluster_mode(cluster: Connection) -> None:
    store = Store(cluster, delivery_tries=1)
    head = header(channel="web:{odd} name:")
    seats = Seats(holders={"ap": Seat(user="u:{1}", name="Foch")})
    await store.create_game(head, replace(step(0, "start"), seats=seats, posts=[Post(kind="action")]))
    await store.run_command(head.game_id, "key {with} braces", say("attack", posts=2))
    assert (await store.load(head.game_id)).number == 1
    assert await store.people.games_of("u:{1}") == [head.game_id]
    assert await store.outbox.games_with_posts() == [head.game_id]

    async def fail(queued: Queued) -> None:
        raise RuntimeError(queued.id)

    await store.outbox.deliver(head.game_id, fail)
    parked = await store.outbox.parked()
    assert len(parked) == 3
    await store.outbox.retry_parked(head.game_id, parked[0].post_id)
    await store.finish_game(head.game_id, step(2, "resign"), "end", {"winner": "cp"})
    assert await store.channel_game(head.channel) is None
    log = ChannelLog(cluster)
    await log.add(head.channel, "m1", {"text": "x"})
    assert len(await log.newest(head.channel)) == 1


async def test_persons_are_linked_rated_and_forgotten_there(cluster: Connection) -> None:
    store = Store(cluster)
    one, other = await store.persons.of("discord:1{2}", "Ann"), await store.persons.of("slack:T1.U1", "Ann")
    found = await store.links.look(await store.links.offer(one), other)
    assert found is not None
    assert await store.links.join(found)
    rating = StoredRating(mu=25, sigma=8, games=1, month=1, history=[(1.0, 25.0, 8.0)])
    assert await store.ratings.write("pool", "", PoolState(), {one: rating}, anew=True)
    head = header()
    seats = Seats(holders={"cp": Seat(user="slack:T1.U1", name="Ann")})
    await store.create_game(
        head, replace(step(0, "start"), seats=seats, posts=[Post(kind="action", body={"to": "slack:T1.U1"})])
    )
    assert await store.forgetting.begin(one) == 1
    assert await store.forgetting.go_on(str) > 0
    assert (await store.load(head.game_id)).seats.users() == {"former:1"}
    assert [queued.post.body for queued in await store.outbox.pending_posts(head.game_id)] == [{"to": "former:1"}]
    assert await store.persons.known("slack:T1.U1") is None


async def test_all_keys_of_a_game_or_of_a_log_lie_in_one_slot(cluster: Connection) -> None:
    async def slots(*names: str) -> set[int]:
        return {await cluster.call("CLUSTER", "KEYSLOT", name) for name in names}

    own = GameKeys("vwqxixym")
    every = (*own.fixed(), *(own.answer(key) for key in ("press-1", "a{b}c", "web:7:{x}", "ünïcode")))
    assert len(set(every)) == len(every)
    assert len(await slots(*every)) == 1
    log = LogKeys("web:{odd} name:")
    assert len(await slots(log.order, log.bodies, log.sequence)) == 1
    assert await slots(*own.fixed()) != await slots(*GameKeys("another").fixed())


async def test_the_rights_that_the_example_advises_suffice_on_a_cluster(nodes: Cluster) -> None:
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    (rule,), (more,) = (
        re.findall(r"ACL (SETUSER feldpost .*)", example),
        re.findall(r"where it needs (\S+) as well", example),
    )
    for node in nodes.nodes:
        await node.ask("ACL", *rule.replace("PASSWORD", "pass-of-its-own").split(), more)
    place = ",".join(f"127.0.0.1:{node.port}" for node in nodes.nodes)
    own = Connection(f"redis+cluster://feldpost:pass-of-its-own@{place}")
    try:
        store = Store(own)
        await store.repair()
        games = [await new_game(store, f"web:own-{n}") for n in range(8)]
        for game in games:
            await store.run_command(game, "a", say("attack", posts=1))
        assert {*games} <= {*await store.outbox.games_with_posts()}
        assert len([key async for some in own.scan() for key in some]) > 8 * 8
        moving = asyncio.create_task(nodes.move(GameKeys(games[0]).record))
        while not moving.done():
            await store.load(games[0])
        for foreign in (("FLUSHALL",), ("GET", "somebody:else")):
            with pytest.raises(StoreUnavailable, match="refused"):
                await own.call(*foreign)
        # A node that may not say what it is says so at the first key of another one.
        for node in nodes.nodes:
            await node.ask("ACL", "SETUSER", "feldpost", "-info")
        mute = Connection(f"redis://feldpost:pass-of-its-own@127.0.0.1:{nodes.nodes[0].port}")
        for n in range(20):
            await mute.call("SET", f"feldpost:{n}", n)
        assert await mute.pipeline(*(("GET", f"feldpost:{n}") for n in range(20))) == [b"%d" % n for n in range(20)]
        await mute.close()
    finally:
        await own.close()
        for node in nodes.nodes:
            await node.ask("ACL", "DELUSER", "feldpost")


async def test_readiness_writes_on_every_primary(cluster: Connection, nodes: Cluster) -> None:
    await cluster.probe()
    assert [await node.ask("DBSIZE") for node in nodes.nodes[:3]] == [1, 1, 1]


@pytest.mark.parametrize("bad", ["", "Verdun", "a b", "{x}", "a:b", "-a", "a" * 41])
def test_a_game_id_that_could_break_a_key_is_refused(bad: str) -> None:
    with pytest.raises(ValueError, match="isn.t the id of a game"):
        GameKeys(bad)
