"""The load against the computer, small: everybody is answered, and the computer moves meanwhile."""

from __future__ import annotations

import pytest

from benchmarks import computer


@pytest.mark.slow
@pytest.mark.process
def test_a_few_games_against_the_computer_are_played_and_measured() -> None:
    found = computer.measure(computer.QUICK, tell=lambda _: None)
    assert found["lost"] == found["faults"] == 0
    assert found["computer_choices"] > 0
    assert found["ack_ms"]["p50"] <= found["ack_ms"]["p99"]
