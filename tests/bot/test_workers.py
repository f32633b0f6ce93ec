"""Worker processes: the order of the queue, its limits, and low-priority work."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import signal
from collections.abc import AsyncIterator
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import forkserver
from pathlib import Path

import pytest

from bot.operations.memory import family_of
from bot.platforms.shared_pictures import Shared
from bot.workers import Overloaded, Workers
from tests.bot.wishes import PATIENCE, begins, count_of, dies_at_first, dies_twice, held_back, marked

pytestmark = pytest.mark.process


@pytest.fixture
async def workers() -> AsyncIterator[Workers]:
    source = Workers(1, "tests", most=4, most_of_one=3)
    yield source
    await source.close()


class Queue:
    """Requests queued after one that is held back, in the order of execution."""

    def __init__(self, workers: Workers, folder: Path) -> None:
        self.workers, self.folder = workers, folder
        self.order: list[str] = []
        self.gate = folder / "gate"
        self.first = asyncio.create_task(workers.run("first", held_back, self.gate))

    async def ask(self, person: str, name: str, rank: int = 0) -> asyncio.Task[str]:
        """Add a request, which is queued when this returns."""

        async def wish() -> str:
            done = await self.workers.run(person, marked, self.folder / name, rank=rank)
            self.order.append(done)
            return str(done)

        task = asyncio.create_task(wish())
        await asyncio.sleep(0)
        return task

    async def let_go(self, *tasks: asyncio.Task[str]) -> list[str | BaseException]:
        """Run everything queued."""
        self.gate.touch()
        await self.first
        return list(await asyncio.gather(*tasks, return_exceptions=True))


@pytest.mark.parametrize("deaths", [1, 2])
async def test_a_process_or_two_may_die_under_a_wish(tmp_path: Path, deaths: int) -> None:
    source = Workers(1, "tests")
    try:
        assert await source.run("anna", dies_at_first, tmp_path, deaths) == "done"
        assert count_of(tmp_path) == deaths
    finally:
        await source.close()


async def test_the_signals_that_stop_the_bot_end_no_process_not_even_one_that_starts(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    source, gate, end = Workers(1, "tests"), tmp_path / "gate", tmp_path / "end"
    try:
        wish = asyncio.create_task(source.run("anna", begins, gate, end))
        await asyncio.sleep(0)
        while not (there := list(source._pools[0]._processes or {})):  # noqa: ASYNC110 - nobody announces it
            await asyncio.sleep(0)
        while not gate.exists():
            for number in (signal.SIGTERM, signal.SIGINT):
                os.kill(there[0], number)
            await asyncio.sleep(0.01)
        os.kill(there[0], signal.SIGTERM)
        end.touch()
        assert await wish == "held back"
        assert list(source._pools[0]._processes or {}) == there
    finally:
        await source.close()
    assert [one for one in caplog.records if one.levelno >= logging.WARNING] == []


async def test_killing_one_process_does_not_affect_the_others(tmp_path: Path) -> None:
    source, gate, end = Workers(2, "tests"), tmp_path / "gate", tmp_path / "end"
    try:
        deadly = asyncio.create_task(source.run("anna", dies_twice, gate))
        other = asyncio.create_task(source.run("ben", begins, gate, end))
        with pytest.raises(BrokenProcessPool):
            await deadly
        end.touch()
        assert await other == "held back"
        assert await source.run("anna", abs, -1) == 1
    finally:
        await source.close()


async def test_the_process_of_which_the_others_are_forks_may_die_too(workers: Workers) -> None:
    first = await workers.run("anna", os.getpid)
    common = forkserver._forkserver._forkserver_pid  # type: ignore[attr-defined]
    assert {first, common} <= family_of(os.getpid())
    for number in (common, first):
        os.kill(number, signal.SIGKILL)
    assert await workers.run("anna", os.getpid) not in (first, common)
    assert forkserver._forkserver._forkserver_pid != common  # type: ignore[attr-defined]


async def test_a_process_that_cannot_start_is_a_dead_one(monkeypatch: pytest.MonkeyPatch, workers: Workers) -> None:
    def no_room(*_: object) -> None:
        raise OSError(12, "Cannot allocate memory")

    monkeypatch.setattr("multiprocessing.popen_forkserver.forkserver.connect_to_new_process", no_room)
    with pytest.raises(BrokenProcessPool):
        await workers.run("anna", os.getpid)
    monkeypatch.undo()
    assert await workers.run("anna", abs, -1) == 1


async def test_closing_waits_for_no_finished_work(tmp_path: Path) -> None:
    source, gate = Workers(2, "tests"), tmp_path / "gate"
    busy = asyncio.create_task(source.run("anna", begins, gate, tmp_path / "never"))
    await asyncio.to_thread(held_back, gate)
    starting = asyncio.create_task(source.run("ben", marked, tmp_path / "mark"))
    await asyncio.sleep(0)
    await source.close()
    with pytest.raises(BrokenProcessPool):
        await busy
    await asyncio.gather(starting, return_exceptions=True)
    assert starting.cancelled() or starting.exception() is not None
    assert not (tmp_path / "mark").exists()


async def test_the_urgent_goes_first_and_everybody_has_a_turn(workers: Workers, tmp_path: Path) -> None:
    queue = Queue(workers, tmp_path)
    await asyncio.sleep(0)
    wishes = [("anna", "a1", 1), ("anna", "a2", 1), ("ben", "b1", 1), ("", "post", 0)]
    tasks = [await queue.ask(*wish) for wish in wishes]
    await queue.let_go(*tasks)
    assert queue.order == ["post", "a1", "b1", "a2"]


async def test_a_full_queue_drops_the_least_urgent_of_its_largest_user(workers: Workers, tmp_path: Path) -> None:
    queue = Queue(workers, tmp_path)
    await asyncio.sleep(0)
    tasks = [await queue.ask(*wish) for wish in [("anna", "a1", 1), ("anna", "a2", 1), ("ben", "b1", 1), ("", "p1", 0)]]
    tasks.append(await queue.ask("", "p2", 0))
    tasks.append(await queue.ask("eve", "e1", 2))
    found = await queue.let_go(*tasks)
    assert [type(one) for one in found] == [str, Overloaded, str, str, str, Overloaded]
    assert not (tmp_path / "a2").exists()


async def test_nobody_has_more_than_a_few_waiting(workers: Workers, tmp_path: Path) -> None:
    queue = Queue(workers, tmp_path)
    await asyncio.sleep(0)
    tasks = [await queue.ask("anna", f"a{number}") for number in range(4)]
    with pytest.raises(Overloaded, match="asked for too much"):
        await tasks[-1]
    assert await queue.let_go(*tasks[:-1]) == ["a0", "a1", "a2"]


async def test_work_that_nobody_waits_for_is_never_started(workers: Workers, tmp_path: Path) -> None:
    queue = Queue(workers, tmp_path)
    await asyncio.sleep(0)
    tasks = [await queue.ask("anna", "a0"), await queue.ask("anna", "a1"), await queue.ask("anna", "a2")]
    tasks[0].cancel()
    await asyncio.sleep(0)
    # There is room for another one, because the first is not waited for.
    tasks.append(await queue.ask("anna", "a3"))
    await queue.let_go(*tasks)
    assert queue.order == ["a1", "a2", "a3"]
    assert not (tmp_path / "a0").exists()
    assert workers.waiting == 0


async def test_shared_work_is_given_up_with_the_last_who_waits() -> None:
    shared: Shared[str, int] = Shared()
    begun, ended = [], []

    async def make() -> int:
        begun.append(1)
        try:
            await asyncio.sleep(PATIENCE)
        except asyncio.CancelledError:
            ended.append(1)
            raise
        return 1

    waiting = [asyncio.create_task(shared.get("one", make)) for _ in range(2)]
    await asyncio.sleep(0)
    waiting[0].cancel()
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert (begun, ended) == ([1], [])
    waiting[1].cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert ended == [1]
    assert not shared.running


async def test_urgent_work_does_not_wait_for_other_work() -> None:
    shared: Shared[str, str] = Shared()
    never = asyncio.Event()

    async def slow() -> str:
        await never.wait()
        raise Overloaded("given up")

    async def soon() -> str:
        await asyncio.sleep(0)
        return "soon"

    look = asyncio.create_task(shared.get("one", slow))
    await asyncio.sleep(0)
    post = asyncio.create_task(shared.get("one", soon, urgent=True))
    await asyncio.sleep(0)
    joined = asyncio.create_task(shared.get("one", slow))
    async with asyncio.timeout(30):
        assert list(await asyncio.gather(post, joined)) == ["soon", "soon"]
    never.set()
    with pytest.raises(Overloaded):
        await look
    assert not shared.running


async def test_shared_work_is_done_once_for_all() -> None:
    shared: Shared[str, int] = Shared()
    begun = []

    async def make() -> int:
        begun.append(1)
        await asyncio.sleep(0)
        return 7

    assert await asyncio.gather(*(shared.get("one", make) for _ in range(3))) == [7, 7, 7]
    assert begun == [1]


async def test_a_process_leaves_alone_what_its_first_wish_has_loaded(workers: Workers) -> None:
    before = await workers.run("one", gc.get_freeze_count)
    assert before > 100_000, "what it shares with the others"
    assert await workers.run("one", gc.get_freeze_count) > before
    assert (await workers.run("one", gc.get_threshold))[0] > 700, "Python's own, with which a process starts"
