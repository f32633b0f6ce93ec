"""Persons: made at first sight, found again by every account, changed by many at once without loss."""

from __future__ import annotations

import asyncio

import pytest

from bot.storage import person_keys
from bot.storage.connection import Connection
from bot.storage.errors import StoredDamage
from bot.storage.persons import Persons, Put, StoredPerson, UnknownPerson
from bot.storage.store import Store


@pytest.fixture
def persons(store: Store) -> Persons:
    return store.persons


async def test_a_person_is_made_at_first_sight_and_the_id_says_nothing_of_the_account(persons: Persons) -> None:
    assert await persons.known("discord:80351110224678912") is None
    one = await persons.of("discord:80351110224678912", "Ann")
    assert (
        await persons.of("discord:80351110224678912", "Ann") == one == await persons.known("discord:80351110224678912")
    )
    assert "80351110224678912" not in one
    kept = await persons.read(one)
    assert (kept.name, kept.accounts, kept.capacity, kept.zone) == (
        "Ann", {"discord:80351110224678912": "Ann"}, 1, "UTC",
    )  # fmt: skip
    assert await persons.accounts(one, "discord") == ["discord:80351110224678912"]
    assert await persons.accounts(one, "slack") == []


async def test_the_same_id_on_two_platforms_is_two_persons(persons: Persons) -> None:
    ids = {await persons.of(f"{platform}:80351110224678912", "Ann") for platform in ("discord", "slack", "web")}
    assert len(ids) == 3
    assert await persons.of("web:discord:80351110224678912", "Ann") not in ids


async def test_a_new_account_seen_by_many_at_once_is_one_person(persons: Persons, connection: Connection) -> None:
    found = await asyncio.gather(*(persons.of("web:ann", "Ann") for _ in range(20)))
    assert len(set(found)) == 1
    assert len(await connection.call("KEYS", person_keys.person("*").replace("%2A", "*"))) == 1


async def test_the_name_is_that_of_today_and_a_lost_one_takes_none_away(persons: Persons) -> None:
    one = await persons.of("web:ann", "Ann")
    await persons.of("web:ann", "Anna")
    await persons.of("web:ann", "")
    kept = await persons.read(one)
    assert (kept.name, kept.accounts) == ("Anna", {"web:ann": "Anna"})


async def test_changes_at_once_are_all_made(persons: Persons) -> None:
    one = await persons.of("web:ann", "Ann")

    def more(person: StoredPerson) -> StoredPerson:
        return person.model_copy(update={"capacity": person.capacity + 1})

    await asyncio.gather(*(persons.change(one, more) for _ in range(8)))
    assert (await persons.read(one)).capacity == 9


async def test_a_merged_person_is_found_under_the_new_id(persons: Persons, connection: Connection) -> None:
    one, other, third = [await persons.of(f"web:{name}", name) for name in ("ann", "bob", "cem")]
    for before, after in ((one, other), (other, third)):
        held = await persons.held(before)
        assert await persons.put(held.becoming(held.person.model_copy(update={"into": after, "accounts": {}})))
    assert (await persons.read(one)).name == "cem"
    found = await persons.read_all([one, other, third, "p-nobody"])
    assert {person: kept.person for person, kept in found.items()} == dict.fromkeys((one, other, third), third)


async def test_an_outdated_read_writes_nothing(persons: Persons, connection: Connection) -> None:
    one = await persons.of("web:ann", "Ann")
    seen = await persons.held(one)
    await persons.of("web:ann", "Anna")
    assert not await persons.put(Put(person_keys.account("web:bob"), "", one), seen.becoming(seen.person))
    assert await persons.known("web:bob") is None


async def test_a_damaged_person_harms_nobody_else(persons: Persons, connection: Connection) -> None:
    one, other = await persons.of("web:ann", "Ann"), await persons.of("web:bob", "Bob")
    await connection.call("SET", person_keys.person(one), "no person")
    with pytest.raises(StoredDamage, match=one):
        await persons.of("web:ann", "Ann")
    with pytest.raises(StoredDamage, match=one):
        await persons.read(one)
    assert list(await persons.read_all([one, other])) == [other]
    await connection.call("DEL", person_keys.person(one))
    with pytest.raises(StoredDamage, match="gone"):
        await persons.of("web:ann", "Ann")
    with pytest.raises(UnknownPerson, match="p-nobody"):
        await persons.read("p-nobody")


async def test_persons_stored_by_the_first_version_can_be_read(persons: Persons, connection: Connection) -> None:
    """As it was stored when there was nothing but this; a later version must still read it."""
    await connection.call("SET", person_keys.account("web:ann"), "p-0123456789abcdef")
    await connection.call(
        "SET",
        person_keys.person("p-0123456789abcdef"),
        '{"v":1,"person":"p-0123456789abcdef","name":"Ann","accounts":{"web:ann":"Ann"},"since":"2031-04-01T00:00:00Z"}',
    )
    assert await persons.of("web:ann", "Anna") == "p-0123456789abcdef"
    assert (await persons.read("p-0123456789abcdef")).name == "Anna"
