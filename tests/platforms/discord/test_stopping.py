"""Two processes, one of which is asked to stop: everyone who presses meanwhile gets an answer from one of them."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path

import pytest

from tests.platforms.discord.conftest import Loopback
from tests.platforms.discord.people import until
from tests.platforms.discord.state import GUILD, Interaction
from tests.platforms.discord.test_faults import begun
from tests.platforms.discord.test_process import before_the_move, delivered, running
from tests.platforms.discord.test_shards import elsewhere
from tests.support.forked import Forked

pytestmark = pytest.mark.process

#: Seconds within which Discord accepts a first response.
LIMIT = 3.0
#: Seconds between presses, and presses after the process has ended.
PACE, AFTER = 0.04, 20


async def pressing(loopback: Loopback, process: Forked) -> list[Interaction]:
    """Send look-ups continuously, from before the signal until well after the end of the process."""
    people = [loopback.person(100 + number, f"P{number}") for number in range(10)]
    done: list[Interaction] = []
    after = 0
    while after < AFTER:
        if len(done) == 20:
            process.send_signal(signal.SIGTERM)
        done.append(await people[len(done) % len(people)].slash("status", wait=False))
        after += process.returncode is not None
        await asyncio.sleep(PACE)
    for one in done:
        async with asyncio.timeout(60):
            await one.answered.wait()
    return done


@pytest.mark.slow
@pytest.mark.process
@pytest.mark.parametrize("one_each", [False, True], ids=["told to both", "told to one"])
async def test_no_press_is_left_without_an_answer_while_one_of_two_processes_ends(
    loopback: Loopback, redis_url: str, tmp_path: Path, one_each: bool
) -> None:
    async with (
        running(loopback, redis_url, tmp_path / "1"),
        running(loopback, redis_url, tmp_path / "2", beside=True) as second,
    ):
        game = await before_the_move(loopback, loopback.person(11, "Anna"))
        await delivered(loopback, game)
        loopback.gateway.one_each = one_each
        done = await pressing(loopback, second)
        assert second.returncode == 0
        texts = [loopback.world.messages[one.message]["content"] for one in done]
        assert all("Turn" in text or "August" in text for text in texts), set(texts)
        late = [one for one in done if one.acknowledged_after > LIMIT]
        assert not late, f"{len(late)} of {len(done)} were acknowledged after {LIMIT} s"


async def test_commands_cut_off_by_a_stop_are_answered_in_words(
    loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot, people, _ = await begun(loopback)
    handler = bot.platform.serving._handler
    began = asyncio.Event()

    async def never(inbound: object) -> list[object]:
        del inbound
        began.set()
        await asyncio.Event().wait()
        return []

    monkeypatch.setattr(handler, "run", never)
    monkeypatch.setattr("bot.platforms.discord.adapter._DRAIN", 0.2)
    asked = await people["ben"].slash("verify", wait=False)
    await began.wait()
    await bot.platform.drain()
    await until(asked.answered.is_set, "a word")
    assert "couldn't finish this" in loopback.world.private(people["ben"].number)[-1]["content"]


async def test_commands_in_progress_at_a_stop_are_answered(loopback: Loopback) -> None:
    bot, people, game = await begun(loopback)
    before = len(await loopback.store.record(game))
    asked = await people["anna"].slash("choose take", wait=False)
    await bot.platform.drain()
    assert asked.answered.is_set()
    assert len(await loopback.store.record(game)) == before + 1
    assert not loopback.gateway.sessions[0].open, "the gateway is left"
    await bot.courier.stop()
    assert sum("dealt 7 cards" in one["content"] for one in loopback.world.public()) == 2, "posts are still delivered"


@pytest.mark.slow
@pytest.mark.process
async def test_two_processes_share_the_shards_and_each_delivers_posts_of_any(
    loopback: Loopback, redis_url: str, tmp_path: Path
) -> None:
    other, own = GUILD + (1 << 22), (GUILD >> 22) % 2
    channel = elsewhere(loopback, other)
    async with (
        running(loopback, redis_url, tmp_path / "1", FELDPOST_DISCORD_SHARDS=f"{own}-{own}/2"),
        running(loopback, redis_url, tmp_path / "2", beside=True, FELDPOST_DISCORD_SHARDS=f"{1 - own}/2") as second,
    ):
        assert sorted(one.shard for one in loopback.gateway.sessions) == [(0, 2), (1, 2)]
        here, there = loopback.person(11, "Anna"), loopback.person(12, "Ben", channel)
        there.guild = other
        for person in (here, there):
            done = await person.slash("new introductory")
            assert done.answered.is_set()
        games = [str(await loopback.store.channels.holder(f"discord:{one.channel}")) for one in (here, there)]
        for game in games:
            await delivered(loopback, game)
        second.send_signal(signal.SIGTERM)
        await second.wait()
        await here.slash("join cp")
        await delivered(loopback, games[0])
