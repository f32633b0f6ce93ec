"""Both sides learn who pins the defender of a flank attack; a pin that is typed is answered (12.3.2)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.pog.rules import combat as fight
from tests.bot.handing import put
from tests.bot.moments import fighting
from tests.bot.orders_asked import ordered, story
from tests.bot.support import Channel
from tests.rulesets.banquet.support import banquet
from tests.rulesets.suicide.support import suicide
from tests.support.table import CP, Table


def _flanking(war: Callable[..., Table] = Table) -> Table:
    """Return an attack from Koblenz and Metz; Metz faces Verdun too, and so adds nothing."""
    table = war(turn=2).put("koblenz", "ge_1_army").put("metz", "ge_4_army").put("sedan", "fr_5_army")
    table.put("verdun", "fr_3_army").dice(flank=4, attacker=3, defender=3).attack("sedan", "ge_1_army", "ge_4_army")
    while not table.asks("flank"):
        table.do("finish")
    return table


@pytest.mark.parametrize("war", [Table, banquet, suicide])
def test_12_3_2_the_space_that_adds_nothing_pins(war: Callable[..., Table]) -> None:
    table = _flanking(war)
    combat = fight.combat_of(table.state)
    assert fight.pinning_space(table.state, combat) == table.space("metz")
    assert combat.flank_drm == 1


@pytest.mark.parametrize("order", ["choose flank", "attack sedan from koblenz, metz flank"])
def test_the_story_for_both_sides_says_who_pins(order: str) -> None:
    table = _flanking() if order.startswith("choose") else fighting()
    orders, _ = ordered(table, CP, order)
    assert "Metz pins the defender (12.3.2). The flank attack" in story(table, orders)


async def test_a_pin_that_is_typed_is_answered(channel: Channel) -> None:
    await channel.begin()
    await put(channel, fighting())
    told = await channel.told("anna", "attack sedan from koblenz, metz, pin with koblenz, flank")
    assert "from Metz and Koblenz attack **Sedan** (FR 5). Metz pins the defender (12.3.2). The flank attack" in told


async def test_the_attacker_reads_it_before_the_die(channel: Channel) -> None:
    await channel.begin()
    await put(channel, fighting())
    await channel.say("anna", "attack sedan from koblenz, metz")
    assert "Metz pins the defender (12.3.2). The die gets +1; 4 or more succeeds." in await channel.told(
        "anna", "panel"
    )
