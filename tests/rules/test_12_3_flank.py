"""Flank attacks (12.3)."""

from __future__ import annotations

import pytest

from engine.pog.rules import combat as fight
from tests.support.table import AP, CP, Table


def two_spaces(target: str = "cambrai") -> Table:
    """Germans in Sedan and Brussels around Cambrai."""
    return (
        Table()
        .put("sedan", "ge_1_army")
        .put("brussels", "ge_2_army")
        .hold(CP, "liege")
        .destroy("liege")
        .put(target, "fr_5_army")
    )


def asked(table: Table, *units: str, target: str = "cambrai") -> bool:
    table.dice(attacker=1, defender=1).attack(target, *units)
    return table.asks("flank")


def test_12_3_1_two_spaces_and_an_army() -> None:
    """From one space, or with corps only, there is no flank attempt."""
    assert asked(two_spaces(), "ge_1_army", "ge_2_army")
    assert not asked(two_spaces(), "ge_1_army")
    table = two_spaces().put("sedan", "ge_corps_01").put("brussels", "ge_corps_02")
    assert not asked(table, "ge_corps_01", "ge_corps_02")
    table = two_spaces().put("sedan", "ge_corps_01")
    assert asked(table, "ge_corps_01", "ge_2_army")


def test_12_3_1_a_reduced_army_is_enough() -> None:
    """The army may be in any of the spaces and reduced."""
    table = Table().put("sedan", "ge_1_army-").put("brussels", "ge_corps_02").destroy("liege").hold(CP, "liege")
    assert asked(table.put("cambrai", "fr_5_army"), "ge_1_army", "ge_corps_02")


@pytest.mark.parametrize(
    ("target", "origins", "possible"),
    [
        ("cambrai", ("sedan", "brussels"), True),
        ("lomza", ("tannenberg", "plock"), True),
        ("grodno", ("insterberg", "kovno"), True),  # forest
        ("pinsk", ("kovel", "brest_litovsk"), False),  # swamp
        ("gorlice", ("tarnow", "martin"), False),  # mountain
    ],
)
def test_12_3_1_not_in_swamp_or_mountain(target: str, origins: tuple[str, str], possible: bool) -> None:
    """Forest and clear allow it."""
    table = Table().played("cp_11_oberost").put(origins[0], "ge_1_army").put(origins[1], "ge_2_army")
    table.hold_all(CP, "ru").hold(AP, "petrograd", "moscow", "kharkov", "caucasus")
    for fort in table.names(table.system.rules.board.forts & table.system.rules.board.lands("ru")):
        if fort != target:
            table.destroy(fort)
    table.hold_all(CP, "ru").hold(AP, target)
    assert asked(table.put(target, "ru_1_army"), "ge_1_army", "ge_2_army", target=target) == possible


def test_12_3_1_not_against_a_trench() -> None:
    """A trench of the defender forbids it at any level."""
    assert not asked(two_spaces().trench("cambrai", 1, AP), "ge_1_army", "ge_2_army")


def test_12_3_1_and_15_1_6_not_against_a_fort_alone() -> None:
    """An empty fort cannot be flanked; with units in it, it can."""
    table = Table().put("aachen", "ge_1_army").put("koblenz", "ge_2_army")
    assert not asked(table, "ge_1_army", "ge_2_army", target="liege")
    table = Table().put("aachen", "ge_1_army").put("koblenz", "ge_2_army").put("liege", "be_1_army")
    assert asked(table, "ge_1_army", "ge_2_army", target="liege")


def drm(table: Table, *units: str, target: str = "cambrai") -> int:
    assert asked(table, *units, target=target)
    return fight.combat_of(table.state).flank_drm


def test_12_3_2_one_for_each_space_beyond_the_pinning_one() -> None:
    """Two free spaces give +1, three +2."""
    assert drm(two_spaces(), "ge_1_army", "ge_2_army") == 1
    table = two_spaces().put("chateau_thierry", "ge_3_army")
    assert drm(table, "ge_1_army", "ge_2_army", "ge_3_army") == 2


def test_12_3_2_a_space_beside_other_enemies_counts_for_nothing_and_pins_first() -> None:
    """The attacker pins with a space that would not count anyway."""
    assert drm(two_spaces().put("verdun", "fr_3_army"), "ge_1_army", "ge_2_army") == 1  # Sedan pins
    table = two_spaces().put("verdun", "fr_3_army").put("antwerp", "be_1_army")
    assert drm(table, "ge_1_army", "ge_2_army") == 0


