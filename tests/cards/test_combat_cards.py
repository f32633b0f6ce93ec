"""Rules for all combat cards: who can play them when, their modifier, where they go (9.5.4)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.cards.support import (
    ALL_CARDS,
    AMIENS,
    ARMENIA,
    BRITISH,
    EAST,
    GALICIA,
    ISONZO,
    ITALY,
    MESOPOTAMIA,
    POLAND,
    PRUSSIA,
    RHINE,
    SERBIA,
    TURKS,
    VERDUN,
    WEST,
    Clash,
    declare,
    fought,
    lay,
    modifiers,
    offered,
    over,
    pile_of,
    side_of,
    spec_of,
    windows,
)
from tests.support.table import AP, CP, Table

GREAT = "cp_54_h_l_take_command"
SWAMP = Clash("kovel", "ru_3_army", "lublin", "ah_4_army", turn=5, cp="przemysl tarnow", fallen="przemysl")
TAURUS = replace(SERBIA, turn=4)
#: A combat that each combat card fits.
FITS: dict[str, Clash] = {
    "ap_04_pleve": EAST,
    "ap_05_putnik": SERBIA,
    "ap_06_withdrawal": WEST,
    "ap_07_severe_weather": TAURUS,
    "ap_18_hurricane_barrage": BRITISH,
    "ap_19_air_superiority": AMIENS,
    "ap_21_phosgene_gas": AMIENS,
    "ap_36_mine_attack": replace(BRITISH, trench=1),
    "ap_39_they_shall_not_pass": VERDUN,
    "ap_48_royal_tank_corps": replace(BRITISH, trench=2, played="ap_28_landships"),
    "ap_58_russian_guards": PRUSSIA,
    "ap_59_alpine_troops": ISONZO,
    "ap_61_maude": MESOPOTAMIA,
    "ap_63_backs_to_the_wall": replace(WEST, defenders="br_1_army", reserve="br_corps_01 ge_corps_01"),
    "cp_02_wireless_intercepts": Clash(
        "tannenberg", "ru_2_army", "insterberg", "ge_8_army", beside="konigsberg ge_corps_10", reserve="ru_corps_01"
    ),
    "cp_03_von_francois": EAST,
    "cp_04_severe_weather": Clash("gorlice", "ah_3_army", "tarnow", "ru_8_army", ap="przemysl lemberg tarnopol"),
    "cp_15_chlorine_gas": WEST,
    "cp_16_liman_von_sanders": ARMENIA,
    "cp_18_fortified_machine_guns": replace(AMIENS, trench=1, attackers="fr_1_army fr_2_army"),
    "cp_19_flamethrowers": WEST,
    "cp_26_place_of_execution": replace(VERDUN, played="cp_13_falkenhayn"),
    "cp_30_alpenkorps": replace(ITALY, defenders="it_1_army it_2_army"),
    "cp_31_kemal": ARMENIA,
    "cp_35_mustard_gas": WEST,
    "cp_40_air_superiority": WEST,
    "cp_43_von_below": replace(ITALY, trench=1),
    "cp_44_von_hutier": EAST,
    "cp_49_michael": replace(WEST, played=GREAT),
    "cp_50_blucher": replace(WEST, played=GREAT),
    "cp_51_peace_offensive": replace(WEST, played=GREAT),
    "cp_56_withdrawal": AMIENS,
    "cp_57_kaisertreu": GALICIA,
    "cp_60_turk_determination": ARMENIA,
    "cp_62_achtung_panzer": WEST,
    "cp_64_alberich": AMIENS,
}
CARDS = list(FITS)
#: The window that comes before the ordinary one, for the cards that have one.
EARLY = {
    "ap_48_royal_tank_corps": "trench_cards",
    "cp_02_wireless_intercepts": "flank",
    "cp_43_von_below": "trench_cards",
    "cp_44_von_hutier": "trench_cards",
    "cp_49_michael": "trench_cards",
    "cp_50_blucher": "trench_cards",
    "cp_51_peace_offensive": "trench_cards",
}
PLAIN_MODIFIER = {
    "ap_04_pleve": 1, "ap_05_putnik": 1, "ap_07_severe_weather": 2, "ap_18_hurricane_barrage": 1,
    "ap_19_air_superiority": 1, "ap_21_phosgene_gas": 1, "ap_36_mine_attack": 1, "ap_58_russian_guards": 1,
    "ap_59_alpine_troops": 1, "cp_03_von_francois": 1, "cp_04_severe_weather": 2, "cp_15_chlorine_gas": 1,
    "cp_16_liman_von_sanders": 1, "cp_18_fortified_machine_guns": 1, "cp_19_flamethrowers": 1,
    "cp_26_place_of_execution": 2, "cp_30_alpenkorps": 1, "cp_35_mustard_gas": 1, "cp_40_air_superiority": 1,
    "cp_49_michael": 1, "cp_57_kaisertreu": 1, "cp_62_achtung_panzer": 1,
}  # fmt: skip


def test_the_combats_cover_all_combat_cards() -> None:
    content = Table(**ALL_CARDS).system.content
    assert {card.name for card in content.cards if card.combat and not card.added} <= set(CARDS)
    assert all(content.cards[content.card_by_name[name]].combat for name in CARDS)


@pytest.mark.parametrize("card", CARDS)
def test_9_5_4_1_a_card_is_offered_in_its_window_only(card: str) -> None:
    """Attack cards to the attacker, the others to the defender; trench and flank cards before the dice."""
    clash = FITS[card]
    attacking = clash.attacking == side_of(card)
    wanted = {EARLY.get(card, "attacker_cards" if attacking else "defender_cards")}
    if EARLY.get(card) == "trench_cards":
        wanted.add("attacker_cards")  # 12.2.4: also later, without making a flank attempt possible
    assert offered(clash, card) == wanted


@pytest.mark.parametrize("card", CARDS)
def test_the_printed_role_agrees_with_the_window(card: str) -> None:
    role = spec_of(Table(**ALL_CARDS), card).role
    attacking = FITS[card].attacking == side_of(card)
    assert role in ("either", "attack" if attacking else "defense")


@pytest.mark.parametrize("card", CARDS)
def test_12_2_7_its_die_modifier(card: str) -> None:
    """Printed modifiers change the owner's fire and nobody else's."""
    clash = FITS[card]
    if card == "cp_64_alberich":
        clash = VERDUN  # no fire at all under Alberich
        table = fought(clash)
    else:
        table = fought(clash, card)
    side = side_of(card)
    assert modifiers(table).get(side, 0) == PLAIN_MODIFIER.get(card, 0)
    assert modifiers(table).get(1 - side, 0) == 0


@pytest.mark.parametrize("card", CARDS)
@pytest.mark.parametrize(("attacker", "defender"), [(6, 1), (1, 6)])
def test_9_5_4_2_and_3_where_it_goes_after_the_combat(card: str, attacker: int, defender: int) -> None:
    """Asterisk cards are removed, one-combat-a-turn cards are discarded, others stay face up with the winner."""
    table = fought(FITS[card], card, attacker=attacker, defender=defender)
    spec = spec_of(table, card)
    winner = table.battle.winner
    won = winner == ("attacker" if FITS[card].attacking == side_of(card) else "defender")
    kept = won or (card == "ap_39_they_shall_not_pass" and winner == "tie")
    if spec.remove:
        assert pile_of(table, card) == "removed"
    elif kept and card not in ("ap_36_mine_attack", "ap_48_royal_tank_corps", "cp_31_kemal"):
        assert pile_of(table, card) == "table"
    else:
        assert pile_of(table, card) == "discard"


KEEPERS = [card for card in CARDS if not spec_of(Table(**ALL_CARDS), card).remove]


@pytest.mark.parametrize("card", KEEPERS)
def test_9_5_4_2_both_ways_were_seen(card: str) -> None:
    """The two dice above really make the owner win once and lose once."""
    winners = {fought(FITS[card], card, attacker=a, defender=d).battle.winner for a, d in ((6, 1), (1, 6))}
    assert winners == {"attacker", "defender"}


@pytest.mark.parametrize("card", KEEPERS)
def test_9_5_4_2_a_card_face_up_is_offered_again(card: str) -> None:
    """Once an Action Round (9.5.4.4), and under its own conditions."""
    table = lay(FITS[card]).pile("table", side_of(card), card).dice(attacker=1, defender=1)
    clash = FITS[card]
    table.attack(clash.target, *clash.attackers.split())
    assert card in set().union(*windows(table).values())
    table = lay(FITS[card]).pile("table", side_of(card), card).dice(attacker=1, defender=1)
    table.operate(clash.attacking, 20).activate(f"!{clash.origin}")
    table.state.cards_used |= 1 << table.card(card)
    table.attack(clash.target, *clash.attackers.split())
    assert card not in set().union(*windows(table).values(), set())


DEFENSIVE = [card for card in CARDS if FITS[card].attacking != side_of(card)]


@pytest.mark.parametrize("card", DEFENSIVE)
def test_14_3_4_a_defender_out_of_supply_denies_the_card(card: str) -> None:
    """One such unit with supplied ones is enough."""
    clash = FITS[card]
    lost = {AP: "fr_corps_05" if clash.target in ("plock", "valjevo") else "ru_corps_05", CP: ""}[side_of(card)]
    if lost:
        clash = replace(clash, defenders=f"{clash.defenders} {lost}")
        assert offered(clash, card) == set()
        return
    table = lay(clash, card).dice(attacker=1, defender=1)
    target = table.space(clash.target)
    table.hold(AP, *table.names(table.system.rules.board.solid[target]))
    assert not all(table.supplied(unit) for unit in clash.defenders.split())
    table.attack(clash.target, *clash.attackers.split())
    assert "defender_cards" not in windows(table)


@pytest.mark.parametrize("card", ["cp_26_place_of_execution", "cp_49_michael"])
def test_9_5_1_3_war_status_of_a_combat_card_counts_when_it_is_committed(card: str) -> None:
    table = declare(FITS[card], card)
    table.do(f"play {card}")
    assert (table.state.war_status[CP], table.state.combined) == (1, 1)


@pytest.mark.parametrize("card", [card for card in CARDS if FITS[card].played])
def test_the_event_that_opens_a_combat_card_is_needed(card: str) -> None:
    """Landships for tanks, Falkenhayn for Verdun, Hindenburg and Ludendorff for 1918."""
    assert offered(replace(FITS[card], played=""), card) == set()


@pytest.mark.parametrize("card", CARDS)
def test_3_0_no_card_beside_a_lone_fort(card: str) -> None:
    """No card can be played against a fort alone, or for it, unless the card depends only on the attackers."""
    if FITS[card].attacking == side_of(card):
        return
    clash = replace(VERDUN, defenders="", war=FITS[card].war, played=FITS[card].played, turn=FITS[card].turn)
    if side_of(card) == CP:
        clash = Clash("metz", "", "verdun", "fr_1_army", turn=FITS[card].turn, war=FITS[card].war)
    table = declare(clash, card)
    assert "defender_cards" not in windows(table)
    over(table)


#: Combats that look similar but do not fit the card.
UNFIT: list[tuple[str, str, Clash]] = [
    ("ap_04_pleve", "no Russian", WEST),
    ("ap_05_putnik", "a Montenegrin is no Serb", Clash("cetinje", "mn_corps", "mostar", "ah_6_army")),
    ("ap_05_putnik", "1916", replace(SERBIA, turn=8)),
    ("ap_07_severe_weather", "spring in the mountains", replace(SERBIA, turn=5)),
    ("ap_07_severe_weather", "clear ground", replace(WEST, turn=4)),
    ("ap_07_severe_weather", "August and September are no season", replace(SERBIA, turn=2)),
    ("cp_04_severe_weather", "summer", replace(FITS["cp_04_severe_weather"], turn=6)),
    ("ap_07_severe_weather", "a swamp in winter", replace(SWAMP, turn=4)),
    ("ap_18_hurricane_barrage", "only French", AMIENS),
    ("ap_18_hurricane_barrage", "Australians", replace(BRITISH, attackers="br_aus_corps")),
    ("ap_18_hurricane_barrage", "Canadians", replace(BRITISH, attackers="br_cnd_corps")),
    ("ap_18_hurricane_barrage", "Portuguese", replace(BRITISH, attackers="br_pt_corps")),
    ("ap_18_hurricane_barrage", "defending", FITS["ap_63_backs_to_the_wall"]),
    ("ap_19_air_superiority", "Belgians", replace(AMIENS, attackers="be_1_army")),
    ("ap_19_air_superiority", "Canadians", replace(AMIENS, attackers="br_cnd_corps")),
    ("ap_21_phosgene_gas", "only British", BRITISH),
    ("ap_36_mine_attack", "no trench", BRITISH),
    ("ap_36_mine_attack", "only French", replace(AMIENS, trench=1)),
    ("ap_36_mine_attack", "Canadians", replace(BRITISH, trench=1, attackers="br_cnd_corps")),
    ("ap_39_they_shall_not_pass", "no fort", WEST),
    ("ap_39_they_shall_not_pass", "a destroyed fort", replace(VERDUN, fallen="verdun")),
    ("ap_39_they_shall_not_pass", "no French unit", replace(VERDUN, defenders="br_1_army", reserve="br_corps_01")),
    (
        "ap_48_royal_tank_corps", "a forest",
        Clash("sedan", "ge_1_army", "cambrai", "br_1_army", trench=1, played="ap_28_landships"),
    ),
    ("ap_48_royal_tank_corps", "only French", replace(AMIENS, trench=1, played="ap_28_landships")),
    (
        "ap_48_royal_tank_corps", "Australians",
        replace(BRITISH, trench=1, attackers="br_aus_corps", played="ap_28_landships"),
    ),
    ("ap_48_royal_tank_corps", "clear, but in Mesopotamia", replace(MESOPOTAMIA, trench=1, played="ap_28_landships")),
    ("ap_58_russian_guards", "defending", EAST),
    ("ap_59_alpine_troops", "a British corps joins", replace(ISONZO, attackers="it_1_army br_corps_01")),
    ("ap_61_maude", "not from Basra's line", replace(BRITISH, attackers="br_corps_01", reserve="")),
    ("ap_61_maude", "Australians", replace(MESOPOTAMIA, attackers="br_aus_corps")),
    ("ap_63_backs_to_the_wall", "a corps only", replace(WEST, defenders="br_corps_01", reserve="")),
    ("ap_63_backs_to_the_wall", "a French army only", WEST),
    (
        "ap_63_backs_to_the_wall", "not in France or Belgium",
        replace(ITALY, defenders="br_1_army", reserve="br_corps_01"),
    ),
    ("cp_02_wireless_intercepts", "one space only", EAST),
    (
        "cp_02_wireless_intercepts", "a Briton among them",
        replace(FITS["cp_02_wireless_intercepts"], defenders="ru_2_army br_corps_01"),
    ),
    ("cp_03_von_francois", "only Austrians attack", POLAND),
    ("cp_03_von_francois", "no Russians", WEST),
    ("cp_15_chlorine_gas", "only Austrians", POLAND),
    ("cp_19_flamethrowers", "only Austrians", POLAND),
    ("cp_35_mustard_gas", "only Austrians", POLAND),
    ("cp_40_air_superiority", "only Austrians", POLAND),
    ("cp_16_liman_von_sanders", "no Turk", EAST),
    (
        "cp_16_liman_von_sanders", "Senussi are no Turks",
        Clash("alexandria", "br_corps_01", "libya", "tu_sn_corps", war="tu"),
    ),
    ("cp_18_fortified_machine_guns", "no trench", AMIENS),
    ("cp_18_fortified_machine_guns", "no German", replace(GALICIA, trench=1)),
    ("cp_26_place_of_execution", "no fort", replace(WEST, played="cp_13_falkenhayn")),
    ("cp_26_place_of_execution", "a destroyed fort", replace(VERDUN, fallen="verdun", played="cp_13_falkenhayn")),
    ("cp_26_place_of_execution", "only Austrians", replace(VERDUN, attackers="ah_1_army", played="cp_13_falkenhayn")),
    ("cp_26_place_of_execution", "after H-L", replace(VERDUN, played=f"cp_13_falkenhayn {GREAT}")),
    ("cp_30_alpenkorps", "a plain", WEST),
    ("cp_30_alpenkorps", "only Austrians", replace(ITALY, attackers="ah_5_army")),
    ("cp_31_kemal", "no Turk", PRUSSIA),
    ("cp_31_kemal", "a Turk without strength", replace(ARMENIA, defenders="tu_corps_01-")),
    (
        "cp_31_kemal", "Senussi are no Turks",
        Clash("libya", "tu_sn_corps", "alexandria", "br_ne_army", war="tu"),
    ),
    ("cp_31_kemal", "attacking", TURKS),
    ("cp_43_von_below", "a Briton among them", replace(ITALY, defenders="it_1_army br_corps_01")),
    ("cp_43_von_below", "only Austrians attack", replace(ITALY, attackers="ah_5_army")),
    ("cp_44_von_hutier", "no Russians", WEST),
    ("cp_44_von_hutier", "only Austrians", POLAND),
    ("cp_49_michael", "only Austrians", replace(POLAND, played=GREAT)),
    ("cp_50_blucher", "only Austrians", replace(POLAND, played=GREAT)),
    ("cp_51_peace_offensive", "only Austrians", replace(POLAND, played=GREAT)),
    ("cp_56_withdrawal", "attacking", WEST),
    ("ap_06_withdrawal", "attacking", AMIENS),
    ("cp_57_kaisertreu", "only Germans", PRUSSIA),
    ("cp_60_turk_determination", "there is a trench", replace(ARMENIA, trench=1)),
    ("cp_60_turk_determination", "no Turk", GALICIA),
    ("cp_62_achtung_panzer", "a forest", Clash("sedan", "fr_1_army", "koblenz", "ge_1_army")),
    ("cp_62_achtung_panzer", "only Austrians", POLAND),
    ("cp_64_alberich", "not in France or Belgium", RHINE),
    ("cp_64_alberich", "attacking", WEST),
]  # fmt: skip


@pytest.mark.parametrize(("card", "why", "clash"), UNFIT, ids=[f"{card}: {why}" for card, why, _ in UNFIT])
def test_9_5_4_1_1_a_combat_that_does_not_suit_the_card(card: str, why: str, clash: Clash) -> None:
    table = declare(clash, card)
    if clash.attacking != side_of(card) and table.state.combat is not None:
        assert not table.state.combat.unsupplied  # otherwise the window would be closed for that reason
    assert card not in set().union(*windows(table).values(), set()), why


#: Combats that fit the card although something about them might suggest otherwise.
ALSO_FIT: list[tuple[str, str, Clash]] = [
    ("ap_04_pleve", "attacking", PRUSSIA),
    ("ap_05_putnik", "Fall 1915", replace(SERBIA, turn=7)),
    ("ap_05_putnik", "attacking", Clash("sarajevo", "ah_6_army", "valjevo", "sb_1_army")),
    ("ap_07_severe_weather", "a swamp in fall", replace(SWAMP, turn=3)),
    ("ap_07_severe_weather", "mountains in fall", replace(SERBIA, turn=3)),
    ("ap_07_severe_weather", "a swamp in spring", Clash("kovel", "ru_3_army", "lublin", "ah_4_army", turn=5, cp="przemysl tarnow", fallen="przemysl")),
    ("ap_18_hurricane_barrage", "with Australians", replace(BRITISH, attackers="br_1_army br_aus_corps")),
    ("ap_19_air_superiority", "British", BRITISH),
    ("ap_48_royal_tank_corps", "Germany", replace(RHINE, trench=1, played="ap_28_landships")),
    ("ap_48_royal_tank_corps", "no trench", replace(BRITISH, played="ap_28_landships")),
    ("cp_03_von_francois", "others beside the Russians", replace(EAST, defenders="ru_2_army br_corps_01")),
    ("cp_15_chlorine_gas", "with Austrians", replace(EAST, attackers="ge_8_army ah_1_army")),
    ("cp_16_liman_von_sanders", "attacking", TURKS),
    ("cp_18_fortified_machine_guns", "one German among Austrians", replace(GALICIA, trench=1, defenders="ah_3_army ge_corps_02")),
    ("cp_30_alpenkorps", "out of the mountains", Clash("tarnow", "ru_8_army", "gorlice", "ge_11_army")),
    ("cp_31_kemal", "a weak Turk beside a strong one", replace(ARMENIA, defenders="tu_corps_01- tu_corps_02")),
    ("cp_44_von_hutier", "others beside the Russians", replace(EAST, defenders="ru_2_army br_corps_01")),
    ("cp_57_kaisertreu", "attacking", POLAND),
    ("cp_62_achtung_panzer", "a trench", replace(WEST, trench=1)),
    ("cp_64_alberich", "Belgium", Clash("brussels", "ge_1_army", "cambrai", "br_1_army", cp="sedan")),
]  # fmt: skip


@pytest.mark.parametrize(("card", "why", "clash"), ALSO_FIT, ids=[f"{card}: {why}" for card, why, _ in ALSO_FIT])
def test_9_5_4_1_1_a_combat_that_suits_the_card_as_well(card: str, why: str, clash: Clash) -> None:
    assert offered(clash, card), why


def test_9_5_4_several_cards_may_be_committed_to_one_combat() -> None:
    """Their modifiers add up; the die stays at 6 at most."""
    table = fought(WEST, "cp_15_chlorine_gas", "cp_19_flamethrowers", "cp_40_air_superiority", attacker=4)
    assert modifiers(table)[CP] == 3
    assert table.battle.fires[0].die_used == 6


def test_9_5_4_1_the_attacker_commits_before_the_defender() -> None:
    table = declare(BRITISH, "ap_18_hurricane_barrage", "cp_64_alberich")
    assert table.asks("attacker_cards")
    assert table.game.actor == AP
    table.do("finish")
    assert table.asks("defender_cards")
    assert table.game.actor == CP
