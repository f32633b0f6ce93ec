"""The Allied total war deck: late combat cards, operations with an event, America, the Near East."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.pog.rules import war_status
from tests.cards.support import (
    ALL_CARDS,
    AMIENS,
    ARMENIA,
    BRITISH,
    GALICIA,
    PRUSSIA,
    RHINE,
    VERDUN,
    WEST,
    Clash,
    before,
    declare,
    fought,
    lay,
    legal,
    modifiers,
    offered,
    over,
    pile_of,
    play,
    price,
    shifts,
    windows,
)
from tests.support.table import AP, CP, Table


def with_event(card: str, clash: Clash, *hands: str, attacker: int = 1, defender: int = 1) -> Table:
    """Play the event and use its OPS to attack."""
    table = lay(clash, card, *hands).dice(attacker=attacker, defender=defender).choose(AP)
    table.do(f"event {card}")
    origins = [clash.origin, *clash.beside.split()[:1]]
    table.activate(*(f"!{space}" for space in origins))
    return table.attack(clash.target, *clash.attackers.split(), *clash.beside.split()[1:])


# -- Yanks and Tanks, Kerensky, Brusilov -------------------------------------------------------


@pytest.mark.parametrize(("attackers", "drm"), [("us_1_army", 2), ("fr_1_army us_corps_01", 2), ("fr_1_army", 0)])
def test_ap_35_yanks_and_tanks_for_every_attack_with_americans(attackers: str, drm: int) -> None:
    """In this action round only."""
    clash = replace(AMIENS, attackers=attackers, war="us")
    table = with_event("ap_35_yanks_and_tanks", clash)
    windows(table)
    over(table)
    assert modifiers(table) == {AP: drm, CP: 0}
    assert modifiers(fought(replace(clash, played="ap_35_yanks_and_tanks")))[AP] == 0


def test_ap_35_yanks_and_tanks_shut_out_alberich() -> None:
    table = with_event("ap_35_yanks_and_tanks", AMIENS, "cp_64_alberich")
    assert "cp_64_alberich" not in windows(table).get("defender_cards", set())
    assert "defender_cards" in offered(AMIENS, "cp_64_alberich")


KERENSKY = replace(GALICIA, played="cp_52_fall_of_the_tsar")


def test_ap_45_kerensky_helps_one_russian_attack_on_allies_of_germany() -> None:
    """Asked before any combat card; plus two."""
    table = with_event("ap_45_kerensky_offensive", KERENSKY)
    assert table.asks("kerensky_option")
    table.do("use")
    windows(table)
    over(table)
    assert modifiers(table) == {AP: 2, CP: 0}


def test_ap_45_kerensky_is_spent_on_one_attack_and_can_be_kept_for_a_later_one() -> None:
    clash = replace(KERENSKY, beside="kamenets_podolski ru_4_army")
    table = lay(clash, "ap_45_kerensky_offensive").put("czernowitz", "ah_corps_05").choose(AP)
    table.dice(attacker=[1, 1], defender=[1, 1]).do("event ap_45_kerensky_offensive").activate(
        "!dubno", "!kamenets_podolski"
    )
    table.do("add ru_8_army", "target tarnopol", "decline")
    windows(table)
    while not table.asks("attack"):
        table.do(table.game.text(next(iter(table.game.options()))))
    table.do("add ru_4_army", "target czernowitz")
    assert table.asks("kerensky_option")
    table.do("use")
    windows(table)
    assert [sum(d.value for d in data["fire"].drms) for data in table.events("fire") if data["fire"].attacker] == [0, 2]


@pytest.mark.parametrize(
    "clash",
    [
        replace(PRUSSIA, played="cp_52_fall_of_the_tsar"),
        replace(AMIENS, played="cp_52_fall_of_the_tsar"),
        replace(GALICIA, played="cp_52_fall_of_the_tsar", defenders="ge_8_army"),
    ],
)
def test_ap_45_kerensky_not_against_germans_alone_nor_for_others(clash: Clash) -> None:
    assert not with_event("ap_45_kerensky_offensive", clash).asks("kerensky_option")


def test_ap_45_kerensky_between_the_tsar_and_the_bolsheviks() -> None:
    assert not legal(
        before("ap_45_kerensky_offensive").played("cp_53_bolshevik_revolution"), "ap_45_kerensky_offensive"
    )
    assert legal(before("ap_45_kerensky_offensive"), "ap_45_kerensky_offensive")


BRUSILOV = replace(GALICIA, trench=2)


def test_ap_46_brusilov_adds_one_to_every_russian_attack() -> None:
    table = with_event("ap_46_brusilov_offensive", PRUSSIA)
    assert not table.asks("brusilov_option")  # 12.2.4: Germans are there
    windows(table)
    over(table)
    assert modifiers(table) == {AP: 1, CP: 0}
    table = with_event("ap_46_brusilov_offensive", AMIENS)
    windows(table)
    over(table)
    assert modifiers(table) == {AP: 0, CP: 0}


def test_ap_46_brusilov_wants_a_russian_among_the_attackers() -> None:
    """French against Austrians in a trench: the event does not apply."""
    french = replace(AMIENS, defenders="ah_3_army", trench=1)
    assert not with_event("ap_46_brusilov_offensive", french).asks("brusilov_option")


@pytest.mark.parametrize(("choice", "shift"), [("use", {}), ("decline", {"trench_2": -2})])
def test_ap_46_brusilov_cancels_the_trench_of_one_attack(choice: str, shift: dict[str, int]) -> None:
    """Asked before the flank step; the defender's shift is cancelled too."""
    table = with_event("ap_46_brusilov_offensive", BRUSILOV)
    assert table.asks("brusilov_option")
    table.do(choice)
    windows(table)
    over(table)
    assert shifts(table)[True] == shift
    assert bool(shifts(table)[False]) == (choice == "decline")


