"""Low-priority work pauses while people wait for commands, still finishes, and produces the same result."""

from __future__ import annotations

import asyncio

import pytest

from bot.background_yield import PATIENCE, wait_until_idle, yielding


class Street:
    """A load indicator: people are waiting for a given number of checks."""

    def __init__(self, looks: int = 0) -> None:
        self.looks = looks

    def busy(self) -> bool:
        """Return True for that many calls."""
        self.looks -= 1
        return self.looks >= 0


async def test_after_each_wait_the_work_goes_on_once_nobody_is_waited_for() -> None:
    waited_for, done = False, list[str]()

    async def work() -> str:
        done.append("begun")
        await asyncio.sleep(0)
        done.append("gone on")
        await asyncio.sleep(0)
        done.append("ended")
        return "made"

    task = asyncio.create_task(yielding(lambda: waited_for, work()))
    await asyncio.sleep(0)
    waited_for = True
    for _ in range(5):
        await asyncio.sleep(0)
    assert done == ["begun"]
    waited_for = False
    assert await task == "made"
    assert done == ["begun", "gone on", "ended"]


async def test_its_patience_is_used_up_once_for_all_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    now, pauses = 0.0, list[float]()

    async def sleep(seconds: float) -> None:
        nonlocal now
        now += seconds
        pauses.append(seconds)

    monkeypatch.setattr("bot.background_yield.time.perf_counter", lambda: now)
    monkeypatch.setattr("bot.background_yield.asyncio.sleep", sleep)

    async def work() -> None:
        for _ in range(3):
            await asyncio.get_running_loop().run_in_executor(None, int)

    await yielding(lambda: True, work())
    assert sum(pauses) == pytest.approx(PATIENCE, abs=0.01)


async def test_errors_of_the_work_and_cancellation_pass_through() -> None:
    async def refused() -> None:
        await asyncio.sleep(0)
        raise LookupError("nothing there")

    with pytest.raises(LookupError, match="nothing there"):
        await yielding(Street(1).busy, refused())

    begun, undone = asyncio.Event(), list[str]()

    async def endless() -> None:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            undone.append("tidied up")

    task = asyncio.create_task(yielding(lambda: False, endless()))
    await begun.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert undone == ["tidied up"]


async def test_work_cancelled_while_yielding_cleans_up() -> None:
    undone = list[str]()

    async def work() -> None:
        try:
            await asyncio.sleep(0)
            undone.append("went on")
        except asyncio.CancelledError:
            undone.append("tidied up")
            raise

    street = Street(10**6)
    task = asyncio.create_task(yielding(street.busy, work()))
    for _ in range(3):
        await asyncio.sleep(0)
    assert street.looks < 10**6
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert undone == ["tidied up"]


async def test_a_time_limit_inside_the_work_still_is_one() -> None:
    async def work() -> str:
        try:
            async with asyncio.timeout(0):
                await asyncio.Event().wait()
        except TimeoutError:
            return "late"
        return "never"

    assert await yielding(Street(2).busy, work()) == "late"


async def test_yielding_work_resumes_when_the_loop_is_free() -> None:
    street = Street(3)
    await wait_until_idle(street.busy)
    assert street.looks == -1
