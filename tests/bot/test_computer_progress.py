"""The progress of a slow computer move is shown on the table message, edited a few times, until the position changes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from bot.service.ai_player import move_progress
from bot.service.record_work import RecordThreads
from bot.storage import Store
from tests.bot.with_computer import Table


class Slow(RecordThreads):
    """A workshop that thinks until released."""

    def __init__(self) -> None:
        self.let = asyncio.Event()

    async def run(self, person: str, function: Callable[..., Any], /, *args: Any) -> Any:
        """Run when released."""
        await self.let.wait()
        return await super().run(person, function, *args)


async def begun(store: Store, level: str, slow: Slow) -> Table:
    """Return a game whose first move is being computed."""
    table = Table(store, slow)
    await table.say("anna", f"new introductory against={level} side=ap", "start")
    await table.fresh()
    await table.ticker.tick()
    return table


async def test_a_slow_move_tells_how_far_it_is_by_editing_the_table_message(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    slept: list[float] = []

    async def pass_by(over: asyncio.Event, seconds: float) -> bool:
        slept.append(seconds)
        await asyncio.sleep(0)
        return over.is_set()

    monkeypatch.setattr(move_progress, "ended", pass_by)
    slow = Slow()
    table = await begun(store, "general", slow)
    number = await table.number()
    for _ in range(400):
        if (await table.stored()).settings.memory.get("deliberated") == "4 / 5":
            break
        await asyncio.sleep(0.01)
    (reply,) = await table.posts("table")  # of two renewals only the newest waits
    assert "The computer is thinking: 4 of up to 5 s." in reply.text
    assert (reply.edit, reply.anew) == ("table", False)
    assert slept == [2.0, 2.0], "two edits and no more"
    assert await table.number() == number
    slow.let.set()
    await table.ticker.deliberations.idle()
    assert await table.number() > number
    assert "The computer is thinking" not in (await table.posts("table"))[-1].text
    assert not (await table.stored()).settings.memory.get("deliberated")


async def test_a_quick_level_tells_no_figure_and_a_move_that_is_broken_off_none_any_more(store: Store) -> None:
    slow = Slow()
    table = await begun(store, "recruit", slow)
    assert not any("The computer is thinking" in reply.text for reply in await table.posts("table"))
    table.ticker.deliberations.leave(await table.channel.game_id())
    await table.ticker.deliberations.idle()
    assert not (await table.stored()).settings.memory.get("deliberated")
