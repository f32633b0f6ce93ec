"""A campaign before its first action, started over live links; `test_play` shows how pages start one themselves."""

from __future__ import annotations

import asyncio
import uuid

from aiohttp import ClientSession, ClientWebSocketResponse
from playwright.async_api import Browser, Page

from tests.web.browser import Traffic, open_page
from tests.web.house import Linked

PEOPLE = ("Player one", "Player two", "Spectator")
_OPENING = (
    ("Player one", "/new campaign"), ("Player one", "/join cp"), ("Player two", "/join ap"), ("Player one", "/start"),
    ("Player one", "/choose take"),
)  # fmt: skip


async def begin(local: Linked) -> None:
    """Start a campaign; Player one has the Central Powers."""
    url = local.links["First page"].rstrip("/")
    async with ClientSession(headers={"Origin": url}) as session:
        sockets = {}
        for name in PEOPLE[:2]:
            token, channel = local.links[name].partition("/u/")[2].split("/c/")
            sockets[name] = await session.ws_connect(f"{url}/live")
            await sockets[name].send_json({"type": "hello", "as": token, "channel": channel})
        for name, line in _OPENING:
            await _said(sockets[name], line)


async def _said(socket: ClientWebSocketResponse, line: str) -> None:
    key = str(uuid.uuid4())
    await socket.send_json({"type": "run", "key": key, "text": line})
    async with asyncio.timeout(30):
        while (told := await socket.receive_json()).get("key") != key or told["type"] != "answered":
            assert told["type"] != "refused", told


async def begun(browser: Browser, local: Linked, *names: str) -> list[tuple[Page, Traffic]]:
    """Start a campaign and open these people's pages (by default all three)."""
    await begin(local)
    return [await open_page(browser, local.links[name]) for name in names or PEOPLE]


__all__ = ["PEOPLE", "begin", "begun"]
