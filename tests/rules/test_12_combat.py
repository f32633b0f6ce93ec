"""Combat: strength, columns, shifts, die modifiers, winners (12.1, 12.2)."""

from __future__ import annotations

import pytest

from engine.pog.view import FireView
from tests.support.table import AP, CP, Table


def fires(table: Table) -> tuple[FireView | None, FireView | None]:
    """Return the attacker's and the defender's fire of the latest combat."""
    found: list[FireView | None] = [None, None]
    for data in table.events("fire"):
        found[0 if data["fire"].attacker else 1] = data["fire"]
    return found[0], found[1]


def fight(table: Table, target: str, *units: str, attacker: int = 1, defender: int = 1) -> tuple[FireView, FireView]:
    table.dice(attacker=attacker, defender=defender).attack(target, *units)
    if table.asks("flank"):
        table.do("frontal")
    ours, theirs = fires(table)
    assert ours is not None
    assert theirs is not None
    return ours, theirs


# -- strength, tables, columns -----------------------------------------------------------


def test_12_2_3_and_12_2_8_factors_are_added_and_an_army_uses_the_army_table() -> None:
    """Two full German armies: 10 factors, column 9-11."""
    table = Table().put("koblenz", "ge_1_army", "ge_2_army").put("sedan", "fr_5_army", "fr_corps_01")
    ours, theirs = fight(table, "sedan", "ge_1_army", "ge_2_army", attacker=2, defender=5)
    assert (ours.table, ours.factors, ours.column, ours.loss_number) == ("army", 10, 9, 4)
    assert (theirs.table, theirs.factors, theirs.column, theirs.loss_number) == ("army", 4, 4, 4)


def test_12_2_8_corps_alone_use_the_corps_table() -> None:
    """A reduced army still makes it the army table; corps never do."""
    table = Table().put("koblenz", "ge_corps_01", "ge_corps_02").put("sedan", "fr_5_army-")
    ours, theirs = fight(table, "sedan", "ge_corps_01", "ge_corps_02", attacker=6, defender=6)
    assert (ours.table, ours.factors, ours.loss_number) == ("corps", 4, 2)
    assert (theirs.table, theirs.factors, theirs.loss_number) == ("army", 2, 3)


def test_12_1_7_corps_of_no_factors_may_attack() -> None:
    """They use the 0 column of the corps table."""
    table = Table().put("tarnow", "ah_corps_01-").put("ivangorod", "ru_4_army")
    ours, _ = fight(table, "ivangorod", "ah_corps_01", attacker=6)
    assert (ours.factors, ours.column, ours.loss_number) == (0, 0, 1)


def test_15_1_4_a_fort_adds_its_factors_to_its_defenders() -> None:
    """Verdun's 3 and a corps of 1: column 4 of the corps table."""
    table = Table().put("metz", "ge_4_army").put("verdun", "fr_corps_01")
    _, theirs = fight(table, "verdun", "ge_4_army", defender=6)
    assert (theirs.table, theirs.factors, theirs.loss_number) == ("corps", 4, 2)


def test_15_1_4_a_fort_with_an_army_fires_on_the_army_table() -> None:
    """Army and fort together: 3 + 3 factors on the army table."""
    table = Table().put("metz", "ge_4_army").put("verdun", "fr_3_army")
    _, theirs = fight(table, "verdun", "ge_4_army", defender=1)
    assert (theirs.table, theirs.factors, theirs.loss_number) == ("army", 6, 3)


def test_15_1_2_a_fort_alone_fires_on_the_corps_and_fort_table() -> None:
    """Liege alone has 3 factors."""
    table = Table().put("aachen", "ge_1_army")
    _, theirs = fight(table, "liege", "ge_1_army", defender=1)
    assert (theirs.table, theirs.factors, theirs.loss_number) == ("corps", 3, 1)


def test_15_1_4_a_destroyed_fort_adds_nothing() -> None:
    """A corps in the ruins of Verdun."""
    table = Table().destroy("verdun").put("metz", "ge_4_army").put("verdun", "fr_corps_01")
    _, theirs = fight(table, "verdun", "ge_4_army")
    assert theirs.factors == 1


