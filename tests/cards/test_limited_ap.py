"""The Allied limited war deck: entries, combat cards, Salonika and related cards."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.cards.support import (
    ALL_CARDS,
    AMIENS,
    BRITISH,
    ISONZO,
    MESOPOTAMIA,
    PRUSSIA,
    WEST,
    Clash,
    before,
    declare,
    fought,
    legal,
    modifiers,
    offered,
    over,
    pile_of,
    play,
    tables_used,
    windows,
)
from tests.support.table import AP, CP, Table

# -- neutral entries (9.5.2) ---------------------------------------------------------------------

ENTRIES = ["ap_16_romania", "ap_17_italy", "ap_44_greece", "cp_34_bulgaria"]


@pytest.mark.parametrize("card", ENTRIES)
def test_9_5_2_2_one_neutral_entry_a_turn_of_both_sides_together(card: str) -> None:
    table = before(card)
    table.state.neutral_entry_turn = table.state.turn
    assert not legal(table, card)
    table = before(card)
    table.state.neutral_entry_turn = table.state.turn - 1
    assert legal(table, card)


@pytest.mark.parametrize("card", ENTRIES)
def test_9_5_2_2_an_entry_uses_up_the_turn(card: str) -> None:
    table = play(card)
    assert table.state.neutral_entry_turn == table.state.turn


def test_ap_16_romania_sets_up_two_corps_in_bucharest_and_four_elsewhere() -> None:
    """4.2.2: four different Romanian spaces, each empty; Romania opens and is at war."""
    table = play("ap_16_romania")
    assert table.in_("bucharest") == {"ro_corps_01", "ro_corps_02"}
    lands = table.names(table.system.rules.board.lands("ro"))
    assert table.offered("place") == lands - {"bucharest"}
    table.do("place jassy")
    assert "jassy" not in table.offered("place")
    table.do("place galatz", "place caracal", "place ploesti")
    assert table.asks("choose_action") or not table.asks("neutral_setup")
    assert {table.owner(space) for space in lands} == {AP}
    assert "ro" in table.state.at_war


def test_ap_16_romania_not_after_the_fall_of_the_tsar() -> None:
    assert not legal(before("ap_16_romania").played("cp_52_fall_of_the_tsar"), "ap_16_romania")


def test_ap_17_italy_comes_with_reduced_armies_and_trenches_by_the_list() -> None:
    table = play("ap_17_italy")
    for army, space in (
        ("it_1_army", "verona"),
        ("it_2_army", "udine"),
        ("it_3_army", "maggiore"),
        ("it_4_army", "asiago"),
    ):
        assert table.where(army) == space
        assert table.reduced(army)
    assert table.where("it_corps_05") == "turin"
    assert table.where("it_corps_06") == "rome"
    assert table.where("it_corps_07") == "taranto"
    assert {table.where(f"it_corps_0{number}") for number in (1, 2, 3, 4)} == {"ap_reserve_box"}
    assert not table.reduced("it_corps_05")
    assert table.owner("rome") == AP


@pytest.mark.parametrize(("level", "italy", "change"), [(2, False, 1), (1, False, 0), (2, True, 0)])
def test_ap_17_italy_still_neutral_at_allied_total_war_costs_a_vp_a_turn(level: int, italy: bool, change: int) -> None:
    """9.5.2.5.1."""
    table = Table(setup=True, turn=9)
    if italy:
        table.at_war("it")
    table.state.commitment = [level, 1]
    table.phase("score")
    assert table.state.vp == 10 + change


@pytest.mark.parametrize("card", ["ap_16_romania", "ap_17_italy"])
def test_9_5_2_5_late_entries_are_events_or_discards_only(card: str) -> None:
    """CP at Total War, Allies not."""
    for commitment, plain in (([1, 2], False), ([2, 2], True), ([1, 1], True)):
        table = before(card)
        table.state.commitment = commitment
        table.choose(AP)
        assert card in table.offered("event")
        assert {verb: card in table.offered(verb) for verb in ("ops", "sr", "rp")} == dict.fromkeys(
            ("ops", "sr", "rp"), plain
        )
        table = before(card)
        table.state.commitment = commitment
        table.phase("ap_discard")
        assert (card in table.offered("discard") if table.asks("discard") else False) != plain


# -- combat cards ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "clash"),
    [
        ("ap_18_hurricane_barrage", BRITISH),
        ("ap_19_air_superiority", BRITISH),
        ("ap_19_air_superiority", AMIENS),
        ("ap_21_phosgene_gas", AMIENS),
        ("ap_58_russian_guards", PRUSSIA),
        ("ap_59_alpine_troops", ISONZO),
    ],
)
def test_attack_cards_that_add_one(card: str, clash: Clash) -> None:
    assert modifiers(fought(clash, card)) == {AP: 1, CP: 0}


def test_ap_61_maude_fires_on_the_army_table_with_corps() -> None:
    """Only British units connected to a supplied Basra."""
    assert tables_used(fought(MESOPOTAMIA))[True] == "corps"
    assert tables_used(fought(MESOPOTAMIA, "ap_61_maude"))[True] == "army"
    mixed = replace(MESOPOTAMIA, attackers="br_corps_01 br_aus_corps")
    assert offered(mixed, "ap_61_maude") == set()
    assert offered(replace(MESOPOTAMIA, attackers="br_corps_01 br_corps_02"), "ap_61_maude")


def test_ap_61_maude_from_egypt_is_no_maude() -> None:
    """In supply, but not connected to Basra."""
    egypt = Clash("gaza", "tu_corps_01", "sinai", "br_corps_01", war="tu", fallen="gaza", turn=5)
    assert offered(egypt, "ap_61_maude") == set()


# -- events ------------------------------------------------------------------------------------------


def test_ap_23_cloak_and_dagger_shows_the_hand_to_one_player_and_operates() -> None:
    """A revealed hand cannot be undone (2 OPS follow)."""
    table = before("ap_23_cloak_and_dagger").hand(CP, "cp_05_landwehr", "cp_10_sud_army").choose(AP)
    table.do("event ap_23_cloak_and_dagger")
    seen = next(event for event in table.told if event.kind == "hand_seen")
    assert seen.data == {"side": AP, "count": 2}
    assert seen.secret == {AP: {"cards": tuple(sorted((table.card("cp_05_landwehr"), table.card("cp_10_sud_army"))))}}
    assert table.asks("activate")
    assert table.game.undoable(AP) == 0


@pytest.mark.parametrize("extra", ["", "ap_54_zimmermann_telegram"])
def test_ap_26_lusitania_after_blockade_and_before_zimmermann(extra: str) -> None:
    table = before("ap_26_lusitania").played(*extra.split())
    assert legal(table, "ap_26_lusitania") == (not extra)
    if not extra:
        table.do("event ap_26_lusitania")
        assert (table.state.vp, table.state.war_status[AP]) == (9, 2)


def test_ap_28_landships_open_the_royal_tank_corps_and_do_nothing_else() -> None:
    table = play("ap_28_landships")
    assert (table.state.vp, table.state.combined) == (10, 0)
    clash = replace(BRITISH, trench=1)
    assert offered(clash, "ap_48_royal_tank_corps") == set()
    assert offered(replace(clash, played="ap_28_landships"), "ap_48_royal_tank_corps")


# -- Salonika (9.5.2.4) ------------------------------------------------------------------------------


def test_ap_30_salonika_lands_up_to_three_corps_and_half_opens_greece() -> None:
    """BR and FR corps from ports and the Reserve Box; Greek corps are set up frozen."""
    table = Table(**ALL_CARDS).reserve("br_corps_01", "fr_corps_01", "br_aus_corps", "it_corps_01", "br_bef_corps")
    table.put("le_havre", "br_corps_02").put("paris", "fr_corps_02").hand(AP, "ap_30_salonika").choose(AP)
    table.do("event ap_30_salonika")
    assert table.offered("send") == {"br_corps_01", "fr_corps_01", "br_corps_02"}
    assert not table.allows("finish")
    table.do("send br_corps_02")
    assert table.allows("finish")
    table.do("send fr_corps_01", "send br_corps_01")
    assert not table.asks("salonika")
    assert table.in_("salonika") == {"br_corps_01", "fr_corps_01", "br_corps_02"}
    assert table.owner("salonika") == AP
    assert [table.where(f"gr_corps_0{n}") for n in (1, 2, 3)] == ["florina", "larisa", "athens"]
    assert table.state.greek_limited
    closed = table.names(table.state.closed)
    assert {"florina", "larisa", "athens"} <= closed
    assert not {"salonika", "kavala"} & closed
    assert "gr" not in table.state.at_war


def test_ap_30_salonika_counts_as_an_sr() -> None:
    """9.3.3: not right after the side's own SR, and no SR right after it."""
    table = before("ap_30_salonika")
    table.state.actions[AP].append(("sr", 0))
    assert not legal(table, "ap_30_salonika")
    table = play("ap_30_salonika", "send br_corps_01")
    if table.asks("salonika"):
        table.do("finish")
    assert table.state.actions[AP][-1][0] == "sr"
    table.hand(AP, "ap_02_blockade").choose(AP)
    assert table.offered("sr") == set()


