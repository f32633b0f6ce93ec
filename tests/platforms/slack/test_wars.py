"""A whole turn of each further war, with every phase, only by presses."""

from __future__ import annotations

import pytest

from tests.platforms.rules_record import unmarked
from tests.platforms.slack.support import Bot
from tests.platforms.slack.title_games import SEATS, begin_by_presses, player_of
from tests.platforms.wars import every_war
from tests.platforms.whole_turns import WholeTurn
from tests.support.restoring import restore

pytestmark = pytest.mark.slow


@pytest.mark.sweep(fixed=["banquet"])  # the other two always on Discord
@every_war
@pytest.mark.usefixtures("known_chance")
async def test_a_whole_turn_by_presses_alone(socket_bot: Bot, war: WholeTurn) -> None:
    bot = socket_bot
    wanted = war.record()
    people = {name: bot.person(name) for name in ("anna", "ben")}
    await bot.does(people["anna"], war.new)
    game = await begin_by_presses(bot, people, SEATS)
    player = player_of(bot, people)
    await player.play(game, wanted)
    await bot.idle()

    assert [unmarked(entry) for entry in await bot.store.record(game)] == wanted
    assert restore(await bot.store.load(game)).state.turn == war.ends_with
    assert player.sure > 0 or not war.asks, "points that would lapse were asked about"
    assert bot.slack.commands == 1, "only the lobby was opened by a command"
    assert max(bot.slack.acks.values()) < 3


@every_war
async def test_the_page_of_the_war_shows_its_opening_before_there_is_a_game(socket_bot: Bot, war: WholeTurn) -> None:
    bot = socket_bot
    anna = bot.person("anna")
    await bot.does(anna, f"help {war.scenario}")
    await bot.idle()
    page = anna.private()[-1]
    assert war.title in page.text
    shown = [file for name, file in bot.slack.files.items() if name in page.dump()]
    assert len(shown) == 1
    assert f'"scenario":"{war.scenario}"'.encode() in shown[0].data
    assert shown[0].alt
