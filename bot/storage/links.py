"""Linking: one-time codes that link a person's accounts on several platforms, and the merging of two persons.

A code is valid for ten minutes, works once and replaces the person's earlier ones; only its digest is stored. Two
persons are merged in one step, which also notes that seasons and accounts must be told, and who they were: for a week
one step can separate them again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

from pydantic import AwareDatetime, Field, TypeAdapter

from bot.narration.texts import host_text
from bot.storage import person_keys
from bot.storage.connection import Connection
from bot.storage.errors import StoreBusy, StoredDamage
from bot.storage.models import Stored
from bot.storage.persons import PersonRecord, Persons, Put, StoredPerson, unguessable

#: Seconds for which a code is valid, and its number of letters, together 50 bits.
CODE_SECONDS, _LENGTH = 600, 10
#: Seconds for which a link can be undone.
UNDO_SECONDS = 7 * 86_400
#: Maximum codes a person may request, and wrong ones they may try, in so many seconds.
MOST_ASKED, MOST_WRONG, _AGAIN = 10, 5, 3600
_TRIES = 40
#: Prefix of a used code's value, before the resulting person.
_USED = b"used:"


@dataclass(frozen=True, slots=True)
class LinkRequest:
    """The effect of a code: `other` is merged into `person`, who requested it, under the id it was `given` to."""

    code: str
    given: str
    person: PersonRecord
    other: PersonRecord


class LinkUndo(Stored):
    """The data needed to undo a link: the merged person, since when they existed, and the other as they were."""

    v: Literal[1] = 1
    at: AwareDatetime
    person: str
    since: AwareDatetime
    former: StoredPerson = Field(repr=False)


class LinkNews(Stored):
    """A notice to an account that it was linked or separated; `near` is a channel where it can be sent, "" for none."""

    v: Literal[1] = 1
    ident: str
    at: AwareDatetime
    kind: Literal["joined", "parted"]
    account: str = Field(repr=False)
    name: str = Field(repr=False)
    platforms: tuple[str, ...]
    near: str = ""


_NEWS: TypeAdapter[list[LinkNews]] = TypeAdapter(list[LinkNews])


class Links:
    """Links between accounts of a store.

    Args:
        connection: to the store.
        persons: of the store.
        now: the clock.
    """

    def __init__(
        self, connection: Connection, persons: Persons, now: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        self._connection = connection
        self._persons = persons
        self._now = now

    async def offer(self, person: str, near: str = "") -> str:
        """Return a new code for a person, replacing earlier ones; "" after too many. `near` is where they asked."""
        if await self._count_attempt("asked", person) > MOST_ASKED:
            return ""
        code = unguessable(_LENGTH)
        place, mine = person_keys.link_code(code), person_keys.code_of(person)
        before = await self._connection.call("GET", mine)
        commands: list[tuple[str | int, ...]] = [
            ("SET", place, person, "EX", CODE_SECONDS), ("SET", mine, place, "EX", CODE_SECONDS),
        ]  # fmt: skip
        if before is not None:
            commands.append(("DEL", before.decode()))
        if near:
            commands.append(("SET", person_keys.link_near(person), near, "EX", CODE_SECONDS))
        await self._connection.transaction(*commands)
        return code

    async def look(self, code: str, other: str) -> LinkRequest | None:
        """Return the effect of a code typed by another person; None if it is invalid or expired.

        A wrong one counts against that person; see `tired`.
        """
        typed = code.strip().lower()
        raw = await self._connection.call("GET", person_keys.link_code(typed)) if typed else None
        if raw is None or raw.startswith(_USED):
            await self._count_attempt("wrong", other)
            return None
        person = await self._persons.held(raw.decode())
        if person.person.forgotten:
            return None
        return LinkRequest(typed, raw.decode(), person, await self._persons.held(other))

    async def used(self, code: str, person: str) -> bool:
        """Return True if a code was used to create this very person, i.e. it is typed again."""
        raw = await self._connection.call("GET", person_keys.link_code(code.strip().lower())) if code.strip() else None
        return raw == _USED + person.encode()

    async def tired(self, person: str) -> bool:
        """Return True if a person has tried too many wrong codes recently."""
        raw = await self._connection.call("GET", person_keys.link_tries("wrong", person))
        return raw is not None and raw.isdigit() and int(raw) >= MOST_WRONG

    async def ask(self, code: str, other: str, about: str) -> None:
        """Store what the person who typed a code was shown, for a code's lifetime."""
        await self._connection.call("SET", person_keys.link_asked(code, other), about, "EX", CODE_SECONDS)

    async def asked(self, code: str, other: str) -> str:
        """Return what the person who typed a code was last shown; "" if nothing, or too long ago."""
        raw = await self._connection.call("GET", person_keys.link_asked(code, other))
        return "" if raw is None else str(raw.decode(errors="replace"))

    async def join(self, link: LinkRequest, by: str = "", near: str = "") -> bool:
        """Merge the two persons and use up the code; return False, changing nothing, if anything changed meanwhile.

        All accounts except the acting one, `by`, are to be told; `near` is the channel where it was done.
        """
        one, other = link.person.person, link.other.person
        placed = (
            person_keys.JOINING,
            person_keys.JOINS,
            person_keys.joined(other.person),
            person_keys.LINK_NEWS,
            person_keys.link_near(one.person),
        )
        pending, joins, before, news, asked_near = await self._persons.seen(*placed)
        noted = json.dumps({**_pairs(pending), other.person: one.person})
        whole = one.model_copy(
            update={
                "accounts": {**one.accounts, **other.accounts},
                "since": min(one.since, other.since),
                "once": (*one.once, *other.ids),
            }
        )
        gone = other.model_copy(update={"into": one.person, "accounts": {}, "name": "", "once": ()})
        joint = LinkUndo(at=self._now(), person=one.person, since=one.since, former=other)
        fresh = [
            *self._link_news("joined", one.accounts, other, by, (near, asked_near)),
            *self._link_news("joined", other.accounts, one, by, (near, asked_near)),
        ]
        return await self._persons.put(
            Put(person_keys.link_code(link.code), link.given, f"{_USED.decode()}{one.person}", CODE_SECONDS),
            link.person.becoming(whole),
            link.other.becoming(gone),
            *(Put(person_keys.account(account), other.person, one.person) for account in other.accounts),
            Put(person_keys.JOINING, pending, noted),
            Put(person_keys.JOINS, joins, str(int(joins or 0) + 1)),
            Put(person_keys.joined(other.person), before, joint.dump(), UNDO_SECONDS),
            Put(person_keys.LINK_NEWS, news, _dump_news([*_parse_news(news), *fresh])),
        )

    # ------------------------------------------------------------------------------------------- undoing

    async def undoable(self, person: StoredPerson) -> list[LinkUndo]:
        """Return the links of a person that can still be undone, the newest first."""
        found = await self._persons.seen(*(person_keys.joined(one) for one in person.once)) if person.once else []
        joints = [LinkUndo.parse(raw, "link of two accounts") for raw in found if raw]
        return sorted((one for one in joints if not person.forgotten), key=lambda one: one.at, reverse=True)

    async def keep(self, joint: LinkUndo) -> None:
        """Restart the undo period of a link."""
        await self._connection.call("EXPIRE", person_keys.joined(joint.former.person), UNDO_SECONDS)

    async def part(self, person: PersonRecord, joint: LinkUndo, by: str = "", near: str = "") -> StoredPerson | None:
        """Separate two persons again; return the one who was merged, or None, changing nothing, after a lost race.

        Each keeps the accounts and the former ids it had. All accounts except the acting one are to be told.
        """
        whole, former = person.person, joint.former
        (stood,) = await self._persons.seen(person_keys.person(former.person))
        placed = (person_keys.PARTING, person_keys.JOINS, person_keys.joined(former.person), person_keys.LINK_NEWS)
        parting, joins, before, news = await self._persons.seen(*placed)
        if not stood or not before or StoredPerson.parse(stood, f"person {former.person}").into == "":
            return None
        again, left = _separate_persons(whole, joint)
        fresh = [
            *self._link_news("parted", left.accounts, again, by, (near,)),
            *self._link_news("parted", again.accounts, left, by, (near,)),
        ]
        done = await self._persons.put(
            person.becoming(left),
            Put(person_keys.person(former.person), stood, again.dump()),
            *(Put(person_keys.account(account), whole.person, former.person) for account in again.accounts),
            Put(person_keys.PARTING, parting, json.dumps({**_pairs(parting), former.person: whole.person})),
            Put(person_keys.JOINS, joins, str(int(joins or 0) + 1)),
            Put(person_keys.joined(former.person), before, ""),
            Put(person_keys.LINK_NEWS, news, _dump_news([*_parse_news(news), *fresh])),
        )
        return again if done else None

    # ------------------------------------------------------------------------------------------- notices

    async def news(self) -> list[LinkNews]:
        """Return the notices about links not sent yet, the oldest first."""
        return _parse_news((await self._persons.seen(person_keys.LINK_NEWS))[0])

    async def heard(self, *idents: str) -> None:
        """Remove notices that were sent or cannot be."""
        for _ in range(_TRIES):
            (raw,) = await self._persons.seen(person_keys.LINK_NEWS)
            if await self._persons.put(
                Put(
                    person_keys.LINK_NEWS, raw, _dump_news([one for one in _parse_news(raw) if one.ident not in idents])
                )
            ):
                return
        raise StoreBusy(host_text("store.links.too_many_persons_linked"))

    def _link_news(
        self,
        kind: Literal["joined", "parted"],
        accounts: Iterable[str],
        other: StoredPerson,
        by: str,
        near: Sequence[str],
    ) -> list[LinkNews]:
        at, platforms = self._now(), tuple(dict.fromkeys(one.partition(":")[0] for one in other.accounts))
        return [
            LinkNews(
                ident=unguessable(_LENGTH), at=at, kind=kind, account=account, name=other.name, platforms=platforms,
                near=next((one for one in near if one.partition(":")[0] == account.partition(":")[0]), ""),
            )
            for account in accounts
            if account != by
        ]  # fmt: skip

    async def pending(self) -> dict[str, str]:
        """Return merged persons not yet known to all seasons, each with the person they became, the earliest first."""
        return _pairs((await self._persons.seen(person_keys.JOINING))[0])

    async def parting(self) -> dict[str, str]:
        """Return the same for separated persons."""
        return _pairs((await self._persons.seen(person_keys.PARTING))[0])

    async def joins(self) -> int:
        """Return how often two persons were merged."""
        return int(await self._connection.call("GET", person_keys.JOINS) or 0)

    async def told(self, former: str, *, parted: bool = False) -> None:
        """Note that all seasons know of this person's merge or separation."""
        place = person_keys.PARTING if parted else person_keys.JOINING
        for _ in range(_TRIES):
            (pending,) = await self._persons.seen(place)
            left = {one: into for one, into in _pairs(pending).items() if one != former}
            if await self._persons.put(Put(place, pending, json.dumps(left) if left else "")):
                return
        raise StoreBusy(host_text("store.links.too_many_persons_linked"))

    async def _count_attempt(self, what: str, person: str) -> int:
        place = person_keys.link_tries(what, person)
        count, _ = await self._connection.transaction(("INCR", place), ("EXPIRE", place, _AGAIN))
        return int(count)


