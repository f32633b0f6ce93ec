"""Bad moments in mid-game: everyone is answered, nobody waits for another user's problem."""

from __future__ import annotations

import asyncio
import io
import time
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from PIL import Image

from bot.port import Inbound
from bot.service.handler import BotHandler
from bot.storage import StoreUnavailable
from bot.table.reply import PictureRef, Reply
from tests.platforms.discord.conftest import Loopback
from tests.platforms.discord.people import labels, until
from tests.platforms.discord.state import CHANNEL, Json, direct_id, refusal, user_id
from tests.platforms.discord.test_faults import begun, once, outgoing, texts
from tests.platforms.discord.test_play import OPENING, three
from tests.platforms.discord.waiting import settled

DIRECT = str(direct_id(11))


class Slow(BotHandler):
    """A bot whose commands take as long as the test wants."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.go = asyncio.Event()
        self.go.set()
        self.begun = asyncio.Event()

    async def run(self, inbound: Inbound) -> Sequence[Reply]:
        """Run as usual, after the pause."""
        self.begun.set()
        await self.go.wait()
        return await super().run(inbound)


async def test_a_gateway_that_drops_while_a_command_is_carried_out_loses_neither_answer_nor_the_next_press(
    loopback: Loopback,
) -> None:
    handler = Slow(loopback.store)
    bot, people, game = await begun(loopback, handler=handler)
    handler.go.clear()
    handler.begun.clear()
    under_way = await people["anna"].slash("choose take", wait=False)
    await handler.begun.wait()
    await loopback.gateway.drop()
    missed = await people["ben"].slash("status", wait=False)
    handler.go.set()
    for done in (under_way, missed):
        async with asyncio.timeout(60):
            await done.answered.wait()
    await settled(bot, game)
    assert loopback.gateway.sessions[0].resumed == 1
    assert len(await loopback.store.record(game)) == 2
    assert sum("dealt 7 cards" in text for text in texts(loopback)) == 2


async def test_a_late_command_is_answered_by_a_direct_message(loopback: Loopback) -> None:
    _, people, game = await begun(loopback)
    await people["anna"].slash("choose take", wait=False, expired=True)
    (told,) = await until(
        lambda: [one for one in loopback.world.private(11) if one["channel_id"] == DIRECT], "a direct message"
    )
    assert "was not carried out. Please send it again" in told["content"]
    assert len(await loopback.store.record(game)) == 1


async def test_an_acknowledgement_that_fails_leaves_the_command_to_another_process(loopback: Loopback) -> None:
    """Only a process that has acknowledged may claim: one that can't reach Discord must not swallow a command."""
    _, people, game = await begun(loopback)
    await loopback.bot("two")
    failed: list[str] = []

    def first_one_fails(method: str, path: str, body: Any) -> tuple[int, Any, dict[str, str]] | None:
        del body
        if method == "POST" and path.endswith("/callback") and not failed:
            failed.append(path)
            return refusal(403, 0, "blocked on the way")
        return None

    loopback.world.faults.append(first_one_fails)
    await people["anna"].slash("choose take")
    assert failed
    assert len(await loopback.store.record(game)) == 2


