"""Movement and stacking (10, 11.1, 11.3)."""

from __future__ import annotations

import pytest

from engine.errors import IllegalChoice
from engine.pog.invariants import check
from engine.pog.rules.war_status import russian_vp
from tests.support.table import AP, CP, Table


def test_11_1_3_and_11_1_5_one_space_at_a_time_within_the_mf() -> None:
    """Steps follow lines; an army with MF 3 enters three spaces and is done."""
    table = Table().put("berlin", "ge_1_army").operate(CP).activate("berlin").do("pick ge_1_army")
    assert table.offered("step") == {"cottbus", "hannover", "leipzig", "rostock", "stettin"}
    table.do("step leipzig", "step erfurt", "step nuremberg")
    assert table.where("ge_1_army") == "nuremberg"
    assert not table.asks("move_on")
    assert table.events("moved")[-1]["path"] == tuple(
        table.space(n) for n in ("berlin", "leipzig", "erfurt", "nuremberg")
    )


def test_11_1_1_and_11_1_5_the_slower_units_of_a_stack_stay_behind() -> None:
    """An army ends after its three spaces, and the corps with it continues to the fourth alone."""
    table = Table().put("berlin", "ge_1_army", "ge_corps_01").operate(CP).activate("berlin")
    table.do("pick ge_1_army", "add ge_corps_01", "step leipzig", "step erfurt", "step nuremberg")
    assert table.offered("drop") == {"ge_corps_01"}
    table.do("step augsburg")
    assert (table.where("ge_1_army"), table.where("ge_corps_01")) == ("nuremberg", "augsburg")
    assert len(table.events("moved")) == 2


def test_11_1_5_a_reduced_unit_keeps_its_own_mf() -> None:
    """A German corps moves four spaces."""
    table = Table().put("berlin", "ge_corps_01-").operate(CP).activate("berlin").do("pick ge_corps_01")
    table.do("step leipzig", "step erfurt", "step nuremberg", "step augsburg")
    assert table.where("ge_corps_01") == "augsburg"


def test_11_1_1_a_stack_moves_together_and_drops_units_on_the_way() -> None:
    """Dropped units are done; the rest continue from there with the MF of the slowest."""
    table = Table().put("berlin", "ge_1_army", "ge_corps_01").operate(CP).activate("berlin")
    table.do("pick ge_1_army", "add ge_corps_01", "step leipzig", "drop ge_1_army", "step erfurt", "stop")
    assert (table.where("ge_1_army"), table.where("ge_corps_01")) == ("leipzig", "erfurt")
    assert not table.asks("move_unit", "move_stack", "move_on")


def test_11_1_1_a_stack_with_a_slow_unit_ends_with_it() -> None:
    """The unit whose MF is spent ends its move, faster ones can continue."""
    table = Table().put("berlin", "ge_1_army", "ge_corps_01").operate(CP).activate("berlin")
    table.do("pick ge_1_army", "add ge_corps_01", "step leipzig", "step erfurt", "step nuremberg")
    assert table.where("ge_1_army") == "nuremberg"


def test_11_1_1_two_stay_where_there_is_room_for_two_and_the_third_goes_on() -> None:
    """Two armies end in Genoa one after the other, though one alone could not continue with the corps; the corps goes farther."""
    table = Table().at_war("it").put("grenoble", "fr_10_army", "br_2_army", "br_corps_02")
    table.put("turin", "it_corps_02", "it_corps_03", "it_corps_04").put("genoa", "it_1_army").put(
        "milan", "ah_corps_01"
    )
    table.put("bologna", "it_2_army", "it_3_army", "it_4_army").hold(AP, "florence").operate(AP).activate("grenoble")
    table.do("pick fr_10_army", "add br_2_army", "add br_corps_02", "step turin")
    assert "genoa" in table.offered("step")
    table.do("step genoa")
    assert table.offered("drop") == {"fr_10_army", "br_2_army"}
    assert not table.allows("stop")
    table.do("drop br_2_army")
    assert table.offered("drop") == {"fr_10_army"}
    table.do("drop fr_10_army", "step bologna", "step florence")
    assert table.where("br_corps_02") == "florence"


