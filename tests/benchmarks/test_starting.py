"""The start on a store with many games: nothing reads more than runs, and nobody looks at what another looks at."""

from __future__ import annotations

from benchmarks.starting import Plan, measure_start


async def test_a_small_store_is_started_on_and_shared() -> None:
    found = await measure_start(Plan(games=60, over=20), lambda text: None)
    assert found["looked_at_by_both"] == 0
    assert found["looked_at_by_one"] + found["looked_at_by_the_other"] == 60
    assert min(found["looked_at_by_one"], found["looked_at_by_the_other"]) > 0
    assert found["look_commands"] <= 14, (
        "a look where nothing is due asks for what is due, whether the index is whole, and for the kinds of the indexes"
    )
    assert found["census_commands"] <= 10, "and so does a census"
