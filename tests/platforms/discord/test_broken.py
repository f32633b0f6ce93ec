"""Broken connections and unsuitable channels: everything is answered or run, nothing is silently dropped."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.platforms.discord import adapter_texts, interactions, request_retry
from bot.port import DeliveryError, Outgoing
from bot.storage import Connection, Store
from bot.table.reply import Reply
from tests.platforms.discord.conftest import Loopback
from tests.platforms.discord.people import until
from tests.platforms.discord.state import CHANNEL, Break, Json, direct_id, refusal
from tests.platforms.discord.test_faults import begun, texts
from tests.platforms.discord.test_places import parked, thread_of
from tests.platforms.discord.test_play import OPENING, three
from tests.platforms.discord.waiting import settled
from tests.support.relay import relayed

ACKNOWLEDGEMENT = ("POST", "/callback")
ANSWER = ("PATCH", "/messages/@original")
ALWAYS = 99


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Waiting is mocked: pauses between tries are very short."""
    monkeypatch.setattr(interactions, "_OTHERS", 0.3)
    monkeypatch.setattr(request_retry, "SOON", (0.05, 0.05))


VOICES = CHANNEL + 2


def told_directly(loopback: Loopback, user: int = 11) -> list[str]:
    """Return the direct messages to a person."""
    mine = [one for one in loopback.world.private(user) if one["channel_id"] == str(direct_id(user))]
    return [str(one["content"]) for one in mine]


# -- the acknowledgement ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("after", [False, True])
async def test_an_acknowledgement_that_breaks_is_given_again(loopback: Loopback, after: bool) -> None:
    bot, people, game = await begun(loopback)
    before = len(await loopback.store.record(game))
    loopback.world.breaks.append(Break(*ACKNOWLEDGEMENT, after=after))
    await people["anna"].slash("choose take")
    await settled(bot, game)
    assert len(await loopback.store.record(game)) == before + 1
    assert told_directly(loopback) == []


async def test_an_unacknowledged_command_is_not_carried_out_and_its_user_is_told(loopback: Loopback) -> None:
    _, people, game = await begun(loopback)
    before = len(await loopback.store.record(game))
    loopback.world.breaks.append(Break(*ACKNOWLEDGEMENT, times=ALWAYS))
    await people["anna"].slash("choose take", wait=False)
    await until(lambda: told_directly(loopback), "a direct message")
    assert told_directly(loopback) == [adapter_texts.UNACKNOWLEDGED]
    assert len(await loopback.store.record(game)) == before


async def test_a_command_claimed_in_the_store_without_an_answer_is_carried_out(
    loopback: Loopback, redis_url: str
) -> None:
    async with relayed(redis_url) as (relay, address):
        loopback.store = Store(Connection(address))
        bot, people, game = await begun(loopback)
        try:
            before = len(await loopback.store.record(game))
            relay.losing = b"discord%3Ainteractions"
            await people["anna"].slash("choose take")
            await settled(bot, game)
            assert relay.lost == 1
            assert len(await loopback.store.record(game)) == before + 1
        finally:
            await bot.stop()
            await loopback.store.close()


async def test_a_player_hears_of_a_lost_store_without_its_address(loopback: Loopback, redis_url: str) -> None:
    async with relayed(redis_url) as (relay, address):
        loopback.store = Store(Connection(address))
        bot, people, game = await begun(loopback)
        try:
            await settled(bot, game)
            people["anna"].channel = int(thread_of(loopback)["id"])
            relay.away = True
            await people["anna"].slash("status")
            said = [str(one["content"]) for one in loopback.world.private(11)]
            assert said[-1] == adapter_texts.NO_STORE
            assert "Redis" not in adapter_texts.NO_STORE
        finally:
            relay.away = False
            await bot.stop()
            await loopback.store.close()