# -- shifts -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("target", "origin", "trench", "attacker", "defender"),
    [
        ("cambrai", "sedan", 0, 9, 3),
        ("sedan", "koblenz", 0, 9, 3),  # forest shifts nothing
        ("mulhouse", "belfort", 0, 9, 3),
        ("cambrai", "sedan", 1, 6, 4),
        ("cambrai", "sedan", 2, 5, 4),
        ("calais", "cambrai", 0, 6, 3),
        ("calais", "cambrai", 1, 5, 4),
        ("calais", "cambrai", 2, 4, 4),
    ],
)
def test_12_2_8_terrain_and_trench_shifts_add_up(
    target: str, origin: str, trench: int, attacker: int, defender: int
) -> None:
    """Mountain and swamp 1L; trench 1L and 1R, level 2 2L and 1R."""
    if origin == "belfort":
        table = (
            Table()
            .put("belfort", "fr_1_army", "fr_2_army", "fr_3_army")
            .put("mulhouse", "ge_7_army-")
            .trench(target, trench, CP)
        )
        ours, theirs = fight(table, target, "fr_1_army", "fr_2_army", "fr_3_army")
        assert (ours.column_before, ours.column, theirs.column) == (9, 6, 3)
        return
    table = Table().put(origin, "ge_1_army", "ge_2_army").put(target, "fr_5_army").trench(target, trench, AP)
    table.hold(CP, "sedan", "cambrai") if target != "cambrai" else table.hold(CP, "sedan")
    if target == "cambrai":
        table.put("cambrai", "fr_5_army")
    ours, theirs = fight(table, target, "ge_1_army", "ge_2_army")
    assert (ours.column_before, ours.column) == (9, attacker)
    assert (theirs.column_before, theirs.column) == (3, defender)


def test_12_2_8_shifts_stop_at_the_edge_of_the_table() -> None:
    """A level 2 trench in a swamp shifts a corps of 1 factor to column 0 and no further."""
    table = Table().put("cambrai", "ah_corps_01").hold(CP, "sedan").put("calais", "fr_5_army").trench("calais", 2, AP)
    ours, _ = fight(table, "calais", "ah_corps_01")
    assert ours.column == 0
    table = (
        Table().put("cambrai", "ge_1_army-").hold(CP, "sedan").put("calais", "br_bef_army", "br_1_army", "br_2_army")
    )
    table.put("calais", "br_1_army", "br_2_army", "br_3_army").trench("calais", 2, AP)
    table.put("ap_reserve_box", "br_bef_corps")
    table.state.place(table.unit("br_bef_army"), table.system.rules.board.unused[AP])
    _, theirs = fight(table, "calais", "ge_1_army")
    assert theirs.column == 15


def test_11_2_9_a_fort_alone_has_no_use_of_a_trench() -> None:
    """A trench with an empty fort shifts nothing."""
    table = Table().put("metz", "ge_4_army").trench("verdun", 2, AP)
    ours, theirs = fight(table, "verdun", "ge_4_army")
    assert (ours.shifts, theirs.shifts) == ((), ())


def test_11_2_9_units_in_a_fort_have_both() -> None:
    """The trench shifts and the fort's factors."""
    table = Table().put("metz", "ge_4_army").put("verdun", "fr_3_army").trench("verdun", 1, AP)
    ours, theirs = fight(table, "verdun", "ge_4_army")
    assert (ours.column, theirs.factors, theirs.column) == (4, 6, 9)


def test_11_2_8_corps_profit_from_trenches() -> None:
    """No army is needed to use one."""
    table = Table().put("koblenz", "ge_1_army").put("sedan", "fr_corps_01").trench("sedan", 1, AP)
    ours, theirs = fight(table, "sedan", "ge_1_army")
    assert (ours.column, theirs.column) == (4, 2)


def test_a_trench_of_the_attackers_own_side_does_not_count() -> None:
    """The besiegers' trench in a recaptured fort space protects no defender."""
    table = Table().put("metz", "ge_4_army").put("verdun", "fr_3_army").trench("verdun", 1, CP)
    ours, _ = fight(table, "verdun", "ge_4_army")
    assert ours.shifts == ()


# -- die modifiers ------------------------------------------------------------------------


