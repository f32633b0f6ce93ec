"""Access control of the local channel: only our own pages, strict headers, nothing external."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest
from aiohttp import ClientSession, WSServerHandshakeError

from bot.platforms.web.adapter import WebPlatform
from bot.platforms.web.errors import WebRefusal
from bot.platforms.web.guard import is_loopback
from bot.platforms.web.signed_links import person_named
from bot.storage import ChannelLog, Connection
from tests.support.pseudo import escaped, pseudo
from tests.web.doubles import FakeBot, Painter
from tests.web.support import FakePage

__all__ = ["pseudo"]

STATIC = files("bot.platforms.web").joinpath("static")


async def test_every_answer_has_strict_headers(platform: WebPlatform) -> None:
    token = platform.signer.token(person_named("Foch"))
    paths = ("/", "/c/liege", f"/u/{token}/c/liege", "/static/main.js", "/api/door", "/nowhere", "/fonts/none.ttf")
    async with ClientSession() as session:
        for path in paths:
            async with session.get(platform.url + path) as answer:
                policy = answer.headers["Content-Security-Policy"]
                assert "default-src 'none'" in policy, path
                assert "unsafe" not in policy
                assert re.findall(r"https?:|\*", policy) == []
                assert answer.headers["X-Content-Type-Options"] == "nosniff"
                assert answer.headers["Referrer-Policy"] == "no-referrer"
                assert answer.headers["X-Frame-Options"] == "DENY"


def test_pages_hold_nothing_inline_and_nothing_from_elsewhere() -> None:
    for file in STATIC.iterdir():
        text = file.read_text(encoding="utf-8")
        foreign = [
            link for link in re.findall(r"(?:https?:)?//[a-z][\w.-]+\.[a-z]{2,}", text) if "www.w3.org" not in link
        ]
        assert foreign == [], file.name
        if file.name.endswith(".html"):
            assert re.findall(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=|javascript:", text) == [], file.name
        if file.name.endswith(".js"):
            assert (
                re.findall(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", text) == []
            )


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8014", "192.168.1.20", "127.0.0.1.evil.example"])
async def test_a_foreign_name_that_points_here_reaches_nothing(platform: WebPlatform, host: str) -> None:
    async with ClientSession() as session:
        for path in ("/", "/api/door", "/static/main.js"):
            async with session.get(platform.url + path, headers={"Host": host}) as answer:
                assert answer.status == 403
                assert "only works on this computer" in (await answer.json())["error"]


@pytest.mark.parametrize("origin", [None, "http://evil.example", "null", "http://127.0.0.1:1", "https://127.0.0.1"])
async def test_a_foreign_page_can_neither_post_nor_connect(platform: WebPlatform, origin: str | None) -> None:
    headers = {"Origin": origin} if origin else {}
    async with ClientSession() as session:
        body = {"name": "Foch", "channel": "liege"}
        async with session.post(f"{platform.url}/api/person", json=body, headers=headers) as answer:
            assert answer.status == 403
        with pytest.raises(WSServerHandshakeError) as refused:
            await session.ws_connect(f"{platform.url}/live", headers=headers)
        assert refused.value.status == 403


async def test_our_own_page_gets_a_link(platform: WebPlatform) -> None:
    async with ClientSession(headers={"Origin": platform.url}) as session:
        async with session.post(f"{platform.url}/api/person", json={"name": "Foch", "channel": "liege"}) as answer:
            link = (await answer.json())["link"]
        async with session.get(platform.url + link) as page:
            assert page.status == 200
            assert "<title>Feldpost" in await page.text()


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ("{}", "Choose a name"),
        ("no json", "Choose a name"),
        ("[]", "Choose a name"),
        ('{"name": "", "channel": "liege"}', "1 to 40 characters"),
        ('{"name": "Foch", "channel": "A B"}', "small letters"),
    ],
)
async def test_a_bad_wish_for_a_link_gets_a_sentence(platform: WebPlatform, body: str, sentence: str) -> None:
    headers = {"Origin": platform.url, "Content-Type": "application/json"}
    async with (
        ClientSession() as session,
        session.post(f"{platform.url}/api/person", data=body, headers=headers) as answer,
    ):
        assert answer.status == 400
        assert sentence in (await answer.json())["error"]


@pytest.mark.parametrize(
    "path",
    [
        "/static/..%2Fadapter.py",
        "/static/%2e%2e/adapter.py",
        "/static/.hidden",
        "/fonts/..%2F..%2Fpyproject.toml",
        "/static/adapter.py",
        "/u/forged.token/c/liege",
        "/u/x/c/liege/p/x",
        "/c/LIEGE",
        "/c/liege/p/guessed",
    ],
)
async def test_unknown_addresses_get_a_sentence(platform: WebPlatform, path: str) -> None:
    async with ClientSession() as session, session.get(platform.url + path) as answer:
        assert answer.status in {400, 403, 404}
        assert (await answer.json())["error"].endswith((".", "”."))


async def test_a_link_without_a_channel_leads_to_the_first_one(platform: WebPlatform) -> None:
    token = platform.signer.token(person_named("Foch"))
    async with ClientSession() as session, session.get(f"{platform.url}/u/{token}", allow_redirects=False) as answer:
        assert (answer.status, answer.headers["Location"]) == (302, f"/u/{token}/c/august-1914")


async def test_the_door_offers_two_players_and_a_spectator(platform: WebPlatform) -> None:
    async with ClientSession() as session, session.get(f"{platform.url}/api/door?channel=ypres") as answer:
        facts = await answer.json()
    assert [person["name"] for person in facts["people"]] == ["Player one", "Player two", "Spectator"]
    assert all(person["link"].endswith("/c/ypres") for person in facts["people"])
    assert facts["channels"] == ["ypres"]


def test_only_this_machine_is_loopback() -> None:
    assert all(is_loopback(host) for host in ("127.0.0.1", "127.0.1.7", "::1", "[::1]", "localhost"))
    assert not any(is_loopback(host) for host in ("0.0.0.0", "::", "10.0.0.1", "localhost.evil.example", ""))


async def test_it_does_not_listen_on_the_network(
    bot: FakeBot, painter: Painter, connection: Connection, platform: WebPlatform
) -> None:
    with pytest.raises(WebRefusal, match="can't listen on 0.0.0.0. Set FELDPOST_HOST to 127.0.0.1"):
        WebPlatform(handler=bot, log=ChannelLog(connection), draw=painter, signer=platform.signer, host="0.0.0.0")


async def test_a_taken_port_is_replaced_by_a_free_one(
    bot: FakeBot, painter: Painter, connection: Connection, platform: WebPlatform
) -> None:
    other = WebPlatform(
        handler=bot, log=ChannelLog(connection), draw=painter, signer=platform.signer, port=platform.port
    )
    await other.start()
    try:
        assert other.port != platform.port
        async with ClientSession() as session, session.get(other.url) as answer:
            assert answer.status == 200
    finally:
        await other.stop()


async def test_a_browser_reads_refusals_in_the_language_that_it_likes(platform: WebPlatform, pseudo: str) -> None:
    async with ClientSession(headers={"Accept-Language": f"{pseudo}, en;q=0.5"}) as session:
        for path, status in (("/nowhere", 404), ("/u/nobody/c/liege", 403)):
            async with session.get(platform.url + path) as answer:
                assert answer.status == status
                assert escaped((await answer.json())["error"]) == []
    async with ClientSession() as session, session.get(platform.url + "/nowhere") as answer:
        assert "⟦" not in (await answer.json())["error"]


async def test_the_browsers_language_comes_with_every_command(platform: WebPlatform, bot: FakeBot, pseudo: str) -> None:
    async with FakePage(platform, "Foch", locale=pseudo) as page:
        await page.run("hello")
    async with FakePage(platform, "Foch") as page:
        await page.run("hello")
    assert [inbound.locale for inbound in bot.seen if inbound.text == "hello"] == [pseudo, ""]
