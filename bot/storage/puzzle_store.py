"""Puzzles in Redis: what each person made of them, what everybody made of each, and the channels that want one a day.

A person's record and that of a puzzle are written in one step, so that a try counts for both or for neither, and once.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import Literal, TypeVar

from pydantic import Field

from bot.narration.texts import host_text
from bot.storage import person_keys
from bot.storage.connection import Connection
from bot.storage.errors import StoreBusy, StoredDamage
from bot.storage.models import Stored
from bot.storage.persons import Persons, Put

log = logging.getLogger(__name__)

#: How often a step is tried that others outrun.
_STEPS = 40

S = TypeVar("S", bound=Stored)


class Try(Stored):
    """The first try of a person at a puzzle: what it brought (0, 0.5 or 1), in which game, when, and by how much it changed their figure.

    `best` is what the best of all tries brought.
    """

    v: Literal[1] = 1
    points: float
    best: float
    game: str
    at: float
    change: int = 0


class StoredSolver(Stored):
    """A person's rating in the puzzles of a title, and their tries by puzzle."""

    v: Literal[1] = 1
    mu: float | None = None
    sigma: float | None = None
    games: int = 0
    month: int = 0
    tries: dict[str, Try] = Field(default={})


class StoredPuzzle(Stored):
    """A puzzle's rating, how many tried it, and how many of those solved it at once."""

    v: Literal[1] = 1
    mu: float | None = None
    sigma: float | None = None
    games: int = 0
    solved: int = 0


class Daily(Stored):
    """A channel that wants a puzzle a day: which title's, at which hour of a time zone, and who wished it."""

    v: Literal[1] = 1
    title: str
    hour: int = Field(ge=0, le=23)
    zone: str
    by: str


class Posed(Stored):
    """What a channel was posed last: on which day, as a date, which puzzle of which title, and how many had tried and solved it before.

    `told` is what stands above it; `state` whether it was said, is being said since `at` (seconds since 1970), or could not be said,
    so that it is tried again `at`.
    """

    v: Literal[1] = 1
    day: str
    title: str
    puzzle: str
    tried: int = 0
    solved: int = 0
    told: str = ""
    state: Literal["said", "saying", "failed"] = "said"
    at: float = 0.0


#: From both records to both after a try; None where nothing is to be counted.
Counting = Callable[[StoredSolver, StoredPuzzle], tuple[StoredSolver, StoredPuzzle] | None]


class Puzzling:
    """The puzzles of one store; every method may raise StoreUnavailable."""

    def __init__(self, connection: Connection, persons: Persons) -> None:
        self._connection = connection
        self._persons = persons

    async def solver(self, title: str, ids: Sequence[str]) -> StoredSolver:
        """Return what somebody made of the puzzles of a title, under all ids that they had, today's first."""
        return _joined([_solver(raw) for raw in await self._raw([person_keys.solver(title, one) for one in ids])])

    async def posed(self, title: str, name: str) -> StoredPuzzle:
        """Return what everybody made of a puzzle."""
        (raw,) = await self._raw([person_keys.posed(title, name)])
        return _posed(raw)

    async def count(self, title: str, ids: Sequence[str], name: str, counting: Counting) -> StoredSolver:
        """Count a person's try at a puzzle; return their state after it.

        Raises:
            StoreBusy: others were faster again and again.
        """
        own, all_own = person_keys.solver(title, ids[0]), [person_keys.solver(title, one) for one in ids]
        for _ in range(_STEPS):
            *mine, theirs = await self._raw([*all_own, person_keys.posed(title, name)])
            before = _joined([_solver(raw) for raw in mine])
            after = counting(before, _posed(theirs))
            if after is None:
                return before
            puts = Put(own, mine[0], after[0].dump()), Put(person_keys.posed(title, name), theirs, after[1].dump())
            if await self._persons.put(*puts):
                return after[0]
        raise StoreBusy(host_text("store.puzzling.too_many_people_try"))

    async def forget(self, titles: Sequence[str], ids: Sequence[str]) -> int:
        """Forget what somebody made of puzzles; what a puzzle is worth stays. Returns how many records went."""
        gone = [person_keys.solver(title, one) for title in titles for one in ids]
        return int(await self._connection.call("DEL", *gone)) if gone else 0

    # ------------------------------------------------------------------------------------- one a day

    async def daily(self) -> dict[str, Daily]:
        """Return the channels that want a puzzle a day; those that cannot be read are left out."""
        return await self._all(person_keys.DAILY, Daily)

    async def last(self) -> dict[str, Posed]:
        """Return what each channel was posed last; nothing where that cannot be read."""
        return await self._all(person_keys.DAILY_POSED, Posed)

    async def want(self, channel: str, wish: Daily) -> None:
        """Note what a channel wants."""
        await self._connection.call("HSET", person_keys.DAILY, channel, wish.dump())

    async def stop(self, channel: str) -> bool:
        """Return whether a channel wants no puzzle any more; False where it wanted none. What it was posed last stays, so that none comes twice a day."""
        return bool(await self._connection.call("HDEL", person_keys.DAILY, channel))

    async def was_posed(self, channel: str, posed: Posed) -> None:
        """Note what a channel was posed."""
        await self._connection.call("HSET", person_keys.DAILY_POSED, channel, posed.dump())

    async def gone(self, channel: str) -> None:
        """There is no such channel any more."""
        await self._connection.pipeline(
            ("HDEL", person_keys.DAILY, channel), ("HDEL", person_keys.DAILY_POSED, channel)
        )

    async def lease(self, word: str, holder: str, seconds: int = 0) -> bool:
        """Take, keep or leave the right to post; True for whoever has it."""
        return bool(await self._connection.script("lease", [person_keys.DAILY_LEASE], [word, holder, seconds]))

    async def _all(self, key: str, kind: type[S]) -> dict[str, S]:
        found = {}
        for name, raw in (await self._connection.call("HGETALL", key)).items():
            try:
                found[name.decode()] = kind.parse(raw, "puzzle of a day")
            except (StoredDamage, UnicodeDecodeError) as damage:
                log.error("the puzzle of a channel is skipped: %s", damage)
        return found

    async def _raw(self, places: Sequence[str]) -> list[str]:
        found = await self._connection.call("MGET", *places)
        return ["" if raw is None else raw.decode(errors="replace") for raw in found]


def _solver(raw: str) -> StoredSolver:
    try:
        return StoredSolver.parse(raw, "record of a solver") if raw else StoredSolver()
    except StoredDamage as damage:
        log.error("somebody's puzzles start again: %s", damage)
        return StoredSolver()


def _posed(raw: str) -> StoredPuzzle:
    try:
        return StoredPuzzle.parse(raw, "record of a puzzle") if raw else StoredPuzzle()
    except StoredDamage as damage:
        log.error("the rating of a puzzle starts again: %s", damage)
        return StoredPuzzle()


def _joined(records: Sequence[StoredSolver]) -> StoredSolver:
    """Return one person's record out of those of all their ids: the rating of most tries, and of each puzzle the earliest try."""
    rated = max(records, key=lambda one: one.games)
    tries: dict[str, Try] = {}
    for name, one in (pair for record in records for pair in record.tries.items()):
        if name not in tries or one.at < tries[name].at:
            tries[name] = one.model_copy(update={"best": max(one.best, tries[name].best if name in tries else 0.0)})
    return rated.model_copy(update={"tries": tries})


__all__ = ["Counting", "Daily", "Posed", "Puzzling", "StoredPuzzle", "StoredSolver", "Try"]
