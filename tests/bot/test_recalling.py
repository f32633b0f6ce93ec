"""Whole records are processed off the loop: by which commands, with the same answers, and with fair queueing."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import pytest

from bot.replay_worker import Recorder
from bot.service.handler import BotHandler
from bot.service.record_work import RecordThreads, RecordWorkBusy
from bot.storage import Store
from tests.bot.support import Channel


class Noting(RecordThreads):
    """A workshop that records who asked for what."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str]] = []

    async def run(self, person: str, function: Callable[..., Any], /, *args: Any) -> Any:
        """Record the service function behind the call."""
        self.asked.append((person, args[0].__name__))
        return await super().run(person, function, *args)


class Full:
    """A workshop that accepts nothing."""

    async def run(self, person: str, function: Callable[..., Any], /, *args: Any) -> Any:
        """Report too much work."""
        del person, function, args
        raise RecordWorkBusy


async def begun(store: Store, workshop: Any) -> Channel:
    """Return a channel with a game of some entries."""
    channel = Channel.open(store)
    channel.handler = BotHandler(store, workshop=workshop)
    await channel.begin()
    await channel.say("anna", "play cp 2 as rp")
    return channel


@pytest.mark.parametrize(
    ("user", "line", "function"),
    [
        ("eve", "log turn", "log_text"),
        ("eve", "export", "export_text"),
        ("eve", "verify", "verified"),
        ("eve", "replay all", "actions"),
        ("ben", "rollback turn", "proposed"),
        ("anna", "master undo turn", "proposed"),
        ("ben", "resign yes", "posts"),
    ],
)
async def test_looks_that_need_the_whole_record_ask_the_workshop(
    store: Store, user: str, line: str, function: str
) -> None:
    workshop = Noting()
    channel = await begun(store, workshop)
    workshop.asked.clear()
    await channel.say(user, line)
    assert workshop.asked == [(f"web:{user}", function)]


async def test_going_back_asks_the_workshop_too(store: Store) -> None:
    workshop = Noting()
    channel = await begun(store, workshop)
    await channel.say("ben", "rollback turn")
    workshop.asked.clear()
    before = await channel.number()
    await channel.say("anna", "rollback accept")
    assert workshop.asked == [("web:anna", "gone_back")]
    assert await channel.number() == before + 1


async def test_another_process_answers_the_same(store: Store) -> None:
    here = await begun(store, RecordThreads())
    recorder = Recorder()
    there = Channel(store, BotHandler(store, workshop=recorder), here.keys)
    try:
        for line in ("log turn", "export", "verify", "replay all", "rollback 99"):
            assert await there.say("ben", line) == await here.say("ben", line), line
        offer = await there.told("ben", "rollback turn")
        assert "back" in offer
        assert await there.told("anna", "rollback accept") != ""
        assert (await there.told("ben", "resign yes")).endswith(".")
        assert "end" in {kind for kind, _ in await there.posts()}
    finally:
        await recorder.close()


async def test_a_full_workshop_is_told_in_a_sentence(store: Store) -> None:
    channel = await begun(store, RecordThreads())
    channel.handler = BotHandler(store, workshop=Full())
    before = await channel.number()
    for line in ("log turn", "rollback turn", "resign yes"):
        assert "Too many commands at once" in await channel.told("ben", line)
    assert await channel.number() == before


async def test_a_recorder_has_loaded_what_records_need_before_it_starts() -> None:
    """So the first `/log turn` after a start doesn't wait for rules to load."""
    loaded = "'bot.service.record.record_queries' in __import__('sys').modules"
    recorder = Recorder()
    try:
        assert await recorder.run("", eval, loaded)
    finally:
        await recorder.close()


async def test_a_recorder_starts_beforehand() -> None:
    recorder = Recorder()
    try:
        await recorder.warm()
        (process,) = recorder._workers._pools[0]._processes
        assert await recorder.run("", os.getpid) == process
    finally:
        await recorder.close()
