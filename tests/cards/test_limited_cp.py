"""The Central Powers' limited war deck."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.pog.rules import war_status
from tests.cards.support import (
    ALL_CARDS,
    AMIENS,
    ARMENIA,
    ITALY,
    PRUSSIA,
    VERDUN,
    WEST,
    Clash,
    before,
    declare,
    fought,
    lay,
    legal,
    modifiers,
    over,
    pile_of,
    play,
    price,
    shifts,
    tables_used,
    windows,
)
from tests.support.table import AP, CP, Table


@pytest.mark.parametrize(
    ("card", "clash", "value"),
    [
        ("cp_15_chlorine_gas", WEST, 1),
        ("cp_16_liman_von_sanders", ARMENIA, 1),
        ("cp_18_fortified_machine_guns", replace(AMIENS, trench=1), 1),
        ("cp_18_fortified_machine_guns", replace(AMIENS, trench=2), 1),
        ("cp_19_flamethrowers", WEST, 1),
        ("cp_26_place_of_execution", replace(VERDUN, played="cp_13_falkenhayn"), 2),
        ("cp_30_alpenkorps", ITALY, 1),
    ],
)
def test_combat_cards_that_change_the_die(card: str, clash: Clash, value: int) -> None:
    assert modifiers(fought(clash, card)) == {CP: value, AP: 0}


def test_cp_17_mata_hari_shows_the_allied_hand_to_the_cp_alone() -> None:
    table = before("cp_17_mata_hari").hand(AP, "ap_02_blockade").choose(CP).do("event cp_17_mata_hari")
    seen = next(event for event in table.told if event.kind == "hand_seen")
    assert seen.secret == {CP: {"cards": (table.card("ap_02_blockade"),)}}
    assert table.state.operation is not None
    assert table.state.operation.ops == 2


# -- High Seas Fleet -----------------------------------------------------------------------------


def test_cp_25_high_seas_fleet_scores_when_the_next_allied_action_is_over() -> None:
    """Whatever it is, unless it is Grand Fleet."""
    for answer, vp in (("auto_op", 11), ("event ap_33_grand_fleet", 10), ("ops ap_33_grand_fleet", 11)):
        table = Table(setup=True, **ALL_CARDS).hand(CP, "cp_25_high_seas_fleet").hand(AP, "ap_33_grand_fleet")
        table.state.round = 0
        table.run_from("next_round").do("event cp_25_high_seas_fleet")
        assert table.state.vp == 10
        assert table.game.actor == AP
        table.do(answer)
        if table.asks("activate"):
            table.do("stop")
        assert table.game.actor == CP
        assert table.state.vp == vp
        table.do("auto_op", "stop", "auto_op", "stop")
        assert table.state.vp == vp  # once


# -- Place of Execution --------------------------------------------------------------------------


@pytest.mark.parametrize(("standing", "expected"), [("verdun", False), ("paris", False), ("", True)])
def test_cp_26_place_of_execution_alone_when_every_french_fort_is_down(standing: str, expected: bool) -> None:
    forts = [fort for fort in ("paris", "verdun", "nancy", "belfort") if fort != standing]
    table = Table(setup=True, **ALL_CARDS).played("cp_13_falkenhayn").destroy(*forts)
    table.hand(CP, "cp_26_place_of_execution")
    assert legal(table, "cp_26_place_of_execution") == expected
    if expected:
        table.do("event cp_26_place_of_execution")
        assert (table.state.war_status[CP], table.state.vp) == (1, 10)


def test_cp_26_place_of_execution_not_once_h_l_take_command() -> None:
    table = before("cp_26_place_of_execution").played("cp_54_h_l_take_command")
    assert not legal(table, "cp_26_place_of_execution")


# -- replacement points --------------------------------------------------------------------------


def test_cp_27_zeppelin_raids_cut_british_points_this_turn_only() -> None:
    """By four, but not below zero."""
    for points, left in ((12, 4), (6, 0), (0, 0)):
        table = play("cp_27_zeppelin_raids")
        table.state.rp = {"br": points}
        table.phase("replacement_points")
        assert table.state.rp.get("br", 0) == left
    table = before("cp_27_zeppelin_raids").played("cp_27_zeppelin_raids", turn=2)
    table.state.rp = {"br": 12}
    assert table.phase("replacement_points").state.rp["br"] == 12


@pytest.mark.parametrize(("cancelled", "points"), [("", 2), ("ap_37_independent_air_force", 0)])
def test_cp_33_walter_rathenau_adds_a_german_point_every_turn(cancelled: str, points: int) -> None:
    """Even if nobody played RP; Independent Air Force ends it, before or after."""
    table = (
        Table(setup=True, turn=9, **ALL_CARDS)
        .played("cp_33_walter_rathenau", turn=7)
        .played(*cancelled.split(), turn=6)
    )
    assert table.phase("replacement_points").state.rp.get("ge", 0) == points
    table = play("cp_33_walter_rathenau")
    assert table.state.war_status[CP] == 2
    assert table.phase("replacement_points").state.rp["ge"] == 2
    assert legal(before("cp_33_walter_rathenau").played("ap_37_independent_air_force"), "cp_33_walter_rathenau")


# -- the Tsar --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("held", "expected"),
    [(("warsaw", "lodz"), False), (("warsaw", "lodz", "riga"), True), (("warsaw", "lodz", "baku"), True)],
)
def test_cp_28_tsar_takes_command_with_three_russian_vp_spaces(held: tuple[str, ...], expected: bool) -> None:
    """16.4.3; Baku counts. They must be held when the card is played."""
    table = Table(setup=True, **ALL_CARDS).hold(CP, *held).hand(CP, "cp_28_tsar_takes_command")
    war_status.update_tracks(table.state)
    assert legal(table, "cp_28_tsar_takes_command") == expected
    if expected:
        table.do("event cp_28_tsar_takes_command")
        assert table.state.russian == 2
        table.hold(AP, *held)
        war_status.update_tracks(table.state)
        assert table.state.russian == 2  # 16.4.4: no return from there


# -- 11th Army -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("units", "cost"),
    [
        ("ge_11_army", 1),
        ("ge_11_army ah_corps_01 bu_corps_01", 1),
        ("ge_11_army ah_1_army", 2),
        ("ge_11_army ge_12_army ah_corps_01", 2),
        ("ge_12_army ah_corps_01 bu_corps_01", 3),
    ],
)
def test_cp_29_11th_army_makes_its_stack_cheap(units: str, cost: int) -> None:
    """With corps of any nations 1 OPS, with a second army 2."""
    table = Table(**ALL_CARDS).at_war("bu").put("cracow", *units.split()).put("tarnow", "ru_1_army")
    table.state.russian = 0
    assert price(table.played("cp_29_11th_army"), CP, "cracow") == cost


def test_cp_29_11th_army_may_be_played_before_it_arrives() -> None:
    assert legal(before("cp_29_11th_army"), "cp_29_11th_army")


# -- Kemal -----------------------------------------------------------------------------------------


def test_cp_31_kemal_makes_corps_fire_like_an_army() -> None:
    assert tables_used(fought(ARMENIA))[False] == "corps"
    table = fought(ARMENIA, "cp_31_kemal", attacker=1, defender=6)
    assert tables_used(table)[False] == "army"
    assert pile_of(table, "cp_31_kemal") == "discard"


def test_12_3_4_1_kemal_stays_in_effect_when_his_turk_falls_to_a_flank_attack() -> None:
    """The remaining units fire on the army table, with no factors in its first column."""
    clash = Clash(
        "adrianople", "tu_corps_01 tu_corps_02-", "philippoli", "fr_1_army",
        beside="burgas fr_corps_02", war="tu bu gr", ap="salonika kavala philippoli kazanlik burgas",
    )  # fmt: skip
    table = declare(clash, "cp_31_kemal", attacker=1, defender=6)
    table.dice(flank=6)
    windows(table, "cp_31_kemal", flank=True)
    over(table)
    assert [fire.attacker for fire in table.battle.fires] == [True, False]
    reply = table.battle.fires[1]
    assert (reply.table, reply.factors, reply.column) == ("army", 0, 1)


# -- War in Africa -----------------------------------------------------------------------------------


def test_cp_32_war_in_africa_takes_a_full_british_corps_or_scores_a_vp() -> None:
    """The Allies choose; full ones if there are any; never ANA, AUS, CND, PT or BEF."""
    table = Table(**ALL_CARDS).put("amiens", "br_corps_01", "br_corps_02-", "br_bef_corps")
    table.reserve("br_corps_03", "br_aus_corps", "br_cnd_corps", "br_pt_corps").eliminated("br_corps_04")
    table.hand(CP, "cp_32_war_in_africa").choose(CP).do("event cp_32_war_in_africa")
    assert table.game.actor == AP
    assert table.offered("remove") == {"br_corps_01", "br_corps_03"}
    assert table.allows("concede")
    table.do("remove br_corps_03")
    assert table.where("br_corps_03") == "ap_permanently_eliminated"
    assert table.state.vp == 10


def test_cp_32_war_in_africa_conceded() -> None:
    table = play("cp_32_war_in_africa", "concede")
    assert table.state.vp == 11


def test_cp_32_war_in_africa_a_reduced_corps_if_no_full_one_is_left_or_else_the_vp() -> None:
    table = Table(**ALL_CARDS).put("amiens", "br_corps_02-").hand(CP, "cp_32_war_in_africa").choose(CP)
    table.do("event cp_32_war_in_africa")
    assert table.offered("remove") == {"br_corps_02"}
    table = Table(**ALL_CARDS).eliminated("br_corps_02").hand(CP, "cp_32_war_in_africa").choose(CP)
    assert table.do("event cp_32_war_in_africa").state.vp == 11


def test_cp_32_war_in_africa_may_break_a_siege() -> None:
    """15.2.4: the corps was needed to hold it."""
    table = Table(**ALL_CARDS).at_war("tu").put("aqaba", "br_corps_01").hold(AP, "beersheba")
    table.hand(CP, "cp_32_war_in_africa").choose(CP)
    assert table.state.besieged >> table.space("aqaba") & 1
    table.do("event cp_32_war_in_africa", "remove br_corps_01")
    assert not table.state.besieged >> table.space("aqaba") & 1


# -- Bulgaria and Libya ---------------------------------------------------------------------------


def test_cp_34_bulgaria_joins_with_six_corps() -> None:
    table = play("cp_34_bulgaria")
    assert table.in_("sofia") == {"bu_corps_01", "bu_corps_02"}
    table.do("place varna", "place burgas", "place strumitsa")
    assert table.offered("place") == {"plevna", "kazanlik", "philippoli"}
    table.do("place plevna")
    assert table.state.war_status[CP] == 2
    assert "bu" in table.state.at_war
    assert table.owner("kazanlik") == CP


# -- optional cards ------------------------------------------------------------------------------------


def trench_before(
    turn_played: int, defenders: str = "ge_8_army", trench: int = 1, attackers: str = "ru_2_army"
) -> Table:
    clash = replace(PRUSSIA, defenders=defenders, trench=trench, attackers=attackers)
    table = lay(clash).played("cp_28_tsar_takes_command", turn=1).played("cp_58_stavka_timidity", turn=turn_played)
    return table.operate(AP, 20).activate("!plock").do("add ru_2_army")


@pytest.mark.parametrize(
    ("turn_played", "defenders", "trench", "attackers", "barred"),
    [
        (3, "ge_8_army", 1, "ru_2_army", True),
        (3, "ge_8_army ge_corps_02", 2, "ru_2_army", True),
        (3, "ge_8_army ah_corps_02", 1, "ru_2_army", False),
        (3, "ge_8_army", 0, "ru_2_army", False),
        (2, "ge_8_army", 1, "ru_2_army", False),
        (3, "ah_3_army", 1, "ru_2_army", False),
    ],
)
def test_cp_58_stavka_timidity_protects_german_trenches_for_a_turn(
    turn_played: int, defenders: str, trench: int, attackers: str, barred: bool
) -> None:
    """A single non-German unit cancels it."""
    table = trench_before(turn_played, defenders, trench, attackers)
    assert ("tannenberg" not in table.offered("target")) == barred


def test_cp_58_stavka_timidity_is_used_again() -> None:
    """No asterisk: it is discarded."""
    assert pile_of(play("cp_58_stavka_timidity"), "cp_58_stavka_timidity") == "discard"


def test_cp_59_polish_restoration_scores_for_the_allies_and_brings_three_corps() -> None:
    table = play("cp_59_polish_restoration")
    assert table.state.vp == 9
    assert {table.where(f"ge_pol_corps_{number}") for number in (1, 2, 3)} == {"cp_reserve_box"}
    assert not table.state.reinforced


@pytest.mark.parametrize(("owner", "expected"), [(AP, False), (CP, True)])
def test_cp_59_polish_corps_get_replacements_only_with_warsaw(owner: int, expected: bool) -> None:
    table = Table(**ALL_CARDS).reserve("ge_pol_corps_1-").hold(owner, "warsaw")
    table.state.rp = {"ge": 2}
    table.phase("cp_replacements")
    assert (table.asks("replacement") and "ge_pol_corps_1" in table.offered("spend")) == expected


def test_cp_59_the_owner_chooses_between_poles_and_germans_when_he_stands_too() -> None:
    """12.4.4 and 12.5.3: the extra step may cost an army, and either kind of corps may replace it."""
    table = Table(**ALL_CARDS).put("sedan", "ge_1_army-").reserve("ge_corps_01", "ge_pol_corps_1")
    table.put("verdun", "fr_1_army").dice(attacker=3, defender=1).attack("sedan", "fr_1_army")
    windows(table)
    table.do("hold ge_1_army")
    assert table.asks("choose_replacement")
    assert table.offered("use") == {"ge_corps_01", "ge_pol_corps_1"}
    table.do("use ge_pol_corps_1")
    assert table.in_("sedan") == {"ge_pol_corps_1"}
    assert not table.asks("retreat_option", "retreat")


def test_cp_60_turk_determination_is_a_trench_for_one_combat() -> None:
    """Shifts for both sides, and the right to stand."""
    table = fought(ARMENIA, "cp_60_turk_determination")
    assert shifts(table) == {True: {"trench_1": -1}, False: {"trench_1": 1}}
    assert table.state.trench(table.space("eleskirt"))[0] == 0
    assert shifts(fought(ARMENIA)) == {True: {}, False: {}}


def test_cp_60_turk_determination_comes_too_late_against_a_flank_attack() -> None:
    """It is played after the attempt, which goes on."""
    clash = Clash(
        "adrianople", "tu_corps_01 tu_corps_02", "philippoli", "fr_1_army",
        beside="burgas fr_corps_02", war="tu bu gr", ap="salonika kavala philippoli kazanlik burgas",
    )  # fmt: skip
    table = declare(clash, "cp_60_turk_determination").dice(flank=6)
    assert "cp_60_turk_determination" in windows(table, "cp_60_turk_determination", flank=True)["defender_cards"]
    over(table)
    assert [fire.attacker for fire in table.battle.fires] == [True, False]
    assert shifts(table) == {True: {"trench_1": -1}, False: {"trench_1": 1}}


def haig(
    attackers: str, turn_played: int = 3, trench: int = 1, more: str = "", defenders: str = "ge_1_army ah_corps_02"
) -> Table:
    clash = replace(AMIENS, attackers=attackers, trench=trench, defenders=defenders, reserve="ge_corps_01")
    table = lay(clash).played("cp_61_haig", turn=turn_played).played(*more.split(), turn=1).dice(attacker=6, defender=1)
    table.attack("cambrai", *attackers.split())
    windows(table)
    while table.asks("defender_loss", "attacker_loss"):
        table.do(table.game.text(next(iter(table.game.options()))))
    return table


@pytest.mark.parametrize(
    ("attackers", "turn_played", "trench", "more", "offered"),
    [
        ("br_1_army br_2_army", 3, 1, "", True),
        ("br_1_army fr_1_army", 3, 1, "", True),
        ("fr_1_army fr_2_army", 3, 1, "", False),
        ("br_1_army br_2_army", 2, 1, "", False),
        ("br_1_army br_2_army", 3, 0, "", False),
        ("br_1_army br_2_army", 3, 1, "cp_50_blucher", False),
    ],
)
def test_cp_61_haig_lets_entrenched_germans_ignore_a_retreat(
    attackers: str, turn_played: int, trench: int, more: str, offered: bool
) -> None:
    """Against attacks with a British unit, this turn, and only before the offensives of 1918."""
    table = haig(attackers, turn_played, trench, more)
    assert (table.asks("retreat_option") and table.allows("ignore")) == offered


def test_cp_61_haig_germans_stay_and_others_go() -> None:
    table = haig("br_1_army br_2_army")
    table.do("ignore")
    while table.asks("retreat"):
        table.do(table.game.text(next(iter(table.game.options()))))
    over(table)
    assert table.in_("cambrai")
    assert "ah_corps_02" not in table.in_("cambrai")
    assert not table.events("advanced")
