"""Failures on the way: nothing is lost, nothing is duplicated, everyone is answered."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from bot.port import Inbound, Outgoing
from bot.service.handler import BotHandler
from bot.table.reply import Reply
from tests.platforms.discord.conftest import Bot, Loopback
from tests.platforms.discord.people import COMMAND, Person, until
from tests.platforms.discord.state import CHANNEL, Fault, Interaction, direct_id, refusal, snowflake, user_id
from tests.platforms.discord.test_play import OPENING, three
from tests.platforms.discord.waiting import settled


async def begun(loopback: Loopback, **how: Any) -> tuple[Bot, dict[str, Person], str]:
    """Start a game that waits for Anna's first choice."""
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
    """Return a fault for the next requests of a kind."""
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


async def test_an_invalid_session_is_restarted(loopback: Loopback) -> None:
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


async def test_a_late_interaction_is_not_carried_out_unseen(loopback: Loopback) -> None:
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
    dead = once("PATCH", "/messages/@original", refusal(401, 50027, "Invalid Webhook Token"))
    before = set(loopback.world.interactions)

    def fault(method: str, path: str, body: Any) -> tuple[int, Any, dict[str, str]] | None:
        """Fail only new tokens: panels opened by earlier commands may still be refreshed."""
        return dead(method, path, body) if set(path.split("/")) & (set(loopback.world.interactions) - before) else None

    loopback.world.faults.append(fault)
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


async def test_a_command_after_a_slow_one_is_acknowledged_at_once(
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


# -- failures of Discord itself -------------------------------------------------------------------------------


class Hurried:
    """`asyncio` as discord.py uses it: pauses are twenty times shorter, and recorded."""

    def __init__(self) -> None:
        self.pauses: list[float] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    async def sleep(self, seconds: float) -> None:
        self.pauses.append(seconds)
        await asyncio.sleep(seconds / 20)


async def test_server_errors_are_waited_out(loopback: Loopback, monkeypatch: pytest.MonkeyPatch) -> None:
    library = Hurried()
    monkeypatch.setattr("discord.http.asyncio", library)
    bot, people, game = await begun(loopback)
    count = len(texts(loopback))
    loopback.world.faults.append(once("POST", "/messages", (502, {"message": "bad gateway"}, {}), times=6))
    loopback.world.faults.append(once("POST", "/callback", (500, {"message": "oops"}, {})))
    await people["anna"].slash("resign yes")
    await settled(bot, game)
    told = texts(loopback)[count:]
    assert sum("(Central Powers) resigns" in text for text in told) == 1
    assert {1, 3, 5, 7, 9} <= set(library.pauses), "it gives up after five tries, and the post is sent again"


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
    bot.courier._taken_before[game] = -1  # other posts are accepted meanwhile
    await people["anna"].slash("resign yes")
    async with asyncio.timeout(60):
        while not any(post.times for post in await loopback.store.outbox.pending_posts(game)):  # noqa: ASYNC110 - there is no event
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
