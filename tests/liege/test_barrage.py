"""Barrages at units (8.1 to 8.4), and forts that fire (11.3): firers and targets, column, row and test; chances."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from engine.core.bits import mask, members
from engine.liege import barrage
from engine.liege.barrage import UnitBarrage
from engine.liege.sequence.barrages import shell
from engine.liege.state import DEPLOYED, DUG, FIRED, FORCED, HURT, HURT_TWICE, LOST, LiegeState
from tests.liege.examples_barrage import own_unit, standing, thrown
from tests.liege.support import (
    FACTS,
    before_v35,
    code,
    fort,
    hex_,
    offered,
    ordered,
    playing,
    position,
    refused,
    rows,
    told,
    unit,
)

# -- who fires -----------------------------------------------------------------------------------------------------


def test_8_1_1_who_lost_two_steps_fires_no_more() -> None:
    """One lost step doesn't prevent firing."""
    assert barrage.cannot_fire(before_v35(ge_27_ib=HURT), unit("ge_27_ib")) is None
    reason = barrage.cannot_fire(before_v35(ge_27_ib=HURT_TWICE), unit("ge_27_ib"))
    assert code(reason) == ("lost_two_steps", "8.1.1")
    assert code(barrage.cannot_fire(before_v35(), unit("be_9_11_bm"))) == ("not_your_unit", "8.1.1")
    assert code(barrage.cannot_fire(before_v35(), unit("ge_18_id"))) == ("not_on_the_map", "")


def test_8_1_2_arf_for_units_and_aff_for_forts() -> None:
    """A division has no AFF, pioneers have no ARF, and guns of the siege fire in firing position alone."""
    state, target = before_v35(), UnitBarrage(hex_("V35"))
    assert barrage.cannot_shell(state, unit("ge_13_id"), target) is None
    assert code(barrage.cannot_shell(state, unit("ge_pir_24"), target)) == ("no_arf", "8.1.2")
    assert code(barrage.cannot_bombard(state, unit("ge_13_id"), fort("barchon"))) == ("no_aff", "8.1.2")
    assert barrage.cannot_bombard(state, unit("ge_pir_24"), fort("barchon")) is None
    assert code(barrage.cannot_bombard(state, unit("ge_kmk_b3"), fort("barchon"))) == ("not_in_position", "8.1.2")
    assert barrage.cannot_bombard(before_v35(ge_kmk_b3=DEPLOYED), unit("ge_kmk_b3"), fort("barchon")) is None


def test_8_1_3_and_8_1_4_who_fired_neither_fires_again_nor_moves() -> None:
    """ARF or AFF: mortars that fire at the brigade are not available against a fort, and do not turn this turn."""
    game = playing(before_v35(), barrage=[20], cab=[20])
    ordered(game, "target V35", "add ge_13_id", "add ge_iii_fussa_4", "fire", "fort barchon")
    assert refused(game, "add ge_iii_fussa_4") == ("fired_already", "8.1.4")
    ordered(game, "add ge_pir_24")
    game.undo(0, 2)
    ordered(game, "done", "done")
    assert game.decision.kind == "march"
    assert refused(game, "turn ge_iii_fussa_4") == ("fired_already", "8.1.3")
    assert refused(game, "unit ge_13_id") == ("fired_already", "8.1.3")
    ordered(game, "done", "done", "done")
    assert not game.state.has(unit("ge_13_id"), FIRED)


def test_8_1_5_each_unit_of_a_stack_has_its_own_target() -> None:
    game = playing(before_v35(), barrage=[20, 20], cab=[20, 20])
    ordered(game, "target V35", "add ge_13_id", "fire", "target W35", "add ge_14_id", "fire")
    assert [(one["hex"], one["guns"]) for one in told(game, "shelled")] == [
        (hex_("V35"), (unit("ge_13_id"),)), (hex_("W35"), (unit("ge_14_id"),)),
    ]  # fmt: skip


