"""Verify puzzles: a general searches again, and the solution has to remain the best in other imagined games."""

from __future__ import annotations

import random

from benchmarks.puzzles.files import line
from benchmarks.puzzles.seeking import MANY, MARGIN, MISSES, OTHER_SEED, PLANS, SURE, without
from engine.pog.content.puzzles import Puzzle, load_puzzles
from engine.pog.opponent import puzzles
from engine.pog.opponent.deliberation import Deliberation, goals
from engine.pog.opponent.orders import ActionPlan
from engine.pog.opponent.seat import Offers
from engine.pog.opponent.trial import Orders


def check(games: int, seed: int, effort: float) -> int:
    """Evaluate the shipped solutions against a new search, in other imagined games; 1 if one lost half its margin."""
    worse = 0
    for puzzle in load_puzzles():
        left, plan = _left(puzzle, games, seed, effort)
        worse += left < MARGIN / 2
        print(f"{line(puzzle)}\n    {left:+.2f} better than {plan}", flush=True)
    return int(bool(worse))


def stands(puzzle: Puzzle) -> bool:
    """Return True if a new search finds nothing that misses the aim and is nearly as good."""
    return _left(puzzle, MANY, OTHER_SEED, SURE)[0] >= MARGIN / 2


def _left(puzzle: Puzzle, games: int, seed: int, effort: float) -> tuple[float, str]:
    """Return a solution's margin over the best plan that misses its aim, and that plan in the record's notation."""
    game, rng = puzzles.position(puzzle), random.Random(seed)
    scales = puzzles.scales(puzzle, game, seed, games)
    solution, offers = puzzles.solved_by(puzzle, game.copy()), Offers(game)
    best = scales.weigh(solution)
    assert best is not None
    thinks = Deliberation(offers, offers.imagine(rng), rng, effort)
    thinks.action()
    plans = [runner.plan for runner in thinks.final.ranked()[:PLANS]] if thinks.final is not None else []
    names, misses = game.state.rules.content.spaces, []
    for other in [Orders(ActionPlan(solution.plan.use)), *without(solution), *map(Orders, plans)]:
        came, plan = scales.weigh(other), other.plan
        if came is not None and came.aims[0] < MISSES * best.aims[0]:
            told = ", ".join(f"{kind} {names[space].name}" for kind, space in goals(plan)) or "no orders"
            misses.append((best.worth - came.worth, f"{game.text(plan.use)}: {told}"))
    return min(misses, default=(0.0, "nothing at all: whatever was thought of reaches the aim"))
