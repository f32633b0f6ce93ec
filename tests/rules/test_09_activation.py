"""Operations: cost of activation, and what can be activated (9.2)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import IllegalChoice
from engine.pog.rules import activation
from tests.support.table import AP, CP, Table


def cost(table: Table, space: str, side: int = AP, attack: bool = False) -> int:
    table.state.rebuild()
    return activation.cost(table.state, side, table.space(space), attack)


@pytest.mark.parametrize(
    ("space", "units", "price"),
    [
        ("sedan", ["fr_5_army"], 1),
        ("sedan", ["fr_5_army", "fr_corps_01"], 1),
        ("sedan", ["fr_5_army", "br_1_army"], 2),
        ("sedan", ["fr_5_army", "br_1_army", "be_1_army"], 3),
        ("sedan", ["be_1_army", "br_1_army"], 2),
        ("antwerp", ["be_1_army", "br_1_army"], 1),
        ("ostend", ["be_1_army", "br_bef_army"], 1),
        ("calais", ["be_corps_01", "br_corps_01"], 1),
        ("amiens", ["be_1_army", "br_1_army", "fr_1_army"], 2),
        ("amiens", ["be_1_army", "fr_1_army"], 2),
        ("sedan", ["br_1_army", "br_aus_corps", "br_cnd_corps"], 1),
        ("sedan", ["br_pt_corps", "fr_5_army"], 2),
        ("sedan", ["us_1_army", "fr_5_army"], 1),
        ("aachen", ["us_1_army", "fr_5_army"], 1),
        ("liege", ["us_1_army", "fr_5_army"], 2),
        ("sedan", ["us_1_army", "fr_5_army", "br_1_army"], 2),
        ("cetinje", ["mn_corps", "sb_corps_01"], 1),
        ("aqaba", ["br_ana_corps", "br_corps_01"], 1),
    ],
)
def test_9_2_3_one_point_for_each_nationality(space: str, units: list[str], price: int) -> None:
    """Nationalities in the space, with the listed pairs counted as one."""
    assert cost(Table().put(space, *units), space) == price


@pytest.mark.parametrize(
    ("units", "price"), [(["ge_1_army", "ah_1_army"], 2), (["tu_corps_01", "tu_sn_corps"], 1), (["ge_1_army"], 1)]
)
def test_9_2_3_cp_nationalities(units: list[str], price: int) -> None:
    """The SN corps is Turkish; Germans and Austrians are two nationalities."""
    assert cost(Table().put("lodz", *units), "lodz", CP) == price


def test_9_2_3_forts_are_no_nationality() -> None:
    """A besieged fort costs nothing."""
    assert cost(Table().put("liege", "ge_1_army"), "liege", CP) == 1


@pytest.mark.parametrize(
    ("units", "price"),
    [
        (["ah_1_army", "ge_corps_01"], 1),
        (["ah_1_army", "ge_corps_01", "ge_corps_02"], 1),
        (["ah_corps_01", "ge_corps_01"], 1),
        (["ah_1_army", "ah_corps_01", "ge_corps_01"], 2),
        (["ah_1_army", "bu_corps_01", "ge_corps_01"], 2),
        (["ah_1_army", "ge_1_army"], 2),
        (["ah_1_army", "ah_2_army", "ge_corps_01"], 2),
        (["ah_1_army", "ge_1_army", "bu_corps_01"], 3),
    ],
)
def test_cp_10_sud_army_prices(units: list[str], price: int) -> None:
    """One AH unit with German corps costs 1; a second AH unit or a foreign corps makes it 2."""
    table = Table().put("tarnow", *units).put("essen", "ge_2_army").played("cp_10_sud_army").operate(CP)
    assert cost(table, "tarnow", CP) == price


def test_cp_10_sud_army_serves_one_stack_a_round() -> None:
    """The first stack that benefits takes the discount of the round."""
    table = Table().played("cp_10_sud_army")
    table.put("tarnow", "ah_1_army", "ge_corps_01").put("cracow", "ah_2_army", "ge_corps_02").operate(CP, 9)
    table.do("for_movement tarnow")
    assert table.state.operation is not None
    assert table.state.operation.ops == 8
    table.do("for_movement cracow")
    assert table.state.operation.ops == 6


def test_cp_10_without_the_event_there_is_no_discount() -> None:
    """Two nationalities cost two."""
    table = Table().put("tarnow", "ah_1_army", "ge_corps_01").operate(CP)
    assert cost(table, "tarnow", CP) == 2


@pytest.mark.parametrize("attack", [False, True])
def test_ap_9_moltke_makes_the_cp_pay_by_the_unit_in_belgium_and_france(attack: bool) -> None:
    """Every CP unit counts, of any nation, and other discounts do not apply; Germany is as before."""
    table = Table().played("ap_09_moltke", "cp_10_sud_army")
    table.put("sedan", "ge_1_army", "ge_2_army").put("brussels", "ah_1_army", "ge_corps_01", "ge_corps_02")
    table.put("aachen", "ge_3_army", "ge_4_army").operate(CP)
    assert cost(table, "sedan", CP, attack) == 2
    assert cost(table, "brussels", CP, attack) == 3
    assert cost(table, "aachen", CP, attack) == 1


def test_cp_13_falkenhayn_ends_moltke() -> None:
    """The surcharge lasts until Falkenhayn is played."""
    table = Table().played("ap_09_moltke", "cp_13_falkenhayn").put("sedan", "ge_1_army", "ge_2_army")
    assert cost(table, "sedan", CP) == 1


def test_9_2_1_points_are_spent_and_the_rest_may_be_kept_unspent() -> None:
    """Spaces that cost more than what is left are not offered."""
    table = Table().put("lodz", "ge_1_army", "ah_1_army").put("breslau", "ge_2_army").put("warsaw", "ru_1_army")
    table.operate(CP, 2)
    assert table.offered("for_movement") == {"lodz", "breslau"}
    table.do("for_movement breslau")
    assert table.offered("for_movement") == set()
    assert table.offered("for_combat") == set()
    assert not table.asks("activate")


def test_9_2_5_a_space_is_activated_once_and_for_one_use() -> None:
    """For movement or attack, never both."""
    table = Table().put("lodz", "ge_1_army").put("plock", "ru_1_army").put("breslau", "ge_2_army").operate(CP)
    assert "lodz" in table.offered("for_combat")
    table.do("for_movement lodz")
    assert "lodz" not in table.offered("for_combat") | table.offered("for_movement")


def test_9_2_5_attack_markers_need_a_target() -> None:
    """Only spaces from which something can be attacked take an Attack marker."""
    table = Table().put("lodz", "ge_1_army").put("breslau", "ge_2_army").put("plock", "ru_1_army").operate(CP)
    assert table.offered("for_combat") == {"lodz"}


def test_9_2_6_a_fort_alone_cannot_be_activated() -> None:
    """Only occupied spaces."""
    table = Table().put("koblenz", "ge_1_army").operate(CP)
    assert table.offered("for_movement") == {"koblenz"}


def test_9_2_7_one_attack_space_on_the_near_east_map() -> None:
    """One Near East space a round for Allied combat; the NE Army's space is exempt; Europe is not affected."""
    table = Table(turn=8).at_war("tu")
    table.put("kars", "ru_corps_12").put("erzerum", "tu_corps_08").put("erivan", "ru_corps_13").put(
        "van", "tu_corps_09"
    )
    table.put("eleskirt", "tu_corps_07").put("sinai", "br_ne_army").put("gaza", "tu_corps_13").operate(AP)
    assert {"kars", "erivan", "sinai"} <= table.offered("for_combat")
    table.do("for_combat kars")
    assert table.offered("for_combat") == {"sinai"}
    assert "erivan" in table.offered("for_movement")
    table.do("for_combat sinai")
    assert table.offered("for_combat") == set()


