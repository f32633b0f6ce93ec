"""Chapter 6.5: a unit regains a step given by another one."""

from __future__ import annotations

import pytest

from engine.core.chance import ScriptedChance
from engine.core.game import Game
from engine.errors import IllegalChoice
from engine.liege.consolidate import cannot_give, cannot_regain, consolidate, givers, orphaned
from engine.liege.points import score
from engine.liege.state import BUSY, FIRED, FOUGHT, LOST, LiegeState
from engine.liege.system import LiegeSystem
from tests.liege.examples_own_phases import two_french
from tests.liege.invariants import broken
from tests.liege.support import hex_, position, unit

ONE, OTHER, THIRD = unit("ge_27_ib"), unit("ge_14_ib"), unit("ge_11_ib")


def brigades(**more: str) -> LiegeState:
    """Return two brigades of two steps with one lost each, far from the enemy."""
    return position({"ge_27_ib": "T34 n 1", "ge_14_ib": "T34 n 1", **more})


def refused(state: LiegeState, giver: int = OTHER, one: int = ONE) -> tuple[str, str] | None:
    reason = cannot_give(state, one, giver)
    return None if reason is None else (reason.code, reason.rule)


def test_6_5_1_one_step_goes_over_and_who_gives_the_last_one_is_removed() -> None:
    """Two half brigades make a whole one; the score is unchanged, because no step is destroyed."""
    state = brigades()
    before, points = state.copy(), score(state)
    consolidate(state, ONE, OTHER)
    assert (state.level[ONE], state.at[OTHER], state.steps(ONE)) == (0, LOST, 2)
    assert score(state) == points
    assert broken(state, before) == []


def test_6_5_1_a_unit_may_give_more_than_once_and_do_nothing_else() -> None:
    """A whole brigade gives a step to each of two and is then gone. A unit that regained one does nothing more."""
    state = position({"ge_27_ib": "T34 n 1", "ge_14_ib": "T34 n", "ge_11_ib": "T34 n 1"})
    consolidate(state, ONE, OTHER)
    assert refused(state, one=THIRD) is None
    assert refused(state, ONE, THIRD) == ("has_done_something", "6.5.2")
    consolidate(state, THIRD, OTHER)
    assert state.at[OTHER] == LOST
    assert (cannot_regain(state, ONE) or cannot_regain(state, THIRD)) is not None


@pytest.mark.parametrize(("giver", "code", "rule"), [
    ("ge_2_kd", "is_of_a_corps", "6.5.2"), ("ge_27_ib", "of_another_kind", "6.5.1"), ("ge_13_id", "is_of_a_corps", "6.5.2"),
    ("ge_ii_fussa_9", "has_one_step", "6.5.1"), ("ge_11_ib", "in_another_hex", "6.5.2"), ("be_15_bm", "not_your_unit", "3.2.5"),
    ("ge_43_ib", "not_on_the_map", ""),
])  # fmt: skip
def test_6_5_1_and_6_5_2_who_cannot_give(giver: str, code: str, rule: str) -> None:
    state = brigades(ge_2_kd="T34 n", ge_13_id="T34 n", ge_ii_fussa_9="T34 n", ge_11_ib="T33 n", be_15_bm="W35 n")
    assert refused(state, unit(giver)) == (code, rule)


def test_6_5_2_not_in_an_enemy_zone() -> None:
    """The camp's zone in U34, or a single adjacent enemy unit."""
    state = position({"ge_27_ib": "U34 n 1", "ge_14_ib": "U34 n 1"}, forts=("fleron",))
    assert refused(state) == ("in_enemy_zone", "6.5.2")
    state.fell(2)
    assert refused(state) is None
    assert refused(brigades(be_15_bm="T33 n")) == ("in_enemy_zone", "6.5.2")
    assert refused(brigades(be_15_bm="T33 s")) is None


@pytest.mark.parametrize(
    ("mark", "code"), [(FIRED, "fired_already"), (FOUGHT, "has_fought"), (BUSY, "has_done_something")]
)
def test_6_5_2_who_did_something_else_does_not_take_part(mark: int, code: str) -> None:
    for one in (ONE, OTHER):
        state = brigades()
        state.mark(one, mark)
        reason = cannot_regain(state, ONE) if one == ONE else cannot_give(state, ONE, OTHER)
        assert reason is not None
        assert reason.code == code


