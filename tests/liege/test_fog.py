"""Chapter 19: which units are hidden, what others see of them, what reveals a unit, and which units hide again."""

from __future__ import annotations

import pytest

from engine.core.game import Game
from engine.liege.facts import ALLIED, GERMAN
from engine.liege.fog import cannot_hide, hidden_hexes, is_hidden
from engine.liege.state import BUSY, FIRED, FOUGHT, LiegeState
from engine.liege.view import view_of
from engine.liege.zones import ground_of
from tests.liege.support import FACTS, hex_, names, ordered, playing, position, started, told, unit


def test_19_1_1_who_arrives_is_hidden_but_for_headquarters() -> None:
    """In the siege, where fog is on; in the night it is off; an option reverses it."""
    game = started(fog=None)
    ordered(game, "arrive ge_27_ib", "face n", "arrive ge_hq_2_aok")
    assert is_hidden(game.state, unit("ge_27_ib"))
    assert not is_hidden(game.state, unit("ge_hq_2_aok"))
    assert (
        started("night", fog=None).state.fog,
        started("night", fog=True).state.fog,
        started(fog=False).state.fog,
    ) == (
        False,
        True,
        False,
    )
    open_ = started(fog=False)
    ordered(open_, "arrive ge_27_ib", "face n")
    assert open_.state.hidden == 0


def test_19_1_2_to_19_1_4_others_see_a_marker_in_the_hex_and_no_more() -> None:
    """Two units under one marker and a headquarters: no name, number, facing; the owner sees all of it."""
    state = position(
        {"ge_27_ib": "U35 sw", "ge_13_id": "U35 n 1", "ge_hq_2_aok": "U35 n"}, hidden=("ge_27_ib", "ge_13_id")
    )
    for viewer in (ALLIED, None):
        view = view_of(state, viewer)
        assert [(stack.hex, stack.side) for stack in view.stacks] == [(hex_("U35"), GERMAN)]
        assert [one.unit for one in view.units] == [unit("ge_hq_2_aok")]
    own = view_of(state, GERMAN)
    assert own.stacks == ()
    assert {(one.unit, one.facing, one.steps, one.hidden) for one in own.units} == {
        (unit("ge_27_ib"), 4, 2, True), (unit("ge_13_id"), 0, 3, True), (unit("ge_hq_2_aok"), 0, 1, False),
    }  # fmt: skip


def test_19_1_5_a_headquarters_never_hides() -> None:
    state = position({"ge_hq_2_aok": "T35 n", "ge_27_ib": "T34 n"}, hidden=("ge_27_ib",))
    reason = cannot_hide(state, unit("ge_hq_2_aok"))
    assert reason is not None
    assert (reason.code, reason.rule) == ("headquarters_are_seen", "19.1.5")


def refused(state: LiegeState, name: str = "ge_27_ib") -> str | None:
    state.fog = True
    reason = cannot_hide(state, unit(name))
    return None if reason is None else reason.code


def test_19_1_6_who_hides_again() -> None:
    """Outside enemy zones, more than four hexes from enemy headquarters, not spotted, and idle except for its march."""
    units = {"ge_27_ib": "T34 n", "be_hq_leman": "Y35 n", "ge_14_ib": "S34 n"}
    assert refused(position(units)) is None
    assert [FACTS.grid.distance(hex_("T34"), hex_(name)) for name in ("X34", "Y33")] == [4, 5]
    assert refused(position({**units, "be_hq_leman": "X34 n"})) == "near_headquarters"
    assert refused(position({**units, "be_hq_leman": "Y33 n"})) is None


@pytest.mark.parametrize(
    ("mark", "code"), [(FIRED, "fired_already"), (FOUGHT, "has_fought"), (BUSY, "has_done_something")]
)
def test_19_1_6_who_did_something_else_does_not_hide(mark: int, code: str) -> None:
    state = position({"ge_27_ib": "T34 n"})
    state.mark(unit("ge_27_ib"), mark)
    assert refused(state) == code


