"""A periodic task survives an error, runs when called, and ends in time."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

import pytest

from bot.service.periodic_task import PeriodicTask
from bot.storage.errors import StoreUnavailable

_log = logging.getLogger(__name__)


class Watch(PeriodicTask):
    """Counts its runs and does as instructed in each."""

    def __init__(self, does: Callable[[int], Awaitable[None]], linger: float | None = None) -> None:
        super().__init__(_log, "the watch", 3600.0, linger)
        self.looks, self._does = 0, does
        self.came = asyncio.Event()

    async def look(self) -> int:
        """Follow the instructions."""
        self.looks += 1
        self.came.set()
        await self._does(self.looks)
        return self.looks


async def came(watch: Watch) -> None:
    async with asyncio.timeout(60):
        await watch.came.wait()
    watch.came.clear()


async def test_a_look_that_fails_is_logged_and_the_next_comes(caplog: pytest.LogCaptureFixture) -> None:
    async def does(number: int) -> None:
        if number == 1:
            raise StoreUnavailable("the store is away")
        if number == 2:
            raise ValueError("broken")

    watch = Watch(does)
    watch.start()
    for _ in range(3):
        await came(watch)
        await asyncio.sleep(0)
        watch.call()
    await watch.stop()
    assert [record.getMessage() for record in caplog.records] == [
        "the watch can't be done right now: the store is away",
        "a look at the watch broke",
    ]


async def test_the_end_waits_for_a_look_but_not_for_one_that_hangs() -> None:
    ended: list[str] = []

    async def short(number: int) -> None:
        await asyncio.sleep(0.01)
        ended.append("short")

    async def hangs(number: int) -> None:
        await asyncio.Event().wait()

    for does, linger in ((short, None), (hangs, 0.05)):
        watch = Watch(does, linger)
        watch.start()
        await came(watch)
        async with asyncio.timeout(60):
            await watch.stop()
    assert ended == ["short"]
