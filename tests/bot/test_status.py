"""`/status` fits one Discord message, in any war and at any length."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from bot.titles.pog.looks import view_queries
from bot.titles.pog.narration.names import names_in
from engine import view_of
from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.pog import GameOptions, PathsOfGlory
from engine.pog.opponent import asked, recruit
from tests.bot import moments
from tests.bot.support import Channel
from tests.bot.test_confirmations import put
from tests.support.table import Table

#: Characters of a Discord message, and those used by the host's own lines: agreements, whom the game waits for, the clock.
MESSAGE, OWN = 2000, 500


async def test_status_in_banquet_fits_a_message_at_its_longest(channel: Channel) -> None:
    """In August with all four war plans in force, and with every option at its least common value."""
    options = "hand=7 trenches=no peace=no tournament=yes clock=slow banquet.reserve_units=unmoved"
    await channel.begin(scenario=f"banquet {options}", first="")
    await channel.say("anna", "take guns")
    await channel.say("anna", "play guns as event")
    told = await channel.told("ben", "status")
    assert told.count("War plan of") == 4
    assert len(told) < MESSAGE
    assert "actions: none" not in told, "what is empty is left out"


@pytest.mark.parametrize(
    ("position", "left"),
    [
        (moments.operating, "Operations points (OPS) left in this action: 4."),
        (moments.redeploying, "SR points left in this action: 8."),
        (moments.moving, ""),
    ],
    ids=["activating", "redeploying", "moving"],
)
async def test_status_says_which_points_are_left(channel: Channel, position: Callable[[], Table], left: str) -> None:
    """Both sides read it; once units move, what is left is lost."""
    await channel.begin()
    await put(channel, position())
    for user in ("anna", "ben"):
        told = await channel.told(user, "status")
        assert (left in told) if left else ("left in this action" not in told)


@pytest.mark.sweep(fixed=["suicide"])
@pytest.mark.parametrize("war", ["suicide", "banquet", "summer_1916", "historical"])
def test_status_stays_short_through_a_war(war: str) -> None:
    game = Game.start(PathsOfGlory(GameOptions(scenario=war)), KeyedChance(bytes([3] * 8)), listening=False)
    game.recording = False
    names, luck, longest, met = names_in(game.state.rules), random.Random(3), 0, 0
    while game.stack and met < 40:
        if game.decision.kind == "choose_action":
            longest, met = max(longest, len(view_queries.status(names, view_of(game, viewer=None)))), met + 1
        game.apply(asked(game, recruit, luck))
    assert met
    assert longest < MESSAGE - OWN
