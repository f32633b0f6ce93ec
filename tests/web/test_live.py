"""The live link: answers, one run per key, and recovery after a lost connection."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from bot.platforms.web.adapter import WebPlatform
from bot.port import Outgoing
from bot.storage import ChannelLog, Connection
from tests.web.doubles import GAME, FakeBot, Painter, form, panel, public
from tests.web.support import CHANNEL, FakePage


async def test_a_command_is_echoed_and_answered_to_its_sender_alone(platform: WebPlatform, bot: FakeBot) -> None:
    async with FakePage(platform, "Player one") as one, FakePage(platform, "Player two") as two:
        key = await one.run("hello")
        await two.settle()
    said, answer = one.items
    assert (said["text"], said["mine"], said["key"]) == ("/hello", True, key)
    assert (answer["text"], answer["where"]) == ("Good day, **Player one**.", "note")
    assert two.items == []
    inbound = bot.seen[0]
    assert (inbound.platform, inbound.channel, inbound.user, inbound.text) == ("web", CHANNEL, "player-one", "hello")


async def test_the_answer_is_there_before_the_acknowledgement(platform: WebPlatform) -> None:
    async with FakePage(platform, "Player one") as page:
        await page.run("hello")
        kinds = [message["type"] for message in page.received]
    assert kinds.index("answered") > max(i for i, kind in enumerate(kinds) if kind == "entries")


async def test_a_press_carries_its_token(platform: WebPlatform, bot: FakeBot) -> None:
    async with FakePage(platform, "Player one") as page:
        await page.run(token="attack 3")
        assert page.texts("note") == []
    assert (bot.seen[0].token, bot.seen[0].text) == ("attack 3", None)


async def test_the_panel_is_edited_in_place(platform: WebPlatform) -> None:
    async with FakePage(platform, "Player one") as page:
        await page.run("attack")
        await page.run("attack")
        panels = [item for item in page.items if item.get("where") == "panel"]
    assert [item["slot"] for item in panels] == ["panel", "panel"]
    assert panels[0]["id"] != panels[1]["id"]
    assert "2 of 4" in panels[1]["text"]


async def test_the_same_key_counts_once_also_on_another_connection(platform: WebPlatform, bot: FakeBot) -> None:
    async with FakePage(platform, "Player one") as page:
        key = await page.run("attack")
        await page.run("attack", key=key)
    async with FakePage(platform, "Player one") as again:
        await again.run("attack", key=key)
        messages = [item["id"] for item in again.items if item["type"] == "message"]
    assert bot.count == 1
    assert len(messages) == len(set(messages)) == 5


async def test_a_key_sent_twice_while_it_runs_is_run_once(platform: WebPlatform, bot: FakeBot) -> None:
    bot.gate.clear()
    async with FakePage(platform, "Player one") as page, FakePage(platform, "Player one") as twin:
        running = [asyncio.create_task(p.run("slow", key="abcdefgh-1")) for p in (page, twin)]
        await asyncio.sleep(0.1)
        bot.gate.set()
        await asyncio.gather(*running)
    assert len(bot.seen) == 1


async def test_the_same_key_of_two_people_is_two_commands(platform: WebPlatform, bot: FakeBot) -> None:
    async with FakePage(platform, "Player one") as one, FakePage(platform, "Player two") as two:
        await one.run("attack", key="abcdefgh-1")
        await two.run("attack", key="abcdefgh-1")
    assert bot.count == 2


async def test_a_slow_command_delays_nobody_else_and_one_s_own_keep_their_order(
    platform: WebPlatform, bot: FakeBot
) -> None:
    bot.gate.clear()
    async with FakePage(platform, "Player one") as one, FakePage(platform, "Player two") as two:
        await one.send({"type": "run", "key": "slow-one-1", "text": "slow"})
        await one.send({"type": "run", "key": "next-one-1", "text": "status"})
        await two.run("hello")
        assert two.texts("note") == ["/hello", "Good day, **Player two**."]
        assert one.texts("note") in ([], ["/slow"])
        bot.gate.set()
        await one.until(lambda m: m.get("key") == "next-one-1" and m["type"] == "answered")
        assert one.texts("note") == ["/slow", "Good day, **Player one**.", "/status", "Action 0."]


async def test_a_command_goes_on_when_its_page_goes_away(platform: WebPlatform, bot: FakeBot) -> None:
    bot.gate.clear()
    async with FakePage(platform, "Player one") as page:
        await page.send({"type": "run", "key": "slow-one-1", "text": "slow"})
        await page.entry(lambda i: i["text"] == "/slow")
    bot.gate.set()
    async with FakePage(platform, "Player one") as again:
        await again.entry(lambda i: i["text"].startswith("Good day"))


async def test_a_page_goes_on_where_it_broke_off_without_loss_or_repetition(platform: WebPlatform) -> None:
    async with FakePage(platform, "Player two") as two:
        async with FakePage(platform, "Player one") as one:
            await one.run("attack")
            await one.run("hello")
            await one.settle()
            before = one.items
            places = {m["stream"]: m["upto"] for m in one.received if m["type"] == "entries"}
        await two.run("attack")
    async with FakePage(platform, "Player one", **places) as back:
        await back.settle()
        after = back.items
        assert not next(m for m in back.received if m["type"] == "welcome")["fresh"]
    async with FakePage(platform, "Player one") as whole:
        await whole.settle()
        everything = whole.items

    def key(item: dict[str, Any]) -> str:
        return json.dumps(item, sort_keys=True)

    assert sorted(map(key, standing(before + after))) == sorted(map(key, everything))
    assert any("Action 2" in item.get("text", "") for item in after)


def standing(items: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return what a page still shows: only the newest version of the table message and the panel."""
    newest = {item["slot"]: item["id"] for item in items if item.get("where") in {"table", "panel"}}
    versions = [item for item in items if item["type"] == "message" and item["slot"] in newest]
    over = {item["id"] for item in versions if item["id"] != newest[item["slot"]]}
    return [item for item in items if item.get("id") not in over and item.get("of") not in over]


