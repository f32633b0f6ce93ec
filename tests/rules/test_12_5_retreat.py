"""Retreats (12.5)."""

from __future__ import annotations

import pytest

from engine.pog.invariants import check
from tests.support.table import AP, CP, Table


def beaten(table: Table, target: str, *units: str, length: int) -> Table:
    """Make an attack whose defenders must retreat a number of spaces; the loss numbers are checked."""
    table.attack(target, *units)
    if table.asks("flank"):
        table.do("frontal")
    while table.asks("defender_loss", "attacker_loss"):
        table.do(table.game.text(next(iter(table.game.options()))))
    ours, theirs = table.loss_numbers()
    assert ours is not None
    assert theirs is not None
    assert min(ours - theirs, 2) == length
    return table


def plock(*defenders: str, length: int = 1) -> Table:
    """Germans drive Russians out of clear Plock: Lomza and Warsaw are behind it, Tannenberg, Thorn and Lodz adjacent."""
    table = Table().put("lodz", "ge_1_army", "ge_2_army").put("plock", *(defenders or ("ru_1_army", "ru_2_army")))
    return table.dice(attacker={1: 1, 2: 3}[length], defender=1)


def test_12_5_1_the_defender_retreats_if_he_lost_and_a_full_attacker_is_left() -> None:
    """A tie, a lost attack or only reduced attackers do not force a retreat."""
    table = plock("ru_1_army").reserve("ru_corps_01")
    table.dice().attack("plock", "ge_1_army", "ge_2_army")
    assert table.asks("retreat")
    table = Table().put("lodz", "ge_1_army-").put("plock", "ru_1_army").dice(attacker=6, defender=1)
    table.attack("plock", "ge_1_army")
    assert not table.events("retreated")
    assert table.battle.winner == "attacker"
    assert table.battle.retreat == ""


def test_12_5_2_a_difference_of_one_is_one_space_else_two() -> None:
    """The difference of the loss numbers decides."""
    table = Table().put("lodz", "ge_corps_01").put("plock", "ru_corps_07").dice(attacker=6, defender=1)
    beaten(table, "plock", "ge_corps_01", length=1).do("step lomza", "finish")
    assert table.where("ru_corps_07") == "lomza"
    assert table.battle.retreats == ((table.unit("ru_corps_07"), (table.space("lomza"),)),)
    table = (
        Table()
        .put("lodz", "ge_corps_01", "ge_corps_02", "ge_corps_03")
        .put("plock", "ru_1_army")
        .dice(attacker=1, defender=1)
    )
    table.attack("plock", "ge_corps_01", "ge_corps_02", "ge_corps_03")
    assert table.loss_numbers() == (1, 1)
    assert not table.events("retreated")


@pytest.mark.parametrize(
    ("space", "trench", "may"),
    [("sedan", 0, True), ("cambrai", 0, False), ("cambrai", 1, True), ("calais", 0, True), ("belfort", 0, True)],
)
def test_12_5_3_standing_in_cover_costs_a_step(space: str, trench: int, may: bool) -> None:
    """Trench, forest, desert, mountain or swamp allow the defender to stand."""
    origin = {"sedan": "koblenz", "cambrai": "sedan", "calais": "cambrai", "belfort": "mulhouse"}[space]
    table = Table().destroy("belfort").hold(CP, "sedan", "cambrai").hold(AP, space)
    table.put(origin, "ge_1_army", "ge_2_army").put(space, "fr_1_army").trench(space, trench, AP)
    table.reserve("fr_corps_01").dice(attacker=1, defender=1).attack(space, "ge_1_army", "ge_2_army")
    while table.asks("defender_loss", "attacker_loss"):
        table.do(table.game.text(next(iter(table.game.options()))))
    assert table.asks("retreat_option") == may
    if may:
        before = table.in_(space)
        table.do(f"hold {next(iter(table.offered('hold')))}")
        assert not table.events("retreated")
        assert table.battle.retreat == "held"
        assert table.in_(space) != before or table.events("loss")


