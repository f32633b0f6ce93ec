"""Typed attacks after the most common Russian opening: neither Kovno nor Grodno can be attacked before Oberost (12.1.4)."""

from __future__ import annotations

import pytest

from bot.storage import Store
from tests.bot.support import Channel


async def ops(channel: Channel, who: str) -> None:
    """Play the first card of a hand as OPS."""
    for card in range(1, 66):
        if " OPS." in await channel.told(who, f"play {card} as ops"):
            return
    raise AssertionError(f"{who} has no card to play")


@pytest.mark.parametrize("allied", ["anna", "ben"])
@pytest.mark.parametrize("scenario", ["introductory", "historical", "banquet"])
async def test_an_attack_is_answered_where_two_neighbours_are_closed(store: Store, scenario: str, allied: str) -> None:
    channel = Channel.open(store)
    await channel.begin(ap=allied, scenario=scenario)
    if scenario == "banquet":
        await ops(channel, "anna")
    else:
        await channel.say("anna", "play guns as event")
    await channel.say("anna", "done anyway")
    await ops(channel, allied)
    await channel.say(allied, "activate lomza move")
    moved = await channel.told(allied, "move ru 2 to tannenberg anyway")
    assert "RU 2 moves: Lomza → Tannenberg" in moved
    await channel.say(allied, "done anyway")
    await ops(channel, "anna")
    for target in ("verdun", "kovno", "grodno", "nowhere"):
        answer = await channel.told("anna", f"attack {target}")
        assert "Something went wrong" not in answer
        assert answer
    assert "Kovno" in await channel.told("anna", "attack kovno")