@pytest.mark.parametrize(("pipeline", "drm"), [(False, -3), (True, 0)])
def test_12_2_7_attacks_out_of_the_sinai(pipeline: bool, drm: int) -> None:
    """-3 if all attackers are in the Sinai; the Pipeline cancels it for the Allies."""
    table = Table(turn=7).at_war("tu").put("sinai", "br_ne_army").put("gaza", "tu_corps_13").hold(CP, "beersheba")
    if pipeline:
        table.played("ap_49_sinai_pipeline")
    ours, _ = fight(table, "gaza", "br_ne_army", attacker=5)
    assert sum(modifier.value for modifier in ours.drms) == drm
    assert ours.die_used == 5 + drm


def test_12_2_7_the_cp_always_suffers_it() -> None:
    """The Pipeline is British."""
    table = (
        Table(turn=7)
        .at_war("tu")
        .played("ap_49_sinai_pipeline")
        .put("sinai", "tu_corps_13")
        .put("cairo", "br_corps_03")
    )
    ours, _ = fight(table, "cairo", "tu_corps_13", attacker=3)
    assert ours.die_used == 1


def test_12_2_7_not_along_with_another_space() -> None:
    """Attackers elsewhere cancel it."""
    table = (
        Table(turn=7).at_war("tu").put("sinai", "br_ne_army").put("nablus", "br_corps_01").put("gaza", "tu_corps_13")
    )
    table.hold(AP, "beirut", "jerusalem", "beersheba").destroy("beersheba").hold(AP, "beersheba", "jerusalem")
    ours, _ = fight(table, "gaza", "br_ne_army", "br_corps_01", attacker=4)
    assert ours.drms == ()


def test_12_2_9_a_modified_die_is_held_to_1_and_6() -> None:
    """6 with +1 is 6."""
    table = Table().hand(CP, "cp_03_von_francois").put("insterberg", "ge_8_army").put("tannenberg", "ru_2_army")
    table.dice(attacker=6, defender=1).attack("tannenberg", "ge_8_army").do("play cp_03_von_francois")
    if table.asks("attacker_cards"):
        table.do("finish")
    ours, _ = fires(table)
    assert ours is not None
    assert (ours.die, ours.die_used) == (6, 6)


# -- results ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attacker", "defender", "winner"), [(6, 1, "attacker"), (1, 6, "defender"), (2, 6, "defender"), (1, 5, "tie")]
)
def test_12_2_11_the_higher_loss_number_wins(attacker: int, defender: int, winner: str) -> None:
    """Numbers rolled decide, not steps lost; equal numbers are a loss for both."""
    table = Table().put("koblenz", "ge_1_army").put("sedan", "fr_5_army", "fr_corps_01").reserve("fr_corps_02")
    table.dice(attacker=attacker, defender=defender).attack("sedan", "ge_1_army")
    while not table.events("combat_over"):
        table.do([table.game.text(choice) for choice in table.game.options()][-1])
    ours, theirs = table.loss_numbers()
    assert ours is not None
    assert theirs is not None
    expected = "attacker" if ours > theirs else "defender" if theirs > ours else "tie"
    assert table.battle.winner == expected
    if (attacker, defender) != (1, 5):
        assert winner == expected


def test_12_2_10_fire_is_simultaneous_without_a_flank() -> None:
    """The defender's fire counts at full strength although he is wiped out."""
    table = Table().put("koblenz", "ge_1_army", "ge_2_army").put("sedan", "fr_corps_01")
    ours, theirs = fight(table, "sedan", "ge_1_army", "ge_2_army", attacker=6, defender=6)
    assert (ours.loss_number, theirs.loss_number) == (7, 1)
    assert table.where("fr_corps_01") == "ap_eliminated_box"


@pytest.mark.parametrize("outcome", ["none", "succeeded", "failed"])
def test_12_2_10_the_defender_assigns_his_losses_first(outcome: str) -> None:
    """Without a flank attempt the defender, then the attacker; with one the side that was fired at first (12.3.3)."""
    table = Table().put("sedan", "ge_1_army", "ge_2_army").put("brussels", "ge_3_army", "ge_4_army")
    table.put("cambrai", "fr_5_army", "fr_6_army", "fr_1_army").hold(CP, "liege").destroy("liege")
    table.dice(attacker=4, defender=4, flank=6 if outcome == "succeeded" else 1)
    table.attack("cambrai", "ge_1_army", "ge_2_army", *([] if outcome == "none" else ["ge_3_army", "ge_4_army"]))
    if outcome != "none":
        table.do("flank")
        assert table.events("flank")[-1]["outcome"] == outcome
    asked = []
    while not table.events("combat_over") and not table.asks("retreat_option", "retreat", "advance"):
        if table.asks("defender_loss", "attacker_loss") and table.kind not in asked:
            asked.append(table.kind)
        table.do(table.game.text(next(iter(table.game.options()))))
    order = ["defender_loss", "attacker_loss"]
    assert asked == (order if outcome != "failed" else order[::-1])


