"""The Central Powers' total war deck: the offensives of 1918, Russia's end, limits on attacks."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.pog.rules import mandated, targets
from tests.cards.support import (
    AMIENS,
    EAST,
    ITALY,
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
    shifts,
    windows,
)
from tests.support.table import AP, CP, Table

GREAT = "cp_54_h_l_take_command"
OFFENSIVES = ["cp_49_michael", "cp_50_blucher", "cp_51_peace_offensive"]
DUG_IN = replace(WEST, trench=2, played=GREAT)


@pytest.mark.parametrize(
    ("card", "clash"),
    [
        ("cp_35_mustard_gas", WEST),
        ("cp_40_air_superiority", WEST),
        ("cp_62_achtung_panzer", WEST),
        ("cp_49_michael", replace(WEST, played=GREAT)),
    ],
)
def test_attack_cards_that_add_one(card: str, clash: Clash) -> None:
    assert modifiers(fought(clash, card)) == {CP: 1, AP: 0}


# -- cards that cancel trenches (12.2.4) ------------------------------------------------------

CANCELLING = [
    ("cp_43_von_below", replace(ITALY, trench=2)),
    ("cp_44_von_hutier", replace(EAST, trench=2)),
    *((card, DUG_IN) for card in OFFENSIVES),
]


@pytest.mark.parametrize(("card", "clash"), CANCELLING)
def test_12_2_4_every_trench_effect_is_cancelled(card: str, clash: Clash) -> None:
    """Both sides' shifts; the trench does not let units stand."""
    assert shifts(fought(clash))[True]["trench_2"] == -2
    table = declare(clash, card, attacker=6)
    windows(table, card)
    while table.asks("defender_loss", "attacker_loss"):
        table.do(table.game.text(next(iter(table.game.options()))))
    assert not table.asks("retreat_option")
    over(table)
    assert "trench_2" not in shifts(table)[True] | shifts(table)[False]


@pytest.mark.parametrize("early", [True, False])
def test_12_2_4_played_before_the_flank_step_they_open_a_flank_attack(early: bool) -> None:
    """Played with the other cards they cancel the trench, but too late for a flank attempt."""
    table = declare(replace(DUG_IN, beside="brussels ge_2_army"), "cp_50_blucher")
    assert table.asks("trench_cards")
    table.do("play cp_50_blucher" if early else "finish")
    if table.asks("trench_cards"):
        table.do("finish")
    assert table.asks("flank") == early
    if not early:
        windows(table, "cp_50_blucher")
        assert "trench_2" not in shifts(table)[True]


def test_cp_44_von_hutier_fires_first() -> None:
    table = fought(EAST, "cp_44_von_hutier", attacker=6)
    assert [fire.attacker for fire in table.battle.fires][:1] == [True]
    plain = fought(replace(EAST, defenders="ru_corps_05", reserve=""), attacker=6)
    assert len(plain.battle.fires) == 2
    first = fought(replace(EAST, defenders="ru_corps_05", reserve=""), "cp_44_von_hutier", attacker=6)
    assert len(first.battle.fires) == 1  # nobody is left to answer


def test_12_3_3_a_failed_flank_attempt_beats_von_hutier() -> None:
    """The defender fires first."""
    clash = Clash("tannenberg", "ru_2_army", "insterberg", "ge_8_army", beside="konigsberg ge_corps_10")
    table = declare(clash, "cp_44_von_hutier").dice(flank=1)
    windows(table, "cp_44_von_hutier", flank=True)
    over(table)
    assert table.events("flank")[-1]["outcome"] == "failed"
    assert next(fire.attacker for fire in table.battle.fires) is False


@pytest.mark.parametrize(
    ("attacker", "defender", "advance", "change"), [(6, 1, True, 0), (6, 1, False, -1), (1, 6, False, -1)]
)
def test_cp_51_peace_offensive_costs_a_vp_without_an_advance(
    attacker: int, defender: int, advance: bool, change: int
) -> None:
    """Even if the defender stood or no full-strength unit was left."""
    table = declare(replace(WEST, played=GREAT), "cp_51_peace_offensive", attacker=attacker, defender=defender)
    windows(table, "cp_51_peace_offensive")
    while not table.events("combat_over") and not table.asks("advance"):
        table.do(table.game.text(next(iter(table.game.options()))))
    if table.asks("advance"):
        table.do("add ge_1_army", "step cambrai") if advance else table.do("finish")
        while table.asks("advance"):
            table.do("stop")
    over(table)
    penalty = [data["change"] for data in table.events("vp") if data["cause"] == "peace_offensive_without_advance"]
    assert sum(penalty) == change


