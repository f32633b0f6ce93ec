"""What the computer thinks about beside a lesson that is a war: nobody who learns waits for it without a word."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar
from weakref import WeakKeyDictionary

from bot.storage.store import Store, StoredGame

T = TypeVar("T")

#: Seconds for which whoever asks waits before the progress is told.
_AT_ONCE = 0.2
#: Since when this process thinks about a question in a game at an entry, by store.
_running: WeakKeyDictionary[Store, dict[tuple[str, int, str], tuple[float, asyncio.Future[Any]]]] = WeakKeyDictionary()


@dataclass(frozen=True, slots=True)
class Thought(Generic[T]):
    """What came of a question: its `found` answer, None while it is looked for; and for how many seconds it was."""

    found: T | None
    seconds: float


async def about(store: Store, stored: StoredGame, question: str, think: Callable[[], Awaitable[T]]) -> Thought[T]:
    """Think about a position, or go on with it where that is done already; what it raises is raised to whoever asks last.

    What is thought about an earlier position of the game is broken off.
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
