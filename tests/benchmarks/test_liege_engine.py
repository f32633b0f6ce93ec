"""The figures of Liège 1914, from few games."""

from __future__ import annotations

from benchmarks.liege_engine import SCENARIOS, measure


def test_each_scenario_is_played_and_weighed() -> None:
    """Longer games for the siege, and snapshots within their 16 KB."""
    found = measure(quick=True)
    assert tuple(found) == SCENARIOS
    for figures in found.values():
        assert figures["decisions_per_s"] > 0
        assert 500 < figures["snapshot_bytes_median"] <= figures["snapshot_bytes_max"] <= 16 * 1024
    assert found["siege"]["decisions_per_game"] > 2 * found["night"]["decisions_per_game"]
