"""A season of the hex game: its game is opened, played to its own end, reported, and counted with the points of the title."""

from __future__ import annotations

import pytest

from bot.storage import Store
from tests.titles.hexes.script import ORDERS
from tests.titles.season_of_two import SeasonOfTwo

pytestmark = pytest.mark.usefixtures("hex_title", "last_chosen")


async def test_a_season_of_two_is_played_to_its_table(store: Store) -> None:
    season = await SeasonOfTwo.begin(store, "Dawn Cup", "scenario=short_day window=40d")
    assert season.played == ("hexes", "short_day")
    assert "You play the Blues against" in await season.type(season.sides["anna"], "league me")
    assert await season.play(ORDERS) == ((2, 0), 1), "three points, one more than draw"
    await season.check_told("anna", but="War")
