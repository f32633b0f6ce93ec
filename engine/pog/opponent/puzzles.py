"""Puzzles: the position of one, whether its action round is over, and a verdict on the orders that were given.

The verdict rests on what the orders let expect (`trial`), beside the best plan in the same imagined games; no die that fell has
a say in it. Whoever reaches the same aim by another way has solved the puzzle as well, unless it costs too much.
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

#: What orders may lose of the margin and be as good as the best plan; what they may lose if they reach the aim as well; and still be half right.
_AS_GOOD, _OTHERWISE, _HALF = 0.35, 1.0, 0.7
#: Share of the solution's chance to reach the aim that is the same, and that is half of it.
_SAME, _NEARLY = 0.85, 0.5
#: Reactions that a solution meets on its way at most.
_ANSWERS = 60


@dataclass(frozen=True, slots=True)
class Verdict:
    """What orders are worth as an answer to a puzzle.

    Attributes:
        grade: `solved`, `partly` or `missed`.
        share: of what the best plan brings beyond doing nothing, 0 to 1.
        loss: VP that they bring less than the best plan; below zero if they bring more.
        aim: how likely they reach the aim, 0 to 1; `best_aim` the same of the best plan.
        use: the use of a card, in the words of the record, and `goals` of the orders: `attack`, `march` or `dig`, and the space.
        terms: what sets them apart from the best plan, in VP, the weightiest first.
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
    """Return the pupil's."""
    return SIDE_NAMES.index(puzzle.seat)


@lru_cache(maxsize=8)
def _system(scenario: str, options: tuple[tuple[str, object], ...]) -> PathsOfGlory:
    return PathsOfGlory(options_from({"scenario": scenario, **dict(options)}))


def position(puzzle: Puzzle) -> Game[State]:
    """Return the game in which a puzzle is played, at its beginning; raises EngineError if its opening cannot be played."""
    system = _system(puzzle.scenario, tuple(sorted(puzzle.options.items())))
    game: Game[State] = Game.start(system, KeyedChance(bytes.fromhex(puzzle.seed)), listening=False)
    for text in puzzle.opening:
        game.apply(game.parse(text), recorded=True)
    return game


def over(game: Game[State], puzzle: Puzzle) -> bool:
    """Return True if the pupil's action round is done, or the war."""
    state = game.state
    now = state.turn, state.round, state.phasing
    return not game.stack or now != (puzzle.turn, puzzle.round, side_of(puzzle))


def solved_by(puzzle: Puzzle, game: Game[State]) -> Orders:
    """Return the orders of the solution, given in a game at the puzzle's position; the computer answers what comes between.

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
    """Scales for orders at the position of a puzzle."""
    side = side_of(puzzle)
    reached = aims.of_rules(game.state.rules, puzzle.kind, side, puzzle.aim, puzzle.units)
    return Scales(game, side, (reached,), seed, games)


def judged(puzzle: Puzzle, entries: Sequence[Entry], games: int = GAMES) -> Verdict:
    """Return a verdict on what the pupil ordered by the whole record of the puzzle's game.

    Raises:
        EngineError: the record plays differently, or the pupil has ordered nothing.
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
    if mine is None:  # orders that cannot be carried out are worth what doing nothing is
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
    """`solved`, `partly` or `missed`, by what orders lose of the margin and how likely they reach the aim."""
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
