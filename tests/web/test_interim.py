"""Slow commands are announced by a notice before the answer, in the local channel as elsewhere."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from bot.platforms import interim_notice
from bot.platforms.web.adapter import WebPlatform
from bot.platforms.web.protocol import Run
from bot.platforms.web.records import MessageEntry
from bot.platforms.web.signed_links import Signer, person_named
from bot.platforms.web.timeline import PICTURES, Stream
from bot.port import Inbound
from bot.storage import ChannelLog, Connection, Store
from bot.table.reply import Reply
from tests.bot.support import CHANNEL, Channel
from tests.platforms.discord.conftest import plain_picture

WORD = "This takes a moment"


async def test_a_command_that_takes_long_is_told_and_the_answer_takes_the_place(
    store: Store, connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    channel = Channel.open(store)
    await channel.begin()
    run = channel.handler.run

    async def late(inbound: Inbound) -> Sequence[Reply]:
        await asyncio.sleep(0.3)
        return await run(inbound)

    monkeypatch.setattr(channel.handler, "run", late)
    monkeypatch.setattr(interim_notice, "SECONDS", 0.05)
    log = ChannelLog(connection, companions=PICTURES)
    web = WebPlatform(handler=channel.handler, log=log, draw=plain_picture, signer=Signer(b"s" * 32))
    anna = person_named("anna")
    await web.run(anna, CHANNEL, Run(type="run", key="k1234567", text="verify"))
    rows = [row.entry for row in await web.timeline.newest(Stream(CHANNEL, anna.id), 50)]
    told = [row for row in rows if isinstance(row, MessageEntry) and not row.author]
    assert [WORD in row.text for row in told] == [True, False]
    assert told[0].slot == told[1].slot, "the page shows the answer in its place"
    monkeypatch.setattr(interim_notice, "SECONDS", 30.0)
    await web.run(anna, CHANNEL, Run(type="run", key="k2345678", text="verify"))
    rows = [row.entry for row in await web.timeline.newest(Stream(CHANNEL, anna.id), 50)]
    assert sum(isinstance(row, MessageEntry) and WORD in row.text for row in rows) == 1
