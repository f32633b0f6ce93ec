"""Runs work on a whole record in a worker process, never on the event loop.

A function on a record takes the stored game and the record's lines, and returns plain data. The bot's wiring decides
where it runs; by default in another thread.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from bot.storage.game_record import parsed_record
from bot.storage.store import Store, StoredGame
from bot.table.refusal import Refusal
from engine.errors import EngineError, Reason

T = TypeVar("T")
#: Refusal code for a record that this version replays differently.
DIFFERS = "record_differs"


class Workshop(Protocol):
    """A worker pool for work that would block the event loop."""

    async def run(self, person: str, function: Callable[..., Any], /, *args: Any) -> Any:
        """Return the function's result; `person` is who requests it. Raises Busy."""
        ...


class RecordWorkBusy(Exception):
    """The worker pool has too much to do, or too much for this person."""


class RecordThreads:
    """A worker pool that uses threads."""

    async def run(self, person: str, function: Callable[..., Any], /, *args: Any) -> Any:
        """Run the function in another thread."""
        del person
        return await asyncio.to_thread(function, *args)


@dataclass(frozen=True, slots=True)
class _Refused:
    """A refusal in transit between processes."""

    reason: Reason
    part: str
    legal: tuple[str, str, tuple[int, ...]] | None


async def recalled(
    store: Store,
    workshop: Workshop,
    person: str,
    function: Callable[..., T],
    stored: StoredGame,
    *args: Any,
    start: int = 0,
    upto: int | None = None,
    fresh: Sequence[dict[str, Any]] = (),
) -> T:
    """Return a function's result for a game, its record, and further arguments.

    Args:
        store: holds the record.
        workshop: the worker pool.
        person: who requests it.
        function: takes `stored`, the record's lines and `args`; module-level, so that another process can import it.
        stored: the game.
        *args: further arguments.
        start: number of the first entry passed.
        upto: number of the last entry passed, None for all.
        fresh: entries that are not stored yet.

    Raises:
        Refusal: raised by the function, or `DIFFERS` if the record replays differently in this version.
        StorageError: the record cannot be read.
    """
    lines = await store.raw_record(stored.header.game_id, upto, start)
    found = await workshop.run(person, _work, function, stored, lines, start, list(fresh), args)
    if isinstance(found, _Refused):
        raise Refusal(found.reason, found.part, found.legal)
    return found  # type: ignore[no-any-return]


def _work(
    function: Callable[..., Any],
    stored: StoredGame,
    lines: list[bytes],
    start: int,
    fresh: list[dict[str, Any]],
    args: Any,
) -> Any:
    record = [*parsed_record(stored.header.game_id, lines, start), *fresh]
    try:
        return function(stored, record, *args)
    except Refusal as refusal:
        return _Refused(refusal.reason, refusal.part, refusal.legal)
    except EngineError:
        return _Refused(Reason(DIFFERS), "", None)


__all__ = ["DIFFERS", "RecordThreads", "RecordWorkBusy", "Workshop", "recalled"]
