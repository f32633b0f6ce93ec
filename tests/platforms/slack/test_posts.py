"""Posts in Slack: each delivered once, to its audience, whatever Slack refuses and wherever a process dies."""

from __future__ import annotations

import pytest

from bot.port import DeliveryError
from bot.table.reply import Attachment, PictureRef
from tests.platforms.slack.lengths import direct_id, user_id
from tests.platforms.slack.loopback import TEAM, Fault
from tests.platforms.slack.people import CHANNEL
from tests.platforms.slack.posts import outgoing, texts
from tests.platforms.slack.support import Bot, until
from tests.platforms.slack.test_play import open_game, tables


async def test_failures_of_slack_delay_and_lose_nothing(socket_bot: Bot) -> None:
    bot = socket_bot
    for method in ("chat.postMessage", "chat.update", "files.getUploadURLExternal"):
        bot.slack.faults[method].append(Fault(503, "service_unavailable"))
    bot.slack.faults["chat.postMessage"].append(Fault(500, after=True))
    anna, _, _, game = await open_game(bot)
    await bot.does(anna, "play auto")
    await bot.does(anna, "activate koblenz move")
    await bot.does(anna, "move ge 2 frankfurt")
    await bot.does(anna, "done")
    told = [text for text in texts(bot) if "GE 2 moves: Koblenz → Frankfurt" in text]
    assert len(told) == 1
    assert len(tables(bot)) == 1
    assert not await bot.store.outbox.pending_posts(game)
    assert not await bot.store.outbox.parked()


async def test_a_post_is_delivered_once_over_a_restart(socket_bot: Bot) -> None:
    """Killed between the commit and the post: the next process posts it from the outbox, once."""
    bot = socket_bot
    anna, _, _, game = await open_game(bot)
    await bot.courier.stop()
    await anna.command("play auto")
    await anna.command("activate koblenz move")
    await anna.command("move ge 2 frankfurt")
    await anna.command("done")
    await until(lambda: not bot.busy())
    waiting = await bot.store.outbox.pending_posts(game)
    assert waiting
    bot.courier.start()
    await bot.restart()
    await bot.idle()
    assert len([text for text in texts(bot) if "GE 2 moves: Koblenz → Frankfurt" in text]) == 1
    assert len(tables(bot)) == 1
    for queued in waiting:
        await bot.courier.hand_over(queued)
    assert len([text for text in texts(bot) if "GE 2 moves: Koblenz → Frankfurt" in text]) == 1


async def test_killed_between_the_post_and_its_note(socket_bot: Bot) -> None:
    """Slack has the message, we don't know it: if the channel is readable, it is found by its metadata."""
    bot = socket_bot
    bot.slack.scopes += ",channels:history"
    bot.slack.faults["chat.postMessage"].append(Fault(500, after=True))
    with pytest.raises(DeliveryError):
        await bot.platform.deliver(outgoing(1))
    await bot.restart()
    await bot.platform.deliver(outgoing(1))
    await bot.platform.deliver(outgoing(1))
    assert texts(bot) == ["post 1"]


async def test_a_file_of_a_post_that_is_tried_again_is_shared_once(socket_bot: Bot) -> None:
    bot = socket_bot
    bot.slack.faults["chat.postMessage"].append(Fault(500))
    told = {"text": "the record", "attachment": Attachment(name="game.json", text="{}", mime="application/json")}
    with pytest.raises(DeliveryError):
        await bot.platform.deliver(outgoing(1, **told))
    await bot.restart()
    await bot.platform.deliver(outgoing(1, **told))
    assert len(bot.slack.files) == 1
    assert texts(bot) == ["the record"]


async def test_a_deleted_table_message_is_posted_again(socket_bot: Bot) -> None:
    bot = socket_bot
    anna, _, _, _ = await open_game(bot)
    (table,) = tables(bot)
    table.gone = True
    await bot.does(anna, "play auto")
    await bot.does(anna, "activate koblenz move")
    await bot.does(anna, "move ge 2 frankfurt")
    await bot.does(anna, "done")
    assert len([m for m in tables(bot) if not m.gone]) == 1


async def test_a_seats_own_picture_is_never_posted_publicly(socket_bot: Bot) -> None:
    hand = PictureRef(kind="hand", game="abcd2345", number=1, viewer=1)
    with pytest.raises(DeliveryError, match="publicly") as caught:
        await socket_bot.platform.deliver(outgoing(1, picture=hand))
    assert caught.value.final
    assert socket_bot.painter.seen == []


async def test_a_private_post_reaches_its_seat_alone(socket_bot: Bot) -> None:
    bot = socket_bot
    message = outgoing(1, audience="private", seat=1).model_copy(update={"user": f"{TEAM}.{user_id('anna')}"})
    await bot.platform.deliver(message)
    assert [(m.only, m.channel) for m in bot.slack.messages] == [("", direct_id(user_id("anna")))]
    bot.slack.faults["conversations.open"].append(Fault(error="cannot_dm_bot"))
    await bot.platform.deliver(message.model_copy(update={"id": "abcd2345/2-0"}))
    assert (bot.slack.messages[-1].only, bot.slack.messages[-1].channel) == (user_id("anna"), CHANNEL)


async def test_a_ping_by_direct_message_leads_to_the_panel(socket_bot: Bot) -> None:
    bot = socket_bot
    anna, ben, _, game = await open_game(bot)
    await bot.does(ben, "settings pings dm")
    for text in ("play auto", "activate koblenz move", "move ge 2 frankfurt", "done"):
        await bot.does(anna, text)
    (told,) = [m for m in bot.slack.messages if m.channel == ben.direct]
    assert not any("<@" in m.text for m in bot.slack.messages if not m.only and "Frankfurt" in m.text)
    await ben.press(told, "My move")
    await bot.idle()
    assert "you are the *Allied Powers*" in ben.panel().dump()
    assert game in ben.panel().dump()


async def test_mentions_are_those_asked_for_and_no_other(socket_bot: Bot) -> None:
    text = f"look <!channel> <@{user_id('eve')}> & *all*"
    await socket_bot.platform.deliver(outgoing(1, text=text, mention=(f"{TEAM}.{user_id('ben')}", "T9OTHER.U9", "123")))
    dump = socket_bot.slack.messages[0].dump()
    assert f"<@{user_id('ben')}>" in dump
    assert "<!channel>" not in dump
    assert f"<@{user_id('eve')}>" not in dump
    assert "U9" not in dump