def test_11_1_1_immobile_units_do_not_move() -> None:
    """MF 0: the MN corps stays."""
    table = Table().put("cetinje", "mn_corps").put("belgrade", "sb_1_army").operate(AP).activate("cetinje", "belgrade")
    assert table.offered("pick") == {"sb_1_army"}


def test_9_2_8_moving_is_voluntary() -> None:
    """Units in an activated space need not move."""
    table = Table().put("berlin", "ge_1_army", "ge_2_army").operate(CP).activate("berlin")
    table.do("finish")
    assert table.where("ge_1_army") == "berlin"


def test_11_1_6_no_stop_beside_an_attack_marker() -> None:
    """A move may pass through a space marked for attack but not end there."""
    table = Table().put("breslau", "ge_1_army").put("lodz", "ge_2_army").put("plock", "ru_1_army").operate(CP)
    table.activate("breslau", "!lodz").do("pick ge_1_army", "step lodz")
    assert not table.allows("stop")
    assert "czestochowa" in table.offered("step")


def test_11_1_7_no_step_onto_enemy_units() -> None:
    """Enemy combat units block."""
    table = Table().put("breslau", "ge_1_army").put("lodz", "ru_1_army").operate(CP).activate("breslau")
    table.do("pick ge_1_army")
    assert "lodz" not in table.offered("step")


def test_11_1_14_control_and_11_2_5_trenches_change_in_passing() -> None:
    """Every space entered changes hands; a level 1 trench is removed, a level 2 becomes a friendly level 1."""
    table = (
        Table().put("breslau", "ge_1_army").trench("lodz", 1, AP).trench("plock", 2, AP).operate(CP).activate("breslau")
    )
    table.do("pick ge_1_army", "step lodz", "step plock", "step lodz")
    assert table.owner("lodz") == table.owner("plock") == CP
    assert table.state.trench(table.space("lodz")) == (0, -1)
    assert table.state.trench(table.space("plock")) == (1, CP)
    assert [event["change"] for event in table.events("vp")] == [1]  # Lodz is a VP space, scored once


def test_10_1_1_three_units_in_a_space() -> None:
    """A fourth may pass but not stop."""
    table = Table().put("berlin", "ge_1_army").put("leipzig", "ge_2_army", "ge_3_army", "ge_4_army").operate(CP)
    table.activate("berlin").do("pick ge_1_army", "step leipzig")
    assert not table.allows("stop")
    assert table.can("step erfurt")


def test_11_1_1_and_10_1_2_a_stack_parts_where_only_one_of_it_fits() -> None:
    """Prague and Kolin have room for one each, and Brun beyond is full: one stays, one continues."""
    table = Table().put("dresden", "ge_1_army", "ge_2_army").put("prague", "ah_corps_01", "ah_corps_02")
    table.put("kolin", "ah_corps_03", "ah_corps_04").put("brun", "ru_1_army").operate(CP).activate("dresden")
    table.do("pick ge_1_army", "add ge_2_army", "step prague")
    assert not table.allows("stop")
    assert table.offered("drop") == {"ge_1_army", "ge_2_army"}
    assert "kolin" in table.offered("step")  # from there one of them could come back to Prague
    table.do("drop ge_1_army", "step kolin", "stop")
    assert (table.where("ge_1_army"), table.where("ge_2_army")) == ("prague", "kolin")


def test_10_1_2_overstacking_during_movement_is_allowed_if_others_still_leave() -> None:
    """A fourth unit can stop where enough units have yet to move, and then they must."""
    table = Table().put("berlin", "ge_1_army").put("leipzig", "ge_2_army", "ge_3_army", "ge_4_army").operate(CP)
    table.activate("berlin", "leipzig").do("pick ge_1_army", "step leipzig", "stop")
    assert table.where("ge_1_army") == "leipzig"
    assert not table.allows("finish")
    table.do("pick ge_2_army", "step erfurt", "stop")
    assert len(table.in_("leipzig")) == 3
    check(table.state)


def test_10_1_6_nations_stack_freely() -> None:
    """Two Austrians and a German."""
    table = Table().put("oppeln", "ge_1_army").put("cracow", "ah_1_army", "ah_2_army").operate(CP).activate("oppeln")
    table.do("pick ge_1_army", "step cracow", "stop")
    assert len(table.in_("cracow")) == 3


