"""The engine's figures, from very little of each."""

from __future__ import annotations

import pytest

from benchmarks import engine


def test_a_single_game_gives_every_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("RUNS", 1), ("GAMES", 1), ("COPIES", 2)):
        monkeypatch.setattr(engine, name, value)
    found = engine.measure()
    figures = {name: value for name, value in found.items() if name != "share"}
    assert {"decisions_per_s", "copy_us", "apply_us", "apply_us_median", "playout_ms", "playout_ms_p95"} <= set(figures)
    assert min(figures.values()) > 0
    assert found["playout_ms"] * 1000 > found["apply_us"], "a round is more than a choice"
    assert round(sum(found["share"].values())) == 1
