"""Persons: people who play, by an id of our own, with the accounts (`platform:id`) that platforms know them by.

Lasting data name a person by that id only, so that they reveal no account: journals of seasons, ratings, sanctions.
All keys share one slot, so that two persons can be merged, or one turned into a former player, in a single step. A
merged person is found under the other's id forever.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

from pydantic import AwareDatetime, Field

from bot.narration.texts import host_text
from bot.storage import person_keys, write_tracking
from bot.storage.connection import Connection
from bot.storage.errors import StorageError, StoreBusy, StoredDamage
from bot.storage.models import Stored

log = logging.getLogger(__name__)

#: Maximum attempts to change a person who is changed concurrently.
_TRIES = 40
#: Persons read per round trip, so as not to block the event loop for long, and maximum length of a chain of merges.
_AT_ONCE, _JOINS = 100, 50
#: Letters and digits that are not easily confused, nearly 5 bits each; and the number of them in an id.
_LETTERS, _ID = "abcdefghjkmnpqrstuvwxyz23456789", 16


class UnknownPerson(StorageError):
    """There is no such person."""


class StoredPerson(Stored):
    """A person who plays.

    `name` is the name in tables, taken from the account last seen; "" once they are forgotten, and then `former` is
    their number. `zone` is a name of the time zone database, `capacity` the number of simultaneous league games they
    want. `accounts` are `platform:id` with the name on that platform, the first linked first. `into` is the person this
    one was merged into, `once` are those merged into this one. `parted` are ids of persons once linked with this one
    and separated again.
    """

    v: Literal[1] = 1
    person: str
    name: str = ""
    accounts: dict[str, str] = Field(default={}, repr=False)
    zone: str = "UTC"
    capacity: int = Field(1, ge=1, le=30)
    since: AwareDatetime
    former: int = 0
    into: str = ""
    once: tuple[str, ...] = ()
    parted: tuple[str, ...] = ()

    @property
    def forgotten(self) -> bool:
        """True once the person was forgotten at their request."""
        return self.former > 0

    @property
    def ids(self) -> tuple[str, ...]:
        """All ids under which journals may name the person."""
        return self.person, *self.once

    def dump(self) -> str:
        """Return the person in their stored form; a newer field is written only if it is not empty."""
        return self.model_dump_json(exclude=None if self.parted else {"parted"})

    def on(self, platform: str) -> list[str]:
        """Return the accounts on a platform."""
        return [account for account in self.accounts if account.partition(":")[0] == platform]


Changing = Callable[[StoredPerson], StoredPerson]


@dataclass(frozen=True, slots=True)
class Put:
    """A conditional write: the value seen at the key, and the new one ("" for none), for so many seconds, or 0."""

    key: str
    seen: str
    fresh: str
    seconds: int = 0


@dataclass(frozen=True, slots=True)
class PersonRecord:
    """A person as stored: the raw value, and the parsed one."""

    raw: str
    person: StoredPerson

    def becoming(self, after: StoredPerson) -> Put:
        """Return the write that replaces the person."""
        return Put(person_keys.person(after.person), self.raw, after.dump())


class Persons:
    """All persons of a store.

    Args:
        connection: to the store.
        now: the clock.
    """

    def __init__(self, connection: Connection, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._connection = connection
        self._now = now

    async def of(self, account: str, name: str) -> str:
        """Return the person who has an account, creating one if it is new. `name` is its current name on the platform.

        Raises:
            StoreBusy: others changed the person again and again.
            StoredDamage: the person's record is damaged or gone.
        """
        with write_tracking.aside():
            for _ in range(_TRIES):
                found = await self.known(account)
                if found is None:
                    found = await self._create(account, name)
                elif not await self._note_name(found, account, name):
                    continue  # the person was changed concurrently
                if found:
                    return found
        raise StoreBusy(host_text("store.persons.too_much_happens_person"))

    def unseen(self, account: str, name: str) -> StoredPerson:
        """Return a person for this account as they would be created; nothing is stored."""
        return StoredPerson(person=f"p-{unguessable(_ID)}", name=name, accounts={account: name}, since=self._now())

    async def seen(self, *placed: str) -> list[str]:
        """Return the current values of persons' keys, "" for none; for `put`."""
        found = await self._connection.each(*(("GET", one) for one in placed))
        return [one.decode(errors="replace") if isinstance(one, bytes) else "" for one in found]

    async def known(self, account: str) -> str | None:
        """Return the person who has an account; None if it was never seen or is forgotten."""
        raw = await self._connection.call("GET", person_keys.account(account))
        return None if raw is None else raw.decode(errors="replace")

    async def read(self, person: str) -> StoredPerson:
        """Return a person's record, or that of the person they were merged into.

        Raises:
            UnknownPerson: there is no such person.
            StoredDamage: the record is damaged.
        """
        return (await self.held(person)).person

    async def read_all(self, persons: Iterable[str]) -> dict[str, StoredPerson]:
        """Return the records of these persons, by the ids asked for; missing and damaged ones are left out."""
        sought = {person: person for person in persons}
        read: dict[str, PersonRecord | StoredDamage] = {}
        for _ in range(_JOINS):
            read |= await self._read(sorted(set(sought.values()) - read.keys()))
            further = {person: _merged_into(read, at) for person, at in sought.items()}
            if further == sought:
                break
            sought = further
        found = {person: read.get(at) for person, at in sought.items()}
        return {person: one.person for person, one in found.items() if isinstance(one, PersonRecord)}

    async def twins(self, account: str) -> set[str]:
        """Return the other accounts of the person who has this one."""
        person = await self.known(account)
        if person is None:
            return set()
        return {*(await self.read(person)).accounts} - {account}

    async def accounts(self, person: str, platform: str) -> list[str]:
        """Return the accounts of a person on a platform, the first linked first."""
        return (await self.read(person)).on(platform)

    async def change(self, person: str, changing: Changing) -> StoredPerson:
        """Change a person's record; `changing` is called again after a lost race.

        Raises:
            UnknownPerson: there is no such person.
            StoreBusy: others changed the person again and again.
        """
        for _ in range(_TRIES):
            before = await self.held(person)
            after = changing(before.person)
            if await self.put(before.becoming(after)):
                return after
        raise StoreBusy(host_text("store.persons.too_much_happens_person"))

    async def held(self, person: str) -> PersonRecord:
        """Return a person as stored, to be changed by `put`; raises as `read`."""
        at = person
        for _ in range(_JOINS):
            found = (await self._read([at])).get(at)
            if isinstance(found, StoredDamage):
                raise found
            if found is None:
                break
            if not found.person.into:
                return found
            at = found.person.into
        raise UnknownPerson(host_text("store.persons.there_no_person", person=person))

    async def put(self, *puts: Put) -> bool:
        """Write values at persons' keys in one step; return False, changing nothing, if any value has changed."""
        if all(one.seen == one.fresh for one in puts):
            return True
        arguments = [part for one in puts for part in (one.seen, one.fresh, one.seconds)]
        return bool(await self._connection.script("swap", [one.key for one in puts], arguments))

    async def _create(self, account: str, name: str) -> str:
        """Create a person with this account; return "" if another process was faster."""
        fresh = self.unseen(account, name)
        done = await self.put(
            Put(person_keys.account(account), "", fresh.person), Put(person_keys.person(fresh.person), "", fresh.dump())
        )
        return fresh.person if done else ""

    async def _note_name(self, person: str, account: str, name: str) -> bool:
        """Store an account's current name; return False if the account no longer belongs to the person."""
        before = (await self._read([person])).get(person)
        if isinstance(before, StoredDamage):
            raise before
        if before is None:
            raise StoredDamage(host_text("store.persons.stored_person_gone_restore", person=person))
        stands = before.person
        if account not in stands.accounts:
            return False
        if not name or stands.accounts[account] == name:
            return True
        after = stands.model_copy(update={"name": name, "accounts": {**stands.accounts, account: name}})
        return await self.put(before.becoming(after))

    async def _read(self, persons: Sequence[str]) -> dict[str, PersonRecord | StoredDamage]:
        """Return the records under exactly these ids, without missing ones."""
        found: dict[str, PersonRecord | StoredDamage] = {}
        for start in range(0, len(persons), _AT_ONCE):
            some = persons[start : start + _AT_ONCE]
            replies = await self._connection.each(*(("GET", person_keys.person(person)) for person in some))
            for person, raw in zip(some, replies, strict=True):
                if raw is not None:
                    found[person] = raw if isinstance(raw, StoredDamage) else _parse_person(person, raw)
        return found


def unguessable(length: int) -> str:
    """Return random letters and digits."""
    return "".join(secrets.choice(_LETTERS) for _ in range(length))


def _parse_person(person: str, raw: bytes) -> PersonRecord | StoredDamage:
    try:
        return PersonRecord(raw.decode(errors="replace"), StoredPerson.parse(raw, f"person {person}"))
    except StoredDamage as damage:
        log.error("person %s can't be read: %s", person, damage)
        return damage


def _merged_into(read: Mapping[str, PersonRecord | StoredDamage], person: str) -> str:
    """Return the next person to look up: the one this person was merged into, else the same."""
    found = read.get(person)
    return (found.person.into or person) if isinstance(found, PersonRecord) else person


__all__ = ["Changing", "PersonRecord", "Persons", "Put", "StoredPerson", "UnknownPerson", "unguessable"]
