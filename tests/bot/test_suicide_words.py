"""Words of Suicide of Europe where its rules differ: where a retreat can stop, and how points become operations."""

from __future__ import annotations

from tests.bot.support import Channel
from tests.bot.test_dangers import ordered, panel, story
from tests.rulesets.suicide.support import suicide
from tests.support.table import AP, CP, Table


def beaten(dice: int) -> Table:
    """Return French who have lost Sedan, with friends in Verdun."""
    table = suicide(turn=2).put("koblenz", "ge_1_army", "ge_2_army", "ge_3_army").put("sedan", "fr_5_army", "fr_1_army")
    table.put("verdun", "fr_3_army").dice(attacker=dice, defender=1)
    table.attack("sedan", "ge_1_army", "ge_2_army", "ge_3_army")
    while not table.asks("retreat"):
        table.do("retreat" if table.asks("retreat_option") else table.game.text(next(iter(table.game.options()))))
    return table


def test_a_retreat_of_two_spaces_says_what_it_may_stop_in() -> None:
    told = panel(beaten(6), AP)
    assert "Retreat 2 spaces from **Sedan** (12.5). A unit may stop in the first one if that gives cover" in told


async def test_help_says_how_points_become_operations_and_it_works(channel: Channel) -> None:
    await channel.begin(scenario="suicide", first="")
    assert "`/choose convert 2`" in await channel.told("anna", "help sr")
    table = suicide(turn=2).put("essen", "ge_corps_01").put("metz", "ge_4_army").put("nancy", "fr_1_army")
    table.hand(CP, "cp_06_entrench").choose(CP)
    orders, _ = ordered(table, CP, "play entrench as sr", "sr ge corps metz", "choose convert 2")
    assert "uses 2 of its SR points as OPS" in story(table, orders)
    assert (orders.kind, orders.game.state.operation.ops) == ("activate", 2)