def test_ap_46_brusilov_may_be_spent_without_a_trench_to_forestall_turk_determination() -> None:
    """Note to 12.2.4."""
    turks = replace(ARMENIA, attackers="ru_cau_army")
    table = with_event("ap_46_brusilov_offensive", turks, "cp_60_turk_determination")
    table.do("use")
    windows(table, "cp_60_turk_determination")
    over(table)
    assert shifts(table)[True] == {}


def test_ap_46_a_trench_that_brusilov_cancels_is_still_one_to_turk_determination() -> None:
    """CP 60 needs a space without a trench; it would change nothing anyway."""
    turks = replace(ARMENIA, attackers="ru_cau_army", trench=1)
    table = with_event("ap_46_brusilov_offensive", turks, "cp_60_turk_determination")
    table.do("use")
    seen = windows(table)
    assert not any("cp_60_turk_determination" in cards for cards in seen.values())


@pytest.mark.parametrize("defenders", ["ge_8_army", "ah_3_army ge_corps_02"])
def test_ap_46_brusilov_wants_no_german_in_the_space(defenders: str) -> None:
    assert not with_event("ap_46_brusilov_offensive", replace(BRUSILOV, defenders=defenders)).asks("brusilov_option")


# -- combat cards ----------------------------------------------------------------------------------


@pytest.mark.parametrize("trench", [1, 2])
def test_ap_36_mine_attack_wants_a_trench_and_is_gone_after_one_combat(trench: int) -> None:
    table = fought(replace(BRITISH, trench=trench, attackers="br_1_army br_2_army"), "ap_36_mine_attack", attacker=6)
    assert modifiers(table) == {AP: 1, CP: 0}
    assert table.battle.winner == "attacker"
    assert pile_of(table, "ap_36_mine_attack") == "discard"


def test_ap_39_they_shall_not_pass_cancels_the_retreat_and_is_spent() -> None:
    """Without the card the same dice force the French to retreat."""
    assault = replace(VERDUN, defenders="fr_1_army fr_2_army", attackers="ge_5_army ge_1_army")
    plain = fought(assault, attacker=5)
    assert plain.events("retreated")
    table = fought(assault, "ap_39_they_shall_not_pass", attacker=5)
    assert table.battle.winner == "attacker"
    assert not table.events("retreated")
    assert table.in_("verdun")
    assert pile_of(table, "ap_39_they_shall_not_pass") == "discard"


def test_ap_39_they_shall_not_pass_stays_through_wins_and_ties() -> None:
    """12.2.11: an exception to the discard after a tie, which applies to other cards."""
    assert pile_of(fought(VERDUN, "ap_39_they_shall_not_pass", defender=6), "ap_39_they_shall_not_pass") == "table"
    ties = 0
    for attacker in range(1, 7):
        for defender in range(1, 7):
            table = fought(VERDUN, "ap_39_they_shall_not_pass", attacker=attacker, defender=defender)
            if table.battle.winner == "tie":
                ties += 1
                assert pile_of(table, "ap_39_they_shall_not_pass") == "table"
    assert ties


