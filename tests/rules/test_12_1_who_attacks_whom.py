"""Which units can attack what, alone or together (12.1, 15.1, 15.2)."""

from __future__ import annotations

import pytest

from tests.support.table import AP, CP, Table


def test_12_1_4_units_of_several_spaces_attack_one_space() -> None:
    """All attackers are adjacent to the target."""
    table = (
        Table().put("koblenz", "ge_1_army").put("metz", "ge_2_army").put("sedan", "fr_5_army").put("nancy", "fr_1_army")
    )
    table.operate(CP).activate("!koblenz", "!metz").do("add ge_1_army")
    assert table.offered("target") == {"liege", "sedan"}
    table.do("add ge_2_army")
    assert table.offered("target") == {"sedan"}


def test_12_1_5_units_of_one_space_may_attack_different_spaces_one_after_another() -> None:
    """Attacks are declared and resolved one by one."""
    table = Table().put("metz", "ge_4_army", "ge_5_army").put("sedan", "fr_5_army").put("nancy", "fr_1_army")
    table.dice(attacker=[1, 1], defender=[1, 1])
    table.attack("nancy", "ge_4_army")
    while not table.asks("attack"):
        table.do(str(next(iter(map(table.game.text, table.game.options())))))
    assert table.offered("add") == {"ge_5_army"}
    table.do("add ge_5_army")
    assert table.offered("target") == {"sedan", "verdun"}  # 12.1.6: Nancy has already been attacked


def test_12_1_1_attacks_are_voluntary() -> None:
    """A marker does not oblige to attack."""
    table = Table().put("koblenz", "ge_1_army").put("sedan", "fr_5_army").operate(CP).activate("!koblenz").do("decline")
    assert not table.events("attack")


def test_12_1_2_spaces_with_only_retreated_units_are_no_target() -> None:
    """Units that retreated this round cannot be attacked alone."""
    table = Table().put("lodz", "ge_corps_01").put("tannenberg", "ge_8_army").put("plock", "ru_corps_07")
    table.destroy("lomza", "warsaw").dice(attacker=6, defender=1).operate(CP).activate("!lodz", "!tannenberg")
    table.do("add ge_corps_01", "target plock", "step lomza", "finish")
    assert table.in_("lomza") == {"ru_corps_07"}
    assert table.kind != "attack"  # the 8th Army is adjacent to no other enemy
    assert len(table.events("attack")) == 1


@pytest.mark.parametrize(
    ("first", "second", "legal"),
    [
        (["fr_5_army"], ["br_1_army"], False),
        (["fr_5_army", "br_corps_01"], ["br_1_army"], True),
        (["fr_5_army", "br_aus_corps"], ["br_1_army"], True),
        (["fr_5_army", "be_1_army"], ["br_1_army"], False),
        (["fr_5_army", "us_corps_01"], ["us_1_army"], True),
        (["fr_5_army", "us_corps_01"], ["us_1_army", "fr_1_army"], True),
    ],
)
def test_12_1_11_1_nations_need_a_common_space(first: list[str], second: list[str], legal: bool) -> None:
    """In an attack from several spaces one space must contain units of every attacking nation."""
    table = Table().put("amiens", *first).put("chateau_thierry", *second).put("cambrai", "ge_2_army").hold(CP, "sedan")
    table.operate(AP, 20).activate("!amiens", "!chateau_thierry").do(*(f"add {unit}" for unit in first))
    joined = True
    for unit in second:
        if unit in table.offered("add"):
            table.do(f"add {unit}")
        else:
            joined = False
    assert (joined and table.offered("target") == {"cambrai"}) == legal


def test_12_1_11_all_nations_of_one_space_may_attack_together() -> None:
    """Stacked together they need no common space elsewhere."""
    table = Table().put("amiens", "fr_5_army", "br_1_army", "be_1_army").put("cambrai", "ge_2_army").hold(CP, "sedan")
    table.operate(AP, 20).activate("!amiens").do("add fr_5_army", "add br_1_army", "add be_1_army")
    assert table.offered("target") == {"cambrai"}