async def test_a_page_ahead_of_the_store_starts_again(platform: WebPlatform) -> None:
    async with FakePage(platform, "Player one") as page:
        await page.run("hello")
    async with FakePage(platform, "Player one", public=900, private=900) as back:
        assert next(m for m in back.received if m["type"] == "welcome")["fresh"]
        await back.entry(lambda i: i["text"].startswith("Good day"))


async def test_history_comes_in_pages(platform: WebPlatform) -> None:
    async with FakePage(platform, "Player one") as page:
        for number in range(250):
            await page.send({"type": "say", "key": f"say-number-{number}", "text": f"line {number}"})
        await page.until(lambda m: m.get("key") == "say-number-249", 30)
        print(len(page.items), [m for m in page.received if m["type"] not in ("entries", "answered")])
        await page.settle()
    async with FakePage(platform, "Player two") as late:
        assert next(m for m in late.received if m["type"] == "welcome")["more"]
        await late.settle()
        assert len(late.items) == 240
        await late.send({"type": "earlier", "before": late.items[0]["place"]})
        earlier = await late.until(lambda m: m["type"] == "earlier")
    assert len(earlier["items"]) == 10
    assert not earlier["more"]
    assert {item["text"] for item in earlier["items"]} | set(late.texts()) == {f"line {n}" for n in range(250)}


async def test_something_said_reaches_everybody_once(platform: WebPlatform) -> None:
    async with FakePage(platform, "Player one") as one, FakePage(platform, "Player two") as two:
        for _ in range(2):
            await one.send({"type": "say", "key": "say-hello-1", "text": "Vive la <b>France</b>"})
        await two.entry(lambda i: i["author"] == "Player one")
        await two.settle()
        assert two.texts() == ["Vive la <b>France</b>"]
        assert [item["mine"] for item in two.items] == [False]


