"""Messages in a channel: which of them has a button, and where the table message is."""

from __future__ import annotations

from typing import Any

import pytest

from bot.table.reply import Button, Menu, PictureRef, Reply
from tests.platforms.discord.conftest import Loopback
from tests.platforms.discord.people import labels
from tests.platforms.discord.state import CHANNEL, Json, direct_id, refusal, user_id
from tests.platforms.discord.test_faults import begun, once, outgoing
from tests.platforms.discord.waiting import settled

MENU = Menu(rows=((Button(label="My move", token="u~a~-1~panel", seated=True),),))


def bearing(loopback: Loopback, channel: str = str(CHANNEL)) -> list[tuple[str, list[str]]]:
    """Return the texts and controls of a channel's hand-over messages."""
    said = [one for one in loopback.world.messages.values() if one["content"].startswith("Anna must")]
    return [(one["content"], labels(one)) for one in said if one["channel_id"] == channel]


async def test_only_the_newest_hand_over_has_a_button_and_it_is_taken_off(loopback: Loopback) -> None:
    bot, _, game = await begun(loopback)
    for number, text in enumerate(("Anna must answer", "Anna must play")):
        reply = Reply(text=text, audience="channel", edit="prompt", anew=True, menu=MENU)
        await bot.platform.deliver(outgoing(game, number, reply))
    assert bearing(loopback) == [("Anna must answer", []), ("Anna must play", ["My move"])]
    off = Reply(text="Anna must play", audience="channel", edit="prompt")
    await bot.platform.deliver(outgoing(game, 2, off))
    assert bearing(loopback) == [("Anna must answer", []), ("Anna must play", [])]


async def test_a_direct_message_that_has_lost_its_button_is_not_edited_once_more(loopback: Loopback) -> None:
    bot, _, game = await begun(loopback)
    for number, (text, more) in enumerate(
        [
            ("Anna must answer", {"anew": True, "menu": MENU}),
            ("Anna must nothing", {}),
            ("Anna must play", {"anew": True, "menu": MENU}),
        ]
    ):
        loopback.world.requests.clear()
        reply = Reply.model_validate({"text": text, "audience": "private", "edit": "prompt", "seat": 1, **more})
        await bot.platform.deliver(outgoing(game, number, reply, user=str(user_id(11))))
    assert bearing(loopback, str(direct_id(11))) == [("Anna must nothing", []), ("Anna must play", ["My move"])]
    assert [one.path for one in loopback.world.requests if one.method == "PATCH"] == []


async def test_removing_a_button_from_a_missing_message_does_nothing(loopback: Loopback) -> None:
    bot, _, game = await begun(loopback)
    off = Reply(text="Anna must play", audience="private", edit="prompt", seat=1)
    await bot.platform.deliver(outgoing(game, 1, off, user=str(user_id(11))))
    assert bearing(loopback, str(direct_id(11))) == []


@pytest.mark.parametrize("name", ["prompt", "offer", "warning", "claim"])
async def test_direct_messages_have_one_button_as_well(loopback: Loopback, name: Any) -> None:
    bot, _, game = await begun(loopback)
    for number, text in enumerate(("Anna must answer", "Anna must play")):
        reply = Reply(text=text, audience="private", edit=name, anew=True, menu=MENU, seat=1)
        await bot.platform.deliver(outgoing(game, number, reply, user=str(user_id(11))))
    assert bearing(loopback, str(direct_id(11))) == [("Anna must answer", []), ("Anna must play", ["My move"])]
    off = Reply(text="Anna must play", audience="private", edit=name, seat=1)
    await bot.platform.deliver(outgoing(game, 2, off, user=str(user_id(11))))
    assert bearing(loopback, str(direct_id(11))) == [("Anna must answer", []), ("Anna must play", [])]


async def test_a_button_that_cannot_be_taken_off_is_no_matter_of_the_channel(loopback: Loopback) -> None:
    bot, _, game = await begun(loopback)
    told = Reply(text="Anna must play", audience="private", edit="warning", anew=True, menu=MENU, seat=1)
    await bot.platform.deliver(outgoing(game, 1, told, user=str(user_id(11))))
    before = len(loopback.world.public())
    loopback.world.faults.append(
        once("PATCH", f"/channels/{direct_id(11)}/messages", refusal(403, 50007, "no"), times=99)
    )
    off = told.model_copy(update={"menu": None, "anew": False})
    await bot.platform.deliver(outgoing(game, 2, off, user=str(user_id(11))))
    assert len(loopback.world.public()) == before


def tables(loopback: Loopback) -> list[Json]:
    """Return the table messages and the remains of older ones."""
    return [one for one in loopback.world.public() if "table" in one["content"] or "Hand" in labels(one)]


def table(text: str, *, anew: bool, picture: PictureRef | None = None) -> Reply:
    """Return a version of the table message."""
    menu = Menu(rows=((Button(label="Hand", token="u~a~-1~hand"),),))
    return Reply(text=text, audience="channel", edit="table", anew=anew, menu=menu, picture=picture)


async def test_a_table_message_that_moves_down_leaves_one_with_controls(loopback: Loopback) -> None:
    """The one with the thread below it points to the new one; the others are deleted."""
    bot, _, game = await begun(loopback)
    picture = PictureRef(kind="overview", game=game, number=1)
    for number, text in enumerate(("the table moves", "the table moves again")):
        await bot.platform.deliver(outgoing(game, number, table(text, anew=True, picture=picture)))
    await settled(bot, game)
    pointer, newest = tables(loopback)
    assert "is further down now: https://" in pointer["content"]
    assert (labels(pointer), pointer["attachments"]) == ([], [])
    assert (newest["content"], labels(newest)) == ("the table moves again", ["Hand"])
    assert newest["attachments"]


@pytest.mark.parametrize("code", [30046, 10008])
async def test_a_table_message_that_cannot_be_edited_is_posted_again(loopback: Loopback, code: int) -> None:
    bot, _, game = await begun(loopback)
    before = tables(loopback)[-1]
    loopback.world.faults.append(
        once("PATCH", f"/messages/{before['id']}", refusal(400, code, "Maximum number of edits"))
    )
    await bot.platform.deliver(outgoing(game, 1, table("the table as it is", anew=False)))
    newest = tables(loopback)[-1]
    assert newest["id"] != before["id"]
    assert newest["content"] == "the table as it is"


async def test_an_edit_of_the_table_that_posts_have_passed_is_shown(loopback: Loopback) -> None:
    bot, _, game = await begun(loopback)
    await bot.platform.deliver(outgoing(game, 5, Reply(text="a later post", audience="channel")))
    await bot.platform.deliver(outgoing(game, 4, table("the table of before", anew=False)))
    assert tables(loopback)[-1]["content"] == "the table of before"
    await bot.platform.deliver(outgoing(game, 5, Reply(text="a later post", audience="channel")))
    assert sum(one["content"] == "a later post" for one in loopback.world.public()) == 1
