"""Changes that people make to channels, threads and messages: each is answered by a sentence and a way to continue."""

from __future__ import annotations

import asyncio

import discord
import pytest

from bot.platforms.discord.adapter import DiscordPlatform
from bot.port import DeliveryError
from bot.service.handler import BotHandler
from bot.settings import SettingsError
from bot.storage import Change
from bot.table.reply import PictureRef, Reply
from tests.platforms.discord.conftest import Loopback, plain_picture
from tests.platforms.discord.people import labels
from tests.platforms.discord.state import CHANNEL, GUILD, Json, direct_id, refusal, user_id
from tests.platforms.discord.test_faults import begun, once, outgoing, texts
from tests.platforms.discord.test_play import OPENING
from tests.platforms.discord.waiting import settled


async def parked(loopback: Loopback) -> list[str]:
    return [one.parked.reason for one in await loopback.store.outbox.parked()]


async def test_a_deleted_channel_is_told_to_the_operator_and_the_record_goes_on(loopback: Loopback) -> None:
    bot, people, game = await begun(loopback)
    bot.platform.client._connection._guilds.clear()
    elsewhere = loopback.world.add_channel(CHANNEL + 1)
    people["anna"].channel = int(elsewhere["id"])
    gone = loopback.world.channels.pop(CHANNEL)
    message = outgoing(game, 1, Reply(text="lost", audience="channel"))
    with pytest.raises(DeliveryError, match="was deleted. Move the game") as caught:
        await bot.platform.deliver(message)
    assert caught.value.final
    loopback.world.channels[CHANNEL] = gone


