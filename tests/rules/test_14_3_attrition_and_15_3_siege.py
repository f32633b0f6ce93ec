"""Attrition and siege resolution (14.3, 15.3)."""

from __future__ import annotations

import pytest

from tests.support.table import AP, CP, Table


def test_14_3_5_units_out_of_supply_are_eliminated() -> None:
    """Corps can be rebuilt, armies cannot; no replacement corps comes on."""
    table = Table().put("cambrai", "ge_1_army", "ge_corps_01").reserve("ge_corps_02").phase("attrition")
    assert table.where("ge_1_army") == "cp_permanently_eliminated"
    assert table.where("ge_corps_01") == "cp_eliminated_box"
    assert table.where("ge_corps_02") == "cp_reserve_box"
    assert table.owner("cambrai") == AP


def test_14_3_5_both_sides_at_once() -> None:
    """The elimination of one opens no line for the other."""
    table = Table().put("cambrai", "ge_1_army").hold(CP, "sedan").put("liege", "ge_2_army")
    table.put("sedan", "fr_5_army").hold_all(CP, "fr", "be").hold(
        AP, "sedan", "antwerp", "verdun", "nancy", "belfort", "paris", "liege"
    )
    table.put("brussels", "ge_4_army").put("chateau_thierry", "ge_3_army").phase("attrition")
    assert table.where("fr_5_army") == "ap_permanently_eliminated"


def test_14_3_6_spaces_without_supply_change_hands() -> None:
    """As if the space were a unit; VP are scored."""
    table = Table().hold(CP, "rouen").phase("attrition")
    assert table.owner("rouen") == AP
    assert table.state.vp == 9


def test_14_3_6_a_supplied_unit_keeps_its_space() -> None:
    """A unit in supply, by any special rule, holds its space."""
    table = Table().at_war("tu").put("damascus", "br_ana_corps").hold(AP, "damascus").phase("attrition")
    assert table.owner("damascus") == AP
    table = Table().put("cetinje", "mn_corps").hold_all(CP, "sb", "al", "ah").phase("attrition")
    assert table.owner("cetinje") == AP


def test_14_3_6_a_unit_may_die_where_the_space_lives() -> None:
    """The space traces to any source of its side, the unit only to its own."""
    table = Table().put("warsaw", "fr_corps_01").phase("attrition")
    assert table.where("fr_corps_01") == "ap_eliminated_box"
    assert table.owner("warsaw") == AP


def test_14_3_6_intact_forts_stay() -> None:
    """A fort needs no supply (14.1.5)."""
    table = Table().hold_all(CP, "fr", "be").hold(AP, "verdun").phase("attrition")
    assert table.owner("verdun") == AP
    table = Table().hold_all(CP, "fr", "be").destroy("verdun").hold(AP, "verdun").phase("attrition")
    assert table.owner("verdun") == CP


def test_14_3_6_serbian_spaces_convert_by_entry_only() -> None:
    """14.1.5: they are not subject to attrition."""
    table = Table().hold_all(CP, "ah", "al", "mn").hold(CP, "belgrade").phase("attrition")
    assert table.owner("nis") == AP


def test_14_3_6_arabia_is_included_when_nobody_is_there() -> None:
    """It cannot trace: it becomes CP-controlled."""
    table = Table().at_war("tu").phase("attrition")
    assert table.owner("arabia") == CP


def test_11_1_16_libya_suffers_attrition_unless_the_senussi_stand_there() -> None:
    """Printed CP without any source in reach."""
    assert Table().at_war("tu").phase("attrition").owner("libya") == AP
    table = Table().at_war("tu").put("libya", "tu_sn_corps").phase("attrition")
    assert table.owner("libya") == CP
    assert table.where("tu_sn_corps") == "libya"


