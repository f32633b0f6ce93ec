"""The beachhead, its prices, and the four Near East armies (9.2.7, 9.5.3.4, 9.5.3.5)."""

from __future__ import annotations

import pytest

from tests.support.table import AP, CP, Table


def landed(beach: str = "mef_1", **options: object) -> Table:
    """Turkey is at war and the MEF Army has landed."""
    table = Table(turn=5, **options).at_war("tu").hand(AP, "ap_31_mef").choose(AP)  # type: ignore[arg-type]
    return table.do("event ap_31_mef", f"place {beach}")


def price(table: Table, space: str, use: str = "for_movement") -> int:
    """Return the OPS for one Allied marker."""
    table.operate(AP, 20).do(f"{use} {space}")
    paid: int = table.events("activated")[-1]["cost"]
    return paid


# -- 9.2.7.1 -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("units", "ops"),
    [
        ((), 3),
        (("br_corps_01",), 4),
        (("br_corps_01", "br_corps_02"), 5),  # the rulebook's example
        (("br_corps_01", "br_aus_corps"), 5),
    ],
)
@pytest.mark.parametrize("use", ["for_movement", "for_combat"])
def test_9_2_7_1_the_mef_costs_3_and_each_corps_1(units: tuple[str, ...], ops: int, use: str) -> None:
    """For movement and combat alike, while they are supplied by the marker."""
    table = landed().put("mef_1", *units).put("gallipoli", "tu_corps_01")
    assert price(table, "mef_1", use) == ops


def test_9_2_7_1_inland_the_line_still_runs_over_the_beach() -> None:
    """The price belongs to the line, not to the space."""
    table = landed().put("gallipoli", "br_mef_army", "br_corps_01")
    assert price(table, "gallipoli") == 4


def test_9_2_7_1_with_another_line_the_price_is_the_usual_one() -> None:
    """Salonika supplies Gallipoli as well."""
    table = landed().at_war("gr", "bu").put("gallipoli", "br_mef_army", "br_corps_01")
    table.hold(AP, "salonika", "kavala", "philippoli", "adrianople")
    assert price(table, "gallipoli") == 1


def test_9_2_7_1_there_is_no_activation_of_a_part() -> None:
    """4 OPS do not activate a stack that costs 5."""
    table = landed().put("mef_1", "br_corps_01", "br_corps_02").operate(AP, 4)
    assert "mef_1" not in table.offered("for_movement")
    assert "mef_1" in table.operate(AP, 5).offered("for_movement")


def test_9_2_7_1_nobody_else_lives_off_the_beach() -> None:
    """French corps, Canadians and other armies are out of supply there."""
    table = landed("mef_2").put("cana_kale", "br_mef_army")
    for unit in ("fr_corps_01", "br_cnd_corps", "br_pt_corps", "br_1_army", "it_corps_01", "br_ne_army"):
        assert not table.supplied(unit, "mef_2"), unit
    for unit in ("br_mef_army", "br_corps_01", "br_aus_corps"):
        assert table.supplied(unit, "cana_kale"), unit


def test_9_2_7_1_an_mef_brought_to_london_is_an_ordinary_army() -> None:
    """It costs 1 and may go anywhere in the west."""
    table = Table(turn=5).hand(AP, "ap_31_mef").choose(AP).do("event ap_31_mef")
    if table.asks("place_reinforcement"):
        table.do("place london")
    assert price(table.put("london", "br_corps_01"), "london") == 1


# -- 9.5.3.5 -------------------------------------------------------------------------------


def test_9_5_3_5_the_beach_is_an_allied_port() -> None:
    """For supply and for SR by sea."""
    table = landed("mef_2").put("le_havre", "br_corps_01").redeploy(AP).do("pick br_corps_01")
    assert "mef_2" in table.offered("to")