def test_8_2_1_only_into_the_front() -> None:
    """The brigade in U35 faces south-west, into V35; the division in V36 faces V35 and W35 next to it."""
    state = before_v35()
    assert barrage.cannot_shell(state, unit("ge_27_ib"), UnitBarrage(hex_("V35"))) is None
    state.place(unit("ge_27_ib"), hex_("U35"), 3)
    assert code(barrage.cannot_shell(state, unit("ge_27_ib"), UnitBarrage(hex_("V35")))) == ("not_in_front", "8.2.1")
    assert code(barrage.cannot_shell(state, unit("ge_27_ib"), UnitBarrage(hex_("W35")))) == ("not_in_front", "8.2.1")
    assert barrage.cannot_shell(state, unit("ge_13_id"), UnitBarrage(hex_("W35"))) is None
    assert members(FACTS.camp)  # both are hexes of the camp


def test_8_2_2_arfs_add_up_within_a_nation() -> None:
    """French and Belgian units fire at the same hex one after the other, not together."""
    state = standing(
        {own_unit("1 DI", "fr", arf=12): "X37 ne", own_unit("1 DA", "be", arf=9): "X37 ne", own_unit("8.IB", "ge"): "W37 n"}, side="fr"
    )  # fmt: skip
    assert barrage.arf_of(state, UnitBarrage(hex_("W37"), guns=0b11)) == 21
    assert barrage.cannot_shell(state, 1, UnitBarrage(hex_("W37"))) is None
    assert code(barrage.cannot_shell(state, 1, UnitBarrage(hex_("W37"), guns=0b01))) == ("other_nation", "8.2.2")


def test_8_2_3_the_attacker_says_who_of_a_stack_fires() -> None:
    """`fire` is offered as soon as the points suffice, and units not named keep theirs."""
    game = playing(before_v35(), barrage=[20], cab=[20])
    ordered(game, "target V35")
    assert offered(game) == {"add ge_13_id", "add ge_14_id", "add ge_27_ib", "add ge_iii_fussa_4"}
    assert refused(game, "fire") == ("too_little_arf", "8.3.1")
    ordered(game, "add ge_27_ib")
    assert "fire" not in offered(game)
    ordered(game, "add ge_iii_fussa_4")
    assert "fire" in offered(game)
    assert refused(game, "add ge_27_ib") == ("takes_part_already", "8.2.3")
    ordered(game, "fire")
    assert not game.state.has(unit("ge_13_id"), FIRED)


def test_8_2_4_and_8_2_5_one_barrage_on_a_hex_and_its_result_at_once() -> None:
    """A destroyed unit is no longer a target; one that survives is a target again in the next phase."""
    state = before_v35()
    state.level[unit("be_15_bm")] = 1
    game = playing(state, barrage=[1, 1], cab=[20, 20])
    ordered(game, "target W35", "add ge_14_id", "fire")
    assert game.state.at[unit("be_15_bm")] == LOST
    ordered(game, "target V35", "add ge_13_id", "fire")
    assert refused(game, "target W35") == ("no_enemy_there", "8.2.5")
    assert refused(game, "target V35") == ("shelled_already", "8.2.5")
    game.state.begin_barrage()
    assert barrage.cannot_be_shelled(game.state, hex_("V35")) is None


# -- results at units ----------------------------------------------------------------------------------------------


def gunners(arf: int, *targets: str, terrain: str = "W37", side: str = "ge", nation: str = "ge") -> LiegeState:
    """Return one unit with an ARF, number 0, north of a hex with some targets by type."""
    other = "be" if side == "ge" else "ge"
    shooter = own_unit("gun", nation, "HAR", arf=arf)
    north = FACTS.grid.names[FACTS.grid.beyond[hex_(terrain)][0]]
    found = {shooter: f"{north} s"}
    for at, type_ in enumerate(targets):
        steps = 3 if type_ == "INF" else 2 if type_ == "CAV" else 1
        found[own_unit(f"target {at}", other, type_, steps=steps)] = f"{terrain} n"
    return standing(found, side=side)