async def test_of_two_processes_the_one_that_connects_carries_it_out(loopback: Loopback) -> None:
    bot, people, game = await begun(loopback)
    before = len(await loopback.store.record(game))
    await loopback.bot("two")
    loopback.world.breaks.append(Break(*ACKNOWLEDGEMENT, times=1))
    await people["anna"].slash("choose take")
    await settled(bot, game)
    await asyncio.sleep(0.5)
    assert len(await loopback.store.record(game)) == before + 1
    assert told_directly(loopback) == []


@pytest.mark.parametrize("times", [1, ALWAYS])
async def test_a_form_that_cannot_be_opened_is_not_silence(loopback: Loopback, times: int) -> None:
    _, people, _ = await begun(loopback)
    panel = people["anna"].panel()
    typed = next(
        item["custom_id"]
        for row in panel["components"]
        for item in row["components"]
        if item.get("label") == adapter_texts.TYPE_ORDER
    )
    loopback.world.breaks.append(Break(*ACKNOWLEDGEMENT, times=times))
    done = await people["anna"].press(panel, typed, wait=False)
    await until(lambda: done.callbacks or told_directly(loopback), "a form or a sentence")
    assert told_directly(loopback) == ([] if times == 1 else [adapter_texts.UNACKNOWLEDGED])


# -- the answer ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("after", [False, True])
async def test_an_answer_that_is_lost_comes_again_and_is_no_failure(loopback: Loopback, after: bool) -> None:
    bot, people, game = await begun(loopback)
    loopback.world.breaks.append(Break(*ANSWER, after=after))
    await people["anna"].slash("choose take")
    await settled(bot, game)
    assert len(await loopback.store.record(game)) == 2
    assert "broke" not in people["anna"].last()["content"]
    assert people["anna"].panel()["components"]
    assert told_directly(loopback) == []


async def test_an_answer_that_never_comes_through_comes_by_direct_message(loopback: Loopback) -> None:
    _, people, game = await begun(loopback)
    loopback.world.breaks.append(Break(*ANSWER, times=ALWAYS))
    await people["anna"].slash("choose take", wait=False)
    await until(lambda: told_directly(loopback), "a direct message")
    assert len(await loopback.store.record(game)) == 2
    assert not any("broke" in text for text in told_directly(loopback))


async def test_an_answer_below_a_dismissed_panel_that_is_lost_comes_again(loopback: Loopback) -> None:
    bot, people, game = await begun(loopback)
    anna = people["anna"]
    panel = dict(anna.panel())
    token = next(item["custom_id"] for row in panel["components"] for item in row["components"] if item["type"] == 2)
    del loopback.world.messages[int(panel["id"])]
    # The answer is a follow-up message, whose URL ends in the interaction's token.
    loopback.world.breaks.append(Break("POST", "", times=0))
    breaking = loopback.world.breaks[0]

    def once_acknowledged(method: str, path: str, body: Any) -> None:
        del body
        if method == "POST" and path.endswith("/callback"):
            breaking.times = 1

    loopback.world.faults.append(once_acknowledged)
    done = await anna.press(panel, token)
    assert done.answered.is_set()
    assert breaking.times == 0
    await settled(bot, game)


# -- channels -----------------------------------------------------------------------------------------------------


async def test_a_game_works_in_a_voice_channel_without_a_thread(loopback: Loopback) -> None:
    bot = await loopback.bot()
    voices = {"bitrate": 64000, "user_limit": 0, "rtc_region": None, "video_quality_mode": 1}
    loopback.world.add_channel(VOICES, 2, **voices)
    people = three(loopback)
    for one in people.values():
        one.channel = VOICES
    for user, line in OPENING[:5]:
        await people[user].slash(line)
    found = await loopback.store.channels.holder(f"discord:{VOICES}")
    assert found is not None
    await settled(bot, found)
    public = [one["content"] for one in loopback.world.public() if one["channel_id"] == str(VOICES)]
    assert sum("dealt 7 cards" in text for text in public) == 1
    assert not [one for one in loopback.world.channels.values() if one["type"] == 11]
    assert not [one for one in loopback.world.requests if one.path.endswith("/threads")]
    assert await parked(loopback) == []


