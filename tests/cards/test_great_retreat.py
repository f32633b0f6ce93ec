"""AP 27, the Great Retreat: which units leave or stay, and what can still be attacked."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.cards.support import (
    EAST,
    Clash,
    lay,
    over,
)
from tests.support.table import AP, CP, Table


def retreating(defenders: str = "ru_2_army", turn_played: int = 3, **more: object) -> Table:
    clash = replace(EAST, defenders=defenders, **more)  # type: ignore[arg-type]
    table = lay(clash).played("ap_27_great_retreat", turn=turn_played).dice(attacker=1, defender=1)
    return table.attack(clash.target, *clash.attackers.split())


def test_ap_27_great_retreat_takes_the_russians_out_before_any_fire() -> None:
    """If no unit is left: no fire, and full-strength attackers may follow one space."""
    table = retreating("ru_2_army ru_corps_05")
    assert table.asks("great_retreat_option")
    assert table.game.actor == AP
    table.do("retreat ru_corps_05", "to warsaw", "to lomza")
    assert table.where("ru_corps_05") == "warsaw"
    assert table.where("ru_2_army") == "lomza"
    assert not table.events("fire")
    assert table.asks("advance")
    table.do("add ge_8_army", "step plock")
    assert table.where("ge_8_army") == "plock"


def test_ap_27_great_retreat_or_stand() -> None:
    table = retreating()
    table.do("stand")
    assert table.events("fire")


def test_ap_27_great_retreat_ends_with_the_turn_and_is_for_russians() -> None:
    assert not retreating(turn_played=2).asks("great_retreat_option")
    assert not retreating("br_1_army").asks("great_retreat_option")


def test_ap_27_great_retreat_leaves_other_allies_to_fight() -> None:
    """Units that stay are attacked with all the steps of a combat."""
    table = retreating("ru_2_army br_corps_02")
    table.do("retreat ru_2_army", "to warsaw")
    assert [fire["fire"].factors for fire in table.events("fire") if not fire["fire"].attacker] == [2]


def test_ap_27_great_retreat_leaves_the_fort_to_fight() -> None:
    table = lay(Clash("lomza", "ru_2_army", "tannenberg", "ge_8_army", played="cp_11_oberost"))
    table.played("ap_27_great_retreat").dice(attacker=1, defender=1).attack("lomza", "ge_8_army")
    table.do("retreat ru_2_army", "to warsaw")
    over(table)
    assert [fire.factors for fire in table.battle.fires if not fire.attacker] == [1]


@pytest.mark.parametrize("die", [1, 6])
def test_ap_27_great_retreat_leaves_an_intact_fort_shut(die: int) -> None:
    """12.7.1: it is then attacked without units, so nobody enters unless it falls, even if able to besiege it."""
    table = lay(Clash("lomza", "ru_2_army", "tannenberg", "ge_corps_02", played="cp_11_oberost"))
    table.played("ap_27_great_retreat").dice(attacker=die, defender=1).attack("lomza", "ge_corps_02")
    table.do("retreat ru_2_army", "to warsaw")
    over(table)
    fell = bool(table.events("fort_destroyed"))
    assert fell == (die == 6)
    assert bool(table.in_("lomza")) == fell


def caught(defenders: str, retreated: str, target: str = "plock") -> Table:
    """Defenders some of whom retreated earlier in the round are attacked, with Great Retreat in force."""
    table = lay(Clash(target, defenders, "tannenberg", "ge_8_army", played="cp_11_oberost"))
    table.played("ap_27_great_retreat").dice(attacker=6, defender=1).operate(CP, 20).activate("!tannenberg")
    operation = table.state.operation
    assert operation is not None
    operation.retreated |= table.units(*retreated.split())
    return table.do("add ge_8_army", f"target {target}")


def test_ap_27_great_retreat_takes_units_along_that_retreated_before() -> None:
    """All Russians leave."""
    table = caught("ru_2_army ru_corps_05", "ru_corps_05")
    assert table.offered("retreat") == {"ru_2_army", "ru_corps_05"}
    table.do("retreat ru_2_army", "to warsaw", "to warsaw")
    assert table.in_("warsaw") == {"ru_2_army", "ru_corps_05"}
    assert not table.events("fire")
    assert table.asks("advance")


def test_ap_27_great_retreat_is_offered_to_a_unit_that_retreated_beside_a_fort() -> None:
    """It is the only unit there; afterwards the fort is attacked alone."""
    table = caught("ru_corps_05", "ru_corps_05", "lomza")
    assert table.asks("great_retreat_option")
    table.do("retreat ru_corps_05", "to warsaw")
    over(table)
    assert table.where("ru_corps_05") == "warsaw"
    assert [fire.factors for fire in table.battle.fires if not fire.attacker] == [1]
    assert table.events("fort_destroyed")


def test_ap_27_great_retreat_leaves_nobody_unharmed_because_others_left() -> None:
    """A Serbian corps that retreated before is fired at although the Russians with it are gone (12.5.6)."""
    table = caught("ru_2_army sb_corps_01", "sb_corps_01").do("retreat ru_2_army", "to warsaw")
    over(table)
    assert table.where("sb_corps_01") == "ap_eliminated_box"
    assert [fire.attacker for fire in table.battle.fires] == [True]


def test_ap_27_great_retreat_still_meets_a_mandated_offensive() -> None:
    table = lay(EAST).played("ap_27_great_retreat")
    table.state.mandated[CP] = "ah"
    table.put("tannenberg", "ah_1_army").attack("plock", "ah_1_army")
    table.do("retreat ru_2_army", "to warsaw")
    assert table.state.mandated[CP] == "none"


def test_ap_27_great_retreat_with_nowhere_to_go() -> None:
    """12.5.4: the army is permanently eliminated."""
    table = lay(EAST).played("ap_27_great_retreat")
    for space, unit in (("warsaw", "ge_corps_02"), ("lodz", "ge_corps_03"), ("lomza", "ge_corps_04")):
        table.put(space, unit)
    table.destroy("warsaw", "lomza").hold(CP, "warsaw", "lomza").put("thorn", "ge_corps_05")
    table.attack("plock", "ge_8_army").do("retreat ru_2_army")
    assert table.where("ru_2_army") == "ap_permanently_eliminated"
