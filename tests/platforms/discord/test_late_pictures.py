"""Pictures that come after their messages: after a restart, when there is capacity, once, and outside games too."""

from __future__ import annotations

import asyncio
from collections import Counter
from functools import partial

import pytest

from bot.platforms.discord import attachments
from bot.platforms.discord.references import _AWAITED, _GATHERED, _OF_NO_GAME, PendingPicture
from bot.storage.keys import GameKeys
from bot.table.reply import PictureRef, Reply
from bot.workers import Overloaded
from tests.platforms.discord.conftest import Loopback, plain_picture
from tests.platforms.discord.people import until
from tests.platforms.discord.state import CHANNEL
from tests.platforms.discord.test_faults import begun, outgoing
from tests.platforms.discord.test_play import OPENING, three
from tests.platforms.discord.waiting import settled


async def test_a_picture_that_was_being_drawn_when_the_process_died_comes_after_the_restart(loopback: Loopback) -> None:
    never = asyncio.Event()

    async def stuck(ref: PictureRef) -> tuple[bytes, str, str]:
        await never.wait()
        return await plain_picture(ref)

    bot = await loopback.bot(draw=stuck)
    people = three(loopback)
    for user, line in OPENING[:4]:
        await people[user].slash(line)
    game = await loopback.game()
    picture = PictureRef(kind="overview", game=game, number=0)
    await bot.platform.deliver(outgoing(game, 1, Reply(text="look", audience="channel", picture=picture)))
    await bot.die()
    loopback.gateway.forget_gone()
    again = await loopback.bot()
    await settled(again, game)
    (shown,) = [one for one in loopback.world.public() if one["content"] == "look"]
    assert [one["description"] for one in shown["attachments"]] == ["overview for None"]


