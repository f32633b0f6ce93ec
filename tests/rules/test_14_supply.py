"""Supply (14): sources, paths, ports, special cases."""

from __future__ import annotations

from engine.pog.rules import supply
from tests.support.table import AP, CP, Table


def test_14_1_2_a_chain_of_friendly_spaces_leads_to_a_source() -> None:
    """In supply means: friendly-controlled spaces all the way to a source of the unit's kind."""
    table = Table().put("cambrai", "ge_1_army").hold(CP, "sedan")
    assert table.supplied("ge_1_army")
    table.hold(AP, "sedan")
    assert not table.supplied("ge_1_army")


def test_14_1_3_an_enemy_unit_stops_the_chain_even_in_a_space_of_ours() -> None:
    """No path runs through enemy units."""
    table = Table().put("cambrai", "ge_1_army").hold(CP, "sedan")
    table.put("sedan", "fr_corps_01").hold(CP, "sedan")
    assert not table.supplied("ge_1_army")


def test_14_1_3_the_units_own_space_may_be_anything() -> None:
    """The tracing unit's own space is not tested."""
    table = Table().put("liege", "ge_corps_01")  # an enemy fort that one corps cannot besiege
    assert table.owner("liege") == AP
    assert table.supplied("ge_corps_01")


def test_14_1_3_and_15_2_2_a_besieged_fort_does_not_stop_the_chain_a_mere_visit_does() -> None:
    """A path runs through an enemy fort only while it is besieged."""
    table = Table().put("brussels", "ge_2_army").put("liege", "ge_1_army")
    assert table.supplied("ge_2_army")
    table = Table().put("brussels", "ge_2_army").put("liege", "ge_corps_01", "ge_corps_02")
    assert not table.supplied("ge_2_army")
    table.put("liege", "ge_corps_03")
    assert table.supplied("ge_2_army")


def test_14_1_3_dashed_lines_serve_their_nations_only() -> None:
    """Taranto to Valona is Italian; Aqaba to Medina Turkish."""
    table = Table().at_war("it").put("valona", "it_corps_01", "fr_corps_01").hold(CP, "florina")
    assert table.supplied("it_corps_01")
    assert not table.supplied("fr_corps_01")
    table = Table().at_war("tu").put("aqaba", "ge_corps_01", "tu_corps_01")
    assert table.supplied("tu_corps_01", "medina")
    assert not table.supplied("ge_corps_01", "medina")


def test_14_1_4_cp_ports_are_german_and_russian_and_a_besieged_riga_is_none() -> None:
    """Sea supply of the CP runs between ports in Germany and Russia."""
    table = Table().put("libau", "ge_corps_01")
    assert table.supplied("ge_corps_01")  # by sea, and through Memel
    table.put("memel", "ru_corps_01")
    assert table.supplied("ge_corps_01")
    table = Table().put("riga", "ge_8_army")
    assert not table.supplied("ge_8_army")
    table.destroy("riga").hold(CP, "riga")
    assert table.supplied("ge_8_army")


def test_14_1_4_allied_ports_need_control_and_constantinople_needs_gallipoli() -> None:
    """Any friendly port outside Germany and Russia; Constantinople only with Gallipoli."""
    table = Table().at_war("tu").put("constantinople", "br_corps_01")
    assert not table.supplied("br_corps_01")
    table.hold(AP, "gallipoli")
    assert table.supplied("br_corps_01")
    table = Table().put("marseilles", "fr_1_army").hold_all(CP, "fr").hold(AP, "marseilles")
    assert table.supplied("fr_1_army")
    table.hold(CP, "marseilles")
    assert not table.supplied("fr_1_army")


def test_14_1_4_sea_and_land_may_alternate() -> None:
    """Basra is supplied by sea, and Ahwaz through Basra."""
    table = Table().at_war("tu").put("ahwaz", "br_corps_01")
    assert table.supplied("br_corps_01")
    table.hold(CP, "basra")
    assert not table.supplied("br_corps_01")


def test_14_1_5_units_that_need_no_line() -> None:
    """MN in Cetinje; ANA and SN on the Near East map; Serbians in Serbia; not elsewhere."""
    table = Table().at_war("tu").put("cetinje", "mn_corps").hold_all(CP, "ah", "sb", "al")
    assert table.supplied("mn_corps")
    assert table.supplied("sb_corps_01", "nis")
    assert not table.supplied("sb_corps_01", "tirana")
    assert table.supplied("br_ana_corps", "arabia")
    assert table.supplied("br_ana_corps", "damascus")
    assert table.supplied("tu_sn_corps", "libya")
    assert not table.supplied("br_ana_corps", "adrianople")


def test_14_1_5_medina_feeds_turks_for_attrition_only() -> None:
    """Without a line they are out of supply for everything except attrition."""
    table = Table().at_war("tu").put("medina", "tu_corps_14").hold(AP, "aqaba")
    assert not table.supplied("tu_corps_14")
    table.put("damascus", "tu_corps_12").operate(CP)
    assert table.offered("for_movement") == {"damascus"}


def test_14_2_1_sources_of_the_cp() -> None:
    """Essen, Breslau, and Sofia and Constantinople once at war."""
    table = Table().put("nis", "ge_1_army").hold_all(AP, "ah")
    assert not table.supplied("ge_1_army")
    table.at_war("bu")
    assert table.supplied("ge_1_army")
    table = Table().hold(AP, "essen", "breslau").put("berlin", "ge_1_army")
    assert not table.supplied("ge_1_army")