def _parse_news(raw: str) -> list[LinkNews]:
    try:
        return _NEWS.validate_json(raw) if raw else []
    except ValueError:
        raise StoredDamage(host_text("store.links.stored_news_about_links")) from None


def _dump_news(news: list[LinkNews]) -> str:
    return _NEWS.dump_json(news).decode() if news else ""


def _separate_persons(whole: StoredPerson, joint: LinkUndo) -> tuple[StoredPerson, StoredPerson]:
    """Return the separated person and the rest: each keeps the accounts and former ids it had."""
    former = joint.former
    theirs = {account: name for account, name in whole.accounts.items() if account in former.accounts}
    once = tuple(one for one in former.once if one in whole.once)
    again = former.model_copy(
        update={"accounts": theirs, "once": once, "parted": (*former.parted, whole.person, *whole.parted)}
    )
    kept = {account: name for account, name in whole.accounts.items() if account not in theirs}
    names = [*kept.values()]
    left = whole.model_copy(
        update={
            "accounts": kept,
            "name": whole.name if whole.name in names else names[-1] if names else "",
            "since": joint.since,
            "once": tuple(one for one in whole.once if one not in again.ids),
            "parted": (*whole.parted, *again.ids),
        }
    )
    return again, left


def _pairs(raw: str) -> dict[str, str]:
    if not raw:
        return {}
    try:
        found = json.loads(raw)
    except ValueError:
        found = None
    if not isinstance(found, dict) or not all(isinstance(part, str) for pair in found.items() for part in pair):
        raise StoredDamage(host_text("store.links.stored_list_persons_who"))
    return found


__all__ = ["CODE_SECONDS", "MOST_ASKED", "MOST_WRONG", "UNDO_SECONDS", "LinkNews", "LinkRequest", "LinkUndo", "Links"]
