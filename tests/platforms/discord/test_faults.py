"""What goes wrong on the way: nothing is lost, nothing comes twice, everybody is answered."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.platforms.base import DeliveryError, Inbound, Outgoing
from bot.replies.model import PictureRef, Reply
from bot.service.handler import BotHandler
from bot.settings import SettingsError
from tests.platforms.discord.conftest import Bot, Loopback, plain_picture
from tests.platforms.discord.people import COMMAND, Person, labels, until
from tests.platforms.discord.state import CHANNEL, Fault, Interaction, Json, refusal, snowflake
from tests.platforms.discord.test_play import OPENING, settled, three


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
    async with asyncio.timeout(20):
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
    async with asyncio.timeout(10):
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
        lambda: [one for one in loopback.world.private(11) if one["channel_id"] == "7000011"], "a direct message"
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
    assert await bot.platform.panels.update(bot.platform.client, game, "11", update)
    assert panel["content"] == "The clock runs."
    later = bot.platform.posting._references._now() + 900
    monkeypatch.setattr(bot.platform.posting._references, "_now", lambda: later)
    assert not await bot.platform.panels.update(bot.platform.client, game, "11", update)
    await bot.platform.deliver(outgoing(game, 1, update, user="11"))
    assert loopback.world.private(11)[-1]["channel_id"] == "7000011"


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
    assert "moved on" in people["anna"].panel()["content"]
    assert len(await loopback.store.record(game)) == 2


async def test_a_handler_that_breaks_is_answered_with_a_sentence(loopback: Loopback) -> None:
    class Broken(BotHandler):
        async def run(self, inbound: Inbound) -> list[Reply]:
            raise RuntimeError(inbound.key)

    await loopback.bot(handler=Broken(loopback.store))
    done = await loopback.person(11, "Anna").slash("status")
    assert done.answered.is_set()
    assert "broke" in loopback.world.private(11)[-1]["content"]


# -- trouble on Discord's side --------------------------------------------------------------------------------


async def test_server_errors_are_waited_out(loopback: Loopback) -> None:
    bot, people, game = await begun(loopback)
    count = len(texts(loopback))
    loopback.world.faults.append(once("POST", "/messages", (502, {"message": "bad gateway"}, {}), times=6))
    loopback.world.faults.append(once("POST", "/callback", (500, {"message": "oops"}, {})))
    await people["anna"].slash("choose take")
    await settled(bot, game)
    told = texts(loopback)[count:]
    assert sum("dealt 7 cards" in text for text in told) == 2


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
    await people["anna"].slash("choose take")
    await settled(bot, game)
    assert lost == [0]
    assert sum("dealt 7 cards" in text for text in texts(loopback)) == 2


async def test_too_many_requests_are_waited_out_as_discord_says(loopback: Loopback) -> None:
    bot, people, game = await begun(loopback)
    slow = {"message": "You are being rate limited.", "retry_after": 1.2, "global": False}
    loopback.world.faults.append(once("POST", "/messages", (429, slow, {"Retry-After": "1.2"})))
    await people["anna"].slash("choose take")
    await settled(bot, game)
    assert sum("dealt 7 cards" in text for text in texts(loopback)) == 2


async def test_limits_are_read_from_the_headers(loopback: Loopback) -> None:
    bot, _, game = await begun(loopback)
    loopback.rest.limit = 2
    for number in range(8):
        await bot.platform.deliver(outgoing(game, number, Reply(text=f"post {number}", audience="channel")))
    refused = [one for one in loopback.world.requests if one.status == 429]
    assert [text for text in texts(loopback) if text.startswith("post ")] == [f"post {n}" for n in range(8)]
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


# -- what people do to channels and threads -------------------------------------------------------------------


async def parked(loopback: Loopback) -> list[str]:
    return [one.parked.reason for one in await loopback.store.outbox.parked()]


async def test_a_deleted_channel_is_told_to_the_operator_and_the_record_goes_on(loopback: Loopback) -> None:
    bot, people, game = await begun(loopback)
    bot.platform.client._connection._guilds.clear()
    elsewhere = loopback.world.add_channel(1001)
    people["anna"].channel = int(elsewhere["id"])
    gone = loopback.world.channels.pop(CHANNEL)
    message = outgoing(game, 1, Reply(text="lost", audience="channel"))
    with pytest.raises(DeliveryError, match="was deleted: bring the game") as caught:
        await bot.platform.deliver(message)
    assert caught.value.final
    loopback.world.channels[CHANNEL] = gone


@pytest.mark.parametrize(
    ("code", "says", "final"),
    [(50013, "lacks a permission", False), (50001, "cannot see channel", False), (10003, "was deleted", True)],
)
async def test_a_refusal_is_a_sentence_with_a_way_to_go_on(
    loopback: Loopback, code: int, says: str, final: bool
) -> None:
    bot, _, game = await begun(loopback)
    loopback.world.faults.append(once("POST", "/messages", refusal(404 if final else 403, code, "no"), times=99))
    with pytest.raises(DeliveryError, match=says) as caught:
        await bot.platform.deliver(outgoing(game, 1, Reply(text="x", audience="channel")))
    assert caught.value.final is final
    assert "game" in str(caught.value)


async def test_a_lost_permission_parks_the_post_and_the_game_goes_on(loopback: Loopback) -> None:
    bot, people, game = await begun(loopback)
    loopback.store.outbox._tries = 1
    fault = once("POST", "/messages", refusal(403, 50013, "Missing Permissions"), times=99)
    loopback.world.faults.append(fault)
    await people["anna"].slash("choose take")
    for _ in range(200):
        if await parked(loopback):
            break
        await asyncio.sleep(0.02)
    assert any("lacks a permission" in reason for reason in await parked(loopback))
    loopback.world.faults.remove(fault)
    for post in await loopback.store.outbox.parked():
        await loopback.store.outbox.retry_parked(post.game_id, post.post_id)
    bot.courier.wake()
    await settled(bot, game)
    assert sum("dealt 7 cards" in text for text in texts(loopback)) == 2


def thread_of(loopback: Loopback) -> Json:
    return [one for one in loopback.world.channels.values() if one["type"] == 11][-1]


async def test_an_archived_thread_is_woken(loopback: Loopback) -> None:
    bot, _, game = await begun(loopback)
    thread_of(loopback)["thread_metadata"]["archived"] = True
    await bot.platform.deliver(outgoing(game, 1, Reply(text="awake", audience="thread")))
    assert not thread_of(loopback)["thread_metadata"]["archived"]
    assert texts(loopback)[-1] == "awake"


async def test_a_deleted_thread_is_opened_anew(loopback: Loopback) -> None:
    bot, _, game = await begun(loopback)
    old = int(thread_of(loopback)["id"])
    del loopback.world.channels[old]
    await bot.platform.deliver(outgoing(game, 1, Reply(text="again", audience="thread")))
    assert int(thread_of(loopback)["id"]) != old
    assert loopback.world.public()[-1]["channel_id"] == thread_of(loopback)["id"]


async def test_a_deleted_table_message_is_posted_anew(loopback: Loopback) -> None:
    bot, people, game = await begun(loopback)
    (table,) = [one for one in loopback.world.public() if "My move" in labels(one)]
    del loopback.world.messages[int(table["id"])]
    await people["anna"].slash("choose take")
    await settled(bot, game)
    (fresh,) = [one for one in loopback.world.public() if "My move" in labels(one)]
    assert fresh["id"] != table["id"]


async def test_commands_in_the_spectators_thread_mean_its_game(loopback: Loopback) -> None:
    await begun(loopback)
    sven = loopback.person(13, "Sven", int(thread_of(loopback)["id"]))
    assert "August 1914" in sven.answer(await sven.slash("score")) or "VP" in sven.answer(await sven.slash("score"))


async def test_the_thread_is_archived_at_the_end(loopback: Loopback) -> None:
    bot, people, game = await begun(loopback)
    await people["anna"].slash("resign yes")
    await settled(bot, game)
    for _ in range(300):
        if thread_of(loopback)["thread_metadata"]["archived"]:
            break
        await asyncio.sleep(0.02)
    assert thread_of(loopback)["thread_metadata"]["archived"]


async def test_somebody_who_left_or_takes_no_messages_parks_only_their_message(loopback: Loopback) -> None:
    bot, _, game = await begun(loopback)
    loopback.world.closed_dms.add(12)
    private = outgoing(game, 1, Reply(text="psst", audience="private", seat=0), user="12")
    with pytest.raises(DeliveryError, match="no direct messages") as caught:
        await bot.platform.deliver(private)
    assert caught.value.final


async def test_a_private_picture_is_never_posted(loopback: Loopback) -> None:
    bot, _, game = await begun(loopback)
    picture = PictureRef(kind="hand", game=game, number=0, viewer=1)
    with pytest.raises(DeliveryError, match="must not be posted publicly"):
        await bot.platform.deliver(outgoing(game, 1, Reply(text="x", audience="channel", picture=picture)))


async def test_nobody_is_mentioned_but_whom_the_reply_names(loopback: Loopback) -> None:
    bot, _, game = await begun(loopback)
    text = "@everyone @here <@13> <@&900>"
    await bot.platform.deliver(outgoing(game, 1, Reply(text=text, audience="channel", mention=("12",))))
    await bot.platform.deliver(outgoing(game, 2, Reply(text=text, audience="channel")))
    sent = [one.body for one in loopback.world.requests if one.method == "POST" and text in str(one.body)]
    assert [one["allowed_mentions"] for one in sent] == [{"parse": [], "users": [12]}, {"parse": []}]


async def test_a_wrong_token_is_a_sentence(loopback: Loopback) -> None:
    from bot.platforms.discord.adapter import DiscordPlatform

    wrong = DiscordPlatform(handler=BotHandler(loopback.store), store=loopback.store, draw=plain_picture, token="x.y.z")
    with pytest.raises(SettingsError, match="FELDPOST_DISCORD_TOKEN cannot be used"):
        await wrong.start()
    await wrong.client.close()
