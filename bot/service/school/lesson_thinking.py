"""The computer's thinking for a free lesson: runs in the background while its progress is shown."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar
from weakref import WeakKeyDictionary

from bot.storage.store import Store, StoredGame

T = TypeVar("T")

#: Seconds to wait for a result before the progress is shown.
_AT_ONCE = 0.2
#: Questions in progress in this process, with their start, by store: (game, entry, question).
_running: WeakKeyDictionary[Store, dict[tuple[str, int, str], tuple[float, asyncio.Future[Any]]]] = WeakKeyDictionary()


@dataclass(frozen=True, slots=True)
class Thought(Generic[T]):
    """The state of a question: its answer `found`, None while in progress; and the seconds spent."""

    found: T | None
    seconds: float


async def about(store: Store, stored: StoredGame, question: str, think: Callable[[], Awaitable[T]]) -> Thought[T]:
    """Start thinking about a position, or continue; an exception is raised to the last caller.

    Thinking about an earlier position of the game is cancelled.
    """
    clock = asyncio.get_running_loop().time
    place = stored.header.game_id, stored.number, question
    tasks = _running.setdefault(store, {})
    for other in [one for one in tasks if one[0] == place[0] and one[1] != place[1]]:
        tasks.pop(other)[1].cancel()
    if place not in tasks:
        tasks[place] = clock(), asyncio.ensure_future(think())
    since, task = tasks[place]
    await asyncio.wait({task}, timeout=_AT_ONCE)
    if not task.done():
        return Thought(None, clock() - since)
    tasks.pop(place, None)
    found: T = task.result()
    return Thought(found, clock() - since)


__all__ = ["Thought", "about"]
