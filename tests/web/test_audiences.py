"""Who receives what over the live link: nothing meant for one person reaches another."""

from __future__ import annotations

import asyncio
import json

import pytest
from aiohttp import ClientSession

from bot.platforms.web.adapter import WebPlatform
from bot.platforms.web.records import MessageEntry
from bot.platforms.web.timeline import Stream
from bot.port import DeliveryError, Outgoing
from bot.table.reply import Button, Menu, Reply
from tests.web.doubles import GAME, SECRETS, Painter, form, panel, picture
from tests.web.support import CHANNEL, FakePage


async def test_posts_reach_everybody_with_the_asked_one_marked(platform: WebPlatform) -> None:
    async with FakePage(platform, "Player one") as one, FakePage(platform, "Player two") as two:
        await one.run("attack")
        await two.entry(lambda i: i.get("where") == "table")
    posts = [item for item in two.items if item["type"] == "message"]
    assert [(post["where"], post["asked"]) for post in posts] == [
        ("channel", True),
        ("thread", False),
        ("table", False),
    ]
    assert not any(item.get("asked") for item in one.items)


async def test_a_forged_person_is_turned_away(platform: WebPlatform) -> None:
    async with (
        ClientSession(headers={"Origin": platform.url}) as session,
        session.ws_connect(f"{platform.url}/live") as socket,
    ):
        await socket.send_json({"type": "hello", "as": "WyJhIiwiYSJd.AAAA", "channel": CHANNEL})
        answer = json.loads(await socket.receive_str())
        assert answer["type"] == "turned-away"
        assert "no longer valid" in answer["error"]
        assert (await socket.receive()).type.name in {"CLOSE", "CLOSED"}


async def test_a_control_for_one_person_is_shown_to_nobody_else(platform: WebPlatform) -> None:
    row = (Button(label="Accept", token="u~g~-1~x", only=("player-two",)), Button(label="Map", token="u~g~-1~y"))
    reply = Reply(text="An offer.", audience="channel", menu=Menu(rows=(row,)))
    message = Outgoing(id="g/3", game=GAME, channel=CHANNEL, reply=reply, players=("player-one", "player-two"))
    async with FakePage(platform, "Player one") as one, FakePage(platform, "Player two") as two:
        await platform.deliver(message)
        seen = [await page.entry(lambda i: i.get("text") == "An offer.") for page in (one, two)]
    assert [[button["label"] for row in told["rows"] for button in row["buttons"]] for told in seen] == [
        ["Map"],
        ["Accept", "Map"],
    ]


async def test_a_private_post_reaches_its_person_alone(platform: WebPlatform) -> None:
    message = Outgoing(id="g/2", game=GAME, channel=CHANNEL, reply=panel("player-two", 3), user="player-two")
    async with FakePage(platform, "Player two") as two, FakePage(platform, "Player one") as one:
        await platform.deliver(message)
        await two.entry(lambda i: i.get("where") == "panel")
        await one.settle()
        assert one.items == []


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        (panel("player-one", 1), "has nobody"),
        (Reply(text="look", audience="channel", picture=picture("closeup", 1, viewer=0)), "own view"),
        (Reply(text="look", audience="thread", picture=picture("hand", 1, private=True)), "own view"),
        (Reply(text="look", audience="channel", form=form("player-one")), "person who asked"),
    ],
)
async def test_a_post_that_would_leak_is_refused_for_good(platform: WebPlatform, reply: Reply, reason: str) -> None:
    with pytest.raises(DeliveryError, match=reason) as refused:
        await platform.deliver(Outgoing(id="g/3", game=GAME, channel=CHANNEL, reply=reply))
    assert refused.value.final


async def test_a_spectator_never_receives_a_hidden_card(platform: WebPlatform, painter: Painter) -> None:
    async with (
        FakePage(platform, "Player one") as one,
        FakePage(platform, "Player two") as two,
        FakePage(platform, "Spectator") as third,
    ):
        for page in (one, two):
            await page.run("attack")
            await page.run("hand")
            await page.entry(lambda i: i["type"] == "picture" and i["slot"] == "panel")
        await third.settle()
        watched = json.dumps(third.received)
        owned = json.dumps(one.received)
    async with FakePage(platform, "Spectator") as reloaded:
        await reloaded.settle()
        watched += json.dumps(reloaded.received)
    assert SECRETS["player-one"] in owned
    assert SECRETS["player-two"] not in owned
    assert not any(secret in watched for secret in SECRETS.values())
    assert '"shows": "hand"' not in watched
    assert '"shows": "hand"' in owned
    assert any(ref.kind == "hand" for ref in painter.drawn)


