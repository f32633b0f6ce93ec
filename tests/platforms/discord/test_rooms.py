"""Rooms of a season's games on Discord: threads in a venue, opened once, and messages there outside any game."""

from __future__ import annotations

import pytest

from bot.port import DeliveryError
from bot.service.leagues.pictures import LEAGUE
from bot.table.reply import Reply
from renderer.league.views import Poster
from tests.platforms.discord.conftest import Loopback
from tests.platforms.discord.people import until
from tests.platforms.discord.state import CHANNEL, Json, refusal, user_id
from tests.platforms.discord.test_faults import once, texts

KEY = "s-spring 1.1.1"


def threads(loopback: Loopback) -> list[Json]:
    return [one for one in loopback.world.channels.values() if one["type"] == 11]


async def test_a_room_is_a_thread_of_the_venue_and_is_found_again(loopback: Loopback) -> None:
    bot = await loopback.bot()
    room = await bot.platform.open_room(str(CHANNEL), f"Ben – Anna · {KEY}", KEY)
    (thread,) = threads(loopback)
    assert (thread["id"], thread["parent_id"], thread["name"]) == (room, str(CHANNEL), f"Ben – Anna · {KEY}")
    # The name has changed since; a match whose id only has the same prefix is a different one.
    assert await bot.platform.open_room(str(CHANNEL), f"Benjamin – Anna · {KEY}", KEY) == room
    other = await bot.platform.open_room(str(CHANNEL), f"Ben – Eve · {KEY}1", f"{KEY}1")
    assert other != room
    thread["thread_metadata"]["archived"] = True
    assert await bot.platform.open_room(str(CHANNEL), "Anybody", KEY) == room
    assert len(threads(loopback)) == 2


async def test_a_long_name_keeps_its_key(loopback: Loopback) -> None:
    bot = await loopback.bot()
    room = await bot.platform.open_room(str(CHANNEL), f"{'A' * 60} – {'B' * 60} · {KEY}", KEY)
    (thread,) = threads(loopback)
    assert len(thread["name"]) <= 100
    assert thread["name"].endswith(f"… {KEY}")
    assert await bot.platform.open_room(str(CHANNEL), "x", KEY) == room


async def test_a_venue_that_is_full_has_no_room_now_and_one_that_is_gone_says_so(loopback: Loopback) -> None:
    bot = await loopback.bot()
    loopback.world.faults.append(once("POST", "/threads", refusal(400, 160006, "Maximum number of active threads")))
    assert await bot.platform.open_room(str(CHANNEL), f"A · {KEY}", KEY) is None
    assert await bot.platform.open_room(str(CHANNEL), f"A · {KEY}", KEY) is not None
    with pytest.raises(DeliveryError) as gone:
        await bot.platform.open_room("4711", f"A · {KEY}", KEY)
    assert gone.value.final


async def test_one_person_is_told_alone_by_direct_message_once(loopback: Loopback) -> None:
    bot = await loopback.bot()
    for _ in range(2):
        await bot.platform.tell_alone(
            str(user_id(12)), str(CHANNEL), Reply(text="Match 1.1.1 is over."), "s-spring:follow:1"
        )
    assert [one["content"] for one in loopback.world.private(12)] == ["Match 1.1.1 is over."]
    assert texts(loopback) == []
    loopback.world.closed_dms.add(12)
    with pytest.raises(DeliveryError) as closed:
        await bot.platform.tell_alone(str(user_id(12)), str(CHANNEL), Reply(text="Another."), "s-spring:follow:2")
    assert not closed.value.away


async def test_a_message_of_no_game_has_its_picture(loopback: Loopback) -> None:
    bot = await loopback.bot()
    shown = LEAGUE.reference(Poster("Spring", "open", "division", "", 12), "en")
    reply = Reply(text="The season is open.", picture=shown, audience="channel", mention=(str(user_id(12)),))
    await bot.platform.tell(str(CHANNEL), reply, "s-spring:open")
    (message,) = [one for one in loopback.world.public() if "The season is open." in one["content"]]
    await until(lambda: message["attachments"], "the picture, which follows")
    assert message["pinged"] == [str(user_id(12))]


async def test_a_message_of_no_game_is_posted_once(loopback: Loopback) -> None:
    bot = await loopback.bot()
    for _ in range(2):
        await bot.platform.tell(str(CHANNEL), Reply(text="The draw is out.", audience="channel"), "s-spring:drawn:1")
    assert texts(loopback).count("The draw is out.") == 1