def test_ap_30_salonika_uses_up_no_neutral_entry() -> None:
    table = before("ap_30_salonika")
    table.state.neutral_entry_turn = table.state.turn
    assert legal(table, "ap_30_salonika")


@pytest.mark.parametrize(("owner", "expected"), [(AP, True), (CP, False)])
def test_ap_30_salonika_with_greece_at_war_must_be_friendly(owner: int, expected: bool) -> None:
    table = before("ap_30_salonika").at_war("gr").hold(owner, "salonika")
    assert legal(table, "ap_30_salonika") == expected


def test_ap_30_salonika_stacking_binds() -> None:
    table = before("ap_30_salonika").at_war("gr").put("salonika", "fr_corps_03", "fr_corps_04", "fr_corps_05")
    assert not legal(table, "ap_30_salonika")


def test_ap_44_greece_releases_the_corps_that_salonika_froze() -> None:
    """They stay where they are; without Salonika they are placed now."""
    table = play("ap_30_salonika", "send br_corps_01")
    if table.asks("salonika"):
        table.do("finish")
    table.hand(AP, "ap_44_greece").choose(AP).do("event ap_44_greece")
    assert [table.where(f"gr_corps_0{n}") for n in (1, 2, 3)] == ["florina", "larisa", "athens"]
    assert not {"florina", "larisa", "athens"} & table.names(table.state.closed)
    fresh = play("ap_44_greece")
    assert [fresh.where(f"gr_corps_0{n}") for n in (1, 2, 3)] == ["florina", "larisa", "athens"]
    assert not fresh.reduced("gr_corps_01")


