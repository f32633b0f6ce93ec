"""Questions before an order that forfeits an opportunity: the way to the goal of a war plan, a flank attack without a die."""

from __future__ import annotations

import pytest

from bot.table.reply import Menu, Select
from engine.pog.content.records import AP, CP
from engine.pog.rulesets.banquet.plan_standing import TANNENBERG
from tests.bot.handing import put
from tests.bot.support import Channel
from tests.rulesets.banquet.support import banquet, in_force
from tests.support.table import Table


@pytest.mark.parametrize("open_plan", [True, False])
async def test_the_way_to_the_goal_of_a_war_plan_is_asked_about(channel: Channel, open_plan: bool) -> None:
    """After the combats the Russian 2nd Army can't enter Tannenberg (9.2.10, 18), so an attack elsewhere asks first."""
    await channel.begin(scenario="banquet", first="take guns")
    table = in_force(plan=TANNENBERG if open_plan else 0).put("lomza", "ru_2_army").put("dubno", "ru_3_army")
    table.put("tarnopol", "ah_3_army").put("ivangorod", "ru_4_army")
    await put(channel, table.operate(AP).activate("lomza", "ivangorod", "!dubno"))
    asked = await channel.told("ben", "attack tarnopol")
    assert ("RU 2 could still enter Tannenberg for your war plan (18)" in asked) is open_plan
    assert ("attacks **Tarnopol**" in asked) is not open_plan
    if open_plan:
        await channel.say("ben", "move ru 2 tannenberg")
        assert "attacks **Tarnopol**" in await channel.told("ben", "attack tarnopol")


async def test_units_that_wait_for_the_reserve_phase_are_named(channel: Channel) -> None:
    await channel.begin(scenario="banquet", first="take guns")
    table = banquet(turn=1).put("kiev", "ru_2_army").put("dubno", "ru_3_army").put("tarnopol", "ah_3_army")
    await put(channel, table.operate(AP).activate("kiev", "!dubno"))
    told = await channel.told("ben", "attack tarnopol")
    assert "Movement is over. Still to move after the combats, through friendly spaces: RU 2." in told


@pytest.mark.parametrize("held", [True, False])
async def test_the_holder_of_the_card_is_asked_before_a_flank_die(channel: Channel, held: bool) -> None:
    """12.2.5: Wireless Intercepts is played in place of the die; a menu has both."""
    await channel.begin(scenario="introductory")
    table = Table(turn=2).put("insterberg", "ge_8_army").put("danzig", "ge_corps_01").put("tannenberg", "ru_2_army")
    table.hand(CP, *(["cp_02_wireless_intercepts"] if held else []))
    await put(channel, table.operate(CP).activate("!insterberg", "!danzig"))
    panel = (await channel.say("anna", "panel"))[0]
    labels = [o.label for row in (panel.menu or Menu()).rows if isinstance(row, Select) for o in row.options]
    assert any("flank attack by Wireless Intercepts, no die" in label for label in labels) is held
    told = await channel.told("anna", "attack tannenberg flank")
    assert ("Wireless Intercepts (CP 2) makes this flank attack succeed without a die" in told) is held
    assert ("The flank attack" in told) is not held
