"""Standing orders where an advance is declared before anybody retreats."""

from __future__ import annotations

import pytest

from bot.titles import table_of
from bot.titles.pog.narration.names import names
from bot.titles.pog.standing_orders import PogStandingOrders, carry_out
from engine.pog.content.records import CP
from tests.rules.test_12_7_advance import won
from tests.rulesets.banquet.test_retreat import _cambrai
from tests.support.table import Table


def _ordered(table: Table, text: str) -> Table:
    """Carry out a standing order of the Central Powers as far as it goes."""
    orders, words = PogStandingOrders(), names(table.system.content)
    orders.give(words, CP, text, (table.state.turn, table.state.round))
    done = carry_out(table_of(table.game, CP), words, orders)
    table.told += [event for _, event in done.told]
    return table


def test_all_are_named_by_an_order() -> None:
    """Both armies, declared at once; then the defender is asked for his retreat."""
    table = _ordered(_cambrai(), "advance with all")
    assert table.asks("retreat")
    assert [event["units"] for event in table.events("advance_declared")] == [
        tuple(sorted(table.unit(f"ge_{n}_army") for n in (1, 2)))
    ]


@pytest.mark.parametrize("text", ["no advance", "no advance this turn"])
def test_nobody_is_named_by_an_order(text: str) -> None:
    """So no unit retreats, and nobody is asked."""
    table = _ordered(_cambrai(), text)
    assert table.events("retreat_waived")
    assert not table.asks("declare_advance", "retreat")


def test_an_exception_is_asked() -> None:
    table = _ordered(_cambrai(), "advance with all unless cambrai")
    assert table.asks("declare_advance")


def test_all_enter_and_stay_where_nothing_is_declared() -> None:
    """In Deluxe: both armies enter Cambrai and stop there although the retreat was of two spaces."""
    table = Table("historical").put("brussels", "ge_1_army", "ge_2_army").put("cambrai", "fr_1_army").hold(CP, "sedan")
    table.reserve("fr_corps_01").dice(attacker=1, defender=1)
    won(table, "cambrai", "ge_1_army", "ge_2_army", through="chateau_thierry", end="melun")
    assert table.asks("advance")
    _ordered(table, "advance with all")
    assert table.in_("cambrai") == {"ge_1_army", "ge_2_army"}
    assert not table.asks("advance")
