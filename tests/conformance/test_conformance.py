"""A small committed selection of recorded games replays without a difference; all of them where they are at hand.

The rest of the games is looked for in the folder FELDPOST_TRACES, or beside this repository.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from tests.conformance import departures
from tests.conformance.checks import Report
from tests.conformance.replay import Replay
from tests.conformance.trace import TraceError, find, read
from tests.lanes import Share

HERE = Path(__file__).parent
#: The committed games: together they play every card, decision point and outcome of all that are known.
SELECTION = tuple(sorted(path.name for path in (HERE / "traces").glob("*.jsonl.gz")))
SHORT = "pog_02475.jsonl.gz"
#: One for each way to end, and for each of the scenarios: an automatic victory, the turn limit, an armistice.
ENDINGS = ("pog_00414.jsonl.gz", "pog_06187.jsonl.gz", "pog_06210.jsonl.gz")
ELSEWHERE = Path(os.environ.get("FELDPOST_TRACES", HERE.parents[2] / "shared" / "conformance"))


def differing(report: Report) -> str:
    """Where a replay differs, and what is done about a difference that is meant."""
    places = "\n".join(str(difference) for difference in report.differences)
    return f"{report.name} differs from its record; what is meant to differ has a row in {departures.TABLE.name}:\n{places}"


@pytest.mark.sweep(fixed=ENDINGS)
@pytest.mark.parametrize("name", SELECTION)
def test_a_committed_game_replays_without_a_difference(name: str) -> None:
    trace = read(HERE / "traces" / name)
    report = Replay(trace).run()
    assert not report.differences, differing(report)
    assert report.stopped == ""
    assert {(entry.n, entry.kind) for entry in report.departures} == set(departures.of_trace(name))
    assert report.decisions == len(trace.lines) == trace.result["decisions"]


def test_a_difference_is_reported_with_what_to_do() -> None:
    trace = read(HERE / "traces" / SHORT)
    line = next(line for line in trace.lines if line.get("fires"))
    line.data["fires"][0]["losses"] += 1
    told = differing(Replay(trace).run())
    assert told.startswith(f"{SHORT} differs")
    assert "departures.toml" in told
    assert f"\nn {line.number} fire:losses" in told


def test_a_wrong_die_is_noticed() -> None:
    trace = read(HERE / "traces" / SHORT)
    line = next(line for line in trace.lines if line.get("fires"))
    line.data["fires"][0]["losses"] += 1
    assert any(difference.kind == "fire:losses" for difference in Replay(trace).run().differences)


def test_a_unit_elsewhere_is_noticed() -> None:
    trace = read(HERE / "traces" / SHORT)
    line = next(line for line in trace.lines if line.kind == "sr_destination" and line.data["delta"].get("units"))
    ((unit, _),) = line.data["delta"]["units"].items()
    line.data["delta"]["units"][unit] = "rome"
    assert any(difference.kind == "position:units" for difference in Replay(trace).run().differences)


def test_a_missing_option_is_noticed() -> None:
    trace = read(HERE / "traces" / SHORT)
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


def test_every_departure_names_a_paragraph_and_a_reason() -> None:
    for entry in departures.table():
        assert re.fullmatch(r"\d+(\.\d+)+(, \d+(\.\d+)+)*", entry.rule)
        assert entry.reason.endswith(".")


def test_a_departure_that_does_not_occur_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table holds nothing that is no longer so."""
    stale = departures.Departure("pog_02475", 5, "cost", "9.2.3", "Nothing of the kind.")
    monkeypatch.setattr(departures, "table", lambda: (stale,))
    report = Replay(read(HERE / "traces" / SHORT)).run()
    assert [difference.kind for difference in report.differences] == ["departure not met"]


def test_the_games_play_every_decision_and_card_of_the_base_decks() -> None:
    kinds: set[str] = set()
    cards: set[str] = set()
    ends: set[str] = set()
    for name in SELECTION:
        trace = read(HERE / "traces" / name)
        kinds |= {line.kind for line in trace.lines}
        cards |= {str(line.arg) for line in trace.lines if line.verb in ("event", "play")}
        ends.add(trace.result["reason"])
    assert len(cards) == 2 * 55
    assert ends == {"automatic_victory", "armistice", "turn_limit"}
    assert {"great_retreat", "salonika", "war_in_africa", "neutral_setup", "kerensky_option"} <= kinds


@pytest.mark.slow
@pytest.mark.skipif(not ELSEWHERE.is_dir(), reason="the other recorded games are not here")
def test_a_few_of_the_other_games_replay_too(share: Share) -> None:
    others = [path for path in find([ELSEWHERE]) if path.name not in SELECTION]
    for path in share(others[::9], key=lambda path: path.name):
        report = Replay(read(path)).run()
        assert not report.differences, differing(report)