async def test_a_fault_of_the_bot_is_one_sentence_and_the_link_stays(platform: WebPlatform) -> None:
    async with FakePage(platform, "Player one") as page:
        key = await page.run("boom")
        refused = await page.until(lambda m: m["type"] == "refused")
        assert refused["key"] == key
        assert not refused["again"]
        assert "boom" not in refused["error"]
        await page.run("hello")
        assert page.texts("note")[-1] == "Good day, **Player one**."


@pytest.mark.parametrize(
    "message",
    [
        {"type": "run", "key": "abcdefgh"},
        {"type": "run", "key": "abcdefgh", "text": "hello", "token": "hello"},
        {"type": "run", "key": "a b", "text": "hello"},
        {"type": "run", "key": "abcdefgh", "text": "x" * 2001},
        {"type": "run", "key": "abcdefgh", "token": "t", "tokens": ["t"] * 126},
        {"type": "fly", "key": "abcdefgh"},
        {"type": "say", "key": "abcdefgh", "text": "hi", "as": "player-two"},
    ],
)
async def test_messages_that_no_page_sends_are_refused(
    platform: WebPlatform, bot: FakeBot, message: dict[str, Any]
) -> None:
    async with FakePage(platform, "Player one") as page:
        await page.send(message)
        trouble = await page.until(lambda m: m["type"] == "trouble")
        assert "Reload" in trouble["text"]
        await page.run("hello")
    assert [inbound.text for inbound in bot.seen] == ["hello"]


async def test_suggestions_come_from_the_bot_with_or_without_a_slash(platform: WebPlatform, bot: FakeBot) -> None:
    async with FakePage(platform, "Player one") as page:
        await page.send({"type": "complete", "id": 7, "text": "/h"})
        answer = await page.until(lambda m: m["type"] == "suggestions")
    assert (answer["id"], [item["insert"] for item in answer["items"]]) == (7, ["hand", "hello"])
    assert bot.seen == []


async def test_a_post_delivered_twice_appears_once(platform: WebPlatform) -> None:
    message = Outgoing(id="g/1", game=GAME, channel=CHANNEL, reply=public(1)[0])
    async with FakePage(platform, "Player two") as page:
        for _ in range(2):
            await platform.deliver(message)
        await page.settle()
        assert len(page.texts("channel")) == 1


async def test_a_restart_of_the_channel_loses_nothing(
    platform: WebPlatform, bot: FakeBot, painter: Painter, connection: Connection
) -> None:
    async with FakePage(platform, "Player one") as page:
        await page.run("attack")
        await page.settle()
        before = [item["id"] for item in page.items if item["type"] == "message"]
        await platform.stop()
        assert (await page.until(lambda m: m["type"] == "bye"))["type"] == "bye"
    second = WebPlatform(handler=bot, log=ChannelLog(connection), draw=painter, signer=platform.signer)
    await second.start()
    try:
        async with FakePage(second, "Player one") as again:
            await again.settle()
            assert [item["id"] for item in again.items if item["type"] == "message"] == before
    finally:
        await second.stop()


async def test_closing_lets_a_running_command_finish(platform: WebPlatform, bot: FakeBot) -> None:
    bot.gate.clear()
    async with FakePage(platform, "Player one") as page:
        await page.send({"type": "run", "key": "slow-one-1", "text": "slow"})
        await page.entry(lambda i: i["text"] == "/slow")
        stopping = asyncio.create_task(platform.stop())
        await asyncio.sleep(0.1)
        assert not stopping.done()
        bot.gate.set()
        await stopping
    assert "web:liege:player-one:slow-one-1" in bot.answers


