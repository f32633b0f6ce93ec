"""The start on a store with many games: nothing reads more than runs, and nobody looks at what another looks at."""

from __future__ import annotations

from benchmarks.starting import Plan, measure_start
from bot.storage import keys


async def test_a_small_store_is_started_on_and_shared() -> None:
    found = await measure_start(Plan(games=60, over=20), lambda text: None)
    assert found["looked_at_by_both"] == 0
    assert found["looked_at_by_one"] + found["looked_at_by_the_other"] == 60
    assert min(found["looked_at_by_one"], found["looked_at_by_the_other"]) > 0
    assert found["look_commands"] <= 14 + 3 * len(keys.DUE), (
        "a look where nothing is due asks each shard for what is due, whether it is whole and of what kind it is, "
        "and the other indexes for their kinds"
    )
    assert found["census_commands"] <= 10, "and so does a census"
