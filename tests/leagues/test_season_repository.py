"""The season repository: seasons that several processes read and change at once."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from bot.leagues import acts, journal
from bot.leagues.lots import commitment
from bot.leagues.season import Season
from bot.service.leagues.season_repository import SeasonRepository, SeasonTaken
from bot.storage import Connection, Store
from bot.storage.errors import StoredDamage
from bot.storage.keys import SeasonKeys
from bot.storage.seasons import Repeated
from tests.conftest import ROOT
from tests.leagues.support import opening

SPRING = "s-spring"


@pytest_asyncio.fixture
async def repository(store: Store) -> SeasonRepository:
    """A repository with one open season."""
    found = SeasonRepository(store)
    await found.create(SPRING, "open", opening)
    return found


@pytest_asyncio.fixture
async def second(redis_url: str) -> AsyncIterator[SeasonRepository]:
    """The repository of another process."""
    other = Store(Connection(redis_url))
    yield SeasonRepository(other)
    await other.close()


def _joining(person: str) -> journal.Joined:
    return journal.Joined(at=1, by=person, person=person)


async def _join(repository: SeasonRepository, person: str) -> Season:
    return await repository.act(SPRING, f"join-{person}", lambda season: acts.join_season(season, _joining(person)))


async def test_a_season_is_made_once_and_its_seed_is_the_promised_one(repository: SeasonRepository) -> None:
    season = await repository.season(SPRING)
    assert (season.stage, season.length) == ("open", 1)
    assert commitment(await repository.seed(SPRING)) == season.rules.commitment
    again = await repository.create(SPRING, "open", opening)
    assert again.rules == season.rules
    with pytest.raises(SeasonTaken):
        await repository.create(SPRING, "another", opening)
    assert await repository.seasons() == [SPRING]


async def test_an_act_with_the_same_key_acts_once_and_what_is_refused_changes_nothing(
    repository: SeasonRepository,
) -> None:
    await _join(repository, "p1")
    assert (await _join(repository, "p1")).length == 2
    with pytest.raises(acts.NotNow, match="entered_already"):
        await repository.act(SPRING, "other", lambda season: acts.join_season(season, _joining("p1")))
    assert (await repository.act(SPRING, "nothing", lambda season: [])).length == 2
    await repository.act(SPRING, "nothing", lambda season: acts.join_season(season, _joining("p2")))
    assert list((await repository.season(SPRING)).entrants) == ["p1", "p2"]
    assert [entry.kind for entry in await repository.journal(SPRING)] == ["opened", "joined", "joined"]
    assert await repository.note(SPRING, "told")
    assert not await repository.note(SPRING, "told")


async def test_entries_of_another_process_are_read_as_a_tail(
    repository: SeasonRepository, second: SeasonRepository, store: Store
) -> None:
    await _join(second, "p1")
    asked: list[int] = []
    read = store.seasons.read

    async def watched(season_id: str, start: int = 0) -> list[str]:
        asked.append(start)
        return await read(season_id, start)

    store.seasons.read = watched  # type: ignore[method-assign]
    assert list((await repository.season(SPRING)).entrants) == ["p1"]
    await _join(second, "p2")
    assert list((await repository.season(SPRING)).entrants) == ["p1", "p2"]
    assert asked == [0, 1]


async def test_a_restored_journal_is_read_again(repository: SeasonRepository, store: Store) -> None:
    kept = await store.seasons.read(SPRING)
    await _join(repository, "p1")
    await _join(repository, "p2")
    own = SeasonKeys(SPRING)
    await store.connection.call("LTRIM", own.journal, 0, len(kept) - 1)
    assert (await repository.season(SPRING)).length == 1
    await _join(repository, "p3")
    assert list((await repository.season(SPRING)).entrants) == ["p3"]


async def test_damage_of_one_season_is_reported_and_the_others_continue(
    repository: SeasonRepository, store: Store
) -> None:
    await repository.create("s-other", "open", opening)
    sound = (await repository.season(SPRING)).length
    created = journal.Created(at=1, match="9.9.9", game="none").model_dump_json()
    for line in ("{", '{"kind": "unheard"}', created):
        await store.connection.call("RPUSH", SeasonKeys(SPRING).journal, line)
        for _ in range(2):
            with pytest.raises(StoredDamage, match=f"Entry {sound} of season {SPRING}"):
                await repository.season(SPRING)
        assert store.damaged[f"season:{SPRING}"] == "entries"
        assert list(await repository.sound()) == ["s-other"]
        await store.connection.call("RPOP", SeasonKeys(SPRING).journal)
        assert (await repository.season(SPRING)).length == sound
        assert f"season:{SPRING}" not in store.damaged


async def test_an_own_act_done_through_another_process_is_not_refused(
    repository: SeasonRepository, second: SeasonRepository, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    answered, asked = store.seasons.answered, 0

    async def overtaken(season_id: str, key: str) -> Repeated | None:
        nonlocal asked
        asked += 1
        found = await answered(season_id, key)
        if asked == 1:
            await _join(second, "p1")
        return found

    monkeypatch.setattr(store.seasons, "answered", overtaken)
    assert list((await _join(repository, "p1")).entrants) == ["p1"]
    assert [entry.kind for entry in await repository.journal(SPRING)] == ["opened", "joined"]
    with pytest.raises(acts.NotNow, match="entered_already"):
        await repository.act(SPRING, "other", lambda season: acts.join_season(season, _joining("p1")))


@pytest.mark.process
async def test_processes_that_act_at_once_lose_nothing_and_double_nothing(
    repository: SeasonRepository, redis_url: str
) -> None:
    names = ["a", "b", "c"]
    command = [sys.executable, "-m", "tests.leagues.repository_process", redis_url, SPRING, str(len(names))]
    started = [await asyncio.create_subprocess_exec(*command, name, cwd=ROOT) for name in names]
    assert await asyncio.wait_for(asyncio.gather(*(one.wait() for one in started)), 60) == [0, 0, 0]
    # Each of them joined its own ten, and all of them the same ten under the same keys.
    entered = [entry.person for entry in await repository.journal(SPRING) if isinstance(entry, journal.Joined)]
    assert sorted(entered) == sorted(
        [f"{name}{n}" for name in names for n in range(10)] + [f"all{n}" for n in range(10)]
    )
