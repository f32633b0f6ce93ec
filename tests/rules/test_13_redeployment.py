"""Strategic redeployment (13)."""

from __future__ import annotations

import pytest

from tests.support.table import AP, CP, Table


def ways(table: Table, unit: str, points: int = 4) -> set[str]:
    """Return where a unit may go; empty if it cannot be picked at all."""
    side = table.system.rules.side_of[table.unit(unit)]
    table.redeploy(side, points)
    if unit not in table.offered("pick"):
        return set()
    table.do(f"pick {unit}")
    return table.offered("to")


def test_13_1_2_a_corps_costs_1_an_army_4() -> None:
    """Until the points run out."""
    table = Table().put("berlin", "ge_1_army", "ge_corps_01").put("koblenz", "ge_corps_02").redeploy(CP, 4)
    table.do("pick ge_corps_01", "to leipzig")
    assert table.offered("pick") == {"ge_corps_02"}
    table = Table().put("berlin", "ge_1_army").redeploy(CP, 4).do("pick ge_1_army", "to koblenz")
    assert table.where("ge_1_army") == "koblenz"
    assert not table.asks("sr_unit")


def test_13_1_3_once_an_action() -> None:
    """A unit that has redeployed is done."""
    table = Table().put("berlin", "ge_corps_01", "ge_corps_02").redeploy(CP, 4).do("pick ge_corps_01", "to leipzig")
    assert table.offered("pick") == {"ge_corps_02"}


def test_13_1_5_overland_through_friendly_spaces_free_of_enemies() -> None:
    """From the Warsaw front to the other end of Germany; not into enemy territory."""
    found = ways(Table().put("berlin", "ge_1_army").put("tannenberg", "ru_2_army"), "ge_1_army")
    assert {"koblenz", "vienna", "sarajevo", "danzig"} <= found
    assert not {"tannenberg", "warsaw", "berlin", "cp_reserve_box"} & found


def test_13_1_5_not_through_enemy_units_nor_out_of_supply() -> None:
    """A unit out of supply may not redeploy at all."""
    assert ways(Table().put("cambrai", "ge_1_army"), "ge_1_army") == set()
    table = Table().put("cambrai", "ge_1_army").hold(CP, "sedan", "amiens").put("rouen", "fr_1_army")
    assert "rouen" not in ways(table, "ge_1_army")


def test_13_1_5_the_destination_must_be_in_supply_for_the_unit() -> None:
    """A friendly space cut off from the unit's sources is no destination; spaces on the way need only be friendly."""
    table = Table().at_war("tu").put("constantinople", "ge_corps_01")
    found = ways(table, "ge_corps_01")
    assert "medina" not in found
    assert "aqaba" in found


def test_13_1_5_besieged_forts_may_be_crossed_and_left_if_the_siege_lasts() -> None:
    """Only spare units leave."""
    table = Table().put("liege", "ge_1_army").put("koblenz", "ge_corps_01").hold(CP, "brussels")
    assert {"liege", "brussels"} <= ways(table, "ge_corps_01")
    assert ways(Table().put("liege", "ge_1_army"), "ge_1_army") == set()
    assert "koblenz" in ways(Table().put("liege", "ge_1_army", "ge_corps_01"), "ge_corps_01")


def exchange(*besiegers: str, points: int = 4) -> Table:
    """Three units besiege Verdun; a corps waits in Metz."""
    table = Table().put("verdun", *besiegers).put("metz", "ge_corps_04").hold(CP, "sedan")
    return table.redeploy(CP, points).do("pick ge_corps_04")


def test_10_1_2_and_13_1_5_a_besieger_is_exchanged_by_one_who_comes_first() -> None:
    """The siege needs all three corps, so none could leave first; the arriving fourth maintains the siege."""
    table = exchange("ge_corps_01", "ge_corps_02", "ge_corps_03-")
    assert "verdun" in table.offered("to")
    table.do("to verdun")
    assert not table.allows("finish")
    assert table.offered("pick") == {"ge_corps_01", "ge_corps_02", "ge_corps_03"}
    table.do("pick ge_corps_03", "to cp_reserve_box")
    assert table.in_("verdun") == {"ge_corps_01", "ge_corps_02", "ge_corps_04"}
    assert table.state.besieged >> table.space("verdun") & 1


def test_10_1_2_and_13_1_5_nobody_comes_whom_nobody_can_make_room_for() -> None:
    """Without a second point none of the three can leave."""
    assert "verdun" not in exchange("ge_corps_01", "ge_corps_02", "ge_corps_03", points=1).offered("to")


