"""The load of many open pages runs, and its figures add up."""

from __future__ import annotations

import argparse

import pytest

from benchmarks.__main__ import SUITES, main
from benchmarks.loopback.load import Sample
from benchmarks.pages import QUICK, Plan, grown, measure_pages


@pytest.mark.slow
async def test_a_few_pages_are_served() -> None:
    said: list[str] = []
    found = await measure_pages(QUICK, said.append)
    assert (found["lost"], found["faults"], found["log_lines"]) == (0, 0, 0), said
    assert (found["pages"], found["commands"], len(found["stretches"])) == (12, 24, 2)
    assert 0 < found["ack_ms"]["p50"] <= found["ack_ms"]["p95"] <= found["ack_ms"]["p99"]
    assert 0 <= found["late_ms"]["p50"] <= found["ack_ms"]["p50"]
    assert found["load_cpu_ms_per_command"] > 0
    assert 0 < found["commands_per_s"] <= 6.0
    assert set(found["at_start"]) == set(found["at_end"]) == set(found["grown_mb"])
    assert all(stretch["rss_bot_mb"] > 20 for stretch in found["stretches"])
    assert found["idle_redis_bytes_per_s"] > 0


def test_growth_counts_from_the_middle_on() -> None:
    stretches = [{"rss_bot_mb": value, "ack_ms": {}} for value in (50.0, 90.0, 100.0, 101.0, 101.5)]
    assert grown(stretches) == {"rss_bot_mb": 1.5}


@pytest.mark.parametrize(("seconds", "stretches"), [(3600, 60), (90, 4), (1, 4), (330, 6)])
def test_a_run_lasts_as_long_as_is_asked(seconds: float, stretches: int) -> None:
    plan = Plan().lasting(seconds)
    assert plan.stretches == stretches
    assert plan.stretch * plan.stretches == pytest.approx(seconds)


def test_the_seconds_reach_the_suite(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[float] = []

    def measured(given: argparse.Namespace) -> dict[str, float]:
        asked.append(given.seconds)
        return {"seconds": given.seconds}

    monkeypatch.setitem(SUITES, "pages", measured)
    assert main(["pages", "--json", "--seconds", "3600"]) == 0
    assert asked == [3600.0]


def test_stretches_add_up() -> None:
    whole = Sample()
    for _ in range(2):
        whole.add(Sample(acks=[0.1], late=[0.01], lost=1, sent=2, seconds=3.0))
    assert (whole.acks, whole.late, whole.lost, whole.sent, whole.seconds) == ([0.1, 0.1], [0.01, 0.01], 2, 4, 6.0)