def test_12_5_3_the_last_step_cannot_be_paid() -> None:
    """At least one defending step must remain."""
    table = (
        Table().put("koblenz", "ge_1_army").put("sedan", "fr_corps_01-", "fr_corps_02-").dice(attacker=1, defender=1)
    )
    table.attack("sedan", "ge_1_army")
    assert table.loss_numbers() == (2, 0)
    table.do("hit fr_corps_01")
    assert not table.in_("sedan")
    table = Table().put("koblenz", "ge_corps_01").put("sedan", "fr_corps_01").dice(attacker=4, defender=1)
    table.attack("sedan", "ge_corps_01")
    assert table.loss_numbers() == (1, 0)
    assert table.kind != "retreat_option"


def test_12_5_3_any_defending_unit_may_pay() -> None:
    """Not only the one hit last."""
    table = (
        Table().put("koblenz", "ge_corps_01").put("sedan", "fr_corps_01", "fr_corps_02").dice(attacker=4, defender=1)
    )
    table.attack("sedan", "ge_corps_01")
    table.do(table.game.text(next(iter(table.game.options())))) if table.asks("defender_loss") else None
    assert table.offered("hold") == {"fr_corps_01", "fr_corps_02"}


def test_12_5_4_no_way_out_is_the_end() -> None:
    """An army that cannot retreat is permanently eliminated and brings no corps."""
    table = Table().put("cambrai", "ge_1_army", "ge_2_army").hold(CP, "sedan", "brussels").put("amiens", "ge_3_army")
    table.put("calais", "fr_1_army").put("ostend", "ge_4_army").reserve("fr_corps_01").dice(attacker=4, defender=1)
    table.attack("calais", "ge_1_army", "ge_2_army")
    while table.asks("defender_loss"):
        table.do(table.game.text(next(iter(table.game.options()))))
    if table.asks("retreat_option"):
        table.do("retreat")
    assert table.where("fr_1_army") == "ap_permanently_eliminated"
    assert table.where("fr_corps_01") == "ap_reserve_box"


def test_12_5_4_a_replacement_corps_that_cannot_retreat_takes_its_army_along() -> None:
    """The corps can be rebuilt; the army it replaced is permanently eliminated."""
    table = Table().put("cambrai", "ge_1_army", "ge_2_army").hold(CP, "sedan", "brussels").put("amiens", "ge_3_army")
    table.put("calais", "fr_1_army-").put("ostend", "ge_4_army").reserve("fr_corps_01").dice(attacker=2, defender=1)
    table.attack("calais", "ge_1_army", "ge_2_army")
    if table.asks("retreat_option"):
        table.do("retreat")
    assert table.where("fr_corps_01") == "ap_eliminated_box"
    assert table.where("fr_1_army") == "ap_permanently_eliminated"


def test_12_5_4_the_mn_corps_never_retreats() -> None:
    """It survives the fire, Tirana is open behind it, and yet it is eliminated."""
    table = Table().put("mostar", "ah_1_army").put("cetinje", "mn_corps").hold(AP, "tirana", "skopje")
    table.dice(attacker=2, defender=1).attack("cetinje", "ah_1_army")
    if table.asks("retreat_option"):  # mountains: one more step would let it stand
        table.do("retreat")
    assert [data["result"] for data in table.events("loss") if data["side"] == AP] == ["reduced", "eliminated"]
    assert not table.events("retreated")
    assert table.where("mn_corps") == "ap_eliminated_box"


def test_12_5_5_not_onto_enemies_nor_unbesieged_forts() -> None:
    """From Sedan: Metz is a German fort, Koblenz is full of Germans."""
    table = Table().put("koblenz", "ge_corps_01").put("sedan", "fr_corps_01").dice(attacker=4, defender=1)
    table.hold(AP, "metz").hold(CP, "metz")
    table.attack("sedan", "ge_corps_01")
    if table.asks("retreat_option"):
        table.do("retreat")
    assert table.offered("step") == {"brussels", "cambrai", "chateau_thierry", "liege", "verdun"}


def test_12_5_5_friendly_spaces_first() -> None:
    """An empty enemy-controlled space is only used if there is no friendly one."""
    table = Table().put("koblenz", "ge_corps_01").put("sedan", "fr_corps_01").dice(attacker=4, defender=1)
    table.hold(CP, "brussels", "cambrai").attack("sedan", "ge_corps_01")
    if table.asks("retreat_option"):
        table.do("retreat")
    assert table.offered("step") == {"chateau_thierry", "liege", "verdun"}