def test_10_1_1_no_room_no_destination() -> None:
    """Three units are there."""
    table = Table().put("berlin", "ge_corps_01").put("leipzig", "ge_1_army", "ge_2_army", "ge_3_army")
    found = ways(table, "ge_corps_01")
    assert "leipzig" not in found
    assert "erfurt" in found


def test_11_1_9_the_coast_is_closed_to_sr_too() -> None:
    """Before Race to the Sea."""
    table = Table().put("koblenz", "ge_corps_01").hold(CP, "sedan", "cambrai", "amiens")
    found = ways(table, "ge_corps_01")
    assert "cambrai" in found
    assert "amiens" not in found


def test_13_1_6_russians_stay_in_russia_and_never_sail() -> None:
    """Inside Russia and its Near East only."""
    found = ways(Table().put("warsaw", "ru_1_army").hold(AP, "lemberg", "tarnopol"), "ru_1_army")
    assert "kiev" in found
    assert "lemberg" not in found
    assert not table_nations(found) - {"ru"}
    assert ways(Table().put("lemberg", "ru_1_army").hold(AP, "tarnopol"), "ru_1_army") == set()


def table_nations(spaces: set[str]) -> set[str]:
    content = Table().system.content
    return {content.spaces[content.space_by_name[name]].nation for name in spaces if not name.endswith("_box")}


def test_13_1_7_sea_sr_from_port_to_port() -> None:
    """Corps only."""
    found = ways(Table().put("marseilles", "fr_corps_01"), "fr_corps_01")
    assert {"bordeaux", "london", "ap_reserve_box"} <= found
    assert "london" not in ways(Table().put("marseilles", "fr_1_army"), "fr_1_army")
    assert "london" not in ways(Table().put("lyon", "fr_corps_01"), "fr_corps_01")


def test_13_1_7_1_cp_ports() -> None:
    """In Germany and Russia; a besieged Riga is not one."""
    table = Table().put("kiel", "ge_corps_01").hold(CP, "libau").put("memel", "ru_corps_01")
    assert "libau" in ways(table, "ge_corps_01")
    table = Table().put("riga", "ge_8_army", "ge_corps_01").hold(CP, "szawli", "libau").put("memel", "ru_corps_01")
    assert "kiel" in ways(Table().put("libau", "ge_corps_01").put("memel", "ru_corps_01"), "ge_corps_01")


def test_13_1_7_2_constantinople_needs_gallipoli() -> None:
    """As for supply."""
    for gallipoli in (True, False):
        table = Table().at_war("tu").put("port_said", "br_corps_01").hold(AP, "constantinople")
        if gallipoli:
            table.hold(AP, "gallipoli")
        assert ("constantinople" in ways(table, "br_corps_01")) == gallipoli


def test_13_1_8_out_of_the_reserve_box() -> None:
    """To a supplied unit of the nation, its capital, or a supply source in its country."""
    table = (
        Table()
        .reserve("ge_corps_01")
        .put("koblenz", "ge_1_army")
        .put("cambrai", "ge_2_army")
        .put("tarnow", "ah_1_army")
    )
    assert ways(table, "ge_corps_01") == {"koblenz", "berlin", "essen", "breslau"}
    table = Table().reserve("ru_corps_01").put("warsaw", "ru_1_army")
    assert ways(table, "ru_corps_01") == {"warsaw", "petrograd", "moscow", "kharkov", "caucasus"}
    table = Table().reserve("br_corps_01").put("amiens", "br_cnd_corps").put("paris", "fr_6_army")
    assert ways(table, "br_corps_01") == {"london", "amiens"}


def test_13_1_8_brussels_is_the_belgian_capital() -> None:
    """A Belgian corps may go there while it is friendly and supplied."""
    assert ways(Table().reserve("be_corps_01"), "be_corps_01") == {"brussels"}
    assert ways(Table().reserve("be_corps_01").put("antwerp", "be_1_army").hold(CP, "brussels"), "be_corps_01") == {
        "antwerp"
    }


def test_13_1_8_us_corps_land_in_any_allied_port_of_france() -> None:
    """Occupied or not."""
    found = ways(Table().reserve("us_corps_01"), "us_corps_01")
    assert {"cherbourg", "nantes", "la_rochelle", "bordeaux", "le_havre", "calais", "marseilles"} == found


