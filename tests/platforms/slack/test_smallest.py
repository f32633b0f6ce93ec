"""The smallest title in Slack: a whole game only by presses, and its command without what it doesn't support."""

from __future__ import annotations

import pytest

from tests.platforms.example_by_buttons import typed_locally
from tests.platforms.slack.support import Bot
from tests.platforms.slack.title_games import (
    blocks_of_form,
    everything_but,
    open_by_presses,
    people_of,
    player_of,
    watch,
)
from tests.support.restoring import restore
from tests.titles.small_games import FOREIGN
from tests.titles.smallest.script import LOBBY, ORDERS, WON
from tests.titles.toy.painting import Drawn

pytestmark = pytest.mark.usefixtures("smallest_title", "last_chosen")


async def test_a_game_is_played_by_presses_alone(drawing: tuple[Bot, Drawn]) -> None:
    bot, drawn = drawing
    wanted = await typed_locally(bot.store, [*LOBBY, *ORDERS])
    people = people_of(bot, "depots", "anna", "ben")
    game = await open_by_presses(bot, people, "Three depots", {"anna": "Reds", "ben": "Blues"})
    await player_of(bot, people).play(game, wanted)
    await bot.idle()
    await watch(bot, "depots")

    assert await bot.store.record(game) == wanted
    assert not restore(await bot.store.load(game)).stack
    assert {ref.kind for ref in drawn.seen} >= {"board", "end"}
    told = everything_but(bot, people["anna"])
    assert WON in told
    assert "replay to the current position" in told
    assert not FOREIGN.search(told), FOREIGN.search(told)
    assert "/pog" not in told


def test_its_forms_and_its_slash_command_are_within_the_limits() -> None:
    assert blocks_of_form("depots", "depots") == ["scenario", "clock", "palette", "open"]
