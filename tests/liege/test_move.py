"""Chapter 7: marches, transit, extended movement, forced marches, guns in firing position."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine.liege import march_search, move
from engine.liege.grid import SIDES
from engine.liege.march_search import march_to
from engine.liege.move import begin, cannot_enter, cannot_march, forced_points, halt, step
from engine.liege.state import (
    ACTED,
    DEPLOYED,
    EXHAUSTED,
    FIRED,
    FORCED,
    FORCED_BEFORE,
    LOST,
    MARCHED,
    TIRED,
)  # fmt: skip
from tests.liege.marches import go, onward, refused, setting_out, walk
from tests.liege.support import code, hex_, names, position, unit

# -- who moves ------------------------------------------------------------------------------------------------------


def test_7_1_1_only_units_of_the_side_to_move_that_did_not_fire() -> None:
    state = position({"ge_27_ib": "T34 n", "ge_14_ib": "T34 n", "be_15_bm": "X36 n"})
    state.mark(unit("ge_14_ib"), FIRED)
    found = [code(cannot_march(state, unit(name))) for name in ("ge_27_ib", "be_15_bm", "ge_14_ib", "ge_11_ib")]
    assert found == [None, ("not_your_unit", "7.1.1"), ("fired_already", "8.1.3"), ("not_on_the_map", "")]


def test_7_1_2_a_unit_has_its_points_and_moves_once() -> None:
    """50 points are four hexes of 12; then it has moved. At a lower level it has fewer points."""
    state = position({"ge_27_ib": "S32 n", "be_9_11_bm": "V35 n 2"})
    march = walk(state, "ge_27_ib", "S33", "S34", "S35", "S36", force=False)
    assert refused(state, march, "S37", force=False) == ("too_few_points", "7.1.2")
    halt(state, march, 0)
    assert code(cannot_march(state, unit("ge_27_ib"))) == ("moved_already", "7.1.2")
    assert code(move.cannot_act(state, unit("ge_27_ib"))) == ("moved_already", "7.1.2")
    assert (move.points_of(state, unit("be_9_11_bm")), state.at[unit("ge_27_ib")]) == (30, hex_("S36"))


def test_7_1_3_hex_by_hex_and_a_facing_at_the_end() -> None:
    state = position({"ge_27_ib": "T34 n"})
    assert refused(state, begin(state, unit("ge_27_ib")), "T36") == ("not_next_to_it", "7.1.3")
    go(state, "ge_27_ib", "T35", "S35", facing="sw")
    assert (state.at[unit("ge_27_ib")], SIDES[state.facing[unit("ge_27_ib")]]) == (hex_("S35"), "sw")
    assert state.has(unit("ge_27_ib"), MARCHED)


def test_7_1_4_turning_is_free_but_acting() -> None:
    """It costs no points and is no march, also for siege artillery in firing position."""
    state = position({"ge_27_ib": "T34 n", "ge_kmk_b3": "V34 n"})
    state.mark(unit("ge_kmk_b3"), DEPLOYED)
    for name in ("ge_27_ib", "ge_kmk_b3"):
        move.turn(state, unit(name), SIDES.index("s"))
        assert SIDES[state.facing[unit(name)]] == "s"
        assert state.has(unit(name), ACTED)
        assert not state.has(unit(name), MARCHED | TIRED | EXHAUSTED)
    assert state.has(unit("ge_kmk_b3"), DEPLOYED)
    assert code(cannot_march(state, unit("ge_27_ib"))) is None


def test_6_2_1_units_without_a_facing_keep_none() -> None:
    state = position({"ge_2_kd": "T34 n"})
    go(state, "ge_2_kd", "T35", facing="s")
    assert state.facing[unit("ge_2_kd")] == 0


# -- where to -------------------------------------------------------------------------------------------------------


def test_7_1_6_no_unit_enters_where_enemies_are() -> None:
    state = position({"ge_27_ib": "V34 n", "be_15_bm": "V33 n"})
    assert refused(state, begin(state, unit("ge_27_ib")), "V33") == ("enemy_units", "7.1.6")


@pytest.mark.parametrize(
    ("name", "takes"), [("ge_27_ib", True), ("ge_2_kd", True), ("ge_pir_24", True), ("ge_ii_fussa_9", False)]
)
def test_7_1_6_troops_take_a_lone_headquarters(name: str, takes: bool) -> None:
    """Infantry, cavalry and pioneers destroy it in passing; guns can't enter."""
    state = position({name: "Z37 s", "be_hq_leman": "Z36 n"})
    if not takes:
        assert refused(state, begin(state, unit(name)), "Z36") == ("only_troops_take_it", "7.1.6")
        return
    go(state, name, "Z36", "Z35")
    assert state.at[unit("be_hq_leman")] == LOST
    guarded = position({name: "Z37 s", "be_hq_leman": "Z36 n", "be_15_bm": "Z36 s"})
    assert refused(guarded, begin(guarded, unit(name)), "Z36") == ("enemy_units", "7.1.6")