# -- Grand Fleet and the Czechs ---------------------------------------------------------------------


def test_ap_33_grand_fleet_stops_the_vp_of_the_high_seas_fleet() -> None:
    table = play("ap_33_grand_fleet")
    assert table.state.vp == 10


@pytest.mark.parametrize("last", ["ops", "event"])
def test_ap_33_grand_fleet_only_straight_after_the_high_seas_fleet(last: str) -> None:
    table = before("ap_33_grand_fleet")
    table.state.actions[CP].append((last, 0))
    assert not legal(table, "ap_33_grand_fleet")


def test_ap_60_czech_legion_comes_from_the_dead_of_austria() -> None:
    """An Austrian corps leaves the eliminated box permanently; without one the legion still arrives."""
    table = before("ap_60_czech_legion").eliminated("ah_corps_09").choose(AP).do("event ap_60_czech_legion")
    assert table.where("ru_czl_corps") == "ap_reserve_box"
    assert table.where("ah_corps_09") not in ("cp_eliminated_box", "cp_reserve_box")
    table = play("ap_60_czech_legion")
    assert table.where("ru_czl_corps") == "ap_reserve_box"


def test_the_optional_cards_join_only_when_they_are_chosen() -> None:
    optional = {"ap_58_russian_guards", "ap_59_alpine_troops", "ap_60_czech_legion", "ap_61_maude"}
    for options, joined in ((ALL_CARDS, optional), ({}, set())):
        table = Table(setup=True, turn=4, **options)
        table.state.war_status[AP] = 4
        table.phase("commitment")
        assert optional & table.card_names(table.state.deck[AP]) == joined


def test_a_discarded_event_card_is_not_gone() -> None:
    """9.5.1.2: an event without an asterisk is discarded, and so is a combat card that lost."""
    table = declare(WEST, "cp_40_air_superiority", attacker=1, defender=6)
    windows(table, "cp_40_air_superiority")
    assert pile_of(over(table), "cp_40_air_superiority") == "discard"
