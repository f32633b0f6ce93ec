"""`skip` in a lesson, where it can mean its step or the decision in it."""

from __future__ import annotations

from tests.bot.support import Channel, controls


async def test_skip_alone_decides_nothing_where_it_can_mean_two_things(channel: Channel) -> None:
    await channel.say("anna", "learn 5")
    number = await channel.number()
    replies = await channel.say("anna", "skip")
    assert await channel.number() == number, "the card of the whole war isn't given up by it"
    assert {"Skip step", "Leave it in the draw pile"} <= {label for label, _ in controls(replies)}


async def test_learn_skip_skips_the_step(channel: Channel) -> None:
    await channel.say("anna", "learn 1")
    await channel.say("anna", "play entrench as ops")
    assert "step 2 of" in await channel.told("anna", "learn skip")
