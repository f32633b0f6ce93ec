"""A crash between posting and storing: even after a long outage no post appears twice, and none is taken for another."""

from __future__ import annotations

import time
from typing import Any
from unittest.mock import AsyncMock

import discord
import pytest

from bot.platforms.discord.references import Delivered
from bot.port import DeliveryError, Outgoing
from bot.storage import StoreUnavailable
from bot.table.reply import Button, Menu, MenuOption, Reply, Select
from tests.platforms.discord.conftest import Bot, Loopback
from tests.platforms.discord.state import CHANNEL, refusal, user_id
from tests.platforms.discord.test_faults import begun, once, outgoing, texts
from tests.platforms.discord.waiting import settled

OUTAGE = 6 * 3600.0


def queued(game: str, number: int, reply: Reply, **more: Any) -> Outgoing:
    """Return a post queued just now, so that messages since then may be it."""
    post = f"{game}/{int(time.time() * 1000)}-{number}"
    return Outgoing(id=post, game=game, channel=str(CHANNEL), reply=reply, **more)


async def crashed_after_the_first_post(loopback: Loopback, monkeypatch: pytest.MonkeyPatch) -> tuple[Bot, str]:
    """Return a process that posted the first of several posts, crashed before storing that, and returns hours later."""
    bot, people, game = await begun(loopback)
    await bot.courier.stop()
    await people["anna"].slash("resign yes")

    async def no_store(*given: Any) -> None:
        raise StoreUnavailable("away")

    monkeypatch.setattr(bot.platform.posting._references, "note_delivered", no_store)
    bot.courier._stopping = False
    await bot.courier.deliver_all()
    await bot.die()
    loopback.gateway.forget_gone()
    loopback.world.nonces.clear()
    again = await loopback.bot(pump=False)
    monkeypatch.setattr(again.platform.posting, "_now", lambda: time.time() + OUTAGE)
    return again, game


