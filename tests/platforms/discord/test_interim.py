"""Slow commands are announced by a notice before the answer, on Discord as elsewhere."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from bot.platforms import interim_notice
from bot.port import Inbound
from bot.service.handler import BotHandler
from bot.table.reply import Reply
from tests.platforms.discord.conftest import Loopback
from tests.platforms.discord.people import until
from tests.platforms.discord.test_faults import begun

WORD = "This takes a moment"


@pytest.mark.parametrize("line", ["verify", "log", "replay", "export"])
async def test_a_command_that_takes_long_is_told_before_its_answer(
    loopback: Loopback, line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    handler = Slow(loopback)
    _, people, _ = await begun(loopback, handler=handler)
    handler.seconds = 0.3
    monkeypatch.setattr(interim_notice, "SECONDS", 0.05)
    done = await people["anna"].slash(line)

    def told() -> list[bool]:
        # Only requests of this command: panels of earlier ones may still be refreshed.
        requests = [one for one in loopback.world.requests if done.token in one.path]
        bodies = [str(one.body) for one in requests if one.method in ("PATCH", "POST")]
        return [WORD in body for body in bodies if "content" in body]

    await until(lambda: len(told()) > 1, "the answer")
    assert told()[0]
    assert not any(told()[1:])


class Slow(BotHandler):
    """A bot with slow commands; the time is mocked."""

    def __init__(self, loopback: Loopback) -> None:
        super().__init__(loopback.store)
        self.seconds = 0.0

    async def run(self, inbound: Inbound) -> Sequence[Reply]:
        await asyncio.sleep(self.seconds)
        return await super().run(inbound)
