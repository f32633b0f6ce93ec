"""Chapters 12.1 and 13: usable railways, lines of communications, headquarters, the camp as a source."""

from __future__ import annotations

import dataclasses

import pytest

from engine.core.chance import ScriptedChance
from engine.core.game import Game
from engine.liege.facts import ALLIED, GERMAN
from engine.liege.line_facts import Headquarters
from engine.liege.move import forced_points
from engine.liege.state import LEFT, LiegeState
from engine.liege.supply import Supply, controlled, determine, lengths, supply_of, usable, worst_of
from engine.liege.system import LiegeSystem
from tests.liege.support import FACTS, hex_, names, position, unit

FULL, LIMITED, OUT = Supply.FULL, Supply.LIMITED, Supply.OUT


def found(state: LiegeState, *which: str) -> list[Supply]:
    determine(state)
    return [supply_of(state, unit(name)) for name in which]


def rails(state: LiegeState, side: int) -> set[str]:
    return {FACTS.grid.names[one] for one, points in usable(state, side).items() if points == 0}


def length(state: LiegeState, side: int, to: str) -> int | None:
    return lengths(state, side, usable(state, side)).get(hex_(to))


def test_12_1_2_the_germans_control_the_railway_up_to_the_border() -> None:
    """S36 and T36 at the start; everything else is Allied."""
    state = position({})
    assert names(one for one in range(63) if controlled(state, GERMAN) >> one & 1) == {"S36", "T36"}
    assert names(one for one in range(63) if controlled(state, ALLIED) >> one & 1) == {
        "U35",
        "V35",
        "W35",
        "X36",
        "Y36",
        "Z36",
        "AA36",
    }


@pytest.mark.parametrize(("name", "level", "takes"), [
    ("ge_27_ib", 0, True), ("ge_27_ib", 1, False), ("ge_2_kd", 0, True), ("ge_pir_24", 0, False), ("ge_ii_fussa_9", 0, False),
])  # fmt: skip
def test_12_1_3_infantry_and_cavalry_of_two_steps_take_railways(name: str, level: int, takes: bool) -> None:
    """By stopping there; units of one step and guns take none."""
    state = position({name: f"U35 n {level}"})
    assert bool(state.rails >> hex_("U35") & 1) is takes


def test_12_1_3_a_march_takes_the_railways_that_it_passes() -> None:
    game = Game.start(LiegeSystem("siege", fog=False), ScriptedChance())
    for order in ("arrive ge_2_kd", "done", "done"):
        game.apply(game.parse(order))
    game.state.forts = 0
    game.state.changed()
    for order in ("unit ge_2_kd", "step W36", "step X36", "step X37", "halt"):
        game.apply(game.parse(order))
    assert game.state.rails >> hex_("X36") & 1
    assert not game.state.rails >> hex_("Y36") & 1
    assert LiegeState.load(game.state.dump()).rails == game.state.rails


def test_12_1_4_who_advances_or_retreats_takes_railways_too() -> None:
    """Wherever a unit is placed; and a side retakes what the other took."""
    state = position({"ge_27_ib": "U35 n"})
    state.place(unit("ge_27_ib"), hex_("V35"), 0)
    assert names(one for one in range(63) if controlled(state, GERMAN) >> one & 1) == {"S36", "T36", "U35", "V35"}
    state.place(unit("be_15_bm"), hex_("U35"), 0)
    assert not state.rails >> hex_("U35") & 1


def test_12_1_5_a_railway_is_usable_that_is_controlled_and_joined_to_the_own_network() -> None:
    """U35 as soon as it is taken; Y36, which the Germans hold too, isn't connected to their network."""
    state = position({"ge_27_ib": "U35 n", "ge_14_ib": "Y36 n"})
    assert rails(state, GERMAN) == {"S36", "T36", "U35"}
    assert rails(state, ALLIED) == {"AA36", "Z36"}
    assert rails(position({"ge_14_ib": "Y36 n"}), GERMAN) == {"S36", "T36"}


def test_12_1_6_forts_and_zones_cut_a_railway_and_the_cut_hex_is_its_end() -> None:
    """U35 next to the camp is an end of the German network; a brigade of ARF 4 on T36's flank stops it at T36."""
    open_ = position({"ge_27_ib": "U35 n", "ge_13_id": "V35 n"})
    assert rails(open_, GERMAN) == {"S36", "T36", "U35", "V35"}
    forts = position({"ge_27_ib": "U35 n"}, forts=("loncin", "fleron"))
    forts.rails |= 1 << hex_("V35")
    assert rails(forts, GERMAN) == {"S36", "T36", "U35"}
    strong, weak = (position({"ge_27_ib": "U35 n", name: "S35 sw"}) for name in ("be_9_11_bm", "be_15_bm"))
    assert rails(strong, GERMAN) == {"S36", "T36"}
    assert rails(weak, GERMAN) == {"S36", "T36", "U35"}


