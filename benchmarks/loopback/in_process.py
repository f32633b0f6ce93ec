"""The adapters inside this process, on their loopback servers, for counting rather than timing."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable
from datetime import datetime
from pathlib import Path
from typing import Any
from unittest.mock import patch

import discord
import yarl
from aiohttp import ClientSession
from discord.gateway import DiscordWebSocket

from benchmarks.loopback import on_discord, on_slack
from benchmarks.loopback.local import LocalStage, Page
from benchmarks.loopback.rooms import DiscordRoom, LocalRoom, Room, SlackRoom
from bot.platforms.discord.adapter import DiscordPlatform
from bot.platforms.slack.adapter import SlackPlatform
from bot.platforms.web.adapter import WebPlatform
from bot.platforms.web.signed_links import Signer
from bot.service.handler import BotHandler
from bot.storage import ChannelLog, Store
from tests.platforms.discord.state import TOKEN
from tests.platforms.slack.support import Painter, access

_paint = Painter()

#: Returns the bot's time; None for the real clock.
Now = Callable[[], datetime] | None


@contextlib.asynccontextmanager
async def local(store: Store, var: Path, now: Now = None) -> AsyncIterator[Callable[[int], Any]]:
    """Run the local channel; yields a factory of rooms."""
    stage = LocalStage()
    platform = WebPlatform(
        handler=BotHandler(store, now=now), log=ChannelLog(store.connection), draw=_paint, signer=Signer.from_file(var / "web.key")
    )  # fmt: skip
    await platform.start()
    stage.url, stage.signer = platform.url, platform.signer

    async def room(number: int) -> Room:
        place = stage.place(number)
        pages = [Page(stage, user, place.channel, watches=True) for user in reversed(place.users)]
        for page in pages:
            await page.open()
        return LocalRoom(platform, (pages[0], pages[1]), place, stage.bell)

    try:
        async with ClientSession(headers={"Origin": stage.url}) as stage.session:
            try:
                yield room
            finally:
                await stage.close()
    finally:
        await platform.stop()


@contextlib.asynccontextmanager
async def on_discords(store: Store, var: Path, now: Now = None) -> AsyncIterator[Callable[[int], Any]]:
    """Run Discord; yields a factory of rooms."""
    del var
    stage = on_discord.DiscordStage(checked=True)
    for number in range(100):
        stage.world.add_channel(int(stage.place(number).channel))
    async with stage.served() as (rest, gateway):
        with (
            patch.object(discord.http.Route, "BASE", rest),
            patch.object(DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(gateway)),
        ):
            platform = DiscordPlatform(handler=BotHandler(store, now=now), store=store, draw=_paint, token=TOKEN)
            await platform.start()
            await platform.client.wait_until_ready()

            async def room(number: int) -> Room:
                return DiscordRoom(platform, stage, stage.place(number))

            try:
                yield room
            finally:
                await platform.stop()
    if stage.wrong():
        raise RuntimeError(f"Discord would not take this: {stage.wrong()[0]}")


@contextlib.asynccontextmanager
async def on_slacks(store: Store, var: Path, now: Now = None) -> AsyncIterator[Callable[[int], Any]]:
    """Run Slack by Socket Mode; yields a factory of rooms."""
    del var
    stage = on_slack.SlackStage()
    await stage.slack.start()
    platform = SlackPlatform(
        handler=BotHandler(store, now=now), store=store, draw=_paint, access=access(stage.slack, "socket")
    )  # fmt: skip
    await platform.start()

    async def room(number: int) -> Room:
        return SlackRoom(platform, stage, stage.place(number))

    try:
        yield room
    finally:
        await platform.stop()
        await stage.slack.stop()
    if stage.wrong():
        raise RuntimeError(f"Slack would not take this: {stage.wrong()[0]}")


#: Context managers of the platforms.
PLATFORMS = {"web": local, "discord": on_discords, "slack": on_slacks}
