"""Test order: the longest start first, so that no worker is left with one of them at the end.

`longest.txt` lists them, from FIRST seconds on, and all tests with a browser are included. With `--dist worksteal` each worker starts with its
own slice of the collection and gives away tests from its end, so the long ones are placed at the beginnings of those
slices. All tests with a browser go to one worker, and all with whole bots to one, in succession: two of them at once
would wait for each other's processes, and each worker starts its own Chromium and bot. All workers compute the same
order, since it depends only on the collection and their number.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, TypeVar

T = TypeVar("T")

LONGEST = Path(__file__).with_name("longest.txt")


class Takes(NamedTuple):
    """Duration of a test, 0 seconds unless it is long, and what runs beside it: browser, bots or nothing."""

    seconds: float = 0.0
    beside: str = ""


#: Seconds from which a test begins before the others. The list also names shorter ones, which lane `quick` omits.
FIRST = 0.5

#: Assumed duration of unlisted tests with a browser: their pages take about two CPU seconds. The worker that gets them
#: first starts a Chromium and a bot for all of them, which takes five.
WITH_BROWSER = Takes(2.0, "browser")


def taken(node: str, listed: Mapping[str, Takes], *, browser: bool) -> Takes:
    """Return a test's duration, by its id, by the list, and by whether it uses a browser."""
    found = listed.get(node.partition("[")[0], Takes())
    if browser:
        return (found if found.seconds >= FIRST else WITH_BROWSER)._replace(beside="browser")
    return found if found.seconds >= FIRST else Takes()


def known() -> dict[str, Takes]:
    """Return the durations of the long tests, by id without parameters."""
    lines = [line.split() for line in LONGEST.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return {name: Takes(float(seconds), *beside) for seconds, name, *beside in lines}


def dealt(items: Sequence[T], workers: int, takes: Callable[[T], Takes]) -> list[T]:
    """Order the items so that every worker starts with its share of the long ones, the longest first.

    Args:
        items: in collection order.
        workers: number of workers.
        takes: returns the duration of an item.
    """
    short = [item for item in items if not takes(item).seconds]
    runs: list[T] = []
    for worker, share in enumerate(_shares(items, workers, takes)):
        # As the scheduler slices them: each gets its part of the rest, rounded down.
        length = (len(items) - len(runs)) // (workers - worker)
        rest = max(0, length - len(share))
        runs += [*share, *short[:rest]]
        short = short[rest:]
    return runs


def _shares(items: Sequence[T], workers: int, takes: Callable[[T], Takes]) -> list[list[T]]:
    """Return each worker's long items: those with the same companion go to one worker, the others to the least busy."""
    together: dict[str, list[T]] = {}
    alone: list[list[T]] = []
    for item in sorted(
        (item for item in items if takes(item).seconds), key=lambda item: takes(item).seconds, reverse=True
    ):
        if beside := takes(item).beside:
            together.setdefault(beside, []).append(item)
        else:
            alone.append([item])
    shares: list[list[T]] = [[] for _ in range(workers)]
    loads = [0.0] * workers
    for group in [*together.values(), *alone]:
        least = loads.index(min(loads))
        shares[least] += group
        loads[least] += sum(takes(item).seconds for item in group)
    return [sorted(share, key=lambda item: takes(item).seconds, reverse=True) for share in shares]


__all__ = ["FIRST", "LONGEST", "WITH_BROWSER", "Takes", "dealt", "known", "taken"]
