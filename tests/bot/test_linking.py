"""Linking accounts by a one-time code: what it joins, what it refuses, what a death midway leaves, and seats of linked accounts."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from itertools import count
from typing import Any

import pytest

from bot.leagues import acts, journal
from bot.service.calls import Caller, Tools
from bot.service.leagues.desk import Desk
from bot.service.people import linking
from bot.storage import Connection, StorageError, Store, keys
from bot.storage.links import MOST_ASKED, MOST_WRONG
from bot.table.refusal import Refusal
from tests.bot.keeping import kept, put_back
from tests.bot.support import Channel
from tests.bot.test_dying import Dying

DAY = 86_400


@dataclass
class People:
    """Some accounts that talk about themselves."""

    store: Store
    tools: Tools
    desk: Desk
    keys: Any

    def caller(self, account: str) -> Caller:
        platform, _, name = account.partition(":")
        return Caller(user=account, name=name.title(), channel="web:hall", platform=platform, key=f"k{next(self.keys)}")

    async def person(self, account: str) -> str:
        return await self.store.persons.of(account, account.partition(":")[2].title())

    async def code(self, account: str) -> str:
        told = (await linking.link(self.tools, self.desk, self.caller(account), "")).text
        return told.split("**")[1]

    async def link(self, account: str, code: str, word: str = "sure") -> str:
        return (await linking.link(self.tools, self.desk, self.caller(account), code, word)).text

    async def season(self, season_id: str, *accounts: str, drawn: bool = True) -> None:
        async def act(what: Callable[..., Any], *args: Any) -> None:
            await self.desk.act(season_id, f"key-{next(self.keys)}", lambda season: what(season, *args))

        def begin(promise: str) -> list[journal.Entry]:
            return acts.opened(
                journal.Opened(
                    at=1, commitment=promise, name=season_id, format="divisions", own_rounds=120, window=120 * DAY
                )
            )

        await self.desk.create(season_id, "new", begin)
        for account in accounts:
            person = await self.person(account)
            await act(acts.joined, journal.Joined(at=2, by=person, person=person))
        if drawn:
            await act(acts.closed, "", 3)
            await act(acts.draw, await self.desk.seed(season_id), "", 4)


@pytest.fixture
def people(store: Store) -> People:
    tools = Channel.open(store).handler.tools
    return People(store, tools, Desk(store), count(1))


async def refused(code: str, doing: Awaitable[Any]) -> dict[str, Any]:
    with pytest.raises(Refusal) as caught:
        await doing
    assert caught.value.reason.code == code
    return dict(caught.value.reason.data)


async def test_a_code_joins_two_accounts_with_all_that_either_entered(people: People) -> None:
    await people.season("s-spring", "discord:1", "web:bob", "web:cem", "web:dan")
    await people.season("s-open", "slack:T1.U1", "web:bob", drawn=False)
    one, other = await people.person("discord:1"), await people.person("slack:T1.U1")
    code = await people.code("discord:1")
    assert "1 (Discord)" in await people.link("slack:T1.U1", code.upper())
    assert await people.person("slack:T1.U1") == one
    kept = await people.store.persons.read(other)
    assert (kept.person, kept.once) == (one, (other,))
    assert list(kept.accounts) == ["discord:1", "slack:T1.U1"]
    assert one in (await people.desk.season("s-open")).entrants
    assert other not in (await people.desk.season("s-open")).entrants
    assert one in (await people.desk.season("s-spring")).sections[0]
    # It works once; the same again is the same.
    assert "are one person now" in await people.link("slack:T1.U1", code)
    await refused("unknown_code", people.link("web:eve", code))
    assert await people.store.links.pending() == {}


async def test_the_newest_code_of_a_person_is_the_only_one_and_none_lasts(people: People, store: Store) -> None:
    first, second = await people.code("discord:1"), await people.code("discord:1")
    await refused("unknown_code", people.link("web:bob", first))
    assert 0 < await store.connection.call("TTL", keys.link_code(second)) <= 600
    await refused("own_code", people.link("discord:1", second))
    await people.link("web:bob", second)


async def test_codes_are_not_guessed_and_not_asked_for_without_end(people: People) -> None:
    codes = [await people.code("discord:1") for _ in range(MOST_ASKED)]
    assert len({*codes}) == MOST_ASKED
    assert all(len(code) == 10 for code in codes)
    await refused("too_many_codes", people.code("discord:1"))
    for _ in range(MOST_WRONG):
        await refused("unknown_code", people.link("web:bob", "wrong"))
    await refused("too_many_codes", people.link("web:bob", codes[-1]))
    await people.link("web:cem", codes[-1])


async def test_the_code_of_somebody_who_is_forgotten_is_none(people: People) -> None:
    code = await people.code("discord:1")
    await people.store.forgetting.begin(await people.person("discord:1"))
    await refused("unknown_code", people.link("web:bob", code))


async def test_whoever_types_a_code_is_asked_first_whose_it_is(people: People) -> None:
    one, other, code = await people.person("discord:1"), await people.person("web:bob"), await people.code("discord:1")
    asked = await linking.link(people.tools, people.desk, people.caller("web:bob"), code)
    assert "This code is of **1** (Discord). Is that you?" in asked.text
    assert await people.person("web:bob") == other
    table = Channel.open(people.store)
    assert asked.menu is not None
    (button,) = asked.menu.buttons
    (done,) = await table.press("bob", button.token)
    assert "are one person now" in done.text
    assert await people.person("web:bob") == one


async def test_nobody_is_joined_to_somebody_beside_whom_they_play(people: People, store: Store) -> None:
    await people.season("s-spring", *(f"web:p{number}" for number in range(5)))
    data = await refused("both_in_section", people.link("web:p1", await people.code("web:p0")))
    assert data == {"name": "s-spring", "section": 0}
    await people.season("s-open", "web:p0", "discord:1", drawn=False)
    await refused("both_entered", people.link("discord:1", await people.code("web:p0")))
    # A code that was refused still stands for the right account.
    table = Channel.open(store)
    await table.begin("anna", "ben")
    data = await refused("linked_opponents", people.link("web:ben", await people.code("web:anna")))
    assert data == {"game": await table.game_id()}


async def test_who_was_joined_before_counts_with_all_former_ids(people: People) -> None:
    await people.season("s-spring", *(f"web:p{number}" for number in range(5)))
    await people.link("web:p0", await people.code("discord:1"))
    await refused("both_in_section", people.link("web:p1", await people.code("discord:1")))


async def test_linked_accounts_never_sit_in_both_seats(people: People, store: Store) -> None:
    await people.link("web:ben", await people.code("web:anna"))
    table = Channel.open(store)
    await table.say("anna", "new campaign")
    await table.say("anna", "join cp")
    assert "another account of yours" in await table.told("ben", "join ap")
    assert "another account" not in await table.told("anna", "join both")
    await table.say("anna", "leave")
    answers = await asyncio.gather(table.told("anna", "join cp"), table.told("ben", "join ap"))
    seats = (await store.load(await table.game_id())).seats.users()
    assert len(seats) <= 1, answers


async def test_a_death_at_any_round_trip_leaves_two_persons_or_one_whom_all_seasons_learn_of(
    people: People, connection: Connection, redis_url: str
) -> None:
    await people.season("s-spring", "slack:T1.U1", "web:bob", "web:cem", "web:dan")
    other, one, code = (
        await people.person("slack:T1.U1"),
        await people.person("discord:1"),
        await people.code("discord:1"),
    )
    start, joined = await kept(connection), 0
    for done in (False, True):
        for at in range(1, 60):
            await put_back(connection, start)
            link = Dying(redis_url, at, done=done)
            on = Store(link)
            with contextlib.suppress(StorageError):
                await linking.link(Channel.open(on).handler.tools, Desk(on), people.caller("slack:T1.U1"), code, "sure")
            await link.close()
            if not link.dead:
                break
            await linking.settle(people.tools, people.desk)
            now = await people.person("slack:T1.U1")
            joined += now == one
            assert now in (one, other)
            assert (await people.store.persons.read(other)).person == now
            assert now in (await people.desk.season("s-spring")).entrants
            assert await people.store.links.pending() == {}
        else:
            raise AssertionError("this never ends")
    assert joined > 3