def besiegers_of_liege(**held: int) -> Table:
    """A German army besieging Liege is driven off by the French; Brussels behind it is an island of the CP."""
    table = Table().put("liege", "ge_1_army").put("sedan", "fr_1_army", "fr_2_army", "fr_3_army").hold(CP, "brussels")
    for name, side in held.items():
        table.hold(side, name)
    table.dice(attacker=1, defender=1).attack("liege", "fr_1_army", "fr_2_army", "fr_3_army")
    assert table.loss_numbers() == (3, 2)
    return table


def test_12_5_5_supplied_spaces_before_unsupplied_ones() -> None:
    """Supplied friendly spaces first: with the besiegers gone no line runs through Liege to Brussels."""
    assert besiegers_of_liege().offered("step") == {"aachen", "koblenz"}


def test_12_5_5_friendly_out_of_supply_before_enemy_in_supply() -> None:
    """Priority 2 before 3."""
    table = besiegers_of_liege(aachen=AP, koblenz=AP)
    assert table.where("ge_1_army") == "brussels" or table.offered("step") == {"brussels"}


def test_12_5_5_enemy_spaces_are_ranked_by_supply() -> None:
    """Priority 3 before 4: with enemy spaces only, first those that leave the unit in supply."""
    table = Table().put("koblenz", "ge_corps_01").put("sedan", "fr_corps_01").dice(attacker=4, defender=1)
    table.hold_all(CP, "fr", "be").hold(AP, "sedan", "paris", "rouen", "le_havre")
    table.destroy("liege", "antwerp", "verdun", "nancy", "belfort")
    table.hold(CP, "liege", "antwerp", "verdun", "nancy", "belfort").attack("sedan", "ge_corps_01")
    if table.asks("retreat_option"):
        table.do("retreat")
    # Chateau Thierry is adjacent to Paris; no other neighbour of Sedan is
    assert table.in_("chateau_thierry") == {"fr_corps_01"} or table.offered("step") == {"chateau_thierry"}


def test_12_5_5_two_spaces_first_one_that_allows_a_second() -> None:
    """No unit is eliminated for retreating one space if a path of two exists."""
    table = Table().put("koblenz", "ge_1_army", "ge_2_army").put("sedan", "fr_1_army").reserve("fr_corps_01")
    table.dice(attacker=1, defender=1).attack("sedan", "ge_1_army", "ge_2_army").do("retreat")
    assert "sedan" not in table.offered("step")
    first = min(table.offered("step"))
    table.do(f"step {first}")
    assert "sedan" not in table.offered("step")


def test_12_5_5_a_two_space_retreat_may_end_beside_the_battle() -> None:
    """The rulebook's example: Sedan, Cambrai, Chateau Thierry."""
    table = Table().put("koblenz", "ge_1_army", "ge_2_army").put("sedan", "fr_1_army").reserve("fr_corps_01")
    table.dice(attacker=1, defender=1).attack("sedan", "ge_1_army", "ge_2_army").do("retreat")
    table.do("step cambrai", "step chateau_thierry")
    assert table.where("fr_1_army") == "chateau_thierry"


def test_12_5_5_units_may_part_ways_and_stacking_holds_at_the_end() -> None:
    """Each unit has its own path; it can pass a full space but not end there."""
    table = (
        Table().put("koblenz", "ge_1_army", "ge_2_army").put("sedan", "fr_1_army", "fr_corps_01").reserve("fr_corps_02")
    )
    table.put("cambrai", "fr_2_army", "fr_3_army", "fr_4_army").dice(attacker=3, defender=1)
    table.attack("sedan", "ge_1_army", "ge_2_army")
    while table.asks("defender_loss"):
        table.do(table.game.text(next(iter(table.game.options()))))
    table.do("retreat", "pick fr_1_army", "step cambrai")
    assert table.offered("step") == {"amiens", "brussels", "calais", "chateau_thierry"}
    table.do("step amiens")
    if table.asks("retreat") and table.offered("pick"):
        table.do("pick fr_corps_01")
    table.do("step brussels")
    table.do(f"step {min(table.offered('step') - {'cambrai'})}")
    assert table.where("fr_1_army") == "amiens"
    assert table.where("fr_corps_01") not in ("amiens", "sedan")
    check(table.state)


