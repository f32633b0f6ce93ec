"""Suicide of Europe: a space marked to move and attack, and two units that reorganise, by typing and by the panel."""

from __future__ import annotations

import pytest

from bot.table.offers import Entry
from bot.table.refusal import Refusal
from bot.titles import table_of, title_of
from bot.titles.panel import offers_of
from bot.titles.pog import order_completion
from bot.titles.pog.notation import compact
from tests.bot.orders_asked import ordered, panel, story, words
from tests.rulesets.suicide.support import suicide
from tests.support.table import CP, Table


def in_sedan(ops: int, *units: str) -> Table:
    """Return an operation of Germans in Sedan next to Verdun."""
    table = suicide(turn=2).put("sedan", *units).destroy("sedan").hold(CP, "sedan", "metz", "liege")
    return table.put("verdun", "fr_1_army").operate(CP, ops)


def test_the_form_that_marks_a_space_twice_is_named_where_it_can_be_paid() -> None:
    """By the panel, with a space of this position, and by the refusal; not with too few OPS, nor in other wars."""
    table = in_sedan(2, "ge_1_army", "ge_2_army")
    assert "(9.2.5): `/activate Sedan move and attack`" in panel(table, CP)
    assert "move and attack" not in panel(in_sedan(1, "ge_1_army"), CP)
    assert "metz move and attack" in words(table).words.say("reasons.move_or_attack")
    for line in ("activate sedan move and attack", "activate sedan both", "activate sedan attack, move"):
        operation = ordered(table, CP, line)[0].game.state.operation
        assert operation.move == operation.attack == 1 << table.space("sedan"), line
    deluxe = Table("historical", turn=5).put("sedan", "ge_1_army").put("verdun", "fr_1_army").operate(CP, 2)
    assert "move and attack" not in panel(deluxe, CP)
    with pytest.raises(Refusal, match="move_or_attack"):
        ordered(deluxe, CP, "activate sedan move and attack")


@pytest.mark.parametrize("line", ["move ge 1, ge 2 reorganise", "move reorganize ge 1 army and ge 2 army"])
def test_two_units_reorganise_by_one_typed_order(line: str) -> None:
    """Already marked or marked by the same order; an impossible one is refused with its reason."""
    for table in (in_sedan(1, "ge_1_army", "ge_2_army-"), in_sedan(1, "ge_1_army", "ge_2_army-").activate("sedan")):
        orders, asked = ordered(table, CP, line)
        assert asked == ""
        assert "GE 1 and GE 2 reorganise" in story(table, orders)
        assert orders.game.state.reduced == 1 << table.unit("ge_1_army")
    with pytest.raises(Refusal, match="reorganises_two"):
        ordered(in_sedan(1, "ge_1_army", "ge_2_army"), CP, line)


def test_two_units_reorganise_by_one_entry_of_the_menu() -> None:
    """In their space's menu, nothing hidden; and completion knows the order."""
    table = in_sedan(1, "ge_1_army", "ge_2_army-").activate("sedan")
    context = title_of(table.game).offer_context(table_of(table.game.copy(), CP), "en")
    menus = {group.title: group.entries for group in offers_of(context).groups}
    (title,) = (title for title, entries in menus.items() if any("reorganise" in entry.label for entry in entries))
    assert title.startswith("Sedan")
    entry = next(entry for entry in menus[title] if "reorganise" in entry.label)
    orders = table_of(table.game.copy(), CP)
    compact.carry_out(orders, entry.order)
    assert "GE 1 and reduced GE 2 reorganise" in entry.label
    assert orders.game.state.reduced == 1 << table.unit("ge_1_army")
    assert any(text.endswith("reorganise") for text in order_completion.move(context, ""))
    assert not any("reorganise" in entry.label for entry in _entries(Table("historical", turn=5)))


def _entries(table: Table) -> list[Entry]:
    table.put("sedan", "ge_1_army", "ge_2_army-").hold(CP, "sedan", "metz").operate(CP, 1).activate("sedan")
    context = title_of(table.game).offer_context(table_of(table.game.copy(), CP), "en")
    return [entry for group in offers_of(context).groups for entry in group.entries]