async def test_a_picture_for_which_there_is_no_room_comes_when_there_is(
    loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(attachments, "_NO_ROOM", (0.05,) * 100)
    tries = 0

    async def crowded(ref: PictureRef) -> tuple[bytes, str, str]:
        nonlocal tries
        tries += ref.kind == "overview" and ref.alt == "late"
        if ref.alt == "late" and tries < 4:
            raise Overloaded("Too much is asked for at once.")
        return await plain_picture(ref)

    bot, _, game = await begun(loopback, draw=crowded)
    picture = PictureRef(kind="overview", game=game, number=0, alt="late")
    await bot.platform.deliver(outgoing(game, 1, Reply(text="look", audience="channel", picture=picture)))
    (shown,) = [one for one in loopback.world.public() if one["content"] == "look"]
    await until(lambda: shown["attachments"], "the picture")
    assert tries == 4


async def test_a_picture_that_gave_way_to_a_newer_one_is_not_asked_for_again(
    loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(attachments, "_NO_ROOM", (0.3,) * 100)
    full, asked = [True], Counter[str]()

    async def crowded(ref: PictureRef) -> tuple[bytes, str, str]:
        asked[ref.alt] += 1
        if ref.alt.startswith("version") and full[0]:
            raise Overloaded("Too much is asked for at once.")
        return await plain_picture(ref)

    bot, _, game = await begun(loopback, draw=crowded)
    for number in (1, 2, 3):
        picture = PictureRef(kind="overview", game=game, number=0, alt=f"version {number}")
        reply = Reply(text="look", audience="channel", edit="prompt", picture=picture)
        await bot.platform.deliver(outgoing(game, number, reply))
        await until(partial(asked.get, f"version {number}"), "the first try")
    (shown,) = [one for one in loopback.world.public() if one["content"] == "look"]
    full[0] = False
    await until(lambda: shown["attachments"], "the picture")
    await asyncio.sleep(0.5)
    assert (asked["version 1"], asked["version 2"], asked["version 3"]) == (1, 1, 2)


async def test_a_picture_for_which_there_is_never_room_is_left_for_the_next_start(
    loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(attachments, "_NO_ROOM", (0.01, 0.01))
    full = [True]

    async def crowded(ref: PictureRef) -> tuple[bytes, str, str]:
        if full[0]:
            raise Overloaded("Too much is asked for at once.")
        return await plain_picture(ref)

    bot, _, game = await begun(loopback, draw=crowded)
    picture = PictureRef(kind="overview", game=game, number=0)
    await bot.platform.deliver(outgoing(game, 1, Reply(text="look", audience="channel", picture=picture)))
    await until(lambda: not bot.platform.attachments._tasks, "the try to draw it")
    full[0] = False
    await bot.platform.attachments.resume()
    (shown,) = [one for one in loopback.world.public() if one["content"] == "look"]
    await until(lambda: shown["attachments"], "the picture")


@pytest.mark.parametrize("alone", [False, True])
async def test_a_picture_of_no_game_comes_after_the_next_start_too(
    loopback: Loopback, monkeypatch: pytest.MonkeyPatch, *, alone: bool
) -> None:
    """League news, a daily puzzle: messages outside games don't lose their picture when the process is killed either."""
    monkeypatch.setattr(attachments, "_NO_ROOM", (60.0,))
    full = [True]

    async def crowded(ref: PictureRef) -> tuple[bytes, str, str]:
        if full[0]:
            raise Overloaded("Too much is asked for at once.")
        return await plain_picture(ref)

    bot, people, game = await begun(loopback, draw=crowded)
    news = Reply(text="news", audience="channel", picture=PictureRef(kind="overview", game=game, number=0))
    if alone:
        await bot.platform.posting.say_alone(people["anna"].number, "key", news)
    else:
        await bot.platform.posting.say(CHANNEL, "key", news)
    for task in [*bot.platform.attachments._tasks]:
        task.cancel()  # like a killed process
    full[0] = False
    await bot.platform.attachments.resume()
    (shown,) = [one for one in loopback.world.messages.values() if one["content"] == "news"]
    await until(lambda: shown["attachments"], "the picture")
    await until(lambda: not bot.platform.attachments._tasks, "the end of it")
    assert await bot.platform.posting._references.of_no_game() == []


@pytest.mark.parametrize("how", ["entry", "kind"])
async def test_damaged_notes_of_pictures_of_no_game_hold_up_nothing(loopback: Loopback, how: str) -> None:
    bot, _, game = await begun(loopback)
    store, references = loopback.store, bot.platform.posting._references
    if how == "kind":
        await store.connection.call("SET", _OF_NO_GAME, "garbage")
    else:
        await store.connection.call("HSET", _OF_NO_GAME, "discord:coming:7", "garbage")
    news = Reply(text="news", audience="channel", picture=PictureRef(kind="overview", game=game, number=0))
    await bot.platform.posting.say(CHANNEL, "key", news)
    (shown,) = [one for one in loopback.world.public() if one["content"] == "news"]
    await until(lambda: shown["attachments"], "the picture")
    await until(lambda: not bot.platform.attachments._tasks, "the end of it")
    assert await references.of_no_game() == []


async def test_a_picture_that_an_older_version_left_pending_comes_too_and_is_looked_for_once(
    loopback: Loopback,
) -> None:
    bot, _, game = await begun(loopback)
    store, references = loopback.store, bot.platform.posting._references
    coming = PendingPicture(channel=CHANNEL, message=1, picture=PictureRef(kind="overview", game=game, number=0))
    await references.expect(game, coming)
    await store.connection.call("DEL", _AWAITED, _GATHERED)
    assert await references.awaiting() == [coming]
    await references.arrived(game, 1)
    assert await references.awaiting() == []
    await store.refer(game, "discord:coming:1", coming.dump())
    assert await references.awaiting() == [], "all games are looked through once only"


@pytest.mark.parametrize("how", ["field", "kind"])
async def test_damaged_references_of_one_game_cost_no_other_its_pictures(loopback: Loopback, how: str) -> None:
    bot, _, game = await begun(loopback)
    store, references = loopback.store, bot.platform.posting._references
    waiting = PendingPicture(channel=CHANNEL, message=1, picture=PictureRef(kind="overview", game=game, number=0))
    ruined = "aaaa2222"
    for name in (ruined, game):
        await references.expect(name, waiting)
    if how == "kind":
        await store.connection.call("DEL", GameKeys(ruined).references)
        await store.connection.call("SET", GameKeys(ruined).references, "garbage")
    else:
        await store.connection.call("HSET", GameKeys(ruined).references, b"\xff", b"\xff garbage")
    assert await references.awaiting() == [waiting]


@pytest.mark.parametrize("how", ["text", "odd"])
async def test_a_damaged_list_of_pictures_holds_up_no_game(loopback: Loopback, how: str) -> None:
    bot, _, game = await begun(loopback)
    store, references = loopback.store, bot.platform.posting._references
    await references.awaiting()
    waiting = PendingPicture(channel=CHANNEL, message=1, picture=PictureRef(kind="overview", game=game, number=0))
    await references.expect(game, waiting)
    if how == "text":
        await store.connection.call("SET", _AWAITED, "garbage")
    else:
        await store.connection.call("SADD", _AWAITED, b"\xff\xfe", "No Game!")
    picture = PictureRef(kind="overview", game=game, number=0)
    await bot.platform.deliver(outgoing(game, 1, Reply(text="look", audience="channel", picture=picture)))
    (shown,) = [one for one in loopback.world.public() if one["content"] == "look"]
    await until(lambda: shown["attachments"], "the picture")
    assert waiting in await references.awaiting(), "nothing that waits is forgotten"
    assert (await store.indexes.counts())["discord"] == 1
