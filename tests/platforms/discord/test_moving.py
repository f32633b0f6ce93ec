"""Games that leave their channel, on request or because it was deleted, and games in a thread."""

from __future__ import annotations

import asyncio

import pytest

from bot.platforms.discord.adapter import DiscordPlatform
from bot.port import DeliveryError
from bot.table.reply import PictureRef, Reply
from tests.platforms.discord.conftest import Loopback
from tests.platforms.discord.people import Person, labels, until
from tests.platforms.discord.state import CHANNEL, GUILD, Json, direct_id, refusal, user_id
from tests.platforms.discord.test_faults import begun, once, outgoing
from tests.platforms.discord.test_play import OPENING, three
from tests.platforms.discord.waiting import settled

ELSEWHERE = CHANNEL + 1


def said_in(loopback: Loopback, channel: int) -> list[Json]:
    return [one for one in loopback.world.public() if one["channel_id"] == str(channel)]


def thread_in(loopback: Loopback, channel: int) -> Json:
    return [one for one in loopback.world.channels.values() if one["parent_id"] == str(channel)][-1]


async def play_on(loopback: Loopback, people: dict[str, Person], platform: DiscordPlatform, game: str) -> None:
    """Move the game to the other channel and make a choice there."""
    for person in people.values():
        person.channel = ELSEWHERE
    assert game in people["anna"].answer(await people["anna"].slash("games")), "this is how one finds its name again"
    await people["anna"].slash(f"relocate {game}")
    await people["anna"].slash("choose take")
    for _ in range(600):
        if not await loopback.store.outbox.pending_posts(game):
            break
        await asyncio.sleep(0.05)
    there = said_in(loopback, ELSEWHERE)
    assert sum("Panel" in labels(one) for one in there) == 1
    assert sum("dealt 7 cards" in one["content"] for one in there) == 1
    thread = thread_in(loopback, ELSEWHERE)
    assert not thread["thread_metadata"]["archived"]
    assert any("dealt 7 cards" in one["content"] for one in said_in(loopback, int(thread["id"])))
    assert (await loopback.store.load(game)).number == 1
    assert await platform.connected()


async def test_a_game_brought_to_another_channel_leaves_a_pointer_and_shuts_its_thread(loopback: Loopback) -> None:
    bot, people, game = await begun(loopback)
    loopback.world.add_channel(ELSEWHERE)
    (old,) = [one for one in loopback.world.public() if "Panel" in labels(one)]
    thread = thread_in(loopback, CHANNEL)
    await play_on(loopback, people, bot.platform, game)
    (fresh,) = [one for one in said_in(loopback, ELSEWHERE) if "Panel" in labels(one)]
    link = f"https://discord.com/channels/{GUILD}/{ELSEWHERE}/{fresh['id']}"
    await until(lambda: thread["thread_metadata"]["archived"], "the old thread archived")
    assert (old["content"], old["components"]) == (f"Game {game} continues in another channel: {link}", [])
    assert said_in(loopback, int(thread["id"]))[-1]["content"] == old["content"]
    assert len([one for one in loopback.world.channels.values() if one["type"] == 11]) == 2
    await people["anna"].slash("status")
    await settled(bot, game)
    assert sum("continues in another" in one["content"] for one in loopback.world.public()) == 2, (
        "said once, in both places"
    )


async def test_a_channel_that_a_game_left_has_nothing_to_press(loopback: Loopback) -> None:
    bot, people, game = await begun(loopback)
    anna, ben = people["anna"], people["ben"]
    loopback.world.add_channel(ELSEWHERE)
    (table,) = [one for one in loopback.world.public() if "Panel" in labels(one)]
    opener = table["components"][0]["components"][0]["custom_id"]
    for line in ("choose take", "draw", "warn paris: look there"):
        await anna.slash(line)
        await settled(bot, game)
    await ben.slash("panel")
    panel, pressed = ben.panel(), ben.panel()["components"][0]["components"][0]["custom_id"]
    there = [one for one in said_in(loopback, CHANNEL) if one["components"]]
    assert len(there) >= 3, "the table message, the offer and the warning"
    for person in people.values():
        person.channel = ELSEWHERE
    await anna.slash(f"relocate {game}")
    await settled(bot, game)
    await until(lambda: not [one for one in said_in(loopback, CHANNEL) if one["components"]], "all controls are gone")
    await until(lambda: not panel["components"], "those of the private panel as well")
    assert f"Game {game} continues in another channel" in panel["content"]
    assert any("Accept" in labels(one) for one in said_in(loopback, ELSEWHERE))
    before = (await loopback.store.load(game)).number
    said = f"Game `{game}` has moved to <#{ELSEWHERE}>."
    # A late press is answered; on the user's own panel the sentence replaces it.
    await ben.press(panel, pressed)
    assert (panel["content"], panel["components"]) == (said, [])
    late = await people["sven"].press(table, opener)
    assert loopback.world.messages[late.message]["content"] == said
    assert (await loopback.store.load(game)).number == before


async def test_a_direct_message_goes_on_working_after_a_move(loopback: Loopback) -> None:
    bot, people, game = await begun(loopback)
    anna, ben = people["anna"], people["ben"]
    await ben.slash("settings pings dm")
    await anna.slash("draw")
    await settled(bot, game)
    (direct,) = [
        one for one in loopback.world.private(12) if one["channel_id"] == str(direct_id(12)) and one["components"]
    ]
    loopback.world.add_channel(ELSEWHERE)
    anna.channel = ELSEWHERE
    await anna.slash(f"relocate {game}")
    await settled(bot, game)
    await ben.use(direct, "Reject".__eq__)
    await settled(bot, game)
    assert any("rejects the offer" in one["content"] for one in said_in(loopback, ELSEWHERE))
    await until(lambda: not direct["components"], "the answered controls are gone")


