"""SR and supply checks, forts and sieges not covered by other files (13, 14.1.1, 15)."""

from __future__ import annotations

import pytest

from tests.cards.support import over
from tests.rules.support import ways
from tests.support.table import AP, CP, Table

# -- 13 ------------------------------------------------------------------------------------


@pytest.mark.parametrize("unit", ["br_aus_corps", "br_cnd_corps", "br_pt_corps", "br_corps_02"])
def test_13_0_minor_british_corps_redeploy_as_british(unit: str) -> None:
    """From the box to a British corps and to London."""
    found = ways(Table().put("paris", "br_corps_01").reserve(unit), unit)
    assert {"paris", "london"} <= found
    assert "lyon" not in found


def test_13_0_a_british_corps_may_join_the_canadians() -> None:
    """It works both ways; the French do not count."""
    found = ways(Table().put("paris", "br_cnd_corps").put("lyon", "fr_corps_01").reserve("br_corps_01"), "br_corps_01")
    assert "paris" in found
    assert "lyon" not in found


def test_13_2_4_inside_the_near_east_there_is_no_limit() -> None:
    """Three British corps sail from Basra to Egypt in one turn, and Germans move back and forth."""
    table = Table(turn=9).at_war("tu").put("basra", "br_corps_01", "br_corps_02", "br_aus_corps").redeploy(AP, 4)
    for unit in ("br_corps_01", "br_corps_02", "br_aus_corps"):
        assert "alexandria" in table.do(f"pick {unit}").offered("to")
        table.do("to alexandria")
    table = Table(turn=9).at_war("tu", "bu").put("aleppo", "ge_corps_01", "ge_corps_02").redeploy(CP, 4)
    for unit in ("ge_corps_01", "ge_corps_02"):
        table.do(f"pick {unit}", "to damascus")
    assert table.state.limits_used == 0


def test_13_2_4_russians_redeploy_inside_their_near_east() -> None:
    """As many as the points allow, and never out of Russia."""
    table = Table(turn=9).at_war("tu").put("kars", "ru_corps_01", "ru_corps_02").put("erzerum", "ru_corps_03")
    table.redeploy(AP, 4)
    for unit in ("ru_corps_01", "ru_corps_02"):
        found = table.do(f"pick {unit}").offered("to")
        assert "baku" in found
        assert "rize" not in found
        table.do("to baku")
    assert table.state.limits_used == 0


def test_13_2_1_the_second_british_corps_does_not_leave_the_near_east() -> None:
    """Neither into the Reserve Box nor by sea; a later turn lets it go."""
    table = Table().put("port_said", "br_corps_01", "br_corps_02").redeploy(AP, 5)
    table.do("pick br_corps_01", "to ap_reserve_box", "pick br_corps_02")
    assert not {"ap_reserve_box", "london"} & table.offered("to")
    assert "alexandria" in table.offered("to")
    table.state.limits_used = 0
    assert "ap_reserve_box" in ways(table, "br_corps_02")


def test_10_1_2_and_13_1_3_who_has_redeployed_makes_no_room() -> None:
    """A full space is open only as long as a unit there can still be sent on."""
    table = Table().put("paris", "fr_corps_01", "fr_corps_02", "fr_corps_03").put("orleans", "fr_corps_04")
    assert "paris" in table.redeploy(AP, 2).do("pick fr_corps_04").offered("to")
    table = Table().put("paris", "fr_1_army", "fr_2_army").put("orleans", "fr_corps_03", "fr_corps_04")
    table.redeploy(AP, 3).do("pick fr_corps_03", "to paris", "pick fr_corps_04")
    assert "paris" not in table.offered("to")


def test_13_2_5_before_turkey_enters_corps_may_go_to_the_near_east() -> None:
    """A British corps to Egypt, a Russian one over the Caucasus; the limits of the turn hold."""
    table = Table(turn=2).put("london", "br_corps_01", "br_corps_02").put("kharkov", "ru_corps_01")
    assert "tu" not in table.state.at_war
    table.redeploy(AP, 4).do("pick br_corps_01")
    assert "alexandria" in table.offered("to")
    table.do("to alexandria", "pick br_corps_02")
    assert "alexandria" not in table.offered("to")
    assert "tbilisi" in ways(Table(turn=2).put("kharkov", "ru_corps_01"), "ru_corps_01")


# -- 14 ------------------------------------------------------------------------------------