def test_9_2_7_the_cp_has_no_such_limit() -> None:
    """The limit binds the Allied player."""
    table = Table(turn=8).at_war("tu").put("kars", "ru_corps_12").put("erzerum", "tu_corps_08")
    table.put("erivan", "ru_corps_13").put("van", "tu_corps_09").put("dilman", "ru_corps_14").operate(CP)
    table.do("for_combat erzerum")
    assert "van" in table.offered("for_combat")


def test_15_2_5_no_combat_activation_in_the_desert_in_summer() -> None:
    """Desert spaces are neither activated for combat nor attacked in summer; movement is allowed."""
    table = Table(turn=6).at_war("tu").put("sinai", "br_corps_01").put("gaza", "tu_corps_13").operate(AP)
    assert table.offered("for_combat") == set()
    assert "sinai" in table.offered("for_movement")
    table = Table(turn=7).at_war("tu").put("sinai", "br_corps_01").put("gaza", "tu_corps_13").operate(AP)
    assert table.offered("for_combat") == {"sinai"}


def test_14_3_1_units_out_of_supply_neither_move_nor_attack() -> None:
    """A space without supplied units cannot be activated."""
    table = Table().put("cambrai", "ge_1_army").put("sedan", "fr_5_army").put("aachen", "ge_2_army").operate(CP)
    assert table.offered("for_movement") == {"aachen"}


