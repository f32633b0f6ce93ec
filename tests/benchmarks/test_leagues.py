"""Leagues at a small size: the measurement runs, and what it counts is right."""

from __future__ import annotations

import pytest

from benchmarks.leagues import Plan, measure_leagues


@pytest.mark.slow
@pytest.mark.process
async def test_a_small_league_is_drawn_paired_ended_and_survives_deaths() -> None:
    found = await measure_leagues(
        Plan(games=40, deadlines=20, paired=20, kills=6, sigkills=3, meanwhile=0.3, apart=0.2, before=0.5),
        lambda text: None,
    )
    assert (found["repeats"], found["sides_out_of_bounds"]) == (0, 0)
    assert found["games_made"] == 40
    assert min(found[f"commands_{when}"] for when in ("before", "apart", "meanwhile")) > 0
    assert found["startup_games"] > 40, "somebody plays beside"
    assert sum(found["deadlines_served_by"]) == 20
    assert (found["deadlines_missed"], found["deadlines_doubled"]) == (0, 0)
    assert (found["kills"], found["lost"], found["doubled"]) == (6, 0, 0)
    assert found["sigkills"] >= 3
    assert (found["sigkills_lost"], found["sigkills_doubled"]) == (0, 0)
