"""A panel that is opened from a direct message and the message that says that the game waits are two messages."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from bot.table.reply import Reply
from tests.platforms.discord.conftest import Loopback
from tests.platforms.discord.people import labels
from tests.platforms.discord.state import Json, direct_id
from tests.platforms.discord.test_faults import begun, outgoing
from tests.platforms.discord.test_standing import MENU, bearing
from tests.platforms.discord.waiting import settled


def waiting(loopback: Loopback) -> list[Json]:
    """The direct messages to Ben, the one that opened the panel first."""
    return [
        one
        for one in loopback.world.messages.values()
        if one["channel_id"] == str(direct_id(12))
        and any(said in one["content"] for said in ("your turn in game", "waiting for you"))
    ]


def begins(label: str) -> Callable[[str], bool]:
    """Whether a control's words begin so."""
    return lambda shown: shown.startswith(label)


async def test_the_panel_stays_when_the_action_ends_and_the_message_says_that_it_is_over(loopback: Loopback) -> None:
    bot, people, game = await begun(loopback)
    anna, ben = people["anna"], people["ben"]
    await ben.slash("settings pings dm")
    for line in ("choose take", "play cp 1 as rp"):
        await anna.slash(line)
    await settled(bot, game)
    (told,) = waiting(loopback)
    await ben.use(told, "My move".__eq__)
    panel = ben.panel()
    assert panel["id"] != told["id"], "the panel is a message of its own"
    assert panel["channel_id"] == str(direct_id(12))
    assert "Choose a card" in panel["content"]
    assert labels(told) == ["My move"], "it waits on"
    for label in ("1 OPS without a card", "Done"):
        await ben.use(ben.panel(), begins(label))
    await settled(bot, game)
    await asyncio.sleep(0.6)  # a panel follows its game a moment later
    after = loopback.world.messages[int(panel["id"])]
    assert "your turn" not in after["content"]
    assert "Waiting for the **Central Powers** (Anna)" in after["content"]
    assert "Map" in labels(after), "the panel has its buttons"
    (over,) = waiting(loopback)
    assert labels(over) == []
    assert over["content"].endswith("*No longer waiting for you.*")


async def test_a_message_that_tells_all_of_the_one_before_takes_its_place(loopback: Loopback) -> None:
    bot, _, game = await begun(loopback)
    for number, (text, more) in enumerate(
        [("Anna must answer", {}), ("Anna must answer that", {"replaces": True}), ("Anna must play", {})]
    ):
        reply = Reply.model_validate(
            {"text": text, "audience": "channel", "edit": "prompt", "anew": True, "menu": MENU, **more}
        )
        await bot.platform.deliver(outgoing(game, number, reply))
    assert bearing(loopback) == [("Anna must answer that", []), ("Anna must play", ["My move"])]
    told = Reply(text="Anna must play on", audience="channel", edit="prompt", replaces=True)
    await bot.platform.deliver(outgoing(game, 3, told))
    assert bearing(loopback) == [("Anna must answer that", []), ("Anna must play on", [])]
    for message in [one for one in loopback.world.messages.values() if one["content"].startswith("Anna must play")]:
        del loopback.world.messages[int(message["id"])]
    await bot.platform.deliver(outgoing(game, 4, told))
    assert bearing(loopback)[-1] == ("Anna must play on", []), (
        "what is news is posted even where the prompt was deleted"
    )