def test_9_5_3_5_both_sides_may_enter_and_fight_there() -> None:
    """The Turks attack the landing, and walk onto an empty beach."""
    table = landed().put("gallipoli", "tu_corps_01", "tu_corps_02").operate(CP)
    assert "gallipoli" in table.offered("for_combat")
    table.activate("!gallipoli").do("add tu_corps_01")
    assert table.offered("target") == {"mef_1"}
    table = landed().put("gallipoli", "br_mef_army").put("mef_1").operate(AP).activate("gallipoli")
    table.do("pick br_mef_army")
    assert "mef_1" in table.offered("step")


def test_9_5_3_5_and_11_1_10_a_cp_unit_on_the_beach_ends_it() -> None:
    """The marker is removed, and with it the port; nobody may enter any more."""
    table = landed().put("adrianople", "br_mef_army").put("gallipoli", "tu_corps_01", "tu_corps_02")
    table.operate(CP, 2).activate("gallipoli").move("tu_corps_01", "mef_1")
    assert table.state.beachhead == -1
    assert table.events("beachhead_lost")
    assert not table.supplied("br_mef_army")
    assert table.state.closed >> table.space("mef_1") & 1
    table.do("add tu_corps_02") if table.asks("move_stack") else table.do("pick tu_corps_02")
    assert "mef_1" not in table.offered("step")


def test_9_5_3_5_the_beach_changes_hands_by_advance_too() -> None:
    """Driven into the sea: a landing that cannot retreat is eliminated, and the advance removes the marker."""
    table = landed().put("gallipoli", "tu_corps_01", "tu_corps_02", "tu_corps_03").dice(attacker=6, defender=1)
    table.attack("mef_1", "tu_corps_01", "tu_corps_02", "tu_corps_03")
    while table.asks("attacker_cards", "defender_cards", "defender_loss", "attacker_loss", "retreat_option"):
        table.do(table.game.text(list(table.game.options())[-1]))
    assert table.where("br_mef_army") == "ap_permanently_eliminated"
    table.do(*(f"add {unit}" for unit in sorted(table.offered("add"))[:1]), "step mef_1")
    assert table.state.beachhead == -1


# -- 9.2.7 ---------------------------------------------------------------------------------


def test_9_2_7_the_beachhead_and_the_ne_army_do_not_count() -> None:
    """One space of the map for combat, and those two in addition."""
    table = landed("mef_4").put("adana", "tu_corps_01").put("cairo", "br_ne_army").put("sinai", "br_corps_02")
    table.put("gaza", "tu_corps_02").put("basra", "br_corps_03").put("qurna", "tu_corps_03")
    table.put("sinai", "br_ne_army").put("cairo", "br_corps_04").put("port_said", "br_corps_05")
    table.state.turn = 7  # not a summer turn
    table.operate(AP, 20).do("for_combat basra")
    assert {"mef_4", "sinai"} <= table.offered("for_combat")
    table.do("for_combat mef_4", "for_combat sinai")
    assert table.offered("for_combat") == set()


def test_9_2_7_attacks_from_outside_the_map_are_free() -> None:
    """Adrianople against Constantinople, and Basra in addition."""
    table = Table(turn=7).at_war("tu", "gr", "bu").put("adrianople", "br_corps_01").put("constantinople", "tu_corps_01")
    table.hold(AP, "salonika", "kavala", "philippoli").put("basra", "br_corps_03").put("qurna", "tu_corps_03")
    table.operate(AP, 20).do("for_combat basra")
    assert "adrianople" in table.offered("for_combat")


def test_9_2_7_constantinople_is_on_the_map() -> None:
    """It is the one space."""
    table = Table(turn=7).at_war("tu").put("constantinople", "br_corps_01").put("bursa", "tu_corps_01")
    table.hold(AP, "gallipoli").put("basra", "br_corps_03").put("qurna", "tu_corps_03")
    table.operate(AP, 20).do("for_combat constantinople")
    assert "basra" not in table.offered("for_combat")
    assert "basra" in table.offered("for_movement")


