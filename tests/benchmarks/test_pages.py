"""The load of many open pages runs, and its figures add up."""

from __future__ import annotations

import pytest

from benchmarks.pages import QUICK, grown, measure_pages


@pytest.mark.slow
async def test_a_few_pages_are_served() -> None:
    said: list[str] = []
    found = await measure_pages(QUICK, said.append)
    assert (found["lost"], found["faults"], found["log_lines"]) == (0, 0, 0), said
    assert (found["pages"], found["commands"], len(found["stretches"])) == (12, 24, 2)
    assert 0 < found["ack_ms"]["p50"] <= found["ack_ms"]["p95"] <= found["ack_ms"]["p99"]
    assert all(stretch["rss_bot_mb"] > 20 for stretch in found["stretches"])
    assert found["idle_redis_bytes_per_s"] > 0


def test_growth_counts_from_the_middle_on() -> None:
    stretches = [{"rss_bot_mb": value, "ack_ms": {}} for value in (50.0, 90.0, 100.0, 101.0, 101.5)]
    assert grown(stretches) == {"rss_bot_mb": 1.5}