def test_11_1_8_a_fort_is_entered_by_whoever_can_besiege_it() -> None:
    """By an army, or as many corps as the fort's value."""
    table = Table().put("koblenz", "ge_corps_01").operate(CP).activate("koblenz").do("pick ge_corps_01")
    assert "liege" not in table.offered("step")
    table = Table().put("koblenz", "ge_1_army").operate(CP).activate("koblenz").do("pick ge_1_army", "step liege")
    assert table.where("ge_1_army") == "liege"
    assert not table.asks("move_on")  # 15.1.1: it stops there
    assert table.owner("liege") == AP  # 15.1.10
    assert table.state.besieged >> table.space("liege") & 1


def test_11_1_8_corps_from_several_spaces_may_combine_and_must_then() -> None:
    """Movement cannot end until the siege has its strength."""
    table = Table().put("koblenz", "ge_corps_01", "ge_corps_02").put("aachen", "ge_corps_03").operate(CP)
    table.activate("koblenz", "aachen").do("pick ge_corps_01", "step liege")
    while table.asks("move_stack") and not table.offered("step"):
        table.do("add ge_corps_02")
    assert not table.allows("finish")
    table.do("step liege")
    assert not table.allows("finish")
    assert table.offered("pick") == {"ge_corps_03"}
    table.do("pick ge_corps_03", "step liege")
    assert table.in_("liege") == {"ge_corps_01", "ge_corps_02", "ge_corps_03"}
    assert table.state.besieged >> table.space("liege") & 1


def test_11_1_8_too_few_corps_in_reach_may_not_enter() -> None:
    """Two corps cannot begin what needs three."""
    table = Table().put("koblenz", "ge_corps_01", "ge_corps_02").operate(CP).activate("koblenz").do("pick ge_corps_01")
    assert "liege" not in table.offered("step")


def test_15_1_1_later_stacks_pass_through_a_besieged_fort() -> None:
    """Once the besiegers have ended their move others ignore the fort."""
    table = Table().put("koblenz", "ge_1_army", "ge_2_army").operate(CP).activate("koblenz")
    table.do("pick ge_1_army", "step liege", "add ge_2_army", "step liege", "step brussels")
    assert table.where("ge_2_army") == "brussels"


def test_15_2_4_besiegers_leave_together_or_leave_enough() -> None:
    """Units that stay on a besieged fort must still besiege it; else all leave, together or one after another."""
    table = Table().put("liege", "ge_1_army", "ge_corps_01").operate(CP).activate("liege")
    table.do("pick ge_1_army", "add ge_corps_01")
    assert "brussels" in table.offered("step")
    table = Table().put("liege", "ge_1_army", "ge_corps_01").operate(CP).activate("liege").do("pick ge_corps_01")
    assert "brussels" in table.offered("step")
    table = Table().put("liege", "ge_1_army", "ge_corps_01").operate(CP).activate("liege")
    table.do("pick ge_1_army", "step brussels", "stop")
    table.do("leave")  # the corps can wait, but not for ever
    assert not table.allows("finish")
    table.do("pick ge_corps_01")
    assert not table.allows("entrench")
    table.do("step aachen", "stop")
    assert not table.in_("liege")


def test_15_2_4_nobody_leaves_whom_somebody_stays_behind_for() -> None:
    """A corps that cannot move (it has moved already) keeps its army on the siege."""
    table = Table().put("aachen", "ge_corps_01").put("liege", "ge_1_army").operate(CP).activate("aachen", "liege")
    table.do("pick ge_corps_01", "step liege", "stop", "pick ge_1_army")
    assert table.offered("step") == set()


def test_15_1_12_russians_and_german_forts_on_turn_1() -> None:
    """In August 1914 no Russian enters, attacks or besieges a German fort."""
    for turn, open_ in ((1, False), (2, True)):
        table = Table(turn=turn).put("insterberg", "ru_1_army").operate(AP)
        assert ("insterberg" in table.offered("for_combat")) == open_
        table.activate("insterberg").do("pick ru_1_army")
        assert ("konigsberg" in table.offered("step")) == open_