def test_13_1_4_a_line_of_100_points_over_hexes_without_enemies() -> None:
    """From U35 over rough country to Y33 48 points; S32 is twelve from the railway beyond the map."""
    state = position({"ge_27_ib": "U35 n"})
    assert length(state, GERMAN, "U35") == 0
    assert length(state, GERMAN, "Y33") == 48
    assert length(state, GERMAN, "S32") == 12
    assert length(position({"ge_27_ib": "U35 n", "be_hq_leman": "V34 n"}), GERMAN, "V34") is None


def test_13_1_4_an_enemy_zone_stops_a_line_where_no_own_troops_are() -> None:
    """The camp's zone in W33: a brigade there opens it, guns don't."""
    ends = {"ge_27_ib": "U34 n", "ge_14_ib": "V34 n", "ge_11_ib": "U35 n"}
    shut = position(ends, forts=("all",))
    assert length(shut, GERMAN, "W33") is None
    gun = position({**ends, "ge_ii_fussa_9": "W33 n"}, forts=("all",))
    assert length(gun, GERMAN, "W33") is None
    opened = position({**ends, "ge_43_ib": "W33 n"}, forts=("all",))
    assert length(opened, GERMAN, "W33") == 36


def test_13_1_1_a_unit_needs_a_headquarters_in_range_and_a_line() -> None:
    """Nine hexes are out of range of eight, however short the line is; the distance ignores enemies."""
    near = position({"ge_hq_2_aok": "S36 n", "ge_27_ib": "S35 n"})
    assert found(near, "ge_27_ib", "ge_hq_2_aok") == [FULL, FULL]
    far = position({"ge_hq_2_aok": "S38 n", "ge_27_ib": "U32 n", "ge_14_ib": "U35 n"})
    assert FACTS.grid.distance(hex_("S38"), hex_("U32")) == 7
    assert found(far, "ge_27_ib") == [FULL]
    beyond = position({"ge_hq_2_aok": "S38 n", "ge_27_ib": "AA34 n", "ge_14_ib": "U35 n"})
    assert FACTS.grid.distance(hex_("S38"), hex_("AA34")) == 8
    assert found(beyond, "ge_27_ib") == [FULL]
    beyond.place(unit("ge_27_ib"), hex_("AA33"), 0)
    assert FACTS.grid.distance(hex_("S38"), hex_("AA33")) == 9
    assert found(beyond, "ge_27_ib") == [OUT]
    assert found(position({"ge_27_ib": "S35 n"}), "ge_27_ib") == [OUT]


def test_13_1_2_units_of_a_cavalry_corps_need_no_headquarters() -> None:
    state = position({"ge_2_kd": "S35 n", "ge_27_ib": "S35 n"})
    assert found(state, "ge_2_kd", "ge_27_ib") == [FULL, OUT]


def test_13_1_5_from_100_to_150_points_the_line_is_limited() -> None:
    """Around the camp's zones: Z33 at 96 points is supplied, AA33 at 108 partly."""
    state = position({"ge_27_ib": "U35 n", "ge_4_kd": "Z33 n", "ge_2_kd": "AA33 n"}, forts=("all",))
    assert [length(state, GERMAN, name) for name in ("Z33", "AA33")] == [96, 108]
    assert found(state, "ge_4_kd", "ge_2_kd") == [FULL, LIMITED]


def test_13_1_6_every_unit_is_checked_in_both_player_turns_and_the_marker_stays() -> None:
    """Not in the first German Administrative Phase; the event names units with a limited line or none."""
    game = Game.start(LiegeSystem("siege", fog=False), ScriptedChance())
    assert [event.kind for event in game.events if event.kind == "lines"] == []
    for order in ("arrive ge_27_ib", "face n", "done"):
        game.apply(game.parse(order))
    assert [event.data for event in game.events if event.kind == "lines"] == [
        {"limited": (), "out": (unit("ge_27_ib"),)}
    ]
    game.apply(game.parse("arrive be_dc"))
    assert game.state.supply[unit("ge_27_ib")] == OUT
    game.apply(game.parse("done"))
    assert supply_of(LiegeState.load(game.state.dump()), unit("ge_27_ib")) == OUT
    assert len([event for event in game.events if event.kind == "lines"]) == 2


def test_13_1_7_without_a_headquarters_a_normal_line_is_limited_and_a_long_one_none() -> None:
    """Destroyed, not merely yet to arrive."""
    state = position(
        {"ge_hq_2_aok": "S36 n", "ge_27_ib": "S35 n", "ge_14_ib": "AA33 n", "ge_11_ib": "U35 n"}, forts=("all",)
    )
    state.destroy(unit("ge_hq_2_aok"))
    assert found(state, "ge_27_ib", "ge_14_ib") == [LIMITED, OUT]
    left = position({"be_hq_leman": "AA36 n", "be_dc": "AA36 n"})
    left.place(unit("be_hq_leman"), LEFT, 0)
    assert found(left, "be_dc") == [LIMITED]