def test_15_1_11_germans_spare_russian_forts_before_oberost() -> None:
    """Neither a fort alone nor one with an army; Austrians may."""
    table = Table().put("lodz", "ge_1_army").put("tarnow", "ah_1_army").operate(CP)
    assert "tarnow" in table.offered("for_combat")
    assert "lodz" not in table.offered("for_combat")
    for change in ("event", "status"):
        table = Table().put("lodz", "ge_1_army")
        if change == "event":
            table.played("cp_11_oberost")
        else:
            table.state.war_status[CP] = 4
        table.operate(CP).activate("!lodz").do("add ge_1_army")
        assert table.offered("target") == {"warsaw"}


def test_15_1_3_a_besieged_fort_is_attacked_from_inside_only() -> None:
    """Neighbours cannot; the besiegers can."""
    table = Table().put("liege", "ge_1_army").put("aachen", "ge_2_army").put("sedan", "fr_5_army").operate(CP)
    table.activate("!liege", "!aachen") if "aachen" in table.offered("for_combat") else table.activate("!liege")
    assert table.offered("add") == {"ge_1_army"}
    table.do("add ge_1_army")
    assert "liege" in table.offered("target")


def test_15_2_3_only_spare_units_attack_out_of_a_siege() -> None:
    """Those that stay must maintain the siege; a unit that attacked no longer counts."""
    table = (
        Table().put("liege", "ge_1_army").put("sedan", "fr_5_army").operate(CP).activate("!liege").do("add ge_1_army")
    )
    assert table.offered("target") == {"liege"}
    table = Table().put("liege", "ge_1_army", "ge_2_army").put("sedan", "fr_5_army").operate(CP).activate("!liege")
    table.do("add ge_1_army")
    assert table.offered("target") == {"liege", "sedan"}
    table.do("add ge_2_army")
    assert table.offered("target") == {"liege"}


def besieging_nancy(*units: str, defender: int = 1) -> Table:
    """Germans besieging Nancy (2) with the French in adjacent Bar le Duc, activated to attack."""
    table = Table().put("nancy", *units).put("bar_le_duc", "fr_5_army").reserve("ge_corps_09", "fr_corps_09")
    table.destroy("verdun", "belfort").hold(CP, "verdun", "belfort")
    return table.dice(attacker=[1, 1], defender=[defender, 1]).operate(CP).activate("!nancy")


def end_of_combat(table: Table) -> Table:
    """Take the first choice until the next attack is asked for."""
    while not table.asks("attack"):
        table.do(table.game.text(next(iter(table.game.options()))))
    return table


def test_15_2_3_who_attacked_the_fort_of_its_own_space_goes_on_besieging() -> None:
    """One army attacks the fort, so the other can attack the adjacent space."""
    table = besieging_nancy("ge_1_army", "ge_2_army").do("add ge_1_army", "target nancy")
    end_of_combat(table).do("add ge_2_army")
    assert table.offered("target") == {"bar_le_duc"}


def test_15_2_3_who_was_named_and_released_goes_on_besieging() -> None:
    """It may not attack any more, but it still counts for the siege."""
    table = besieging_nancy("ge_1_army", "ge_2_army").do("add ge_1_army", "release", "add ge_2_army")
    assert table.offered("target") == {"nancy", "bar_le_duc"}


def test_15_2_3_who_attacked_elsewhere_besieges_nothing_for_the_round() -> None:
    """Nor does the corps that replaces it when it is lost."""
    table = besieging_nancy("ge_1_army", "ge_2_army").do("add ge_1_army", "target bar_le_duc")
    end_of_combat(table).do("add ge_2_army")
    assert table.offered("target") == {"nancy"}
    table = besieging_nancy("ge_1_army-", "ge_corps_01", "ge_corps_02", defender=4).do("add ge_1_army")
    end_of_combat(table.do("target bar_le_duc")).do("add ge_corps_01")
    assert table.in_("nancy") == {"ge_corps_09", "ge_corps_01", "ge_corps_02"}
    assert table.offered("target") == {"nancy"}


def test_11_1_17_the_bef_attacks_in_the_west_only() -> None:
    """Not into Italy."""
    table = (
        Table()
        .at_war("it")
        .put("grenoble", "br_bef_army", "br_1_army")
        .put("turin", "ge_1_army")
        .hold(CP, "milan", "verona")
    )
    table.hold(CP, "trent").operate(AP).activate("!grenoble")
    assert table.offered("add") == {"br_1_army"}
