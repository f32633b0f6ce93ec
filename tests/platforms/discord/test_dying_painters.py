"""Dying picture processes delay no post on Discord, and cost no post its picture."""

from __future__ import annotations

import logging

import pytest

from bot.platforms.painting import PicturePool
from tests.platforms.discord.conftest import Loopback
from tests.platforms.discord.people import until
from tests.platforms.discord.test_faults import begun
from tests.support.dying import BOUND, storm

pytestmark = pytest.mark.process


@pytest.mark.sweep(fixed=[6])
@pytest.mark.parametrize("seconds", [6, 30])
async def test_killing_picture_processes_delays_no_post(
    loopback: Loopback, seconds: int, caplog: pytest.LogCaptureFixture
) -> None:
    pool = PicturePool(loopback.store, 2)
    bot, _, game = await begun(loopback, draw=pool)

    def shown(text: str) -> list[dict[str, object]]:
        return [one for one in loopback.world.public() if one["content"] == text]

    async def stands(text: str) -> bool:
        return bool(shown(text))

    found = await storm(pool, loopback.store, bot.courier, game, seconds, stands)
    assert found.kills >= seconds // 2
    assert found.longest < BOUND, found.delays
    await until(lambda: all(shown(text)[0]["attachments"] for text in found.delays), "every picture")
    assert [len(shown(text)) for text in found.delays] == [1] * len(found.delays)
    assert await loopback.store.outbox.parked() == []
    caplog.clear()
    await bot.stop()
    await pool.close()
    assert [one.message for one in caplog.records if one.levelno >= logging.ERROR] == []