@pytest.mark.parametrize(
    ("status", "event", "open_"), [(0, False, False), (3, False, False), (4, False, True), (0, True, True)]
)
def test_11_1_9_the_coast_before_race_to_the_sea(status: int, event: bool, open_: bool) -> None:
    """CP units pass through Amiens, Calais and Ostend but may not end a move or an SR there."""
    table = Table().put("cambrai", "ge_1_army").hold(CP, "sedan")
    table.state.war_status[CP] = status
    if event:
        table.played("cp_08_race_to_the_sea")
    table.operate(CP).activate("cambrai").do("pick ge_1_army", "step amiens")
    assert table.allows("stop") == open_
    assert table.owner("amiens") == CP
    assert table.offered("step")


def test_11_1_10_beaches_are_closed_without_the_marker() -> None:
    """Nobody enters an MEF space unless the beachhead is there."""
    table = Table().at_war("tu").put("izmir", "tu_corps_04").operate(CP).activate("izmir").do("pick tu_corps_04")
    assert "mef_3" not in table.offered("step")
    table = Table().at_war("tu").put("izmir", "tu_corps_04")
    table.state.beachhead = table.space("mef_3")
    table.hold(AP, "mef_3").operate(CP).activate("izmir").do("pick tu_corps_04", "step mef_3")
    assert table.state.beachhead == -1  # 9.5.3.5
    assert table.events("beachhead_lost")


def test_11_1_11_neutral_lands_are_closed_until_they_enter() -> None:
    """Italy, Romania, Bulgaria, Greece, Turkey and Persia are closed while neutral."""
    table = Table().put("trent", "ah_1_army").operate(CP).activate("trent").do("pick ah_1_army")
    assert table.offered("step") == {"innsbruck"}
    table = Table().at_war("it").put("trent", "ah_1_army").operate(CP).activate("trent").do("pick ah_1_army")
    assert table.offered("step") == {"innsbruck", "asiago", "verona"}


def test_11_1_12_albania_is_always_open() -> None:
    """No entry event is needed."""
    table = Table().put("cetinje", "sb_1_army").operate(AP).activate("cetinje").do("pick sb_1_army")
    assert "tirana" in table.offered("step")


def test_11_1_13_persia_opens_with_turkey() -> None:
    """Kermanshah becomes CP, the rest of Persia Allied, and Persian spaces are closed before."""
    table = Table().put("erivan", "ru_corps_13").operate(AP).activate("erivan").do("pick ru_corps_13")
    assert "dilman" not in table.offered("step")
    table = Table().at_war("tu").put("erivan", "ru_corps_13").operate(AP).activate("erivan").do("pick ru_corps_13")
    assert "dilman" in table.offered("step")
    assert table.owner("kermanshah") == CP
    assert {table.owner(name) for name in ("dilman", "tabriz", "hamadan", "khorramabad", "ahwaz")} == {AP}
    assert table.state.vp == 10


def test_11_1_4_dashed_lines_for_movement() -> None:
    """British and Dominion units cross the Channel; the French and the ANA do not."""
    for unit, crosses in (("br_1_army", True), ("br_cnd_corps", True), ("br_pt_corps", True), ("fr_1_army", False)):
        table = Table().put("london", unit).put("paris", "fr_6_army").operate(AP).activate("london", "paris")
        assert (unit in table.offered("pick")) == crosses, unit


@pytest.mark.parametrize("unit", ["br_bef_army", "br_bef_corps"])
def test_11_1_17_the_bef_stays_in_the_west(unit: str) -> None:
    """Britain, France, Belgium and Germany only."""
    table = Table().at_war("it").put("grenoble", unit).operate(AP).activate("grenoble").do(f"pick {unit}")
    assert table.offered("step") == {"lyon"}


@pytest.mark.parametrize(
    ("unit", "enters"), [("ru_1_army", False), ("ru_cau_army", False), ("ru_corps_01", True), ("ru_cav_corps_1", False)]
)
def test_11_3_1_and_11_3_2_between_the_caucasus_and_the_near_east(unit: str, enters: bool) -> None:
    """One Russian corps a turn, never an army, not even the Caucasus Army; cavalry may not cross."""
    table = Table(optional_cards=True).put("caucasus", unit).operate(AP).activate("caucasus").do(f"pick {unit}")
    assert ({"poti", "grozny"} <= table.offered("step")) == enters


