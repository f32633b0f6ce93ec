"""Worker processes outside the event loop, and the queue in front of them.

Urgent jobs go first; within the same urgency people take turns, one job each, however many someone has queued. The
queue is bounded: when it is full, the least urgent job of the person with the most is dropped. A job whose caller has
gone is never started.

A process that dies is replaced and its job started again, so that one or two deaths only cost a moment; a job that
every process dies under fails with `BrokenProcessPool`. The signals that stop the bot are ignored by the processes,
even while one is starting: terminals and supervisors send them to the whole process group.
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

#: Queue limits: in all, and per person.
MOST, MOST_OF_ONE = 200, 12
#: Processes that may die under one job before it fails.
_DEATHS = 3
#: Signals that stop the bot; the bot then ends its processes itself.
_STOPPING = frozenset({signal.SIGINT, signal.SIGTERM})


class Overloaded(ValueError):
    """The queue is full; the message is one sentence for the user."""


@dataclass(slots=True)
class _Wish:
    person: str
    rank: int
    function: Callable[..., Any]
    args: tuple[Any, ...]
    done: asyncio.Future[Any] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Workers:
    """A pool of worker processes with a fair, bounded queue.

    Args:
        count: number of processes.
        what: what they do, for the log.
        most: limit of queued jobs.
        most_of_one: limit of queued jobs per person.
    """

    def __init__(self, count: int, what: str, *, most: int = MOST, most_of_one: int = MOST_OF_ONE) -> None:
        self.count = count
        self._what, self._most, self._most_of_one = what, most, most_of_one
        self._waiting: dict[int, OrderedDict[str, deque[_Wish]]] = {}
        self._held: Counter[str] = Counter()
        self._tasks: set[asyncio.Task[None]] = set()
        self._closing = False
        # Each process has its own pool: if one dies, the work of the others is not lost.
        self._pools = [_new_pool() for _ in range(count)]
        # No job waits for another process to start when the first may be free sooner: the others start in the
        # background.
        self._idle, self._cold = [0], list(range(1, count))
        self._warming = 0

    async def run(self, person: str, function: Callable[..., Any], /, *args: Any, rank: int = 0) -> Any:
        """Run a module-level function in a worker process and return its result.

        Args:
            person: who asks, "" for the bot itself, which has no per-person limit.
            function: to call.
            *args: its arguments.
            rank: urgency, 0 first.

        Raises:
            Overloaded: the queue is full.
            BrokenProcessPool: every process that took the job died, or all were stopped.
        """
        wish = _Wish(person, rank, function, args)
        self._make_room(wish)
        self._waiting.setdefault(rank, OrderedDict()).setdefault(person, deque()).append(wish)
        self._held[person] += 1
        self._begin()
        return await wish.done

    @property
    def waiting(self) -> int:
        """Number of jobs that no process has started."""
        return sum(self._held.values())

    async def close(self) -> None:
        """Kill the processes at once: nobody waits for their results any more. Works for starting processes too."""
        self._closing = True
        for wish in self._all():
            wish.done.cancel()
        self._waiting.clear()
        self._held.clear()
        for pool in self._pools:
            for process in list((pool._processes or {}).values()):  # noqa: SLF001 - there is no public way to kill it
                process.kill()
        if self._tasks:
            await asyncio.wait(self._tasks)
        for pool in self._pools:
            await asyncio.to_thread(pool.shutdown, wait=True, cancel_futures=True)

    # -- the queue ----------------------------------------------------------------------------

    def _all(self) -> list[_Wish]:
        return [wish for people in self._waiting.values() for queue in people.values() for wish in queue]

    def _make_room(self, new: _Wish) -> None:
        """Drop jobs nobody waits for; if that is not enough, drop the least urgent job of the person with the most."""
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
        """Update the counts after a job has left the queue."""
        self._held[wish.person] -= 1
        if not self._held[wish.person]:
            del self._held[wish.person]
        people = self._waiting[wish.rank]
        if not people[wish.person]:
            del people[wish.person]
        if not people:
            del self._waiting[wish.rank]

    def _next(self) -> _Wish | None:
        """Pop the next job that is still awaited: the most urgent, from the person whose turn it is."""
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
            self._go(self._do(wish, self._idle.pop()))  # the one used last, which has loaded the most
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
        """Start the process of a slot, then mark it idle."""
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
        except Exception as error:  # noqa: BLE001 - it is passed on to the caller
            if not wish.done.done():
                wish.done.set_exception(error)
            return
        finally:
            self._idle.append(place)
        if not wish.done.done():
            wish.done.set_result(found)

    async def _found(self, wish: _Wish, place: int) -> Any:
        """Run a job and return its result, retrying if a process dies under it; raises the job's own errors."""
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
        """Submit work to the process of a slot, which may start it."""
        with _undisturbed():
            return asyncio.get_running_loop().run_in_executor(self._pools[place], function, *args)

    def _mend(self, place: int) -> None:
        _log.error("a process that %s died: starting a new one", self._what)
        broken, self._pools[place] = self._pools[place], _new_pool()
        broken.shutdown(wait=False, cancel_futures=True)


def _new_pool() -> ProcessPoolExecutor:
    """Return a pool of one process, which starts on first use."""
    # Spawned: a forked copy of a process with an event loop and sockets would not start clean.
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(1, mp_context=context, initializer=_started)


@contextlib.contextmanager
def _undisturbed() -> Iterator[None]:
    """Block the signals that stop the bot while a process may be spawned; the child inherits the mask."""
    held = signal.pthread_sigmask(signal.SIG_BLOCK, _STOPPING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, held)


def _started() -> None:
    """Initialise a worker process: ignore the signals that stop the bot, and lower its priority."""
    for number in _STOPPING:
        signal.signal(number, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _STOPPING)
    threading.Thread(target=_end_with_the_bot, daemon=True).start()
    with contextlib.suppress(OSError):
        os.nice(5)


def _nothing() -> None:
    """Do nothing in a worker process; forces it to start."""


def _done(function: Callable[..., Any], /, *args: Any) -> Any:
    """Run a job in a worker process; objects loaded by the first job are then frozen."""
    try:
        return function(*args)
    finally:
        freeze_for_good()


def _end_with_the_bot() -> None:
    """Exit this process when the bot is gone; a killed bot can't stop it itself."""
    bot = multiprocessing.parent_process()
    if bot is not None:
        bot.join()
        os._exit(1)


__all__ = ["MOST", "MOST_OF_ONE", "Overloaded", "Workers"]