async def test_after_a_long_outage_an_existing_post_is_not_repeated(
    loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    again, game = await crashed_after_the_first_post(loopback, monkeypatch)
    before = texts(loopback)
    again.courier.start()
    await settled(again, game)
    assert sum("(Central Powers) resigns" in text for text in texts(loopback)) == 1
    assert len(texts(loopback)) > len(before)


@pytest.mark.parametrize("said", [0, 320])
async def test_a_conversation_since_hides_no_post_that_is_there(
    loopback: Loopback, monkeypatch: pytest.MonkeyPatch, said: int
) -> None:
    """A post is posted long after it was queued, in the middle of a conversation, and its process crashes."""
    bot, _, game = await begun(loopback)
    post = queued(game, 1, Reply(text="The bot was down for hours.", audience="channel"))
    monkeypatch.setattr(bot.platform.posting, "_now", lambda: time.time() + OUTAGE)
    messages = loopback.world.messages
    sample = next(one for one in messages.values() if one["channel_id"] == str(CHANNEL))
    first = discord.utils.time_snowflake(discord.utils.utcnow())
    for number in range(first, first + said):
        messages[number] = {**sample, "id": str(number), "content": "talk", "components": []}
        messages[number]["author"] = {**sample["author"], "id": "99"}
    with monkeypatch.context() as dying:
        no_store = AsyncMock(side_effect=StoreUnavailable("away"))
        dying.setattr(bot.platform.posting._references, "note_delivered", no_store)
        with pytest.raises(DeliveryError):
            await bot.platform.deliver(post)
    loopback.world.nonces.clear()
    bot.platform.posting._newest.clear()
    await bot.platform.deliver(post)
    assert texts(loopback).count("The bot was down for hours.") == 1


async def test_without_the_right_to_look_it_is_posted_all_the_same(
    loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    again, game = await crashed_after_the_first_post(loopback, monkeypatch)
    loopback.world.permissions &= ~discord.Permissions(read_message_history=True).value
    again.courier.start()
    await settled(again, game)
    assert sum("(Central Powers) resigns" in text for text in texts(loopback)) >= 2
    assert not await loopback.store.outbox.parked()


async def test_two_posts_of_the_same_words_are_two(loopback: Loopback, monkeypatch: pytest.MonkeyPatch) -> None:
    bot, _, game = await begun(loopback)
    monkeypatch.setattr(bot.platform.posting, "_now", lambda: time.time() + OUTAGE)
    for number in range(3):
        loopback.world.nonces.clear()
        await bot.platform.deliver(queued(game, number, Reply(text="passes", audience="channel")))
    assert texts(loopback).count("passes") == 3


@pytest.mark.parametrize("token", ["", "u~{game}~5~panel"])
async def test_a_message_of_another_game_is_not_taken_for_ones_own(
    loopback: Loopback, monkeypatch: pytest.MonkeyPatch, token: str
) -> None:
    """Two games remind the same person in the same words, long after the second reminder was queued."""
    bot, _, first = await begun(loopback)
    posting = bot.platform.posting
    monkeypatch.setattr(posting, "_now", lambda: time.time() + OUTAGE)
    if token:  # a message posted by an older version is recognised by its controls alone
        monkeypatch.setattr(posting._references, "belongs", AsyncMock())
    for game in (first, "othergame"):
        rows = ((Button(label="My move", token=token.format(game=game)),),) if token else ()
        reply = Reply(text="Your turn.", audience="private", edit="prompt", menu=Menu(rows=rows))
        await bot.platform.deliver(queued(game, 1, reply, user=str(user_id(11))))
    told = [one for one in loopback.world.private(11) if one["content"] == "Your turn."]
    assert len(told) == 2
    slots = [await posting._references.message(game, f"direct:{user_id(11)}") for game in (first, "othergame")]
    assert [slot and str(slot.message) for slot in slots] == [one["id"] for one in told]


async def test_a_message_is_found_again_by_its_words_and_controls(
    loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot, _, game = await begun(loopback)
    posting = bot.platform.posting
    monkeypatch.setattr(posting, "_now", lambda: time.time() + OUTAGE)
    option = MenuOption(label="Pass", token=f"o~{game}~5~pass")
    rows = ((Button(label="My move", token=f"u~{game}~5~panel"),), Select(placeholder="Choose", options=(option,)))
    post = queued(game, 1, Reply(text="Your turn.", audience="private", menu=Menu(rows=rows)), user=str(user_id(11)))
    with monkeypatch.context() as broken:
        broken.setattr(posting._references, "note_delivered", AsyncMock(side_effect=StoreUnavailable("away")))
        with pytest.raises(DeliveryError):
            await bot.platform.deliver(post)
    loopback.world.nonces.clear()
    posting._newest.clear()
    await bot.platform.deliver(post)
    assert len([one for one in loopback.world.private(11) if one["content"] == "Your turn."]) == 1


async def test_new_posts_are_sent_without_a_look(loopback: Loopback) -> None:
    bot, people, game = await begun(loopback)
    await people["anna"].slash("choose take")
    await settled(bot, game)
    looks = [one for one in loopback.world.requests if one.method == "GET" and one.path.endswith("/messages")]
    assert looks == []


def test_references_of_an_older_version_can_be_read() -> None:
    assert Delivered.parse('{"v": 1, "post": "5-0"}', "last post") == Delivered(post="5-0", message=0)


async def test_a_post_deleted_before_it_was_recorded_is_posted_again(loopback: Loopback) -> None:
    """Discord answers a repeated nonce with the message it created, which may have been deleted (discord-api-docs 6647)."""
    bot, _, game = await begun(loopback)
    loopback.world.faults.append(once("POST", "/messages", refusal(404, 10008, "Unknown Message")))
    await bot.platform.deliver(outgoing(game, 0, Reply(text="News.", audience="channel")))
    sent = [one.body for one in loopback.world.requests if one.method == "POST" and "News." in str(one.body)]
    assert len({body["nonce"] for body in sent}) == len(sent) == 2
    assert [one["content"] for one in loopback.world.public()].count("News.") == 1