def test_11_3_2_one_passage_a_turn_in_either_direction() -> None:
    """The second Russian corps waits for the next turn."""
    table = Table().put("caucasus", "ru_corps_01", "ru_corps_02").put("poti", "ru_corps_03").operate(AP)
    table.activate("caucasus", "poti").do("pick ru_corps_01", "step poti", "stop")
    assert table.where("ru_corps_01") == "poti"
    picks = table.offered("pick") | table.offered("add")
    for unit in ("ru_corps_02", "ru_corps_03"):
        if unit in picks:
            table.do(f"pick {unit}" if table.offered("pick") else f"add {unit}")
            assert not {"poti", "grozny", "caucasus"} & table.offered("step")
            return
    raise AssertionError("nobody else can move")


def test_11_3_2_after_fall_of_the_tsar_the_passage_is_shut() -> None:
    """No Russian moves between the maps any more."""
    table = (
        Table(turn=14).played("cp_52_fall_of_the_tsar").put("caucasus", "ru_corps_01").operate(AP).activate("caucasus")
    )
    table.do("pick ru_corps_01")
    assert table.offered("step") == {"odessa", "uman"}


@pytest.mark.parametrize("unit", ["br_1_army", "us_1_army", "fr_1_army"])
def test_11_3_1_ordinary_armies_stay_off_the_near_east_map(unit: str) -> None:
    """Only the six marked armies may operate there; Constantinople and Bursa belong to that map."""
    table = Table().at_war("tu").put("adrianople", unit).hold(AP, "gallipoli", "constantinople").operate(AP)
    table.activate("adrianople").do(f"pick {unit}")
    assert table.offered("step") == {"gallipoli"} | (table.offered("step") - {"constantinople"})


def test_5_7_4_6_only_ah_and_italian_armies_in_italy() -> None:
    """Historical: other armies stay out of Italy until the AP is at Total War; corps may go."""
    for level, open_ in ((1, False), (2, True)):
        table = Table("historical", turn=8).at_war("it").put("grenoble", "fr_1_army", "fr_corps_01")
        table.state.commitment[AP] = level
        table.operate(AP).activate("grenoble").do("pick fr_1_army")
        assert ("turin" in table.offered("step")) == open_
        table = Table("historical", turn=8).at_war("it").put("grenoble", "fr_1_army", "fr_corps_01")
        table.operate(AP).activate("grenoble").do("pick fr_corps_01")
        assert "turin" in table.offered("step")
    table = (
        Table(turn=8).at_war("it").put("grenoble", "fr_1_army").operate(AP).activate("grenoble").do("pick fr_1_army")
    )
    assert "turin" in table.offered("step")


def test_5_7_4_6_german_armies_pass_but_do_not_stop_at_the_border() -> None:
    """No German army ends a move in Trent, Villach or Trieste before the AP is at Total War."""
    table = Table("historical", turn=8).at_war("it").put("spittal", "ge_1_army").operate(CP).activate("spittal")
    table.do("pick ge_1_army", "step villach")
    assert not table.allows("stop")
    assert "graz" in table.offered("step")
    assert "maggiore" not in table.offered("step")


def test_a_refusal_leaves_the_stack_where_it_was() -> None:
    table = Table().put("berlin", "ge_1_army").operate(CP).activate("berlin").do("pick ge_1_army")
    with pytest.raises(IllegalChoice):
        table.do("step warsaw")
    assert table.where("ge_1_army") == "berlin"
    assert table.asks("move_stack")


def test_11_1_6_it_is_the_move_back_that_opens_a_space() -> None:
    """A unit can return to where it started."""
    table = Table().put("berlin", "ge_1_army").operate(CP).activate("berlin")
    table.do("pick ge_1_army", "step leipzig", "step berlin", "stop")
    assert table.where("ge_1_army") == "berlin"


def test_16_4_the_tally_of_russian_vp_follows_control() -> None:
    """16.4.2: taking Lodz counts at once."""
    table = (
        Table().put("breslau", "ge_1_army").operate(CP).activate("breslau").do("pick ge_1_army", "step lodz", "stop")
    )
    assert russian_vp(table.state) == 1
    assert table.state.vp == 11
