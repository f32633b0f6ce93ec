"""`/retreat` moves only the named units; the answer says which can't, and what comes first."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.titles import table_of
from bot.titles.panel import offers_of
from bot.titles.pog.notation.stacks import stands
from bot.titles.pog.offer_context import PogOfferContext
from engine.core.options import Choice
from tests.bot.orders_asked import ordered
from tests.bot.orders_asked import words as words_of
from tests.bot.reasons.stages import advancing
from tests.bot.test_all_or_nothing import carried_out, lorraine, refused
from tests.rulesets.banquet.support import banquet
from tests.rulesets.suicide.support import suicide
from tests.support.facts import names
from tests.support.table import AP, CP, Table


def lost_sedan() -> Table:
    """Return an army and a corps that have lost Sedan, which one more step could still hold."""
    table = Table().put("koblenz", "ge_2_army", "ge_3_army", "ge_4_army").put("verdun", "fr_1_army")
    table.put("sedan", "fr_5_army", "fr_3_army", "fr_corps_01").hold(AP, "cambrai", "bar_le_duc", "verdun")
    table.dice(attacker=5, defender=1).attack("sedan", "ge_2_army", "ge_3_army", "ge_4_army")
    for _ in range(20):
        if table.asks("retreat_option"):
            return table
        options = table.game.options()
        verb = next((verb for verb in ("finish", "frontal") if verb in options.masks), next(iter(options.masks)))
        table.game.apply(Choice(verb, options.of(verb)[0]))
    raise AssertionError("nobody asks whether Sedan is held")


def fleeing() -> Table:
    """Return a retreat that has started, with no unit picked."""
    return lost_sedan().do("retreat")


def picked() -> Table:
    """Return the army on its way."""
    return fleeing().do("pick fr_5_army")


def test_to_hold_is_offered_first_and_says_what_it_costs() -> None:
    """12.5.3: it is asked first; in a menu after each unit's ways, it would be overlooked."""
    table = lost_sedan()
    groups = offers_of(PogOfferContext(table_of(table.game, AP), names())).groups
    assert groups[0].title == "Hold, losing a step of …"
    assert any(group.title.startswith("Retreat") for group in groups[1:])
    told = {entry.label: entry.description for entry in groups[0].entries}
    assert any(told.values())
    assert {label for label, detail in told.items() if detail} == {label for label in told if "reduced" in label}


@pytest.mark.parametrize(
    ("position", "text", "why"),
    [
        (lost_sedan, "hold fr 5 army, fr corps", "One step of one unit is enough to cancel the retreat"),
        (lost_sedan, "hold fr 1 army", "FR 1 isn't in this combat"),
        (lost_sedan, "eliminate fr 5 army", "now you're at “holding or retreating”"),
        (fleeing, "hold fr 5 army", "now you're at “retreating”"),
        (fleeing, "hold", "now you're at “retreating”"),
        (fleeing, "", "Say where to"),
        (picked, "", "Possible next spaces: Cambrai"),
        (fleeing, "fr 1 army verdun", "FR 1 isn't in this combat"),
        (fleeing, "eliminate fr 5 army", "FR 5 can still retreat, so you can't eliminate it (rule 12.5.4)"),
        (fleeing, "eliminate", "Name the units, e.g."),
        (picked, "fr corps verdun", "FR 5 is retreating (rule 12.5.5). Say where it goes first"),
        (picked, "eliminate fr corps", "FR 5 is retreating (rule 12.5.5). Say where it goes first"),
        (picked, "eliminate", "FR 5 can still retreat"),
        (fleeing, "all verdun; fr 5 army verdun", "“retreating” ends before this part"),
    ],
)
def test_impossible_retreats_are_refused(position: object, text: str, why: str) -> None:
    assert callable(position)
    answer = refused(position(), AP, "retreat", text)
    assert why in answer
    assert "The first part ends with" not in answer


def test_named_units_retreat() -> None:
    table = fleeing()
    for text, unit in (("fr corps verdun", "fr_corps_01"), ("fr 5 army verdun", "fr_5_army")):
        orders = carried_out(table, AP, "retreat", text)
        assert stands(orders, table.unit(unit)) == table.space("verdun")
        other = "fr_5_army" if unit != "fr_5_army" else "fr_corps_01"
        assert stands(orders, table.unit(other)) == table.space("sedan")
    orders = carried_out(picked(), AP, "retreat", "fr 5 army verdun; fr corps cambrai")
    assert stands(orders, table.unit("fr_corps_01")) != table.space("sedan")


@pytest.mark.parametrize("text", ["all verdun", "verdun", "fr verdun"])
def test_all_go_where_nobody_is_named(text: str) -> None:
    """They do so too where one of them is under way already."""
    for position in (fleeing, picked):
        orders = carried_out(position(), AP, "retreat", text)
        units = [position().unit(name) for name in ("fr_5_army", "fr_corps_01")]
        assert {stands(orders, unit) for unit in units} == {position().space("verdun")}, position


def fled_from_essen() -> Table:
    """Return an army and a corps that must retreat two spaces, with Arnhem the only first one for each (12.5.7)."""
    table = suicide(turn=2).at_war("ho").put("essen", "be_1_army", "be_corps_01").put("aachen", "ah_1_army")
    table.hold(AP, "essen", "arnhem", "maastricht", "amsterdam", "antwerp")
    table.dice(attacker=6, defender=1).attack("essen", "ah_1_army")
    while not table.asks("retreat"):
        table.do(table.game.text(next(iter(table.game.options()))))
    return table