def test_7_1_7_each_terrain_has_its_price() -> None:
    """Clear 10, broken and rough 12."""
    state = position({"ge_27_ib": "W37 s"})
    assert [walk(state, "ge_27_ib", *way).spent for way in (("W36",), ("W36", "V36"), ("W36", "X36"))] == [10, 22, 20]
    state = position({"ge_27_ib": "S34 s"})
    assert walk(state, "ge_27_ib", "S33").spent == 12


def test_7_2_1_rivers_of_the_map_add_nothing() -> None:
    """Over Vesdre, Ourthe and Meuse a step costs only what the hex costs."""
    state = position({"ge_27_ib": "V34 n", "ge_14_ib": "V36 n"})
    assert walk(state, "ge_27_ib", "V35").spent == 12
    assert walk(state, "ge_27_ib", "W34").spent == 12
    assert walk(state, "ge_14_ib", "W36").spent == 10


def test_dutch_hexes_are_closed_to_both_sides() -> None:
    state = position({"ge_27_ib": "U36 n", "be_15_bm": "W37 n"})
    assert refused(state, begin(state, unit("ge_27_ib")), "U37") == ("closed_border", "1.1.7")
    state.side = 1
    assert refused(state, begin(state, unit("be_15_bm")), "V37") == ("closed_border", "1.1.7")


def test_11_3_2_nobody_enters_a_hex_with_an_active_enemy_fort() -> None:
    """One fort is enough, and a lone headquarters there is safe; its own side can come and go."""
    state = position({"ge_27_ib": "U35 sw", "be_hq_leman": "V35 n", "be_15_bm": "W35 n"}, forts=("fleron",))
    assert refused(state, begin(state, unit("ge_27_ib")), "V35") == ("active_fort", "11.3.2")
    state.side = 1
    assert "V35" in onward(state, begin(state, unit("be_15_bm")))


def test_11_6_7_nobody_enters_a_hex_of_the_camp_that_is_held() -> None:
    """Without forts: any unit there bars it, even a headquarters; the empty hex next to it is open."""
    state = position({"ge_27_ib": "U35 sw", "be_hq_leman": "V35 n"})
    assert refused(state, begin(state, unit("ge_27_ib")), "V35") == ("camp_is_held", "11.6.7")
    assert "V35" in onward(*setting_out(position({"ge_27_ib": "U35 sw"}), "ge_27_ib"))


# -- transit --------------------------------------------------------------------------------------------------------


def test_7_3_2_eight_steps_cross_a_river_in_a_phase() -> None:
    """Two divisions of four over the Meuse at Visé; smaller rivers have no limit."""
    state = position(dict.fromkeys(("ge_13_id", "ge_14_id", "ge_18_id"), "V36 n"))
    go(state, "ge_13_id", "W36")
    go(state, "ge_14_id", "W36", "X36")
    reason = cannot_enter(state, begin(state, unit("ge_18_id")), hex_("W36"), force=False)
    assert reason is not None
    assert (reason.code, reason.data["used"], reason.data["limit"]) == ("transit_is_used_up", 8, 8)
    minor = position(dict.fromkeys(("ge_13_id", "ge_14_id", "ge_18_id"), "U34 n"))
    for name, to in (("ge_13_id", "V35"), ("ge_14_id", "V35"), ("ge_18_id", "V36")):
        go(minor, name, *dict.fromkeys(("V35", to)))


