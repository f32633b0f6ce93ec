"""Reinforcement cards (9.5.3): which units arrive where and when, once per nation and turn."""

from __future__ import annotations

import pytest

from tests.cards.support import ALL_CARDS, legal, pile_of, side_of, spec_of
from tests.support.table import AP, CP, Table

BOX = "reserve"
OVER_THERE = "ap_54_zimmermann_telegram ap_55_over_there"
#: Card: nation, {unit: place}, nations at war, events played before.
ROWS: dict[str, tuple[str, dict[str, str], str, str]] = {
    "ap_01_british_reinforcements": ("br", {"br_2_army": "london", "br_corps_05": BOX}, "", ""),
    "ap_03_russian_reinforcements": ("ru", {"ru_11_army": "moscow", "ru_corps_14": BOX}, "", ""),
    "ap_08_russian_reinforcements": ("ru", {"ru_corps_15": BOX, "ru_corps_16": BOX}, "", ""),
    "ap_10_french_reinforcements": ("fr", {"fr_10_army": "paris"}, "", ""),
    "ap_11_russian_reinforcements": ("ru", {"ru_9_army": "petrograd", "ru_10_army": "kharkov"}, "", ""),
    "ap_14_british_reinforcements": ("br", {"br_1_army": "london", "br_corps_06": BOX}, "", ""),
    "ap_15_british_reinforcements": ("br", {"br_4_army": "london", "br_corps_07": BOX}, "", ""),
    "ap_20_british_reinforcements": ("br", {"br_aus_corps": BOX, "br_cnd_corps": BOX}, "", ""),
    "ap_22_italian_reinforcements": ("it", {"it_5_army": "rome"}, "it", ""),
    "ap_24_french_reinforcements": ("fr", {"fr_7_army": "paris"}, "", ""),
    "ap_25_russian_reinforcements": (
        "ru", {"ru_6_army": "moscow", "ru_7_army": "moscow", "ru_corps_17": BOX, "ru_corps_18": BOX}, "", "",
    ),
    "ap_29_yudenitch": ("ru", {"ru_cau_army": "tbilisi"}, "", ""),
    "ap_31_mef": ("br", {"br_mef_army": "mef_2"}, "tu", ""),
    "ap_32_russian_reinforcements": ("ru", {"ru_12_army": "petrograd"}, "", ""),
    "ap_34_british_reinforcements": ("br", {"br_3_army": "london", "br_corps_08": BOX, "br_corps_09": BOX}, "", ""),
    "ap_38_usa_reinforcements": ("us", {"us_corps_01": BOX}, "", OVER_THERE),
    "ap_41_arab_northern_army": ("br", {"br_ana_corps": "arabia"}, "tu", ""),
    "ap_42_british_reinforcements": ("br", {"br_5_army": "london", "br_corps_10": BOX, "br_pt_corps": BOX}, "", ""),
    "ap_43_usa_reinforcements": (
        "us", {"us_1_army": "bordeaux", "us_corps_02": BOX, "us_corps_03": BOX}, "us", OVER_THERE,
    ),
    "ap_47_usa_reinforcements": ("us", {"us_2_army": "le_havre", "us_corps_04": BOX}, "us", OVER_THERE),
    "ap_50_allenby": ("br", {"br_ne_army": "alexandria"}, "tu", "ap_49_sinai_pipeline"),
    "ap_53_army_of_the_orient": ("fr", {"fr_orient_army": "paris"}, "", ""),
    "ap_64_usa_reinforcements": ("us", {"us_corps_05": BOX, "us_corps_06": BOX}, "us", OVER_THERE),
    "cp_07_german_reinforcements": ("ge", {"ge_9_army": "breslau"}, "", ""),
    "cp_12_german_reinforcements": ("ge", {"ge_10_army": "essen", "ge_corps_12": BOX, "ge_corps_13": BOX}, "", ""),
    "cp_14_austria_hungary_reinforcements": (
        "ah", {"ah_7_army": "budapest", "ah_corps_10": BOX, "ah_corps_11": BOX}, "", "",
    ),
    "cp_20_austria_hungary_reinforcements": ("ah", {"ah_10_army": "vienna"}, "", ""),
    "cp_21_german_reinforcements": ("ge", {"ge_11_army": "berlin", "ge_corps_14": BOX}, "", ""),
    "cp_22_german_reinforcements": ("ge", {"ge_12_army": "essen", "ge_corps_15": BOX}, "", ""),
    "cp_23_austria_hungary_reinforcements": ("ah", {"ah_11_army": "vienna"}, "", ""),
    "cp_24_libyan_revolt": ("tu", {"tu_sn_corps": "libya"}, "tu", ""),
    "cp_38_german_reinforcements": ("ge", {"ge_corps_16": BOX, "ge_corps_17": BOX}, "", ""),
    "cp_39_german_reinforcements": ("ge", {"ge_corps_18": BOX, "ge_corps_19": BOX}, "", ""),
    "cp_41_german_reinforcements": ("ge", {"ge_14_army": "essen"}, "", ""),
    "cp_42_turkish_reinforcements": ("tu", {"tu_yld_army": "constantinople"}, "tu", ""),
    "cp_46_german_reinforcements": ("ge", {"ge_17_army": "essen", "ge_18_army": "breslau"}, "", ""),
    "cp_48_turkish_reinforcements": ("tu", {"tu_aoi_army": "constantinople"}, "tu", ""),
}  # fmt: skip
CARDS = list(ROWS)


