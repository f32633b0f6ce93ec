"""Forgetting a person: one step turns them into a former player, then a search removes what is left of them.

The step takes the accounts from the person and stores a job with them; until it is finished the store knows them only
there. The job searches every key and value twice: at once, and again after everything in progress at that time has
ended. If the process dies the job remains and starts anew; repeating it has no further effect. A server's log file
forgets with its next rewrite, backups when they expire.
"""

from __future__ import annotations

import contextlib
import json
import logging
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from typing import Literal

from pydantic import Field

from bot.narration.texts import host_text
from bot.persons import former
from bot.storage import person_keys
from bot.storage.connection import Connection
from bot.storage.erasing import Erasure
from bot.storage.erasure_scan import Search
from bot.storage.errors import StoreBusy, StoredDamage, StoreUnavailable
from bot.storage.keys import GameKeys
from bot.storage.models import GameHeader, GameSettings, Seats, Stored
from bot.storage.person_records import People
from bot.storage.persons import Persons, Put, StoredPerson

log = logging.getLogger(__name__)

#: Seconds after which nothing from before is still in progress: commands, posts being delivered.
SETTLED = 60.0
#: Maximum attempts of a step that loses races.
_STEPS = 40


class Leaving(Stored):
    """A person being forgotten: the accounts to remove, the number that stays, and the games with their name."""

    v: Literal[1] = 1
    person: str
    former: int
    accounts: dict[str, str] = Field(repr=False)
    games: list[str]
    channels: list[str]
    #: Other names they used there, besides those of the accounts.
    names: list[str] = Field(default=[], repr=False)
    #: Seconds since 1970.
    at: float
    searched: bool = False


