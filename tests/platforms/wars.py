"""The wars of which each platform plays a whole turn."""

from __future__ import annotations

from typing import Any

import pytest

from tests.bot.support import Channel, check_limits
from tests.platforms.banquet import BANQUET
from tests.platforms.suicide import SUICIDE
from tests.platforms.summer_of_1916 import SUMMER_OF_1916
from tests.platforms.whole_turns import WholeTurn

WARS = (SUMMER_OF_1916, BANQUET, SUICIDE)
#: Commands before a war: options, bids, seats left and taken.
BEFORE_THE_WAR = (
    ("anna", "new campaign vp=historical hand=8 peace=yes optional=yes windows=hand clock=slow"), ("anna", "bid ap 2"),
    ("ben", "bid ap 3"), ("ben", "start"), ("anna", "panel"), ("anna", "bid accept"), ("ben", "leave"), ("ben", "join ap"),
    ("sven", "join ap"), ("anna", "start"),
)  # fmt: skip
every_war = pytest.mark.parametrize("war", WARS, ids=lambda war: war.scenario)


def turn_of(war: WholeTurn) -> Any:
    """Return a fixture: the channel after a war's whole turn, with each answer checked against the limits."""

    @pytest.fixture
    async def played(channel: Channel, known_chance: None) -> Channel:
        del known_chance
        for user, line in war.orders():
            for reply in await channel.say(user, line):
                check_limits(reply)
        return channel

    return played


__all__ = ["BEFORE_THE_WAR", "WARS", "every_war", "turn_of"]
