"""One person against the computer on Discord: from the choice of a level to the end of the game."""

from __future__ import annotations

import pytest

from bot.service.handler import BotHandler
from tests.platforms.against_computer import check_told, ticking, waited_for
from tests.platforms.discord.conftest import Loopback
from tests.platforms.discord.people import labels
from tests.platforms.discord.state import CHANNEL
from tests.platforms.discord.test_play import everything_public
from tests.platforms.discord.waiting import settled


@pytest.mark.usefixtures("toy_title")
async def test_a_hunt_against_the_computer(loopback: Loopback) -> None:
    handler = BotHandler(loopback.store)
    bot = await loopback.bot(handler=handler)
    anna = loopback.person(11, "Anna")
    await anna.slash("panel")
    assert "Play the computer" in labels(anna.panel()), "a newcomer needs nobody else"
    anna.root = "hunt"
    assert await anna.complete("new short_hunt against=") == {"pup": "pup", "sly": "sly one"}
    assert await anna.complete("new long_hunt against=") == {"pup": "pup"}
    async with ticking(handler, bot.courier):
        await anna.slash("new short_hunt against=pup side=hound")
        game = await loopback.game()
        await settled(bot, game)
        lobby = next(one for one in loopback.world.public() if "Start" in labels(one))
        await anna.use(lobby, "Start".__eq__)
        while await waited_for(loopback.store, game):
            await settled(bot, game)
            await anna.slash("done")
        await settled(bot, game)
    record = [str(entry.get("choice")) for entry in await loopback.store.record(game)]
    check_told(everything_public(loopback), record)
    channel = [one["content"] for one in loopback.world.public() if one["channel_id"] == str(CHANNEL)]
    # The table, the start and the seed, each day of the fox with the preceding events, the end.
    assert len(channel) <= 12, channel