def ready(card: str, turn: int = 5) -> Table:
    """The card is in hand and all its conditions are met."""
    _, _, war, played = ROWS[card]
    table = Table(setup=True, turn=turn, **ALL_CARDS).at_war(*war.split()).played(*played.split(), turn=1)
    return table.hand(side_of(card), card)


def test_the_rows_are_all_reinforcement_cards() -> None:
    content = Table(**ALL_CARDS).system.content
    assert {card.name for card in content.cards if card.reinforcement_nation} == set(CARDS)


@pytest.mark.parametrize("card", CARDS)
def test_9_5_3_2_units_arrive_at_full_strength_where_the_card_says(card: str) -> None:
    """Corps in the Reserve Box, armies where chosen among the legal spaces (9.5.3.3)."""
    nation, units, _, _ = ROWS[card]
    table = ready(card)
    side, spec = side_of(card), spec_of(table, card)
    table.choose(side).do(f"event {card}")
    waiting = [place for unit, place in units.items() if table.where(unit) not in (place, f"{_box(side)}")]
    while table.asks("place_reinforcement"):
        table.do(f"place {waiting.pop(0)}")
    for unit, place in units.items():
        assert table.where(unit) == (_box(side) if place == BOX else place)
        assert not table.reduced(unit)
    assert {arrival.unit for arrival in spec.arrivals} == {table.unit(unit) for unit in units}
    assert table.state.reinforced == [nation]
    assert pile_of(table, card) == "removed"
    assert table.state.war_status[side] == spec.war_status


def _box(side: int) -> str:
    return "cp_reserve_box" if side == CP else "ap_reserve_box"


@pytest.mark.parametrize("card", CARDS)
def test_9_5_3_1_none_in_august_1914_and_one_a_nation_and_turn(card: str) -> None:
    """Another nation's card in the same turn does not matter; a new turn frees the nation."""
    nation = ROWS[card][0]
    assert legal(ready(card), card)
    assert not legal(ready(card, turn=1), card)
    second = ready(card)
    second.state.reinforced = [nation]
    assert not legal(second, card)
    other = ready(card)
    other.state.reinforced = [name for name in ("br", "fr", "ru", "it", "us", "ge", "ah", "tu") if name != nation]
    assert legal(other, card)


@pytest.mark.parametrize("card", [card for card, row in ROWS.items() if row[2] in ("it", "tu")])
def test_9_5_3_1_the_nation_must_be_at_war(card: str) -> None:
    """Italian and Turkish cards, ANA; MEF and Allenby can still arrive at London (9.5.3.4)."""
    table = Table(setup=True, turn=5, **ALL_CARDS).played(*ROWS[card][3].split()).hand(side_of(card), card)
    assert legal(table, card) == (card in ("ap_31_mef", "ap_50_allenby"))


