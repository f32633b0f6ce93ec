"""One-time codes by which the same person links accounts of several platforms, and the step in which two persons become one.

A code lives for ten minutes, works once and is the newest of its person; the store knows its digest alone. Two persons become one in
a single step, in which it is also noted that seasons must be told.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from bot.storage import keys
from bot.storage.connection import Connection
from bot.storage.errors import StoreBusy, StoredDamage
from bot.storage.persons import Held, Persons, Put, unguessable

#: Seconds for which a code lives, and its letters, together 50 bits.
CODE_SECONDS, _LENGTH = 600, 10
#: Codes that a person may ask for, and wrong ones that they may try, in so many seconds.
MOST_ASKED, MOST_WRONG, _AGAIN = 10, 5, 3600
_TRIES = 40
#: What stands at a code that was used, before the person that came of it.
_USED = b"used:"


@dataclass(frozen=True, slots=True)
class Link:
    """What a code would do: `other` becomes `person`, who asked for it, then under the id that it was `given` to."""

    code: str
    given: str
    person: Held
    other: Held


class Links:
    """Links between accounts of a store."""

    def __init__(self, connection: Connection, persons: Persons) -> None:
        self._connection = connection
        self._persons = persons

    async def offer(self, person: str) -> str:
        """A fresh code of a person, in place of an earlier one; "" if they asked for too many."""
        if await self._counted("asked", person) > MOST_ASKED:
            return ""
        code = unguessable(_LENGTH)
        place, mine = keys.link_code(code), keys.code_of(person)
        before = await self._connection.call("GET", mine)
        commands: list[tuple[str | int, ...]] = [
            ("SET", place, person, "EX", CODE_SECONDS), ("SET", mine, place, "EX", CODE_SECONDS),
        ]  # fmt: skip
        if before is not None:
            commands.append(("DEL", before.decode()))
        await self._connection.transaction(*commands)
        return code

    async def look(self, code: str, other: str) -> Link | None:
        """What a code would do for another person who typed it; None if it is none, or does not live any more.

        A wrong one counts against who typed it; see `tired`.
        """
        typed = code.strip().lower()
        raw = await self._connection.call("GET", keys.link_code(typed)) if typed else None
        if raw is None or raw.startswith(_USED):
            await self._counted("wrong", other)
            return None
        person = await self._persons.held(raw.decode())
        if person.person.forgotten:
            return None
        return Link(typed, raw.decode(), person, await self._persons.held(other))

    async def used(self, code: str, person: str) -> bool:
        """True if a code has made this very person of two, so that it comes a second time only."""
        raw = await self._connection.call("GET", keys.link_code(code.strip().lower())) if code.strip() else None
        return raw == _USED + person.encode()

    async def tired(self, person: str) -> bool:
        """True if a person has tried too many wrong codes of late."""
        raw = await self._connection.call("GET", keys.link_tries("wrong", person))
        return raw is not None and raw.isdigit() and int(raw) >= MOST_WRONG

    async def join(self, link: Link) -> bool:
        """Make one person of the two, and use the code up; False, and nothing is changed, if anything was changed meanwhile."""
        one, other = link.person.person, link.other.person
        pending, joins = await self._pending_raw(), await self.joins()
        noted = json.dumps({**_pairs(pending), other.person: one.person})
        whole = one.model_copy(
            update={
                "accounts": {**one.accounts, **other.accounts},
                "since": min(one.since, other.since),
                "once": (*one.once, *other.ids),
            }
        )
        gone = other.model_copy(update={"into": one.person, "accounts": {}, "name": "", "once": ()})
        return await self._persons.put(
            Put(keys.link_code(link.code), link.given, f"{_USED.decode()}{one.person}", CODE_SECONDS),
            link.person.becoming(whole),
            link.other.becoming(gone),
            *(Put(keys.account(account), other.person, one.person) for account in other.accounts),
            Put(keys.JOINING, pending, noted),
            Put(keys.JOINS, str(joins or ""), str(joins + 1)),
        )

    async def pending(self) -> dict[str, str]:
        """Former persons with those whom they turned out to be, as far as seasons may not know it yet, the first joined first."""
        return _pairs(await self._pending_raw())

    async def joins(self) -> int:
        """How often two persons became one."""
        return int(await self._connection.call("GET", keys.JOINS) or 0)

    async def told(self, former: str) -> None:
        """All seasons know it of this person."""
        for _ in range(_TRIES):
            pending = await self._pending_raw()
            left = {one: into for one, into in _pairs(pending).items() if one != former}
            if await self._persons.put(Put(keys.JOINING, pending, json.dumps(left) if left else "")):
                return
        raise StoreBusy("Too many persons are linked at once: try again.")

    async def _pending_raw(self) -> str:
        raw = await self._connection.call("GET", keys.JOINING)
        return "" if raw is None else str(raw.decode(errors="replace"))

    async def _counted(self, what: str, person: str) -> int:
        place = keys.link_tries(what, person)
        count, _ = await self._connection.transaction(("INCR", place), ("EXPIRE", place, _AGAIN))
        return int(count)


def _pairs(raw: str) -> dict[str, str]:
    if not raw:
        return {}
    try:
        found = json.loads(raw)
    except ValueError:
        found = None
    if not isinstance(found, dict) or not all(isinstance(part, str) for pair in found.items() for part in pair):
        raise StoredDamage("The stored list of persons who are being joined is damaged: restore it from a backup.")
    return found


__all__ = ["CODE_SECONDS", "MOST_ASKED", "MOST_WRONG", "Link", "Links"]
