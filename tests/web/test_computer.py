"""One person against the computer in the local channel: the whole bot as a process, restarted in mid-game."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from aiohttp import ClientSession, ClientWebSocketResponse

from tests.web.playing import LocalProcess

pytestmark = pytest.mark.process

#: Timeout in seconds on a busy machine.
PATIENCE = 90.0


class Page:
    """A page that records what it reads."""

    def __init__(self, socket: ClientWebSocketResponse) -> None:
        self.socket = socket
        self.items: list[dict[str, Any]] = []

    async def says(self, line: str) -> None:
        """Type a line and wait for its answer."""
        key = str(uuid.uuid4())
        await self.socket.send_json({"type": "run", "key": key, "text": line})
        await self._until(lambda frame: frame.get("key") == key and frame["type"] in ("answered", "refused"))

    async def reads(self, text: str) -> None:
        """Wait until a message says this."""
        await self._until(lambda _: any(text in str(item.get("text")) for item in self.items))

    async def _until(self, true: Any) -> None:
        async with asyncio.timeout(PATIENCE):
            frame: dict[str, Any] = {"type": ""}
            while not true(frame):
                frame = await self.socket.receive_json()
                self.items += frame.get("items", ())


@asynccontextmanager
async def page(local: LocalProcess) -> AsyncIterator[Page]:
    """The first player's page."""
    url = local.links["First page"].rstrip("/")
    token, channel = local.links["Player one"].partition("/u/")[2].split("/c/")
    async with ClientSession(headers={"Origin": url}) as session, session.ws_connect(f"{url}/live") as socket:
        await socket.send_json({"type": "hello", "as": token, "channel": channel})
        yield Page(socket)


async def test_a_game_against_the_computer_goes_on_after_a_restart(alone: LocalProcess) -> None:
    async with page(alone) as one:
        await one.says("/new introductory against=recruit side=ap")
        await one.says("/start")
        await one.reads("Computer Recruit is thinking for the **Central Powers**")
    await alone.restart()
    async with page(alone) as one:
        await one.reads("Your turn as the **Allied Powers**")
        await one.says("/verify")
        await one.reads("follow from the seed")
        # A puzzle is played besides, and judged by worker processes of the same bot.
        await one.says("/puzzle")
        await one.reads("**Puzzle · ")
        await one.says("/puzzle show")
        await one.reads("This is the best plan.")
