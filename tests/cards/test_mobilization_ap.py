"""The Allied mobilization deck: events and combat cards."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.cards.support import (
    ALL_CARDS,
    EAST,
    SERBIA,
    WEST,
    before,
    declare,
    fought,
    legal,
    pile_of,
    play,
    price,
    windows,
)
from tests.support.table import AP, CP, Table


@pytest.mark.parametrize(("turn", "change"), [(3, 0), (4, -1), (5, 0), (8, -1), (12, -1), (16, -1), (20, -1)])
def test_ap_02_blockade_scores_every_winter_the_turn_of_play_included(turn: int, change: int) -> None:
    table = play("ap_02_blockade", turn=turn)
    assert table.state.vp == 10
    assert table.phase("score").state.vp == 10 + change
    assert Table(setup=True, turn=turn).phase("score").state.vp == 10


def test_ap_04_pleve_modifies_attack_and_defence_and_leaves_the_game() -> None:
    for clash in (
        EAST,
        replace(EAST, target="tannenberg", defenders="ge_8_army", origin="plock", attackers="ru_2_army"),
    ):
        assert pile_of(fought(clash, "ap_04_pleve"), "ap_04_pleve") == "removed"


def test_ap_05_putnik_helps_one_combat_of_an_action_round_and_both_halves() -> None:
    """Kept after a win it can defend in the CP half and attack in the Allied half of the round."""
    table = fought(SERBIA, "ap_05_putnik", attacker=1, defender=6)
    assert pile_of(table, "ap_05_putnik") == "table"
    while table.asks("attack"):
        table.do("decline")
    table.dice(attacker=1, defender=1).attack("sarajevo", "sb_1_army")
    assert "ap_05_putnik" in windows(table)["attacker_cards"]


def test_ap_06_withdrawal_gives_a_corps_step_back_and_all_go_one_space() -> None:
    """12.6; the chapter has its own tests."""
    clash = replace(WEST, defenders="fr_1_army fr_corps_02")
    table = declare(clash, "ap_06_withdrawal", attacker=2, defender=1)
    windows(table, "ap_06_withdrawal")
    while not table.asks("retreat"):
        table.do(table.game.text(next(iter(table.game.options()))))
    assert not table.reduced("fr_corps_02")
    assert {loss["result"] for loss in table.events("loss")} >= {"restored"}
    while table.asks("retreat"):
        table.do(table.game.text(next(iter(table.game.options()))))
    assert table.where("fr_corps_02") != "cambrai"
    assert {len(data["path"]) for data in table.events("retreated")} == {1}


def test_ap_07_severe_weather_adds_two_to_the_defence_only() -> None:
    table = fought(replace(SERBIA, turn=4), "ap_07_severe_weather")
    assert [fire.drms[0].value for fire in table.battle.fires if not fire.attacker] == [2]


def test_ap_09_moltke_only_in_august_and_september() -> None:
    for turn, expected in ((1, True), (2, True), (3, False)):
        assert legal(before("ap_09_moltke", turn=turn), "ap_09_moltke") == expected


@pytest.mark.parametrize(
    ("space", "units", "events", "cost"),
    [
        ("cambrai", "ge_1_army ge_2_army ge_corps_01", "ap_09_moltke", 3),
        ("cambrai", "ge_1_army ge_2_army ge_corps_01", "", 1),
        ("cambrai", "ge_1_army ah_1_army", "ap_09_moltke", 2),
        ("brussels", "ge_1_army ge_2_army", "ap_09_moltke", 2),
        ("koblenz", "ge_1_army ge_2_army", "ap_09_moltke", 1),
        ("cambrai", "ge_1_army ge_2_army", "ap_09_moltke cp_13_falkenhayn", 1),
        ("cambrai", "ge_11_army ge_corps_01", "ap_09_moltke cp_29_11th_army", 2),
        ("cambrai", "ah_1_army ge_corps_01 ge_corps_02", "ap_09_moltke cp_10_sud_army", 3),
    ],
)
@pytest.mark.parametrize("use", ["for_combat", "for_movement"])
def test_ap_09_moltke_charges_each_unit_in_belgium_and_france(
    space: str, units: str, events: str, cost: int, use: str
) -> None:
    """Movement and combat, non-German units too; it overrides Sud Army and 11th Army; until Falkenhayn."""
    table = Table().put(space, *units.split()).played(*events.split()).hold(CP, "sedan", "cambrai")
    table.put("amiens", "fr_1_army").put("ostend", "br_1_army").put("verdun", "fr_2_army")
    assert price(table, CP, space, use) == cost


def test_ap_12_entrench_digs_under_a_supplied_army_and_opens_entrenching() -> None:
    table = play("ap_12_entrench")
    places = table.offered("place")
    assert "sedan" in places
    assert "verdun" not in places  # a trench is there already
    table.do("place sedan")
    assert table.state.trench(table.space("sedan")) == (1, AP)


def test_ap_12_entrench_closes_the_other_one_for_good_and_is_not_for_august_1914_historically() -> None:
    assert not legal(before("ap_12_entrench").played("cp_06_entrench"), "ap_12_entrench")
    assert not legal(before("ap_12_entrench", "historical", turn=1), "ap_12_entrench")
    assert legal(before("ap_12_entrench", "historical", turn=2), "ap_12_entrench")
    assert legal(before("ap_12_entrench", turn=1), "ap_12_entrench")


@pytest.mark.parametrize(("level", "expected"), [(0, True), (1, False), (2, False)])
def test_ap_13_rape_of_belgium_while_the_allies_mobilize(level: int, expected: bool) -> None:
    table = before("ap_13_rape_of_belgium")
    table.state.commitment[AP] = level
    assert legal(table, "ap_13_rape_of_belgium") == expected
    if expected:
        assert table.do("event ap_13_rape_of_belgium").state.vp == 9


# -- optional cards ----------------------------------------------------------------------------


@pytest.mark.parametrize("space", ["paris", "amiens", "rouen", "chateau_thierry", "orleans", "melun"])
def test_ap_56_paris_taxis_restore_a_french_army_in_or_beside_paris(space: str) -> None:
    """Supply does not matter; nothing but a reduced French army will do."""
    card = "ap_56_paris_taxis"
    table = Table(**ALL_CARDS).put(space, "fr_5_army-").hold_all(CP, "fr").hold(AP, space).hand(AP, card)
    assert legal(table, card)
    table.do(f"event {card}")
    assert not table.reduced("fr_5_army")


@pytest.mark.parametrize(
    ("space", "unit"),
    [("cambrai", "fr_5_army-"), ("paris", "fr_5_army"), ("paris", "fr_corps_01-"), ("paris", "br_1_army-")],
)
def test_ap_56_paris_taxis_not_for_others(space: str, unit: str) -> None:
    table = Table(**ALL_CARDS).put(space, unit).hand(AP, "ap_56_paris_taxis")
    assert not legal(table, "ap_56_paris_taxis")


def test_ap_56_paris_taxis_the_choice_is_the_players() -> None:
    table = Table(**ALL_CARDS).put("paris", "fr_5_army-").put("melun", "fr_6_army-").hand(AP, "ap_56_paris_taxis")
    table.choose(AP).do("event ap_56_paris_taxis")
    assert table.offered("flip") == {"fr_5_army", "fr_6_army"}
    table.do("flip fr_6_army")
    assert table.reduced("fr_5_army")


@pytest.mark.parametrize(
    ("space", "units", "expected"),
    [
        ("minsk", "ru_1_army", True),
        ("minsk", "ru_1_army ru_corps_01", False),
        ("lemberg", "ru_1_army", False),
        ("tbilisi", "ru_cau_army", False),
        ("minsk", "ru_corps_01", False),
    ],
)
def test_ap_57_russian_cavalry_beside_a_supplied_army_in_russia_with_room_for_two(
    space: str, units: str, expected: bool
) -> None:
    """Never on the Near East map; no reinforcement, so another Russian card may be played in the turn."""
    card = "ap_57_russian_cavalry"
    table = Table(**ALL_CARDS).put(space, *units.split()).hand(AP, card)
    table.state.reinforced = ["ru"]
    assert legal(table, card) == expected
    if expected:
        table.do(f"event {card}")
        assert table.in_(space) == {units, "ru_cav_corps_1", "ru_cav_corps_2"}
        assert table.state.reinforced == ["ru"]


def test_ap_57_russian_cavalry_wants_an_army_in_supply() -> None:
    table = Table(**ALL_CARDS).put("minsk", "ru_1_army").hand(AP, "ap_57_russian_cavalry")
    table.hold(CP, *table.names(table.system.rules.board.solid[table.space("minsk")]))
    assert not legal(table, "ap_57_russian_cavalry")


def test_ap_57_russian_cavalry_replaces_no_army() -> None:
    """An army lost with only cavalry in reserve gets no replacement."""
    table = fought(
        replace(EAST, defenders="ru_2_army-", attackers="ge_8_army ge_1_army", reserve="ru_cav_corps_1"), attacker=6
    )
    assert table.where("ru_cav_corps_1") == "ap_reserve_box"
