"""The cards that take Russia out of the war (16.4)."""

from __future__ import annotations

import pytest

from engine.pog.rules import mandated, targets, war_status
from tests.cards.support import ALL_CARDS, legal, price
from tests.support.table import AP, CP, Table


def tsar(combined: int, *held: str) -> Table:
    table = Table(setup=True, **ALL_CARDS).played("cp_28_tsar_takes_command", turn=1).hold(CP, *held)
    table.state.combined, table.state.russian = combined, 2
    war_status.update_tracks(table.state)
    return table.hand(CP, "cp_52_fall_of_the_tsar")


@pytest.mark.parametrize(
    ("combined", "held", "expected"), [(30, 2, False), (30, 3, True), (33, 0, True), (32, 0, False)]
)
def test_cp_52_fall_of_the_tsar_at_33_with_the_russian_vp_spaces(combined: int, held: int, expected: bool) -> None:
    """16.4.4."""
    table = tsar(combined, *("warsaw", "lodz", "vilna")[:held])
    assert legal(table, "cp_52_fall_of_the_tsar") == expected


@pytest.mark.parametrize(("romania", "vp"), [(False, 13), (True, 11)])
def test_cp_52_fall_of_the_tsar_scores_three_while_romania_is_neutral(romania: bool, vp: int) -> None:
    table = tsar(33, "warsaw")
    if romania:
        table.at_war("ro")
    table.choose(CP).do("event cp_52_fall_of_the_tsar")
    assert table.state.vp == vp
    assert table.state.tsar_fell_count == 1
    assert table.state.russian == 4


@pytest.mark.parametrize(
    ("units", "use", "cost"),
    [
        ("ru_1_army", "for_combat", 1),
        ("ru_1_army ru_2_army ru_corps_05", "for_combat", 3),
        ("ru_1_army ru_2_army", "for_movement", 1),
        ("ru_1_army ru_2_army ro_corps_01", "for_combat", 3),
    ],
)
def test_cp_52_after_the_tsar_russian_attacks_cost_one_for_each_unit(units: str, use: str, cost: int) -> None:
    """One more for each Russian after the first."""
    table = Table(**ALL_CARDS).at_war("ro").put("dubno", *units.split()).put("tarnopol", "ah_3_army")
    assert price(table.played("cp_52_fall_of_the_tsar"), AP, "dubno", use) == cost


def revolution(count: int, *held: str, fell: int = 2) -> Table:
    table = Table(setup=True, **ALL_CARDS).played("cp_52_fall_of_the_tsar", turn=fell).hold(CP, *held)
    table.state.russian, table.state.tsar_fell_count = 4, count
    war_status.update_tracks(table.state)
    return table.hand(CP, "cp_53_bolshevik_revolution")


def test_cp_53_bolshevik_revolution_with_one_more_space_or_all_seven_in_a_later_turn() -> None:
    """16.4.6; Baku counts for the first condition but not the second."""
    card = "cp_53_bolshevik_revolution"
    europe = ("warsaw", "lodz", "riga", "vilna", "minsk", "kiev", "odessa")
    assert legal(revolution(1, "warsaw", "lodz"), card)
    assert legal(revolution(1, "warsaw", "baku"), card)
    assert not legal(revolution(2, "warsaw", "lodz"), card)
    assert legal(revolution(7, *europe), card)
    assert not legal(revolution(7, *europe[:6], "baku"), card)
    assert not legal(revolution(1, "warsaw", "lodz", fell=3), card)


def test_cp_53_bolshevik_revolution_ends_russian_offensives_and_cuts_the_points() -> None:
    """One RP a turn at most (16.4.7)."""
    table = revolution(1, "warsaw", "lodz")
    table.state.mandated[AP] = "ru"
    table.choose(CP).do("event cp_53_bolshevik_revolution")
    assert table.state.mandated[AP] == "none"
    assert mandated.result_of(table.state, AP, 6) == "none"
    table.state.rp = {"ru": 8}
    assert table.phase("replacement_points").state.rp["ru"] == 2


def test_cp_45_brest_litovsk_ends_the_war_in_the_east() -> None:
    """No Russian attacks and none on Russians, except by Turks in the Near East (16.4.9)."""
    table = Table(**ALL_CARDS).at_war("tu").put("dubno", "ru_8_army").put("tarnopol", "ah_3_army", "ge_corps_02")
    table.put("erivan", "ru_corps_02").put("eleskirt", "tu_corps_01", "ge_corps_03").played(
        "cp_53_bolshevik_revolution", turn=1
    )
    table.hand(CP, "cp_45_treaty_of_brest_litovsk").choose(CP).do("event cp_45_treaty_of_brest_litovsk")
    assert table.state.russian == 7
    table.state.rebuild()
    dubno, tarnopol, erivan = (1 << table.space(space) for space in ("dubno", "tarnopol", "erivan"))
    assert not targets.possible(table.state, table.unit("ru_8_army")) & tarnopol
    assert not targets.possible(table.state, table.unit("ah_3_army")) & dubno
    assert not targets.possible(table.state, table.unit("ge_corps_02")) & dubno
    assert targets.possible(table.state, table.unit("tu_corps_01")) & erivan
    assert not targets.possible(table.state, table.unit("ge_corps_03")) & erivan


@pytest.mark.parametrize(
    ("space", "others", "interned"),
    [
        ("minsk", (), False),
        ("tannenberg", (), False),
        ("lemberg", (), False),
        ("kars", (), False),
        ("bucharest", (), False),
        ("salonika", (), True),
        ("tabriz", (), True),
        ("minsk", ("br_corps_02",), True),
    ],
)
def test_cp_45_brest_litovsk_interns_russians_abroad_or_among_other_allies(
    space: str, others: tuple[str, ...], interned: bool
) -> None:
    """To the eliminated box, armies too."""
    table = Table(**ALL_CARDS).at_war("ro", "gr", "tu").put(space, "ru_8_army", *others)
    table.played("cp_53_bolshevik_revolution", turn=1).hand(CP, "cp_45_treaty_of_brest_litovsk").choose(CP)
    table.do("event cp_45_treaty_of_brest_litovsk")
    assert table.where("ru_8_army") == ("ap_eliminated_box" if interned else space)


def test_cp_63_russian_desertions_reduce_up_to_four() -> None:
    """On the map or in reserve, full strength only; fewer if the CP chooses."""
    card = "cp_63_russian_desertions"
    table = Table(**ALL_CARDS).played("cp_52_fall_of_the_tsar").put("minsk", "ru_1_army", "ru_2_army-", "br_corps_01")
    table.reserve("ru_corps_01", "ru_corps_02", "ru_corps_03", "ru_corps_04").eliminated("ru_corps_05")
    table.hand(CP, card).choose(CP).do(f"event {card}")
    assert table.offered("flip") == {"ru_1_army", "ru_corps_01", "ru_corps_02", "ru_corps_03", "ru_corps_04"}
    table.do("flip ru_1_army", "flip ru_corps_01", "flip ru_corps_02", "flip ru_corps_03")
    assert not table.asks("russian_desertions")
    assert table.reduced("ru_1_army")
    assert not table.reduced("ru_corps_04")
