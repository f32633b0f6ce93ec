"""A season of the hex game: its game is opened, played to its own end, reported, and counted with the points of the title."""

from __future__ import annotations

import pytest

from bot.leagues.journal import Resulted
from bot.storage import Store
from tests.bot.leagues.test_local_channel import Local
from tests.titles.hexes.registered import register
from tests.titles.hexes.script import ORDERS
from tests.titles.toy.script import FOREIGN, last

SEASON = "s-dawn-cup"


@pytest.fixture(autouse=True)
def _hexes(monkeypatch: pytest.MonkeyPatch) -> None:
    register(monkeypatch)
    monkeypatch.setattr("engine.core.chance.KeyedChance.choose", last)


async def test_a_season_of_two_is_played_to_its_table(store: Store) -> None:
    local = Local(store)
    league, told = local.league, []
    made = await local.type(
        "Olga", "league new Dawn Cup scenario=short_day window=40d format=swiss rounds=1 beginners=yes"
    )
    assert "It is a draft" in made
    for who, line in (
        ("Olga", "league venue here"), ("Olga", "league open"), ("Anna", "league join"), ("Ben", "league join"),
        ("Olga", "league draw"), ("Olga", "league draw publish"),
    ):  # fmt: skip
        told.append(await local.type(who, line))
    await league.step(SEASON)
    ((match, header),) = (await league.games(SEASON)).items()
    assert (header.title, header.scenario) == ("hexes", "short_day")
    room = header.channel.partition(":")[2]
    sides = {"anna": (await league.user(header, 0)).title(), "ben": (await league.user(header, 1)).title()}
    told.append(await local.type(sides["anna"], "league me"))
    assert "You play the Blues against" in told[-1]
    for user, line in ORDERS:
        told.append(await local.type(sides[user], line, room))
    await league.step(SEASON)
    (result,) = [one for one in await league.repository.journal(SEASON) if isinstance(one, Resulted)]
    assert (result.match, result.points, result.margin) == (match, (2, 0), 1), "three points, one more than draw"
    table = await local.type("Olga", "league table")
    assert f"{sides['anna']}" in table.splitlines()[1]
    assert "2 points (1 won, 0 drawn, 0 lost)" in table.splitlines()[1]
    told += [table, *(await league.told())]
    assert FOREIGN.search("\n".join(told).replace("War", "")) is None
