"""People are linked, unlinked, exported and forgotten without a league: the keeper in the tools is called, and by default keeps nothing."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from itertools import count

from typing_extensions import override

from bot.service.people import data_export, forgetting
from bot.service.people.duties import PersonalDuties
from bot.service.person_keeper import NothingKept, PersonKeeper
from bot.storage import Store
from bot.storage.models import JsonObject
from bot.storage.persons import StoredPerson
from tests.bot.linked import People, refused
from tests.bot.support import Channel


class Guestbook(NothingKept):
    """Keeps a line per person, depends on the named persons, and records its calls."""

    def __init__(self) -> None:
        self.noted: list[tuple[str, ...]] = []

    @override
    async def export(self, person: StoredPerson) -> JsonObject:
        return {"guestbook": person.name}

    @override
    async def commitments(self, person: StoredPerson) -> list[str]:
        return ["The guestbook"] if person.name == "Anna" else []

    @override
    async def linked(self, person: str, former: str) -> None:
        self.noted.append(("linked", person, former))

    @override
    async def forget(self, person: StoredPerson, names: Collection[str], former: str) -> int:
        self.noted.append(("forgotten", person.person, former))
        return 1

    @override
    async def refresh(self) -> int:
        self.noted.append(("refreshed",))
        return 1


def people_of(store: Store, keeper: PersonKeeper) -> People:
    channel = Channel.open(store)
    return People(store, replace(channel.handler.tools, keeper=keeper), channel.handler.leagues.repository, count(1))


async def test_the_keeper_is_asked_for_all_that_it_keeps(store: Store) -> None:
    book = Guestbook()
    people = people_of(store, book)
    one, other = await people.person("discord:ben"), await people.person("slack:ben")
    await people.link("slack:ben", await people.code("discord:ben"))
    assert book.noted == [("linked", one, other)]
    kept = await store.persons.read(one)
    assert (await data_export.collect_export(people.tools, kept))["guestbook"] == "Ben"
    anna = people.caller("web:anna")
    still = await refused("forget_first", forgetting.forget(people.tools, anna, "sure"))
    assert "The guestbook" in str(still)
    await forgetting.forget(people.tools, people.caller("discord:ben"), "sure", pressed=True)
    await PersonalDuties(people.tools).look()
    assert book.noted[1:] == [("forgotten", one, "Former player 1"), ("refreshed",)]


async def test_without_a_keeper_people_are_linked_exported_and_forgotten_all_the_same(store: Store) -> None:
    people = people_of(store, NothingKept())
    await people.season("s-cup", "discord:ben", "slack:ben", "web:cem", "web:dan")
    await people.link("slack:ben", await people.code("discord:ben"))
    kept = await store.persons.read(await people.person("discord:ben"))
    assert len(kept.accounts) == 2, "only the keeper knows that they play each other"
    assert "seasons" not in await data_export.collect_export(people.tools, kept)
    knowing = Channel.open(store).handler.tools
    await refused("forget_first", forgetting.forget(knowing, people.caller("slack:ben"), "sure"))
    await forgetting.forget(people.tools, people.caller("slack:ben"), "sure", pressed=True)
    assert await store.forgetting.leaving("slack:ben")