@pytest.mark.parametrize("trench", [1, 2])
def test_ap_48_royal_tank_corps_lifts_the_shifts_of_trenches_only(trench: int) -> None:
    """Both sides' shifts; standing and Fortified Machine Guns remain; one combat, then discarded."""
    clash = replace(BRITISH, trench=trench, played="ap_28_landships", attackers="br_1_army br_2_army")
    assert shifts(fought(clash)) == {True: {f"trench_{trench}": -trench}, False: {f"trench_{trench}": 1}}
    table = declare(clash, "ap_48_royal_tank_corps", "cp_18_fortified_machine_guns", attacker=6)
    windows(table, "ap_48_royal_tank_corps", "cp_18_fortified_machine_guns")
    while table.asks("defender_loss", "attacker_loss"):
        table.do(table.game.text(next(iter(table.game.options()))))
    assert table.asks("retreat_option")
    assert table.offered("hold")
    over(table)
    assert shifts(table) == {True: {}, False: {}}
    assert modifiers(table)[CP] == 1
    assert pile_of(table, "ap_48_royal_tank_corps") == "discard"


def test_ap_48_royal_tank_corps_opens_no_flank() -> None:
    """The trench still forbids the attempt."""
    clash = replace(BRITISH, trench=1, played="ap_28_landships", beside="calais br_2_army")
    table = declare(clash, "ap_48_royal_tank_corps")
    assert "flank" not in windows(table, "ap_48_royal_tank_corps")
    assert "flank" in windows(declare(replace(clash, trench=0)))


def test_ap_48_royal_tank_corps_shuts_out_alberich_in_its_combat() -> None:
    clash = replace(BRITISH, trench=1, played="ap_28_landships")
    table = declare(clash, "ap_48_royal_tank_corps", "cp_64_alberich")
    assert "cp_64_alberich" not in windows(table, "ap_48_royal_tank_corps").get("defender_cards", set())
    assert "cp_64_alberich" in windows(declare(clash, "cp_64_alberich"))["defender_cards"]


def test_ap_48_royal_tank_corps_in_germany() -> None:
    clash = replace(RHINE, trench=1, played="ap_28_landships")
    assert shifts(fought(clash, "ap_48_royal_tank_corps"))[True] == {}


def test_ap_63_backs_to_the_wall_cancels_the_retreat_and_leaves_the_game_in_any_case() -> None:
    clash = replace(WEST, defenders="br_1_army", reserve="br_corps_01 ge_corps_01")
    for attacker, defender in ((6, 1), (1, 6)):
        table = fought(clash, "ap_63_backs_to_the_wall", attacker=attacker, defender=defender)
        assert not table.events("retreated")
        assert pile_of(table, "ap_63_backs_to_the_wall") == "removed"
    assert fought(clash, attacker=6).events("retreated")


# -- events ------------------------------------------------------------------------------------------


def test_ap_37_independent_air_force_silences_rathenau_and_scores_war_status() -> None:
    table = play("ap_37_independent_air_force").played("cp_33_walter_rathenau")
    assert table.phase("replacement_points").state.rp.get("ge", 0) == 0
    assert table.state.war_status[AP] == 1


def test_ap_40_14_points_end_the_peace_offers_of_the_cp() -> None:
    """The Allies can still make offers."""
    table = play("ap_40_14_points")
    assert table.state.vp == 9
    for side, vp, expected in ((CP, 15, False), (AP, 5, True)):
        again = Table(setup=True).played("ap_40_14_points")
        again.state.vp = vp
        assert again.choose(side).allows("peace") == expected
    plain = Table(setup=True)
    plain.state.vp = 15
    assert plain.choose(CP).allows("peace")


def test_ap_49_sinai_pipeline_lifts_the_sinai_for_the_allies() -> None:
    """12.2.7: -3 for attacks made only from Sinai, before; the CP keep theirs."""
    gaza = Clash("beersheba", "tu_corps_01", "sinai", "br_corps_01", war="tu", fallen="beersheba", turn=5)
    assert modifiers(fought(gaza))[AP] == -3
    assert modifiers(fought(replace(gaza, played="ap_49_sinai_pipeline")))[AP] == 0
    egypt = Clash("cairo", "br_corps_01", "sinai", "tu_corps_01", war="tu", turn=5, played="ap_49_sinai_pipeline")
    assert modifiers(fought(egypt))[CP] == -3


