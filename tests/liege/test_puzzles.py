"""Puzzles of Liège 1914: barrages are scored by exact expectation, whatever the dice rolled."""

from __future__ import annotations

import random

import pytest

from benchmarks.best_barrages import BestBarrages
from engine.core.bits import members
from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.errors import EngineError
from engine.liege.barrage import FortBarrage
from engine.liege.puzzles import (
    BarragePuzzle,
    expected_forts,
    judged,
    load_barrage_puzzles,
    phase_over,
    plan_of,
    puzzle_position,
    weighed,
)
from engine.liege.state import LiegeState

PUZZLES = load_barrage_puzzles()


def test_there_are_twelve_and_the_first_is_of_the_book() -> None:
    assert len(PUZZLES) == 12
    assert any(one.scenario == "maubeuge" for one in PUZZLES)
    assert len({one.rating for one in PUZZLES}) > 3


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda one: one.name)
def test_a_puzzle_is_at_a_barrage_and_its_figures_are_those_of_its_plan(puzzle: BarragePuzzle) -> None:
    game = puzzle_position(puzzle)
    assert game.decision.kind == "barrage"
    assert not phase_over(game, puzzle)
    plan = plan_of(game.state.facts, puzzle.plan)
    assert expected_forts(game.state, plan) == pytest.approx(puzzle.expected, abs=1e-5)
    assert weighed(puzzle, game.state, plan).grade == "solved"
    assert puzzle.usual < puzzle.expected or puzzle.scenario == "maubeuge"


@pytest.mark.sweep(fixed=["kkgb", "ltbq", "vprd", "wdgs"])
@pytest.mark.parametrize("name", [one.name for one in PUZZLES])
def test_no_list_of_barrages_is_better_than_the_best_plan(name: str) -> None:
    """By enumeration; the file has six digits."""
    (puzzle,) = (one for one in PUZZLES if one.name == name)
    search = BestBarrages(puzzle_position(puzzle).state)
    found = search.best(puzzle.expected - 2e-6)
    assert found == pytest.approx(puzzle.expected, abs=3e-6), search.plan
    assert search.tried > 10


def test_the_enumeration_finds_the_best_plan_by_itself() -> None:
    """From nothing, with the value that the engine gives to the same list."""
    (puzzle,) = (one for one in PUZZLES if one.name == "vprd")
    state = puzzle_position(puzzle).state
    search = BestBarrages(state)
    assert search.best(0.0) == pytest.approx(puzzle.expected, abs=1e-5)
    assert search.plan is not None
    assert expected_forts(state, search.plan) == pytest.approx(puzzle.expected, abs=1e-5)


def _played(puzzle: BarragePuzzle) -> Game[LiegeState]:
    """Play the best plan in the puzzle's game, with separate dice; barrages at fallen forts are omitted."""
    game = puzzle_position(puzzle)
    for barrage in puzzle.plan:
        if phase_over(game, puzzle) or not game.options().allows(game.parse(barrage.orders[0])):
            continue
        for order in barrage.orders:
            choice = game.parse(order)
            if game.options().allows(choice):
                game.apply(choice)
    return game


def test_orders_are_weighed_and_not_their_dice() -> None:
    puzzle = next(one for one in PUZZLES if one.scenario == "maubeuge")
    game = _played(puzzle)
    found = judged(puzzle, game.fresh)
    assert found.grade == "solved"
    assert found.share == pytest.approx(1.0, abs=0.02)


def test_nothing_ordered_is_no_answer() -> None:
    puzzle = PUZZLES[0]
    with pytest.raises(EngineError, match="nothing was ordered"):
        judged(puzzle, [])


def test_firing_nothing_is_graded_as_missed() -> None:
    game = puzzle_position(PUZZLES[0])
    game.apply(game.parse("done"))
    found = judged(PUZZLES[0], game.fresh)
    assert (found.grade, found.share, found.plan) == ("missed", 0.0, ())


def test_an_expectation_is_what_many_throws_come_to() -> None:
    """400 games of a plan with two barrages agree with its exact expectation."""
    puzzle = next(one for one in PUZZLES if one.scenario == "maubeuge")
    begun = puzzle_position(puzzle)
    standing, fallen, rng = begun.state.forts.bit_count(), 0, random.Random(7)
    for _ in range(400):
        game = begun.copy(KeyedChance(rng.randbytes(32)))
        game.recording = False
        for barrage in puzzle.plan:
            if game.decision.kind == "barrage" and game.options().allows(game.parse(barrage.orders[0])):
                for order in barrage.orders:
                    game.apply(game.parse(order))
        fallen += standing - game.state.forts.bit_count()
    assert fallen / 400 == pytest.approx(puzzle.expected, abs=0.15)


def test_the_order_of_barrages_and_guns_matters() -> None:
    puzzle = next(one for one in PUZZLES if one.scenario == "maubeuge")
    state = puzzle_position(puzzle).state
    plan = plan_of(state.facts, puzzle.plan)
    guns = [gun for one in plan for gun in members(one.guns)]
    all_at_one = [FortBarrage(plan[0].forts, sum(1 << gun for gun in guns))]
    assert expected_forts(state, all_at_one) < puzzle.expected
    assert expected_forts(state, []) == 0