@pytest.mark.parametrize(
    ("arf", "hit"), [(5, 0), (6, 1), (7, 1), (8, 2), (11, 2), (12, 3), (15, 3), (16, 4), (19, 4), (20, 5), (90, 5)]
)
def test_8_3_1_below_20_points_fewer_units_are_hit(arf: int, hit: int) -> None:
    """The attacker names them; from 20 points all are hit."""
    state = gunners(arf, "INF", "INF", "INF", "HAR", "CAV")
    fired = UnitBarrage(hex_("W37"), guns=1)
    assert (barrage.too_weak(state, fired) is not None) == (hit == 0)
    if hit == 0:
        return
    assert barrage.hits(state, fired) == hit
    game = playing(state, barrage=[20], cab=[20] * 5)
    ordered(game, "target W37", "add gun", "fire")
    if hit < 5:
        assert game.decision.kind == "barrage_targets"
        for name in ("target 4", "target 1", "target 2", "target 0")[:hit]:
            ordered(game, f"hit {name}")
    assert game.decision.kind == "march"
    assert len(told(game, "unit_shelled")) == hit
    if hit == 2:
        assert [one["unit"] for one in told(game, "unit_shelled")] == [2, 5]


def test_8_3_1_a_target_is_named_once() -> None:
    game = playing(gunners(8, "INF", "INF", "INF"))
    ordered(game, "target W37", "add gun", "fire", "hit target 1")
    assert refused(game, "hit target 1") == ("target_already", "8.3.1")
    assert refused(game, "hit gun") == ("not_a_target", "8.3.1")


@pytest.mark.parametrize(
    ("steps", "die", "lost", "mark"),
    [(3, 12, 1, HURT), (3, 13, 2, HURT_TWICE), (2, 13, 2, 0), (1, 0, 1, 0)],
)
def test_8_3_3_and_8_3_4_a_filled_circle_costs_a_step_before_the_test(
    steps: int, die: int, lost: int, mark: int
) -> None:
    """86 points on a 1 give BO0: a step, then a test at the CAB; a unit with no steps left does not test. The marker bars the next attack."""
    state = gunners(86, "INF")
    state.level[1] = 3 - steps
    game = thrown(state, barrage=[1], cab=[die] if die else [])
    shell(game, UnitBarrage(hex_("W37"), guns=1), [1])
    (event,) = told(game, "unit_shelled")
    assert (event["result"], event["lost"], event["destroyed"], event["die"]) == ((1, 0), lost, steps == lost, die)
    assert state.steps(1) == steps - lost
    assert state.marks[1] & (HURT | HURT_TWICE) == mark


def test_5_1_3_the_cab_of_a_test_is_the_one_before_the_losses() -> None:
    """The 9th and 11th mixed brigade has 12, and 10 after the first step: after a filled circle it still tests at 12."""
    state = position({"be_9_11_bm": "W37 n", "ge_13_id": "W38 s"}, turn=3)
    state.facts = replace(FACTS, units=tuple(replace(one, arf=(86,) * one.steps) for one in FACTS.units))
    game = thrown(state, barrage=[1], cab=[12])
    shell(game, UnitBarrage(hex_("W37"), guns=1 << unit("ge_13_id")), [unit("be_9_11_bm")])
    (event,) = told(game, "unit_shelled")
    assert (event["cab"], event["lost"]) == (12, 1)


def test_8_4_1_and_8_4_2_terrain_of_the_target() -> None:
    """Clear 0, Broken 2, Rough 3; modifiers add up with those of the target."""
    assert [rows(gunners(20, "INF", terrain=name), 1) for name in ("W37", "V34", "X34", "U36")] == [0, 3, 2, 2]
    assert rows(gunners(20, "CAV", terrain="V33"), 1) == 3 + 3


