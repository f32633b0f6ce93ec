"""The load against the staff, small: everybody is answered, and the staff moves meanwhile."""

from __future__ import annotations

import pytest

from benchmarks import staff


@pytest.mark.slow
@pytest.mark.process
def test_a_few_games_against_the_staff_are_played_and_measured() -> None:
    found = staff.measure(staff.QUICK, tell=lambda _: None)
    assert found["lost"] == found["faults"] == 0
    assert found["staff_choices"] > 0
    assert found["ack_ms"]["p50"] <= found["ack_ms"]["p99"]
