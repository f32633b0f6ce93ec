"""Chapter 7.7: arrivals."""

from __future__ import annotations

from engine.liege.arrive import arrive, places, waiting
from engine.liege.facts import ALLIED, GERMAN
from engine.liege.grid import SIDES
from engine.liege.move import cannot_march
from engine.liege.state import DEPLOYED, LiegeState
from tests.liege.support import FACTS, hex_, names, position, unit


def opening(scenario: str) -> LiegeState:
    """Return the first turn, with all units in place."""
    state = LiegeState.new(scenario)
    for side in (GERMAN, ALLIED):
        state.side = side
        for one in waiting(state, side):
            arrive(state, one, places(state, one)[0], 0)
    return state


def test_7_7_1_who_arrives_is_placed_in_its_hex_and_does_not_move() -> None:
    """The first turn of the night: 16 units, each in its hex; none can march before the next turn."""
    state = opening("night")
    for one, arrival in state.scenario.arrivals.items():
        assert (state.at[one] == arrival.hex) is (arrival.turn == 2)
    state.side = GERMAN
    reason = cannot_march(state, unit("ge_34_ib"))
    assert reason is not None
    assert (reason.code, reason.rule) == ("arrived_this_turn", "7.7.1")
    state.begin_movement()
    assert cannot_march(state, unit("ge_34_ib")) is None


def test_7_7_2_any_facing_and_beside_the_headquarters_where_the_hex_is_taken() -> None:
    """An enemy in its hex, or one step too many, places a unit next to its side's headquarters, where it fits."""
    state = position({"ge_hq_2_aok": "T35 n"}, turn=2)
    arrive(state, unit("ge_27_ib"), hex_("U35"), SIDES.index("nw"))
    assert SIDES[state.facing[unit("ge_27_ib")]] == "nw"
    around = {"T36", "T34", "S35", "S34", "U34", "U35"} & names(FACTS.grid.beyond[hex_("T35")])
    assert len(around) >= 5
    taken = position({"ge_hq_2_aok": "T35 n", "be_15_bm": "V36 n"}, turn=2)
    assert names(places(taken, unit("ge_34_ib"))) == names(FACTS.grid.beyond[hex_("T35")])
    full = position({"ge_hq_2_aok": "T35 n", "ge_13_id": "V36 n", "ge_14_id": "V36 n", "ge_18_id": "V36 n"}, turn=2)
    assert names(places(full, unit("ge_34_ib"))) == names(FACTS.grid.beyond[hex_("T35")])
    assert places(position({"be_15_bm": "V36 n"}, turn=2), unit("ge_34_ib")) == []


def test_7_7_4_an_arrival_may_wait() -> None:
    """It is offered in its turn and in every later one until it arrives."""
    state = LiegeState.new("siege")
    assert unit("ge_13_id") not in waiting(state, GERMAN)
    for turn in (4, 5, 8):
        state.turn = turn
        assert unit("ge_13_id") in waiting(state, GERMAN)
    arrive(state, unit("ge_13_id"), hex_("T36"), 0)
    assert unit("ge_13_id") not in waiting(state, GERMAN)


def test_siege_guns_arrive_in_firing_position() -> None:
    """As the set-up says (3.3.1); a motor gun arrives on turn 5 and is ready on turn 6."""
    state = LiegeState.new("siege")
    state.turn = 5
    arrive(state, unit("ge_kmk_b3"), hex_("V36"), SIDES.index("s"))
    arrive(state, unit("ge_pir_24"), hex_("V34"), 0)
    assert state.has(unit("ge_kmk_b3"), DEPLOYED)
    assert not state.has(unit("ge_pir_24"), DEPLOYED)


def test_all_arrivals_of_both_scenarios_fit() -> None:
    """Turn by turn, with no moves: every unit finds its own hex free."""
    for name in ("night", "siege"):
        state = LiegeState.new(name)
        for turn in range(state.scenario.first, state.scenario.last + 1):
            state.turn = turn
            for side in (GERMAN, ALLIED):
                for one in waiting(state, side):
                    assert places(state, one) == [state.scenario.arrivals[one].hex], FACTS.units[one].name
                    arrive(state, one, places(state, one)[0], 0)
        assert all(state.at[one] >= 0 for one in state.scenario.arrivals)