def test_a_retreat_that_began_by_itself_is_not_confused_with_the_previous_one() -> None:
    """The first step of the last unit is forced, so it is under way as soon as the previous one has finished."""
    table = fled_from_essen()
    for text in ("all amsterdam", "be 1 army amsterdam; be corps amsterdam", "be 1 army arnhem-amsterdam"):
        orders, _ = ordered(fled_from_essen(), AP, f"retreat {text}")
        assert stands(orders, table.unit("be_1_army")) == table.space("amsterdam"), text
    context = PogOfferContext(table_of(table.do("pick be_1_army").game, AP), words_of(table))
    labels = [entry.label for group in offers_of(context).groups for entry in group.entries]
    assert {"to Amsterdam", "to Maastricht"} <= set(labels)
    assert not [label for label in labels if label.startswith("via")]


def test_a_bare_retreat_gives_the_space_up() -> None:
    assert carried_out(lost_sedan(), AP, "retreat", "").kind == "retreat"
    orders = carried_out(lost_sedan(), AP, "retreat", "hold fr 5 army")
    assert orders.game.state.combat is None or orders.game.state.combat.retreat == "held"


@pytest.mark.parametrize("name", ["move", "activate", "attack", "entrench"])
def test_an_order_of_nothing_but_separators_is_no_order(name: str) -> None:
    assert "The end of this order is missing" in refused(lorraine().operate(AP), AP, name, ";")


def test_an_advance_under_way_is_not_declined() -> None:
    table = advancing()
    table.do("add ge_1_army", "step cambrai")
    assert "The move of GE 1 isn't finished (rule 12.7.1)" in refused(table, CP, "advance", "none")


def test_an_advance_without_a_place_leads_into_the_space_of_the_beaten_defender_and_no_further() -> None:
    table = advancing()
    named, bare = (carried_out(advancing(), CP, "advance", text) for text in ("ge 1 army cambrai", "ge 1 army"))
    assert stands(bare, table.unit("ge_1_army")) == table.space("cambrai")
    assert bare.kind == named.kind
    assert table.do("add ge_1_army", "step cambrai").asks("advance")
    assert "Say where to" in refused(table, CP, "advance", "ge 1 army")


def test_losses_of_nothing() -> None:
    table = Table().put("koblenz", "ge_2_army").put("sedan", "fr_5_army", "fr_corps_01").dice(attacker=5, defender=1)
    table.attack("sedan", "ge_2_army")
    while table.asks("trench_cards", "attacker_cards", "defender_cards", "flank"):
        table.do("finish")
    assert "Name the units" in refused(table, AP, "lose", ",")


def fled_from_sedan(war: Callable[..., Table] = Table, *, full: bool = False) -> Table:
    """Return an army and two corps alike that must leave Sedan; unless others are free, Verdun is their only way."""
    table = war(turn=2).put("koblenz", "ge_2_army").put("sedan", "fr_5_army", "fr_corps_01", "fr_corps_02")
    table.hold(AP, "sedan", "verdun", "nancy")
    if full:
        table = war(turn=2).put("koblenz", "ge_2_army", "ge_3_army", "ge_4_army")
        table.put("sedan", "fr_5_army", "fr_corps_01", "fr_corps_02").put(
            "verdun", "fr_1_army", "fr_2_army", "fr_3_army"
        )
    else:
        table.hold(CP, "cambrai", "bar_le_duc", "chateau_thierry", "brussels", "liege")
    table.dice(attacker=4 if full else 2, defender=1)
    table.attack("sedan", *(("ge_2_army", "ge_3_army", "ge_4_army") if full else ("ge_2_army",)))
    while not table.asks("retreat"):
        options = table.game.options()
        verb = next(
            (verb for verb in ("finish", "frontal", "retreat") if verb in options.masks), next(iter(options.masks))
        )
        table.game.apply(Choice(verb, options.of(verb)[0]))
    return table


@pytest.mark.parametrize("war", [Table, banquet, suicide])
@pytest.mark.parametrize(
    "text", ["all verdun", "verdun", "fr 5, fr c, fr c verdun", "fr 5 verdun; fr c verdun; fr c verdun"]
)
def test_the_last_of_several_may_go_by_itself_where_it_has_one_way(war: Callable[..., Table], text: str) -> None:
    orders, _ = ordered(fled_from_sedan(war), AP, f"retreat {text}")
    table = fled_from_sedan(war)
    assert {stands(orders, table.unit(name)) for name in ("fr_5_army", "fr_corps_01", "fr_corps_02")} == {
        table.space("verdun")
    }


@pytest.mark.parametrize("war", [Table, banquet, suicide])
def test_who_went_by_itself_elsewhere_than_ordered_is_refused(war: Callable[..., Table]) -> None:
    answer = refused(fled_from_sedan(war), AP, "retreat", "fr 5 verdun; fr c verdun; fr c nancy")
    assert "FR c has only one way to retreat: Verdun (rule 12.5.5)" in answer


@pytest.mark.parametrize("text", ["all verdun", "fr c verdun", "fr c chateau thierry-verdun"])
def test_10_1_1_a_full_goal_of_a_retreat_of_two_spaces_is_called_full(text: str) -> None:
    assert "Verdun is full: at most 3 units stack (rule 10.1.1)" in refused(
        fled_from_sedan(full=True), AP, "retreat", text
    )
