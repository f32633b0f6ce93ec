"""When games are due: sixteen shards, who takes what of them, and the one index of older versions."""

from __future__ import annotations

import pytest

from bot.storage import Connection, Store, keys
from bot.storage.due_index import _LEASE, _OVERDUE
from tests.storage.support import new_game

NOW = 1_000_000.0


async def games(store: Store, count: int) -> list[str]:
    return [await new_game(store, f"web:channel-{n}") for n in range(count)]


async def taken(store: Store, most: int = 20) -> list[str]:
    """All that a process takes until it gets nothing more."""
    found: list[str] = []
    while some := (await store.due.take(NOW, most))[1]:
        found += some
    return found


def test_games_are_spread_over_shards_that_lie_in_slots_of_their_own() -> None:
    from redis.crc import key_slot

    shards = [keys.due(f"game-{n}") for n in range(800)]
    assert set(shards) == set(keys.DUE)
    assert max(shards.count(one) for one in keys.DUE) < 2 * 800 / 16
    slots = {key_slot(shard.encode()) for shard in keys.DUE}
    assert len(slots) == 16
    assert {slot * 3 // 16384 for slot in slots} == {0, 1, 2}, "all three nodes of a small cluster have some"
    assert all(key_slot(keys.due_lease(one).encode()) == key_slot(one.encode()) for one in keys.DUE)


async def test_due_games_are_taken_once(store: Store, connection: Connection) -> None:
    own = await games(store, 60)
    for game in own:
        await store.due.note(game, NOW - 1)
    other = Store(connection)
    first, second = [], []
    while True:
        some, more = (await store.due.take(NOW, 3))[1], (await other.due.take(NOW, 3))[1]
        if not some and not more:
            break
        first += some
        second += more
    assert sorted(first + second) == sorted(own)
    assert second, "another process takes its share of other shards"


async def test_a_shard_of_which_one_takes_much_is_left_to_it_until_it_is_late(
    store: Store, connection: Connection
) -> None:
    some = [game for n in range(4000) if keys.due(game := f"game{n}") == keys.DUE[0]][:10]
    await connection.call("ZADD", keys.DUE[0], *(part for game in some for part in (NOW - 1, game)))
    other = Store(connection)
    assert len((await store.due.take(NOW, 4))[1]) == 4
    assert (await other.due.take(NOW, 4))[1] == []
    assert 0 < await connection.call("TTL", keys.due_lease(keys.DUE[0])) <= _LEASE
    await connection.call("ZADD", keys.DUE[0], NOW - _OVERDUE - 1, some[-1])
    assert some[-1] in (await other.due.take(NOW, 4))[1], "whoever is too slow is helped"
    assert await taken(store)
    assert not await connection.call("EXISTS", keys.due_lease(keys.DUE[0])), "a shard that is done is anybody's"


async def test_a_process_looks_at_its_own_due_games_at_once(store: Store, connection: Connection) -> None:
    await connection.call("SET", keys.due_lease(keys.due("abcd2345")), "another", "EX", 10)
    await connection.call("ZADD", keys.due("abcd2345"), NOW - 1, "abcd2345")
    assert await taken(store) == []
    await store.due.note("abcd2345", NOW - 1)
    assert await taken(store) == ["abcd2345"]


@pytest.mark.parametrize("whole", [True, False])
async def test_the_index_of_an_older_version_is_brought_over(store: Store, connection: Connection, whole: bool) -> None:
    own = await games(store, 30)
    await store.repair()
    before = {game: NOW + n for n, game in enumerate(own)}
    await connection.call("DEL", *keys.DUE)
    await connection.call("ZADD", keys.DUE_FORMERLY, *(part for game, at in before.items() for part in (at, game)))
    if whole:
        await connection.call("ZADD", keys.DUE_FORMERLY, "+inf", keys.WHOLE)
    await store.running.keep()
    assert await store.due.when() == before, "nothing is lost, and no game is looked at for it"
    assert not await connection.call("EXISTS", keys.DUE_FORMERLY)
    # A process of that version still runs: what it notes is brought over, and the earlier time counts.
    await connection.call("ZADD", keys.DUE_FORMERLY, NOW - 5, own[0], NOW + 500, own[1])
    await store.running.keep()
    assert await store.due.when() == before | {own[0]: NOW - 5}
    assert not await connection.call("EXISTS", keys.DUE_FORMERLY)


async def test_a_lost_shard_is_rebuilt_from_its_running_games(store: Store, connection: Connection) -> None:
    own = await games(store, 40)
    await store.repair()
    for game in own:
        await store.due.note(game, NOW + 100)
    lost = keys.due(own[0])
    await connection.call("DEL", lost)
    await store.running.keep()
    assert {game: at for game, at in (await store.due.when()).items() if at == 0} == {
        game: 0 for game in own if keys.due(game) == lost
    }