# -- 9.5.3.4 -------------------------------------------------------------------------------

ARMIES = [
    ("ap_31_mef", "br_mef_army", "mef_3", "london"),
    ("ap_50_allenby", "br_ne_army", "alexandria", "london"),
    ("ap_53_army_of_the_orient", "fr_orient_army", "salonika", "paris"),
    ("ap_29_yudenitch", "ru_cau_army", "tbilisi", "moscow"),
]


def brought(card: str, place: str) -> Table:
    """Bring a Near East army in at a place."""
    table = Table(turn=5, setup=True).at_war("tu", "gr").hold(AP, "salonika").played("ap_49_sinai_pipeline")
    table.hand(AP, card).choose(AP).do(f"event {card}")
    return table.do(f"place {place}") if table.asks("place_reinforcement") else table


@pytest.mark.parametrize(("card", "army", "place", "home"), ARMIES)
def test_9_5_3_4_each_of_the_four_may_enter_there_or_at_home(card: str, army: str, place: str, home: str) -> None:
    """At home it loses its ability for good; war status counts either way."""
    abroad, at_home = brought(card, place), brought(card, home)
    assert (abroad.where(army), at_home.where(army)) == (place, home)
    assert not abroad.state.ne_outside
    assert at_home.state.ne_outside == at_home.units(army)
    assert abroad.state.war_status == at_home.state.war_status


@pytest.mark.parametrize(
    ("card", "army", "home", "stand", "target"),
    [
        ("ap_31_mef", "br_mef_army", "london", "adrianople", "constantinople"),
        ("ap_50_allenby", "br_ne_army", "london", "adrianople", "constantinople"),
        ("ap_53_army_of_the_orient", "fr_orient_army", "paris", "adrianople", "constantinople"),
    ],
)
def test_9_5_3_4_then_it_neither_moves_nor_attacks_into_the_near_east(
    card: str, army: str, home: str, stand: str, target: str
) -> None:
    """An army that landed there may do both."""
    for ability in (True, False):
        table = brought(card, home).at_war("bu").hold_all(AP, "gr", "bu").put(stand, army)
        table.put(target).hold(CP, target)
        if ability:
            table.state.ne_outside = 0
        table.operate(AP, 9).activate(stand).do(f"pick {army}")
        assert (target in table.offered("step")) == ability
        table.put(target, "tu_corps_01").operate(AP, 9)
        assert (stand in table.offered("for_combat")) == ability


def test_9_5_3_4_the_orient_army_from_paris_stays_out_of_salonika() -> None:
    """It may go round it, not into it."""
    for home, may in (("paris", False), ("salonika", True)):
        table = brought("ap_53_army_of_the_orient", home).put("florina", "fr_orient_army").hold_all(AP, "gr")
        table.operate(AP, 9).activate("florina").do("pick fr_orient_army")
        assert ("salonika" in table.offered("step")) == may


def test_9_5_3_4_the_pipeline_may_come_after_allenby_at_london() -> None:
    """And the MEF may come to London after Salonika."""
    table = Table(turn=5, setup=True).hand(AP, "ap_50_allenby", "ap_49_sinai_pipeline").choose(AP)
    table.do("event ap_50_allenby")
    assert table.where("br_ne_army") == "london"
    table.choose(AP)
    assert "ap_49_sinai_pipeline" in table.offered("event")


@pytest.mark.parametrize(("card", "army", "place", "home"), ARMIES)
def test_9_5_3_4_and_17_1_7_they_are_never_replaced(card: str, army: str, place: str, home: str) -> None:
    """Wherever they entered, they are eliminated for good."""
    del place, home
    table = Table(turn=5).put("paris", f"{army}-")
    assert table.system.rules.dotted >> table.unit(army) & 1
    table.state.rp = {"br": 8, "fr": 8, "ru": 8}
    table.phase("ap_replacements")
    assert not table.asks("replacement") or army not in table.offered("spend")
