"""Every menu, message and form of random whole wars fits both chat platforms, as each renders it.

A war is played once and every message checked against both platforms' limits: playing takes the time, not checking.
"""

from __future__ import annotations

import random

import pytest

from bot.storage import Store
from bot.table.reply import Reply
from tests.bot.support import Channel
from tests.lanes import Share
from tests.platforms.discord.test_menus import check_with_form
from tests.platforms.slack.test_limits import SlackWar
from tests.platforms.slack.test_limits import check as check_in_slack

pytestmark = pytest.mark.usefixtures("known_seed")

#: The wars whose first turn is played in every run; the others have the rules of the Introductory war, which is played whole.
FIRST = ("banquet", "suicide")


def check(reply: Reply) -> None:
    """Check a reply on Discord and in Slack."""
    check_with_form(reply)
    check_in_slack(reply)


@pytest.mark.slow
@pytest.mark.sweep(fixed=["introductory-1"])
@pytest.mark.parametrize(
    ("scenario", "seed"),
    [("introductory", 1), ("campaign", 3)],
)
async def test_every_menu_message_and_form_of_whole_wars_fits(store: Store, scenario: str, seed: int) -> None:
    channel = Channel.open(store)
    await channel.begin(scenario=scenario, first="")
    war = SlackWar(channel, await channel.game_id(), random.Random(seed), check)
    await war.play()
    assert war.posts > 100
    assert war.sheets > 5
    assert {"choose_action", "activate", "move_unit", "attack"} <= war.kinds


@pytest.mark.slow
@pytest.mark.sweep(fixed=FIRST)
@pytest.mark.parametrize(
    ("scenario", "seed", "first", "turns", "own"),
    [
        ("campaign", 3, 1, 1, set()),
        ("banquet", 1, 1, 3, {"declare_advance", "disband_corps"}),
        ("historical", 8, 1, 5, set()),
        ("summer_1916", 9, 13, 13, set()),
        ("suicide", 5, 1, 1, set()),
    ],
    ids=("campaign", "banquet", "historical", "summer_1916", "suicide"),
)
async def test_every_menu_of_the_first_turns_fits(
    store: Store, share: Share, scenario: str, seed: int, first: int, turns: int, own: set[str]
) -> None:
    """For wars by other rules, whose own decisions come early, or that begin differently."""
    channel = Channel.open(store)
    await channel.begin(scenario=scenario, first="")
    war = SlackWar(channel, await channel.game_id(), random.Random(seed), check)
    whole = scenario not in FIRST or share.takes(scenario)
    await war.play(turns=turns if whole else first, until=own if whole else set())
    assert {"choose_action", "activate", "move_unit", "attack"} <= war.kinds
    assert own <= war.kinds or not whole
