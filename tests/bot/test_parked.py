"""Parked posts: listed without their text, retried, dropped."""

from __future__ import annotations

from bot.cli.parked import carry_out, name_of
from bot.port import DeliveryError
from bot.storage.outbox import Queued
from tests.bot.support import Channel


async def park_everything(channel: Channel) -> int:
    """Have every pending post refused permanently; return how many."""

    async def refuse(queued: Queued) -> None:
        raise DeliveryError(f"no such channel for {queued.post.kind}", final=True)

    await channel.store.outbox.deliver(await channel.game_id(), refuse)
    return len(await channel.store.outbox.parked())


async def test_posts_are_listed_retried_and_dropped(channel: Channel) -> None:
    await channel.begin()
    told: list[str] = []
    assert await carry_out(channel.store, "list", "all", told.append) == 0
    assert told == ["No posts are parked."]
    await channel.say("anna", "play cp 1 as rp")
    count = await park_everything(channel)
    assert count >= 2
    told.clear()
    assert await carry_out(channel.store, "list", "all", told.append) == 0
    assert len(told) == count + 1
    assert "no such channel for action" in told[0]
    assert "Central Powers" not in "".join(told), "texts stay hidden"
    first, *_ = await channel.store.outbox.parked()
    assert await carry_out(channel.store, "retry", name_of(first), told.append) == 0
    assert len(await channel.posts()) == 1
    assert await carry_out(channel.store, "retry", name_of(first), told.append) == 1
    assert await carry_out(channel.store, "drop", "all", told.append) == 0
    assert await channel.store.outbox.parked() == []
