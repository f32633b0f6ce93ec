"""Run work on a whole record in a worker process, never on the event loop.

A function that works on a record takes the game as it is stored and the record's lines, and gives plain
data back. Where it runs is the business of whoever wires the bot; by default it is another thread.
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
#: Why nothing can be told from a record that this version plays differently.
DIFFERS = "record_differs"


class Workshop(Protocol):
    """Where work is done that would hold up the loop."""

    async def run(self, person: str, function: Callable[..., Any], /, *args: Any) -> Any:
        """Return what a function makes of the arguments; `person` asks for it. Raises Busy."""
        ...


class RecordWorkBusy(Exception):
    """The workshop has too much to do, or too much for this person."""


class RecordThreads:
    """A workshop without processes of its own."""

    async def run(self, person: str, function: Callable[..., Any], /, *args: Any) -> Any:
        """Run it in another thread, as the port says."""
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
    """Return what a function makes of a game, its record, and the further arguments.

    Args:
        store: where the record is.
        workshop: where the work is done.
        person: who asks for it.
        function: takes `stored`, the record's lines and `args`; of a module, so that another process finds it.
        stored: the game.
        *args: what else it needs.
        start: number of the first entry that it is given.
        upto: number of the last entry that it is given, None for all.
        fresh: entries that are not stored yet.

    Raises:
        Refusal: what the function raises of that kind; `DIFFERS` where the record plays differently in this version.
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
