"""Undoing a link: who is told, what each gets back, the deadline, and deaths midway."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest

from bot.leagues import acts, journal
from bot.service.people import link_notices, linking
from bot.storage import Connection, StorageError, Store, person_keys
from tests.bot.linked import DAY, Heard, People, people, refused
from tests.bot.support import Channel
from tests.bot.test_dying import dying_stores

__all__ = ["people"]


async def test_both_accounts_are_told_of_a_link_and_of_its_end(people: People) -> None:
    discord, slack = Heard(), Heard(away=True)
    venues: Any = {"discord": discord, "slack": slack}
    await people.link("slack:T1.U1", await people.code("discord:1"))
    assert await link_notices.tell(people.tools, venues) == 1
    assert await link_notices.tell(people.tools, venues) == 0
    ((user, _, text),) = discord.told.values()
    assert user == "1"
    assert "now count as one person" in text
    assert "(Slack)" in text
    assert "`/link undo`" in text
    assert slack.told == {}, "who did it was answered"
    await people.typed("discord:1", "undo")
    await people.typed("discord:1", "undo", "sure")
    assert await link_notices.tell(people.tools, venues) == 0
    assert [one.account for one in await people.store.links.news()] == ["slack:T1.U1"], (
        "kept while the platform is away"
    )
    slack.away = False
    assert await link_notices.tell(people.tools, venues) == 1
    ((user, _, text),) = slack.told.values()
    assert user == "T1.U1"
    assert "**1** (Discord) are no longer one person" in text
    assert await people.store.links.news() == []


async def test_unlinking_restores_entries_and_recounts_ratings(people: People) -> None:
    await people.season("s-spring", "slack:T1.U1", "web:bob", "web:cem", "web:dan")
    await people.season("s-open", "discord:1", "web:bob", drawn=False)
    one, other = await people.person("discord:1"), await people.person("slack:T1.U1")
    await people.link("slack:T1.U1", await people.code("discord:1"))
    spring = await people.repository.season("s-spring")
    assert (one in spring.entrants, other in spring.entrants) == (True, False)
    joins = await people.store.links.joins()
    assert "Separate these accounts again: **1** (Discord) and" in await people.typed("slack:T1.U1", "undo", "sure"), (
        "it asks first"
    )
    assert await people.person("slack:T1.U1") == one
    assert "two people again" in await people.typed("slack:T1.U1", "undo", "sure")
    assert "two people again" in await people.typed("slack:T1.U1", "undo", "sure"), "the same again is the same"
    assert await people.person("slack:T1.U1") == other
    assert await people.person("discord:1") == one
    assert await people.store.links.joins() == joins + 1, "what was counted by persons is counted anew"
    spring = await people.repository.season("s-spring")
    assert (one in spring.entrants, other in spring.entrants) == (False, True)
    assert spring.section_of(other) == 0
    assert spring.section_of(one) is None
    assert one in (await people.repository.season("s-open")).entrants
    kept, again = await people.store.persons.read(one), await people.store.persons.read(other)
    assert (list(kept.accounts), kept.once, kept.name) == (["discord:1"], (), "1")
    assert (list(again.accounts), again.once, again.name) == (["slack:T1.U1"], (), "T1.U1")
    assert await people.store.links.parting() == {}
    await refused("link_stays", people.typed("web:bob", "undo"))
    await refused("link_stays", people.typed("discord:1", "undo"))


async def test_after_an_undo_the_two_may_be_linked_again_and_seasons_hear_of_each_time(people: People) -> None:
    await people.season("s-spring", "slack:T1.U1", "web:bob", "web:cem", "web:dan")
    one, other = await people.person("discord:1"), await people.person("slack:T1.U1")
    for times in (1, 2, 3):
        await people.link("slack:T1.U1", await people.code("discord:1"))
        assert one in (await people.repository.season("s-spring")).entrants, times
        await people.typed("discord:1", "undo")
        await people.typed("discord:1", "undo", "sure")
        assert other in (await people.repository.season("s-spring")).entrants, times
    kinds = [entry.kind for entry in await people.repository.journal("s-spring")]
    assert kinds.count("linked") == kinds.count("unlinked") == 3


async def test_after_a_week_a_link_stays(people: People, store: Store) -> None:
    other = await people.person("web:bob")
    await people.link("web:bob", await people.code("discord:1"))
    left = await store.connection.call("TTL", person_keys.joined(other))
    assert 7 * DAY - 60 < left <= 7 * DAY
    await store.connection.call("DEL", person_keys.joined(other))
    await refused("link_stays", people.typed("web:bob", "undo"))


async def test_three_accounts_are_parted_one_after_the_other(people: People) -> None:
    web, slack, discord = [await people.person(one) for one in ("web:bob", "slack:T1.U1", "discord:1")]
    await people.link("slack:T1.U1", await people.code("web:bob"))
    await people.link("web:bob", await people.code("discord:1"))
    assert {await people.person(one) for one in ("web:bob", "slack:T1.U1", "discord:1")} == {discord}
    for _ in range(2):
        await people.typed("slack:T1.U1", "undo")
        await people.typed("slack:T1.U1", "undo", "sure")
    assert [await people.person(one) for one in ("web:bob", "slack:T1.U1", "discord:1")] == [web, slack, discord]


async def test_a_linked_account_stays_an_interested_party_after_unlinking(people: People) -> None:
    await people.season("s-spring", "slack:T1.U1", "web:bob", "web:cem", "web:dan")
    one, other = await people.person("discord:1"), await people.person("slack:T1.U1")
    await people.link("slack:T1.U1", await people.code("discord:1"))
    await people.typed("discord:1", "undo")
    await people.typed("discord:1", "undo", "sure")
    assert (await people.store.persons.read(one)).parted == (other,)
    season = await people.repository.season("s-spring")
    ruling = journal.Ruled(at=9, by=one, match=next(iter(season.matches)), points=(2, 0), reason="so be it")
    with pytest.raises(acts.NotNow):
        acts.rule_game(season, ruling)


async def test_roles_return_to_their_former_holders(people: People) -> None:
    await people.season("s-spring", "web:bob", drawn=False)
    one, other = await people.person("discord:1"), await people.person("slack:T1.U1")
    for role, person in (("owner", other), ("arbiter", one), ("organiser", one), ("organiser", other)):
        await people.repository.act(
            "s-spring",
            f"{role} {person}",
            lambda season, role=role, person=person: acts.appoint(season, role, "", 5, person=person),  # type: ignore[misc]
        )
    await people.link("slack:T1.U1", await people.code("discord:1"))
    assert (await people.repository.season("s-spring")).roles == {"owner": {one}, "arbiter": {one}, "organiser": {one}}
    await people.typed("discord:1", "undo")
    await people.typed("discord:1", "undo", "sure")
    roles = (await people.repository.season("s-spring")).roles
    assert roles == {"owner": {other}, "arbiter": {one}, "organiser": {one, other}}


async def test_a_death_at_any_round_trip_of_an_undo_leaves_one_person_or_two(
    people: People, connection: Connection, redis_url: str
) -> None:
    await people.season("s-spring", "slack:T1.U1", "web:bob", "web:cem", "web:dan")
    one, other = await people.person("discord:1"), await people.person("slack:T1.U1")
    await people.link("slack:T1.U1", await people.code("discord:1"))
    await people.typed("discord:1", "undo")
    parted = 0
    async for on in dying_stores(connection, redis_url):
        with contextlib.suppress(StorageError):
            await linking.link(Channel.open(on).handler.tools, people.caller("discord:1"), "undo", "sure")
        await linking.settle(people.tools)
        now = await people.person("slack:T1.U1")
        parted += now == other
        assert now in (one, other)
        season = await people.repository.season("s-spring")
        assert now in season.entrants
        assert season.section_of(now) == 0
        assert await people.store.links.parting() == {}
    assert parted > 5, "the two commands that were not cut short are among them"
