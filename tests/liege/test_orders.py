"""Orders in a game of Liège 1914, as recorded: their effects, refusals, and the names under which they are stored."""

from __future__ import annotations

import pytest

from engine.core.game import Game
from engine.errors import IllegalChoice, SnapshotError
from engine.liege.state import (
    DEPLOYED,
    EXHAUSTED,
    FORCED,
    FORCED_BEFORE,
    LOST,
    LiegeState,
)
from engine.liege.system import FRAMES, LiegeSystem
from tests.liege.support import hex_, ordered, position, started, unit


def to_march(game: Game[LiegeState], turn: int, side: int) -> None:
    """Do nothing until a side can march in a turn."""
    while (game.state.turn, game.actor, game.decision.kind) != (turn, side, "march"):
        ordered(game, "done")


def test_3_1_1_and_3_2_6_german_then_allied_player_turn() -> None:
    """German, then Allied; each turn once more, from turn 2 to turn 4 of the night."""
    game = started("night")
    seen = []
    while game.stack:
        seen.append((game.state.turn, game.actor))
        ordered(game, "done")
    assert seen == [(turn, side) for turn in (2, 3, 4) for side in (0, 1)]


def test_an_order_is_a_short_chain_that_is_taken_back_step_by_step() -> None:
    game = started("night")
    ordered(
        game, "arrive ge_27_ib", "face sw", "done", "done", "unit ge_27_ib", "step U36", "step V36", "halt", "face s"
    )
    at = unit("ge_27_ib")
    assert (game.state.at[at], game.state.facing[at]) == (hex_("V36"), 3)
    for text in ("face s", "halt", "step V36", "step U36"):
        game.undo(0)
        assert text in {game.text(choice) for choice in game.options()}
        assert game.state.at[at] == hex_("U35")


def test_units_without_a_facing_are_not_asked_for_one() -> None:
    game = started("siege")
    ordered(game, "arrive ge_4_kd", "done", "done", "unit ge_4_kd", "step T36", "step S36", "halt")
    assert game.decision.kind == "march"
    assert "turn ge_4_kd" not in {game.text(choice) for choice in game.options()}


def test_7_1_4_a_unit_that_is_picked_to_march_may_turn_instead() -> None:
    """Like one picked to turn, which it can do once."""
    found = []
    for orders in (("turn ge_27_ib",), ("unit ge_27_ib", "turn")):
        game = started("siege")
        ordered(game, "arrive ge_27_ib", "face n", "done", "done", *orders)
        assert "face n" not in {game.text(choice) for choice in game.options()}
        ordered(game, "face s")
        assert game.decision.kind == "march"
        found.append((game.state.dump(), [event.data for event in game.events if event.kind == "moved"]))
    assert found[0] == found[1]
    assert found[0][1][0]["spent"] == -1


def test_a_full_hex_is_no_way_where_the_march_could_not_go_on() -> None:
    """U35 is full and in the zone of the forts: a unit entering it could neither stay nor leave."""
    game = started("siege")
    while game.state.turn < 4:
        ordered(game, "done")
    state = position(
        {"ge_13_id": "U35 n", "ge_14_id": "U35 n", "ge_18_id": "U35 n", "ge_27_ib": "T36 n"}, turn=4, forts=("all",)
    )
    for name in ("at", "facing", "level", "marks", "crossed"):
        setattr(game.state, name, getattr(state, name))
    game.state.forts = state.forts
    game.state.changed()
    to_march(game, 5, 0)
    ordered(game, "unit ge_27_ib")
    offered = {game.text(choice) for choice in game.options()}
    assert "step U36" in offered
    assert "step U35" not in offered
    with pytest.raises(IllegalChoice) as caught:
        game.apply(game.parse("step U35"))
    assert (caught.value.reason.code, caught.value.reason.rule) == ("hex_is_full", "6.4.1")