def test_19_1_6_who_was_seen_or_has_scouted_does_not_hide() -> None:
    state = position({"ge_27_ib": "T34 n", "ge_2_kd": "T34 n", "be_15_bm": "T33 n"})
    assert refused(state) == "in_enemy_zone"
    state = position({"ge_27_ib": "T34 n", "ge_2_kd": "T34 n"})
    state.spotted, state.scouts = 1 << unit("ge_27_ib"), 1 << unit("ge_2_kd")
    assert (refused(state), refused(state, "ge_2_kd")) == ("was_spotted", "has_scouted")
    state.begin_movement()
    assert (refused(state), refused(state, "ge_2_kd")) == (None, None)
    assert refused(position({"be_15_bm": "AA36 n"}), "be_15_bm") == "not_your_unit"
    state.fog = False
    reason = cannot_hide(state, unit("ge_27_ib"))
    assert reason is not None
    assert reason.code == "nobody_is_hidden"


def test_19_1_6_hiding_in_a_game_is_the_one_thing_that_a_unit_does() -> None:
    state = position({"ge_27_ib": "S33 n", "ge_14_ib": "S33 n 1", "ge_11_ib": "S33 n 1"}, hidden=("ge_14_ib",))
    game = playing(state)
    ordered(game, "done")
    assert game.decision.kind == "afterwards"
    assert game.parse("hide ge_27_ib") in list(game.options())
    ordered(game, "hide ge_27_ib")
    assert is_hidden(state, unit("ge_27_ib"))
    assert told(game, "hidden") == [{"unit": unit("ge_27_ib"), "hex": hex_("S33")}]
    ordered(game, "merge ge_14_ib")
    assert {event["unit"] for event in told(game, "revealed")} == {unit("ge_14_ib")}


def test_19_2_1_and_19_2_2_units_meet_and_part_under_their_markers() -> None:
    """One marker per hex; a departing unit takes one along; open units stay open next to hidden ones."""
    state = position({"ge_27_ib": "T34 n", "ge_14_ib": "T34 n", "ge_11_ib": "T34 n"}, hidden=("ge_27_ib", "ge_14_ib"))
    assert hidden_hexes(state, GERMAN) == 1 << hex_("T34")
    state.place(unit("ge_14_ib"), hex_("T35"), 0)
    assert names(one for one in range(63) if hidden_hexes(state, GERMAN) >> one & 1) == {"T34", "T35"}
    assert [one.unit for one in view_of(state, ALLIED).units] == [unit("ge_11_ib")]


def test_19_2_3_a_hidden_unit_controls_hexes_as_any_other() -> None:
    """The zone has its effect, and the enemy's picture does not show it."""
    units = {"ge_27_ib": "T34 n", "be_15_bm": "U32 n"}
    state = position(units, hidden=("ge_27_ib",))
    assert ground_of(state).zones == ground_of(position(units)).zones
    assert view_of(state, ALLIED).zones[GERMAN] == 0
    assert view_of(state, GERMAN).zones[GERMAN] == 1 << hex_("T35")


def test_19_2_4_a_unit_in_fieldworks_stays_hidden() -> None:
    """The enemy's view doesn't show the unit."""
    state = position({"be_15_bm": "X36 n"}, hidden=("be_15_bm",))
    state.mark(unit("be_15_bm"), 1)
    assert is_hidden(state, unit("be_15_bm"))
    assert view_of(state, GERMAN).units == ()


def shelled(guns: tuple[str, ...], targets: dict[str, str], hidden: tuple[str, ...], *dice: int) -> Game[LiegeState]:
    state = position({**dict.fromkeys(guns, "W36 s"), **targets}, hidden=hidden)
    game = playing(state, barrage=list(dice[:1]), cab=list(dice[1:]))
    ordered(game, "target W35", *(f"add {gun}" for gun in guns))
    return game


def test_19_3_2_a_hidden_stack_is_hit_from_20_points_on_with_six_rows_more() -> None:
    """Twenty-four points; units that fire or test are no longer hidden."""
    game = shelled(("ge_13_id", "ge_14_id"), {"be_15_bm": "W35 n"}, ("be_15_bm", "ge_13_id"), 8, 5)
    assert game.parse("fire") in list(game.options())
    ordered(game, "fire")
    found = told(game, "unit_shelled")[0]
    assert ("abu_hidden", 6) in found["rows"]
    assert found["row"] == 4 + 6
    assert [(event["unit"], event["why"]) for event in told(game, "revealed")] == [
        (unit("ge_13_id"), "fired"), (unit("be_15_bm"), "tested"),
    ]  # fmt: skip


