"""Dying picture processes delay no post in the local channel, and cost no post its picture."""

from __future__ import annotations

import asyncio
import logging

import pytest

from bot.platforms.courier import Courier
from bot.platforms.painting import PicturePool
from bot.platforms.web.adapter import WebPlatform
from bot.platforms.web.records import MessageEntry, PictureEntry
from bot.platforms.web.signed_links import Signer
from bot.platforms.web.timeline import PICTURES, Stream
from bot.storage import ChannelLog, Connection, Store
from tests.bot.support import CHANNEL, Channel
from tests.support.dying import BOUND, storm

pytestmark = pytest.mark.process


@pytest.mark.sweep(fixed=[6])
@pytest.mark.parametrize("seconds", [6, 30])
async def test_killing_picture_processes_delays_no_post(
    store: Store, connection: Connection, seconds: int, caplog: pytest.LogCaptureFixture
) -> None:
    channel = Channel.open(store)
    await channel.begin()
    pool = PicturePool(store, 2)
    log = ChannelLog(connection, companions=PICTURES)
    web = WebPlatform(handler=channel.handler, log=log, draw=pool, signer=Signer(b"s" * 32))
    courier = Courier(store, {"web": web})
    await web.start()
    courier.start()
    game = await channel.game_id()

    async def rows() -> list[tuple[str, MessageEntry | PictureEntry]]:
        return [(row.id, row.entry) for row in await web.timeline.newest(Stream(CHANNEL), 500)]

    async def shown(text: str) -> list[str]:
        return [ident for ident, entry in await rows() if isinstance(entry, MessageEntry) and entry.text == text]

    async def stands(text: str) -> bool:
        return bool(await shown(text))

    found = await storm(pool, store, courier, game, seconds, stands)
    assert found.kills >= seconds // 2
    assert found.longest < BOUND, found.delays
    async with asyncio.timeout(120):
        for text in found.delays:
            (ident,) = await shown(text)
            while True:
                states = [one.state for _, one in await rows() if isinstance(one, PictureEntry) and one.of == ident]
                if states:
                    break
                await asyncio.sleep(0.1)
            assert states == ["ready"]
    assert await store.outbox.parked() == []
    caplog.clear()
    await courier.stop()
    await web.stop()
    await pool.close()
    assert [one.message for one in caplog.records if one.levelno >= logging.ERROR] == []
