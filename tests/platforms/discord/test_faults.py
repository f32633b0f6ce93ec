"""What goes wrong on the way: nothing is lost, nothing comes twice, everybody is answered."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Any

import pytest

from bot.platforms.discord import attachments
from bot.platforms.discord.references import _AWAITED, _GATHERED, _OF_NO_GAME, PendingPicture
from bot.port import Inbound, Outgoing
from bot.service.handler import BotHandler
from bot.storage.keys import GameKeys
from bot.table.reply import PictureRef, Reply
from bot.workers import Overloaded
from tests.platforms.discord.conftest import Bot, Loopback, plain_picture
from tests.platforms.discord.people import COMMAND, Person, until
from tests.platforms.discord.state import CHANNEL, Fault, Interaction, direct_id, refusal, snowflake, user_id
from tests.platforms.discord.test_play import OPENING, three
from tests.platforms.discord.waiting import settled


async def begun(loopback: Loopback, **how: Any) -> tuple[Bot, dict[str, Person], str]:
    """A game that waits for Anna's first choice."""
    bot = await loopback.bot(**how)
    people = three(loopback)
    for user, line in OPENING[:4]:
        await people[user].slash(line)
    game = await loopback.game()
    await settled(bot, game)
    return bot, people, game


def texts(loopback: Loopback) -> list[str]:
    return [one["content"] for one in loopback.world.public()]


def once(method: str, ending: str, answer: tuple[int, Any, dict[str, str]], times: int = 1) -> Fault:
    """A fault that hits the next requests of one kind."""
    left = [times]

    def fault(asked: str, path: str, body: Any) -> tuple[int, Any, dict[str, str]] | None:
        del body
        if asked == method and path.endswith(ending) and left[0]:
            left[0] -= 1
            return answer
        return None

    return fault


def outgoing(game: str, number: int, reply: Reply, **more: Any) -> Outgoing:
    return Outgoing(id=f"{game}/99999999999{number:03d}-0", game=game, channel=str(CHANNEL), reply=reply, **more)


# -- the gateway ------------------------------------------------------------------------------------------


async def test_a_dropped_gateway_is_resumed_and_what_was_missed_is_served(loopback: Loopback) -> None:
    bot, people, game = await begun(loopback)
    before = len(await loopback.store.record(game))
    session = loopback.gateway.sessions[0]
    await loopback.gateway.drop()
    missed = await people["anna"].slash("choose take", wait=False)
    async with asyncio.timeout(60):
        await missed.answered.wait()
    await settled(bot, game)
    assert session.resumed == 1
    assert len(loopback.gateway.identified) == 1
    assert len(await loopback.store.record(game)) == before + 1


async def test_the_heartbeat_is_kept(loopback: Loopback) -> None:
    loopback.gateway.beat = 0.3
    await loopback.bot()
    await until(lambda: loopback.gateway.heartbeats >= 3, "three heartbeats")


async def test_an_invalid_session_begins_anew(loopback: Loopback) -> None:
    _, people, game = await begun(loopback)
    before = loopback.gateway.sessions[0].socket
    loopback.gateway.sessions[0].id = "forgotten"
    assert before is not None
    await loopback.gateway.drop()
    await until(lambda: len(loopback.gateway.identified) == 2, "a second identify")
    loopback.gateway.forget_gone()
    await people["anna"].slash("choose take")
    assert len(await loopback.store.record(game)) == 2


# -- interactions -----------------------------------------------------------------------------------------


async def test_an_interaction_delivered_twice_counts_once(loopback: Loopback) -> None:
    bot, people, game = await begun(loopback)
    anna = people["anna"]
    done = Interaction(snowflake(), f"token-{snowflake()}", COMMAND, anna.number, CHANNEL)
    loopback.world.interactions[done.token] = done
    event = anna.event(done, anna._command("choose take"), None)
    for _ in range(2):
        await loopback.gateway.tell("INTERACTION_CREATE", event)
    async with asyncio.timeout(30):
        await done.answered.wait()
    await asyncio.sleep(0.3)
    await settled(bot, game)
    assert len(await loopback.store.record(game)) == 2
    assert len([one for one in loopback.world.private(anna.number) if one["components"]]) == 1
    assert sum("dealt 7 cards" in text for text in texts(loopback)) == 2, "once in the channel, once in the thread"


