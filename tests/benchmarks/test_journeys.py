"""How far a command travels: what is counted is what was called."""

from __future__ import annotations

import sys

from benchmarks.journeys import Journey, measure
from bot.table import tokens


def test_calls_of_our_own_code_and_changes_of_file_are_counted() -> None:
    journey = Journey()
    sys.setprofile(journey.hook())
    try:
        tokens.parse("u~abcd~1~panel")
    finally:
        sys.setprofile(None)
    assert sorted(code.co_qualname for code in journey.functions) == ["At.__new__", "parse"]
    assert (journey.calls, len(journey.files), journey.changes) == (2, 1, 1)
    assert list(journey.route()) == ["     2 bot/table/tokens.py: parse, At.__new__"]


def test_each_command_is_counted_and_timed() -> None:
    found = measure()
    assert set(found) == {"typed_order", "press", "panel", "status"}
    for journey in found.values():
        assert journey["calls"] > journey["functions"] > journey["files"] > 20
        assert journey["calls"] > journey["changes_of_file"] > journey["files"]
        assert journey["cpu_ms"] > 0
    assert found["typed_order"]["calls"] > found["press"]["calls"], "what is typed is read as well"
