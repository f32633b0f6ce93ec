"""A process that keeps a season dies at any round trip: nothing is lost, nothing doubled, no second pairing."""

from __future__ import annotations

import pytest

from benchmarks.kills import STAGES, Killing
from bot.storage import Store

#: Every so many of the points at which a process can die; `python -m benchmarks leagues` kills at a thousand.
EVERY = 97


@pytest.mark.parametrize("stage", STAGES)
async def test_the_next_process_completes_what_a_killed_one_began(store: Store, redis_url: str, stage: str) -> None:
    killing = await Killing.of(redis_url, STAGES[stage])
    assert killing.trips > 100
    assert killing.wanted.waiting == 0
    found = {
        point: await killing.killed_at(*point) for number, point in enumerate(killing.points()) if number % EVERY == 7
    }
    assert {point: faults for point, faults in found.items() if faults != (0, 0)} == {}