def test_6_5_2_and_2_5_7_a_unit_of_a_corps_only_if_it_is_orphaned() -> None:
    """The 13th division when the 14th is destroyed; the 18th, whose partner is not in the game, is no orphan."""
    state = position({"ge_13_id": "T34 n 1", "ge_14_id": "T35 n", "ge_27_ib": "T34 n 1", "ge_18_id": "T34 n"})
    assert [orphaned(state, unit(name)) for name in ("ge_13_id", "ge_18_id", "ge_27_ib")] == [False, False, False]
    assert refused(state, unit("ge_13_id")) == ("is_of_a_corps", "6.5.2")
    state.destroy(unit("ge_14_id"))
    assert orphaned(state, unit("ge_13_id"))
    assert refused(state, unit("ge_13_id")) is None


def test_6_5_3_the_same_rank_gives_two_points_more_than_it_has() -> None:
    """A brigade needs 6 and 2; the last step of another gives 7 + 2 and 1 + 2."""
    state = brigades()
    assert refused(state) is None
    assert refused(two_french(("B", 1, (17, 9), (4, 1)), ("B", 0, (6,), (1,))), 1, 0) is None
    assert refused(two_french(("B", 1, (18, 9), (4, 1)), ("B", 0, (6,), (1,))), 1, 0) == ("gives_too_little", "6.5.3")
    assert refused(two_french(("B", 1, (17, 9), (5, 1)), ("B", 0, (6,), (1,))), 1, 0) == ("gives_too_little", "6.5.3")


@pytest.mark.parametrize(
    ("rank", "refusal"), [("A", None), ("C", None), ("A+", "ranks_too_far_apart"), ("D", "ranks_too_far_apart")]
)
def test_6_5_4_one_rank_apart_gives_no_more_than_it_has_and_two_give_nothing(rank: str, refusal: str | None) -> None:
    state = two_french(("B", 1, (15, 9), (2, 1)), (rank, 0, (6,), (1,)))
    assert (refused(state, 1, 0) or (None,))[0] == refusal
    dear = two_french(("B", 1, (16, 9), (2, 1)), (rank, 0, (6,), (1,)))
    assert refused(dear, 1, 0) == (refusal or "gives_too_little", "6.5.4")


def test_a_unit_with_nothing_to_regain_is_refused() -> None:
    for name, state, code in (
        ("ge_27_ib", position({"ge_27_ib": "T34 n", "ge_14_ib": "T34 n"}), "at_full_strength"),
        ("ge_27_ib", position({"ge_27_ib": "T34 n 1"}), "nobody_gives_a_step"),
        ("ge_pir_24", position({"ge_pir_24": "T34 n"}), "has_one_step"),
    ):
        reason = cannot_regain(state, unit(name))
        assert reason is not None
        assert reason.code == code
    assert givers(position({"ge_27_ib": "T34 n 1"}), ONE) == []


def test_a_consolidation_in_a_game() -> None:
    """Asked after the moves, and only if there is a choice; a single possible giver is taken without a question."""
    game = Game.start(LiegeSystem("siege", fog=False), ScriptedChance())
    for order in ("arrive ge_27_ib", "face n", "arrive ge_14_ib", "face n", "done", "done"):
        game.apply(game.parse(order))
    assert game.state.turn == 3
    for one in (ONE, OTHER):
        game.state.level[one] = 1
        game.state.place(one, hex_("T34"), 0)
    game.apply(game.parse("done"))
    assert game.decision.kind == "afterwards"
    merging = {game.text(choice) for choice in game.options() if choice.verb == "merge"}
    assert merging == {"merge ge_27_ib", "merge ge_14_ib"}
    with pytest.raises(IllegalChoice) as caught:
        game.apply(game.parse("merge ge_11_ib"))
    assert caught.value.reason.code == "not_on_the_map"
    game.apply(game.parse("merge ge_27_ib"))
    assert [event.data for event in game.events if event.kind == "consolidated"] == [
        {"unit": ONE, "giver": OTHER, "removed": True}
    ]
    assert (game.actor, game.decision.kind) == (1, "march")
    assert not game.state.has(ONE, BUSY)