def test_12_5_5_only_the_last_space_changes_hands_15_1_10_unless_a_fort_keeps_it() -> None:
    """Passing through gains no control."""
    table = Table().put("koblenz", "ge_1_army", "ge_2_army").put("sedan", "fr_1_army").reserve("fr_corps_01")
    table.hold_all(CP, "fr", "be").hold(AP, "sedan").destroy("liege", "antwerp", "verdun", "nancy", "paris")
    table.hold_all(CP, "be").hold(CP, "verdun", "nancy", "paris").dice(attacker=1, defender=1)
    table.attack("sedan", "ge_1_army", "ge_2_army").do("retreat")
    steps = []
    while table.asks("retreat"):
        steps.append(min(table.offered("step")))
        table.do(f"step {steps[-1]}")
    table.do("finish")
    end = table.where("fr_1_army")
    assert table.owner(end) == AP
    path = table.battle.retreats[0][1]
    assert len(path) == 2
    assert table.owner(table.system.content.spaces[path[0]].name) == CP


def test_11_2_6_a_retreat_into_an_enemy_trench_takes_it() -> None:
    """It counts as entering: level 2 becomes a friendly level 1."""
    table = Table().put("koblenz", "ge_corps_01").put("sedan", "fr_corps_01").dice(attacker=4, defender=1)
    table.hold_all(CP, "fr", "be").hold(AP, "sedan", "paris", "rouen", "le_havre").trench("chateau_thierry", 2, CP)
    table.destroy("liege", "antwerp", "verdun", "nancy", "belfort")
    table.hold(CP, "liege", "antwerp", "verdun", "nancy", "belfort").attack("sedan", "ge_corps_01")
    if table.asks("retreat_option"):
        table.do("retreat")
    if table.asks("retreat"):
        table.do("step chateau_thierry")
    assert table.state.trench(table.space("chateau_thierry")) == (1, AP)


def test_12_5_7_the_space_left_changes_hands_only_by_the_advance() -> None:
    """Without an advance it stays the defender's."""
    table = Table().put("lodz", "ge_corps_01").put("plock", "ru_corps_07").dice(attacker=6, defender=1)
    beaten(table, "plock", "ge_corps_01", length=1).do("step lomza", "finish")
    assert table.owner("plock") == AP


def test_12_5_1_attackers_never_retreat() -> None:
    """However badly they lose."""
    table = Table().put("koblenz", "ge_1_army").put("sedan", "fr_1_army", "fr_2_army").reserve("ge_corps_01")
    table.dice(attacker=1, defender=6).attack("sedan", "ge_1_army")
    while table.asks("attacker_loss", "defender_loss"):
        table.do(table.game.text(next(iter(table.game.options()))))
    assert not table.events("retreated")


def test_12_5_1_units_in_a_fort_retreat_although_nobody_can_besiege_it() -> None:
    """Even if the attacker is too weak to besiege."""
    table = Table().put("metz", "ge_corps_01", "ge_corps_02").put("verdun", "fr_corps_01", "fr_corps_02")
    table.dice(attacker=6, defender=1).attack("verdun", "ge_corps_01", "ge_corps_02")
    while table.asks("defender_loss", "attacker_loss"):
        table.do(table.game.text(next(iter(table.game.options()))))
    assert table.loss_numbers() == (2, 1)
    assert table.asks("retreat")


def test_12_5_3_a_sieges_defender_cannot_be_attacked_out_of_his_besieged_fort() -> None:
    """12.5.5: a besieged enemy fort space counts as friendly for a retreat."""
    table = Table().put("brussels", "ge_corps_01").put("liege", "ge_1_army").put("cambrai", "fr_1_army", "br_corps_01")
    table.hold(AP, "sedan", "antwerp", "ostend").dice(attacker=1, defender=1).attack("brussels", "fr_1_army")
    assert table.loss_numbers() == (1, 0)
    if table.asks("retreat"):
        table.do("step liege")
    assert table.where("ge_corps_01") == "liege"
