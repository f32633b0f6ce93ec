"""August 1914 of Banquet des Généraux, with every phase, by presses alone."""

from __future__ import annotations

import pytest

from tests.platforms.banquet import NEW, entries, fallen, orders
from tests.platforms.example_by_buttons import typed_locally
from tests.platforms.slack.buttons import ByButtons, labels
from tests.platforms.slack.loopback import TEAM
from tests.platforms.slack.support import Bot
from tests.platforms.slack.test_play import HERE
from tests.support.restoring import restore

pytestmark = pytest.mark.slow


async def test_a_whole_turn_by_presses_alone(socket_bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.core.chance.KeyedChance.choose", fallen)
    bot = socket_bot
    wanted = await typed_locally(bot.store, orders())
    people = {name: bot.person(name) for name in ("anna", "ben")}
    await bot.does(people["anna"], NEW)
    for user, label in (("anna", "Join Central Powers"), ("ben", "Join Allied Powers"), ("anna", "Start")):
        lobby = next(m for m in bot.slack.messages if not m.only and label in labels(m))
        await people[user].press(lobby, label)
        await bot.idle()
    game = await bot.game(HERE)
    player = ByButtons(bot, {f"{TEAM}.{person.id}": person for person in people.values()})
    await player.play(game, wanted)
    await bot.idle()

    record = await bot.store.record(game)
    assert record == wanted
    assert [entry["choice"] for entry in record[1:]] == entries()
    assert restore(await bot.store.load(game)).state.turn == 2
    assert bot.slack.commands == 1, "only the lobby was opened by a command"
    assert max(bot.slack.acks.values()) < 3


async def test_the_page_of_the_war_shows_its_opening_before_there_is_a_game(socket_bot: Bot) -> None:
    bot = socket_bot
    anna = bot.person("anna")
    await bot.does(anna, "help banquet")
    await bot.idle()
    page = anna.private()[-1]
    assert "Banquet des Généraux" in page.text
    shown = [file for name, file in bot.slack.files.items() if name in page.dump()]
    assert len(shown) == 1
    assert b'"scenario":"banquet"' in shown[0].data
    assert shown[0].alt