def test_the_other_offensives_carry_no_penalty() -> None:
    for card in ("cp_49_michael", "cp_50_blucher"):
        assert fought(replace(WEST, played=GREAT), card, defender=6).state.vp == 10


# -- Alberich -----------------------------------------------------------------------------------


def test_cp_64_alberich_cancels_the_attack_and_gives_the_cards_back() -> None:
    """Cards played from hand return to it; the attackers and the space are still used up."""
    clash = replace(AMIENS, attackers="br_1_army", reserve="ge_corps_01")
    table = declare(clash, "ap_18_hurricane_barrage", "ap_19_air_superiority", "cp_64_alberich")
    windows(table, "ap_18_hurricane_barrage", "ap_19_air_superiority", "cp_64_alberich")
    assert not table.events("fire")
    assert {pile_of(table, card) for card in ("ap_18_hurricane_barrage", "ap_19_air_superiority")} == {"hand"}
    assert not {table.card("ap_18_hurricane_barrage"), table.card("ap_19_air_superiority")} & set(table.state.events)
    assert pile_of(table, "cp_64_alberich") == "removed"
    assert table.battle.winner == "cancelled"
    assert not table.asks("attack")
    assert table.where("br_1_army") == "amiens"


def test_cp_64_alberich_leaves_cards_face_up_where_they_are_and_unused() -> None:
    clash = replace(AMIENS, attackers="br_1_army", reserve="ge_corps_01", beside="")
    table = lay(clash, "cp_64_alberich").pile("table", AP, "ap_18_hurricane_barrage").dice(attacker=1, defender=1)
    table.put("calais", "br_2_army").put("ostend", "ge_corps_05").hold(CP, "brussels")
    table.operate(AP, 20).activate("!amiens", "!calais").do("add br_1_army", "target cambrai")
    windows(table, "ap_18_hurricane_barrage", "cp_64_alberich")
    assert pile_of(table, "ap_18_hurricane_barrage") == "table"
    assert table.asks("attack")
    assert table.offered("add") == {"br_2_army"}
    table.do("add br_2_army")
    assert table.offered("target") == {"ostend"}
    table.do("target ostend")
    assert "ap_18_hurricane_barrage" in windows(table)["attacker_cards"]


def test_cp_64_alberich_still_meets_a_mandated_offensive() -> None:
    table = lay(AMIENS, "cp_64_alberich")
    table.state.mandated[AP] = "fr"
    table.attack("cambrai", "fr_1_army")
    windows(table, "cp_64_alberich")
    assert table.state.mandated[AP] == "none"


# -- lasting events ------------------------------------------------------------------------------


def test_cp_36_u_boats_cost_british_points_until_convoy() -> None:
    for played, left in (("", 2), ("ap_52_convoy", 4)):
        table = Table(setup=True).played("cp_36_u_boats_unleashed").played(*played.split())
        table.state.rp = {"br": 4}
        assert table.phase("replacement_points").state.rp["br"] == left
    table = Table(setup=True).played("cp_36_u_boats_unleashed").phase("replacement_points")
    assert table.state.rp.get("br", 0) == 0  # never below zero


def test_cp_37_hoffmann_adds_one_to_later_cp_offensives() -> None:
    """The current one stays; a 6 still means none."""
    table = before("cp_37_hoffmann").at_war("it", "tu")
    table.state.mandated[CP] = "ah"
    table.choose(CP).do("event cp_37_hoffmann")
    assert table.state.mandated[CP] == "ah"
    boxes = [mandated.result_of(Table().at_war("it", "tu").state, CP, die) for die in range(1, 7)]
    assert [mandated.result_of(table.state, CP, die) for die in range(1, 6)] == [
        "none" if box == "ge" else box for box in boxes[1:]
    ]
    assert mandated.result_of(table.state, CP, 6) == "none"
    assert mandated.result_of(table.state, AP, 1) == "fr"


