"""The longest tests begin first, whatever the number of workers, and none is lost on the way."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.ordering import dealt, seconds


@pytest.mark.parametrize("workers", [1, 2, 3, 5])
@pytest.mark.parametrize("count", [0, 1, 7, 100])
def test_all_are_dealt_and_each_run_begins_with_its_longest(workers: int, count: int) -> None:
    times = {item: float(item % 10 == 3) * item for item in range(count)}
    runs = dealt(range(count), workers, times.__getitem__)
    assert sorted(runs) == list(range(count))
    if count < 100:
        return
    starts, left = [0], count
    for worker in range(workers - 1):
        starts.append(starts[-1] + left // (workers - worker))
        left -= starts[-1] - starts[-2]
    longest = sorted((item for item in times if times[item]), reverse=True)
    assert [runs[start] for start in starts] == longest[:workers]


@pytest.mark.parametrize("workers", [2, 3, 4])
@pytest.mark.parametrize("long", range(9))
def test_where_most_are_long_none_is_lost(workers: int, long: int) -> None:
    assert sorted(dealt(range(9), workers, lambda item: float(item < long))) == list(range(9))


def test_what_is_short_keeps_its_order() -> None:
    assert dealt("abcdef", 2, lambda _: 0.0) == list("abcdef")
    assert dealt("abcdef", 2, lambda item: {"e": 2.0, "b": 1.0}.get(item, 0.0)) == list("eacbdf")


def test_the_list_is_of_tests_that_there_are() -> None:
    """One that was renamed does no harm but to begin late; when many were, the list is no longer true."""
    known = [name.partition("::") for name in seconds()]
    gone = [test for path, _, test in known if not _has(ROOT / path, test)]
    assert len(gone) <= len(known) / 10, f"bring longest.txt up to date: {gone}"


def _has(path: Path, test: str) -> bool:
    return path.exists() and f"def {test}(" in path.read_text(encoding="utf-8")