async def test_a_file_is_only_for_its_receiver_and_never_rendered_by_the_browser(platform: WebPlatform) -> None:
    async with FakePage(platform, "Player one") as one, FakePage(platform, "Player two") as two:
        await one.run("export")
        file = (await one.entry(lambda i: i.get("file")))["file"]
        assert (file["name"], file["size"]) == ("game.json", 22)
        async with one.session.get(platform.url + file["src"]) as answer:
            assert await answer.text() == '{"seat": "player-one"}'
            assert answer.headers["Content-Disposition"] == 'attachment; filename="game.json"'
            assert answer.content_type == "application/octet-stream"
        name = file["src"].rpartition("/")[2]
        for path in (f"/u/{two.token}/c/liege/f/{name}", f"/c/liege/f/{name}"):
            async with two.session.get(platform.url + path) as answer:
                assert answer.status == 404


async def test_channels_do_not_mix(platform: WebPlatform) -> None:
    async with FakePage(platform, "Player one", "liege") as liege, FakePage(platform, "Player one", "ypres") as ypres:
        await liege.run("attack")
        await ypres.settle()
        assert ypres.items == []
    async with ClientSession() as session, session.get(f"{platform.url}/api/door") as answer:
        assert set((await answer.json())["channels"]) == {"august-1914", "liege", "ypres"}


async def test_a_form_goes_to_the_person_who_pressed_with_the_key_of_the_press(platform: WebPlatform) -> None:
    async with (
        FakePage(platform, "Player one") as one,
        FakePage(platform, "Player two") as two,
        FakePage(platform, "Spectator") as third,
    ):
        key = await one.run(token="plan")
        told = (await one.entry(lambda i: i.get("form")))["form"]
        for page in (two, third):
            await page.settle()
            assert page.items == []
    assert (told["title"], told["key"]) == ("Operation", key)
    assert [(field["label"], field["required"], field["most"], len(field["options"])) for field in told["fields"]] == [
        ("Card", True, 1, 3),
        ("Attack from", False, 2, 25),
        ("Move from", False, 25, 25),
        ("Move on from", False, 25, 25),
        ("And then", False, 1, 25),
    ]


async def test_touch_offers_are_private_and_sent_again_to_a_new_page(platform: WebPlatform) -> None:
    async with (
        FakePage(platform, "Player one") as one,
        FakePage(platform, "Player two") as two,
        FakePage(platform, "Spectator") as third,
    ):
        await one.run("board")
        told = await one.until(lambda m: m["type"] == "board")
        async with FakePage(platform, "Player one") as twin:
            again = await twin.until(lambda m: m["type"] == "board")
        await two.settle()
        await third.settle()
        (area, hand) = told["board"]["areas"]
        assert told == again
        assert area["size"] == [1380, 1040]
        assert [offer["uses"] for offer in told["board"]["offers"]] == ["", "card:0"]
        assert (area["boxes"], list(hand["boxes"])) == ({}, ["card:0"]), "what nothing can be done with is not told"
        for page in (two, third):
            assert not [message for message in page.received if message["type"] == "board"]
            assert SECRETS["player-one"] not in json.dumps(page.received)
        async with one.session.get(platform.url + told["pictures"] + area["src"]) as answer:
            assert answer.status == 200
        for path in (f"/u/{two.token}/c/liege/p/{area['src']}", f"/c/liege/p/{area['src']}"):
            async with one.session.get(platform.url + path) as answer:
                assert answer.status == 404
        await one.run("hand")  # a panel without a board removes it
        gone = [message for message in one.received if message["type"] == "board"]
        assert gone[-1]["board"] is None


async def test_a_board_is_not_kept_when_nobody_looks(platform: WebPlatform) -> None:
    async with FakePage(platform, "Player one") as one:
        await one.run("board")
        await one.until(lambda m: m["type"] == "board")
        assert platform.timeline.kept() == 2
    await asyncio.sleep(0.05)
    assert platform.timeline.kept() == 0
    rows = await platform.timeline.newest(Stream(CHANNEL, "player-one"), 50)
    assert any(isinstance(row.entry, MessageEntry) and row.entry.where == "panel" for row in rows)
    assert not any("Koblenz" in row.entry.model_dump_json() for row in rows)


async def test_a_spectator_sees_a_message_without_the_controls_of_the_players(platform: WebPlatform) -> None:
    mine = Button(label="My move", token="u~a~-1~panel", seated=True)
    row = (mine, Button(label="Map", token="u~a~-1~map"))
    menu = Menu(rows=(row, (mine.model_copy(update={"token": "u~a~-1~sheet"}),)))
    table = Reply(text="The game", audience="channel", edit="table", anew=True, menu=menu)
    async with FakePage(platform, "Player one") as one, FakePage(platform, "Eve") as eve:
        await platform.deliver(
            Outgoing(id="a/1-0", game="a", channel=CHANNEL, reply=table, players=("player-one", "player-two"))
        )
        seen = [await page.entry(lambda i: i.get("where") == "table") for page in (one, eve)]
    labels = [[[button["label"] for button in row["buttons"]] for row in item["rows"]] for item in seen]
    assert labels == [[["My move", "Map"], ["My move"]], [["Map"]]]