@pytest.mark.parametrize(
    ("before", "order", "code", "rule"),
    [
        ((), "unit ge_27_ib", "not_on_the_map", ""),
        ((), "unit be_15_bm", "not_your_unit", "7.1.1"),
        ((), "arrive ge_13_id", "does_not_arrive", "7.7.1"),
        (("arrive ge_27_ib", "face n"), "unit ge_27_ib", "arrived_this_turn", "7.7.1"),
        (("arrive ge_27_ib",), "face nn", "unknown_name", ""),
        (("arrive ge_27_ib", "face n", "done", "done", "unit ge_27_ib"), "step V35", "active_fort", "11.3.2"),
        (("arrive ge_27_ib", "face n", "done", "done", "unit ge_27_ib"), "step U37", "not_next_to_it", "7.1.3"),
        (("arrive ge_27_ib", "face n", "done", "done", "unit ge_27_ib"), "step A01", "unknown_name", ""),
        (("arrive ge_27_ib", "face n", "done", "done", "unit ge_27_ib"), "halt", "has_not_moved", "7.1.3"),
        (("arrive ge_27_ib", "face n", "done", "done", "unit ge_27_ib"), "deploy", "cannot_deploy", "7.9.1"),
        (("arrive ge_27_ib", "face n", "done", "done", "turn ge_27_ib"), "face n", "looks_there", "6.2.1"),
        (("arrive ge_27_ib", "face n", "done", "done", "turn ge_27_ib", "face s"), "turn ge_27_ib", "has_turned", "7.1.4"),
        (("arrive ge_27_ib", "face n", "done", "done", "turn ge_27_ib", "face s", "unit ge_27_ib"), "turn", "has_turned", "7.1.4"),
        (("arrive ge_27_ib", "face n", "done", "done", "unit ge_27_ib", "step U36"), "turn", "turns_at_its_end", "7.1.3"),
        (("arrive ge_4_kd", "done", "done", "unit ge_4_kd"), "turn", "has_no_facing", "6.2.1"),
    ],
)  # fmt: skip
def test_a_wrong_order_is_refused_with_its_rule(before: tuple[str, ...], order: str, code: str, rule: str) -> None:
    """A hex off the map, an invalid facing, an absent unit: the position stays unchanged."""
    game = started("siege")
    ordered(game, *before)
    kept = game.snapshot()
    with pytest.raises(IllegalChoice) as caught:
        game.apply(game.parse(order))
    assert (caught.value.reason.code, caught.value.reason.rule) == (code, rule)
    assert game.snapshot() == kept


def test_7_1_6_a_headquarters_is_taken_in_a_game() -> None:
    game = started("siege")
    ordered(game, "arrive ge_2_kd", "done", "arrive be_hq_leman")
    game.state.place(unit("be_hq_leman"), hex_("X36"), 0)
    game.state.forts = 0
    game.state.changed()
    ordered(game, "done", "unit ge_2_kd", "step W36", "step X36", "halt")
    assert game.state.at[unit("be_hq_leman")] == LOST


def test_a_gun_in_firing_position_takes_up_another_one_elsewhere() -> None:
    """In its own hex there is nothing to do; leaving it costs five points, a step 12, and deploying in the next hex ten."""
    game = started("siege")
    to_march(game, 5, 0)
    ordered(game, "arrive ge_skm_b2", "face n", "done")
    to_march(game, 6, 0)
    ordered(game, "unit ge_skm_b2")
    assert "deploy" not in game.options().masks
    ordered(game, "step V33", "deploy", "face s")
    gun = unit("ge_skm_b2")
    assert (game.state.at[gun], game.state.facing[gun], game.state.has(gun, DEPLOYED)) == (hex_("V33"), 3, True)


