"""An enemy's unit is named as whom an order attacks, and never carries one out."""

from __future__ import annotations

import pytest

from tests.bot import moments
from tests.bot.support import Channel
from tests.bot.test_confirmations import put

FRENCH, GERMAN = "is a unit of the Allied Powers", "is a unit of the Central Powers"


@pytest.fixture
async def guns(channel: Channel) -> Channel:
    """Return a game in which three German armies may attack Sedan, held by FR 5."""
    await channel.begin()
    await channel.say("anna", "play guns as event")
    return channel


@pytest.mark.parametrize(
    "line",
    [
        "attack sedan with fr 1",
        "attack sedan with the fr 5",
        "attack sedan with fr 1 and ge 3",
        "attack fr 1 in sedan",
        "hit fr 1 in sedan with ge 1",
        "attack metz with fr 1",
        "fr 1 attacks metz",
    ],
)
async def test_no_attack_is_made_with_or_on_an_enemy_who_is_elsewhere(guns: Channel, line: str) -> None:
    before = await guns.number()
    told = await guns.told("anna", line)
    assert await guns.number() == before
    assert FRENCH in told or "unit of the Allied" in told


@pytest.mark.parametrize(
    ("line", "units"),
    [
        ("attack the french in sedan with ge 1", "GE 1"),
        ("hit fr 5 with ge 1 and ge 3", "GE 1 and GE 3"),
        ("ge 1 and 2 on sedan (fr 5)", "GE 1 and GE 2"),
    ],
)
async def test_an_enemy_who_is_there_is_attacked(guns: Channel, line: str, units: str) -> None:
    assert f"**{units}** from Liège" in await guns.told("anna", line)


@pytest.mark.parametrize(
    "line",
    [
        "attack lomza with ge 8",
        "attack verdun with ge 4",
        "attack verdun by ge 4",
        "ge 4 attacks verdun",
        "ge 4 to verdun",
        "entrench ge 4",
        "activate ge 4 attack",
        "activate ge 8 move",
    ],
)
async def test_nobody_is_activated_or_attacked_by_the_units_of_the_enemy(channel: Channel, line: str) -> None:
    await channel.begin()
    await put(channel, moments.operating())
    before = await channel.number()
    assert GERMAN in await channel.told("ben", line)
    assert await channel.number() == before
