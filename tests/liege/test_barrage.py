"""Barrages at units and forts (chapter 8): who fires at what, with which column, row and test; chances of results."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from engine.core.bits import mask, members
from engine.core.game import Game
from engine.errors import IllegalChoice, Reason
from engine.liege import barrage
from engine.liege.barrage import FortBarrage, UnitBarrage
from engine.liege.cab import total
from engine.liege.facts import Fort
from engine.liege.sequence.barrages import bombard, shell
from engine.liege.state import DEPLOYED, DUG, FIRED, FORCED, HURT, HURT_TWICE, LOST, LiegeState
from engine.liege.supply import Supply
from tests.liege.examples_barrage import own_unit, standing, thrown
from tests.liege.support import FACTS, hex_, ordered, playing, position, told, unit


def fort(name: str) -> int:
    return next(number for number, one in enumerate(FACTS.forts) if one.name == name)


def code(reason: Reason | None) -> tuple[str, str] | None:
    return None if reason is None else (reason.code, reason.rule)


def offered(game: Game[LiegeState]) -> set[str]:
    return {game.text(choice) for choice in game.options()}


def refused(game: Game[LiegeState], order: str) -> tuple[str, str]:
    with pytest.raises(IllegalChoice) as caught:
        game.apply(game.parse(order))
    return caught.value.reason.code, caught.value.reason.rule


def before_v35(**marks: int) -> LiegeState:
    """Mortars, a brigade, two divisions, pioneers and the 42 cm guns before the camp, and mixed brigades in V35 and W35."""
    state = position(
        {"ge_iii_fussa_4": "U35 sw", "ge_27_ib": "U35 sw", "ge_kmk_b3": "V36 s", "ge_13_id": "V36 s", "ge_14_id": "V36 s",
         "ge_pir_24": "V36 s", "be_9_11_bm": "V35 ne", "be_15_bm": "W35 n"}, turn=5, forts=("all",),
    )  # fmt: skip
    for name, value in marks.items():
        state.mark(unit(name), value)
    return state


# -- who fires -----------------------------------------------------------------------------------------------------


def test_8_1_1_who_lost_two_steps_fires_no_more() -> None:
    """One lost step is no hindrance to fire."""
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
    """ARF or AFF: mortars that fire at the brigade are not there for a fort, and they do not turn in this turn."""
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
    """The brigade in U35 looks to the south-west, into V35; the division in V36 looks at V35 and at W35 beside it."""
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
    """`fire` is there as soon as the points suffice, and those who are not named keep theirs."""
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
    """What is destroyed is no target any more; who stands it is one in the next phase again."""
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
    """One unit with an ARF, number 0, north of a hex with some targets by type."""
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
    """The attacker names them; from 20 on it is all."""
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
    """86 points on a 1 give BO0: a step, and then a test at the CAB; who has none left tests no more. The marker bars the next attack."""
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


def rows(state: LiegeState, target: int, guns: int = 1, forts: int = 0) -> int:
    """The sum of modifiers for one target."""
    fired = UnitBarrage(state.at[target], guns, forts)
    return total(barrage.aim_at(state, fired, target).rows)


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
    """Cavalry +3; heavy guns +3 and siege guns +5 where infantry or cavalry is beside them, pioneers too; Belgian guns have nothing."""
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
    """A forced march and heat lower the CAB of any test (7.5.4, 15.1.1); a barrage is no combat, so an extended march does not."""
    state = position({"ge_13_id": "W38 s", "be_15_bm": "W37 n"}, turn=3)
    target, fired = unit("be_15_bm"), UnitBarrage(hex_("W37"), guns=1 << unit("ge_13_id"))
    assert barrage.aim_at(state, fired, target).cab == 12
    state.mark(target, FORCED)
    assert barrage.aim_at(state, fired, target).cab == 9
    state.turn = 5
    assert barrage.aim_at(state, fired, target).cab == 8


def test_5_1_4_troops_of_the_fortress_are_better_by_their_camp() -> None:
    """11 + 2 in the camp and next to it, 11 further off."""
    found = []
    for where, north in (("V35", "V36"), ("X36", "X37"), ("X37", "X38")):
        state = position({"be_9_11_rf": f"{where} n", "ge_13_id": f"{north} s"}, turn=3, forts=("all",))
        found.append(
            barrage.aim_at(state, UnitBarrage(hex_(where), guns=1 << unit("ge_13_id")), unit("be_9_11_rf")).cab
        )
    assert found == [13, 13, 11]


def column(state: LiegeState, target: str, *guns: str) -> tuple[int, int]:
    """The strength of the column for a target, and what works add to the row."""
    fired = UnitBarrage(state.at[unit(target)], mask(unit(gun) for gun in guns))
    aim = barrage.aim_at(state, fired, unit(target))
    return (0 if aim.column is None else aim.table.columns[aim.column][0]), dict(aim.rows).get("works", 0)


def test_11_1_4_and_11_6_2_the_works_of_the_camp_shelter_from_fire() -> None:
    """Half of the ARF and a row for who is behind them, three quarters until turn 3 or without forts; nothing for cavalry."""
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
    """Others in the hex are hit in full, and as many units are hit as the whole ARF allows. Fire from the flank finds no cover."""
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


def test_what_works_leave_of_six_points_is_too_little_for_units() -> None:
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
    """A fort of 3 points fires alone; with a brigade of one point it could not any more, so that is not offered."""
    weak = position({"be_15_bm": "W35 ne 1", "ge_13_id": "V36 n"}, side="be", turn=3, forts=("liers",))
    game = playing(weak)
    ordered(game, "target V36")
    assert {game.text(choice) for choice in game.options()} == {"join liers"}
    ordered(game, "join liers")
    assert {game.text(choice) for choice in game.options()} == {"fire"}


def test_11_3_5_forts_fire_at_units_with_less_than_six_points() -> None:
    """A large fort has 4 points, and with them the first column; with a unit the two add up, and it takes 6. Each fires once."""
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


# -- at forts ------------------------------------------------------------------------------------------------------


def test_8_5_1_forts_in_the_front_alone_and_nothing_else_is_hit() -> None:
    state = before_v35()
    assert code(barrage.cannot_bombard(state, unit("ge_iii_fussa_4"), fort("lantin"))) == ("not_in_front", "8.5.1")
    levels = state.level[:]
    game = thrown(state, barrage=[1], cab=[20])
    bombard(game, FortBarrage((fort("barchon"),), guns=1 << unit("ge_iii_fussa_4")))
    assert state.level == levels
    assert not state.active(fort("barchon"))
    state.side = 1
    assert code(barrage.cannot_be_bombarded(state, fort("fleron"))) == ("own_fort", "8.5.1")
    assert code(barrage.cannot_be_bombarded(state, fort("barchon"))) == ("fort_has_fallen", "11.3.1")


def test_8_5_3_and_8_5_4_the_attacker_says_whose_aff_adds_up() -> None:
    game = playing(before_v35(ge_kmk_b3=DEPLOYED), barrage=[20], cab=[1])
    ordered(game, "fort barchon")
    assert offered(game) == {"add ge_iii_fussa_4", "add ge_kmk_b3", "add ge_pir_24", "next evegnee", "next fleron"}
    assert refused(game, "fire") == ("too_little_aff", "8.6.3")
    assert refused(game, "add ge_13_id") == ("no_aff", "8.1.2")
    ordered(game, "add ge_iii_fussa_4", "add ge_pir_24")
    assert refused(game, "add ge_pir_24") == ("takes_part_already", "8.5.4")
    ordered(game, "fire")
    assert [(one["aff"], one["column"]) for one in told(game, "bombarded")] == [(16, 14)]
    assert not game.state.has(unit("ge_kmk_b3"), FIRED)


def test_8_5_5_and_8_5_6_one_barrage_on_a_fort_and_its_result_at_once() -> None:
    game = playing(before_v35(ge_kmk_b3=DEPLOYED), barrage=[20, 1], cab=[1])
    ordered(game, "fort barchon", "add ge_iii_fussa_4", "fire")
    assert refused(game, "fort barchon") == ("bombarded_already", "8.5.6")
    assert refused(game, "fort loncin") == ("no_guns", "8.5.1")
    assert "fort evegnee" in offered(game)


def big_guns(*kinds: str, cab: int = 14) -> LiegeState:
    """Two batteries of 210 points before forts of some classes, all in one hex of a camp of ten."""
    here = tuple(Fort(f"fort {at}", f"Fort {at}", hex_("Y37"), kind, cab, 7, 3) for at, kind in enumerate(kinds))
    far = tuple(Fort(f"far {at}", f"Far {at}", hex_("AA37"), "concrete", cab, 7, 3) for at in range(10 - len(here)))
    guns = {own_unit("one", "ge", "HAR", aff=210): "X37 nw", own_unit("two", "ge", "HAR", aff=210): "X37 nw"}
    return standing(guns, here + far, ("Y37", "AA37"))


def test_8_6_1_and_8_6_4_the_next_fort_in_the_announced_order_tests() -> None:
    """210 points on a 1 give BO-14 on concrete: the first falls, and the one that is announced next tests, not the next in the list."""
    state = big_guns("concrete", "concrete", "concrete")
    game = playing(state, barrage=[1], cab=[])
    ordered(game, "fort fort 1", "next fort 2", "add one")
    assert refused(game, "next far 1") == ("not_next", "8.6.1")
    ordered(game, "fire")
    assert told(game, "bombarded")[0]["order"] == (1, 2, 0)
    assert [one["fort"] for one in told(game, "fort_fell")] == [1, 2]
    (test,) = told(game, "fort_tested")
    assert (test["fort"], test["cab"], test["die"]) == (2, 0, 0)


@pytest.mark.parametrize(("second", "modifier"), [("strengthened", -6), ("concrete", 0)])
def test_8_6_4_a_second_fort_is_better_or_worse_protected(second: str, modifier: int) -> None:
    """Better than the first +10, worse -6."""
    state = big_guns("concrete", second, cab=22)
    assert barrage.second_modifier(state, 0, 1, -14) == -14 + modifier
    assert barrage.second_modifier(state, 1, 0, -14) == -14 + (10 if modifier else 0)
    game = thrown(state, barrage=[1], cab=[8] if not modifier else [2])
    bombard(game, FortBarrage((0,), guns=1))
    (test,) = told(game, "fort_tested")
    assert (test["cab"], test["passed"]) == (22 - 14 + modifier, True)


def test_8_6_4_other_guns_may_fire_once_more_at_a_second_fort_that_holds() -> None:
    """Even if it was the target of a barrage before: once, by guns that have not fired."""
    state = big_guns("concrete", "concrete", cab=22)
    state.facts = replace(state.facts, units=(state.facts.units[0], replace(state.facts.units[1], aff=10)))
    state.bombarded = 0b10
    game = thrown(state, barrage=[1, 20], cab=[8, 1])
    assert code(barrage.cannot_be_bombarded(state, 1)) == ("bombarded_already", "8.5.6")
    bombard(game, FortBarrage((0,), guns=1))
    assert barrage.cannot_be_bombarded(game.state, 1) is None
    assert code(barrage.cannot_bombard(game.state, 0, 1)) == ("fired_already", "8.1.4")
    bombard(game, FortBarrage((1,), guns=2))
    assert code(barrage.cannot_be_bombarded(game.state, 1)) == ("bombarded_already", "8.5.6")


def test_8_6_3_a_line_for_each_class_and_what_a_result_does() -> None:
    """The same guns and die: masonry falls without a die, concrete tests. Who fails is destroyed, who passes is as before."""
    rows_of = {}
    for kind in ("masonry", "strengthened", "concrete"):
        state = big_guns(kind)
        game = thrown(state, barrage=[20], cab=[1])
        bombard(game, FortBarrage((0,), guns=1))
        rows_of[kind] = (str(told(game, "bombarded")[0]["result"]), state.active(0))
    assert rows_of == {
        "masonry": ("(1, -13)", False),
        "strengthened": ("(1, -7)", False),
        "concrete": ("(1, -5)", False),
    }
    state = big_guns("concrete")
    state.facts = replace(state.facts, units=tuple(replace(one, aff=10) for one in state.facts.units))
    for die, active in ((14, True), (20, False)):
        state.forts |= 1
        game = thrown(state, barrage=[8], cab=[die])
        bombard(game, FortBarrage((0,), guns=1))
        assert told(game, "bombarded")[0]["result"] == (0, 1)
        assert state.active(0) == active


def test_8_7_1_and_8_7_3_rough_ground_shelters_a_fort() -> None:
    """Four rows in rough and mountainous ground, none elsewhere."""
    state = big_guns("concrete")
    assert total(barrage.aim_at_fort(state, 0, 100).rows) == 0
    rough = replace(state.facts.forts[0], hex=hex_("V33"))
    state.facts = replace(state.facts, forts=(rough, *state.facts.forts[1:]))
    assert total(barrage.aim_at_fort(state, 0, 100).rows) == 4


@pytest.mark.parametrize(("left", "modifier"), [(12, 0), (7, 0), (6, -1), (4, -1), (3, -3), (2, -3), (1, -6)])
def test_11_6_14_the_fewer_forts_a_camp_has_the_weaker_they_are(left: int, modifier: int) -> None:
    """Half of them lost: -1; three quarters: -3; the last: -6."""
    state = before_v35()
    for number in range(left, 12):
        state.fell(number)
    assert barrage.aim_at_fort(state, 0, 12).cab == 14 + modifier


def test_11_3_10_a_fort_is_lost_for_good() -> None:
    state = before_v35()
    state.fell(fort("barchon"))
    assert not state.active(fort("barchon"))
    assert "fort barchon" not in offered(playing(state))
    assert refused(playing(state), "fort barchon") == ("fort_has_fallen", "11.3.1")


def test_8_8_2_and_2_5_17_each_barrage_costs_the_guns_of_a_kind_one() -> None:
    """12 for the 42 cm guns and 25 for the 30.5 cm mortars, whose two batteries share them: together one, each alone two."""
    state = position({"ge_skm_b1": "U35 sw", "ge_skm_b2": "V36 s", "ge_kmk_b3": "V36 s"}, turn=5, forts=("all",))
    for name in ("ge_skm_b1", "ge_skm_b2", "ge_kmk_b3"):
        state.mark(unit(name), DEPLOYED)
    assert dict(zip(FACTS.shells, state.shells, strict=True)) == {"42cm": 12, "30.5cm": 25}
    state.fire(mask([unit("ge_skm_b1"), unit("ge_skm_b2")]))
    state.fire(1 << unit("ge_kmk_b3"))
    assert state.shells == [11, 24]
    state.end_combat()
    state.fire(1 << unit("ge_skm_b1"))
    state.fire(1 << unit("ge_skm_b2"))
    assert state.shells == [11, 22]
    state.end_combat()
    state.shells = [0, 1]
    assert code(barrage.cannot_fire(state, unit("ge_kmk_b3"))) == ("no_shells", "8.8.2")
    assert barrage.cannot_fire(state, unit("ge_skm_b1")) is None


def test_13_3_1_and_13_3_2_short_of_supply_a_barrage_is_worse_or_there_is_none() -> None:
    """Three rows more if one of those who fire has a limited line, at units and at forts; without a line nobody fires. Forts need none."""
    state = before_v35()
    both = mask([unit("ge_13_id"), unit("ge_14_id")])
    at_units, mortars = rows(state, unit("be_9_11_bm"), both), 1 << unit("ge_iii_fussa_4")
    at_fort = total(barrage.aim_at_fort(state, 0, 12, guns=mortars).rows)
    for name in ("ge_14_id", "ge_iii_fussa_4"):
        state.supply[unit(name)] = Supply.LIMITED
    assert rows(state, unit("be_9_11_bm"), both) == at_units + 3
    assert rows(state, unit("be_9_11_bm"), 1 << unit("ge_13_id")) == at_units
    assert total(barrage.aim_at_fort(state, 0, 12, guns=mortars).rows) == at_fort + 3
    state.supply[unit("ge_14_id")] = Supply.OUT
    assert code(barrage.cannot_fire(state, unit("ge_14_id"))) == ("out_of_supply", "13.3.2")


def test_nobody_fires_before_the_opening_turn() -> None:
    """On turn 2 units arrive, and that is all; from turn 3 on the forts fire at who stands before them."""
    for turn, kind in ((2, "march"), (3, "barrage")):
        state = position({"ge_13_id": "U35 sw"}, side="be", turn=turn, forts=("all",))
        assert playing(state).decision.kind == kind


# -- chances -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("arf", [6, 14, 40, 90])
def test_chances_at_units_are_those_of_all_throws(arf: int) -> None:
    """Each of the 400 throws is fired; a target that has one step loses no more."""
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


@pytest.mark.parametrize("kinds", ["concrete", "concrete concrete", "masonry concrete strengthened"])
@pytest.mark.parametrize("aff", [6, 36, 210])
def test_chances_at_forts_are_those_of_all_throws(kinds: str, aff: int) -> None:
    """By the set of forts that fall; in a camp of which five have fallen, so that the second tests at one less."""
    state = big_guns(*kinds.split())
    state.facts = replace(state.facts, units=tuple(replace(one, aff=aff) for one in state.facts.units))
    for number in range(5, 9):
        state.fell(number)
    fired, found = FortBarrage((0,), guns=1), Counter[int]()
    for die in range(1, 21):
        for test in range(1, 21):
            after = state.copy()
            bombard(thrown(after, barrage=[die], cab=[test]), fired)
            found[state.forts & ~after.forts] += 1
    assert barrage.chances_of_falling(state, fired) == found
