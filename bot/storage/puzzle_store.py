"""Puzzles in Redis: each person's results, everyone's results at each puzzle, and channels with a daily puzzle.

A person's record and a puzzle's are written in one step, so that a try counts for both or for neither, and once.
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

#: Maximum attempts of a step that loses races.
_STEPS = 40

S = TypeVar("S", bound=Stored)


class Try(Stored):
    """A person's first try at a puzzle: its points (0, 0.5 or 1), game, time, and the change of their displayed rating.

    `best` are the points of the best of all tries.
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
    """A puzzle's rating, how many people tried it, and how many of them solved it at the first try."""

    v: Literal[1] = 1
    mu: float | None = None
    sigma: float | None = None
    games: int = 0
    solved: int = 0


class Daily(Stored):
    """A channel's daily puzzle: the title, the hour and its time zone, and the subscriber."""

    v: Literal[1] = 1
    title: str
    hour: int = Field(ge=0, le=23)
    zone: str
    by: str


class Posed(Stored):
    """A channel's last puzzle: the date, title and puzzle, and how many had tried and solved it before.

    `told` is the text above it; `state` whether it was sent, is being sent since `at` (seconds since 1970), or failed,
    so that it is retried at `at`.
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


#: Returns both records after a try; None if nothing counts.
Counting = Callable[[StoredSolver, StoredPuzzle], tuple[StoredSolver, StoredPuzzle] | None]


class Puzzling:
    """The puzzles of one store; every method may raise StoreUnavailable."""

    def __init__(self, connection: Connection, persons: Persons) -> None:
        self._connection = connection
        self._persons = persons

    async def solver(self, title: str, ids: Sequence[str]) -> StoredSolver:
        """Return a person's results in the puzzles of a title, under all their ids, the current one first."""
        return _merge_records(
            [_parse_solver(raw) for raw in await self._raw([person_keys.solver(title, one) for one in ids])]
        )

    async def posed(self, title: str, name: str) -> StoredPuzzle:
        """Return everyone's results at a puzzle."""
        (raw,) = await self._raw([person_keys.posed(title, name)])
        return _parse_puzzle(raw)

    async def count(self, title: str, ids: Sequence[str], name: str, counting: Counting) -> StoredSolver:
        """Count a person's try at a puzzle; return their state after it.

        Raises:
            StoreBusy: others were faster again and again.
        """
        own, all_own = person_keys.solver(title, ids[0]), [person_keys.solver(title, one) for one in ids]
        for _ in range(_STEPS):
            *mine, theirs = await self._raw([*all_own, person_keys.posed(title, name)])
            before = _merge_records([_parse_solver(raw) for raw in mine])
            after = counting(before, _parse_puzzle(theirs))
            if after is None:
                return before
            puts = Put(own, mine[0], after[0].dump()), Put(person_keys.posed(title, name), theirs, after[1].dump())
            if await self._persons.put(*puts):
                return after[0]
        raise StoreBusy(host_text("store.puzzling.too_many_people_try"))

    async def forget(self, titles: Sequence[str], ids: Sequence[str]) -> int:
        """Delete a person's puzzle results; puzzle ratings stay. Return the number of records deleted."""
        gone = [person_keys.solver(title, one) for title in titles for one in ids]
        return int(await self._connection.call("DEL", *gone)) if gone else 0

    # ------------------------------------------------------------------------------------- daily puzzles

    async def daily(self) -> dict[str, Daily]:
        """Return the channels with a daily puzzle; unreadable ones are left out."""
        return await self._parse_hash(person_keys.DAILY, Daily)

    async def last(self) -> dict[str, Posed]:
        """Return each channel's last puzzle; unreadable ones are left out."""
        return await self._parse_hash(person_keys.DAILY_POSED, Posed)

    async def want(self, channel: str, wish: Daily) -> None:
        """Store a channel's subscription."""
        await self._connection.call("HSET", person_keys.DAILY, channel, wish.dump())

    async def stop(self, channel: str) -> bool:
        """Cancel a channel's daily puzzle; return False if it had none. Its last one stays, so none comes twice a day."""
        return bool(await self._connection.call("HDEL", person_keys.DAILY, channel))

    async def was_posed(self, channel: str, posed: Posed) -> None:
        """Store a channel's last puzzle."""
        await self._connection.call("HSET", person_keys.DAILY_POSED, channel, posed.dump())

    async def gone(self, channel: str) -> None:
        """Delete the data of a channel that no longer exists."""
        await self._connection.pipeline(
            ("HDEL", person_keys.DAILY, channel), ("HDEL", person_keys.DAILY_POSED, channel)
        )

    async def lease(self, word: str, holder: str, seconds: int = 0) -> bool:
        """Take, keep or release the posting lease; return True for its holder."""
        return bool(await self._connection.script("lease", [person_keys.DAILY_LEASE], [word, holder, seconds]))

    async def _parse_hash(self, key: str, kind: type[S]) -> dict[str, S]:
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


def _parse_solver(raw: str) -> StoredSolver:
    try:
        return StoredSolver.parse(raw, "record of a solver") if raw else StoredSolver()
    except StoredDamage as damage:
        log.error("somebody's puzzles start again: %s", damage)
        return StoredSolver()


def _parse_puzzle(raw: str) -> StoredPuzzle:
    try:
        return StoredPuzzle.parse(raw, "record of a puzzle") if raw else StoredPuzzle()
    except StoredDamage as damage:
        log.error("the rating of a puzzle starts again: %s", damage)
        return StoredPuzzle()


def _merge_records(records: Sequence[StoredSolver]) -> StoredSolver:
    """Merge the records of a person's ids: the rating with the most tries, and the earliest try at each puzzle."""
    rated = max(records, key=lambda one: one.games)
    tries: dict[str, Try] = {}
    for name, one in (pair for record in records for pair in record.tries.items()):
        if name not in tries or one.at < tries[name].at:
            tries[name] = one.model_copy(update={"best": max(one.best, tries[name].best if name in tries else 0.0)})
    return rated.model_copy(update={"tries": tries})


__all__ = ["Counting", "Daily", "Posed", "Puzzling", "StoredPuzzle", "StoredSolver", "Try"]
