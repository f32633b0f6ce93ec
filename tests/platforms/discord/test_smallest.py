"""The smallest title on Discord: a whole game only by presses, and its root without what it doesn't support."""

from __future__ import annotations

import pytest

from bot.titles import title_named
from tests.platforms.discord.conftest import Loopback
from tests.platforms.discord.test_commands import check_root
from tests.platforms.discord.title_games import open_by_presses, people_of, pictures_of, player_of, watch
from tests.platforms.discord.waiting import settled
from tests.platforms.example_by_buttons import typed_locally
from tests.support.restoring import restore
from tests.titles.small_games import FOREIGN
from tests.titles.smallest.script import LOBBY, ORDERS, WON
from tests.titles.toy.painting import Drawn

pytestmark = pytest.mark.usefixtures("smallest_title", "last_chosen")


async def test_a_game_is_played_by_presses_alone(loopback: Loopback) -> None:
    wanted = await typed_locally(loopback.store, [*LOBBY, *ORDERS])
    drawn = Drawn(loopback.store)
    bot = await loopback.bot(draw=drawn)
    root = next(root for root in loopback.world.commands if root["name"] == "depots")
    check_root(root, title_named("depots"))
    people = people_of(loopback, "depots")
    game = await open_by_presses(loopback, bot, people, "Three depots", {"anna": "Reds", "ben": "Blues"})
    await player_of(loopback, bot, people).play(game, wanted)
    await settled(bot, game)
    told = await watch(loopback, bot, people["eve"], game)

    assert await loopback.store.record(game) == wanted
    assert not restore(await loopback.store.load(game)).stack
    assert all("Crates left" in one["description"] and one["size"] > 300 for one in pictures_of(loopback))
    assert WON in told
    assert "replay to the current position" in told
    assert "/pog" not in told
    assert not FOREIGN.search(told), FOREIGN.search(told)
    await drawn.close()
