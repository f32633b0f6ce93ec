"""The budget of attention holds: messages, presses, typed orders, pings."""

from __future__ import annotations

import pytest

from benchmarks.attention import Count, Run, summed
from bot.storage import Store


@pytest.mark.parametrize(("manner", "most", "middle"), [("panel", 8, 4), ("typed", 3, 3)])
async def test_the_budget_is_kept(store: Store, manner: str, most: int, middle: int) -> None:
    total = Count()
    await Run(store, 3, manner, total, actions=20).play()
    found = summed(total)
    assert found["messages_per_action"]["max"] <= 2
    assert found["messages_per_action"]["median"] == 1
    assert found["per_ops_action"]["n"] >= 8
    ordinary = [one.own for one in total.actions if one.kind in ("ops", "auto_op") and one.fights <= 1]
    assert max(ordinary) <= most
    assert found["per_ops_action"]["median"] <= middle
    assert found["pings_per_round"]["max"] <= 2