class Forgetting:
    """Forgets people.

    Args:
        connection: to the store.
        persons: of the store.
        people: their indexes.
        now: the clock.
    """

    def __init__(
        self,
        connection: Connection,
        persons: Persons,
        people: People,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._connection = connection
        self._persons = persons
        self._people = people
        self._now = now
        self._search = Search(connection)

    async def begin(self, person: str, channels: Iterable[str] = ()) -> int:
        """Turn a person into a former player and store the job; return their number, the same if repeated.

        Args:
            person: who it is.
            channels: channels besides those of their games from whose logs their names are removed.

        Raises:
            UnknownPerson: there is no such person.
            StoreBusy: others were faster again and again.
        """
        for _ in range(_STEPS):
            before = await self._persons.held(person)
            kept = before.person
            if kept.forgotten:
                return kept.former
            jobs, count = await self._raw(person_keys.FORGETTING), await self._raw(person_keys.FORMER)
            job = await self._job(kept, int(count or 0) + 1, channels)
            joints = [person_keys.joined(one) for one in kept.once]
            stood = await self._persons.seen(*joints) if joints else []
            after = StoredPerson(
                person=kept.person, since=kept.since, once=kept.once, parted=kept.parted, former=job.former
            )
            done = await self._persons.put(
                before.becoming(after),
                *(Put(person_keys.account(account), kept.person, "") for account in kept.accounts),
                *(Put(place, raw, "") for place, raw in zip(joints, stood, strict=True)),
                Put(person_keys.FORMER, count, str(job.former)),
                Put(person_keys.FORGETTING, jobs, _dump_jobs([*_jobs(jobs), job])),
            )
            if done:
                return job.former
        raise StoreBusy(host_text("store.forgetting.too_many_persons_change"))

    async def jobs(self) -> list[Leaving]:
        """Return the people being forgotten, the longest waiting first."""
        return _jobs(await self._raw(person_keys.FORGETTING))

    async def leaving(self, account: str) -> int:
        """Return the former player's number for an account being forgotten; 0 if it is not."""
        return next((job.former for job in await self.jobs() if account in job.accounts), 0)

    async def go_on(self, name: Callable[[int], str]) -> int:
        """Do what is due in all jobs; return how many values were changed.

        Args:
            name: returns the text that replaces the names of the former player with a number.
        """
        changed = 0
        for job in await self.jobs():
            settled = self._now().timestamp() >= job.at + SETTLED
            if job.searched and not settled:
                continue
            await self._forget_returning(job)
            erasure = Erasure(job.accounts, former(job.former), name(job.former), job.names)
            changed += await self._search.through(erasure, job.games, job.channels)
            await self._note(job, over=settled)
            if settled:
                with contextlib.suppress(
                    StoreUnavailable
                ):  # if not permitted, the operator's server rewrites its log in its own time
                    await self._connection.everywhere("BGREWRITEAOF")
                log.info("former player %d is forgotten", job.former)
        return changed

    # ---------------------------------------------------------------------------------------------- the job

    async def _job(self, person: StoredPerson, number: int, more: Iterable[str]) -> Leaving:
        """Return the job for a person, with the games that contain their names."""
        games: set[str] = set()
        for account in person.accounts:
            games |= {*await self._people.noted(account), *await self._people.followed_by(account)}
        channels, names = {*more}, set[str]()
        for game in sorted(games):
            places, called = await self._channels_and_names(game, person)
            channels.update(places)
            names.update(called)
        return Leaving(
            person=person.person, former=number, accounts=person.accounts, games=sorted(games), channels=sorted(channels), names=sorted(names), at=self._now().timestamp(),
        )  # fmt: skip

    async def _channels_and_names(self, game: str, person: StoredPerson) -> tuple[list[str], list[str]]:
        """Return a game's current and former channels, and the person's names in it, as far as readable."""
        own, places, names = GameKeys(game), list[str](), list[str]()
        header, settings, seats = await self._connection.each(
            ("GET", own.header), ("GET", own.settings), ("GET", own.seats)
        )
        with contextlib.suppress(StoredDamage):
            if isinstance(header, bytes):
                head = GameHeader.parse(header, f"header of game {game}")
                places.append(head.channel)
                if isinstance(seats, bytes):
                    held = Seats.parse(seats, f"seats of game {game}").on(head.platform).holders.values()
                    names += [seat.name for seat in held if seat.user in person.accounts]
            if isinstance(settings, bytes):
                left = GameSettings.parse(settings, f"settings of game {game}").memory.get("left")
                places += [one for one in left if isinstance(one, str)] if isinstance(left, list) else []
        return places, names

    async def _forget_returning(self, job: Leaving) -> None:
        """Turn anyone who used one of the accounts since then into the same former player."""
        for account in job.accounts:
            person = await self._persons.known(account)
            if person is None:
                continue
            held = await self._persons.held(person)
            kept = held.person
            gone = StoredPerson(person=kept.person, since=kept.since, into=job.person)
            if await self._persons.put(
                held.becoming(gone), *(Put(person_keys.account(one), kept.person, "") for one in kept.accounts)
            ):
                log.info("somebody who is being forgotten came back briefly")

    async def _note(self, job: Leaving, *, over: bool) -> None:
        """Store that the job was searched once, or remove it when it is over."""
        for _ in range(_STEPS):
            raw = await self._raw(person_keys.FORGETTING)
            left = [one for one in _jobs(raw) if one.person != job.person]
            fresh = left if over else [*left, job.model_copy(update={"searched": True})]
            if await self._persons.put(Put(person_keys.FORGETTING, raw, _dump_jobs(fresh))):
                return
        raise StoreBusy(host_text("store.forgetting.too_many_persons_change"))

    async def _raw(self, key: str) -> str:
        raw = await self._connection.call("GET", key)
        return "" if raw is None else str(raw.decode(errors="replace"))


def _jobs(raw: str) -> list[Leaving]:
    if not raw:
        return []
    try:
        found = json.loads(raw)
    except ValueError:
        found = None
    if not isinstance(found, list):
        raise StoredDamage(host_text("store.forgetting.stored_list_people_who"))
    return [Leaving.parse(json.dumps(one), "person who is being forgotten") for one in found]


def _dump_jobs(jobs: Sequence[Leaving]) -> str:
    return json.dumps([job.model_dump(mode="json") for job in jobs]) if jobs else ""


__all__ = ["SETTLED", "Forgetting", "Leaving"]
