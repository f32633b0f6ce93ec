"""The order of the tests: the longest begin first, so that no worker is left with one of them at the end.

`longest.txt` names them. With `--dist worksteal` each worker begins with its own run of the collection and hands
over from the end of it, so the long ones are dealt out to the beginnings of those runs. All workers
come to the same order, since nothing but the collection and their number goes into it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")

LONGEST = Path(__file__).with_name("longest.txt")


def seconds() -> dict[str, float]:
    """How long the long ones take, by their id without parameters."""
    lines = [line.split() for line in LONGEST.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return {name: float(time) for time, name in lines}


def dealt(items: Sequence[T], workers: int, takes: Callable[[T], float]) -> list[T]:
    """The items in an order in which every worker begins with its share of the long ones, the longest first.

    Args:
        items: in the order in which they were collected.
        workers: how many of them there are.
        takes: seconds that an item takes, 0 for one that is not long.
    """
    long = sorted((item for item in items if takes(item)), key=takes, reverse=True)
    short = [item for item in items if not takes(item)]
    runs: list[T] = []
    for worker in range(workers):
        # As the scheduler divides them: of what is left, each gets its part, rounded down.
        length = (len(items) - len(runs)) // (workers - worker)
        share = long[worker::workers]
        rest = max(0, length - len(share))
        runs += [*share, *short[:rest]]
        short = short[rest:]
    return runs


__all__ = ["LONGEST", "dealt", "seconds"]
