"""Worker processes outside the event loop, and the queue in front of them.

Urgent jobs go first; within the same urgency people take turns, one job each, however many someone has queued. The
queue is bounded: when it is full, the least urgent job of the person with the most is dropped. A job whose caller has
gone is never started.

The processes are forked from one that has loaded what all of them need (`preload`), so a process starts at once, and
they share its memory. A process that dies is replaced and its job started again, so that one or two deaths only cost a
moment; a job that every process dies under fails with `BrokenProcessPool`. The signals that stop the bot are ignored by
the processes, even while one is starting: terminals and supervisors send them to the whole process group.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import os
import signal
import threading
import time
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
#: The bot itself is never forked: a copy of a process with an event loop and sockets would not start clean.
_CONTEXT = multiprocessing.get_context("forkserver")
#: Processes that may die under one job before it fails.
_MOST_DEATHS = 3
#: Seconds after each attempt to start a process that fails.
_PAUSES = (0.1, 0.5, 0.0)
#: Signals that stop the bot; the bot then ends its processes itself.
_STOP_SIGNALS = frozenset({signal.SIGINT, signal.SIGTERM})


class Overloaded(ValueError):
    """The queue is full; the message is one sentence for the user."""


@dataclass(slots=True)
class _Job:
    person: str
    rank: int
    function: Callable[..., Any]
    args: tuple[Any, ...]
    done: asyncio.Future[Any] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


def preload(*modules: str) -> None:
    """Name the modules that the process loads of which all workers are forks; no effect once one has started."""
    _CONTEXT.set_forkserver_preload(list(modules))


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
        self._waiting: dict[int, OrderedDict[str, deque[_Job]]] = {}
        self._held: Counter[str] = Counter()
        self._tasks: set[asyncio.Task[None]] = set()
        self._closing = False
        # Each process has its own pool: if one dies, the work of the others is not lost.
        self._pools = [_new_pool() for _ in range(count)]
        self._started: set[ProcessPoolExecutor] = set()
        # No job waits for another process to start when the first may be free sooner: the others start in the
        # background.
        self._idle, self._unstarted = [0], list(range(1, count))
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
        job = _Job(person, rank, function, args)
        self._make_room(job)
        self._waiting.setdefault(rank, OrderedDict()).setdefault(person, deque()).append(job)
        self._held[person] += 1
        self._dispatch()
        return await job.done

    @property
    def waiting(self) -> int:
        """Number of jobs that no process has started."""
        return sum(self._held.values())

    async def close(self) -> None:
        """Kill the processes at once: nobody waits for their results any more. Works for starting processes too."""
        self._closing = True
        for job in self._queued():
            job.done.cancel()
        self._waiting.clear()
        self._held.clear()
        self._kill()
        if self._tasks:
            await asyncio.wait(self._tasks)
        self._kill()  # those that were only starting
        for pool in self._pools:
            await asyncio.to_thread(pool.shutdown, wait=True, cancel_futures=True)

    def _kill(self) -> None:
        for pool in self._pools:
            for process in list((pool._processes or {}).values()):  # noqa: SLF001 - there is no public way to kill it
                process.kill()

    # -- the queue ----------------------------------------------------------------------------

    def _queued(self) -> list[_Job]:
        return [job for people in self._waiting.values() for queue in people.values() for job in queue]

    def _make_room(self, new: _Job) -> None:
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
        dropped = self._waiting[rank][person].pop()
        self._count_out(dropped)
        dropped.done.set_exception(Overloaded(host_text("faults.workers.too_much_asked_once_2")))

    def _prune(self) -> None:
        for job in self._queued():
            if job.done.done():
                self._waiting[job.rank][job.person].remove(job)
                self._count_out(job)

    def _count_out(self, job: _Job) -> None:
        """Update the counts after a job has left the queue."""
        self._held[job.person] -= 1
        if not self._held[job.person]:
            del self._held[job.person]
        people = self._waiting[job.rank]
        if not people[job.person]:
            del people[job.person]
        if not people:
            del self._waiting[job.rank]

    def _next(self) -> _Job | None:
        """Pop the next job that is still awaited: the most urgent, from the person whose turn it is."""
        while self._waiting:
            people = self._waiting[min(self._waiting)]
            person = next(iter(people))
            job = people[person].popleft()
            people.move_to_end(person)
            self._count_out(job)
            if not job.done.done():
                return job
        return None

    # -- the processes --------------------------------------------------------------------------

    def _dispatch(self) -> None:
        while self._idle and (job := self._next()) is not None:
            self._start_task(self._serve(job, self._idle.pop()))  # the one used last, which has loaded the most
        while self._unstarted and self._warming < self.waiting:
            self._warming += 1
            self._start_task(self._warm_up(self._unstarted.pop()))

    def _start_task(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._task_ended)

    def _task_ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self._dispatch()

    async def _warm_up(self, slot: int) -> None:
        """Start the process of a slot, then mark it idle."""
        try:
            await self._submit(slot, _no_op)
        except BrokenProcessPool:
            if not self._closing:
                self._replace_pool(slot)
        finally:
            self._warming -= 1
            self._idle.append(slot)

    async def _serve(self, job: _Job, slot: int) -> None:
        try:
            if self._closing:
                job.done.cancel()
                return
            result = await self._result_of(job, slot)
        except Exception as error:  # noqa: BLE001 - it is passed on to the caller
            if not job.done.done():
                job.done.set_exception(error)
            return
        finally:
            self._idle.append(slot)
        if not job.done.done():
            job.done.set_result(result)

    async def _result_of(self, job: _Job, slot: int) -> Any:
        """Run a job and return its result, retrying if a process dies under it; raises the job's own errors."""
        deaths = 0
        while True:
            try:
                return await self._submit(slot, _call, job.function, *job.args)
            except BrokenProcessPool:
                if self._closing:
                    raise
                self._replace_pool(slot)
                deaths += 1
                if deaths == _MOST_DEATHS or job.done.done():
                    raise

    async def _submit(self, slot: int, function: Callable[..., Any], *args: Any) -> Any:
        """Run work in the process of a slot, starting it first if necessary; raises BrokenProcessPool if it dies."""
        pool = self._pools[slot]
        if pool not in self._started:
            self._started.add(pool)
            # In a thread: the first of all processes waits until what it is a fork of has loaded everything.
            await asyncio.to_thread(_start, pool)
            if self._closing:
                raise BrokenProcessPool
        return await asyncio.get_running_loop().run_in_executor(pool, function, *args)

    def _replace_pool(self, slot: int) -> None:
        _log.error("a process that %s died: starting a new one", self._what)
        broken, self._pools[slot] = self._pools[slot], _new_pool()
        self._started.discard(broken)
        broken.shutdown(wait=False, cancel_futures=True)


