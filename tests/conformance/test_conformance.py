"""A small committed selection of recorded games replays without a difference; all of them where they are at hand.

The rest of the games is looked for in the folder FELDPOST_TRACES, or beside this repository.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.conformance.replay import Replay
from tests.conformance.trace import TraceError, find, read

HERE = Path(__file__).parent
#: The committed games; add to this list when a later rule needs one of its own.
SELECTION = ("pog_02475.jsonl.gz", "pog_01714.jsonl.gz")
ELSEWHERE = Path(os.environ.get("FELDPOST_TRACES", HERE.parents[2] / "shared" / "conformance" / "pog_historical"))


@pytest.mark.parametrize("name", SELECTION)
def test_a_committed_game_replays_without_a_difference(name: str) -> None:
    trace = read(HERE / "traces" / name)
    report = Replay(trace).run()
    assert [str(difference) for difference in report.differences] == []
    assert report.stopped == ""
    assert report.decisions == len(trace.lines) == trace.result["decisions"]


def test_a_wrong_die_is_noticed() -> None:
    trace = read(HERE / "traces" / SELECTION[0])
    line = next(line for line in trace.lines if line.get("fires"))
    line.data["fires"][0]["losses"] += 1
    assert any(difference.kind == "fire:losses" for difference in Replay(trace).run().differences)


def test_a_unit_elsewhere_is_noticed() -> None:
    trace = read(HERE / "traces" / SELECTION[0])
    line = next(line for line in trace.lines if line.kind == "sr_destination" and line.data["delta"].get("units"))
    ((unit, _),) = line.data["delta"]["units"].items()
    line.data["delta"]["units"][unit] = "rome"
    assert any(difference.kind == "position:units" for difference in Replay(trace).run().differences)


def test_a_missing_option_is_noticed() -> None:
    trace = read(HERE / "traces" / SELECTION[0])
    line = next(line for line in trace.lines if line.kind == "activate")
    line.data["legal"]["for_movement"].remove(line.data["legal"]["for_movement"][0])
    first = Replay(trace, stop_first=True).run().differences
    assert [difference.kind for difference in first] == ["legal extra:activate.for_movement"]


def test_a_foreign_file_is_refused(tmp_path: Path) -> None:
    import gzip

    path = tmp_path / "other.jsonl.gz"
    with gzip.open(path, "wt") as file:
        file.write('{"format": "another/1"}\n')
    with pytest.raises(TraceError, match="another|not a game"):
        read(path)


@pytest.mark.slow
@pytest.mark.skipif(not ELSEWHERE.is_dir(), reason="the other recorded games are not here")
def test_the_set_up_of_every_game_agrees() -> None:
    for path in find([ELSEWHERE]):
        report = Replay(read(path), limit_turns=0).run()
        assert [str(difference) for difference in report.differences] == []