def test_cp_54_h_l_take_command_erases_german_offensives_and_opens_five_cards() -> None:
    table = before(GREAT)
    table.state.mandated[CP] = "ge"
    table.choose(CP).do(f"event {GREAT}")
    assert table.state.mandated[CP] == "none"
    assert mandated.result_of(table.state, CP, 4) == "none"
    for card in ("cp_36_u_boats_unleashed", "cp_37_hoffmann"):
        assert not legal(Table(setup=True).hand(CP, card), card)
        assert legal(Table(setup=True).played(GREAT).hand(CP, card), card)
    other = before(GREAT)
    other.state.mandated[CP] = "ah"
    assert other.choose(CP).do(f"event {GREAT}").state.mandated[CP] == "ah"


# -- Lloyd George and the mutiny ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attacker", "trench", "defenders", "turn_played", "more", "barred"),
    [
        ("br_1_army", 2, "ge_1_army", 3, "", True),
        ("br_1_army", 2, "ge_1_army ah_corps_02", 3, "", True),
        ("br_1_army", 1, "ge_1_army", 3, "", False),
        ("br_1_army", 2, "ah_1_army", 3, "", False),
        ("fr_1_army", 2, "ge_1_army", 3, "", False),
        ("br_cnd_corps", 2, "ge_1_army", 3, "", False),
        ("br_1_army", 2, "ge_1_army", 2, "", False),
        ("br_1_army", 2, "ge_1_army", 3, "cp_49_michael", False),
    ],
)
def test_cp_55_lloyd_george_keeps_the_british_from_level_2_trenches_with_germans(
    attacker: str, trench: int, defenders: str, turn_played: int, more: str, barred: bool
) -> None:
    """Until the end of the turn or the first offensive of 1918."""
    table = lay(replace(AMIENS, attackers=attacker, trench=trench, defenders=defenders, reserve=""))
    table.played("cp_55_lloyd_george", turn=turn_played).played(*more.split(), turn=1)
    table.state.rebuild()
    target = 1 << table.space("cambrai")
    assert bool(targets.possible(table.state, table.unit(attacker)) & target) != barred


@pytest.mark.parametrize("offensive", OFFENSIVES)
def test_cp_55_lloyd_george_not_after_a_great_offensive(offensive: str) -> None:
    assert not legal(before("cp_55_lloyd_george").played(offensive), "cp_55_lloyd_george")


@pytest.mark.parametrize(
    ("attackers", "target_mo", "mutiny", "vp"),
    [
        ("fr_1_army", "fr", True, 11),
        ("fr_1_army us_corps_01", "fr", True, 10),
        ("br_1_army", "fr", True, 10),
        ("fr_1_army", "br", True, 10),
        ("fr_1_army", "fr", False, 10),
    ],
)
def test_cp_47_french_mutiny_charges_french_attacks(attackers: str, target_mo: str, mutiny: bool, vp: int) -> None:
    """7.1.8: once a turn, at the declaration, unless stacked with a US unit."""
    table = lay(replace(AMIENS, attackers=attackers, war="us")).played(*["cp_47_french_mutiny"][: int(mutiny)])
    table.state.mandated[AP] = target_mo
    table.dice(attacker=1, defender=1).attack("cambrai", *attackers.split())
    assert table.state.vp == vp


def test_cp_47_french_mutiny_charges_once_a_turn() -> None:
    """The marker moves to None with the first offence; it counts as a missed offensive."""
    table = lay(replace(AMIENS, war="us")).played("cp_47_french_mutiny").put("verdun", "fr_2_army")
    table.state.mandated[AP] = "fr"
    table.put("metz", "ge_5_army").dice(attacker=[1, 1], defender=[1, 1]).attack("cambrai", "fr_1_army")
    assert (table.state.vp, table.state.mandated[AP], table.state.missed[AP]) == (11, "none", [3])
    windows(table)
    over(table)
    table.attack("metz", "fr_2_army")
    assert table.state.vp == 11


def test_cp_47_french_mutiny_excuses_a_missed_french_offensive() -> None:
    for mutiny, change in ((True, 0), (False, 1)):
        table = Table(setup=True).played(*["cp_47_french_mutiny"][: int(mutiny)])
        table.state.mandated = ["fr", "none"]
        assert table.phase("score").state.vp == 10 + change


def test_cp_65_prince_max_has_nothing_but_war_status_and_comes_before_turn_17() -> None:
    table = play("cp_65_prince_max")
    assert (table.state.war_status[CP], table.state.vp) == (3, 10)
    assert legal(before("cp_65_prince_max", turn=16), "cp_65_prince_max")
    assert not legal(before("cp_65_prince_max", turn=17), "cp_65_prince_max")
