"""August 1914 of Banquet des Généraux, with every phase, by slash commands."""

from __future__ import annotations

import pytest

from tests.platforms.banquet import entries, fallen, orders
from tests.platforms.discord.conftest import Loopback
from tests.platforms.discord.people import until
from tests.platforms.discord.test_play import everything_public, three
from tests.platforms.discord.waiting import settled
from tests.platforms.example_by_buttons import typed_locally
from tests.support.restoring import restore

pytestmark = pytest.mark.slow


async def test_a_whole_turn_by_slash_commands(loopback: Loopback, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.core.chance.KeyedChance.choose", fallen)
    bot = await loopback.bot()
    people = three(loopback)
    for user, order in orders():
        await people[user].slash(order)
    game = await loopback.game()
    watched = [await people["sven"].slash(order) for order in ("status", "log 1", "score")]
    await settled(bot, game)

    record = await loopback.store.record(game)
    assert [entry["choice"] for entry in record[1:]] == entries()
    assert record == await typed_locally(loopback.store, orders())
    assert restore(await loopback.store.load(game)).state.turn == 2
    own = [loopback.world.told(loopback.world.messages[done.message]) for done in watched]
    seen = everything_public(loopback, *own)
    assert "Banquet des G" in seen
    assert "War plan carried out" in seen
    assert max(one.acknowledged_after for one in loopback.world.interactions.values()) < 3.0


async def test_the_page_of_the_war_shows_its_opening_before_there_is_a_game(loopback: Loopback) -> None:
    await loopback.bot()
    anna = three(loopback)["anna"]
    done = await anna.slash("help banquet")
    message = loopback.world.messages[done.message]
    (picture,) = await until(lambda: message["attachments"], "the picture of the opening")
    assert "Banquet des Généraux" in message["content"]
    assert b'"scenario":"banquet"' in loopback.world.files[picture["id"]]
