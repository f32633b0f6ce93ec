"""A line without a command is completed by the order it means, for whoever decides now and for nobody else."""

from __future__ import annotations

import pytest

from tests.bot import moments
from tests.bot.reasons.talk import BEGUN
from tests.bot.support import Channel, controls
from tests.bot.test_confirmations import put


async def begun(channel: Channel) -> None:
    for line in BEGUN:
        user, _, text = line.partition(": ")
        await channel.say(user, text)


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("guns of august as event", "play guns of august as event"),
        ("I play Guns of August for ops", "play guns of august for ops"),
        ("show me the map", "map"),
        ("/guns of august as event", "play guns of august as event"),
    ],
)
async def test_words_without_a_command_are_completed_by_their_order(channel: Channel, line: str, order: str) -> None:
    await begun(channel)
    assert [one.casefold() for one in await channel.complete("anna", line)] == [order]


@pytest.mark.parametrize(
    "line",
    ["good luck and have fun", "what a nice event", "sure, take your time", "guns of august is a strong card"],
)
async def test_talk_means_no_order(channel: Channel, line: str) -> None:
    await begun(channel)
    assert await channel.complete("anna", line) == []


@pytest.mark.parametrize("user", ["ben", "eve"])
async def test_words_of_those_who_do_not_decide_mean_no_order(channel: Channel, user: str) -> None:
    await begun(channel)
    assert await channel.complete(user, "guns of august as event") == []


async def test_words_mean_no_order_without_a_game(channel: Channel) -> None:
    assert await channel.complete("anna", "guns of august as event") == []


async def test_long_words_are_not_searched(channel: Channel) -> None:
    await begun(channel)
    assert await channel.complete("anna", "guns of august as event " + "please " * 60) == []


@pytest.mark.parametrize("line", ["challenge lom", "hello lom", "please lom"])
async def test_talk_with_the_beginning_of_a_name_proposes_no_order(channel: Channel, line: str) -> None:
    """`challenge ben` in a puzzle proposed an attack on Venice, which is Benetke in Slovene."""
    await channel.begin()
    await put(channel, moments.operating())
    replies = await channel.say("ben", line)
    assert not [label for label, _ in controls(replies) if "Lomza" in label]
