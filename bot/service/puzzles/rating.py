"""Ratings of people and puzzles: a person's first try at a puzzle is a game between the two.

Later tries don't count; only whether the puzzle was eventually solved is stored.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from bot.ratings import START_SIGMA, Pool, RatedGame, Rating
from bot.service.calls import Caller, Tools
from bot.storage.puzzle_store import StoredPuzzle, StoredSolver, Try
from bot.titles.puzzles import Puzzle

#: Points per grade.
POINTS: Final[dict[str, float]] = {"solved": 1.0, "partly": 0.5, "missed": 0.0}
#: Conversion of displayed ratings to the model's mean: both start in the middle.
_MIDDLE, _SCALE, _MEAN = 1500, 24.0, 25.0
#: Uncertainty of a puzzle's initial rating: half that of a new person.
_SIGMA = START_SIGMA / 2


@dataclass(frozen=True, slots=True)
class Counted:
    """How a try counted: not at all if it was not the first, else the change of the rating and its new value.

    `tried` is how many people have tried the puzzle, `solved` how many of them solved it at the first try.
    """

    rated: bool
    change: int
    rating: int
    tried: int
    solved: int


async def ids_of(tools: Tools, caller: Caller) -> tuple[str, ...]:
    """Return the ids under which the caller's results are stored."""
    persons = tools.store.persons
    return (await persons.read(await persons.of(caller.user, caller.name))).ids


async def solver_of(tools: Tools, caller: Caller) -> StoredSolver:
    """Return the caller's results in the current title's puzzles."""
    return await tools.store.puzzling.solver(tools.title.name, await ids_of(tools, caller))


async def counted(tools: Tools, caller: Caller, puzzle: Puzzle, grade: str, game: str) -> Counted:
    """Count a try made in a game, once, regardless of repeated calls."""
    now, points = tools.now(), POINTS[grade]

    def counting(solver: StoredSolver, posed: StoredPuzzle) -> tuple[StoredSolver, StoredPuzzle] | None:
        before = solver.tries.get(puzzle.name)
        if before is not None:
            if before.best >= points:
                return None
            better = before.model_copy(update={"best": points})
            return solver.model_copy(update={"tries": {**solver.tries, puzzle.name: better}}), posed
        return _rate_first_try(
            solver, posed, puzzle, Try(points=points, best=points, game=game, at=now.timestamp()), now
        )

    solver = await tools.store.puzzling.count(tools.title.name, await ids_of(tools, caller), puzzle.name, counting)
    first = solver.tries[puzzle.name]
    here, posed = first.game == game, await tools.store.puzzling.posed(tools.title.name, puzzle.name)
    return Counted(here, first.change if here else 0, rating_of(solver).shown[0], posed.games, posed.solved)


def rating_of(solver: StoredSolver) -> Rating:
    """Return a person's rating."""
    if solver.mu is None or solver.sigma is None:
        return Rating()
    return Rating(solver.mu, solver.sigma, solver.games, solver.month)


def rating_of_puzzle(puzzle: Puzzle, posed: StoredPuzzle) -> Rating:
    """Return a puzzle's rating; its initial one if nobody has tried it."""
    if posed.mu is None or posed.sigma is None:
        return Rating(_MEAN + (puzzle.rating - _MIDDLE) / _SCALE, _SIGMA)
    return Rating(posed.mu, posed.sigma, posed.games)


def _rate_first_try(
    solver: StoredSolver, posed: StoredPuzzle, puzzle: Puzzle, tried: Try, now: datetime
) -> tuple[StoredSolver, StoredPuzzle]:
    """Return both records after a first try."""
    when = now.astimezone(UTC)
    month = 12 * when.year + when.month - 1
    pool = Pool.resumed({"solver": rating_of(solver).rested(month), "puzzle": rating_of_puzzle(puzzle, posed)}, {})
    # A person's rating gets less certain every month, a puzzle's never does: neither may rest here.
    pool.count(RatedGame("solver", "puzzle", tried.points, month=0))
    after, other = pool.of("solver"), pool.of("puzzle")
    change = after.shown[0] - rating_of(solver).shown[0]
    tries = {**solver.tries, puzzle.name: tried.model_copy(update={"change": change})}
    return (
        solver.model_copy(
            update={"mu": after.mu, "sigma": after.sigma, "games": after.games, "month": month, "tries": tries}
        ),
        posed.model_copy(
            update={
                "mu": other.mu,
                "sigma": other.sigma,
                "games": other.games,
                "solved": posed.solved + (tried.points == POINTS["solved"]),
            }
        ),
    )


__all__ = ["POINTS", "Counted", "counted", "ids_of", "rating_of", "rating_of_puzzle", "solver_of"]
