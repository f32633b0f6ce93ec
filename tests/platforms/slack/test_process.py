"""`feldpost run` as a process on the loopback Slack: real pictures, kill -9 between commit and post."""

from __future__ import annotations

import asyncio
import contextlib
import io
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from PIL import Image

from bot.storage import Store
from tests.platforms.slack.loopback import APP_TOKEN, BOT_TOKEN, TEAM, FakeSlack, Fault
from tests.platforms.slack.people import CHANNEL, Person
from tests.platforms.slack.support import until
from tests.support.forked import Forked
from tests.support.later import lease_run_out, pauses_over

pytestmark = [pytest.mark.slow, pytest.mark.process]


@contextlib.asynccontextmanager
async def running(slack: FakeSlack, redis_url: str, var: Path, name: str = "") -> AsyncIterator[Forked]:
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("FELDPOST_", "REDIS_"))} | {
        "REDIS_URL": redis_url, "FELDPOST_VAR": str(var), "FELDPOST_SLACK_API": f"{slack.url}/api/",
        "FELDPOST_SLACK_BOT_TOKEN": BOT_TOKEN, "FELDPOST_SLACK_APP_TOKEN": APP_TOKEN,
        "FELDPOST_PROCESS": name,
    }  # fmt: skip
    process = await Forked.start("run", environment=environment)
    try:
        async with asyncio.timeout(60):
            while "serves slack" not in (line := (await process.stdout.readline()).decode()):
                assert line, "feldpost run ended"
        yield process
    finally:
        if process.returncode is None:
            process.send_signal(signal.SIGTERM)
        await asyncio.wait_for(process.communicate(), 60)


async def delivered(store: Store) -> None:
    """Wait until the outboxes are empty."""
    for _ in range(600):
        if not await store.outbox.games_with_posts():
            return
        await asyncio.sleep(0.1)
    raise AssertionError("posts are missing")


async def test_a_process_that_is_killed_between_commit_and_post(
    slack: FakeSlack, store: Store, redis_url: str, tmp_path: Path
) -> None:
    anna, text = Person(slack, "anna"), ""
    opening = (
        "new campaign",
        "join both",
        "start",
        "choose take",
        "play auto",
        "activate koblenz move",
        "move ge 2 frankfurt",
    )

    def told(words: str) -> int:
        return len([m for m in slack.messages if not m.only and not m.thread and words in m.text])

    def answered() -> bool:
        """Return True if the last command has its answer: for the first command publicly, for others by response_url."""
        address = str(anna.last[1]["response_url"]).rpartition("/")[2]
        return slack.urls[address].uses < 5 or (text == opening[0] and len(slack.messages) == 1)

    async with running(slack, redis_url, tmp_path) as process:
        for text in opening:
            await anna.command(text)
            await until(answered)
        game = await store.channels.holder(f"slack:{TEAM}.{CHANNEL}")
        assert game is not None
        slack.faults["chat.postMessage"] += [Fault(500) for _ in range(200)]
        number = (await store.load(game)).number
        called = len(slack.calls)
        await anna.command("done")
        for _ in range(1200):
            if (await store.load(game)).number > number:
                break
            await asyncio.sleep(0.05)
        assert (await store.load(game)).number > number
        await until(lambda: any(method == "chat.postMessage" for method, _ in slack.calls[called:]))
        process.send_signal(signal.SIGKILL)
        await process.wait()
    assert told("GE 2 moves: Koblenz → Frankfurt") == 0
    assert await store.outbox.pending_posts(game)
    slack.faults.clear()
    await pauses_over(store, game)
    async with running(slack, redis_url, tmp_path):
        await delivered(store)
        assert told("GE 2 moves: Koblenz → Frankfurt") == 1, [m.text for m in slack.messages]
        await anna.command("hand")
        await until(lambda: any("hand" in f.name and f.done for f in slack.files.values()))
    assert not await store.outbox.parked()
    # A file whose upload was interrupted by the kill is shown to nobody.
    for file in (one for one in slack.files.values() if one.done):
        with Image.open(io.BytesIO(file.data)) as image:
            assert image.size[0] > 300
        assert len(file.alt) > 40


async def test_one_of_two_processes_is_killed(slack: FakeSlack, store: Store, redis_url: str, tmp_path: Path) -> None:
    """Slack continues with the other at once; what the killed one should have posted follows, once."""
    anna = Person(slack, "anna")

    async def say(text: str) -> None:
        await anna.command(text)
        address, first = str(anna.last[1]["response_url"]).rpartition("/")[2], text.startswith("new ")
        await until(lambda: slack.urls[address].uses < 5 or (first and len(slack.messages) == 1))

    async with (
        running(slack, redis_url, tmp_path, "one") as first,
        running(slack, redis_url, tmp_path, "two"),
    ):
        for text in ("new campaign", "join both", "start", "choose take", "play auto", "activate koblenz move"):
            await say(text)
        slack.faults["chat.postMessage"] += [Fault(500) for _ in range(3)]
        for text in ("move ge 2 frankfurt", "done"):
            await say(text)
        first.send_signal(signal.SIGKILL)
        await first.wait()
        slack.faults.clear()
        await until(lambda: len(slack._sockets) == 1)
        await say("status")
        game = await store.channels.holder(f"slack:{TEAM}.{CHANNEL}")
        assert game is not None
        await pauses_over(store, game)
        await lease_run_out(store, game, "one")
        await delivered(store)
    told = [m for m in slack.messages if not m.only and "GE 2 moves: Koblenz → Frankfurt" in m.text]
    assert sorted(bool(m.thread) for m in told) == [False, True], "once in the channel and once in the thread"
    posts = [(m.text, m.thread) for m in slack.messages if not m.only]
    assert len(posts) == len(set(posts))
    assert not await store.outbox.parked()
