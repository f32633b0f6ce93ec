"""The wars of which each platform plays a whole turn."""

from __future__ import annotations

import pytest

from tests.platforms.banquet import BANQUET
from tests.platforms.suicide import SUICIDE
from tests.platforms.summer_of_1916 import SUMMER_OF_1916
from tests.platforms.whole_turns import fallen

WARS = (SUMMER_OF_1916, BANQUET, SUICIDE)
#: What is said before a war: options, bids, seats that are left and taken.
BEFORE_THE_WAR = (
    ("anna", "new campaign vp=historical hand=8 peace=yes optional=yes windows=hand clock=slow"), ("anna", "bid ap 2"),
    ("ben", "bid ap 3"), ("ben", "start"), ("anna", "panel"), ("anna", "bid accept"), ("ben", "leave"), ("ben", "join ap"),
    ("sven", "join ap"), ("anna", "start"),
)  # fmt: skip
every_war = pytest.mark.parametrize("war", WARS, ids=lambda war: war.scenario)


def with_known_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chance is mocked: dice and draws of the played turns."""
    monkeypatch.setattr("engine.core.chance.KeyedChance.choose", fallen)


__all__ = ["BEFORE_THE_WAR", "WARS", "every_war", "with_known_chance"]