async def test_a_finished_game_with_a_rematch_offers_only_look_ups(loopback: Loopback) -> None:
    bot, people, game = await begun(loopback)
    anna = people["anna"]
    for line in ("choose take", "draw", "warn paris: look there", "resign yes"):
        await anna.slash(line)
        await settled(bot, game)
    await anna.slash("rematch")
    await settled(bot, await loopback.game())
    old = [
        item["label"]
        for one in said_in(loopback, CHANNEL)
        for row in one["components"]
        for item in row["components"]
        if f"~{game}~" in item["custom_id"]
    ]
    assert set(old) <= {"Map", "Log", "Rematch", "Review the game"}, old


async def test_a_game_that_ends_in_the_midst_of_an_action_asks_nobody_any_more(loopback: Loopback) -> None:
    bot = await loopback.bot()
    people = three(loopback)

    def asking() -> list[Json]:
        return [one for one in said_in(loopback, CHANNEL) if {"Answer", "My move"} & set(labels(one))]

    for user, line in OPENING:
        await people[user].slash(line)
        await settled(bot, await loopback.game())
        if any("Answer" in labels(one) for one in asking()):
            break
    else:
        raise AssertionError("nobody was asked")
    await people["ben"].slash("resign yes")
    await settled(bot, await loopback.game())
    await until(lambda: not asking(), "nobody is asked")


async def test_a_game_that_comes_back_opens_its_table_again(loopback: Loopback) -> None:
    bot, people, game = await begun(loopback)
    loopback.world.add_channel(ELSEWHERE)
    await play_on(loopback, people, bot.platform, game)
    for person in people.values():
        person.channel = CHANNEL
    await people["anna"].slash(f"relocate {game}")
    await settled(bot, game)
    assert "Panel" in labels(said_in(loopback, CHANNEL)[-1])
    there = thread_in(loopback, ELSEWHERE)
    await until(lambda: there["thread_metadata"]["archived"], "the thread there archived")


async def test_after_its_channel_was_deleted_a_game_goes_on_elsewhere(loopback: Loopback) -> None:
    bot, people, game = await begun(loopback)
    thread = thread_in(loopback, CHANNEL)
    loopback.world.add_channel(ELSEWHERE)
    gone = loopback.world.channels.pop(CHANNEL)
    del loopback.world.channels[int(thread["id"])]
    await loopback.gateway.tell("CHANNEL_DELETE", gone)
    with pytest.raises(DeliveryError, match="/pog around relocate GAME` in another channel"):
        await bot.platform.deliver(outgoing(game, 0, Reply(text="lost", audience="channel")))
    await play_on(loopback, people, bot.platform, game)


async def test_after_the_bot_was_removed_from_a_server_a_game_goes_on_in_another(loopback: Loopback) -> None:
    bot, people, game = await begun(loopback)
    other = GUILD + 1
    for method, ending in (("GET", f"/channels/{CHANNEL}"), ("POST", f"/channels/{CHANNEL}/messages")):
        loopback.world.faults.append(once(method, ending, refusal(403, 50001, "Missing Access"), times=999))
    await loopback.gateway.tell("GUILD_DELETE", {"id": str(GUILD)})
    loopback.world.add_channel(ELSEWHERE)["guild_id"] = str(other)
    await loopback.gateway.tell("GUILD_CREATE", loopback.gateway.guild(other))
    for person in people.values():
        person.guild = other
    with pytest.raises(DeliveryError, match="removed from the server.*/pog around relocate GAME"):
        await bot.platform.deliver(outgoing(game, 0, Reply(text="lost", audience="channel")))
    await play_on(loopback, people, bot.platform, game)


async def test_a_game_in_a_thread_is_played_there_and_the_thread_is_woken_for_every_edit(loopback: Loopback) -> None:
    meta = {
        "archived": False,
        "auto_archive_duration": 1440,
        "archive_timestamp": "2026-01-01T00:00:00+00:00",
        "locked": False,
    }
    thread = loopback.world.add_channel(
        ELSEWHERE, 11, parent_id=str(CHANNEL), owner_id=str(user_id(11)), thread_metadata=meta, message_count=0, member_count=1,
        rate_limit_per_user=0, flags=0, total_message_sent=0,
    )  # fmt: skip
    bot = await loopback.bot()
    people = three(loopback)
    for person in people.values():
        person.channel = ELSEWHERE
    for user, line in (("anna", "new campaign"), ("anna", "join cp"), ("ben", "join ap"), ("anna", "start")):
        await people[user].slash(line)
    game = await loopback.store.channels.holder(f"discord:{ELSEWHERE}")
    assert game is not None
    await settled(bot, game)
    (table,) = [one for one in said_in(loopback, ELSEWHERE) if "Panel" in labels(one)]
    thread["thread_metadata"]["archived"] = True
    picture = PictureRef(kind="overview", game=game, number=0)
    edit = Reply(text="The table, edited.", audience="channel", edit="table", picture=picture)
    message = outgoing(game, 1, edit).model_copy(update={"channel": str(ELSEWHERE)})
    await bot.platform.deliver(message)
    assert not thread["thread_metadata"]["archived"]
    await settled(bot, game)
    assert table["content"] == "The table, edited."
    assert [one["description"] for one in table["attachments"]] == ["overview for None"]
    assert not [one for one in loopback.world.channels.values() if one["parent_id"] == str(ELSEWHERE)]