def test_7_3_3_what_is_used_up_is_free_again_in_the_next_phase() -> None:
    """Other hexsides are still free; a unit that crosses back counts twice."""
    state = position({"ge_13_id": "V36 n", "ge_14_id": "V36 n", "ge_18_id": "V36 n"})
    go(state, "ge_13_id", "W36", "X36")
    march = walk(state, "ge_14_id", "W36")
    assert refused(state, march, "V36") == ("transit_is_used_up", "7.3.3")
    assert "W35" in onward(*setting_out(state, "ge_14_id"))
    halt(state, march, 0)
    state.begin_movement()
    assert "W36" in onward(*setting_out(state, "ge_18_id"))


def test_guns_and_headquarters_use_the_roads_too() -> None:
    """Total steps are those of all units (2.4.7): seven steps and a headquarters fill the bridge."""
    state = position({"ge_13_id": "V36 n", "ge_34_ib": "V36 n", "ge_hq_2_aok": "V36 n", "ge_ii_fussa_9": "V36 n"})
    for name in ("ge_13_id", "ge_34_ib", "ge_hq_2_aok"):
        go(state, name, "W36")
    assert refused(state, begin(state, unit("ge_ii_fussa_9")), "W36") == ("transit_is_used_up", "7.3.3")


# -- extended movement and forced marches ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("way", "marks"),
    [
        ((), 0),
        (("W36", "X36"), 0),
        (("W36", "X36", "Y36"), TIRED),
        (("W36", "X36", "Y36", "Z36"), TIRED),
        (("W36", "X36", "Y36", "Z36", "AA36"), EXHAUSTED),
        (("W36", "X36", "Y36", "Z36", "AA36", "AA35"), EXHAUSTED | FORCED),
    ],
)
def test_7_4_1_half_of_the_points_tire_and_all_of_them_exhaust(way: Sequence[str], marks: int) -> None:
    """Of 50: 20 nothing, 30 and 40 the first level, 50 the second; 60 are also a forced march."""
    state = position({"ge_27_ib": "W37 n"})
    go(state, "ge_27_ib", *way)
    assert state.marks[unit("ge_27_ib")] == ACTED | MARCHED | marks


def test_7_4_1_exactly_half_of_the_points_tires() -> None:
    """Two clear hexes of 10 for a Belgian brigade of 40 points."""
    state = position({"be_9_11_bm": "W37 n"}, side="be")
    go(state, "be_9_11_bm", "W36", "X36")
    assert state.marks[unit("be_9_11_bm")] == ACTED | MARCHED | TIRED


def test_guns_and_headquarters_do_not_tire() -> None:
    state = position({"ge_ii_fussa_9": "W37 n", "ge_hq_2_aok": "W37 n"})
    for name in ("ge_ii_fussa_9", "ge_hq_2_aok"):
        go(state, name, "W36", "X36", "Y36", "Z36")
        assert state.marks[unit(name)] == ACTED | MARCHED


def test_7_5_1_a_forced_march_begins_where_the_points_end() -> None:
    """Only with permission, and for infantry and cavalry alone."""
    state = position({"ge_27_ib": "W37 n", "ge_ii_fussa_9": "W37 n"})
    march = walk(state, "ge_27_ib", "W36", "X36", "Y36", "Z36", "AA36", force=False)
    assert refused(state, march, "AA35", force=False) == ("too_few_points", "7.1.2")
    assert cannot_enter(state, march, hex_("AA35"), force=True) is None
    gun = walk(state, "ge_ii_fussa_9", "W36", "X36", "Y36", "Z36")
    assert refused(state, gun, "AA36") == ("too_few_points", "7.1.2")


@pytest.mark.parametrize(
    ("name", "level", "points"),
    [("ge_13_id", 0, 30), ("ge_13_id", 1, 30), ("ge_13_id", 2, 0), ("ge_2_kd", 0, 30), ("ge_2_kd", 1, 0), ("ge_hq_2_aok", 0, 0), ("ge_kmk_b3", 0, 0)],
)  # fmt: skip
def test_7_5_2_who_may_force_a_march(name: str, level: int, points: int) -> None:
    """Infantry that lost at most one step, cavalry that lost none."""
    assert forced_points(position({name: f"T34 n {level}"}), unit(name)) == points