def test_19_3_2_less_than_20_points_are_refused() -> None:
    state = position({"ge_13_id": "W36 s", "be_15_bm": "W35 n"}, hidden=("be_15_bm",))
    game = playing(state)
    assert game.decision.kind == "march"
    both = playing(position({"ge_13_id": "W36 s", "ge_14_id": "W36 s", "be_15_bm": "W35 n"}, hidden=("be_15_bm",)))
    ordered(both, "target W35", "add ge_13_id")
    assert both.parse("fire") not in list(both.options())
    reason = both.decision.explain(both, both.parse("fire"))
    assert (reason.code, reason.rule) == ("too_little_arf_at_hidden", "19.3.2")


def test_19_3_3_of_a_mixed_stack_few_points_hit_the_open_units_alone() -> None:
    """Twelve points hit at most three open units, and never a hidden one; twenty hit all."""
    targets = {"be_15_bm": "W35 n", "be_9_11_bm": "W35 n"}
    game = shelled(("ge_13_id",), targets, ("be_15_bm",), 10, 5)
    ordered(game, "fire")
    assert [event["unit"] for event in told(game, "unit_shelled")] == [unit("be_9_11_bm")]
    assert is_hidden(game.state, unit("be_15_bm"))
    strong = shelled(("ge_13_id", "ge_14_id"), targets, ("be_15_bm",), 10, 5, 5)
    ordered(strong, "fire")
    rows = {event["unit"]: event["row"] for event in told(strong, "unit_shelled")}
    assert rows[unit("be_15_bm")] == rows[unit("be_9_11_bm")] + 6


def test_19_4_1_who_fires_shows_itself_and_others_beside_it_do_not() -> None:
    game = shelled(
        ("ge_13_id", "ge_14_id"), {"be_15_bm": "W35 n", "ge_27_ib": "W36 n"}, ("ge_13_id", "ge_14_id", "ge_27_ib"), 8, 5
    )
    ordered(game, "fire")
    assert [is_hidden(game.state, unit(name)) for name in ("ge_13_id", "ge_14_id", "ge_27_ib")] == [False, False, True]


def test_19_4_2_who_loses_a_step_is_seen() -> None:
    """From any cause: losses are public."""
    state = position({"be_15_bm": "W35 n"}, hidden=("be_15_bm",))
    state.lose(unit("be_15_bm"))
    assert not is_hidden(state, unit("be_15_bm"))


def test_a_unit_that_leaves_the_map_is_revealed() -> None:
    """Because its steps count as points."""
    game = playing(position({"be_15_bm": "AA36 n", "be_hq_leman": "Z36 n"}, side="be", turn=5, hidden=("be_15_bm",)))
    ordered(game, "unit be_15_bm", "leave")
    assert [event["why"] for event in told(game, "revealed")] == ["left"]
    assert told(game, "left")[0]["unit"] == unit("be_15_bm")


def before_combat(units: dict[str, str], hidden: tuple[str, ...]) -> Game[LiegeState]:
    """Return Germans next to units in Y36, after their march; every test is passed."""
    game = playing(position(units, hidden=hidden, turn=3), combat=[20], cab=[1] * 9, combat_test=[1] * 9)
    while game.decision.kind not in ("combat", "afterwards") and game.state.side == GERMAN:
        ordered(game, "done")
    return game


def test_19_3_1_a_hidden_stack_fights_as_any_other() -> None:
    """The same column and row as in the open, and no participant is hidden once the combat has begun."""
    units = {"ge_27_ib": "X36 nw", "be_15_bm": "Y36 se"}
    games = [before_combat(units, hidden) for hidden in ((), ("be_15_bm", "ge_27_ib"))]
    for game in games:
        ordered(game, "hex Y36", "commit ge_27_ib", "attack")
        assert game.state.hidden == 0
    assert told(games[0], "combat") == told(games[1], "combat") != []
    assert {event["why"] for event in told(games[1], "revealed")} == {"attacks", "attacked"}


def test_19_4_1_odds_against_hidden_units_are_unknown_so_the_attack_may_begin() -> None:
    """A brigade of one step against 60 points: not offered in the open; offered in fog, and read in the first column."""
    heavy = {f"be_{name}": "Y36 se" for name in ("15_bm", "9_11_bm", "12_14_bm", "dc")}
    open_, foggy = (before_combat({"ge_27_ib": "X36 nw 1", **heavy}, hidden) for hidden in ((), tuple(heavy)))
    assert open_.decision.kind != "combat" or open_.parse("hex Y36") not in list(open_.options())
    assert foggy.parse("hex Y36") in list(foggy.options())
    ordered(foggy, "hex Y36", "commit ge_27_ib", "attack", "stand")
    assert told(foggy, "combat")[0]["column"] == 0
