"""Processes beside the event loop, and the order in which they do what is asked of them.

What is urgent goes first; within that everybody gets their turn, one wish after another, however many
somebody has. The queue is bounded: where it is full the least urgent wish of whoever has most is given
up. A wish that nobody waits for any more is never begun.

A process that dies is replaced, and what it did is begun again, so often that one death, or two, cost a moment and
nothing else; what dies under every process is given back as `BrokenProcessPool`. The signals that stop the bot are no
concern of the processes, also while one is only just starting: terminals and supervisors send them to the whole group.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import os
import signal
import threading
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from typing import Any

from bot.gc_tuning import freeze_for_good
from bot.narration.texts import host_text

_log = logging.getLogger(__name__)

#: Wishes that may wait at once, and those of one person.
MOST, MOST_OF_ONE = 200, 12
#: Processes that may die under one wish before it is given back.
_DEATHS = 3
#: Signals that stop the bot, which ends its processes itself.
_STOPPING = frozenset({signal.SIGINT, signal.SIGTERM})


class Overloaded(ValueError):
    """Too much is waiting for this to be done as well; one sentence."""


@dataclass(slots=True)
class _Wish:
    person: str
    rank: int
    function: Callable[..., Any]
    args: tuple[Any, ...]
    done: asyncio.Future[Any] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Workers:
    """So many processes, and what waits for them.

    Args:
        count: processes.
        what: they do, for the log.
        most: wishes that may wait.
        most_of_one: wishes that one person may have waiting.
    """

    def __init__(self, count: int, what: str, *, most: int = MOST, most_of_one: int = MOST_OF_ONE) -> None:
        self.count = count
        self._what, self._most, self._most_of_one = what, most, most_of_one
        self._waiting: dict[int, OrderedDict[str, deque[_Wish]]] = {}
        self._held: Counter[str] = Counter()
        self._tasks: set[asyncio.Task[None]] = set()
        self._closing = False
        # Each process has a pool of its own: one that dies takes nothing along that others do.
        self._pools = [_new_pool() for _ in range(count)]
        # Nobody waits for another process to start where the first one may be free before: it is started beside what goes on.
        self._idle, self._cold = [0], list(range(1, count))
        self._warming = 0

    async def run(self, person: str, function: Callable[..., Any], /, *args: Any, rank: int = 0) -> Any:
        """Return what a function of a module makes of the arguments, in a process.

        Args:
            person: who asks, "" for the bot itself, which no limit of one person holds up.
            function: what is done.
            *args: with what.
            rank: how urgent it is, 0 first.

        Raises:
            Overloaded: too much is waiting.
            BrokenProcessPool: every process that took it up died, or all are ended.
        """
        wish = _Wish(person, rank, function, args)
        self._make_room(wish)
        self._waiting.setdefault(rank, OrderedDict()).setdefault(person, deque()).append(wish)
        self._held[person] += 1
        self._begin()
        return await wish.done

    @property
    def waiting(self) -> int:
        """Wishes that no process has begun."""
        return sum(self._held.values())

    async def close(self) -> None:
        """End the processes at once: nobody is left who waits for what they do, and one may only just be starting."""
        self._closing = True
        for wish in self._all():
            wish.done.cancel()
        self._waiting.clear()
        self._held.clear()
        for pool in self._pools:
            for process in list((pool._processes or {}).values()):  # noqa: SLF001 - it has no other way to be ended
                process.kill()
        if self._tasks:
            await asyncio.wait(self._tasks)
        for pool in self._pools:
            await asyncio.to_thread(pool.shutdown, wait=True, cancel_futures=True)

    # -- the queue ----------------------------------------------------------------------------

    def _all(self) -> list[_Wish]:
        return [wish for people in self._waiting.values() for queue in people.values() for wish in queue]

    def _make_room(self, new: _Wish) -> None:
        """Forget what nobody waits for; where that is not enough, give up the least urgent of whoever has most."""
        full = self.waiting >= self._most
        if full or (new.person and self._held[new.person] >= self._most_of_one):
            self._prune()
        if new.person and self._held[new.person] >= self._most_of_one:
            raise Overloaded(host_text("faults.workers.you_have_asked_too"))
        if self.waiting < self._most:
            return
        rank = max(self._waiting)
        if rank < new.rank:
            raise Overloaded(host_text("faults.workers.too_much_asked_once"))
        person = max(self._waiting[rank], key=lambda one: len(self._waiting[rank][one]))
        given_up = self._waiting[rank][person].pop()
        self._left(given_up)
        given_up.done.set_exception(Overloaded(host_text("faults.workers.too_much_asked_once_2")))

    def _prune(self) -> None:
        for wish in self._all():
            if wish.done.done():
                self._waiting[wish.rank][wish.person].remove(wish)
                self._left(wish)

    def _left(self, wish: _Wish) -> None:
        """Note that a wish has left the queue."""
        self._held[wish.person] -= 1
        if not self._held[wish.person]:
            del self._held[wish.person]
        people = self._waiting[wish.rank]
        if not people[wish.person]:
            del people[wish.person]
        if not people:
            del self._waiting[wish.rank]

    def _next(self) -> _Wish | None:
        """Return the next wish that somebody waits for: the most urgent, of whoever's turn it is."""
        while self._waiting:
            people = self._waiting[min(self._waiting)]
            person = next(iter(people))
            wish = people[person].popleft()
            people.move_to_end(person)
            self._left(wish)
            if not wish.done.done():
                return wish
        return None

    # -- the processes --------------------------------------------------------------------------

    def _begin(self) -> None:
        while self._idle and (wish := self._next()) is not None:
            self._go(self._do(wish, self._idle.pop()))  # the one that was busy last, which has loaded most
        while self._cold and self._warming < self.waiting:
            self._warming += 1
            self._go(self._warmed(self._cold.pop()))

    def _go(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self._begin()

    async def _warmed(self, place: int) -> None:
        """Start the process of a place, which is free then."""
        try:
            await self._handed(place, _nothing)
        except BrokenProcessPool:
            if not self._closing:
                self._mend(place)
        finally:
            self._warming -= 1
            self._idle.append(place)

    async def _do(self, wish: _Wish, place: int) -> None:
        try:
            if self._closing:
                wish.done.cancel()
                return
            found = await self._found(wish, place)
        except Exception as error:  # noqa: BLE001 - it belongs to whoever asked
            if not wish.done.done():
                wish.done.set_exception(error)
            return
        finally:
            self._idle.append(place)
        if not wish.done.done():
            wish.done.set_result(found)

    async def _found(self, wish: _Wish, place: int) -> Any:
        """Return what comes of a wish, also where a process or two die under it; raises what the wish raises."""
        deaths = 0
        while True:
            try:
                return await self._handed(place, _done, wish.function, *wish.args)
            except BrokenProcessPool:
                if self._closing:
                    raise
                self._mend(place)
                deaths += 1
                if deaths == _DEATHS or wish.done.done():
                    raise

    def _handed(self, place: int, function: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:
        """Hand work to the process of a place, which this may start."""
        with _undisturbed():
            return asyncio.get_running_loop().run_in_executor(self._pools[place], function, *args)

    def _mend(self, place: int) -> None:
        _log.error("a process that %s died: starting a new one", self._what)
        broken, self._pools[place] = self._pools[place], _new_pool()
        broken.shutdown(wait=False, cancel_futures=True)


def _new_pool() -> ProcessPoolExecutor:
    """Return a process that is started when there is something to do."""
    # Spawned, since a forked copy of a process with an event loop and sockets is no clean start.
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(1, mp_context=context, initializer=_started)


@contextlib.contextmanager
def _undisturbed() -> Iterator[None]:
    """Keep the signals that stop the bot from a process that starts meanwhile; it inherits that they are held back."""
    held = signal.pthread_sigmask(signal.SIG_BLOCK, _STOPPING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, held)


def _started() -> None:
    """In a new process: leave the signals that stop the bot to the bot, and let the loop go first."""
    for number in _STOPPING:
        signal.signal(number, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _STOPPING)
    threading.Thread(target=_end_with_the_bot, daemon=True).start()
    with contextlib.suppress(OSError):
        os.nice(5)


def _nothing() -> None:
    """In a process: be there."""


def _done(function: Callable[..., Any], /, *args: Any) -> Any:
    """In a process: do what is wished; what the first wish has loaded is set apart from then on."""
    try:
        return function(*args)
    finally:
        freeze_for_good()


def _end_with_the_bot() -> None:
    """End this process when the bot is gone; a bot that was killed cannot end it itself."""
    bot = multiprocessing.parent_process()
    if bot is not None:
        bot.join()
        os._exit(1)


__all__ = ["MOST", "MOST_OF_ONE", "Overloaded", "Workers"]