def test_8_4_3_two_belgian_units_fire_together_badly() -> None:
    """One more row with a second unit or a fort; not for forts alone, nor for Germans."""
    state = position(
        {"be_9_11_bm": "V35 ne", "be_15_bm": "V35 ne", "ge_13_id": "U35 n"}, side="be", turn=3, forts=("all",)
    )
    at, guns = unit("ge_13_id"), [1 << unit(name) for name in ("be_9_11_bm", "be_15_bm")]
    forts = mask([fort("barchon"), fort("fleron")])
    broken = 2
    assert [rows(state, at, guns[0]), rows(state, at, guns[0] | guns[1]), rows(state, at, guns[0], forts)] == [
        broken, broken + 1, broken + 1,
    ]  # fmt: skip
    assert rows(state, at, 0, forts) == 0
    german = position({"ge_13_id": "W38 s", "ge_14_id": "W38 s", "be_15_bm": "W37 n"})
    assert rows(german, unit("be_15_bm"), mask([unit("ge_13_id"), unit("ge_14_id")])) == 0


def test_8_4_4_to_8_4_6_cavalry_and_german_guns_among_troops() -> None:
    """Cavalry +3; heavy guns +3 and siege guns +5 with infantry or cavalry in the hex, pioneers too; Belgian guns get nothing."""
    assert rows(gunners(20, "CAV"), 1) == 3
    mixed = gunners(20, "INF", "HAR", "SAR", side="be", nation="be")
    assert [rows(mixed, one) for one in (1, 2, 3)] == [0, 3, 5]
    alone = gunners(20, "HAR", "SAR", side="be", nation="be")
    assert [rows(alone, one) for one in (1, 2)] == [0, 0]
    pioneers = gunners(20, "PIO", "HAR", side="be", nation="be")
    assert rows(pioneers, 2) == 3
    belgian = gunners(20, "INF", "HAR")
    assert rows(belgian, 2) == 0


def test_a_test_counts_what_wears_the_target_down() -> None:
    """A forced march and heat lower the CAB of any test (7.5.4, 15.1.1); a barrage is not a combat, so an extended march does not."""
    state = position({"ge_13_id": "W38 s", "be_15_bm": "W37 n"}, turn=3)
    target, fired = unit("be_15_bm"), UnitBarrage(hex_("W37"), guns=1 << unit("ge_13_id"))
    assert barrage.aim_at(state, fired, target).cab == 12
    state.mark(target, FORCED)
    assert barrage.aim_at(state, fired, target).cab == 9
    state.turn = 5
    assert barrage.aim_at(state, fired, target).cab == 8


def test_5_1_4_troops_of_the_fortress_are_better_by_their_camp() -> None:
    """11 + 2 in the camp and next to it, 11 further away."""
    found = []
    for where, north in (("V35", "V36"), ("X36", "X37"), ("X37", "X38")):
        state = position({"be_9_11_rf": f"{where} n", "ge_13_id": f"{north} s"}, turn=3, forts=("all",))
        found.append(
            barrage.aim_at(state, UnitBarrage(hex_(where), guns=1 << unit("ge_13_id")), unit("be_9_11_rf")).cab
        )
    assert found == [13, 13, 11]


def column(state: LiegeState, target: str, *guns: str) -> tuple[int, int]:
    """Return the strength of the column for a target, and the rows added by works."""
    fired = UnitBarrage(state.at[unit(target)], mask(unit(gun) for gun in guns))
    aim = barrage.aim_at(state, fired, unit(target))
    return (0 if aim.column is None else aim.table.columns[aim.column][0]), dict(aim.rows).get("works", 0)


