"""Messages in a channel: which of them has a button, and where the table message is."""

from __future__ import annotations

import pytest

from bot.platforms.slack.records import Placed
from bot.table.reply import Button, Menu, Reply
from tests.platforms.slack.buttons import labels
from tests.platforms.slack.lengths import user_id
from tests.platforms.slack.loopback import TEAM, Fault, Message
from tests.platforms.slack.posts import outgoing
from tests.platforms.slack.support import Bot
from tests.platforms.slack.test_play import HERE, open_game, tables

MENU = Menu(rows=((Button(label="My move", token="u~a~-1~panel", seated=True),),))


def bearing(bot: Bot, *, direct: bool = False) -> list[tuple[str, list[str]]]:
    """Return the texts and controls of the hand-over messages."""
    said = [m for m in bot.slack.messages if "Anna must" in m.text and m.channel.startswith("D") == direct]
    return [(said_by(one), labels(one)) for one in said]


def said_by(message: Message) -> str:
    return str(message.blocks[0]["text"]["text"])


async def test_only_the_newest_hand_over_has_a_button_and_it_is_taken_off(socket_bot: Bot) -> None:
    for number, text in enumerate(("Anna must answer", "Anna must play"), 1):
        told = {"text": text, "edit": "prompt", "anew": True, "menu": MENU, "mention": (f"{TEAM}.{user_id('anna')}",)}
        await socket_bot.platform.deliver(outgoing(number, **told))
    first, second = bearing(socket_bot)
    assert first == (f"Anna must answer\n<@{user_id('anna')}>", [])
    assert second == (f"Anna must play\n<@{user_id('anna')}>", ["My move"])
    await socket_bot.platform.deliver(outgoing(3, text="Anna must play", edit="prompt"))
    assert [controls for _, controls in bearing(socket_bot)] == [[], []]


@pytest.mark.parametrize("name", ["prompt", "offer", "warning", "claim"])
async def test_direct_messages_have_one_button_as_well(socket_bot: Bot, name: str) -> None:
    for number, text in enumerate(("Anna must answer", "Anna must play"), 1):
        told = {"text": text, "edit": name, "anew": True, "menu": MENU, "audience": "private", "seat": 1}
        await socket_bot.platform.deliver(
            outgoing(number, **told).model_copy(update={"user": f"{TEAM}.{user_id('anna')}"})
        )
    assert bearing(socket_bot, direct=True) == [("Anna must answer", []), ("Anna must play", ["My move"])]
    off = {"text": "Anna must play", "edit": name, "audience": "private", "seat": 1}
    await socket_bot.platform.deliver(outgoing(3, **off).model_copy(update={"user": f"{TEAM}.{user_id('anna')}"}))
    assert bearing(socket_bot, direct=True) == [("Anna must answer", []), ("Anna must play", [])]


async def test_a_direct_message_that_has_lost_its_button_is_not_edited_once_more(socket_bot: Bot) -> None:
    bearing_menu = {"anew": True, "menu": MENU}
    told = [("Anna must answer", bearing_menu), ("Anna must nothing", {}), ("Anna must play", bearing_menu)]
    for number, (text, more) in enumerate(told, 1):
        socket_bot.slack.calls.clear()
        post = outgoing(number, text=text, edit="prompt", audience="private", seat=1, **more)
        await socket_bot.platform.deliver(post.model_copy(update={"user": f"{TEAM}.{user_id('anna')}"}))
    assert [method for method, _ in socket_bot.slack.calls if method == "chat.update"] == []
    assert bearing(socket_bot, direct=True) == [("Anna must nothing", []), ("Anna must play", ["My move"])]


async def test_removing_a_button_from_a_missing_message_does_nothing(socket_bot: Bot) -> None:
    await socket_bot.platform.deliver(outgoing(1, text="Anna must play", edit="prompt"))
    assert bearing(socket_bot) == []


async def test_a_table_message_that_moves_down_leaves_one_with_controls(socket_bot: Bot) -> None:
    """The one with the thread below it says so; the others are deleted, or say where the game continues."""
    bot = socket_bot
    await open_game(bot)
    (root,) = tables(bot)
    menu = Menu(rows=((Button(label="Hand", token="u~a~-1~hand"),),))
    game = await bot.game(HERE)
    for number in (1, 2, 3):
        reply = Reply(text=f"the table {number}", audience="channel", edit="table", anew=True, menu=menu)
        if number == 3:
            bot.slack.faults["chat.delete"].append(Fault(error="cant_delete_message"))
        whole = outgoing(9_999_999_999_999 + number).model_copy(update={"reply": reply, "game": game})
        await bot.platform.deliver(whole)
    hung = {message.thread for message in bot.slack.messages if message.thread}
    (lobby,) = [message for message in bot.slack.messages if message.ts in hung]
    assert "in the table message below" in lobby.dump()
    assert "This message's thread shows every action" in lobby.dump()
    assert (labels(lobby), lobby.gone, root.gone) == ([], False, True)
    one, two, three = [
        m for m in bot.slack.messages if m.text.startswith("the table") or "continues in the table" in m.text
    ][-3:]
    assert [message.gone for message in (one, two, three)] == [True, False, False]
    assert "in the table message below" in two.dump()
    assert (three.text, labels(three)) == ("the table 3", ["Hand"])


def test_a_place_that_an_older_version_noted_is_read() -> None:
    old = Placed.parse('{"v": 1, "channel": "T1.C1", "ts": "1.2"}', "place")
    assert (old.text, old.plain) == ("", "")