@pytest.mark.parametrize(
    ("code", "says", "final"),
    [(50013, "lacks a permission", False), (50001, "can't see channel", False), (10003, "was deleted", True)],
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
        if len(await parked(loopback)) == 2:
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


async def test_a_deleted_thread_is_opened_again(loopback: Loopback) -> None:
    bot, _, game = await begun(loopback)
    old = int(thread_of(loopback)["id"])
    del loopback.world.channels[old]
    await bot.platform.deliver(outgoing(game, 1, Reply(text="again", audience="thread")))
    assert int(thread_of(loopback)["id"]) != old
    assert loopback.world.public()[-1]["channel_id"] == thread_of(loopback)["id"]


async def test_a_deleted_table_message_is_posted_again(loopback: Loopback) -> None:
    bot, people, game = await begun(loopback)
    (table,) = [one for one in loopback.world.public() if "Panel" in labels(one)]
    del loopback.world.messages[int(table["id"])]
    await people["anna"].slash("choose take")
    await settled(bot, game)
    (fresh,) = [one for one in loopback.world.public() if "Panel" in labels(one)]
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


@pytest.mark.parametrize(
    ("code", "says", "pinged"),
    [(50007, "don't accept direct messages", [str(user_id(12))]), (50278, "may have left this server", [])],
)
async def test_a_failed_direct_message_is_posted_in_the_channel(
    loopback: Loopback, code: int, says: str, pinged: list[str]
) -> None:
    bot, _, game = await begun(loopback)
    await bot.platform.posting._references.note_panel(
        game, str(user_id(12)), None
    )  # an open panel would show it to them
    loopback.world.faults.append(
        once("POST", f"/channels/{direct_id(12)}/messages", refusal(403, code, "no"), times=99)
    )
    private = outgoing(game, 1, Reply(text="psst", audience="private", seat=0), user=str(user_id(12)))
    await bot.platform.deliver(private)
    await bot.platform.deliver(private)
    (told,) = [one for one in loopback.world.public() if says in one["content"]]
    assert told["pinged"] == pinged, "who has left is not pinged"
    assert "psst" not in str(loopback.world.public())


async def test_a_private_picture_is_never_posted(loopback: Loopback) -> None:
    bot, _, game = await begun(loopback)
    picture = PictureRef(kind="hand", game=game, number=0, viewer=1)
    with pytest.raises(DeliveryError, match="must not be posted publicly"):
        await bot.platform.deliver(outgoing(game, 1, Reply(text="x", audience="channel", picture=picture)))


async def test_nobody_is_mentioned_but_whom_the_reply_names(loopback: Loopback) -> None:
    bot, _, game = await begun(loopback)
    text = f"@everyone @here <@{user_id(13)}> <@&{GUILD}>"
    await bot.platform.deliver(outgoing(game, 1, Reply(text=text, audience="channel", mention=(str(user_id(12)),))))
    await bot.platform.deliver(outgoing(game, 2, Reply(text=text, audience="channel")))
    sent = [one.body for one in loopback.world.requests if one.method == "POST" and text in str(one.body)]
    assert [one["allowed_mentions"] for one in sent] == [{"parse": [], "users": [user_id(12)]}, {"parse": []}]


async def test_a_wrong_token_is_a_sentence(loopback: Loopback) -> None:
    wrong = DiscordPlatform(handler=BotHandler(loopback.store), store=loopback.store, draw=plain_picture, token="x.y.z")
    with pytest.raises(SettingsError, match="Discord doesn't accept FELDPOST_DISCORD_TOKEN"):
        await wrong.start()
    await wrong.client.close()


async def test_a_game_in_a_channel_without_permission_to_post_is_refused(loopback: Loopback) -> None:
    loopback.world.permissions &= ~discord.Permissions(attach_files=True, read_messages=True).value
    await loopback.bot()
    anna = loopback.person(11, "Anna")
    told = anna.answer(await anna.slash("new campaign"))
    assert "can't post in this channel" in told
    assert "View Channel, Attach Files" in told
    loopback.world.permissions = discord.Permissions.all().value
    assert "can't post" not in anna.answer(await anna.slash("status"))


async def test_a_ping_by_direct_message_is_one_even_while_a_panel_lives(loopback: Loopback) -> None:
    bot, _, game = await begun(loopback)
    ping = Reply(text="Your turn.", audience="private", seat=1)
    await bot.platform.deliver(outgoing(game, 1, ping, user=str(user_id(11))))
    assert loopback.world.private(11)[-1]["channel_id"] == str(direct_id(11))
    loopback.world.closed_dms.add(11)
    await bot.platform.deliver(outgoing(game, 2, ping, user=str(user_id(11))))
    assert loopback.world.private(11)[-1]["channel_id"] == str(CHANNEL), "below the panel where no message may be sent"


async def test_pings_follow_the_players_setting(loopback: Loopback) -> None:
    bot, people, game = await begun(loopback)
    await people["ben"].slash("settings pings dm")
    for user, line in (*OPENING[4:7], ("anna", "choose frontal")):
        await people[user].slash(line)
    await settled(bot, game)
    assert [one for one in loopback.world.private(12) if one["channel_id"] == str(direct_id(12))]
    assert not [one for one in loopback.world.public() if str(user_id(12)) in one.get("pinged", [])]


async def test_the_round_wakes_the_thread_in_which_a_game_is_played(loopback: Loopback) -> None:
    bot, _, game = await begun(loopback)
    room = thread_of(loopback)
    header = (await bot.store.load(game)).header
    moved = header.model_copy(update={"channel": f"discord:{room['id']}"})
    await bot.store.commit(game, None, Change(answer={}, header=moved), "moved into a thread")
    await bot.platform.posting._references.note_thread(game, None)
    room["thread_metadata"]["archived"] = True
    await bot.platform.threads._look_after(game)
    assert not room["thread_metadata"]["archived"]


async def test_the_round_wakes_threads_of_running_games_and_forgets_deleted_ones(loopback: Loopback) -> None:
    bot, _, game = await begun(loopback)
    thread = thread_of(loopback)
    thread["thread_metadata"]["archived"] = True
    await bot.platform.threads._look_after(game)
    assert not thread["thread_metadata"]["archived"]
    del loopback.world.channels[int(thread["id"])]
    await bot.platform.threads._look_after(game)
    assert await bot.platform.posting._references.thread(game) is None