async def test_a_late_interaction_is_not_carried_out_behind_somebodys_back(loopback: Loopback) -> None:
    _, people, game = await begun(loopback)
    await people["anna"].slash("choose take", wait=False, expired=True)
    await until(lambda: [one for one in loopback.world.requests if one.status == 404], "a refused acknowledgement")
    await asyncio.sleep(0.2)
    assert len(await loopback.store.record(game)) == 1
    await people["anna"].slash("choose take")
    assert len(await loopback.store.record(game)) == 2


async def test_a_token_that_dies_before_the_answer_leads_to_a_fresh_panel_in_a_direct_message(
    loopback: Loopback,
) -> None:
    _, people, game = await begun(loopback)
    loopback.world.faults.append(once("PATCH", "/messages/@original", refusal(401, 50027, "Invalid Webhook Token")))
    await people["anna"].slash("choose take", wait=False)
    panel = await until(
        lambda: [one for one in loopback.world.private(11) if one["channel_id"] == str(direct_id(11))],
        "a direct message",
    )
    assert len(await loopback.store.record(game)) == 2
    await people["anna"].use(panel[0], lambda label: label.startswith("Guns of August"))
    assert len(await loopback.store.record(game)) > 2


async def test_after_a_quarter_of_an_hour_the_panel_is_a_fresh_one(
    loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot, people, game = await begun(loopback)
    panel = people["anna"].panel()
    update = Reply(text="The clock runs.", edit="panel", seat=1)
    assert await bot.platform.panels.update(bot.platform.client, game, str(user_id(11)), update)
    assert panel["content"] == "The clock runs."
    later = bot.platform.posting._references._now() + 900
    monkeypatch.setattr(bot.platform.posting._references, "_now", lambda: later)
    assert not await bot.platform.panels.update(bot.platform.client, game, str(user_id(11)), update)
    await bot.platform.deliver(outgoing(game, 1, update, user=str(user_id(11))))
    assert loopback.world.private(11)[-1]["channel_id"] == str(direct_id(11))


async def test_a_command_behind_a_slow_one_is_acknowledged_at_once(
    loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, people, _ = await begun(loopback)
    carry_out, free = BotHandler.run, asyncio.Event()

    async def slow(handler: BotHandler, inbound: Inbound) -> Sequence[Reply]:
        await free.wait()
        return await carry_out(handler, inbound)

    monkeypatch.setattr(BotHandler, "run", slow)
    done = [await people["anna"].slash("status", wait=False) for _ in range(2)]
    await until(lambda: all(one.acknowledged for one in done), "an acknowledgement of both commands")
    assert not any(one.answered.is_set() for one in done)
    free.set()
    await until(lambda: all(one.answered.is_set() for one in done), "an answer to both commands")


async def test_two_players_in_the_same_instant_are_both_answered(loopback: Loopback) -> None:
    bot, people, game = await begun(loopback)
    both = await asyncio.gather(people["anna"].slash("choose take"), people["ben"].slash("status"))
    assert all(done.answered.is_set() and done.acknowledged_after < 3 for done in both)
    await settled(bot, game)
    assert len(await loopback.store.record(game)) == 2


async def test_an_old_button_says_that_the_position_has_moved_on(loopback: Loopback) -> None:
    _, people, game = await begun(loopback)
    old = dict(people["anna"].panel())
    token = next(item["custom_id"] for row in old["components"] for item in row["components"])
    await people["anna"].slash("choose take")
    fresh = people["anna"].panel()
    await people["anna"].press(fresh, token)
    assert "The position has changed" in people["anna"].panel()["content"]
    assert len(await loopback.store.record(game)) == 2


async def test_a_handler_that_breaks_is_answered_with_a_sentence(loopback: Loopback) -> None:
    class Broken(BotHandler):
        async def run(self, inbound: Inbound) -> list[Reply]:
            raise RuntimeError(inbound.key)

    await loopback.bot(handler=Broken(loopback.store))
    done = await loopback.person(11, "Anna").slash("status")
    assert done.answered.is_set()
    assert "Something went wrong on our side and was logged." in loopback.world.private(11)[-1]["content"]


# -- trouble on Discord's side --------------------------------------------------------------------------------


@pytest.mark.slow
async def test_server_errors_are_waited_out(loopback: Loopback) -> None:
    bot, people, game = await begun(loopback)
    count = len(texts(loopback))
    loopback.world.faults.append(once("POST", "/messages", (502, {"message": "bad gateway"}, {}), times=6))
    loopback.world.faults.append(once("POST", "/callback", (500, {"message": "oops"}, {})))
    await people["anna"].slash("resign yes")
    await settled(bot, game)
    told = texts(loopback)[count:]
    assert sum("(Central Powers) resigns" in text for text in told) == 1


async def test_a_request_that_succeeded_but_said_it_failed_is_not_repeated_visibly(loopback: Loopback) -> None:
    bot, people, game = await begun(loopback)
    lost = [1]

    def swallow(method: str, path: str, body: Any) -> tuple[int, Any, dict[str, str]] | None:
        if method == "POST" and path == f"/channels/{CHANNEL}/messages" and lost[0]:
            lost[0] -= 1
            message = loopback.world.post(CHANNEL, body, {})
            loopback.world.nonces[CHANNEL, str(body["nonce"])] = int(message["id"])
            return 500, {"message": "internal"}, {}
        return None

    loopback.world.faults.append(swallow)
    await people["anna"].slash("resign yes")
    await settled(bot, game)
    assert lost == [0]
    assert sum("(Central Powers) resigns" in text for text in texts(loopback)) == 1


async def test_too_many_requests_are_waited_out_as_discord_says(loopback: Loopback) -> None:
    bot, people, game = await begun(loopback)
    slow = {"message": "You are being rate limited.", "retry_after": 1.2, "global": False}
    loopback.world.faults.append(once("POST", "/messages", (429, slow, {"Retry-After": "1.2"})))
    await people["anna"].slash("resign yes")
    await settled(bot, game)
    assert sum("(Central Powers) resigns" in text for text in texts(loopback)) == 1


@pytest.mark.parametrize("via", ["", "1.1 loopback"], ids=["a wall before Discord", "Discord itself"])
async def test_being_held_back_costs_a_post_no_try_whatever_others_do(loopback: Loopback, via: str) -> None:
    bot, people, game = await begun(loopback)
    told = {"message": "error code: 1015", "retry_after": 0.01, "global": False}
    held = once("POST", f"/channels/{CHANNEL}/messages", (429, told, {"Via": via, "Retry-After": "0.01"}), 40)
    loopback.world.faults.append(held)
    bot.courier._taken_before[game] = -1  # others are taken meanwhile
    await people["anna"].slash("resign yes")
    async with asyncio.timeout(60):
        while not any(post.times for post in await loopback.store.outbox.pending_posts(game)):  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0.02)
    assert {post.tries for post in await loopback.store.outbox.pending_posts(game)} == {0}
    loopback.world.faults.clear()
    await settled(bot, game)
    assert sum("(Central Powers) resigns" in text for text in texts(loopback)) == 1


async def test_limits_are_read_from_the_headers(loopback: Loopback) -> None:
    bot, _, game = await begun(loopback)
    loopback.rest.limit = 2
    for number in range(6):
        await bot.platform.deliver(outgoing(game, number, Reply(text=f"post {number}", audience="channel")))
    refused = [one for one in loopback.world.requests if one.status == 429]
    assert [text for text in texts(loopback) if text.startswith("post ")] == [f"post {n}" for n in range(6)]
    assert len(refused) <= 1, "only before the first headers were seen"


# -- the outbox -----------------------------------------------------------------------------------------------


async def test_a_post_delivered_twice_is_shown_once(loopback: Loopback) -> None:
    bot, _, game = await begun(loopback)
    post = outgoing(game, 1, Reply(text="once", audience="channel"))
    await bot.platform.deliver(post)
    await bot.platform.deliver(post)
    assert texts(loopback).count("once") == 1


async def test_a_process_killed_between_commit_and_post_posts_once_after_the_restart(loopback: Loopback) -> None:
    bot, people, game = await begun(loopback)
    await bot.courier.stop()
    await people["anna"].slash("choose take")
    assert await loopback.store.outbox.pending_posts(game)
    await bot.die()
    loopback.gateway.forget_gone()
    again = await loopback.bot()
    await settled(again, game)
    assert sum("dealt 7 cards" in text for text in texts(loopback)) == 2


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
    """News of a league, a puzzle of the day: what belongs to no game loses no picture to a process that is killed."""
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
        task.cancel()  # as a process that is killed
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


async def test_two_processes_at_once_serve_everything_once(loopback: Loopback) -> None:
    bot, people, game = await begun(loopback)
    await loopback.bot("two")
    for user, line in OPENING[4:7]:
        await people[user].slash(line)
    await settled(bot, game)
    await asyncio.sleep(0.3)
    assert sum("dealt 7 cards" in text for text in texts(loopback)) == 2
    assert len([one for one in loopback.world.private(11) if one["components"]]) == 1
    public = [text for text in texts(loopback) if text]
    channel = [one["content"] for one in loopback.world.public() if one["channel_id"] == str(CHANNEL)]
    assert len(channel) == len(set(channel)), public
