"""Units of one kind in one space, or with one number, are told apart wherever they are named."""

from __future__ import annotations

from bot.titles.testing.limits import controls
from tests.bot.support import Channel
from tests.bot.test_confirmations import put
from tests.support.table import AP, Table


def belfort() -> Table:
    """Return two French corps alike in Belfort, next to Germans, and two French corps alike in Paris."""
    table = Table().put("belfort", "fr_corps_01", "fr_corps_02", "fr_1_army").put("mulhouse", "ge_7_army")
    return table.put("paris", "fr_corps_03", "fr_corps_04").put("lomza", "ru_1_army").any_dice()


async def test_attackers_alike_have_labels_of_their_own(channel: Channel) -> None:
    await channel.begin()
    await put(channel, belfort().operate(AP, 9).activate("!belfort"))
    labels = [label for label, _ in controls(await channel.say("ben", "panel"))]
    assert [label for label in labels if label.startswith("FR c")] == [
        "FR c (Belfort), 1 of 2",
        "FR c (Belfort), 2 of 2",
    ]
    assert len(labels) == len(set(labels))


async def test_corps_are_proposed_by_their_place(channel: Channel) -> None:
    await channel.begin()
    await put(channel, belfort().operate(AP, 9).activate("belfort", "paris"))
    offered = [label for label, _ in controls(await channel.say("ben", "maybe 2 fr c dijon"))]
    assert "move 2 fr c (Belfort) to Dijon" in offered


async def test_the_reach_of_each_army_of_a_number_is_told(channel: Channel) -> None:
    await channel.begin()
    await put(channel, belfort().operate(AP, 9).activate("belfort"))
    told = await channel.told("ben", "units 1st army")
    assert "FR 1 can go to: " in told
    assert "RU 1 can" in told


async def test_neighbours_that_hold_units_are_listed(channel: Channel) -> None:
    await channel.begin()
    await put(channel, belfort().operate(AP, 9))
    assert (await channel.told("ben", "units near belfort")).splitlines() == [
        "**Belfort** (AP): FR 1 and 2 FR c; mountain and fort 2",
        "- **Mulhouse** (CP): GE 7; mountain",
    ]
    assert (await channel.told("ben", "units near lomza")).splitlines()[1:] == ["There are no units next to Lomza."]