def test_14_2_2_eastern_units_trace_to_russia_or_belgrade_and_never_by_sea() -> None:
    """Russians, Romanians and Serbians share sources; they cannot use ports."""
    table = Table().put("lublin", "ru_4_army")
    assert table.supplied("ru_4_army")
    table = Table().at_war("ro").put("bucharest", "ro_corps_01")
    assert table.supplied("ro_corps_01")  # through Kishinev to Russia
    table.hold_all(CP, "ru").hold(CP, "belgrade")
    assert not table.supplied("ro_corps_01")
    table.hold(AP, "belgrade", "timisvar", "targu_jiu")
    assert table.supplied("ro_corps_01")
    table = Table().put("marseilles", "ru_1_army", "fr_1_army")
    assert table.supplied("fr_1_army")
    assert not table.supplied("ru_1_army")


def test_14_1_3_russian_dashed_lines_carry_romanian_and_serbian_supply() -> None:
    """Exception: RU, RO and SB units trace over the dashed lines to the Russian sources."""
    table = Table().at_war("ro")
    assert table.supplied("ro_corps_01", "odessa")
    assert table.supplied("sb_corps_01", "pskov")
    table.hold(CP, "petrograd", "velikiye_luki", "opochka", "dvinsk")
    assert not table.supplied("sb_corps_01", "pskov")


def test_14_2_3_serbians_may_use_an_allied_salonika_by_land() -> None:
    """Salonika is a Serbian source only under Allied control; the sea does not help."""
    table = Table().at_war("gr").put("salonika", "fr_corps_01")
    assert table.supplied("sb_1_army", "florina")
    table.state.place(table.unit("fr_corps_01"), table.space("ap_reserve_box"))
    table.hold(CP, "salonika", "belgrade")
    assert not table.supplied("sb_1_army", "florina")
    assert not table.supplied("sb_1_army", "athens")


def test_14_2_4_paris_is_no_source() -> None:
    """Western Allies trace to London only."""
    table = Table().put("paris", "fr_6_army").hold_all(CP, "fr", "be").hold(AP, "paris", "orleans")
    assert not table.supplied("fr_6_army")
    table.hold(AP, "rouen", "le_havre")
    assert table.supplied("fr_6_army")


def test_14_2_5_a_space_may_use_any_source_of_its_side() -> None:
    """For spaces, unlike units, nationality does not matter."""
    table = Table().at_war("tu").hold(AP, "medina")
    assert supply.space_in_supply(table.state, AP, table.space("warsaw"))
    assert supply.space_in_supply(table.state, AP, table.space("caen"))
    assert supply.space_in_supply(table.state, CP, table.space("medina"))


def test_14_1_1_1_activation_needs_a_supplied_unit_and_counts_all() -> None:
    """9.2.4 note: with some units out of supply, the space can be activated at full price."""
    table = Table().at_war("it").put("valona", "it_corps_01", "fr_corps_01").put("florina", "bu_corps_01")
    table.hold(AP, "salonika").hold(CP, "tirana").operate(AP, 2)
    assert "valona" in table.offered("for_movement")
    table.activate("valona")
    assert table.offered("pick") == {"it_corps_01"}


def _opened_behind() -> Table:
    """A British and a Russian unit in Monastir; the Russian's line to Belgrade runs through uncontrolled Skopje."""
    table = Table(turn=12).at_war("bu", "gr").hold_all(CP, "sb").hold(AP, "salonika", "florina", "athens", "larisa")
    table.put("monastir", "br_1_army", "br_corps_01", "ru_corps_01").hold(AP, "belgrade", "nis")
    return table.put("strumitsa", "bu_corps_01", "bu_corps_02")


def test_14_1_1_1_a_line_that_opens_later_lets_nobody_move() -> None:
    """The British unit takes Skopje; the Russian is then in supply, but stays where it is for the round."""
    table = _opened_behind().operate(AP).activate("monastir")
    table.move("br_1_army", "skopje")
    assert table.supplied("ru_corps_01")
    assert table.offered("pick") | table.offered("add") == {"br_corps_01"}
    operation = table.state.operation
    assert operation is not None
    stored = operation.dump()
    assert type(operation).load(stored) == operation
    del stored["idle"]
    assert type(operation).load(stored).idle == 0, "as an earlier release stored it"


def test_14_1_1_1_a_line_that_opens_later_lets_nobody_attack() -> None:
    """The army from Florina takes Skopje; the Russian in Monastir may not join the attack on Strumitsa."""
    table = _opened_behind().put("florina", "br_2_army").operate(AP, 20)
    table.do("for_movement florina").activate("!monastir")
    assert not table.supplied("ru_corps_01")
    table.move("br_2_army", "monastir", "skopje")
    assert table.supplied("ru_corps_01")
    assert table.asks("attack")
    assert table.offered("add") == {"br_1_army", "br_corps_01"}


def test_9_2_7_1_only_british_and_australian_units_use_the_beachhead() -> None:
    """MEF, BR and AUS draw supply from the marker; others with them do not."""
    table = Table().at_war("tu")
    table.state.beachhead = table.space("mef_3")
    table.state.rebuild()
    table.hold(AP, "mef_3")
    for unit, fed in (("br_mef_army", True), ("br_corps_01", True), ("br_aus_corps", True), ("fr_corps_01", False)):
        assert table.supplied(unit, "izmir") == fed, unit
    assert not table.supplied("br_cnd_corps", "izmir")
    table.state.beachhead = -1
    table.state.rebuild()
    assert not table.supplied("br_mef_army", "izmir")
