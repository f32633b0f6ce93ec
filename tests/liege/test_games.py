"""Whole games on the kernel: random choices, invariants at every step, storing, replay, undo."""

from __future__ import annotations

import dataclasses
import json
import random
from collections import Counter
from collections.abc import Callable

import pytest

from engine.core.chance import KeyedChance, ScriptedChance
from engine.core.game import Game
from engine.core.options import Choice
from engine.errors import IllegalChoice, SnapshotError
from engine.liege.phase_records import DeclaredAssault
from engine.liege.state import (
    DEPLOYED,
    DUG,
    EXHAUSTED,
    FORCED,
    FORCED_BEFORE,
    FOUGHT,
    HURT,
    HURT_TWICE,
    LOST,
    LiegeState,
)
from engine.liege.system import FRAMES, LiegeSystem
from tests.liege.invariants import broken
from tests.liege.support import hex_, ordered, position, unit


def started(scenario: str, seed: int = 0, *, fog: bool | None = False) -> Game[LiegeState]:
    """A new game with everything open, where nothing else is said; its dice are always the same with a seed."""
    return Game.start(LiegeSystem(scenario, fog=fog), KeyedChance(seed.to_bytes(32, "big")))


def to_march(game: Game[LiegeState], turn: int, side: int) -> None:
    """Let everybody do nothing until a side may march in a turn."""
    while (game.state.turn, game.actor, game.decision.kind) != (turn, side, "march"):
        ordered(game, "done")


def at_random(game: Game[LiegeState], dice: random.Random) -> Choice:
    return dice.choice(list(game.options()))


@pytest.mark.sweep(fixed=["night-0", "siege-0"])
@pytest.mark.parametrize(
    "case",
    [
        f"{scenario}-{seed}"
        for scenario, seeds in (("night", 30), ("siege", 30), ("maubeuge", 8))
        for seed in range(seeds)
    ],
)
def test_random_games_keep_the_invariants_and_end(case: str) -> None:
    """Every position between two decisions; the record plays the same game, and a stored one goes on as the other does."""
    scenario, _, seed = case.partition("-")
    game, dice = started(scenario, int(seed), fog=None), random.Random(int(seed))
    before = game.state.copy()
    for number in range(20_000):
        if not game.stack:
            break
        game.apply(at_random(game, dice))
        assert broken(game.state, before) == []
        before = game.state.copy()
        if number % 97 == 0:
            stored = json.loads(json.dumps(game.snapshot()))
            again = Game.restore(LiegeSystem(scenario), stored, ScriptedChance())
            assert again.snapshot() == game.snapshot()
            assert list(again.options()) == list(game.options())
    entries = list(game.fresh)
    assert game.result is not None
    assert game.result.reason == "points"
    replayed = Game.replay(LiegeSystem(scenario), entries)
    assert replayed.state.dump() == game.state.dump()
    assert len(json.dumps(game.snapshot())) < 16 * 1024


#: What a player does who wants to fight: these verbs are taken more often than all others.
FIERCE = {
    "hex": 30,
    "commit": 20,
    "attack": 8,
    "step": 3,
    "arrive": 5,
    "enter": 3,
    "partly": 3,
    "done": 0.3,
    "leave": 0.2,
    "halt": 2,
}


def fiercely(game: Game[LiegeState], dice: random.Random) -> Choice:
    choices = list(game.options())
    return dice.choices(choices, [FIERCE.get(choice.verb, 1) for choice in choices])[0]


@pytest.mark.sweep(fixed=["night-0"])
@pytest.mark.parametrize("case", [f"{scenario}-{seed}" for scenario in ("night", "siege") for seed in range(8)])
def test_games_of_many_combats_keep_the_invariants(case: str) -> None:
    """Both sides attack wherever they can: what is asked around a combat is asked, and all of it is played again."""
    scenario, _, seed = case.partition("-")
    game, dice = started(scenario, 1000 + int(seed)), random.Random(int(seed))
    before, asked = game.state.copy(), Counter[str]()
    while game.stack:
        asked[game.decision.kind] += 1
        game.apply(fiercely(game, dice))
        assert broken(game.state, before) == []
        before = game.state.copy()
    assert asked["attack"] > 0
    replayed = Game.replay(game.system, list(game.fresh))
    assert replayed.state.dump() == game.state.dump()


def without_a_fault(state: LiegeState) -> None:
    """Two units at their places."""


def overfull(state: LiegeState) -> None:
    for name in ("ge_13_id", "ge_14_id", "ge_18_id"):
        state.place(unit(name), hex_("T34"), 0)


def mixed(state: LiegeState) -> None:
    state.place(unit("be_15_bm"), hex_("T34"), 0)


def beside_a_fort(state: LiegeState) -> None:
    state.place(unit("ge_27_ib"), hex_("V35"), 0)


def over_the_border(state: LiegeState) -> None:
    state.place(unit("ge_27_ib"), hex_("V37"), 0)


def overrun(state: LiegeState) -> None:
    state.crossed[0] = 9


def forgotten(state: LiegeState) -> None:
    state.at[unit("ge_27_ib")] = hex_("S34")


def shared(state: LiegeState) -> None:
    state.assaults = [DeclaredAssault(0, unit("ge_27_ib"), 0), DeclaredAssault(0, unit("ge_14_ib"), 0)]


def both(state: LiegeState) -> None:
    state.assaults, state.bombarded = [DeclaredAssault(0, unit("ge_27_ib"), 0)], 1


def stranger(state: LiegeState) -> None:
    state.place(unit("ge_kmk_b3"), hex_("T33"), 0)


