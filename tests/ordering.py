"""The order of the tests: the longest begin first, so that no worker is left with one of them at the end.

`longest.txt` names them, and all with a browser are among them. With `--dist worksteal` each worker begins with its own
run of the collection and hands over from the end of it, so the long ones are dealt out to the beginnings of those runs.
Those that have a browser or whole bots beside them go to one worker each, one after the other: two of them at once would
wait for each other's processes, and each worker starts a Chromium and a bot of its own. All workers come to the same
order, since nothing but the collection and their number goes into it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, TypeVar

T = TypeVar("T")

LONGEST = Path(__file__).with_name("longest.txt")


class Takes(NamedTuple):
    """How long a test takes, 0 seconds for one that is not long, and what it has beside it: browser, bots or nothing."""

    seconds: float = 0.0
    beside: str = ""


#: What a test with a browser takes that is not listed: its pages cost about two processor seconds. Whichever worker has such a test
#: starts a Chromium and a bot for all of them first, which costs five.
WITH_BROWSER = Takes(2.0, "browser")


def taken(node: str, listed: Mapping[str, Takes], *, browser: bool) -> Takes:
    """What a test takes, by its id, by what is listed, and by whether it has a browser beside it."""
    found = listed.get(node.partition("[")[0], WITH_BROWSER if browser else Takes())
    return found._replace(beside="browser") if browser else found


def known() -> dict[str, Takes]:
    """What the long ones take, by their id without parameters."""
    lines = [line.split() for line in LONGEST.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return {name: Takes(float(seconds), *beside) for seconds, name, *beside in lines}


def dealt(items: Sequence[T], workers: int, takes: Callable[[T], Takes]) -> list[T]:
    """The items in an order in which every worker begins with its share of the long ones, the longest first.

    Args:
        items: in the order in which they were collected.
        workers: how many of them there are.
        takes: what an item takes.
    """
    short = [item for item in items if not takes(item).seconds]
    runs: list[T] = []
    for worker, share in enumerate(_shares(items, workers, takes)):
        # As the scheduler divides them: of what is left, each gets its part, rounded down.
        length = (len(items) - len(runs)) // (workers - worker)
        rest = max(0, length - len(share))
        runs += [*share, *short[:rest]]
        short = short[rest:]
    return runs


def _shares(items: Sequence[T], workers: int, takes: Callable[[T], Takes]) -> list[list[T]]:
    """The long ones of each worker: those with the same beside them go to one, the others to whoever has least to do."""
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


__all__ = ["LONGEST", "WITH_BROWSER", "Takes", "dealt", "known", "taken"]
