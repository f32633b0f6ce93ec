"""Puzzles: setting up the position, detecting the end of the action round, and judging the given orders.

The verdict rests on the expected result of the orders (`trial`), compared with the best plan in the same imagined
games; actual dice play no part. Reaching the same aim in another way also solves the puzzle, unless it costs too
much.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.core.record import Entry, in_force
from engine.errors import EngineError
from engine.pog.content.puzzles import Puzzle, load_puzzles
from engine.pog.content.records import SIDE_NAMES
from engine.pog.opponent import aims
from engine.pog.opponent.ai_player import ComputerPlayer
from engine.pog.opponent.deliberation import goals
from engine.pog.opponent.levels import SKETCH
from engine.pog.opponent.reasons import apart
from engine.pog.opponent.trial import GAMES, Listener, Orders, Scales, Weighed, heard
from engine.pog.ruleset import options_from
from engine.pog.state import State
from engine.pog.system import PathsOfGlory

#: Share of the margin that orders may lose and still be as good as the best plan; the same if they reach the aim too; and for half right.
_AS_GOOD, _OTHERWISE, _HALF = 0.35, 1.0, 0.7
#: Share of the solution's probability of reaching the aim that counts as equal, and as half right.
_SAME, _NEARLY = 0.85, 0.5
#: Maximum number of reactions during a solution.
_ANSWERS = 60


@dataclass(frozen=True, slots=True)
class Verdict:
    """Result of judging orders as an answer to a puzzle.

    Attributes:
        grade: `solved`, `partly` or `missed`.
        share: share of the best plan's gain over doing nothing, 0 to 1.
        loss: VP by which they are worse than the best plan; negative if they are better.
        aim: probability of reaching the aim, 0 to 1; `best_aim` that of the best plan.
        use: the use of a card, as in the record, and `goals` of the orders: `attack`, `march` or `dig`, and the space.
        terms: how they differ from the best plan, in VP, the largest first.
    """

    grade: str
    share: float
    loss: float
    aim: float
    best_aim: float
    use: str
    goals: tuple[tuple[str, int], ...]
    terms: tuple[tuple[str, float], ...]


def side_of(puzzle: Puzzle) -> int:
    """Return the solver's side."""
    return SIDE_NAMES.index(puzzle.seat)


@lru_cache(maxsize=8)
def _system(scenario: str, options: tuple[tuple[str, object], ...]) -> PathsOfGlory:
    return PathsOfGlory(options_from({"scenario": scenario, **dict(options)}))


def position(puzzle: Puzzle) -> Game[State]:
    """Return the puzzle's game at its starting position; raises EngineError if its opening cannot be played."""
    system = _system(puzzle.scenario, tuple(sorted(puzzle.options.items())))
    game: Game[State] = Game.start(system, KeyedChance(bytes.fromhex(puzzle.seed)), listening=False)
    for text in puzzle.opening:
        game.apply(game.parse(text), recorded=True)
    return game


def over(game: Game[State], puzzle: Puzzle) -> bool:
    """Return True if the solver's action round or the war is over."""
    state = game.state
    now = state.turn, state.round, state.phasing
    return not game.stack or now != (puzzle.turn, puzzle.round, side_of(puzzle))


def solved_by(puzzle: Puzzle, game: Game[State]) -> Orders:
    """Return the orders of the solution, given in a game at the puzzle's position; the computer makes all other choices.

    Raises:
        EngineError: the solution cannot be played.
    """
    side, rng = side_of(puzzle), random.Random(puzzle.name)
    listener, texts = Listener(side), list(puzzle.solution)
    for _ in range(_ANSWERS):
        if not texts:
            break
        choice = game.parse(texts[0]) if texts[0].partition(" ")[0] in game.decision.verbs else None
        if game.decision.actor(game) == side and choice is not None and game.options().allows(choice):
            texts.pop(0)
        else:
            choice = ComputerPlayer(game, SKETCH, rng).answer()
        listener.hear(game, choice)
        game.apply(choice)
    orders = listener.orders()
    if texts or orders is None:
        raise EngineError(f"the solution of puzzle {puzzle.name!r} cannot be played from {texts[:1]}")
    return orders


def scales(puzzle: Puzzle, game: Game[State], seed: int = 1, games: int = GAMES) -> Scales:
    """Return the scales that weigh orders at the position of a puzzle."""
    side = side_of(puzzle)
    reached = aims.of_rules(game.state.rules, puzzle.kind, side, puzzle.aim, puzzle.units)
    return Scales(game, side, (reached,), seed, games)


def judged(puzzle: Puzzle, entries: Sequence[Entry], games: int = GAMES) -> Verdict:
    """Return a verdict on the solver's orders from the complete record of the puzzle's game.

    Raises:
        EngineError: the record plays differently, or the solver has ordered nothing.
    """
    game = position(puzzle)
    after = [entry for entry in in_force(entries) if entry.number > len(puzzle.opening)]
    orders = heard(game, side_of(puzzle), after)
    if orders is None:
        raise EngineError(f"nothing was ordered in puzzle {puzzle.name!r}")
    return verdict(puzzle, game, orders, games)


def verdict(puzzle: Puzzle, game: Game[State], orders: Orders, games: int = GAMES) -> Verdict:
    """Return a verdict on orders for the position of a puzzle."""
    scale = scales(puzzle, game, games=games)
    best = scale.weigh(solved_by(puzzle, game.copy()))
    if best is None:
        raise EngineError(f"the solution of puzzle {puzzle.name!r} breaks")
    mine, figures = scale.weigh(orders), puzzle.figures
    if mine is None:  # orders that cannot be carried out count as doing nothing
        mine = Weighed({"result": figures.idle}, (0.0,))
    loss = best.worth - mine.worth
    share = 1.0 - loss / max(0.1, best.worth - figures.idle)
    return Verdict(
        graded(loss, figures.margin, mine.aims[0], best.aims[0]),
        min(1.0, max(0.0, share)),
        loss,
        mine.aims[0],
        best.aims[0],
        game.text(orders.plan.use),
        tuple(goals(orders.plan)),
        apart(mine.terms, best.terms),
    )


def graded(loss: float, margin: float, aim: float, best_aim: float) -> str:
    """Return `solved`, `partly` or `missed`, from the share of the margin lost and the probability of reaching the aim."""
    if loss <= _AS_GOOD * margin or (aim >= _SAME * best_aim and loss <= _OTHERWISE * margin):
        return "solved"
    return "partly" if loss <= _HALF * margin or aim >= _NEARLY * best_aim else "missed"


__all__ = [
    "Verdict",
    "graded",
    "judged",
    "load_puzzles",
    "over",
    "position",
    "scales",
    "side_of",
    "solved_by",
    "verdict",
]
