"""Barrages at forts (8.5 to 8.8, 11.3, 11.6): firers, the order in which forts are hit, classes, shells, supply; chances."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from engine.core.bits import mask
from engine.liege import barrage
from engine.liege.barrage import FortBarrage
from engine.liege.cab import total
from engine.liege.facts import Fort
from engine.liege.sequence.barrages import bombard
from engine.liege.state import DEPLOYED, FIRED, LiegeState
from engine.liege.supply import Supply
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
    """Return two batteries of 210 points next to forts of some classes, all in one hex of a camp of ten."""
    here = tuple(Fort(f"fort {at}", f"Fort {at}", hex_("Y37"), kind, cab, 7, 3) for at, kind in enumerate(kinds))
    far = tuple(Fort(f"far {at}", f"Far {at}", hex_("AA37"), "concrete", cab, 7, 3) for at in range(10 - len(here)))
    guns = {own_unit("one", "ge", "HAR", aff=210): "X37 nw", own_unit("two", "ge", "HAR", aff=210): "X37 nw"}
    return standing(guns, here + far, ("Y37", "AA37"))


def test_8_6_1_and_8_6_4_the_next_fort_in_the_announced_order_tests() -> None:
    """210 points on a 1 give BO-14 on concrete: the first falls, and the next announced tests, not the next in the list."""
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
    """The same guns and die: masonry falls without a die, concrete tests. Failing destroys it, passing leaves it unchanged."""
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
    """12 for the 42 cm guns and 25 for the 30.5 cm mortars, whose two batteries share them: one together, two separately."""
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
    """Three rows more if any firer has a limited line, at units and at forts; without a line nobody fires. Forts need none."""
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
    """On turn 2 units only arrive; from turn 3 the forts fire at adjacent enemies."""
    for turn, kind in ((2, "march"), (3, "barrage")):
        state = position({"ge_13_id": "U35 sw"}, side="be", turn=turn, forts=("all",))
        assert playing(state).decision.kind == kind


def test_8_1_4_who_asks_for_guns_that_have_fired_is_told_so() -> None:
    """All guns next to the fort have; infantry can still fire at the units around it."""
    units = {f"ge_{name}": "U35 sw" for name in ("27_ib", "14_ib", "11_ib", "38_ib", "iii_fussa_4")}
    game = playing(position({**units, "be_9_11_bm": "V35 ne"}, forts=("all",)), barrage=[20], cab=[1])
    assert refused(game, "fort loncin") == ("no_guns", "8.5.1")
    ordered(game, "fort fleron", "add ge_iii_fussa_4", "fire")
    assert game.decision.kind == "barrage"
    assert refused(game, "fort barchon") == ("guns_have_fired", "8.1.4")
    assert refused(game, "fort loncin") == ("no_guns", "8.5.1")


@pytest.mark.parametrize("kinds", ["concrete", "concrete concrete", "masonry concrete strengthened"])
@pytest.mark.parametrize("aff", [6, 36, 210])
def test_chances_at_forts_are_those_of_all_throws(kinds: str, aff: int) -> None:
    """By the set of forts that fall; in a camp with five fallen, so that the second tests at one less."""
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
