"""A season of a title without statistics: who won counts two, a draw one, and there is no margin."""

from __future__ import annotations

import pytest

from bot.storage import Store
from tests.titles.season_of_two import SeasonOfTwo
from tests.titles.smallest.script import ORDERS

pytestmark = pytest.mark.usefixtures("smallest_title", "last_chosen")


async def test_a_season_of_two_is_played_to_its_table(store: Store) -> None:
    season = await SeasonOfTwo.begin(store, "Depot Cup", "scenario=three_depots window=42d", ("Eve", "league predict"))
    assert season.played == ("depots", "three_depots")
    assert await season.play(ORDERS) == ((0, 2), 0)
    await season.check_told("ben")
