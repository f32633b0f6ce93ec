"""The load of the service benchmark runs on every loopback platform, and its figures add up."""

from __future__ import annotations

import pytest

from benchmarks import long_game
from benchmarks.loopback.load import Sample
from benchmarks.loopback.meters import milliseconds
from benchmarks.service import QUICK, STAGES, crossing, measure_stage, middle


@pytest.mark.slow
@pytest.mark.sweep(fixed=["discord"])
@pytest.mark.parametrize("platform", list(STAGES))
async def test_a_small_load_is_served(platform: str) -> None:
    said: list[str] = []
    found = await measure_stage(STAGES[platform](checked=True), QUICK, said.append)
    # What discord.py says of a machine that is short of time is said of the machine.
    noted = [line for line in said if line.startswith("noted: ") and "Can't keep up" not in line]
    assert (found["lost"], found["faults"], noted) == (0, 0, []), said
    assert found["commands"] == 24
    assert found["pictures"] > 3
    for figure in ("ack_ms", "answer_ms", "picture_ms"):
        assert 0 < found[figure]["p50"] <= found[figure]["p95"] <= found[figure]["p99"]
    assert found["ack_ms"]["p50"] <= found["answer_ms"]["p50"]
    assert found["rss_mb"] > found["rss_bot_mb"] > 20
    assert found["redis_ops_per_command"] > 5
    assert found["redis_bytes_per_command"] > 500
    assert [step["rate"] for step in found["steps"]] == [8.0, 16.0]
    assert sum(step["lost"] for step in found["steps"]) == 0


@pytest.mark.slow
async def test_every_command_of_a_long_game_is_measured() -> None:
    found = await long_game.stalls(QUICK.long_game)
    assert {f"{line} ({user})" for user, line in long_game.COMMANDS} < set(found)
    assert all(row["clock_ms"] >= 0 and row["own_ms"] >= 0 for row in found.values())


async def test_the_log_of_a_turn_is_weighed_at_a_first_and_at_later_looks() -> None:
    found = await long_game.log_costs(QUICK.long_game)
    assert {
        f"{line}, {look} look, {unit}"
        for line in ("log turn", "log 1")
        for look in ("first", "later")
        for unit in ("ms", "bytes")
    } == set(found)
    assert all(found.values())


def test_the_crossing_is_between_the_rates_around_it() -> None:
    def step(rate: float, late: float) -> dict[str, float]:
        return {"rate": rate, "ack_p95_ms": late}

    assert crossing([step(20, 10), step(40, 500), step(60, 1500)]) == 50
    assert crossing([step(20, 10), step(40, 30)]) == 40
    assert crossing([step(20, 3000)]) == 20


def test_percentiles_and_the_middle_of_several_runs() -> None:
    assert milliseconds([number / 1000 for number in range(101)]) == {"p50": 50.0, "p95": 95.0, "p99": 99.0}
    assert milliseconds(Sample().acks) == {}
    runs = [{"a": {"p50": value}, "b": value, "steps": [value]} for value in (1, 30, 2)]
    assert middle(runs) == {"a": {"p50": 2}, "b": 2, "steps": [2]}