def test_11_1_4_and_11_6_2_the_works_of_the_camp_shelter_from_fire() -> None:
    """Half the ARF and a row for units behind them, three quarters until turn 3 or without forts; nothing for cavalry."""
    units = {"ge_13_id": "V36 s", "ge_14_id": "V36 s", "be_9_11_bm": "V35 n", "be_dc": "V35 n"}
    ready = position(units, turn=3, forts=("all",))
    assert column(ready, "be_9_11_bm", "ge_13_id") == (6, 1)
    assert column(ready, "be_9_11_bm", "ge_13_id", "ge_14_id") == (12, 1)
    assert column(ready, "be_dc", "ge_13_id") == (12, 0)
    assert column(position(units, turn=2, forts=("all",)), "be_9_11_bm", "ge_13_id") == (8, 0)
    assert column(position(units, turn=3), "be_9_11_bm", "ge_13_id") == (8, 0)
    inside = position({**units, "ge_13_id": "W35 se"}, turn=3, forts=("barchon",))
    assert column(inside, "be_9_11_bm", "ge_13_id") == (12, 0)
    assert column(inside, "be_9_11_bm", "ge_13_id", "ge_14_id") == (20, 0)


def test_10_2_1_and_10_2_4_fieldworks_shelter_who_is_in_them() -> None:
    """Others in the hex are hit in full, and as many units are hit as the whole ARF allows. Flanking fire ignores cover."""
    state = position(
        {"ge_13_id": "W38 s", "ge_14_id": "X37 ne", "be_9_11_bm": "W37 n", "be_12_14_bm": "W37 n", "be_15_bm": "W37 n"}
    )
    state.mark(unit("be_9_11_bm"), DUG)
    assert column(state, "be_9_11_bm", "ge_13_id") == (8, 0)
    assert column(state, "be_12_14_bm", "ge_13_id") == (12, 0)
    assert barrage.hits(state, UnitBarrage(hex_("W37"), 1 << unit("ge_13_id"))) == 3
    assert column(state, "be_9_11_bm", "ge_13_id", "ge_14_id") == (20, 0)
    german = position({"ge_27_ib": "U35 nw", "be_15_bm": "V36 se", "be_dc": "V36 n"}, side="be", forts=("all",))
    german.mark(unit("ge_27_ib"), DUG)
    fired = UnitBarrage(hex_("U35"), forts=mask(fort(name) for name in ("barchon", "evegnee", "fleron")))
    aim = barrage.aim_at(german, fired, unit("ge_27_ib"))
    assert aim.table.columns[aim.column or 0][0] == 8


def test_points_halved_by_works_can_be_too_few_for_units() -> None:
    """The first column is for forts alone (11.3.5): seven points halved have none, and nothing happens."""
    state = position({"ge_27_ib": "V36 s", "ge_iii_fussa_4": "V36 s", "be_9_11_bm": "V35 n"}, turn=3, forts=("all",))
    assert column(state, "be_9_11_bm", "ge_27_ib", "ge_iii_fussa_4") == (0, 1)
    fired = UnitBarrage(hex_("V35"), mask([unit("ge_27_ib"), unit("ge_iii_fussa_4")]))
    assert barrage.chances_of_steps(state, fired, unit("be_9_11_bm")) == {0: 400}
    game = thrown(state, barrage=[1])
    shell(game, fired, [unit("be_9_11_bm")])
    assert told(game, "unit_shelled")[0]["result"] is None


# -- forts that fire -----------------------------------------------------------------------------------------------


def test_a_unit_joins_forts_only_where_both_together_suffice() -> None:
    """A fort of 3 points fires alone; with a brigade of one point it no longer could, so that is not offered."""
    weak = position({"be_15_bm": "W35 ne 1", "ge_13_id": "V36 n"}, side="be", turn=3, forts=("liers",))
    game = playing(weak)
    ordered(game, "target V36")
    assert {game.text(choice) for choice in game.options()} == {"join liers"}
    ordered(game, "join liers")
    assert {game.text(choice) for choice in game.options()} == {"fire"}