def test_13_1_8_the_governor_supplies_who_is_in_or_next_to_the_camp() -> None:
    """As long as a fort is active: without headquarters and line; no unit further away, and no German."""
    units = {"be_9_11_bm": "V35 n", "be_15_bm": "Y35 n", "be_12_14_rf": "Z34 n", "ge_27_ib": "W33 n"}
    state = position(units, forts=("loncin",))
    assert found(state, "be_9_11_bm", "be_15_bm", "be_12_14_rf", "ge_27_ib") == [FULL, FULL, OUT, OUT]
    assert found(position(units), "be_9_11_bm") == [OUT]


def surrounded(**more: str) -> LiegeState:
    """Return a position with the railway to Antwerp lost and all forts fallen; a brigade is west of the camp, three hexes from it."""
    units = {"be_hq_leman": "X35 n", "be_15_bm": "AA35 n", "ge_13_id": "AA36 n"}
    state = position({**units, **more}, turn=6)
    state.facing[unit("ge_13_id")] = 0
    state.changed()
    return state


def test_13_1_9_a_camp_supplies_within_four_hexes() -> None:
    """Four steps for each of its hexes that no German holds."""
    assert found(surrounded(be_9_11_bm="AA34 n"), "be_15_bm", "be_9_11_bm") == [FULL, FULL]
    assert found(surrounded(ge_27_ib="W35 n", ge_14_ib="V35 n", ge_11_ib="W34 n", ge_43_ib="S34 n"), "be_15_bm") == [
        FULL
    ]
    state = position({"be_hq_leman": "T36 n", "be_15_bm": "S38 n", "ge_13_id": "AA36 n"}, turn=6)
    assert min(FACTS.grid.distance(hex_(one), hex_("S38")) for one in ("V35", "W34", "W35", "X35")) == 5
    assert found(state, "be_15_bm") == [OUT]


def test_13_1_11_every_step_of_a_unit_has_to_be_covered() -> None:
    """One hex of the camp is left: four steps, covering the two of the nearer unit, and only two of the other's three."""
    taken = {"ge_27_ib": "W35 n", "ge_14_ib": "V35 n", "ge_11_ib": "W34 n"}
    assert (
        found(
            surrounded(**taken, be_9_11_bm="AA34 n", be_12_14_bm="AA34 n"), "be_9_11_bm", "be_12_14_bm", "be_15_bm"
        ).count(OUT)
        == 2
    )


def test_13_2_1_divisions_of_a_corps_have_the_reduced_range_until_turn_21() -> None:
    """Six hexes away: a brigade is in range, a division of a corps is not, and from turn 22 it is."""
    state = position({"ge_hq_2_aok": "S36 n", "ge_13_id": "U32 n", "ge_27_ib": "U32 n"})
    assert FACTS.grid.distance(hex_("S36"), hex_("U32")) == 5
    assert found(state, "ge_13_id", "ge_27_ib") == [FULL, FULL]
    far = position({"ge_hq_2_aok": "S38 n", "ge_13_id": "U32 n", "ge_27_ib": "U32 n"})
    assert found(far, "ge_13_id", "ge_27_ib") == [OUT, FULL]
    far.turn = 22
    assert found(far, "ge_13_id") == [FULL]


def test_2_5_20_the_command_range_is_data() -> None:
    """The range of a headquarters, in general and under the German restriction."""
    assert FACTS.lines.headquarters[unit("ge_hq_2_aok")] == Headquarters(8, 5)
    state = position({"ge_hq_2_aok": "S36 n", "ge_27_ib": "U32 n"})
    short = {**FACTS.lines.headquarters, unit("ge_hq_2_aok"): Headquarters(4, 4)}
    state.facts = dataclasses.replace(FACTS, lines=dataclasses.replace(FACTS.lines, headquarters=short))
    assert found(state, "ge_27_ib") == [OUT]


def test_13_3_1_and_13_3_2_the_worst_supply_of_several_units_counts() -> None:
    """One unit with a limited line, or none, is enough for the modifiers of a combat."""
    state = position({"ge_27_ib": "S35 n", "ge_14_ib": "S35 n", "ge_11_ib": "S35 n"})
    state.supply[unit("ge_14_ib")], state.supply[unit("ge_11_ib")] = LIMITED, OUT
    assert worst_of(state, [unit("ge_27_ib")]) == FULL
    assert worst_of(state, [unit("ge_27_ib"), unit("ge_14_ib")]) == LIMITED
    assert worst_of(state, [unit("ge_27_ib"), unit("ge_14_ib"), unit("ge_11_ib")]) == OUT
    assert worst_of(state, []) == FULL


def test_13_3_2_without_a_line_nobody_marches_by_force() -> None:
    state = position({"ge_27_ib": "S35 n", "ge_14_ib": "S35 n"})
    assert forced_points(state, unit("ge_27_ib")) == 30
    state.supply[unit("ge_27_ib")], state.supply[unit("ge_14_ib")] = OUT, LIMITED
    assert (forced_points(state, unit("ge_27_ib")), forced_points(state, unit("ge_14_ib"))) == (0, 30)


def test_a_scenario_without_lines_supplies_everybody() -> None:
    state = position({"ge_27_ib": "AA33 n"})
    state.scenario = dataclasses.replace(state.scenario, lines=False)
    assert found(state, "ge_27_ib") == [FULL]
