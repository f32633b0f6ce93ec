"""Words of Suicide of Europe where its rules differ: where a retreat can stop, and how points become operations."""

from __future__ import annotations

import pytest

from bot.table.reasons import sentence
from bot.table.refusal import Refusal
from bot.titles.pog.narration import names as narration
from bot.titles.pog.narration.event_lines import EventLines
from tests.bot.orders_asked import ordered, panel, story
from tests.bot.support import Channel
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


def test_an_army_too_dear_by_rail_is_told_how_far_one_point_takes_it() -> None:
    """And which spaces those are, instead of the corps that could go there in its place."""
    table = suicide().put("essen", "ge_1_army", "ge_corps_01").redeploy(CP, 1)
    with pytest.raises(Refusal) as refused:
        ordered(table, CP, "sr ge 1 breslau")
    told = sentence(narration.names(table.system.content), refused.value)
    assert "GE 1 costs 3 SR points by rail, and you have 1 left" in told
    assert "For 1 SR point it can redeploy tactically, over up to 3 friendly spaces. Possible places: " in told
    assert "GE c" not in told
    orders, _ = ordered(table, CP, "sr ge 1 koblenz")
    assert "GE 1 redeploys: Essen → Koblenz" in story(table, orders)


def test_holland_says_where_its_forces_come() -> None:
    """As the table of entries has it, for the sentence is a fixed one."""
    book = narration.names(suicide().system.content)
    told = EventLines(book).line({"kind": "enters_war", "data": {"nation": "ho"}})
    assert (
        told
        == "Holland enters the war. Its army is in Arnhem, one corps in Maastricht, the other in the Reserve Box (18)."
    )
    rows = [row for row in book.content.entries if row.nation == "ho" and row.unit is not None]
    assert [(book.content.units[row.unit or 0].name, row.place) for row in rows] == [
        ("ho_1_army", "arnhem"), ("ho_corps_01", "maastricht"), ("ho_corps_02", "ap_reserve_box"),
    ]  # fmt: skip


async def test_help_says_how_points_become_operations_and_it_works(channel: Channel) -> None:
    await channel.begin(scenario="suicide", first="")
    assert "`/choose convert 2`" in await channel.told("anna", "help sr")
    table = suicide(turn=2).put("essen", "ge_corps_01").put("metz", "ge_4_army").put("nancy", "fr_1_army")
    table.hand(CP, "cp_06_entrench").choose(CP)
    orders, _ = ordered(table, CP, "play entrench as sr", "sr ge corps metz", "choose convert 2")
    assert "uses 2 of its SR points as OPS" in story(table, orders)
    assert (orders.kind, orders.game.state.operation.ops) == ("activate", 2)
