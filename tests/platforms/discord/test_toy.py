"""A title unknown to the host, on Discord: from the welcome of an empty channel to its end, only by presses."""

from __future__ import annotations

import pytest

from bot.titles import title_named
from tests.platforms.discord.conftest import Loopback
from tests.platforms.discord.test_commands import check_root
from tests.platforms.discord.test_play import everything_public
from tests.platforms.discord.title_games import (
    check_export,
    go_back,
    open_by_presses,
    opened,
    people_of,
    pictures_of,
    player_of,
    watch,
)
from tests.platforms.discord.waiting import settled
from tests.platforms.example_by_buttons import typed_locally
from tests.support.restoring import restore
from tests.titles.small_games import FOREIGN
from tests.titles.toy.painting import Drawn
from tests.titles.toy.script import BACK, LOBBY, ORDERS, check_gone_back

pytestmark = pytest.mark.usefixtures("toy_title", "last_chosen")


async def test_a_hunt_is_played_by_presses_alone(loopback: Loopback) -> None:
    wanted = await typed_locally(loopback.store, [*LOBBY, *ORDERS])
    drawn = Drawn(loopback.store)
    bot = await loopback.bot(draw=drawn)
    people = people_of(loopback, "hunt")
    game = await open_by_presses(loopback, bot, people, "Short hunt", {"anna": "Fox", "ben": "Hound"})
    await player_of(loopback, bot, people).play(game, wanted)
    await settled(bot, game)
    told = await watch(loopback, bot, people["eve"], game)

    assert await loopback.store.record(game) == wanted
    assert not restore(await loopback.store.load(game)).stack
    assert all("The hound is in" in one["description"] and one["size"] > 500 for one in pictures_of(loopback))
    assert {ref.kind for ref in drawn.seen} >= {"board", "lair", "tracks", "end"}
    assert "/pog" not in told, "its commands stand under its own root"
    ben = people["ben"]
    ben.root = "pog"
    refused = ben.answer(await ben.slash("status"))
    assert "This channel has a game of Fox and Hound" in refused
    assert "`/hunt status`" in refused
    assert "wins" in told
    assert "replay to the current position" in told
    assert not FOREIGN.search(told), FOREIGN.search(told)
    await drawn.close()


async def test_a_hunt_goes_back_and_is_shown_exported_and_verified(loopback: Loopback) -> None:
    drawn = Drawn(loopback.store)
    bot = await loopback.bot(draw=drawn)
    people = people_of(loopback, "hunt")
    game = await go_back(loopback, bot, people, (*LOBBY, *BACK))
    position = restore(await loopback.store.load(game))
    assert (position.decision.kind, position.state.day, position.epoch) == ("run", 1, 1)
    assert "scent 6" in everything_public(loopback), "the die that is cancelled is told"
    for user, line in ORDERS[1:]:
        await people[user].slash(line)
    await settled(bot, game)
    await check_export(loopback, people["eve"], game, check_gone_back, drawn)
    await drawn.close()


async def test_an_undo_by_a_press_takes_the_den_back_and_the_root_holds_the_limits(loopback: Loopback) -> None:
    drawn = Drawn(loopback.store)
    bot = await loopback.bot(draw=drawn)
    told = {root["name"]: root for root in loopback.world.commands}
    check_root(told["hunt"], title_named("toy"))
    assert told["hunt"]["description"].startswith("Fox and Hound")
    anna = loopback.person(11, "Anna")
    anna.root = "hunt"
    await anna.slash("panel")
    await anna.use(anna.panel(), lambda label: label == "New game")
    game = await opened(loopback, anna, "Long hunt")
    await anna.slash("join both")
    await anna.slash("start")
    await anna.use(anna.panel(), lambda label: label == "North")
    assert (await loopback.store.load(game)).number == 1
    await anna.use(anna.panel(), lambda label: label.startswith("Undo"))
    await settled(bot, game)
    position = restore(await loopback.store.load(game))
    assert (position.decision.kind, position.number) == ("den", 2)
    await drawn.close()
