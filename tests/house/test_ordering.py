"""The longest tests begin first, whatever the number of workers, and none is lost on the way."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.ordering import FIRST, WITH_BROWSER, Takes, dealt, known, taken


@pytest.mark.parametrize("workers", [1, 2, 3, 5])
@pytest.mark.parametrize("count", [0, 1, 7, 100])
def test_all_are_dealt_and_each_run_begins_with_its_longest(workers: int, count: int) -> None:
    times = {item: float(item % 10 == 3) * item for item in range(count)}
    runs = dealt(range(count), workers, lambda item: Takes(times[item]))
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
    assert sorted(dealt(range(9), workers, lambda item: Takes(float(item < long)))) == list(range(9))


def test_short_tests_keep_their_order() -> None:
    assert dealt("abcdef", 2, lambda _: Takes()) == list("abcdef")
    assert dealt("abcdef", 2, lambda item: Takes({"e": 2.0, "b": 1.0}.get(item, 0.0))) == list("eacbdf")


def test_tests_with_whole_bots_run_on_one_worker() -> None:
    """One behind the other; whoever has least to do has the other long ones."""
    takes = {0: Takes(9, "bots"), 4: Takes(8), 7: Takes(7, "bots"), 8: Takes(6, "browser"), 9: Takes(5), 11: Takes(1)}
    runs = dealt(range(12), 3, lambda item: takes.get(item, Takes()))
    assert [runs[:4], runs[4:8], runs[8:]] == [[0, 7, 1, 2], [8, 9, 3, 5], [4, 11, 6, 10]]


def test_all_with_a_browser_stand_in_the_run_of_one_worker() -> None:
    """Also those that are not listed: each worker with one of them would start a Chromium and a bot for it."""
    listed = {"web::long": Takes(9, "browser"), "web::short": Takes(1), "bot::long": Takes(8)}
    assert taken("web::long[one]", listed, browser=True) == listed["web::long"]
    assert taken("bot::long", listed, browser=False) == listed["bot::long"]
    assert taken("bot::short", listed, browser=False).seconds == 0
    ids = [
        "bot::long",
        "bot::short",
        *(f"bot::short[{n}]" for n in range(20)),
        "web::short",
        "web::none[a]",
        "web::long",
    ]
    runs = dealt(ids, 2, lambda node: taken(node, listed, browser=node.startswith("web")))
    assert runs[:3] == ["web::long", "web::none[a]", "web::short"]


def test_only_the_long_ones_of_the_list_begin_first() -> None:
    listed = {"bot::long": Takes(FIRST), "bot::short": Takes(FIRST - 0.1, "bots"), "web::short": Takes(0.3, "browser")}
    assert taken("bot::long[one]", listed, browser=False) == Takes(FIRST)
    assert taken("bot::short", listed, browser=False) == Takes()
    assert taken("web::short", listed, browser=True) == WITH_BROWSER


def test_the_list_is_of_tests_that_there_are() -> None:
    """One that was renamed does no harm but to begin late; when many were, the list is no longer true."""
    listed = [name.partition("::") for name in known()]
    gone = [test for path, _, test in listed if not _has(ROOT / path, test)]
    assert len(gone) <= len(listed) / 10, f"bring longest.txt up to date: {gone}"


def _has(path: Path, test: str) -> bool:
    return path.exists() and f"def {test}(" in path.read_text(encoding="utf-8")