async def test_a_press_carries_everything_chosen_together(platform: WebPlatform, bot: FakeBot) -> None:
    async with FakePage(platform, "Player one") as page:
        await page.run(token="attack 3", tokens=["attack 3", "attack 4"])
    assert (bot.seen[0].token, bot.seen[0].tokens) == ("attack 3", ("attack 3", "attack 4"))


async def test_only_a_press_opens_a_form(platform: WebPlatform) -> None:
    planned = panel("player-one", 1).model_copy(update={"form": form("player-one")})
    async with FakePage(platform, "Player one") as one:
        await platform.deliver(Outgoing(id="g/4", game=GAME, channel=CHANNEL, reply=planned, user="player-one"))
        assert "form" not in await one.entry(lambda i: i.get("where") == "panel")


async def test_the_fullest_form_fits_into_one_press(platform: WebPlatform, bot: FakeBot) -> None:
    chosen = [f"{number:0100}" for number in range(125)]
    async with FakePage(platform, "Player one") as page:
        await page.run(token=chosen[0], tokens=chosen)
    assert bot.seen[0].tokens == tuple(chosen)


async def test_old_versions_of_panel_and_table_leave_the_log(platform: WebPlatform) -> None:
    async with FakePage(platform, "Player one") as page:
        for _ in range(5):
            await page.run("attack")
        await page.settle()
    async with FakePage(platform, "Player one") as again:
        await again.settle()
    shown = [item["where"] for item in again.items if item["type"] == "message"]
    assert (shown.count("table"), shown.count("panel"), shown.count("channel"), shown.count("thread")) == (1, 1, 5, 5)
    assert len(again.items) == len(standing(page.items))


async def test_a_picture_that_just_gave_way_can_still_be_fetched(platform: WebPlatform) -> None:
    async with FakePage(platform, "Player one") as page:
        await page.run("attack")
        old = (await page.entry(lambda i: i.get("where") == "panel"))["picture"]["src"]
        await page.run("attack")
        async with page.session.get(platform.url + old) as answer:
            assert answer.status == 200


async def test_a_picture_of_a_board_that_just_gave_way_can_still_be_fetched(platform: WebPlatform) -> None:
    async with FakePage(platform, "Player one") as page:
        await page.run("board")
        told = await page.until(lambda m: m["type"] == "board")
        await page.run("hand")  # a panel without a board
        await page.until(lambda m: m["type"] == "board" and m["board"] is None)
        async with page.session.get(platform.url + told["pictures"] + told["board"]["areas"][0]["src"]) as answer:
            assert answer.status == 200


async def test_of_several_suggestion_requests_only_the_last_are_answered(platform: WebPlatform, bot: FakeBot) -> None:
    bot.thinking.clear()
    async with FakePage(platform, "Player one") as page:
        for number in range(40):
            await page.send({"type": "complete", "id": number, "text": "h"})
        await page.run("hello")  # typing must not delay commands
        assert bot.asked == 1
        bot.thinking.set()
        assert (await page.until(lambda m: m["type"] == "suggestions"))["id"] == 39


async def test_a_page_that_sends_too_much_is_not_read_before_there_is_room(platform: WebPlatform, bot: FakeBot) -> None:
    bot.gate.clear()
    async with FakePage(platform, "Player one") as page, FakePage(platform, "Player two") as other:
        for number in range(300):
            await page.send({"type": "run", "key": f"slow-one-{number}", "text": "slow"})
        await other.run("hello")
        assert len(platform._running) <= 8
        bot.gate.set()
        await page.until(lambda m: m.get("key") == "slow-one-299", 20)
    assert len(bot.seen) == 301


async def test_a_page_hears_of_trouble_with_the_store_and_of_its_end(platform: WebPlatform) -> None:
    async with FakePage(platform, "Player one") as page:
        platform.timeline._tell_trouble("The store is away.")
        assert (await page.until(lambda m: m["type"] == "trouble"))["text"] == "The store is away."
        platform.timeline._tell_trouble("")
        await page.until(lambda m: m["type"] == "calm")