def test_13_1_8_serbs_come_to_salonika_and_not_by_their_special_supply() -> None:
    """A unit with the special supply of 14.1.5 does not count as supplied here."""
    table = Table().reserve("sb_corps_01").put("nis", "sb_1_army").hold(CP, "belgrade", "novi_sad").hold_all(CP, "ah")
    assert ways(table, "sb_corps_01") == set()
    table = Table().at_war("gr").reserve("sb_corps_01").hold(AP, "salonika").hold_all(CP, "sb")
    assert ways(table, "sb_corps_01") == {"salonika"}


def test_13_1_8_not_to_an_ana_or_sn_alone() -> None:
    """They do not count as supplied units of the nation."""
    table = Table().at_war("tu").reserve("br_corps_01").put("damascus", "br_ana_corps").hold(AP, "damascus")
    assert "damascus" not in ways(table, "br_corps_01")


def test_13_1_9_corps_into_the_reserve_box() -> None:
    """Armies never."""
    assert "cp_reserve_box" in ways(Table().put("koblenz", "ge_corps_01"), "ge_corps_01")
    assert "cp_reserve_box" not in ways(Table().put("koblenz", "ge_1_army"), "ge_1_army")


def test_13_1_10_one_may_be_the_others_anchor() -> None:
    """A moves, and B follows from the Reserve Box to A's new space."""
    table = (
        Table()
        .put("berlin", "ge_corps_01")
        .reserve("ge_corps_02")
        .redeploy(CP, 4)
        .do("pick ge_corps_01", "to strasbourg")
    )
    table.do("pick ge_corps_02")
    assert "strasbourg" in table.offered("to")


@pytest.mark.parametrize(
    ("nation", "capital", "closed"),
    [
        ("fr", "paris", True),
        ("ah", "vienna", True),
        ("ah", "budapest", True),
        ("be", "brussels", False),
    ],
)
def test_13_1_11_a_lost_capital_closes_the_reserve_box(nation: str, capital: str, closed: bool) -> None:
    """One of Vienna and Budapest is enough; Belgians and Serbs are not affected."""
    corps = {"fr": "fr_corps_01", "ah": "ah_corps_01", "be": "be_corps_01", "br": "br_corps_01"}[nation]
    home = {"fr": "lyon", "ah": "zagreb", "be": "antwerp", "br": "amiens"}[nation]
    enemy = AP if nation == "ah" else CP
    box = "cp_reserve_box" if nation == "ah" else "ap_reserve_box"
    assert box in ways(Table().put(home, corps), corps)
    table = Table().put(home, corps).destroy("paris").hold(enemy, capital)
    assert (box in ways(table, corps)) == (not closed)


def test_13_1_11_a_besieged_capital_closes_it_too() -> None:
    """Paris with Germans around its fort."""
    assert "ap_reserve_box" not in ways(Table().put("lyon", "fr_corps_01").put("paris", "ge_1_army"), "fr_corps_01")


def test_13_1_11_the_mn_corps_knows_one_way() -> None:
    """Only Cetinje to the Reserve Box and back."""
    assert ways(Table().put("cetinje", "mn_corps"), "mn_corps") == {"ap_reserve_box"}
    assert ways(Table().reserve("mn_corps"), "mn_corps") == {"cetinje"}
    assert ways(Table().reserve("mn_corps").hold(CP, "cetinje"), "mn_corps") == set()


def test_13_1_12_units_living_on_foreign_sources_are_cut_off_from_the_box() -> None:
    """A German corps supplied only by Sofia."""
    table = Table().at_war("bu").put("varna", "ge_corps_01")
    assert "cp_reserve_box" not in ways(table, "ge_corps_01")
    table = Table().at_war("bu").put("varna", "ge_corps_01").hold_all(CP, "sb")
    assert "cp_reserve_box" in ways(table, "ge_corps_01")


def test_13_2_1_one_british_corps_a_turn_to_or_from_the_near_east() -> None:
    """By sea or through the Reserve Box; the second has to wait, and others may not at all."""
    table = Table().put("london", "br_corps_01", "br_aus_corps").put("marseilles", "fr_corps_01", "br_cnd_corps")
    table.redeploy(AP, 5).do("pick br_corps_01")
    assert "port_said" in table.offered("to")
    table.do("to port_said", "pick br_aus_corps")
    assert not {"port_said", "alexandria", "basra"} & table.offered("to")
    for unit in ("fr_corps_01", "br_cnd_corps"):
        table = Table().put("marseilles", unit)
        assert "port_said" not in ways(table, unit), unit
    assert "port_said" in ways(Table().put("london", "br_aus_corps"), "br_aus_corps")