def test_14_1_1_2_and_14_3_1_a_unit_cut_off_by_an_earlier_combat_does_not_attack() -> None:
    """Its losses break the siege of Liege, so the corps beyond has no line any more."""
    table = Table().put("liege", "ge_corps_01", "ge_corps_02", "ge_corps_03").put("brussels", "ge_1_army")
    table.put("ostend", "br_corps_01").hold(AP, "ostend")
    table.operate(CP).activate("!liege", "!brussels")
    assert "ge_1_army" in table.offered("add")
    table.dice(attacker=1, defender=6).do("add ge_corps_01", "add ge_corps_02", "add ge_corps_03", "target liege")
    while not table.events("combat_over"):
        table.do(table.game.text(next(iter(table.game.options()))))
    while table.asks("attack") and table.offered("add") & {"ge_corps_01", "ge_corps_02", "ge_corps_03"}:
        table.do("decline")
    if len(table.in_("liege")) < 3:
        assert not table.state.besieged >> table.space("liege") & 1
        assert not table.asks("attack") or "ge_1_army" not in table.offered("add")
    else:
        pytest.fail("the fort's fire was to kill a corps")


def test_14_1_1_3_supply_is_checked_when_a_unit_sets_out() -> None:
    """In supply when activated, cut off by another move: it may not move."""
    table = Table().put("liege", "ge_1_army").put("brussels", "ge_2_army").operate(CP).activate("liege", "brussels")
    assert table.offered("pick") == {"ge_1_army", "ge_2_army"}
    table.move("ge_1_army", "koblenz")
    assert not table.supplied("ge_2_army")
    assert not table.asks("move_unit") or "ge_2_army" not in table.offered("pick")


def test_14_1_1_3_a_unit_that_runs_out_of_supply_on_its_way_goes_on() -> None:
    """Only supply at the start counts."""
    table = Table().put("sedan", "ge_1_army").hold(CP, "koblenz", "metz").operate(CP).activate("sedan")
    table.do("pick ge_1_army", "step chateau_thierry", "step melun")
    assert table.asks("move_on")
    assert table.offered("step")


def test_14_3_2_units_out_of_supply_do_not_redeploy() -> None:
    """Neither overland, nor by sea, nor to the Reserve Box."""
    for unit in ("ge_corps_01", "ge_1_army"):
        assert ways(Table().put("cambrai", unit).put("berlin", "ge_corps_02"), unit) == set()


# -- 15 ------------------------------------------------------------------------------------


def test_15_1_5_a_fort_adds_nothing_to_an_attack() -> None:
    """Units attacking from their own fort fight alone; a fort by itself attacks nothing."""
    table = Table().put("verdun", "fr_1_army").put("metz", "ge_5_army").dice(attacker=1, defender=1)
    over(table.attack("metz", "fr_1_army"))
    fire = next(data["fire"] for data in table.events("fire") if data["fire"].attacker)
    assert fire.factors == 3
    table = Table().put("sedan", "ge_1_army").hold(CP, "koblenz").put("paris", "fr_1_army").operate(AP)
    assert "verdun" not in table.offered("for_combat")


def test_15_1_7_a_fort_has_one_step_and_falls_after_everybody() -> None:
    """A corps and Liege (value 3): below 5 only the corps suffers, at 5 or more both are lost."""
    seen = set()
    for die in range(1, 7):
        table = Table().put("koblenz", "ge_1_army", "ge_2_army").put("liege", "be_corps_01")
        table.dice(attacker=die, defender=1).attack("liege", "ge_1_army", "ge_2_army")
        over(table)
        number = table.loss_numbers()[0] or 0
        fallen = not table.state.intact_forts(AP) >> table.space("liege") & 1
        assert fallen == (number >= 2 + 3), number
        seen.add(fallen)
    assert seen == {True, False}


@pytest.mark.parametrize(
    ("units", "besieged"),
    [
        (("ge_1_army",), True),
        (("ge_1_army-",), True),
        (("ge_corps_01", "ge_corps_02", "ge_corps_03-"), True),
        (("ge_corps_01", "ge_corps_02"), False),
    ],
)
def test_15_2_1_one_army_or_as_many_corps_as_the_forts_value(units: tuple[str, ...], besieged: bool) -> None:
    """Verdun is 3; full or reduced makes no difference."""
    table = Table().put("verdun", *units)
    table.state.rebuild()
    assert bool(table.state.besieged >> table.space("verdun") & 1) == besieged


@pytest.mark.parametrize(
    ("turn", "die", "falls"), [(1, 5, False), (2, 5, False), (2, 6, True), (3, 4, True), (3, 3, False)]
)
def test_15_3_3_siege_dice_lose_2_in_august_and_september_1914(turn: int, die: int, falls: bool) -> None:
    """Liege (3) falls to a modified 4."""
    table = Table(turn=turn).put("liege", "ge_1_army").dice(siege=die).phase("siege")
    assert (table.owner("liege") == CP) == falls


# -- leftovers of 5.7 ----------------------------------------------------------------------


def test_5_7_1_3_four_italian_trenches() -> None:
    """They belong to Italy although it is neutral."""
    table = Table("historical", turn=1, setup=True)
    trenches = {name: table.state.trench(table.space(name)) for name in ("verona", "asiago", "maggiore", "udine")}
    assert set(trenches.values()) == {(1, AP)}