@pytest.mark.parametrize("card", [card for card, row in ROWS.items() if row[0] == "us"])
def test_16_3_4_americans_come_after_over_there_and_not_past_the_u_boats(card: str) -> None:
    """Even in the turn of Over There; Convoy ends the ban of U-Boats Unleashed."""
    table = Table(setup=True, turn=5, **ALL_CARDS).played("ap_54_zimmermann_telegram").hand(AP, card)
    assert not legal(table, card)
    table = Table(setup=True, turn=5, **ALL_CARDS).played("ap_55_over_there", turn=5).hand(AP, card)
    assert legal(table, card)
    table = ready(card).played("cp_36_u_boats_unleashed")
    assert not legal(table, card)
    table = ready(card).played("cp_36_u_boats_unleashed", "ap_52_convoy")
    assert legal(table, card)


ARMIES = [
    card
    for card, (nation, units, *_) in ROWS.items()
    if any("army" in unit for unit in units) and card not in ("ap_31_mef", "ap_50_allenby", "ap_29_yudenitch")
]


@pytest.mark.parametrize("card", ARMIES)
def test_9_5_3_1_the_card_is_no_event_if_its_army_finds_no_place(card: str) -> None:
    """All homes of the nation are in enemy hands."""
    nation = ROWS[card][0]
    table = ready(card)
    home = "fr" if nation == "us" else nation
    table.hold_all(1 - side_of(card), home)
    if nation == "tu":
        table.hold(AP, "constantinople")
    assert not legal(table, card)


@pytest.mark.parametrize("card", ["ap_11_russian_reinforcements", "ap_25_russian_reinforcements"])
def test_9_5_3_3_two_armies_go_to_the_same_source_or_to_different_ones(card: str) -> None:
    """Any Russian supply source; stacking is checked again after the first."""
    table = ready(card).choose(AP).do(f"event {card}")
    assert table.offered("place") == {"petrograd", "moscow", "kharkov", "caucasus"}
    table.do("place moscow")
    assert table.offered("place") == {"petrograd", "moscow", "kharkov", "caucasus"}
    table = ready(card).put("moscow", "ru_1_army", "ru_2_army").choose(AP).do(f"event {card}", "place moscow")
    assert table.offered("place") == {"petrograd", "kharkov", "caucasus"}


def test_9_5_3_3_two_armies_need_two_places() -> None:
    """One place is left in all of Germany: the card is no event."""
    card = "cp_46_german_reinforcements"
    table = ready(card).put("essen", "ge_1_army", "ge_2_army", "ge_3_army").hold(AP, "breslau")
    assert not legal(table.put("berlin", "ge_4_army", "ge_5_army"), card)
    table = ready(card).put("essen", "ge_1_army", "ge_2_army", "ge_3_army").hold(AP, "breslau")
    assert legal(table.put("berlin", "ge_4_army"), card)


@pytest.mark.parametrize("card", ["ap_10_french_reinforcements", "ap_24_french_reinforcements"])
def test_9_5_3_3_the_french_use_orleans_while_paris_is_full(card: str) -> None:
    """Three Allied units of any nation fill it."""
    table = ready(card).put("paris", "fr_5_army", "br_1_army", "be_1_army").choose(AP).do(f"event {card}")
    army = next(iter(ROWS[card][1]))
    assert table.where(army) == "orleans"


@pytest.mark.parametrize("card", ["ap_43_usa_reinforcements", "ap_47_usa_reinforcements"])
def test_us_armies_land_in_allied_ports_of_france(card: str) -> None:
    table = ready(card).hold(CP, "le_havre").choose(AP).do(f"event {card}")
    ports = table.offered("place")
    assert "bordeaux" in ports
    assert "le_havre" not in ports
    lands = table.system.rules.board.lands("fr")
    allied = table.system.rules.board.ports[AP]
    assert all(lands >> table.space(port) & allied >> table.space(port) & 1 for port in ports)