def test_11_1_12_albania_lives_on_taranto_even_while_italy_is_neutral() -> None:
    """Valona and Tirana stay Allied; with both cut off and Italy beaten they are lost."""
    table = Table().hold_all(CP, "sb", "mn").phase("attrition")
    assert table.owner("valona") == table.owner("tirana") == AP
    table = Table().at_war("it").hold_all(CP, "sb", "mn", "it").phase("attrition")
    assert table.owner("valona") == table.owner("tirana") == CP


def test_14_1_5_turks_in_medina_never_suffer_and_hold_it() -> None:
    """Abandoned, Medina goes to the Allies."""
    table = (
        Table()
        .at_war("tu")
        .put("medina", "tu_corps_14")
        .hold(AP, "aqaba")
        .destroy("aqaba")
        .hold(AP, "aqaba")
        .phase("attrition")
    )
    assert table.where("tu_corps_14") == "medina"
    assert table.owner("medina") == CP
    table = Table().at_war("tu").destroy("aqaba").hold(AP, "aqaba").phase("attrition")
    assert table.owner("medina") == AP


def test_16_4_2_neutral_lands_are_left_alone() -> None:
    """Nobody controls or loses them."""
    table = Table().phase("attrition")
    assert table.owner("rome") is None
    assert table.owner("salonika") is None


@pytest.mark.parametrize(
    ("turn", "fort", "die", "falls"),
    [
        (1, "liege", 5, False), (1, "liege", 6, True), (2, "liege", 6, True), (2, "antwerp", 3, False), (3, "liege", 3, False),
        (3, "liege", 4, True), (3, "antwerp", 1, False), (3, "antwerp", 2, True), (2, "antwerp", 4, True),
    ],
)  # fmt: skip
def test_15_3_2_the_fort_falls_to_a_higher_die(turn: int, fort: str, die: int, falls: bool) -> None:
    """Above its value; -2 in August and September 1914 (15.3.3)."""
    table = Table(turn=turn).put(fort, "ge_1_army").dice(siege=die).phase("siege")
    drm = -2 if turn <= 2 else 0
    assert (die + drm > table.system.rules.board.fort_value[table.space(fort)]) == falls
    assert table.events("siege_roll")[0]["falls"] == falls
    assert table.owner(fort) == (CP if falls else AP)
    if falls:
        assert table.state.vp == (11 if fort == "antwerp" else 10)


def test_15_3_1_only_besieged_forts_roll_the_allies_first() -> None:
    """Allied besiegers before the CP's."""
    table = Table().put("liege", "ge_1_army").put("metz", "fr_1_army").dice(siege=[1, 1]).phase("siege")
    assert [event["space"] for event in table.events("siege_roll")] == [table.space("metz"), table.space("liege")]


def test_15_2_4_a_siege_below_strength_rolls_no_die() -> None:
    """Losses broke it: the units stay, the fort is unbesieged."""
    table = Table().put("liege", "ge_corps_01", "ge_corps_02").phase("siege")
    assert not table.events("siege_roll")


def test_15_3_and_11_2_6_the_trench_falls_with_the_fort() -> None:
    """A level 2 trench became the besieger's on entry; the owner cannot build a new one."""
    table = Table().put("nancy", "ge_1_army").trench("nancy", 1, CP).dice(siege=6).phase("siege")
    assert table.owner("nancy") == CP
    assert table.state.trench(table.space("nancy")) == (1, CP)


def test_15_2_5_sieges_in_the_desert_go_on_in_summer() -> None:
    """Gaza besieged in summer 1915 rolls."""
    table = Table(turn=6).at_war("tu").put("gaza", "br_ne_army").dice(siege=3).phase("siege")
    assert table.owner("gaza") == AP


def test_15_1_9_destroyed_forts_stay_destroyed() -> None:
    """And the space can be taken like any other."""
    table = (
        Table().destroy("liege").put("koblenz", "ge_corps_01").operate(CP).activate("koblenz").do("pick ge_corps_01")
    )
    table.do("step liege")
    assert table.owner("liege") == CP