def threads(loopback: Loopback) -> list[Json]:
    return [one for one in loopback.world.channels.values() if one["type"] == 11]


async def test_a_missing_right_to_threads_is_told_once_and_the_game_goes_on(loopback: Loopback) -> None:
    def no_threads(method: str, path: str, body: Any) -> tuple[int, Any, dict[str, str]] | None:
        del body
        return refusal(403, 50013, "Missing Permissions") if method == "POST" and path.endswith("/threads") else None

    loopback.world.faults.append(no_threads)
    bot, people, game = await begun(loopback)
    for user, line in OPENING[4:7]:
        await people[user].slash(line)
    await settled(bot, game)
    assert threads(loopback) == []
    assert sum("dealt 7 cards" in text for text in texts(loopback)) == 1
    assert sum("can't use the spectators' thread" in text for text in texts(loopback)) == 1
    assert await parked(loopback), "the operator may send them later"
    loopback.world.faults.remove(no_threads)
    for post in await loopback.store.outbox.parked():
        await loopback.store.outbox.retry_parked(post.game_id, post.post_id)
    bot.courier.wake()
    await settled(bot, game)
    assert len(threads(loopback)) == 1
    assert sum("dealt 7 cards" in text for text in texts(loopback)) == 2


async def test_a_deleted_table_and_its_deleted_thread_come_back(loopback: Loopback) -> None:
    bot, people, game = await begun(loopback)
    (thread,) = threads(loopback)
    del loopback.world.channels[int(thread["id"])]
    table = int(thread["id"])
    del loopback.world.messages[table]
    bot.platform.client._connection._guilds.clear()
    await people["anna"].slash("choose take")
    await settled(bot, game)
    assert await parked(loopback) == []
    assert len(threads(loopback)) == 1
    assert sum("dealt 7 cards" in text for text in texts(loopback)) == 2
    shown = [one for one in loopback.world.public() if one["channel_id"] == str(CHANNEL) and one["components"]]
    assert shown, "the table stands again"


async def test_the_keeper_of_threads_waits_for_a_client_and_survives_whatever_breaks(
    loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot, _, game = await begun(loopback)
    looked: list[str] = []
    line, broken = bot.platform.line, [RuntimeError("Session is closed"), AttributeError("_MissingSentinel")]
    find = bot.platform.threads._find

    async def found(number: int) -> Any:
        assert line._ready.is_set(), "nobody asks a client that is away"
        looked.append(game)
        if broken:
            raise broken.pop()
        return await find(number)

    monkeypatch.setattr("bot.platforms.discord.threads.ROUND", 0.05)
    monkeypatch.setattr(bot.platform.threads, "_find", found)
    line._ready.clear()
    keeper = asyncio.create_task(bot.platform.threads.keep())
    await asyncio.sleep(0.3)
    assert (looked, keeper.done()) == ([], False)
    line._ready.set()
    await until(lambda: len(looked) > 2 or keeper.done(), "rounds after those that broke")
    assert not keeper.done()
    keeper.cancel()


@pytest.mark.parametrize("error", [RuntimeError("Session is closed"), AttributeError("_MissingSentinel")])
async def test_a_post_that_meets_a_closed_client_is_no_counted_try(
    loopback: Loopback, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    bot, _, _ = await begun(loopback)

    async def lost(message: Outgoing) -> None:
        del message
        await bot.platform.client.close()
        raise error

    async def up(patience: float) -> bool:
        del patience
        return True

    monkeypatch.setattr(bot.platform.posting, "deliver", lost)
    monkeypatch.setattr(bot.platform.line, "is_up", up)
    with pytest.raises(DeliveryError) as raised:
        await bot.platform.deliver(
            Outgoing(id="g/1", game="g", channel="1", reply=Reply(text="help"), user="", players=())
        )
    assert raised.value.away