def test_13_2_1_the_limit_is_for_the_turn_and_free_inside_the_near_east() -> None:
    """Port Said to Basra does not count."""
    table = Table().put("port_said", "br_corps_01").put("london", "br_corps_02").redeploy(AP, 5)
    table.do("pick br_corps_01", "to basra", "pick br_corps_02")
    assert "port_said" in table.offered("to")


def test_13_2_1_the_reserve_box_counts_as_well() -> None:
    """Into the box from the Near East, and then no SR by sea."""
    table = Table().put("port_said", "br_corps_01").put("london", "br_corps_02").redeploy(AP, 5)
    table.do("pick br_corps_01", "to ap_reserve_box", "pick br_corps_02")
    assert "port_said" not in table.offered("to")


def test_13_2_1_salonika_is_outside_the_near_east() -> None:
    """Going there by sea from Port Said uses the turn's one British corps, and only a British corps can."""
    table = Table().at_war("gr").put("port_said", "br_corps_01", "br_aus_corps", "fr_corps_01").hold(AP, "salonika")
    table.redeploy(AP, 5).do("pick br_corps_01")
    assert "salonika" in table.offered("to")
    table.do("to salonika", "pick br_aus_corps")
    assert "salonika" not in table.offered("to")
    table = Table().at_war("gr").put("port_said", "fr_corps_01").hold(AP, "salonika")
    assert "salonika" not in ways(table, "fr_corps_01")


def test_13_2_1_the_salonika_event_has_its_own_terms() -> None:
    """AP 30 counts as an SR for 9.3.3 alone: corps come from any Allied port, Port Said included."""
    table = Table(turn=5).put("port_said", "br_corps_01", "br_corps_02", "fr_corps_01").hand(AP, "ap_30_salonika")
    table.choose(AP).do("event ap_30_salonika")
    assert table.offered("send") == {"br_corps_01", "br_corps_02", "fr_corps_01"}
    table.do("send br_corps_01", "send br_corps_02", "send fr_corps_01")
    assert table.in_("salonika") == {"br_corps_01", "br_corps_02", "fr_corps_01"}
    assert not table.state.limits_used


def test_13_2_1_the_ana_stays() -> None:
    """It may use neither the Reserve Box nor the sea."""
    assert "ap_reserve_box" not in ways(Table().at_war("tu").put("arabia", "br_ana_corps"), "br_ana_corps")


def test_13_2_2_one_russian_corps_a_turn_between_the_maps() -> None:
    """Never an army."""
    assert "baku" in ways(Table().put("kiev", "ru_corps_01"), "ru_corps_01")
    assert "baku" not in ways(Table().put("kiev", "ru_1_army"), "ru_1_army")
    table = (
        Table()
        .put("kiev", "ru_corps_01", "ru_corps_02")
        .redeploy(AP, 4)
        .do("pick ru_corps_01", "to baku", "pick ru_corps_02")
    )
    assert "baku" not in table.offered("to")
    table = Table().put("kars", "ru_corps_01").reserve("ru_corps_02").put("baku", "ru_corps_03").redeploy(AP, 4)
    table.do("pick ru_corps_01", "to ap_reserve_box", "pick ru_corps_02")
    assert "baku" not in table.offered("to")


def test_13_2_3_one_cp_corps_that_is_not_turkish() -> None:
    """Germans, Austrians and Bulgarians share one a turn; Turks are free."""
    table = Table().at_war("tu", "bu").put("sofia", "ge_corps_01", "bu_corps_01", "tu_corps_01").redeploy(CP, 5)
    table.do("pick ge_corps_01")
    assert "ankara" in table.offered("to")
    table.do("to ankara", "pick bu_corps_01")
    assert "ankara" not in table.offered("to")
    table = Table().at_war("tu", "bu").put("sofia", "ge_corps_01", "tu_corps_01").redeploy(CP, 5)
    table.do("pick ge_corps_01", "to ankara", "pick tu_corps_01")
    assert "ankara" in table.offered("to")


def test_13_1_4_and_control_stays_as_it_is() -> None:
    """SR moves over friendly ground and changes only the unit's location."""
    table = Table().put("berlin", "ge_corps_01").redeploy(CP, 4).do("pick ge_corps_01", "to koblenz")
    assert not table.events("control")
    assert table.events("sr") == [
        {"unit": table.unit("ge_corps_01"), "origin": table.space("berlin"), "to": table.space("koblenz")}
    ]
