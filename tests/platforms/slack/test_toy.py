"""A title unknown to the host, in Slack: from the welcome of an empty channel to its end, only by presses."""

from __future__ import annotations

import pytest

from tests.platforms.example_by_buttons import typed_locally
from tests.platforms.slack.support import Bot
from tests.platforms.slack.title_games import (
    blocks_of_form,
    check_export,
    everything_but,
    go_back,
    open_by_presses,
    people_of,
    player_of,
    watch,
)
from tests.support.restoring import restore
from tests.titles.small_games import FOREIGN
from tests.titles.toy.painting import Drawn
from tests.titles.toy.script import BACK, LOBBY, ORDERS, check_gone_back

pytestmark = pytest.mark.usefixtures("toy_title", "last_chosen")


async def test_a_hunt_is_played_by_presses_alone(drawing: tuple[Bot, Drawn]) -> None:
    bot, drawn = drawing
    wanted = await typed_locally(bot.store, [*LOBBY, *ORDERS])
    people = people_of(bot, "hunt", "anna", "ben")
    game = await open_by_presses(bot, people, "Short hunt", {"anna": "Fox", "ben": "Hound"})
    await player_of(bot, people).play(game, wanted)
    await bot.idle()
    await watch(bot, "hunt")

    assert await bot.store.record(game) == wanted
    assert not restore(await bot.store.load(game)).stack
    assert {ref.kind for ref in drawn.seen} >= {"board", "lair", "tracks", "end"}
    told = everything_but(bot, people["anna"])
    assert "wins" in told
    assert "replay to the current position" in told
    assert not FOREIGN.search(told), FOREIGN.search(told)
    assert "/pog" not in told, "its commands stand under its own root"
    eve = people_of(bot, "pog", "eve")["eve"]
    await bot.does(eve, "status")
    assert "This channel has a game of Fox and Hound" in eve.private()[-1].text
    assert "/hunt status" in eve.private()[-1].text


async def test_a_hunt_goes_back_and_is_shown_exported_and_verified(drawing: tuple[Bot, Drawn]) -> None:
    bot, drawn = drawing
    people = people_of(bot, "hunt", "anna", "ben", "eve")
    game = await go_back(bot, people, (*LOBBY, *BACK))
    position = restore(await bot.store.load(game))
    assert (position.decision.kind, position.state.day, position.epoch) == ("run", 1, 1)
    for user, line in ORDERS[1:]:
        await bot.does(people[user], line)
    await check_export(bot, people["eve"], game, check_gone_back, drawn)


def test_the_form_and_the_slash_command_of_the_toy_are_within_the_limits() -> None:
    assert blocks_of_form("toy", "hunt")[:2] == ["scenario", "scent"]
