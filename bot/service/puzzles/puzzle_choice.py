"""Which puzzle comes next: an easy one, that of the day, the same for everybody, then what is as hard as somebody is good."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from hashlib import blake2s

from bot.service.puzzles.rating import rating_of
from bot.storage.puzzle_store import StoredSolver
from bot.titles.puzzles import Puzzle


def today(puzzles: Sequence[Puzzle], day: date) -> Puzzle:
    """Return the puzzle of a day: each of them has its turn before one comes again."""
    return _from(puzzles, day)[0]


def following(puzzles: Sequence[Puzzle], solver: StoredSolver, day: date, besides: str = "") -> Puzzle:
    """Return the one that somebody should try now; another than `besides` where there is one.

    First what was never tried, then what was not solved, then any: that of the day, then whatever is rated most like them. Who has
    tried none yet begins with the easiest.
    """
    order = [one for one in _from(puzzles, day) if one.name != besides] or list(puzzles)
    best = {name: tried.best for name, tried in solver.tries.items()}
    untried = [one for one in order if one.name not in best]
    unsolved = [one for one in order if best.get(one.name, 0.0) < 1.0]
    among = untried or unsolved or order
    if not best:
        return min(among, key=lambda one: one.rating)
    own = rating_of(solver).shown[0]
    daily = today(puzzles, day)
    return daily if daily in among else min(among, key=lambda one: abs(one.rating - own))


def _from(puzzles: Sequence[Puzzle], day: date) -> list[Puzzle]:
    """All of them, that of the day first: in an order in which neighbours have nothing in common."""
    order = sorted(puzzles, key=lambda one: blake2s(one.name.encode(), digest_size=8).digest())
    at = day.toordinal() % len(order)
    return order[at:] + order[:at]


__all__ = ["following", "today"]
