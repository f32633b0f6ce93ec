"""A whole turn of each further war, with every phase, by slash commands."""

from __future__ import annotations

import pytest

from tests.lanes import Share
from tests.platforms.discord.conftest import Loopback
from tests.platforms.discord.people import until
from tests.platforms.discord.test_play import everything_public, three
from tests.platforms.discord.waiting import settled
from tests.platforms.example_by_buttons import typed_locally
from tests.platforms.rules_record import unmarked
from tests.platforms.wars import every_war
from tests.platforms.whole_turns import WholeTurn
from tests.support.restoring import restore

pytestmark = pytest.mark.slow


@pytest.mark.sweep(fixed=["summer_1916", "suicide"])  # Banquet always on Slack
@every_war
@pytest.mark.usefixtures("known_chance")
async def test_a_whole_turn_by_slash_commands(loopback: Loopback, war: WholeTurn, share: Share) -> None:
    bot = await loopback.bot()
    people = three(loopback)
    for user, order in war.orders():
        await people[user].slash(order)
    game = await loopback.game()
    watched = [await people["sven"].slash(order) for order in ("status", *war.logs, "score")]
    await settled(bot, game)

    made = await loopback.store.record(game)
    assert [unmarked(entry) for entry in made] == war.record()
    if share.takes("typed on the local channel"):
        assert made == await typed_locally(loopback.store, war.orders())
    assert restore(await loopback.store.load(game)).state.turn == war.ends_with
    own = [loopback.world.told(loopback.world.messages[done.message]) for done in watched]
    seen = everything_public(loopback, *own)
    for words in war.seen:
        assert words in seen, words
    attachments = [one for message in loopback.world.public() for one in message["attachments"]]
    assert len(attachments) > 10
    assert all(one["description"] for one in attachments)
    assert max(one.acknowledged_after for one in loopback.world.interactions.values()) < 3.0


@every_war
async def test_the_page_of_the_war_shows_its_opening_before_there_is_a_game(loopback: Loopback, war: WholeTurn) -> None:
    await loopback.bot()
    anna = three(loopback)["anna"]
    done = await anna.slash(f"help {war.scenario}")
    message = loopback.world.messages[done.message]
    (picture,) = await until(lambda: message["attachments"], "the picture of the opening")
    assert war.title in message["content"]
    assert f'"scenario":"{war.scenario}"'.encode() in loopback.world.files[picture["id"]]
    assert b'"viewer":null' in loopback.world.files[picture["id"]]
