"""Persons: somebody who plays, by an id of our own, with the accounts (`platform:id`) under which the platforms know them.

Whatever lasts names a person by that id alone, so that it says nothing of any account: journals of seasons, ratings, sanctions. All keys
share one slot, hence two persons become one, and one a former player, in a single step. Who was joined to another person is found under
that one's id for ever.
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

#: Tries of a change to a person whom others change at the same time.
_TRIES = 40
#: Persons read in one round trip, for none of which the loop is held up for long, and how often one may have been joined to the next.
_AT_ONCE, _JOINS = 100, 50
#: Letters and digits that are not taken for one another, nearly 5 bits each; how many of them an id has.
_LETTERS, _ID = "abcdefghjkmnpqrstuvwxyz23456789", 16


class UnknownPerson(StorageError):
    """There is no such person."""


class StoredPerson(Stored):
    """Somebody who plays.

    `name` is what tables call them, as the last of their accounts did; "" once they are forgotten, and then `former` numbers them.
    `zone` is a name of the time zone database, `capacity` how many league games at once they want. `accounts` are `platform:id`
    with the name on that platform, the first linked first. `into` is the person that this one turned out to be, `once` are those who
    turned out to be this one. `parted` are ids of persons with whom this one was linked and is no more.
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
        """Return True once the person wanted to be forgotten."""
        return self.former > 0

    @property
    def ids(self) -> tuple[str, ...]:
        """Return all ids under which journals may name the person."""
        return self.person, *self.once

    def dump(self) -> str:
        """Return the person as stored; what came later is written where there is some."""
        return self.model_dump_json(exclude=None if self.parted else {"parted"})

    def on(self, platform: str) -> list[str]:
        """Return the accounts on a platform."""
        return [account for account in self.accounts if account.partition(":")[0] == platform]


Changing = Callable[[StoredPerson], StoredPerson]


@dataclass(frozen=True, slots=True)
class Put:
    """What is to be put at a key: what was seen there and what is to stand there, "" for nothing; for so many seconds, 0 for ever."""

    key: str
    seen: str
    fresh: str
    seconds: int = 0


@dataclass(frozen=True, slots=True)
class PersonRecord:
    """A person as stored: what was read, and what it says."""

    raw: str
    person: StoredPerson

    def becoming(self, after: StoredPerson) -> Put:
        """Return what to put so that the person becomes this."""
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
        """Return the person to whom an account belongs; made at first sight. The name is what the platform calls them today.

        Raises:
            StoreBusy: others changed the person again and again.
            StoredDamage: what is kept of the person is damaged or gone.
        """
        with write_tracking.aside():
            for _ in range(_TRIES):
                found = await self.known(account)
                if found is None:
                    found = await self._made(account, name)
                elif not await self._named(found, account, name):
                    continue  # somebody else has changed the person meanwhile
                if found:
                    return found
        raise StoreBusy(host_text("store.persons.too_much_happens_person"))

    def unseen(self, account: str, name: str) -> StoredPerson:
        """Return a person with this account as they would be made at first sight; nothing is kept of them."""
        return StoredPerson(person=f"p-{unguessable(_ID)}", name=name, accounts={account: name}, since=self._now())

    async def seen(self, *placed: str) -> list[str]:
        """Return what stands at keys of persons now, "" for nothing; for `put`."""
        found = await self._connection.each(*(("GET", one) for one in placed))
        return [one.decode(errors="replace") if isinstance(one, bytes) else "" for one in found]

    async def known(self, account: str) -> str | None:
        """Return the person to whom an account belongs, None if it was never seen or is forgotten."""
        raw = await self._connection.call("GET", person_keys.account(account))
        return None if raw is None else raw.decode(errors="replace")

    async def read(self, person: str) -> StoredPerson:
        """Return what is kept of a person, or of the one that this person turned out to be.

        Raises:
            UnknownPerson: there is no such person.
            StoredDamage: what is kept of them is damaged.
        """
        return (await self.held(person)).person

    async def read_all(self, persons: Iterable[str]) -> dict[str, StoredPerson]:
        """Return what is kept of each of these persons, under the id that was asked for; whoever is not there or damaged is missing."""
        sought = {person: person for person in persons}
        read: dict[str, PersonRecord | StoredDamage] = {}
        for _ in range(_JOINS):
            read |= await self._read(sorted(set(sought.values()) - read.keys()))
            further = {person: _onwards(read, at) for person, at in sought.items()}
            if further == sought:
                break
            sought = further
        found = {person: read.get(at) for person, at in sought.items()}
        return {person: one.person for person, one in found.items() if isinstance(one, PersonRecord)}

    async def twins(self, account: str) -> set[str]:
        """Return the other accounts of whoever has this one."""
        person = await self.known(account)
        if person is None:
            return set()
        return {*(await self.read(person)).accounts} - {account}

    async def accounts(self, person: str, platform: str) -> list[str]:
        """Return the accounts of a person on a platform, the first linked first."""
        return (await self.read(person)).on(platform)

    async def change(self, person: str, changing: Changing) -> StoredPerson:
        """Change what is kept of a person; `changing` is asked again if somebody else was faster.

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
        """Put values at keys of persons in one step; False, and nothing is changed, if at one of them is not what was seen."""
        if all(one.seen == one.fresh for one in puts):
            return True
        arguments = [part for one in puts for part in (one.seen, one.fresh, one.seconds)]
        return bool(await self._connection.script("swap", [one.key for one in puts], arguments))

    async def _made(self, account: str, name: str) -> str:
        """Return a new person with this account; "" if somebody else was faster."""
        fresh = self.unseen(account, name)
        done = await self.put(
            Put(person_keys.account(account), "", fresh.person), Put(person_keys.person(fresh.person), "", fresh.dump())
        )
        return fresh.person if done else ""

    async def _named(self, person: str, account: str, name: str) -> bool:
        """Note what an account is called today; False if the account is not that person's any more."""
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
        """Return what stands under these very ids; without what is not there."""
        found: dict[str, PersonRecord | StoredDamage] = {}
        for start in range(0, len(persons), _AT_ONCE):
            some = persons[start : start + _AT_ONCE]
            replies = await self._connection.each(*(("GET", person_keys.person(person)) for person in some))
            for person, raw in zip(some, replies, strict=True):
                if raw is not None:
                    found[person] = raw if isinstance(raw, StoredDamage) else _parsed(person, raw)
        return found


def unguessable(length: int) -> str:
    """Letters and digits by chance."""
    return "".join(secrets.choice(_LETTERS) for _ in range(length))


def _parsed(person: str, raw: bytes) -> PersonRecord | StoredDamage:
    try:
        return PersonRecord(raw.decode(errors="replace"), StoredPerson.parse(raw, f"person {person}"))
    except StoredDamage as damage:
        log.error("person %s can't be read: %s", person, damage)
        return damage


def _onwards(read: Mapping[str, PersonRecord | StoredDamage], person: str) -> str:
    """Return the next person to look at: the one that a person turned out to be, else the same."""
    found = read.get(person)
    return (found.person.into or person) if isinstance(found, PersonRecord) else person


__all__ = ["Changing", "PersonRecord", "Persons", "Put", "StoredPerson", "UnknownPerson", "unguessable"]
