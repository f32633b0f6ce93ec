"""Where units of single nations may end and be supplied (the section on nations)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.pog.content.records import AP, CP
from engine.pog.rulesets.banquet import BANQUET
from engine.pog.state import TOTAL
from tests.manifest import plays
from tests.rulesets.banquet.support import advancing, banquet, both, ends, sent
from tests.support.table import Table

FREED_FROM_THE_LAND = replace(BANQUET, tables=lambda content: replace(BANQUET.tables(content), no_stop=()))


# -- Austria-Hungary ----------------------------------------------------------------------


@plays("banquet", 48)
def test_austrians_keep_out_of_germany_and_the_north() -> None:
    """By SR Czestochowa, not Lodz nor Munich; by move they may only pass through Lodz."""
    for variant, table in both(turn=6):
        table.hold(CP, "lodz", "czestochowa").put("vienna", "ah_corps_01")
        found = sent(table, CP, "ah_corps_01")
        assert {"cracow", "czestochowa"} <= found
        assert bool({"munich", "lodz"} & found) is not variant
    for variant, table in both(turn=6):
        assert ends(table.hold(CP, "lodz").put("czestochowa", "ah_4_army"), CP, "ah_4_army", "lodz") is not variant


@plays("banquet", 48)
def test_austrians_keep_out_of_turkey() -> None:
    """Neither to Constantinople nor to Adrianople; Bulgaria is open."""
    for variant, table in both(turn=8):
        table.at_war("tu", "bu").hold_all(CP, "sb").destroy("belgrade").put("novi_sad", "ah_corps_01")
        found = sent(table, CP, "ah_corps_01")
        assert "sofia" in found
        assert bool({"constantinople", "adrianople"} & found) is not variant


@plays("banquet", 48, 52)
@pytest.mark.parametrize("unit", ["ah_corps_01", "ge_corps_01", "bu_corps_01"])
def test_no_line_of_theirs_runs_through_turkey(unit: str) -> None:
    """In Philippopolis, with Sofia lost: Bulgarians are supplied from Constantinople, the others are not."""
    for variant, table in both(turn=8):
        table.at_war("tu", "bu").hold_all(AP, "bu", "sb").put("philippoli", unit)
        assert table.supplied(unit) is (not variant or unit == "bu_corps_01")


@plays("banquet", 48, 60)
def test_austrians_and_turks_do_not_go_by_sea() -> None:
    """From Danzig to Riga, already closed by the land rules: with those lifted Germans go, the others do not."""
    for unit, goes in (("ge_corps_01", True), ("ah_corps_01", False), ("tu_corps_01", False)):
        table = Table("banquet", rulebook=FREED_FROM_THE_LAND, turn=8).at_war("tu", "bu").hold(CP, "riga")
        assert ("riga" in sent(table.put("danzig", unit), CP, unit)) is goes
        table = Table("historical", turn=8).at_war("tu", "bu").hold(CP, "riga").put("danzig", unit)
        assert "riga" in sent(table, CP, unit)


# -- Bulgaria and Turkey ------------------------------------------------------------------


@plays("banquet", 50)
def test_bulgarians_keep_to_the_balkans_and_adrianople() -> None:
    """Not to Constantinople, nor to Austria-Hungary."""
    for variant, table in both(turn=8):
        table.at_war("tu", "bu").hold_all(CP, "sb").put("philippoli", "bu_corps_01")
        found = sent(table, CP, "bu_corps_01")
        assert {"adrianople", "nis"} <= found
        assert bool({"constantinople", "budapest"} & found) is not variant


@plays("banquet", 50, 60)
def test_bulgarians_and_turks_stack_together_only_with_germans() -> None:
    """In Adrianople; and the German may not leave them there."""
    for german in (False, True):
        for variant, table in both(turn=8):
            table.at_war("tu", "bu").put("adrianople", "tu_corps_01", *(["ge_corps_01"] if german else []))
            assert ends(table.put("philippoli", "bu_corps_01"), CP, "bu_corps_01", "adrianople") is (
                german or not variant
            )
    for company, goes in ((("tu_corps_01", "bu_corps_01"), False), (("bu_corps_01",), True)):
        for variant, table in both(turn=8):
            table.at_war("tu", "bu").put("adrianople", "ge_corps_01", *company)
            assert ends(table, CP, "ge_corps_01", "philippoli") is (goes or not variant)
        for variant, table in both(turn=8):
            table.at_war("tu", "bu").put("adrianople", "ge_corps_01", *company)
            assert bool(sent(table, CP, "ge_corps_01")) is (goes or not variant)


@plays("banquet", 60)
def test_turks_keep_to_their_sphere() -> None:
    """To Bulgaria, not to Belgrade; no SR into Russia, to which they may move."""
    for variant, table in both(turn=8):
        table.at_war("tu", "bu").hold_all(CP, "sb").hold(CP, "batum").put("constantinople", "tu_corps_01")
        found = sent(table, CP, "tu_corps_01")
        assert {"sofia", "trebizond"} <= found
        assert bool({"belgrade", "batum"} & found) is not variant
    table = banquet(turn=8).at_war("tu", "bu").put("rize", "tu_corps_01")
    assert ends(table, CP, "tu_corps_01", "batum")


@plays("banquet", 60)
def test_no_turk_redeploys_out_of_russia() -> None:
    for variant, table in both(turn=8):
        table.at_war("tu", "bu").hold(CP, "batum").put("batum", "tu_corps_01")
        assert bool(sent(table, CP, "tu_corps_01")) is not variant


@plays("banquet", 60)
def test_turks_in_russia_cost_one_more() -> None:
    """Batum two, Rize one."""
    for variant, table in both(turn=8):
        table.at_war("tu", "bu").hold(CP, "batum").put("batum", "tu_corps_01").put("rize", "tu_corps_02")
        table.operate(CP).do("for_movement batum", "for_movement rize")
        assert [event["cost"] for event in table.events("activated")] == [2 if variant else 1, 1]


@plays("banquet", 60)
@pytest.mark.parametrize("space", ["damascus", "mosul", "baghdad", "medina", "aleppo"])
def test_turks_hold_out_in_vp_spaces(space: str) -> None:
    """Cut off there they are not lost, keep space and trench, and can do nothing; elsewhere they are lost."""
    for variant, table in both(turn=8):
        safe = space == "medina" or (variant and space != "aleppo")
        table.at_war("tu", "bu").hold_all(AP, "tu", "bu", "ge", "ah", "sb").put(space, "tu_corps_01").trench(
            space, 1, CP
        )
        assert not table.supplied("tu_corps_01")
        assert space not in table.operate(CP).offered("for_movement")
        table.phase("attrition")
        assert (table.where("tu_corps_01") == space) is safe
        assert (table.state.trench(table.space(space)) == (1, CP)) is safe
        assert (table.owner(space) == CP) is safe


@plays("banquet", 60)
def test_constantinople_is_no_such_space() -> None:
    """The list of VP spaces where Turks hold out."""
    rules = banquet(turn=8).system.rules
    assert banquet().names(rules.strongholds) == {"medina", "damascus", "mosul", "baghdad"}


# -- Germany ------------------------------------------------------------------------------


@plays("banquet", 52, 60)
def test_one_german_corps_goes_to_turkey() -> None:
    """The second goes to Adrianople only; an army not to Constantinople."""
    for second in (False, True):
        for variant, table in both(turn=8):
            table.at_war("tu", "bu").hold_all(CP, "sb").put("sofia", "ge_corps_01")
            if second:
                table.put("bursa", "ge_corps_02")
            found = sent(table, CP, "ge_corps_01")
            assert "adrianople" in found
            assert ("constantinople" in found) is (not variant or not second)
    for space, open_ in (("adrianople", True), ("constantinople", False)):  # in Deluxe 11.3.1 closes it to armies
        table = banquet(turn=8).at_war("tu", "bu").hold_all(CP, "sb").put("philippoli", "ge_11_army")
        assert ends(table, CP, "ge_11_army", "adrianople", *([space] if not open_ else [])) is open_


@plays("banquet", 52)
def test_the_german_corps_in_turkey_is_fed_there_and_another_is_not() -> None:
    """Cut off from home in Ankara: the first of two is supplied from Constantinople."""
    table = banquet(turn=8).at_war("tu").hold_all(AP, "bu", "sb").put("ankara", "ge_corps_01", "ge_corps_02")
    assert table.supplied("ge_corps_01")
    assert not table.supplied("ge_corps_02")
    table = (
        Table("historical", turn=8).at_war("tu").hold_all(AP, "bu", "sb").put("ankara", "ge_corps_01", "ge_corps_02")
    )
    assert table.supplied("ge_corps_02")


@plays("banquet", 52)
def test_two_germans_do_not_march_into_turkey_together() -> None:
    """Of a stack one ends in Constantinople and one goes back; after one alone the other cannot get there."""
    table = banquet(turn=8).at_war("tu", "bu").hold_all(CP, "sb").put("adrianople", "ge_corps_01", "ge_corps_02")
    table.operate(CP).activate("adrianople").do("pick ge_corps_01", "add ge_corps_02", "step constantinople")
    assert not table.allows("stop")
    table.do("drop ge_corps_01")
    assert not table.allows("stop")
    assert table.do("step adrianople").where("ge_corps_02") == "adrianople"
    table = banquet(turn=8).at_war("tu", "bu").hold_all(CP, "sb").put("adrianople", "ge_corps_01", "ge_corps_02")
    table.operate(CP).activate("adrianople").do("pick ge_corps_01", "step constantinople", "stop", "add ge_corps_02")
    assert not table.do("step constantinople").allows("stop")


@plays("banquet", 52)
def test_germans_and_italy() -> None:
    """Before Total War not to the border nor in; then corps, but no army, not even by advance."""
    for total in (False, True):
        table = banquet(turn=12).at_war("it").put("innsbruck", "ge_corps_01").put("graz", "ge_14_army")
        table.state.commitment[CP] = TOTAL if total else 1
        assert ("trent" in sent(table, CP, "ge_corps_01")) is total
        table = banquet(turn=12).at_war("it").hold(CP, "udine").put("trieste", "ge_corps_01", "ah_1_army")
        table.state.commitment[CP] = TOTAL if total else 1
        assert ends(table, CP, "ge_corps_01", "udine") is total
        table = banquet(turn=12).at_war("it").hold(CP, "udine").put("trieste", "ge_14_army")
        table.state.commitment[CP] = TOTAL if total else 1
        assert not ends(table, CP, "ge_14_army", "udine")
    table = Table("historical", turn=12).at_war("it").hold(CP, "udine").put("trieste", "ge_14_army")
    table.state.commitment[AP] = TOTAL
    assert ends(table, CP, "ge_14_army", "udine")


@plays("banquet", 52)
def test_no_german_army_advances_into_italy() -> None:
    """The Austrians beside it do."""
    for variant, table in both(turn=12):
        table.at_war("it").put("trieste", "ge_14_army", "ah_5_army").put("udine", "it_corps_01-").dice(
            attacker=6, defender=1
        )
        table.state.commitment[:] = [TOTAL, TOTAL]
        assert advancing(table.attack("udine", "ge_14_army", "ah_5_army")) == (
            {"ah_5_army"} | ({"ge_14_army"} if not variant else set())
        )


@plays("banquet", 52)
def test_before_total_war_no_german_is_fed_through_italy() -> None:
    """In Nice, with everything else Allied."""
    for total in (False, True):
        table = banquet(turn=12).at_war("it").hold_all(CP, "it").put("nice", "ge_corps_01")
        table.state.commitment[CP] = TOTAL if total else 1
        assert table.supplied("ge_corps_01") is total


@plays("banquet", 52)
def test_russian_forts_before_oberost() -> None:
    """15.1.11 as written: Ivangorod cannot be attacked before."""
    for played, open_ in (((), False), (("cp_11_oberost",), True)):
        table = banquet(turn=4).put("czestochowa", "ge_8_army").put("ivangorod", "ru_1_army").put("lodz", "ru_2_army")
        table.played(*played).operate(CP).activate("!czestochowa").do("add ge_8_army")
        assert "lodz" in table.offered("target")
        assert ("ivangorod" in table.offered("target")) is open_


@plays("banquet", 53)
@pytest.mark.parametrize("unit", ["ge_corps_01", "bu_corps_01"])
def test_germans_and_bulgarians_in_greece(unit: str) -> None:
    """Between Salonika and the Greek entry only under Hindenburg and Ludendorff, advance included."""
    for played, open_ in (
        ((), True),
        (("ap_30_salonika",), False),
        (("ap_30_salonika", "cp_54_h_l_take_command"), True),
        (("ap_30_salonika", "ap_44_greece"), True),
    ):
        table = banquet(turn=12).at_war("bu", "gr").hold_all(CP, "sb").played(*played).put("strumitsa", unit)
        assert ends(table, CP, unit, "kavala") is open_
        table = (
            banquet(turn=12).at_war("bu", "gr").hold_all(CP, "sb").played(*played).put("strumitsa", unit, "ge_11_army")
        )
        table.put("salonika", "fr_corps_01-").dice(attacker=6, defender=1).attack("salonika", unit, "ge_11_army")
        assert (unit in advancing(table)) is (open_ and not table.reduced(unit))
    table = (
        Table("historical", turn=12)
        .at_war("bu", "gr")
        .hold_all(CP, "sb")
        .played("ap_30_salonika")
        .put("strumitsa", unit)
    )
    assert ends(table, CP, unit, "kavala")


# -- the Near East --------------------------------------------------------------------------


@plays("banquet", 21)
def test_armies_go_to_the_near_east_as_their_nations_may() -> None:
    """A British and a Russian army may, where 11.3.1 allowed only a few; cavalry still may not."""
    for unit, origin, to in (
        ("br_1_army", "cairo", "sinai"),
        ("ru_1_army", "kars", "erzerum"),
        ("ru_cav_corps_1", "kars", "erzerum"),
    ):
        for variant, table in both(turn=12):
            table.at_war("tu").destroy("erzerum").hold(AP, "kars", "tbilisi", "petrovsk", "grozny").put(origin, unit)
            assert ends(table, AP, unit, to) is (variant and unit != "ru_cav_corps_1")


@plays("banquet", 51)
def test_no_french_unit_redeploys_out_of_france_in_the_mutiny() -> None:
    """To Lyon, not to London; without the mutiny there too."""
    for mutiny in (False, True):
        table = banquet(turn=14).played("cp_47_french_mutiny", turn=12).put("calais", "fr_corps_01")
        table.state.marks["mutiny"] = int(mutiny)
        found = sent(table, AP, "fr_corps_01")
        assert "lyon" in found
        assert ("london" in found) is not mutiny
