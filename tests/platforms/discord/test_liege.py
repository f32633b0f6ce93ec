"""Sieges of Liège 1914 on Discord by slash commands alone: the record is that of the same orders in the local channel."""

from __future__ import annotations

import pytest

from tests.platforms.discord.conftest import Loopback
from tests.platforms.discord.test_play import everything_public
from tests.platforms.discord.title_games import people_of
from tests.platforms.discord.waiting import settled
from tests.platforms.example_by_buttons import typed_locally
from tests.support.restoring import restore
from tests.titles.liege_script import GAMES, HIDDEN, check_reached, script


@pytest.mark.usefixtures("last_chosen")
@pytest.mark.sweep(fixed=["three_turns"])
@pytest.mark.parametrize("case", GAMES)
async def test_a_siege_is_typed(loopback: Loopback, case: str) -> None:
    lines = script(case)
    wanted = await typed_locally(loopback.store, lines)
    bot = await loopback.bot()
    people = people_of(loopback, "liege")
    for user, line in lines[:-1]:
        await people[user].slash(line)
    game = await loopback.game()
    await people[lines[-1][0]].slash(lines[-1][1])
    await settled(bot, game)

    assert await loopback.store.record(game) == wanted
    check_reached(case, restore(await loopback.store.load(game)))
    told = everything_public(loopback)
    if case == "three_turns":
        assert "11 hidden units arrive." in told
        assert HIDDEN.search(told) is None, "of units that have not fought nobody reads"
