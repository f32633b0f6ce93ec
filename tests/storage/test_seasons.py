"""Journals of seasons: appended where they stand, once for each key, and each harmed by its own damage alone."""

from __future__ import annotations

import asyncio

import pytest

from bot.storage import Connection, Store, keys
from bot.storage.errors import StoredDamage
from bot.storage.keys import SeasonKeys
from bot.storage.seasons import Appended, Outrun, Repeated, UnknownSeason

SPRING = "s-spring"


async def _made(store: Store, season: str = SPRING) -> str:
    assert await store.seasons.create(season, ["opened"], f"open-{season}", secret=b"seed") == Appended(1)
    return season


async def test_a_journal_grows_where_its_writer_saw_its_end(store: Store) -> None:
    await _made(store)
    assert await store.seasons.append(SPRING, 1, ["one", "two"], "a") == Appended(3)
    assert await store.seasons.append(SPRING, 1, ["late"], "b") == Outrun(3)
    assert await store.seasons.append(SPRING, None, ["any time"], "c") == Appended(4)
    assert await store.seasons.read(SPRING) == ["opened", "one", "two", "any time"]
    assert await store.seasons.read(SPRING, 2) == ["two", "any time"]
    assert await store.seasons.read(SPRING, 9) == []
    assert await store.seasons.secret(SPRING) == b"seed"


async def test_the_same_key_gets_its_first_answer_and_changes_nothing(store: Store) -> None:
    await _made(store)
    assert await store.seasons.append(SPRING, 1, ["one"], "a", {"said": "one"}) == Appended(2)
    assert await store.seasons.append(SPRING, 2, ["two"], "a", {"said": "two"}) == Repeated({"said": "one"})
    assert await store.seasons.append(SPRING, None, [], "told", {"at": 1}) == Appended(2)
    assert await store.seasons.answered(SPRING, "told") == Repeated({"at": 1})
    assert await store.seasons.answered(SPRING, "never") is None
    assert await store.seasons.create(SPRING, ["other"], f"open-{SPRING}") == Repeated({})
    assert await store.seasons.read(SPRING) == ["opened", "one"]


async def test_an_id_is_given_once_and_must_be_one(store: Store) -> None:
    await _made(store)
    assert await store.seasons.create(SPRING, ["mine"], "another") == Outrun(1)
    assert await store.seasons.read(SPRING) == ["opened"]
    for odd in ("spring", "s-", "s-Spring", "s-" + "x" * 31, "s-a}b"):
        with pytest.raises(ValueError, match="isn.t the id of a season"):
            await store.seasons.create(odd, ["opened"], "k")


async def test_an_unknown_season_is_reported_as_such(store: Store) -> None:
    for asked in (
        store.seasons.read("s-none"),
        store.seasons.append("s-none", 3, ["x"], "k"),
        store.seasons.append("s-none", None, ["x"], "k"),
        store.seasons.secret("s-none"),
    ):
        with pytest.raises(UnknownSeason, match="There's no season s-none"):
            await asked
    await store.connection.call("SADD", keys.SEASONS, "s-ghost", "no season at all")
    assert await store.seasons.listed() == []


async def test_of_concurrent_appends_each_expected_length_admits_one(store: Store, redis_url: str) -> None:
    await _made(store)
    others = [Store(Connection(redis_url)) for _ in range(4)]

    async def write(who: int, one: Store) -> None:
        for turn in range(12):
            while isinstance(
                done := await one.seasons.append(SPRING, length[who], [f"{who}.{turn}"], f"{who}.{turn}"), Outrun
            ):
                length[who] = done.length
            assert isinstance(done, Appended)
            length[who] = done.length

    length = dict.fromkeys(range(4), 1)
    await asyncio.gather(*(write(who, one) for who, one in enumerate(others)))
    lines = await store.seasons.read(SPRING)
    assert sorted(lines[1:]) == sorted(f"{who}.{turn}" for who in range(4) for turn in range(12))
    for who in range(4):
        assert [line for line in lines if line.startswith(f"{who}.")] == [f"{who}.{turn}" for turn in range(12)]
    for one in others:
        await one.close()


@pytest.mark.parametrize("part", ["journal", "answers", "secret"])
async def test_damage_of_a_season_harms_it_alone_and_names_it(store: Store, part: str) -> None:
    await _made(store)
    await _made(store, "s-other")
    hurt = getattr(SeasonKeys(SPRING), part)
    await store.connection.call("DEL", hurt)
    await store.connection.call("ZADD", hurt, 1, "x")
    with pytest.raises(StoredDamage, match=f"{part} of season {SPRING} is damaged"):
        await store.seasons.append(SPRING, 1, ["one"], "a")
    assert store.damaged[f"season:{SPRING}"] == part
    assert await store.seasons.append("s-other", 1, ["one"], "a") == Appended(2)
    assert await store.seasons.listed() == ["s-other", SPRING]


async def test_a_missing_journal_is_not_started_again(store: Store) -> None:
    await _made(store)
    await store.connection.call("DEL", SeasonKeys(SPRING).journal)
    with pytest.raises(StoredDamage, match="journal of season s-spring is gone"):
        await store.seasons.read(SPRING)
    with pytest.raises(StoredDamage, match="journal of season s-spring is gone"):
        await store.seasons.create(SPRING, ["opened"], "again")
    await store.connection.call("DEL", SeasonKeys(SPRING).secret)
    with pytest.raises(StoredDamage, match="is gone"):
        await store.seasons.append(SPRING, None, ["x"], "k")


async def test_the_season_index_is_rebuilt_from_the_seasons(store: Store) -> None:
    await _made(store)
    await _made(store, "s-other")
    assert await store.seasons.listed() == ["s-other", SPRING]
    await store.connection.call("SET", keys.SEASONS, "damage")
    assert await store.seasons.listed() == ["s-other", SPRING]
    await store.connection.call("DEL", keys.SEASONS, keys.SEASONS_INDEXED)
    assert await store.seasons.listed() == ["s-other", SPRING]


async def test_one_holds_the_lease_of_a_season_until_it_leaves(store: Store) -> None:
    assert await store.seasons.lease(SPRING, "one", 60)
    assert await store.seasons.lease(SPRING, "one", 60)
    assert not await store.seasons.lease(SPRING, "two", 60)
    await store.seasons.leave(SPRING, "two")
    assert not await store.seasons.lease(SPRING, "two", 60)
    await store.seasons.leave(SPRING, "one")
    assert await store.seasons.lease(SPRING, "two", 60)