def marked_twice(state: LiegeState) -> None:
    state.mark(unit("ge_27_ib"), HURT | HURT_TWICE)


def dug_in_on_horseback(state: LiegeState) -> None:
    state.mark(unit("ge_2_kd"), DUG)


def digging_on(state: LiegeState) -> None:
    state.failed_digs = [0, 4]


def hidden_in_the_open(state: LiegeState) -> None:
    state.hidden |= 1 << unit("ge_27_ib")


def hidden_and_firing(state: LiegeState) -> None:
    state.fog = True
    state.mark(unit("ge_27_ib"), FOUGHT)
    state.hidden |= 1 << unit("ge_27_ib")


def dearer_forts(state: LiegeState) -> None:
    worth = state.scenario.worth
    each = {**worth.each, "fort": worth.each["fort"] + 1}
    state.scenario = dataclasses.replace(state.scenario, worth=dataclasses.replace(worth, each=each))
    state.fell(0)


@pytest.mark.parametrize(
    ("fault", "says"),
    [
        (without_a_fault, ""),
        (hidden_in_the_open, "ge_27_ib is hidden and cannot be"),
        (hidden_and_firing, "ge_27_ib has fought and is hidden"),
        (dearer_forts, "the score is 4, a recount gives 3"),
        (marked_twice, "ge_27_ib has both markers"),
        (dug_in_on_horseback, "ge_2_kd is in fieldworks"),
        (digging_on, "side 1 has failed to dig 4 times"),
        (overfull, "T34 holds 16 steps"),
        (mixed, "both sides are in T34"),
        (beside_a_fort, "Germans are beside an active fort in V35"),
        (over_the_border, "somebody is in V37, which is closed"),
        (overrun, "9 steps crossed hexside 0"),
        (forgotten, "what is kept of the position is out of date"),
        (shared, "two assaults share a fort or a unit"),
        (both, "forts [0] are the target of a barrage and of an assault"),
        (stranger, "ge_kmk_b3 is not of this scenario"),
    ],
)
def test_an_invariant_that_does_not_hold_is_found(fault: Callable[[LiegeState], None], says: str) -> None:
    state = position({"ge_27_ib": "T34 n", "ge_14_ib": "T34 n"}, scenario="night", forts=("all",))
    assert broken(state) == []
    fault(state)
    found = broken(state)
    assert any(one.startswith(says) for one in found) if says else found == []


def test_an_invariant_between_two_positions_is_found() -> None:
    """A step regained, a unit and a fort that come back."""
    now = position({"ge_27_ib": "T34 n", "ge_14_ib": "T34 n"}, forts=("all",))
    then = now.copy()
    then.lose(unit("ge_27_ib"))
    then.destroy(unit("ge_14_ib"))
    then.fell(0)
    found = broken(now, then)
    assert [one for one in found if "regained" in one or "come back" in one] == [
        "ge_27_ib has regained a step", "ge_14_ib has regained 2 steps", "ge_14_ib has come back", "forts (0,) have come back (11.3.10)",
    ]  # fmt: skip
    assert broken(then, now) == []


def test_a_marker_that_goes_in_the_turn_of_the_enemy_is_found() -> None:
    """It goes after the own combats alone, and nobody digs in the enemy's turn."""
    then = position({"ge_27_ib": "T34 n", "be_15_bm": "X36 n"}, side="be")
    for name in ("ge_27_ib", "be_15_bm"):
        then.mark(unit(name), HURT)
    now = then.copy()
    now.marks = [0] * len(now.marks)
    assert broken(now, then) == ["ge_27_ib has lost its marker in the enemy's turn (3.2.5)"]
    dug = then.copy()
    dug.mark(unit("ge_27_ib"), DUG)
    assert broken(dug, then) == ["ge_27_ib has dug in in the enemy's turn (10.1.2)"]


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


def test_a_full_hex_is_no_way_where_the_march_could_not_go_on() -> None:
    """U35 is full and in the zone of the forts: who entered it could neither stay nor leave."""
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
    ],
)  # fmt: skip
def test_a_wrong_order_is_refused_with_its_rule(before: tuple[str, ...], order: str, code: str, rule: str) -> None:
    """A hex off the map, a facing that is none, a unit that is not there: the position stays as it is."""
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
    """In its own hex there is nothing to do; five points lead out of it, a step 12, and ten into the next."""
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
    """Of a forced march the one mark goes, the other stays until the own next Movement Phase."""
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


def test_stored_names_do_not_change() -> None:
    """Kinds, steps and verbs are saved data."""
    found = {kind: (getattr(cls, "steps", None), getattr(cls, "verbs", None)) for kind, cls in FRAMES.by_kind.items()}
    assert found == {
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
            {"step": "hex", "forced": "", "halt": "", "deploy": "", "leave": "", "scout": "hex", "scout_long": "hex"},
        ),
        "facing": (None, {"face": "side"}),
        "arrival": (None, {"at": "hex"}),
        "arrival_facing": (None, {"face": "side"}),
        "overflown": (("ask", "march_on"), None),
        "air": (None, {"fly": "unit", "pass": ""}),
        "afterwards": (
            None,
            {"shift": "unit", "dig": "unit", "dig_all": "", "merge": "unit", "hide": "unit", "done": ""},
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


def test_a_position_that_is_none_is_refused() -> None:
    for data in ({}, {"scenario": "night"}, None, {**LiegeState.new("night").dump(), "at": [1]}):
        with pytest.raises(SnapshotError):
            LiegeSystem().load_state(data)