def test_markers_of_extended_movement_go_with_the_player_turn() -> None:
    """One mark of a forced march is removed; the other stays until the side's next Movement Phase."""
    game = started("night")
    ordered(
        game,
        "arrive ge_hq_2_aok",
        "arrive ge_43_ib",
        "face n",
        "done",
        "done",
        "unit ge_43_ib",
        "step V32",
        "step W32",
        "step X32",
        "step Y32",
    )
    ordered(game, "forced", "step Z32", "halt", "face n")
    brigade = unit("ge_43_ib")
    assert game.state.has(brigade, EXHAUSTED)
    ordered(game, "done")
    assert not game.state.has(brigade, EXHAUSTED)
    assert game.state.has(brigade, FORCED)
    ordered(game, "done")
    assert game.state.has(brigade, FORCED_BEFORE)


#: Kinds of frames with their steps or verbs, which are saved data.
STORED = {
    "siege": (("german", "allied", "next_turn"), None),
    "attacker_turn": (
        (
            "administration",
            "lines",
            "barrage",
            "declarations",
            "movement",
            "assaults",
            "combat",
            "attacks",
            "afterwards",
            "over",
        ),
        None,
    ),
    "admin_command": (None, {"change": "unit", "keep": ""}),
    "new_command": (None, {"to": "unit"}),
    "barrage": (None, {"target": "hex", "fort": "fort", "done": ""}),
    "shelling": (None, {"add": "unit", "join": "fort", "fire": ""}),
    "barrage_targets": (None, {"hit": "unit"}),
    "bombarding": (None, {"add": "unit", "next": "fort", "fire": ""}),
    "assaults": (None, {"fort": "fort", "done": ""}),
    "assault": (None, {"gun": "unit", "by": "unit", "declare": ""}),
    "assault_results": (("storm", "next"), None),
    "storm_on": (None, {"go": "fort", "stop": ""}),
    "assault_advance": (None, {"enter": "side", "stay": ""}),
    "march": (None, {"unit": "unit", "turn": "unit", "arrive": "unit", "aircraft": "air_order", "done": ""}),
    "marching": (
        None,
        {
            "step": "hex",
            "forced": "",
            "halt": "",
            "turn": "",
            "deploy": "",
            "leave": "",
            "scout": "hex",
            "scout_long": "hex",
        },
    ),
    "facing": (None, {"face": "side"}),
    "arrival": (None, {"at": "hex"}),
    "arrival_facing": (None, {"face": "side"}),
    "overflown": (("ask", "march_on"), None),
    "air": (None, {"fly": "unit", "pass": ""}),
    "afterwards": (
        None,
        {"shift": "unit", "dig": "unit", "dig_each": "", "dig_all": "", "merge": "unit", "hide": "unit", "done": ""},
    ),
    "shifting": (None, {"to": "hex", "turn": ""}),
    "shift_facing": (None, {"face": "side"}),
    "digging": (None, {"with": "unit", "all": "", "dig": ""}),
    "merging": (None, {"from": "unit"}),
    "combat": (None, {"hex": "hex", "done": ""}),
    "attack": (None, {"commit": "unit", "partly": "unit", "attack": "", "leave": ""}),
    "battle": (("declared", "fought", "retreats", "remains", "own_remain", "advances", "breach", "over"), None),
    "withdraw": (None, {"go": "hex", "stand": ""}),
    "retreat": (None, {"to": "hex", "face": "side"}),
    "remain": (None, {"stay": "unit", "go": "unit"}),
    "advance": (None, {"enter": "unit", "face": "unit", "finish": ""}),
    "breach": (None, {"enter": "unit", "stay": ""}),
    "entering": (None, {"to": "hex", "face": "side"}),
}


def test_stored_names_do_not_change() -> None:
    """Kinds, steps and verbs are saved data."""
    found = {kind: (getattr(cls, "steps", None), getattr(cls, "verbs", None)) for kind, cls in FRAMES.by_kind.items()}
    assert found == STORED


def test_a_position_that_is_none_is_refused() -> None:
    for data in ({}, {"scenario": "night"}, None, {**LiegeState.new("night").dump(), "at": [1]}):
        with pytest.raises(SnapshotError):
            LiegeSystem().load_state(data)
