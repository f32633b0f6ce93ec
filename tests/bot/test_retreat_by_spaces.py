"""A retreat of two spaces is asked about and narrated space by space in words valid at each (12.5.1 in Banquet)."""

from __future__ import annotations

from tests.bot.handing import put
from tests.bot.support import Channel
from tests.rules.test_12_6_withdrawal import hit_all
from tests.rulesets.banquet.support import banquet
from tests.support.table import Table


async def test_both_spaces_of_a_retreat(channel: Channel) -> None:
    await channel.begin(scenario="banquet", first="take guns")
    table = banquet(turn=2).put("dubno", "ru_3_army", "ru_5_army").put("tarnopol", "ah_3_army")
    table.dice(attacker=1, defender=1)
    await put(channel, hit_all(table.attack("tarnopol", "ru_3_army", "ru_5_army")))
    asked = await channel.told("ben", "panel")
    assert "You won the combat in **Tarnopol**. Which units advance into it?" in asked
    await channel.say("ben", "advance ru 3 tarnopol")
    going = await channel.told("anna", "panel")
    assert "Retreat from **Tarnopol** into a space next to it." in going
    assert "you must retreat a second space (12.5.1)" in going
    await channel.say("anna", "retreat all to lemberg")
    follow = await channel.told("ben", "panel")
    assert "The beaten units have retreated to **Lemberg**. Which units follow them?" in follow
    await channel.say("ben", "advance ru 3 lemberg")
    assert "Retreat 1 space from **Lemberg**" in await channel.told("anna", "panel")
    told = await channel.told("anna", "retreat all to przemysl")
    assert "AH 3 retreats through Lemberg to Przemysl. RU 3 advances through Tarnopol to Lemberg." in told
    assert "retreats to Lemberg" not in told


async def test_a_corps_that_takes_the_place_of_an_army_is_named(channel: Channel) -> None:
    """12.4.4: the last step of an army is not the last of its space if a corps can step in."""
    await channel.begin(scenario="banquet", first="take guns")
    table = banquet(turn=2).put("sarajevo", "ah_6_army").put("valjevo", "sb_2_army-").reserve("sb_corps_01")
    await put(channel, hit_all(table.dice(attacker=2, defender=1).attack("valjevo", "ah_6_army")))
    await channel.say("anna", "advance ah 6 valjevo")
    panel = (await channel.say("ben", "panel"))[0]
    assert panel.menu is not None
    assert "its last step: SB c takes its place" in panel.menu.model_dump_json()


async def test_equal_steps_in_two_spaces_say_where(channel: Channel) -> None:
    await channel.begin(scenario="introductory")
    table = Table(turn=2).put("przemysl", "ah_4_army", "ah_corps_01").put("stanislau", "ah_corps_02")
    table.put("lemberg", "ru_3_army", "ru_5_army", "ru_4_army").dice(attacker=1, defender=1)
    await put(channel, table.attack("lemberg", "ah_4_army", "ah_corps_01", "ah_corps_02").do("frontal"))
    await channel.say("ben", "lose ru 3")
    panel = (await channel.say("anna", "panel"))[0]
    assert panel.menu is not None
    shown = panel.menu.model_dump_json()
    assert "Reduce AH c (Przemysl) (LF 1)" in shown
    assert "Reduce AH c (Stanislau) (LF 1)" in shown