def test_9_2_9_note_besiegers_that_march_off_open_the_fort_to_neighbours() -> None:
    """A space next to a besieged fort can be activated: its besiegers might leave."""
    table = Table().put("liege", "ge_1_army").put("aachen", "ge_2_army").operate(CP)
    table.activate("liege", "!aachen").do("pick ge_1_army", "step brussels", "stop")
    assert table.offered("add") == {"ge_2_army"}
    table.dice(attacker=1, defender=1).do("add ge_2_army", "target liege")
    assert table.battle.target == table.space("liege")


def test_12_1_10_london_may_be_activated_but_attacks_with_a_partner_only() -> None:
    """Units in London attack only together with units in France or Belgium."""
    table = Table().put("london", "br_1_army").put("calais", "ge_1_army").hold(CP, "cambrai", "sedan")
    table.put("amiens", "br_2_army").operate(AP)
    assert table.offered("for_combat") == {"london", "amiens"}
    table.activate("!london", "!amiens")
    table.do("add br_1_army")
    assert table.offered("target") == set()
    table.do("add br_2_army")
    assert table.offered("target") == {"calais"}


def _channel(*, ops: int = 9, at: str = "amiens", partner: str = "br_2_army", enemy: str = "calais") -> Table:
    table = Table().put("london", "br_1_army").hold(CP, "cambrai", "sedan")
    if enemy:
        table.put(enemy, "ge_1_army")
    return table.put(at, partner).operate(AP, ops)


@pytest.mark.parametrize(
    ("options", "offered"),
    [
        ({}, True),
        ({"enemy": ""}, False),  # nobody to attack
        ({"enemy": "cambrai"}, False),  # not from London
        ({"at": "orleans"}, False),  # no unit next to the enemy
        ({"at": "ostend"}, True),
        ({"partner": "fr_1_army"}, False),  # nations need a common space (12.1.11)
        ({"partner": "br_cnd_corps"}, True),
        ({"ops": 2}, True),
        ({"ops": 1}, False),  # the partner cannot be paid for
    ],
)
def test_12_1_10_and_9_2_5_london_is_offered_where_somebody_can_join(options: dict[str, Any], offered: bool) -> None:
    table = _channel(**options)
    assert ("london" in table.offered("for_combat")) is offered
    assert "london" in table.offered("for_movement")
    if not offered:
        with pytest.raises(IllegalChoice):
            table.do("for_combat london")


def test_12_1_10_a_partner_that_is_activated_already_serves() -> None:
    """With the last OPS; but not one activated for movement."""
    assert "london" in _channel(ops=2).do("for_combat amiens").offered("for_combat")
    assert "london" not in _channel(ops=2).do("for_movement amiens").offered("for_combat")


def test_12_1_10_a_record_that_activates_london_alone_is_played_again() -> None:
    """Earlier versions offered it; a record keeps its choices, but it is no longer offered."""
    table = _channel(enemy="")
    choice = table.game.parse("for_combat london")
    with pytest.raises(IllegalChoice):
        table.game.apply(choice)
    table.game.apply(choice, recorded=True)
    assert table.state.operation is not None
    assert table.names(table.state.operation.attack) == {"london"}
    with pytest.raises(IllegalChoice):
        table.game.apply(table.game.parse("for_combat orleans"), recorded=True)
