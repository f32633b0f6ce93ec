"""Whole games on the kernel: random choices, invariants at every step, storage, replay, undo."""

from __future__ import annotations

import dataclasses
import json
import random
from collections import Counter
from collections.abc import Callable

import pytest

from engine.core.chance import ScriptedChance
from engine.core.game import Game
from engine.core.options import Choice
from engine.liege.phase_records import DeclaredAssault
from engine.liege.state import (
    DUG,
    FOUGHT,
    HURT,
    HURT_TWICE,
    LiegeState,
)
from engine.liege.system import LiegeSystem
from tests.liege.invariants import broken
from tests.liege.support import hex_, position, started, unit


def at_random(game: Game[LiegeState], dice: random.Random) -> Choice:
    return dice.choice(list(game.options()))


#: Random games, three hundred in all: how many of each scenario, and how many more than an eighth of them every run plays.
SEEDS = {"night": 150, "siege": 130, "maubeuge": 20}
ALWAYS = [*(f"night-{seed}" for seed in range(30)), "siege-0", "siege-12", "maubeuge-0"]


@pytest.mark.sweep(fixed=ALWAYS)
@pytest.mark.parametrize("case", [f"{scenario}-{seed}" for scenario, seeds in SEEDS.items() for seed in range(seeds)])
def test_random_games_keep_the_invariants_and_end(case: str) -> None:
    """Every position between two decisions; the record replays the same game, and a stored one continues identically."""
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


#: An aggressive player: these verbs are chosen more often than all others.
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
    """Both sides attack wherever they can: all decisions around a combat occur, and everything is replayed."""
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
    """Leave the position as it is, with two units in place."""


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
        (dearer_forts, "the score is 6, a recount gives 5"),
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
    """A regained step, a unit and a fort that return."""
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
    """It is removed after its own side's combats only, and nobody digs in the enemy's turn."""
    then = position({"ge_27_ib": "T34 n", "be_15_bm": "X36 n"}, side="be")
    for name in ("ge_27_ib", "be_15_bm"):
        then.mark(unit(name), HURT)
    now = then.copy()
    now.marks = [0] * len(now.marks)
    assert broken(now, then) == ["ge_27_ib has lost its marker in the enemy's turn (3.2.5)"]
    dug = then.copy()
    dug.mark(unit("ge_27_ib"), DUG)
    assert broken(dug, then) == ["ge_27_ib has dug in in the enemy's turn (10.1.2)"]
