"""A platform that refuses the bot at its start: the others are served; if there are none, the bot ends."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.platforms.meter import Meter
from bot.platforms.platform_status import PlatformStatus
from bot.port import Outgoing
from bot.settings import RefusedError, Settings, SettingsError
from bot.wiring import running_bot

pytestmark = pytest.mark.process


class Still:
    """A platform on which nothing happens; with a `refusal` it is refused at its start."""

    def __init__(self, name: str, refusal: str = "") -> None:
        self.name, self.refusal = name, refusal
        self.after: Callable[[], None] = lambda: None
        self.meter = Meter()
        self.standing = PlatformStatus()
        self.started = False

    async def start(self) -> None:
        if self.refusal:
            raise RefusedError(self.refusal)
        self.started = True

    async def deliver(self, message: Outgoing) -> None:
        raise AssertionError(message)

    async def connected(self) -> bool:
        return self.started

    async def drain(self) -> None:
        """Do nothing."""

    async def stop(self) -> None:
        """Do nothing."""


async def test_the_others_are_served(tmp_path: Path) -> None:
    refused, served = Still("one", "One refuses the token."), Still("two")
    async with running_bot(Settings(var=tmp_path, redis_fsync="everysec"), lambda _: [refused, served]) as bot:
        assert served.started
        assert refused.standing.refused is not None
        assert not bot.lost.done()


async def test_where_there_are_no_others_the_process_ends_with_the_reason(tmp_path: Path) -> None:
    with pytest.raises(RefusedError, match="One refuses the token"):
        async with running_bot(
            Settings(var=tmp_path, redis_fsync="everysec"), lambda _: [Still("one", "One refuses the token.")]
        ):
            raise AssertionError("it must not begin")


class Meeting(Still):
    """A platform whose start waits until all have started theirs; with an `error` it then fails."""

    def __init__(self, name: str, all_here: asyncio.Barrier, error: SettingsError | None = None) -> None:
        super().__init__(name)
        self.all_here, self.error = all_here, error

    async def start(self) -> None:
        async with asyncio.timeout(30):
            await self.all_here.wait()
        if self.error is not None:
            raise self.error
        await super().start()


async def test_no_platform_waits_for_the_start_of_another(tmp_path: Path) -> None:
    all_here = asyncio.Barrier(3)
    slow = [Meeting(name, all_here) for name in ("one", "two", "three")]
    async with running_bot(Settings(var=tmp_path, redis_fsync="everysec"), lambda _: slow):
        assert all(platform.started for platform in slow)


async def test_an_unexpected_error_ends_the_start_after_all_have_connected(tmp_path: Path) -> None:
    all_here = asyncio.Barrier(2)
    taken, served = Meeting("one", all_here, SettingsError("Another process uses the port,")), Meeting("two", all_here)
    with pytest.raises(SettingsError, match="uses the port"):
        async with running_bot(Settings(var=tmp_path, redis_fsync="everysec"), lambda _: [taken, served]):
            raise AssertionError("it must not begin")
    assert served.started
