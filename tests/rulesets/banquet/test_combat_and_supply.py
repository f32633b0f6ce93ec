"""Combat, retreat, attrition (12, 14.3)."""

from __future__ import annotations

import pytest

from engine.pog.content.records import AP, CP
from engine.pog.view import Modifier
from tests.manifest import plays
from tests.rules.test_12_5_retreat import beaten
from tests.rulesets.banquet.support import banquet
from tests.support.table import Table


@plays("banquet", 15)
def test_a_space_is_attacked_once_in_a_round() -> None:
    """A second group cannot attack it."""
    table = banquet().put("koblenz", "ge_1_army").put("liege", "ge_2_army").destroy("liege").put("sedan", "fr_1_army")
    table.hold(CP, "liege").operate(CP, 9).activate("!koblenz", "!liege").dice(attacker=1, defender=1)
    table.do("add ge_1_army", "target sedan")
    while not table.asks("attack", "activate", "choose_action"):
        table.do(table.game.text(next(iter(table.game.options()))))
    assert "ge_2_army" not in table.offered("add") or "sedan" not in table.do("add ge_2_army").offered("target")


@plays("banquet", 31)
@pytest.mark.parametrize(("space", "length"), [("sedan", 1), ("cambrai", 2)])
def test_out_of_cover_nobody_retreats_two_spaces(space: str, length: int) -> None:
    """Sedan is forest, Cambrai clear; both combats are lost by more than one."""
    origin = {"sedan": "koblenz", "cambrai": "brussels"}[space]
    table = banquet().put(origin, "ge_1_army", "ge_2_army").put(space, "fr_1_army").reserve("fr_corps_01")
    table.hold(CP, *({"sedan"} - {space})).dice(attacker=1, defender=1)
    beaten(table, space, "ge_1_army", "ge_2_army", length=2)
    assert table.state.combat is not None
    assert table.state.combat.retreat_length == length


def _at_gaza(*units: str, rulebook: bool = True) -> tuple[Modifier, ...]:
    table = banquet(turn=12) if rulebook else Table("historical", turn=12)
    table.at_war("tu").hold(AP, "sinai", "port_said", "cairo", "alexandria").put("gaza", "tu_corps_01")
    table.destroy("gaza", "beersheba")
    for place in units:
        space, unit = place.split(":")
        table.put(space, unit)
    table.dice(attacker=3, defender=3).attack("gaza", *(place.split(":")[1] for place in units))
    if table.asks("flank"):
        table.do("frontal")
    fire = next(event["fire"] for event in table.events("fire") if event["fire"].attacker)
    return tuple(fire.drms)


@plays("banquet", 35)
def test_the_sinai_limits_supply_for_both_sides() -> None:
    """-3 for an attack only partly from there, and for one supplied through it."""
    hampered = (Modifier("sinai", -3),)
    assert _at_gaza("sinai:br_corps_01") == hampered
    together = ("sinai:br_corps_01", "beersheba:br_ne_army")
    assert _at_gaza(*together) == hampered
    assert _at_gaza(*together, rulebook=False) == ()
    assert _at_gaza("beersheba:br_ne_army") == hampered
    assert _at_gaza("beersheba:br_ne_army", rulebook=False) == ()


@plays("banquet", 39)
def test_only_isolated_spaces_change_hands() -> None:
    """Cut off together, two German spaces stay German; the one without a German neighbour does not."""
    for rulebook, kept in ((False, False), (True, True)):
        table = banquet() if rulebook else Table("historical")
        table.hold_all(AP, "ge").hold(CP, "stuttgart", "augsburg", "kiel").phase("attrition")
        assert (table.owner("stuttgart") == CP) is kept
        assert (table.owner("augsburg") == CP) is kept
        assert table.owner("kiel") == AP


@plays("banquet", 39)
def test_a_capital_must_be_entered() -> None:
    """Vienna, cut off and alone, stays Austrian in attrition."""
    for rulebook, kept in ((False, False), (True, True)):
        table = banquet() if rulebook else Table("historical")
        table.hold_all(AP, "ah", "ge", "it").hold(CP, "vienna").phase("attrition")
        assert (table.owner("vienna") == CP) is kept


@plays("banquet", 39)
@pytest.mark.parametrize(("beside", "unit", "kept"), [("", "", False), ("", "sb_corps_01", True), ("skopje", "", True)])
def test_isolated_spaces_of_serbia_change_hands(beside: str, unit: str, kept: bool) -> None:
    """Nis alone is lost to attrition; a Serb in it or an Allied neighbour holds it (Serbia, 14.3.6)."""
    for rulebook, here in ((False, True), (True, kept)):
        table = banquet() if rulebook else Table("historical")
        table.hold_all(CP, "sb").hold(AP, "nis", *([beside] if beside else []))
        table.put("nis", *([unit] if unit else [])).phase("attrition")
        assert (table.owner("nis") == AP) is here