def test_11_3_5_forts_fire_at_units_with_less_than_six_points() -> None:
    """A large fort has 4 points, which use the first column; with a unit the two add up, and 6 are needed. Each fires once."""
    state = position(
        {"be_9_11_rf": "V35 ne", "be_15_bm": "V35 ne", "ge_13_id": "U35 n", "ge_14_id": "V36 n"},
        side="be",
        turn=3,
        forts=("all",),
    )
    barchon, at = 1 << fort("barchon"), hex_("U35")
    assert barrage.too_weak(state, UnitBarrage(at, forts=barchon)) is None
    aim = barrage.aim_at(state, UnitBarrage(at, forts=barchon), unit("ge_13_id"))
    assert aim.table.columns[aim.column or 0][0] == 3
    assert code(barrage.too_weak(state, UnitBarrage(at, guns=1 << unit("be_15_bm")))) == ("too_little_arf", "8.3.1")
    assert barrage.arf_of(state, UnitBarrage(at, guns=1 << unit("be_15_bm"), forts=barchon)) == 6
    assert barrage.too_weak(state, UnitBarrage(at, guns=1 << unit("be_15_bm"), forts=barchon)) is None
    game = playing(state, barrage=[20], cab=[20])
    ordered(game, "target U35", "join barchon", "join fleron")
    assert code(barrage.fort_cannot_shell(game.state, fort("loncin"), at)) == ("out_of_reach", "11.3.5")
    assert refused(game, "join loncin") == ("out_of_reach", "11.3.5")
    ordered(game, "join evegnee", "fire")
    assert told(game, "shelled")[0]["arf"] == 11
    assert code(barrage.fort_cannot_shell(game.state, fort("barchon"), hex_("U34"))) == ("fort_has_fired", "8.1.4")
    state.fell(fort("loncin"))
    assert code(barrage.fort_cannot_shell(state, fort("loncin"), hex_("Y35"))) == ("fort_has_fallen", "11.3.1")


def test_11_3_6_forts_alone_ignore_terrain() -> None:
    """V34 is rough: three rows for units, none for forts alone."""
    state = position({"be_15_bm": "V35 s", "ge_13_id": "V34 n"}, side="be", turn=3, forts=("all",))
    at, forts = unit("ge_13_id"), mask([fort("barchon"), fort("fleron")])
    assert rows(state, at, 0, forts) == 0
    assert rows(state, at, 1 << unit("be_15_bm"), 0) == 3


def test_11_6_13_forts_fire_badly_into_their_own_camp() -> None:
    """Two more rows for Germans in W35 whose forts have fallen; units that fire without forts have none."""
    others = tuple(one.name for one in FACTS.forts if one.hex != hex_("W35"))
    state = position({"be_15_bm": "V35 nw", "ge_13_id": "W35 n"}, side="be", turn=3, forts=others)
    at, forts = unit("ge_13_id"), mask([fort("barchon"), fort("fleron")])
    assert rows(state, at, 0, forts) == 2
    assert rows(state, at, 1 << unit("be_15_bm"), 0) == 0
    assert rows(state, at, 1 << unit("be_15_bm"), forts) == 2 + 1


# -- chances -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("arf", [6, 14, 40, 90])
def test_chances_at_units_are_those_of_all_throws(arf: int) -> None:
    """Each of the 400 rolls is fired; a target with one step loses no more."""
    for steps in (1, 3):
        state = gunners(arf, "INF", terrain="X34")
        state.level[1] = 3 - steps
        fired, found = UnitBarrage(hex_("X34"), guns=1), Counter[int]()
        for die in range(1, 21):
            for test in range(1, 21):
                after = state.copy()
                shell(thrown(after, barrage=[die], cab=[test]), fired, [1])
                found[steps - after.steps(1)] += 1
        assert barrage.chances_of_steps(state, fired, 1) == found
