"""A panel opened from a direct message, and the message that the game waits, are two separate messages."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from bot.service.clock import Clock
from bot.table.reply import Reply
from tests.platforms.discord.conftest import Loopback
from tests.platforms.discord.people import labels, until
from tests.platforms.discord.state import Json, direct_id
from tests.platforms.discord.test_faults import begun, outgoing
from tests.platforms.discord.test_standing import MENU, bearing
from tests.platforms.discord.waiting import settled


def waiting(loopback: Loopback) -> list[Json]:
    """Return the direct messages to Ben, starting with the one from which the panel was opened."""
    return [
        one
        for one in loopback.world.messages.values()
        if one["channel_id"] == str(direct_id(12))
        and any(said in one["content"] for said in ("your turn in game", "waiting for you"))
    ]


def begins(label: str) -> Callable[[str], bool]:
    """Return a test whether a label begins with these words."""
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
    await asyncio.sleep(0.6)  # a panel is refreshed a moment later
    after = loopback.world.messages[int(panel["id"])]
    assert "your turn" not in after["content"]
    assert "Waiting for the **Central Powers** (Anna)" in after["content"]
    assert "Map" in labels(after), "the panel has its buttons"
    (over,) = waiting(loopback)
    assert labels(over) == []
    assert over["content"].endswith("*No longer waiting for you.*")


@pytest.mark.slow
async def test_a_whole_turn_is_played_from_the_direct_message(
    loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody is present any more when it is their turn: each time a new message is sent besides the open panel."""
    monkeypatch.setattr(Clock, "present_until", lambda clock, side: 0.0)
    bot, people, game = await begun(loopback)
    anna, ben = people["anna"], people["ben"]
    await ben.slash("settings pings dm")
    await anna.slash("choose take")
    panel: Json | None = None
    for number in range(6):
        for line in ("play auto", "done anyway"):
            await anna.slash(line)
        await settled(bot, game)
        await asyncio.sleep(0.6)
        asks = [one for one in waiting(loopback) if labels(one) == ["My move"]]
        (told,) = asks
        if panel is not None:
            assert panel["id"] != told["id"]
            assert "your turn" not in panel["content"]
            assert "1 OPS without a card" in labels(panel), "it follows its game"
        if panel is None or number % 2:
            await ben.use(told, "My move".__eq__)
        else:
            await ben.use(panel, begins("1 OPS"))
        shown = await ben_panel(loopback)
        for label in ("1 OPS without a card", "Done"):
            if any(one.startswith(label) for one in labels(shown)):
                await ben.use(shown, begins(label))
                shown = await ben_panel(loopback)
        await settled(bot, game)
        await asyncio.sleep(0.6)
        panel = await ben_panel(loopback)
        asked = "Discard combat cards" if number == 5 else "Waiting for the **Central Powers**"
        assert asked in panel["content"]
        assert [one for one in waiting(loopback) if labels(one) and number < 5] == [], "nothing waits for him"


async def ben_panel(loopback: Loopback) -> Json:
    """Return the panel in Ben's direct messages, once the previous one is gone."""

    def found() -> list[Json]:
        own = [one for one in loopback.world.messages.values() if one["channel_id"] == str(direct_id(12))]
        return [one for one in own if "you are the **Allied Powers**" in one["content"]]

    await until(lambda: len(found()) == 1, "one panel")
    return found()[0]


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
