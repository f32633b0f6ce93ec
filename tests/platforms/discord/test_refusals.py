"""Discord's responses to a post: temporary refusals are retried until it is shown, permanent ones are reported once.

Each response is a sample of `samples/`, with the status, headers and body from public sources.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bot.platforms import courier
from bot.port import DeliveryError
from bot.table.reply import Reply
from tests.platforms.discord.conftest import Loopback
from tests.platforms.discord.state import CHANNEL, Fault
from tests.platforms.discord.test_faults import begun, once, outgoing, texts
from tests.platforms.discord.waiting import settled
from tests.support.later import pauses_over

SAMPLES = Path(__file__).parent / "samples"
POSTS = f"/channels/{CHANNEL}/messages"


@dataclass(frozen=True)
class Fate:
    """The outcome of a post: the library waits (None), or it is refused in one of these ways."""

    final: bool = False
    away: bool = False
    held: bool = False
    gone: bool = False


WAITS = None
AWAY, HELD = Fate(away=True), Fate(away=True, held=True)
AGAIN, FINAL = Fate(), Fate(final=True)

#: A sample for each row of section 5 of the payload shapes.
FATES: dict[str, Fate | None] = {
    "rest_form_errors": FINAL,
    "rest_form_errors_array": FINAL,
    "rest_rate_limit_user": WAITS,
    "rest_rate_limit_shared": WAITS,
    "rest_rate_limit_global": WAITS,
    "rest_slowmode": WAITS,
    "rest_cloudflare_banned": HELD,
    "rest_cloudflare_json": HELD,
    "rest_cloudflare_1020": AWAY,
    "rest_cloudflare_520": AWAY,
    "rest_bad_gateway_html": WAITS,
    "rest_overloaded": AWAY,
    "rest_empty_400": AWAY,
    "rest_send_disabled": HELD,
    "rest_feature_disabled": HELD,
    "rest_dm_closed_400": FINAL,
    "rest_dm_too_fast": HELD,
    "rest_no_mutual": FINAL,
    "rest_unauthorized": HELD,
    "rest_no_code": AGAIN,
    "rest_method_not_allowed": AGAIN,
    "rest_unknown_guild": AGAIN,
    "rest_verification_level": AGAIN,
    "rest_archived": FINAL,
    "rest_automod": FINAL,
    "rest_too_large": FINAL,
}


def sample(name: str) -> tuple[int, Any, dict[str, str]]:
    """Return status, body and headers."""
    told = json.loads((SAMPLES / f"{name}.json").read_text(encoding="utf-8"))
    return told["status"], told["body"], {"Via": "", **told["headers"]}


def answering(name: str, times: int = 1, ending: str = POSTS) -> Fault:
    return once("POST", ending, sample(name), times)


def test_every_sample_of_an_answer_has_its_fate() -> None:
    assert {path.stem for path in SAMPLES.glob("rest_*.json")} == set(FATES)


async def test_each_answer_to_a_post_means_what_the_table_says(loopback: Loopback) -> None:
    bot, _, game = await begun(loopback)
    for number, (name, fate) in enumerate(FATES.items()):
        loopback.world.faults.append(answering(name))
        post = outgoing(game, number, Reply(text=f"Post {number}.", audience="channel"))
        if fate is None:
            await bot.platform.deliver(post)
        else:
            with pytest.raises(DeliveryError) as caught:
                await bot.platform.deliver(post)
            error = caught.value
            assert Fate(error.final, error.away, error.held, error.gone) == fate, name
            assert "<html" not in str(error), name
            if not fate.final:
                await bot.platform.deliver(post)
        assert (f"Post {number}." in texts(loopback)) is (fate is None or not fate.final), name


@pytest.mark.parametrize("name", ["rest_empty_400", "rest_send_disabled"])
async def test_a_refusal_for_now_drops_no_post_and_spends_no_try(
    loopback: Loopback, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    bot, people, game = await begun(loopback)
    before, tried = len(texts(loopback)), [0]
    monkeypatch.setattr(loopback.store.outbox, "_tries", 2)
    monkeypatch.setattr(courier, "_CHECK_INTERVAL", 0.1)

    def for_now(method: str, path: str, body: Any) -> tuple[int, Any, dict[str, str]] | None:
        if tried[0] < 4 and method == "POST" and path == POSTS and "(Central Powers) resigns" in body["content"]:
            tried[0] += 1
            return sample(name)
        return None

    loopback.world.faults.append(for_now)
    await people["anna"].slash("resign yes")
    for number in range(1, 5):
        async with asyncio.timeout(60):
            while tried[0] < number:  # noqa: ASYNC110 - a fault has no event of its own
                await asyncio.sleep(0.02)
        await asyncio.sleep(0.2)
        await pauses_over(loopback.store, game)
        bot.courier._later.clear()
        bot.courier.wake()
    await settled(bot, game)
    assert sum("(Central Powers) resigns" in text for text in texts(loopback)[before:]) == 1
    assert not await loopback.store.outbox.parked()


async def test_a_wall_before_the_thread_drops_nothing_there(loopback: Loopback) -> None:
    bot, _, game = await begun(loopback)
    thread = next(number for number, one in loopback.world.channels.items() if one["type"] == 11)
    post = outgoing(game, 1, Reply(text="For those who watch.", audience="thread"))
    for name in ("rest_cloudflare_1020", "rest_dm_too_fast", "rest_send_disabled"):
        loopback.world.faults.append(answering(name, ending=f"/channels/{thread}/messages"))
        with pytest.raises(DeliveryError) as caught:
            await bot.platform.deliver(post)
        assert not caught.value.final, name
    await bot.platform.deliver(post)
    assert texts(loopback).count("For those who watch.") == 1
    assert not [text for text in texts(loopback) if "can't use the spectators' thread" in text]


async def test_an_answer_is_sent_again_where_discord_refuses_for_now(loopback: Loopback) -> None:
    _, people, game = await begun(loopback)
    before = len(await loopback.store.record(game))
    loopback.world.faults.append(answering("rest_empty_400", ending="/callback"))
    loopback.world.faults.append(once("PATCH", "/messages/@original", sample("rest_feature_disabled"), times=2))
    done = await people["anna"].slash("choose take")
    assert len(await loopback.store.record(game)) == before + 1
    assert loopback.world.messages[done.message]["content"]


async def test_a_picture_comes_although_discord_refuses_it_for_now(loopback: Loopback) -> None:
    bot, people, game = await begun(loopback)
    refused = [2]

    def for_now(method: str, path: str, body: Any) -> tuple[int, Any, dict[str, str]] | None:
        if refused[0] and method == "PATCH" and path.startswith("/channels/") and (body or {}).get("attachments"):
            refused[0] -= 1
            return sample("rest_send_disabled" if refused[0] else "rest_empty_400")
        return None

    loopback.world.faults.append(for_now)
    await people["anna"].slash("choose take")
    await settled(bot, game)
    assert refused[0] == 0
    table = [one for one in loopback.world.public() if one["channel_id"] == str(CHANNEL) and one["components"]]
    assert all(one["attachments"] for one in table if "dealt" not in one["content"])


async def test_nested_form_errors_name_the_field_for_the_operator(loopback: Loopback) -> None:
    bot, _, game = await begun(loopback)
    loopback.world.faults.append(answering("rest_form_errors"))
    with pytest.raises(DeliveryError, match=r"components.0.components.1.custom_id: Component custom id cannot be dup"):
        await bot.platform.deliver(outgoing(game, 1, Reply(text="A post.", audience="channel")))


async def test_a_global_limit_holds_every_request_and_then_all_goes_on(loopback: Loopback) -> None:
    bot, people, game = await begun(loopback)
    loopback.world.faults.append(answering("rest_rate_limit_global"))
    await bot.platform.deliver(outgoing(game, 1, Reply(text="After the limit.", audience="channel")))
    done = await people["ben"].slash("status")
    assert done.answered.is_set()
    assert texts(loopback).count("After the limit.") == 1


async def test_a_page_that_says_it_is_json_counts_as_trouble_on_the_way(loopback: Loopback) -> None:
    bot, _, game = await begun(loopback)
    page = (403, "<html>no</html>", {"Content-Type": "application/json"})
    loopback.world.faults.append(once("POST", POSTS, page))
    post = outgoing(game, 1, Reply(text="A post.", audience="channel"))
    with pytest.raises(DeliveryError) as caught:
        await bot.platform.deliver(post)
    assert caught.value.away
    await bot.platform.deliver(post)
    assert texts(loopback).count("A post.") == 1