@pytest.mark.parametrize(
    ("name", "points"),
    [("ge_13_id", 30), ("ge_2_kd", 30), ("ge_pir_24", 20), ("be_9_11_bm", 20), ("be_9_11_rf", 20), ("be_dc", 20)],
)
def test_7_5_3_thirty_points_for_good_germans_twenty_for_others(name: str, points: int) -> None:
    """Ranks A+, A and B of Germans and French; pioneers have no rank, Belgians none that counts."""
    assert forced_points(position({name: "T34 n"}), unit(name)) == points


def test_heat_takes_ten_points_of_a_forced_march() -> None:
    """On game turns 4 to 7 of the siege (15.1.1); never in the night."""
    found = [forced_points(position({"ge_13_id": "T34 n"}, turn=turn), unit("ge_13_id")) for turn in (3, 4, 7, 8)]
    assert found == [30, 20, 20, 30]
    assert forced_points(position({"ge_27_ib": "T34 n"}, scenario="night", turn=4), unit("ge_27_ib")) == 30


def test_7_5_5_never_twice_in_a_row() -> None:
    state = position({"ge_27_ib": "W37 n"})
    go(state, "ge_27_ib", "W36", "X36", "Y36", "Z36", "AA36", "AA35")
    state.begin_movement()
    assert state.has(unit("ge_27_ib"), FORCED_BEFORE)
    assert forced_points(state, unit("ge_27_ib")) == 0
    go(state, "ge_27_ib", "AA36")
    state.begin_movement()
    assert forced_points(state, unit("ge_27_ib")) == 30


# -- halting ---------------------------------------------------------------------------------------------------------


def test_6_4_1_a_march_does_not_end_where_it_would_overstack() -> None:
    """It can pass through a full hex, and a unit in one can turn."""
    state = position({"ge_13_id": "T34 n", "ge_14_id": "T34 n", "ge_27_ib": "T33 n"})
    march = walk(state, "ge_27_ib", "T34")
    assert code(move.cannot_halt(state, march)) == ("hex_is_full", "6.4.1")
    assert move.cannot_halt(state, step(state, march, hex_("T35"))) is None
    assert move.cannot_halt(state, begin(state, unit("ge_13_id"))) is None
    assert "T34" not in names(one.hex for one in march_search.marches(state, unit("ge_27_ib"), force=False))


def test_7_9_1_a_motor_gun_pays_for_its_firing_position() -> None:
    """40 points: three hexes of 12 leave too few to deploy, two do; leaving it takes 5 the next time."""
    state = position({"ge_kmk_b3": "S32 n", "ge_ii_fussa_9": "S32 n"})
    two = walk(state, "ge_kmk_b3", "S33", "S34")
    assert move.can_deploy(state, two)
    assert not move.can_deploy(state, step(state, two, hex_("S35")))
    assert not move.can_deploy(state, begin(state, unit("ge_ii_fussa_9")))
    halt(state, two, 0, deploy=True)
    assert state.has(unit("ge_kmk_b3"), DEPLOYED)
    state.begin_movement()
    assert begin(state, unit("ge_kmk_b3")).spent == 5
    go(state, "ge_kmk_b3", "S35", "S36")
    assert not state.has(unit("ge_kmk_b3"), DEPLOYED)


def test_a_railway_gun_does_not_march() -> None:
    state = position({"ge_skm_b1": "U35 n"})
    assert code(cannot_march(state, unit("ge_skm_b1"))) == ("moves_by_railway", "2.2.3")
    assert move.cannot_act(state, unit("ge_skm_b1")) is None


def test_the_cheapest_march_to_a_hex_is_found() -> None:
    """Around the camp over Visé; where there is no way, there is no march."""
    state = position({"ge_27_ib": "U36 n"}, forts=("all",))
    march = march_to(state, unit("ge_27_ib"), hex_("V36"), force=False)
    assert march is not None
    assert [state.facts.grid.names[one] for one in march.path] == ["U36", "V36"]
    assert march_to(state, unit("ge_27_ib"), hex_("W35"), force=True) is None
    assert march_to(state, unit("ge_27_ib"), hex_("U36"), force=True) == begin(state, unit("ge_27_ib"))
