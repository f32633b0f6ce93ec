"""The Central Powers' mobilization deck: events and combat cards."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.pog import view_of
from engine.pog.rules import targets
from tests.cards.support import (
    ALL_CARDS,
    AMIENS,
    EAST,
    GALICIA,
    POLAND,
    Clash,
    before,
    declare,
    fought,
    legal,
    modifiers,
    pile_of,
    play,
    price,
    windows,
)
from tests.support.table import AP, CP, Table


def test_cp_01_guns_of_august_takes_liege_and_lets_three_armies_attack() -> None:
    table = play("cp_01_guns_of_august")
    assert table.owner("liege") == CP
    assert table.in_("liege") == {"ge_1_army", "ge_2_army"}
    assert table.offered("add") == {"ge_1_army", "ge_2_army", "ge_3_army"}
    assert table.state.forts_destroyed >> table.space("liege") & 1


def test_cp_01_guns_of_august_marks_only_those_who_fight() -> None:
    table = play("cp_01_guns_of_august")
    assert marked(table) == set()
    table.do("add ge_3_army", "release")
    assert marked(table) == set(), "an attack that was called off is none"
    table.any_dice().do("add ge_1_army", "add ge_2_army", "target sedan")
    assert marked(table) == {"ge_1_army", "ge_2_army"}


def marked(table: Table) -> set[str]:
    """Return the units that a view shows as having attacked."""
    units = table.state.rules.content.units
    spaces = view_of(table.game, None).spaces
    return {units[unit.unit].name for space in spaces for unit in space.units if unit.mark == "attacked"}


def test_cp_01_guns_of_august_is_the_first_action_of_the_first_turn_or_nothing() -> None:
    assert not legal(before("cp_01_guns_of_august", turn=2), "cp_01_guns_of_august")
    late = before("cp_01_guns_of_august")
    late.state.actions[CP].append(("ops", 0))
    assert not legal(late, "cp_01_guns_of_august")


def test_cp_02_wireless_intercepts_make_the_flank_attack_succeed() -> None:
    """No roll; the attacker fires first."""
    clash = Clash("tannenberg", "ru_2_army", "insterberg", "ge_8_army", beside="konigsberg ge_corps_10")
    table = declare(clash, "cp_02_wireless_intercepts", attacker=1)
    assert table.asks("flank")
    table.do("play cp_02_wireless_intercepts")
    assert table.events("flank")[-1]["outcome"] == "automatic"
    assert table.events("fire")[0]["fire"].attacker
    card = table.card("cp_02_wireless_intercepts")
    assert (table.state.table[CP] | table.state.removed[CP]) >> card & 1


def test_cp_03_von_francois_stays_with_the_winner_and_works_again_next_round() -> None:
    table = fought(EAST, "cp_03_von_francois", attacker=6)
    assert pile_of(table, "cp_03_von_francois") == "table"
    assert modifiers(table) == {CP: 1, AP: 0}


def test_cp_04_severe_weather_defends_the_carpathians() -> None:
    clash = Clash("gorlice", "ah_3_army", "tarnow", "ru_8_army", ap="przemysl lemberg tarnopol")
    assert modifiers(fought(clash, "cp_04_severe_weather")) == {CP: 2, AP: 0}


@pytest.mark.parametrize(
    "flips",
    [
        ("ge_1_army", "ge_3_army"),
        ("ge_1_army", "ge_corps_01", "ge_corps_02"),
        ("ge_corps_01", "ge_corps_02", "ge_corps_03", "ge_corps_04"),
    ],
)
def test_cp_05_landwehr_two_points_of_flips(flips: tuple[str, ...]) -> None:
    table = Table().put("koblenz", "ge_1_army-", "ge_corps_01-", "ge_corps_02-").put("metz", "ge_3_army-", "ge_2_army-")
    table.reserve("ge_corps_03-", "ge_corps_04-", "ge_corps_05-").hand(CP, "cp_05_landwehr").choose(CP)
    table.do("event cp_05_landwehr", *(f"flip {unit}" for unit in flips))
    assert not table.asks("landwehr")
    assert not any(table.reduced(unit) for unit in flips)


def test_cp_05_landwehr_is_german_supplied_and_alive() -> None:
    """Poles count as German; Austrians, units cut off and eliminated ones get nothing; points can be forfeited."""
    table = Table(**ALL_CARDS).put("koblenz", "ge_1_army-").put("cracow", "ah_1_army-").put("amiens", "ge_3_army-")
    table.hold(AP, "calais", "cambrai").hold(CP, "warsaw").eliminated("ge_corps_01").reserve("ge_pol_corps_1-")
    table.hand(CP, "cp_05_landwehr")
    table.choose(CP).do("event cp_05_landwehr")
    assert table.offered("flip") == {"ge_1_army", "ge_pol_corps_1"}
    table.do("finish")
    assert table.reduced("ge_1_army")


@pytest.mark.parametrize(
    ("lost", "expected"), [(("berlin",), False), (("essen", "breslau"), False), (("essen",), True)]
)
def test_cp_05_landwehr_wants_berlin_in_cp_hands_and_in_supply(lost: tuple[str, ...], expected: bool) -> None:
    assert legal(before("cp_05_landwehr").hold(AP, *lost), "cp_05_landwehr") == expected


def test_cp_06_entrench_excludes_and_is_excluded() -> None:
    assert not legal(before("cp_06_entrench").played("ap_12_entrench"), "cp_06_entrench")
    assert not legal(before("cp_06_entrench", "historical", turn=1), "cp_06_entrench")
    table = play("cp_06_entrench")
    assert "koblenz" in table.offered("place")
    table.do("place koblenz")
    assert table.state.trench(table.space("koblenz")) == (1, CP)


@pytest.mark.parametrize("space", ["ostend", "calais", "amiens"])
@pytest.mark.parametrize(
    ("played", "war_status", "expected"), [("", 0, False), ("cp_08_race_to_the_sea", 0, True), ("", 4, True)]
)
def test_cp_08_race_to_the_sea_opens_the_coast(space: str, played: str, war_status: int, expected: bool) -> None:
    """War status 4 of the CP does so too; the card can still be played then."""
    origin = {"ostend": "brussels", "calais": "cambrai", "amiens": "cambrai"}[space]
    table = Table().put(origin, "ge_1_army").hold(CP, "sedan", "brussels", "cambrai").played(*played.split())
    table.state.war_status[CP] = war_status
    table.operate(CP).activate(origin).do("pick ge_1_army", f"step {space}")
    stopped = not table.asks("move_on") or table.allows("stop")
    assert stopped == expected
    assert legal(before("cp_08_race_to_the_sea"), "cp_08_race_to_the_sea")


@pytest.mark.parametrize(("level", "expected"), [(0, True), (1, True), (2, False)])
def test_cp_09_reichstag_truce_not_at_total_war(level: int, expected: bool) -> None:
    table = before("cp_09_reichstag_truce")
    table.state.commitment[CP] = level
    assert legal(table, "cp_09_reichstag_truce") == expected
    if expected:
        assert table.do("event cp_09_reichstag_truce").state.vp == 11


@pytest.mark.parametrize(
    ("units", "cost"),
    [
        ("ah_1_army ge_corps_01", 1),
        ("ah_1_army ge_corps_01 ge_corps_02", 1),
        ("ah_corps_01 ge_corps_01 ge_corps_02", 1),
        ("ah_1_army ah_corps_01 ge_corps_01", 2),
        ("ah_1_army tu_corps_01 ge_corps_01", 2),
        ("ah_1_army ge_1_army", 2),
        ("ah_1_army ah_2_army ge_corps_01", 2),
        ("ah_1_army tu_corps_01 bu_corps_01", 3),
    ],
)
def test_cp_10_sud_army_makes_austrians_with_german_corps_cheap(units: str, cost: int) -> None:
    """9.2.4: one AH unit with one or two German corps 1 OPS, with another unit 2."""
    table = Table().at_war("tu", "bu").put("cracow", *units.split()).put("tarnow", "ru_1_army")
    assert price(table.played("cp_10_sud_army"), CP, "cracow") == cost


def test_cp_10_sud_army_one_stack_a_round_another_one_the_next() -> None:
    table = Table().put("cracow", "ah_1_army", "ge_corps_01").put("gorlice", "ah_2_army", "ge_corps_02")
    table.put("tarnow", "ru_1_army").played("cp_10_sud_army").operate(CP, 20)
    table.do("for_combat gorlice", "for_combat cracow")
    assert [data["cost"] for data in table.events("activated")] == [1, 2]
    again = Table().put("cracow", "ah_1_army", "ge_corps_01").put("tarnow", "ru_1_army").played("cp_10_sud_army")
    assert price(again, CP, "cracow") == 1


@pytest.mark.parametrize(
    ("played", "war_status", "expected"), [("", 0, False), ("cp_11_oberost", 0, True), ("", 4, True)]
)
def test_cp_11_oberost_lets_germans_attack_russian_forts(played: str, war_status: int, expected: bool) -> None:
    """15.1.11; Austrians may always."""
    table = Table().put("tannenberg", "ge_8_army").put("lomza", "ru_1_army").put("tarnow", "ah_1_army")
    table.put("ivangorod", "ru_4_army").played(*played.split())
    table.state.war_status[CP] = war_status
    table.state.rebuild()
    lomza, ivangorod = 1 << table.space("lomza"), 1 << table.space("ivangorod")
    assert bool(targets.possible(table.state, table.unit("ge_8_army")) & lomza) == expected
    assert targets.possible(table.state, table.unit("ah_1_army")) & ivangorod


@pytest.mark.parametrize(("turn", "moltke", "expected"), [(2, False, False), (2, True, True), (3, False, True)])
def test_cp_13_falkenhayn_from_fall_1914_or_after_moltke(turn: int, moltke: bool, expected: bool) -> None:
    table = before("cp_13_falkenhayn", turn=turn)
    if moltke:
        table.played("ap_09_moltke")
    assert legal(table, "cp_13_falkenhayn") == expected


# -- optional cards ----------------------------------------------------------------------------


def test_cp_56_withdrawal_works_like_the_allied_one() -> None:
    table = declare(
        replace(AMIENS, defenders="ge_1_army ge_corps_02", attackers="fr_1_army fr_2_army"),
        "cp_56_withdrawal",
        attacker=3,
    )
    windows(table, "cp_56_withdrawal")
    while not table.asks("retreat"):
        table.do(table.game.text(next(iter(table.game.options()))))
    assert not table.reduced("ge_corps_02")
    assert "restored" in {loss["result"] for loss in table.events("loss")}
    while not table.events("combat_over"):
        table.do(table.game.text(next(iter(table.game.options()))))
    assert table.in_("cambrai") & {"ge_1_army", "ge_corps_02"} == set()
    assert pile_of(table, "cp_56_withdrawal") == "removed"


def test_cp_57_kaisertreu_for_austrians_attacking_and_defending() -> None:
    assert modifiers(fought(GALICIA, "cp_57_kaisertreu")) == {CP: 1, AP: 0}
    assert modifiers(fought(POLAND, "cp_57_kaisertreu")) == {CP: 1, AP: 0}