# -- the rulebook's examples ------------------------------------------------------------------


def test_12_5_combat_example_1_tannenberg() -> None:
    """8th Army and a corps flank the Russian 2nd Army; the steps and dice of the rulebook."""
    table = Table(turn=1).put("insterberg", "ge_8_army").put("konigsberg", "ge_corps_10").put("tannenberg", "ru_2_army")
    table.put("kovno", "ru_1_army").reserve("ru_corps_01").dice(flank=3, attacker=3, defender=4)
    table.attack("tannenberg", "ge_8_army", "ge_corps_10").do("flank")
    told = table.events("flank")[-1]
    assert (told["die"], told["drm"], told["outcome"]) == (3, 1, "succeeded")
    ours, theirs = fires(table)
    assert ours is not None
    assert theirs is not None
    assert (ours.factors, ours.table, ours.loss_number) == (7, "army", 4)
    assert table.where("ru_2_army") == "ap_eliminated_box"
    assert table.in_("tannenberg") == {"ru_corps_01"}
    assert (theirs.factors, theirs.table, theirs.loss_number) == (1, "corps", 1)
    assert table.reduced("ge_corps_10")
    assert not table.reduced("ge_8_army")
    assert table.asks("retreat_option")  # a forest: he can stand for a step
    table.do("retreat")
    if table.can("step lomza"):
        table.do("step lomza")
    table.do("step warsaw")
    assert table.where("ru_corps_01") == "warsaw"
    assert table.asks("advance")
    assert table.offered("add") == {"ge_8_army"}
    table.do("add ge_8_army", "step tannenberg")
    assert table.where("ge_8_army") == "tannenberg"
    assert table.owner("tannenberg") == CP
    assert table.battle.winner == "attacker"


def test_12_5_combat_example_2_cambrai() -> None:
    """Four Allied units against a level 2 trench; the die of 6 counts as 5 with Fortified Machine Guns."""
    table = Table(turn=10).put("amiens", "br_3_army", "br_4_army").put("chateau_thierry", "br_cnd_corps-", "fr_6_army")
    table.put("cambrai", "ge_2_army", "ge_corps_01", "ge_corps_02").trench("cambrai", 2, CP).hold(CP, "sedan")
    table.reserve("fr_corps_01", "br_corps_01", "ge_corps_03").dice(attacker=4, defender=6).operate(AP, 3)
    table.do("for_combat amiens", "for_combat chateau_thierry")
    assert table.asks("attack")  # the price was 3
    table.do("add br_3_army", "add br_4_army", "add br_cnd_corps", "add fr_6_army", "target cambrai")
    ours, theirs = fires(table)
    assert ours is not None
    assert theirs is not None
    assert (ours.factors, ours.column, ours.loss_number) == (13, 6, 4)
    assert (theirs.factors, theirs.column, theirs.loss_number) == (9, 12, 7)
    while table.asks("defender_loss"):
        table.do("hit ge_2_army" if table.can("hit ge_2_army") else "hit ge_corps_01")
    assert table.reduced("ge_2_army")
    assert table.reduced("ge_corps_01")
    assert table.where("br_cnd_corps") == "ap_eliminated_box"  # 12.4.5
    table.do("hit br_3_army", "hit br_4_army") if table.asks("attacker_loss") else None
    assert table.reduced("br_3_army")
    assert table.reduced("br_4_army")
    assert not table.reduced("fr_6_army")
    assert table.battle.winner == "defender"
    assert not table.battle.retreats


def test_12_1_11_1_the_french_need_the_canadians_in_example_2() -> None:
    """Without the Canadian corps in their space the French cannot join the British."""
    table = Table(turn=10).put("amiens", "br_3_army").put("chateau_thierry", "fr_6_army").put("cambrai", "ge_2_army")
    table.hold(CP, "sedan").operate(AP, 3).activate("!amiens", "!chateau_thierry").do("add br_3_army")
    assert "fr_6_army" not in table.offered("add")