async def test_a_long_rate_limit_of_one_channel_holds_no_other_game_up(
    loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord asks for 45 s in one channel; an event replaces the waiting time."""
    over, asked, sleep = asyncio.Event(), [], asyncio.sleep

    async def clock(seconds: float, result: Any = None) -> Any:
        if 40 < seconds < 50:
            asked.append(seconds)
            await over.wait()
            return result
        return await sleep(seconds, result)

    bot, people, game = await begun(loopback)
    loopback.world.add_channel(CHANNEL + 1)
    carl, dora = loopback.person(21, "Carl", CHANNEL + 1), loopback.person(22, "Dora", CHANNEL + 1)
    for person, line in ((carl, "new campaign"), (carl, "join cp"), (dora, "join ap"), (carl, "start")):
        await person.slash(line)
    other = await loopback.store.channels.holder(f"discord:{CHANNEL + 1}")
    assert other is not None
    await settled(bot, other)
    monkeypatch.setattr("discord.http.asyncio.sleep", clock)
    limited = {"message": "You are being rate limited.", "retry_after": 45.0, "global": False}
    headers = {"Retry-After": "45", "X-RateLimit-Scope": "shared"}
    loopback.world.faults.append(once("POST", f"/channels/{CHANNEL}/messages", (429, limited, headers)))
    await people["anna"].slash("resign yes")
    await until(lambda: asked, "a wait as long as Discord says")
    await carl.slash("choose take")
    await settled(bot, other)
    there = [one["content"] for one in loopback.world.public() if one["channel_id"] == str(CHANNEL + 1)]
    here = [one["content"] for one in loopback.world.public() if one["channel_id"] == str(CHANNEL)]
    assert any("dealt 7 cards" in text for text in there)
    assert not any("resigns" in text for text in here), "this channel still waits"
    assert people["ben"].answer(await people["ben"].slash("status")), "looking is answered meanwhile"
    over.set()
    await settled(bot, game)
    here = [one["content"] for one in loopback.world.public() if one["channel_id"] == str(CHANNEL)]
    assert sum("(Central Powers) resigns" in text for text in here) == 1
    assert 45 <= asked[0] < 50


async def test_two_players_who_sit_down_in_the_same_instant_both_sit(loopback: Loopback) -> None:
    bot = await loopback.bot()
    people = three(loopback)
    await people["anna"].slash("new campaign")
    game = await loopback.game()
    (lobby,) = await until(lambda: [one for one in loopback.world.public() if one["components"]], "the lobby")
    both = await asyncio.gather(
        people["anna"].use(lobby, "Join Central Powers".__eq__), people["ben"].use(lobby, "Join Allied Powers".__eq__)
    )
    answers = [people[name].answer(done) for name, done in zip(("anna", "ben"), both, strict=True)]
    assert answers[0].startswith("You play the Central Powers.")
    assert answers[1].startswith("You play the Allied Powers.")
    await settled(bot, game)
    assert {seat.user for seat in (await loopback.store.load(game)).seats.holders.values()} == {
        f"discord:{user_id(11)}",
        f"discord:{user_id(12)}",
    }


async def test_the_same_button_pressed_twice_in_the_same_instant_counts_once(loopback: Loopback) -> None:
    _, people, game = await begun(loopback)
    panel = people["anna"].panel()
    await asyncio.gather(*(people["anna"].use(panel, lambda label: label.startswith("Start with")) for _ in range(2)))
    assert len(await loopback.store.record(game)) == 2
    assert any(label.startswith("Guns of August") for label in labels(panel)), "both presses led to the present"


async def test_after_a_week_old_buttons_lead_to_the_present(
    loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    ahead = timedelta()
    handler = BotHandler(loopback.store, now=lambda: datetime.now(UTC) + ahead)
    bot, people, game = await begun(loopback, handler=handler)
    old = people["anna"].panel()
    token = next(item["custom_id"] for row in old["components"] for item in row["components"] if item["type"] == 2)
    (table,) = [one for one in loopback.world.public() if "Panel" in labels(one)]
    await people["anna"].press(old, token)
    await settled(bot, game)

    ahead = timedelta(days=7)
    monkeypatch.setattr(bot.platform.posting._references, "_now", lambda: time.time() + 7 * 86400)
    for done in loopback.world.interactions.values():
        done.expired = True
    number = len(await loopback.store.record(game))
    pressed = await people["anna"].press(old, token)
    assert "The position has changed" in loopback.world.messages[pressed.message]["content"]
    assert any(label.startswith("Guns of August") for label in labels(loopback.world.messages[pressed.message]))
    for label in ("Panel", "Map", "Log", "Hand"):
        done = await people["anna"].use(table, label.__eq__)
        shown = loopback.world.messages[done.message]
        assert shown["for"] == user_id(11)
        assert shown["content"]
    assert len(await loopback.store.record(game)) == number
    fresh = loopback.world.messages[pressed.message]
    await people["anna"].use(fresh, lambda label: label.startswith("Guns of August"))
    assert len(await loopback.store.record(game)) > number


async def test_the_waiting_players_panel_follows_the_game(loopback: Loopback) -> None:
    bot, people, game = await begun(loopback)
    anna, ben = people["anna"], people["ben"]
    await ben.slash("panel")
    panel = ben.panel()
    assert "Waiting for the **Central Powers**" in panel["content"]
    for line in (*(line for _, line in OPENING[4:7]), "choose frontal"):
        await anna.slash(line)
    await until(lambda: _asks(panel), "the question on Ben's open panel")
    for line in ("pass", "retreat all to paris"):
        await ben.slash(line)
    await until(lambda: _asks(anna.panel()), "the advance on Anna's open panel")
    assert "Advance into **Sedan**" in anna.panel()["content"]
    assert len([one for one in loopback.world.private(12) if one["components"]]) == 1
    await settled(bot, game)


async def test_a_panel_dismissed_during_a_press_is_replaced_by_a_new_one(
    loopback: Loopback,
) -> None:
    bot, people, game = await begun(loopback)
    await settled(bot, game)
    anna = people["anna"]
    panel = anna.panel()
    loopback.world.faults.append(once("PATCH", "/messages/@original", refusal(404, 10008, "Unknown Message")))
    await anna.use(panel, lambda label: label.startswith("Start with"))
    await until(lambda: anna.panel()["id"] != panel["id"], "a panel anew")
    fresh = anna.panel()
    assert any(label.startswith("Guns of August") for label in labels(fresh))
    for line in ("play guns of august as event", "choose frontal"):
        await anna.slash(line)
    shown = [one for one in loopback.world.private(11) if one["components"] and one["id"] != panel["id"]]
    assert len(shown) == 1, "the one that came anew went away as any older panel does"
    assert len(await loopback.store.record(game)) > 2


async def test_a_panel_that_would_read_the_same_is_left_alone(loopback: Loopback) -> None:
    bot, people, game = await begun(loopback)
    for user, line in (("anna", "choose take"), ("ben", "panel")):
        await people[user].slash(line)
    panel = people["ben"].panel()
    await settled(bot, game)
    await asyncio.sleep(0.6)
    shown = len(panel["history"])
    for line in ("play guns of august as ops", "activate koblenz move", "activate metz move", "activate aachen move"):
        await people["anna"].slash(line)
        await settled(bot, game)
    await asyncio.sleep(0.6)
    assert len(panel["history"]) == shown


def _asks(panel: Json) -> bool:
    return any(item["custom_id"].startswith("o~") for row in panel["components"] for item in row["components"])


async def test_an_answer_of_its_own_is_not_painted_over(loopback: Loopback) -> None:
    """The answer reports the action; the refresh of open panels leaves it alone."""
    bot, people, game = await begun(loopback)
    await people["anna"].slash("choose take")
    answer = people["anna"].panel()["content"]
    await settled(bot, game)
    await asyncio.sleep(0.6)
    assert people["anna"].panel()["content"] == answer


@pytest.mark.slow
async def test_as_many_shards_as_discord_recommends_serve_one_game(loopback: Loopback) -> None:
    loopback.rest.shards = 2
    bot, people, game = await begun(loopback)
    assert sorted(one["shard"] for one in loopback.gateway.identified) == [[0, 2], [1, 2]]
    await loopback.gateway.drop()
    done = await people["anna"].slash("choose take", wait=False)
    async with asyncio.timeout(60):
        await done.answered.wait()
    await settled(bot, game)
    assert [session.resumed for session in loopback.gateway.sessions] == [1, 1]
    assert sum("dealt 7 cards" in text for text in texts(loopback)) == 2


async def noisy_picture(ref: PictureRef) -> tuple[bytes, str, str]:
    """A picture that compresses badly."""
    buffer = io.BytesIO()
    Image.effect_noise((900, 700), 90).save(buffer, "PNG")
    return buffer.getvalue(), "image/png", f"{ref.kind} in words"


async def test_a_private_picture_keeps_to_the_size_that_the_interaction_names(loopback: Loopback) -> None:
    loopback.world.attachment_limit = 60_000
    bot, people, game = await begun(loopback, draw=noisy_picture)
    await people["anna"].slash("choose take")
    done = await people["anna"].slash("hand")
    await settled(bot, game)
    (shown,) = await until(lambda: loopback.world.messages[done.message]["attachments"], "the hand as a picture")
    assert shown["size"] <= 60_000
    assert shown["description"] == "hand in words"
    public = [one for message in loopback.world.public() for one in message["attachments"]]
    assert public
    assert max(one["size"] for one in public) > 60_000, "the channel's own limit is the server's"


@pytest.mark.parametrize("trouble", ["slow", "away"])
async def test_suggestions_wait_for_nothing_long_not_even_for_the_channel(
    loopback: Loopback, monkeypatch: pytest.MonkeyPatch, trouble: str
) -> None:
    bot, people, _ = await begun(loopback)

    async def found(*_: Any) -> str:
        if trouble == "away":
            raise StoreUnavailable("The Redis server does not answer.")
        await asyncio.Event().wait()
        return ""

    monkeypatch.setattr(bot.platform.serving, "_channel", found)
    monkeypatch.setattr("bot.platforms.discord.interactions._COMPLETION", 0.1)
    async with asyncio.timeout(60):
        assert await people["sven"].complete("map w") == {}


async def test_every_kind_of_request_is_held_against_discords_own_description(loopback: Loopback) -> None:
    from tests.platforms.discord import spec

    if spec.description() is None:
        pytest.skip("Discord's OpenAPI description is not at hand")
    bot, people, game = await begun(loopback)
    for user, line in OPENING[4:]:
        await people[user].slash(line)
    await people["anna"].slash("settings pings dm")
    panel = people["anna"].panel()
    await people["anna"].use(panel, lambda label: label.startswith("Type an order"))
    await people["sven"].complete("map w")
    await people["ben"].slash("export")
    await people["anna"].slash("resign yes")
    await settled(bot, game)
    private = outgoing(game, 5, Reply(text="psst", audience="private", seat=1), user=str(user_id(11)))
    await bot.platform.deliver(private)
    kinds = {f"{one.method} {spec.template_of(one.method.lower(), one.path)}" for one in loopback.world.requests}
    assert kinds >= {
        "PUT /applications/{application_id}/commands",
        "POST /interactions/{interaction_id}/{interaction_token}/callback",
        "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original",
        "POST /channels/{channel_id}/messages",
        "PATCH /channels/{channel_id}/messages/{message_id}",
        "POST /channels/{channel_id}/messages/{message_id}/threads",
        "POST /users/@me/channels",
    }
    assert not any(kind.endswith("None") for kind in kinds)
    assert any(one.files and one.body for one in loopback.world.requests), "files come with a described body"
    assert spec.faults("POST", "/channels/1/messages", {"content": "x", "tts": "not true or false"}, [])
    assert spec.faults("POST", "/users/@me/channels", {"recipient_id": "1"}, [5]) == [
        "POST /users/@me/channels takes no files"
    ]