def test_12_3_2_forts_alone_do_not_count_as_enemies() -> None:
    """An empty Verdun next to Sedan does not matter."""
    table = two_spaces().put("chateau_thierry", "ge_3_army")
    assert drm(table, "ge_1_army", "ge_3_army") == 1


def test_12_3_2_dashed_lines_do_not_count() -> None:
    """British in London do not affect a space connected to them only by a dashed line."""
    table = (
        Table()
        .put("calais", "ge_1_army")
        .put("sedan", "ge_2_army")
        .put("cambrai", "fr_5_army")
        .put("london", "br_1_army")
    )
    table.hold(CP, "brussels").destroy("liege").hold(CP, "liege", "ostend")
    table.played("cp_08_race_to_the_sea")
    assert drm(table, "ge_1_army", "ge_2_army") == 1


@pytest.mark.parametrize(("die", "outcome"), [(2, "failed"), (3, "succeeded"), (6, "succeeded"), (1, "failed")])
def test_12_3_3_a_modified_4_succeeds(die: int, outcome: str) -> None:
    """With +1 a 3 is enough."""
    table = two_spaces().dice(flank=die)
    assert asked(table, "ge_1_army", "ge_2_army")
    table.do("flank")
    assert table.events("flank")[-1]["outcome"] == outcome


def test_12_3_3_success_lets_the_attacker_fire_first() -> None:
    """The defender answers with what is left."""
    table = two_spaces().reserve("fr_corps_01").dice(flank=6, attacker=6, defender=6)
    table.attack("cambrai", "ge_1_army", "ge_2_army").do("flank")
    shots = [data["fire"] for data in table.events("fire")]
    assert [shot.attacker for shot in shots][:1] == [True]
    assert shots[0].loss_number == 7
    assert table.where("fr_5_army") == "ap_eliminated_box"
    assert table.reduced("fr_corps_01")  # 3 and 3 on the army, 1 on the corps that replaced it
    assert (shots[1].factors, shots[1].table) == (1, "corps")


def test_12_3_3_failure_lets_the_defender_fire_first() -> None:
    """Then the attackers fire with their losses."""
    table = two_spaces().reserve("fr_corps_01").dice(flank=1, attacker=1, defender=5)
    table.attack("cambrai", "ge_1_army", "ge_2_army").do("flank")
    assert [data["fire"].attacker for data in table.events("fire")] == [False]
    assert table.asks("attacker_loss")
    table.do("hit ge_1_army")
    shots = [data["fire"] for data in table.events("fire")]
    assert [shot.attacker for shot in shots] == [False, True]
    assert shots[1].factors == 8


def test_12_3_3_attackers_wiped_out_by_first_fire_do_not_roll() -> None:
    """A side without units left does not roll at all."""
    table = Table().put("sedan", "ge_1_army-").put("brussels", "ge_corps_01-").destroy("liege").hold(CP, "liege")
    table.put("cambrai", "fr_1_army", "fr_2_army", "fr_3_army").dice(flank=1, defender=4)
    table.attack("cambrai", "ge_1_army", "ge_corps_01").do("flank")
    while table.asks("attacker_loss"):
        table.do(table.game.text(next(iter(table.game.options()))))
    assert [data["fire"].attacker for data in table.events("fire")] == [False]
    assert table.battle.winner == "defender"


def test_12_3_3_a_surviving_fort_still_answers() -> None:
    """First fire kills the units, the fort fires back."""
    table = Table().put("metz", "ge_4_army", "ge_5_army").put("strasbourg", "ge_6_army").put("nancy", "fr_corps_01")
    table.dice(flank=6, attacker=1, defender=1).attack("nancy", "ge_4_army", "ge_6_army").do("flank")
    shots = [data["fire"] for data in table.events("fire")]
    assert [(shot.attacker, shot.factors, shot.table) for shot in shots] == [(True, 10, "army"), (False, 2, "corps")]


def test_12_2_5_the_attempt_is_voluntary() -> None:
    """Frontal: both fire at once."""
    table = two_spaces().reserve("fr_corps_01").dice(attacker=1, defender=1)
    table.attack("cambrai", "ge_1_army", "ge_2_army").do("frontal")
    assert len(table.events("fire")) == 2
    assert not table.events("flank")
