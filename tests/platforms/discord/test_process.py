"""`feldpost run` as a process on the loopback Discord: killed without warning, it loses and repeats nothing."""

from __future__ import annotations

import asyncio
import contextlib
import io
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import discord
import pytest
from PIL import Image

from tests.platforms.discord.conftest import Loopback
from tests.platforms.discord.people import Person, until
from tests.platforms.discord.state import CHANNEL, TOKEN
from tests.support.forked import Forked
from tests.support.later import pauses_over

pytestmark = [pytest.mark.slow, pytest.mark.process]

TO_THE_CHANNEL = f"/channels/{CHANNEL}/messages"
MOVED = "GE 2 moves: Koblenz → Frankfurt"
STARTED = 60.0


@contextlib.asynccontextmanager
async def running(
    loopback: Loopback, redis_url: str, var: Path, *, beside: bool = False, **more: str
) -> AsyncIterator[Forked]:
    """Run the bot as in production, except for Discord's address; it is stopped at the end of the block.

    Args:
        loopback: the loopback Discord.
        redis_url: address of the store.
        var: its data directory.
        beside: whether another process is already running.
        more: further settings.
    """
    if not beside:
        loopback.gateway.sessions.clear()
    loopback.gateway.ready.clear()
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("FELDPOST_", "REDIS_"))} | {
        "REDIS_URL": redis_url, "FELDPOST_VAR": str(var), "FELDPOST_DISCORD_TOKEN": TOKEN,
        "FELDPOST_PROCESS": var.name, **more,
    }  # fmt: skip
    where = discord.http.Route.BASE, loopback.gateway.url
    process = await Forked.start("run", environment=environment, discord=where)
    try:
        async with asyncio.timeout(STARTED):
            while "serves discord" not in (line := (await process.stdout.readline()).decode()):
                assert line, "feldpost run ended"
            await loopback.gateway.ready.wait()
        yield process
    finally:
        if process.returncode is None:
            process.send_signal(signal.SIGTERM)
        await asyncio.wait_for(process.communicate(), STARTED)


async def before_the_move(loopback: Loopback, anna: Person) -> str:
    """Let one player of both sides play up to the end of a movement, with everything posted."""
    opening = ("new campaign", "join both", "start", "choose take", "play auto", "activate koblenz move")
    for line in (*opening, "move ge 2 frankfurt"):
        await anna.slash(line)
    game = await loopback.game()
    await delivered(loopback, game)
    return game


async def delivered(loopback: Loopback, game: str) -> None:
    """Wait until the outbox is empty."""
    for _ in range(1200):
        if not await loopback.store.outbox.pending_posts(game):
            return
        await asyncio.sleep(0.05)
    raise AssertionError("posts are missing")


def told(loopback: Loopback, channel: int = CHANNEL) -> int:
    """Return how often the move was reported in the channel."""
    shown = [one for one in loopback.world.public() if one["channel_id"] == str(channel)]
    return sum(MOVED in one["content"] for one in shown)


async def test_killed_between_commit_and_post_the_post_comes_once_after_the_restart(
    loopback: Loopback, redis_url: str, tmp_path: Path
) -> None:
    anna = loopback.person(11, "Anna")
    away = [True]

    def no_posts(method: str, path: str, body: Any) -> tuple[int, Any, dict[str, str]] | None:
        del body
        return (503, {"message": "away"}, {}) if away[0] and (method, path) == ("POST", TO_THE_CHANNEL) else None

    async with running(loopback, redis_url, tmp_path) as process:
        game = await before_the_move(loopback, anna)
        loopback.world.faults.append(no_posts)
        number = (await loopback.store.load(game)).number
        await anna.slash("done")
        assert (await loopback.store.load(game)).number > number
        await until(lambda: loopback.world.requests[-1].status == 503, "a post that was not taken")
        process.send_signal(signal.SIGKILL)
        await process.wait()
    assert told(loopback) == 0
    assert await loopback.store.outbox.pending_posts(game)
    away[0] = False
    await pauses_over(loopback.store, game)
    async with running(loopback, redis_url, tmp_path):
        await delivered(loopback, game)
        await anna.slash("hand")
        await until(lambda: _hand_of(loopback), "the hand as a picture")
    assert told(loopback) == 1
    assert not await loopback.store.outbox.parked()
    pictures = [one for message in loopback.world.messages.values() for one in message["attachments"]]
    assert {one["filename"].partition(".")[0] for one in pictures} >= {"overview", "closeup", "hand"}
    for one in pictures:
        with Image.open(io.BytesIO(loopback.world.files[one["id"]])) as image:
            assert image.size[0] > 300
        assert len(one["description"]) > 40


def _hand_of(loopback: Loopback) -> bool:
    return any(file["filename"].startswith("hand") for one in loopback.world.private(11) for file in one["attachments"])


async def test_killed_while_discord_takes_the_post_it_is_not_shown_again(
    loopback: Loopback, redis_url: str, tmp_path: Path
) -> None:
    anna = loopback.person(11, "Anna")
    killed: list[int] = []

    async with running(loopback, redis_url, tmp_path) as process:
        game = await before_the_move(loopback, anna)

        def taken_but_never_answered(method: str, path: str, body: Any) -> tuple[int, Any, dict[str, str]] | None:
            if not killed and (method, path) == ("POST", TO_THE_CHANNEL) and MOVED in body["content"]:
                message = loopback.world.post(CHANNEL, body, {})
                loopback.world.nonces[CHANNEL, str(body["nonce"])] = int(message["id"])
                killed.append(process.pid)
                process.send_signal(signal.SIGKILL)
                return 200, loopback.world.told(message), {}
            return None

        loopback.world.faults.append(taken_but_never_answered)
        await anna.slash("done", wait=False)
        await process.wait()
    assert killed
    assert await loopback.store.outbox.pending_posts(game)
    async with running(loopback, redis_url, tmp_path):
        await delivered(loopback, game)
    assert told(loopback) == 1
