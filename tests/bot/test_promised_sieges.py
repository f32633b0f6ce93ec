"""A fort entered on a promise binds players' orders too: chains, sheets and standing moves (11.1.8, 15.2.4)."""

from __future__ import annotations

import pytest

from bot.table.reasons import sentence
from bot.table.refusal import Refusal
from bot.table.table import Table as Orders
from bot.titles import table_of
from bot.titles.panel import panel
from bot.titles.pog.notation import compact, typed
from bot.titles.pog.notation.stacks import stands
from bot.titles.pog.offer_context import PogOfferContext
from tests.support.facts import lexicon, names
from tests.support.table import CP, Table

WAITS = "Too few units are in Nancy to besiege its fort (rule 11.1.8). Send GE c to Nancy first"


def strasbourg(*entered: str) -> Orders:
    """Return two corps in Strasbourg and an army in Berlin, all activated to move; the French are in Verdun."""
    table = Table().put("strasbourg", "ge_corps_01", "ge_corps_02").put("berlin", "ge_8_army")
    table.put("metz", "ge_1_army").put("verdun", "fr_3_army").operate(CP)
    table.activate("strasbourg", "berlin", "!metz")
    if entered:
        table.do("pick ge_corps_01", "step nancy")
    return table_of(table.game, CP)


def give(orders: Orders, name: str, text: str) -> Orders:
    typed.ORDERS[name](lexicon(), orders, text)
    return orders


def refused(orders: Orders, name: str, text: str) -> str:
    with pytest.raises(Refusal) as found:
        give(orders, name, text)
    return sentence(names(), found.value)


@pytest.mark.parametrize(("name", "text"), [("done", ""), ("attack", "verdun"), ("attack", "verdun with ge 1 army")])
def test_no_order_ends_the_movement_with_an_open_siege(name: str, text: str) -> None:
    """Ending it, or continuing to an attack, which would end it on the way, is refused with the reason."""
    orders = strasbourg("nancy")
    if name == "done":
        give(orders, "done", "")  # the other corps of Strasbourg is waiting
    assert WAITS in refused(orders, name, text)


def test_a_chain_brings_the_other_corps_after_a_stack_from_elsewhere() -> None:
    """Three parts of one order: into the fort, an army far away, and the promised corps."""
    orders = give(strasbourg(), "move", "ge corps strasbourg nancy; ge 8 army stettin; ge corps strasbourg nancy")
    state = orders.game.state
    nancy = lexicon().space("nancy")
    assert state.besieged >> nancy & 1
    assert stands(orders, lexicon().book.content.unit_by_name["ge_8_army"]) == lexicon().space("stettin")


def test_a_chain_that_would_send_the_promised_corps_away_is_refused() -> None:
    """The whole order, not just its second part."""
    assert "(rule 11.1.8)" in refused(strasbourg(), "move", "ge corps strasbourg nancy; ge corps strasbourg mannheim")


def test_a_standing_order_that_ends_the_movement_is_refused() -> None:
    """The sheet's own ending, after a move into the fort."""
    orders = strasbourg()
    unit = lexicon().book.content.unit_by_name["ge_corps_01"]
    compact.carry_out(orders, compact.move([unit], [lexicon().space("nancy")]))
    with pytest.raises(Refusal) as found:
        compact.carry_out(orders, compact.END_MOVEMENT)
    assert WAITS in sentence(names(), found.value)


def test_the_panel_says_which_siege_still_waits() -> None:
    """To explain a missing "end movement"; not shown before the first corps has gone in."""
    waiting = panel("g", PogOfferContext(strasbourg("nancy"), names()), "anna").text
    assert "Too few units besiege Nancy" in waiting
    assert "besiege" not in panel("g", PogOfferContext(strasbourg(), names()), "anna").text


def test_a_siege_that_is_given_up_waits_in_the_orders_of_players_too() -> None:
    """One besieger is moved away; other stacks move, movement doesn't end, and a replacement keeps the siege."""
    table = Table().put("nancy", "ge_corps_01", "ge_corps_02").put("metz", "ge_corps_03").put("berlin", "ge_8_army")
    orders = table_of(table.operate(CP).activate("nancy", "metz", "berlin").game, CP)
    give(orders, "move", "1 ge corps nancy metz")
    give(orders, "done", "")  # the other one is waiting
    give(orders, "move", "berlin stettin")
    assert WAITS in refused(orders, "done", "")
    give(orders, "move", "1 ge corps metz nancy")
    assert table.state.besieged >> table.space("nancy") & 1
    give(orders, "done", "")
    assert not table.asks("move_unit", "move_stack", "move_on")


def test_a_refusal_names_the_moves_that_keep_the_promise() -> None:
    """Warsaw was entered on the promise of two corps, of which one must besiege Lomza to let the other pass."""
    table = Table().put("breslau", "ge_corps_01").put("grodno", "ge_corps_02", "ge_corps_03").put("plock", "ru_1_army")
    orders = table_of(table.operate(CP).activate("breslau", "grodno").do("pick ge_corps_01", "step lodz").game, CP)
    orders.do("step", lexicon().space("warsaw"))
    answer = refused(orders, "done", "")
    assert "Send 2 GE c to Warsaw and Lomza first" in answer or "Send 2 GE c to Lomza and Warsaw first" in answer
    give(orders, "move", "ge corps grodno bialystok lomza; ge corps grodno bialystok lomza warsaw")
    assert orders.game.state.besieged >> lexicon().space("warsaw") & 1


@pytest.mark.parametrize("lodz", ["lodz", "breslau"])
def test_a_refusal_at_a_fort_names_the_order_that_sends_others_first(lodz: str) -> None:
    """The corps of Grodno can besiege Warsaw with that of Lodz, but once that has set out they no longer move."""
    table = Table().put(lodz, "ge_corps_01").put("grodno", "ge_8_army", "ge_corps_02", "ge_corps_03")
    table.put("plock", "ru_1_army").operate(CP).activate(lodz, "grodno")
    orders = give(table_of(table.game, CP), "move", "ge 8 army to lomza")
    before = orders.game.copy()
    answer = refused(orders, "move", f"ge corps from {lodz} to warsaw")
    advice = answer.partition("This works: `/move ")[2].partition("`")[0]
    state = give(table_of(before, CP), "move", advice).game.state
    assert [state.besieged >> lexicon().space(fort) & 1 for fort in ("warsaw", "lomza")] == [1, 1]


def test_a_refusal_at_a_fort_names_no_order_where_none_works() -> None:
    """Unbesieged Lomza bars the way of the corps of Grodno."""
    table = Table().put("lodz", "ge_corps_01").put("grodno", "ge_8_army", "ge_corps_02")
    table.put("plock", "ru_1_army").operate(CP).activate("lodz", "grodno")
    orders = give(table_of(table.game, CP), "move", "ge 8 army to bialystok")
    assert "This works" not in refused(orders, "move", "ge corps from lodz to warsaw")
