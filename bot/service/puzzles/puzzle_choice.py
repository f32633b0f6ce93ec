"""Selection of the next puzzle: an easy one first, the daily one, then those closest to the solver's rating."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from hashlib import blake2s

from bot.service.puzzles.rating import rating_of
from bot.storage.puzzle_store import StoredSolver
from bot.titles.puzzles import Puzzle


def today(puzzles: Sequence[Puzzle], day: date) -> Puzzle:
    """Return the puzzle of a day: all puzzles come in turn before one repeats."""
    return _daily_order(puzzles, day)[0]


def following(puzzles: Sequence[Puzzle], solver: StoredSolver, day: date, besides: str = "") -> Puzzle:
    """Return the puzzle a solver should try now; not `besides`, if there is another.

    Puzzles never tried come first, then unsolved ones, then any: the day's puzzle, then the one rated closest to the
    solver. A solver without tries starts with the easiest.
    """
    order = [one for one in _daily_order(puzzles, day) if one.name != besides] or list(puzzles)
    best = {name: tried.best for name, tried in solver.tries.items()}
    untried = [one for one in order if one.name not in best]
    unsolved = [one for one in order if best.get(one.name, 0.0) < 1.0]
    among = untried or unsolved or order
    if not best:
        return min(among, key=lambda one: one.rating)
    own = rating_of(solver).shown[0]
    daily = today(puzzles, day)
    return daily if daily in among else min(among, key=lambda one: abs(one.rating - own))


def _daily_order(puzzles: Sequence[Puzzle], day: date) -> list[Puzzle]:
    """Return all puzzles, the day's first, in an order in which neighbours are unrelated."""
    order = sorted(puzzles, key=lambda one: blake2s(one.name.encode(), digest_size=8).digest())
    at = day.toordinal() % len(order)
    return order[at:] + order[:at]


__all__ = ["following", "today"]
