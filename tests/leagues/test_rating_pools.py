"""Ratings in the store: what is kept is what a computation of all journals gives, however it came about."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from bot.leagues import journal
from bot.leagues.journal import Entry
from bot.leagues.standings import How
from bot.ratings import Rating
from bot.service.leagues.rating import Rated, Ratings, about, pool_of
from bot.service.leagues.season_repository import SeasonRepository
from bot.storage import Store, person_keys
from bot.storage.persons import Put
from tests.leagues.lives import lived
from tests.leagues.test_season import DAY, opening


class Played:
    """Seasons in a store, whose journals grow bit by bit."""

    def __init__(self, store: Store, days: float = 60) -> None:
        self.store = store
        self.repository = SeasonRepository(store, lambda: datetime.fromtimestamp(days * DAY, UTC))
        self.ratings = Ratings(store, self.repository)

    async def open(self, name: str, entries: Sequence[Entry]) -> None:
        await self.repository.create(name, "new", lambda promise: entries[:1])
        await self.add(name, entries[1:])

    async def add(self, name: str, entries: Sequence[Entry]) -> None:
        season = await self.repository.season(name)
        await self.repository.act(name, f"add-{season.length}", lambda season: entries)

    async def agree(self, pool: str) -> None:
        stored = await self.store.ratings.everybody(pool)
        assert stored == await self.ratings.rebuilt(pool)
        assert stored


@pytest.fixture
def played(store: Store) -> Played:
    return Played(store)


def entries(seed: int, form: journal.Format = "divisions", count: int = 7) -> list[Entry]:
    *_, held = lived(random.Random(seed), form, count)
    return [entry.model_copy(update={"at": entry.at + number}) for number, entry in enumerate(held.entries)]


POOL = pool_of(opening())


async def test_incremental_ratings_equal_a_full_computation(played: Played) -> None:
    one, other = entries(1), entries(2, "swiss", 9)
    await played.open("s-one", one[:1])
    await played.open("s-other", other[:1])
    counts, rng, at = [], random.Random(5), {"s-one": 1, "s-other": 1}
    told = {"s-one": one, "s-other": other}
    while any(at[name] < len(told[name]) for name in told):
        for name in told:
            size = rng.randint(1, 12)
            if some := told[name][at[name] : at[name] + size]:
                await played.add(name, some)
                at[name] += size
        counts.append(await played.ratings.refresh())
    await played.agree(POOL)
    assert await played.ratings.refresh() == 0
    _, state = await played.store.ratings.state(POOL)
    assert state.games > 10
    assert max(counts) <= state.games
    # Bit by bit or at once: the same to the last digit.
    stored = await played.store.ratings.everybody(POOL)
    await played.store.connection.call("DEL", person_keys.ratings(POOL))
    assert await played.ratings.refresh() == state.games
    assert await played.store.ratings.everybody(POOL) == stored


async def test_new_games_are_added_and_a_correction_recomputes_everything(played: Played) -> None:
    told = entries(1)
    results = [number for number, entry in enumerate(told) if isinstance(entry, journal.Resulted)]
    await played.open("s-one", told[: results[4]])
    assert await played.ratings.refresh() > 1
    corrected = next(entry for entry in told if isinstance(entry, journal.Resulted) and entry.points == (2, 0))
    await played.add("s-one", told[results[4] : results[5]])
    assert await played.ratings.refresh() <= 1
    ruling = journal.Ruled(
        at=1e6, match=corrected.match, points=(0, 2), reason="wrong", how=How.PLAYED, leg=corrected.leg
    )
    await played.add("s-one", [ruling])
    assert await played.ratings.refresh() == (await played.store.ratings.state(POOL))[1].games
    await played.agree(POOL)


async def test_two_persons_who_are_one_have_one_rating(played: Played) -> None:
    store = played.store
    one = await store.persons.of("web:ann", "Ann")
    await played.open("s-one", entries(1))
    await played.open("s-two", entries(9))
    await played.ratings.refresh()
    before = (await store.ratings.state(POOL))[1].games
    # The journals' p01 and p02 turn out to be somebody else, so that their games against each other are none.
    held = await store.persons.held(one)
    for name in ("p01", "p02"):
        gone = held.person.model_copy(update={"person": name, "into": one, "accounts": {}})
        assert await store.persons.put(Put(person_keys.person(name), "", gone.dump()))
    await store.connection.call("SET", person_keys.JOINS, 2)
    assert 0 < await played.ratings.refresh() < before
    stored = await store.ratings.everybody(POOL)
    assert one in stored
    assert not {"p01", "p02"} & stored.keys()
    await played.agree(POOL)


async def test_two_processes_at_once_count_nothing_twice(played: Played) -> None:
    await played.open("s-one", entries(1))
    others = [Played(played.store) for _ in range(4)]
    await asyncio.gather(*(other.ratings.refresh() for other in others))
    await played.agree(POOL)


async def test_provisional_players_stand_apart_and_rest_makes_less_certain(played: Played) -> None:
    for number in range(6):
        await played.open(f"s-{number}", entries(number, "double", 4))
    await played.ratings.refresh()
    table = await played.ratings.table(POOL)
    assert {one.person for one in table.established} >= {"p00", "p01"}
    assert all(one.rating.provisional for one in table.provisional)
    assert [one.rating.mu for one in table.established] == sorted(
        (one.rating.mu for one in table.established), reverse=True
    )
    assert 0 in table.advantages
    assert table.taken[0].games == (await played.store.ratings.state(POOL))[1].games
    (first,) = (await played.ratings.of(POOL, ["p00"])).values()
    assert len(first.history) == first.rating.games
    assert first.history[-1][1].mu == first.rating.mu
    (rested,) = (await Played(played.store, days=3650).ratings.of(POOL, ["p00"])).values()
    assert rested.rating.sigma > first.rating.sigma
    assert rested.course[-1][1].shown == rested.rating.shown, "a graph ends with the figure that the text tells"
    assert rested.course[:-1] == rested.history
    assert first.course == first.history or first.course[-1][1].shown == first.rating.shown
    assert (await played.ratings.of(POOL, ["nobody"]))["nobody"] == Rated("nobody", Rating())


async def test_a_damaged_rating_is_computed_again(played: Played) -> None:
    told = entries(1)
    await played.open("s-one", told[:-4])
    await played.ratings.refresh()
    for field in ("", "p00"):
        await played.store.connection.call("HSET", person_keys.ratings(POOL), field, "damaged")
        assert "p00" in (await played.ratings.rebuilt(POOL))
        await played.store.connection.call("HSET", person_keys.ratings(POOL), "", "damaged")
        await played.ratings.refresh()
        await played.agree(POOL)


def test_a_pool_is_what_is_played_in_the_titles_own_words() -> None:
    usual = opening(title="pog", scenario="historical")
    assert pool_of(usual) == pool_of(opening(title="pog", scenario="historical", name="Autumn", window=200 * DAY))
    assert pool_of(usual) == pool_of(opening(title="pog", scenario="historical", options={"windows": "public"}))
    others = {
        pool_of(opening(title="pog", scenario=scenario, options=options))
        for scenario, options in (("campaign", {}), ("limited_war", {}), ("historical", {"optional_cards": True}))
    }
    assert len(others | {pool_of(usual)}) == 4
    assert about(usual)["scenario"] == "historical"
    assert pool_of(opening(title="gone", scenario="x", options={"odd": 1})).startswith("gone.x.")


def test_the_peak_counts_what_still_stood_when_the_time_began() -> None:
    history = ((10.0, Rating(mu=30)), (20.0, Rating(mu=28)), (30.0, Rating(mu=26)))
    rated = Rated("a", Rating(mu=26), history)
    assert [rated.peak(since) for since in (5, 15, 25, 40)] == [1620, 1620, 1572, 1524]


async def test_a_state_without_a_later_field_is_recomputed(played: Played) -> None:
    told = entries(1)
    await played.open("s-one", told[:-6])
    await played.ratings.refresh()
    raw, state = await played.store.ratings.state(POOL)
    older = json.loads(raw)
    del older["sides"]
    await played.store.connection.call("HSET", person_keys.ratings(POOL), "", json.dumps(older))
    await played.add("s-one", told[-6:])
    await played.ratings.refresh()
    _, now = await played.store.ratings.state(POOL)
    assert sum(now.sides[0]) == now.games >= state.games
    await played.agree(POOL)


async def test_a_season_that_hides_its_results_is_rated_at_its_end(played: Played) -> None:
    told = entries(1)
    sealed = told[0].model_copy(update={"sealed": True})
    assert isinstance(told[-1], journal.Finished)
    await played.open("s-open", entries(2))
    await played.open("s-sealed", [sealed, *told[1:-1]])
    await played.ratings.refresh()
    before = (await played.store.ratings.state(POOL))[1].games
    await played.add("s-sealed", told[-1:])
    await played.ratings.refresh()
    assert (await played.store.ratings.state(POOL))[1].games > before
    await played.agree(POOL)