@pytest.mark.parametrize("opened", ["cp_49_michael", "cp_50_blucher", "cp_51_peace_offensive"])
def test_ap_51_everyone_into_battle_after_a_great_german_offensive(opened: str) -> None:
    table = Table(setup=True, **ALL_CARDS).played(opened).hand(AP, "ap_51_everyone_into_battle")
    assert legal(table, "ap_51_everyone_into_battle")


@pytest.mark.parametrize(
    ("space", "units", "turn_played", "cost"),
    [
        ("amiens", "fr_1_army br_1_army it_1_army", 3, 1),
        ("amiens", "fr_1_army br_1_army it_1_army", 2, 3),
        ("verona", "it_1_army br_corps_01 fr_corps_01", 3, 1),
        ("sinai", "br_corps_01 fr_corps_01", 3, 2),
    ],
)
def test_ap_51_everyone_into_battle_makes_allied_stacks_one_nation(
    space: str, units: str, turn_played: int, cost: int
) -> None:
    """In Italy, France and Belgium, until the end of the turn."""
    table = Table(**ALL_CARDS).at_war("it", "tu").put(space, *units.split())
    assert price(table.played("ap_51_everyone_into_battle", turn=turn_played), AP, space, "for_movement") == cost


def test_ap_52_convoy_ends_the_u_boats() -> None:
    """VP −1; the British points are whole again."""
    table = play("ap_52_convoy")
    assert table.state.vp == 9
    table.state.rp = {"br": 4}
    assert table.phase("replacement_points").state.rp["br"] == 4


@pytest.mark.parametrize(("combined", "expected"), [(29, False), (30, True)])
def test_ap_54_zimmermann_telegram_at_30_before_its_own_points(combined: int, expected: bool) -> None:
    table = Table(setup=True, **ALL_CARDS).hand(AP, "ap_54_zimmermann_telegram")
    table.state.combined = combined
    assert legal(table, "ap_54_zimmermann_telegram") == expected
    if expected:
        table.do("event ap_54_zimmermann_telegram")
        assert (table.state.vp, table.state.us_entry, table.state.combined) == (9, 2, 32)
        assert not legal(table.hand(AP, "ap_26_lusitania").choose(AP), "ap_26_lusitania")


def test_ap_55_over_there_needs_a_later_turn_and_brings_american_points() -> None:
    """16.3.3, 16.3.4, 17.1.8: each Allied RP card gives one US RP more."""
    table = Table(setup=True, **ALL_CARDS).played("ap_54_zimmermann_telegram").hand(AP, "ap_55_over_there")
    assert not legal(table, "ap_55_over_there")
    table = play("ap_55_over_there")
    assert table.state.us_entry == 3
    table.hand(AP, "ap_02_blockade").choose(AP).do("rp ap_02_blockade")
    assert table.state.rp["us"] == 2


def test_16_3_2_the_us_marker_follows_the_combined_war_status() -> None:
    table = Table(setup=True)
    table.state.combined = 30
    war_status.update_tracks(table.state)
    assert table.state.us_entry == 1


@pytest.mark.parametrize("die", range(1, 7))
def test_ap_62_the_sixtus_affair_is_one_roll_for_low_war_status(die: int) -> None:
    """Whatever the war status is, and nobody may accept."""
    card = "ap_62_the_sixtus_affair"
    table = Table(setup=True, **ALL_CARDS).hand(AP, card).dice(peace=die)
    table.state.combined = 35
    table.choose(AP).do(f"event {card}")
    line = next(line for line in table.system.content.peace_terms if line.side == AP and not line.combined_min)
    assert table.state.vp == 10 + line.results[die - 1]
    assert table.kind != "answer_peace"
    assert table.game.result is None


def test_ap_65_influenza_stops_rp_plays_of_both_sides_for_the_turn() -> None:
    """Points recorded before remain, and the Replacement Phase takes place."""
    for side, card in ((AP, "ap_02_blockade"), (CP, "cp_05_landwehr")):
        table = play("ap_65_influenza").hand(side, card)
        table.state.rp = {"ge": 4}
        table.choose(side)
        assert table.offered("rp") == set()
        assert card in table.offered("ops") & table.offered("sr")
        assert table.phase("replacement_points").state.rp["ge"] == 4
        later = Table(setup=True, turn=4, **ALL_CARDS).played("ap_65_influenza", turn=3).hand(side, card)
        assert later.choose(side).offered("rp") == {card}
