"""A platform that refuses the bot at its start: the others are served; where there are none, that is the end."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bot.platforms.base import Outgoing
from bot.platforms.meter import Meter
from bot.platforms.standing import Standing
from bot.settings import RefusedError, Settings
from bot.wiring import running_bot


class Still:
    """A platform on which nothing happens; one with a `refusal` is refused at its start."""

    def __init__(self, name: str, refusal: str = "") -> None:
        self.name, self.refusal = name, refusal
        self.after: Callable[[], None] = lambda: None
        self.meter = Meter()
        self.standing = Standing()
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
        """Nothing runs."""

    async def stop(self) -> None:
        """Nothing to leave."""


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
