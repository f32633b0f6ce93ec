"""Steps, losses, stacking, markers and storage."""

from __future__ import annotations

import json

import pytest

from engine.liege.facts import facts
from engine.liege.stack import limit_of, stacked, too_many
from engine.liege.state import DEPLOYED, FIRED, FORCED, FORCED_BEFORE, LOST, MARCHED, TIRED, WAITING, LiegeState
from tests.liege.support import hex_, position, setup, setups, unit


def test_1_1_5_a_scenario_begins_with_an_empty_map() -> None:
    state = LiegeState.new("siege")
    assert set(state.at) == {WAITING}
    assert (state.turn, state.side) == (2, 0)


def test_2_4_1_and_2_4_6_losses_lead_from_level_to_level_and_off_the_map() -> None:
    state = position({"be_9_11_bm": "V35 n"})
    one = unit("be_9_11_bm")
    seen = []
    for _ in range(3):
        seen.append((state.steps(one), state.level[one], state.at[one] >= 0))
        state.lose(one)
    assert seen == [(3, 0, True), (2, 1, True), (1, 2, True)]
    assert (state.steps(one), state.at[one]) == (0, LOST)


def test_2_4_7_total_steps() -> None:
    """The remaining steps, including units that lost some."""
    state = position({"ge_13_id": "T34 n 1", "ge_27_ib": "T34 n"})
    assert state.total_steps(unit("ge_13_id"), unit("ge_27_ib")) == 5


def test_6_4_1_the_limit_is_that_of_the_terrain() -> None:
    """15 steps in clear, 12 in broken, 9 in rough ground; one more is refused with its figures."""
    state = position({"ge_13_id": "T34 n", "ge_14_id": "T34 n", "ge_27_ib": "U36 n", "ge_ii_fussa_9": "U36 n"})
    assert [limit_of(state, hex_(name)) for name in ("W36", "U36", "T34")] == [15, 12, 9]
    assert too_many(state, unit("ge_ii_fussa_9"), hex_("T34")) is None
    reason = too_many(state, unit("ge_27_ib"), hex_("T34"))
    assert reason is not None
    assert (reason.code, reason.rule) == ("hex_is_full", "6.4.1")
    assert reason.data == {"hex": "T34", "there": 8, "more": 2, "limit": 9}


def test_6_4_2_siege_guns_and_headquarters_do_not_count() -> None:
    state = position(
        {
            "ge_13_id": "T34 n",
            "ge_pir_24": "T34 n",
            "ge_ii_fussa_9": "T34 n",
            "ge_kmk_b3": "T34 n",
            "ge_hq_2_aok": "T34 n",
        }
    )
    assert stacked(state, hex_("T34")) == 6
    full = position(
        {
            "ge_13_id": "T34 n",
            "ge_14_id": "T34 n",
            "ge_pir_24": "T34 n",
            "ge_hq_2_aok": "T35 n",
            "ge_pir_emmich": "T35 n",
        }
    )
    assert too_many(full, unit("ge_hq_2_aok"), hex_("T34")) is None
    assert too_many(full, unit("ge_pir_emmich"), hex_("T34")) is not None


def test_11_3_10_a_fort_falls_for_good() -> None:
    state = position({}, forts=("all",))
    state.fell(0)
    assert [state.active(fort) for fort in range(12)] == [False] + [True] * 11
    assert not hasattr(state, "repair")


def test_markers_of_extended_movement_last_to_the_end_of_the_combat_phase() -> None:
    """Only the side's own are removed, with those of barrages; a gun stays in its firing position."""
    state = position({"ge_27_ib": "T34 n", "ge_kmk_b3": "T34 n", "be_15_bm": "X36 n"})
    state.mark(unit("ge_27_ib"), TIRED | FIRED | FORCED)
    state.mark(unit("ge_kmk_b3"), DEPLOYED | FIRED)
    state.mark(unit("be_15_bm"), TIRED)
    state.end_combat()
    assert [state.marks[unit(name)] for name in ("ge_27_ib", "ge_kmk_b3", "be_15_bm")] == [FORCED, DEPLOYED, TIRED]


def test_7_5_5_a_forced_march_counts_to_the_own_next_movement() -> None:
    """The enemy's phase in between changes nothing; after two of its own phases it has expired."""
    state = position({"ge_27_ib": "T34 n"})
    one = unit("ge_27_ib")
    state.mark(one, FORCED | MARCHED)
    state.side = 1
    state.begin_movement()
    assert state.marks[one] == FORCED | MARCHED
    state.side = 0
    state.begin_movement()
    assert state.marks[one] == FORCED_BEFORE
    state.begin_movement()
    assert state.marks[one] == 0


@pytest.mark.parametrize("name", list(setups()))
def test_a_position_is_stored_and_read_again(name: str) -> None:
    """As JSON, at most 6 KB, and equal when read; a copy is independent."""
    state = setup(name)
    state.mark(0, FORCED)
    state.crossed[0], state.settled = 4, True
    text = json.dumps(state.dump())
    assert len(text) <= 6 * 1024
    read = LiegeState.load(json.loads(text))
    assert read.dump() == state.dump()
    other = state.copy()
    other.lose(unit("ge_27_ib") if name != "cavalry" else unit("ge_14_ib"))
    other.fell(11)
    assert read.dump() == state.dump() != other.dump()


def test_a_position_of_other_units_is_not_read() -> None:
    data = LiegeState.new("night").dump()
    with pytest.raises(ValueError, match="level has 1 entries"):
        LiegeState.load({**data, "level": [0]})
    with pytest.raises(KeyError):
        LiegeState.load({**data, "scenario": "none"})
    assert len(data["at"]) == len(facts().units)