def _new_pool() -> ProcessPoolExecutor:
    """Return a pool of one process, which starts on first use."""
    return ProcessPoolExecutor(1, mp_context=_CONTEXT, initializer=_init_process)


def _start(pool: ProcessPoolExecutor) -> None:
    """Start the process of a pool; blocks until it has been forked.

    Raises:
        BrokenProcessPool: it could not be forked, or the process of which it would be a fork has died.
    """
    for pause in _PAUSES:
        try:
            with _signals_blocked():
                pool.submit(_no_op)
        except (OSError, EOFError) as error:
            _log.warning("a process could not be forked: %s", error)
            time.sleep(pause)  # one that was just killed is replaced once it's gone
        else:
            return
    raise BrokenProcessPool


@contextlib.contextmanager
def _signals_blocked() -> Iterator[None]:
    """Block the signals that stop the bot in this thread while a process starts; it inherits the mask."""
    held = signal.pthread_sigmask(signal.SIG_BLOCK, _STOP_SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, held)


def _init_process() -> None:
    """Initialise a worker process: ignore the signals that stop the bot, and lower its priority."""
    for number in _STOP_SIGNALS:
        signal.signal(number, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _STOP_SIGNALS)
    threading.Thread(target=_exit_with_parent, daemon=True).start()
    with contextlib.suppress(OSError):
        os.nice(5)


def _no_op() -> None:
    """Do nothing in a worker process: what it is started with."""


def _call(function: Callable[..., Any], /, *args: Any) -> Any:
    """Run a job in a worker process; objects loaded by the first job are then frozen."""
    try:
        return function(*args)
    finally:
        freeze_for_good()


def _exit_with_parent() -> None:
    """Exit this process when the bot is gone; a killed bot can't stop it itself."""
    bot = multiprocessing.parent_process()
    if bot is not None:
        bot.join()
        os._exit(1)


__all__ = ["MOST", "MOST_OF_ONE", "Overloaded", "Workers", "preload"]