def test_cp_24_libyan_revolt_wants_libya_free_of_allies() -> None:
    card = "cp_24_libyan_revolt"
    assert not legal(ready(card).put("libya", "br_corps_01"), card)
    assert legal(ready(card).hold(AP, "libya"), card)
    table = ready(card).hold(AP, "libya").choose(CP).do(f"event {card}")
    assert table.owner("libya") == CP
    assert table.supplied("tu_sn_corps")


def test_ap_41_arab_northern_army_wants_arabia_free_of_turks() -> None:
    card = "ap_41_arab_northern_army"
    table = ready(card)
    assert legal(table, card)
    table.do(f"event {card}")
    assert table.supplied("br_ana_corps")


# -- Near East armies (9.5.3.4, 9.5.3.5) -------------------------------------------------------


def test_ap_29_yudenitch_may_come_before_turkey_enters_and_also_to_moscow() -> None:
    """In the Near East it keeps its ability, at home it loses it permanently."""
    card = "ap_29_yudenitch"
    table = ready(card).choose(AP).do(f"event {card}")
    places = table.offered("place")
    assert {"tbilisi", "baku", "kars", "moscow", "petrograd"} <= places
    assert "minsk" not in places
    army = table.unit("ru_cau_army")
    table.do("place kars")
    assert not table.state.ne_outside >> army & 1
    table = ready(card).choose(AP).do(f"event {card}", "place moscow")
    assert table.state.ne_outside >> army & 1


def test_ap_31_mef_lands_on_one_beach_which_becomes_a_port() -> None:
    """Any of the four; afterwards no other beach can be used."""
    card = "ap_31_mef"
    table = ready(card).choose(AP).do(f"event {card}")
    assert table.offered("place") == {"mef_1", "mef_2", "mef_3", "mef_4", "london"}
    table.do("place mef_3")
    assert table.state.beachhead == table.space("mef_3")
    assert table.owner("mef_3") == AP
    assert table.supplied("br_mef_army")
    assert table.state.closed >> table.space("mef_2") & 1
    assert not table.state.ne_outside >> table.unit("br_mef_army") & 1


@pytest.mark.parametrize(("war", "played"), [("", ""), ("tu", "ap_30_salonika")])
def test_ap_31_mef_at_london_needs_neither_turkey_nor_the_time_before_salonika(war: str, played: str) -> None:
    """9.5.3.4 waives the conditions of the landing; the army is then an ordinary one."""
    card = "ap_31_mef"
    table = Table(setup=True, turn=5, **ALL_CARDS).at_war(*war.split()).played(*played.split()).hand(AP, card)
    table.choose(AP).do(f"event {card}")
    assert table.where("br_mef_army") == "london"
    assert table.state.beachhead == -1
    assert table.state.ne_outside >> table.unit("br_mef_army") & 1
    assert table.state.war_status[AP] == 1


def test_ap_50_allenby_without_the_pipeline_comes_to_london() -> None:
    card = "ap_50_allenby"
    table = Table(setup=True, turn=5, **ALL_CARDS).at_war("tu").hand(AP, card).choose(AP).do(f"event {card}")
    assert table.where("br_ne_army") == "london"
    assert table.state.ne_outside >> table.unit("br_ne_army") & 1
    table = ready(card).choose(AP).do(f"event {card}")
    assert table.offered("place") == {"alexandria", "london"}
    table.do("place alexandria")
    assert not table.state.ne_outside >> table.unit("br_ne_army") & 1


def test_ap_53_army_of_the_orient_lands_at_an_allied_salonika_with_room() -> None:
    """There it keeps its abilities; elsewhere it is an ordinary French army."""
    card = "ap_53_army_of_the_orient"
    table = ready(card).at_war("gr").hold(AP, "salonika").choose(AP).do(f"event {card}")
    assert table.offered("place") == {"salonika", "paris"}
    table.do("place salonika")
    assert not table.state.ne_outside >> table.unit("fr_orient_army") & 1
    full = ready(card).at_war("gr").put("salonika", "br_corps_01", "br_corps_02", "fr_corps_01")
    full.choose(AP).do(f"event {card}")
    assert full.where("fr_orient_army") == "paris"
    assert full.state.ne_outside >> full.unit("fr_orient_army") & 1
