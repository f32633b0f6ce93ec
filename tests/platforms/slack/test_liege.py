"""Sieges of Liège 1914 in Slack by presses alone: the record is that of the same orders typed."""

from __future__ import annotations

import pytest

from tests.platforms.example_by_buttons import typed_locally
from tests.platforms.slack.support import Bot
from tests.platforms.slack.title_games import open_by_presses, people_of, player_of
from tests.support.restoring import restore
from tests.titles.liege_script import GAMES, HIDDEN, check_reached, script


@pytest.mark.usefixtures("last_chosen")
@pytest.mark.sweep(fixed=["three_turns"])
@pytest.mark.parametrize("case", GAMES)
async def test_a_siege_is_played_by_presses_alone(socket_bot: Bot, case: str) -> None:
    bot = socket_bot
    wanted = await typed_locally(bot.store, script(case))
    people = people_of(bot, "liege", "anna", "ben")
    game = await open_by_presses(bot, people, "The Siege", {"anna": "Germans", "ben": "Belgians"})
    await player_of(bot, people).play(game, wanted)
    await bot.idle()

    assert await bot.store.record(game) == wanted
    check_reached(case, restore(await bot.store.load(game)))
    told = "\n".join(message.dump() for message in bot.slack.messages if not message.only)
    if case == "three_turns":
        assert "11 hidden units arrive." in told
        assert HIDDEN.search(told) is None, "of units that have not fought nobody reads"
