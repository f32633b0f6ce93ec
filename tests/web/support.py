"""A page without a browser: a live link that records everything it received."""

from __future__ import annotations

import asyncio
import contextlib
import json
import uuid
from collections.abc import AsyncIterator, Sequence
from typing import Any, Self

from aiohttp import ClientSession, ClientWebSocketResponse

from bot.platforms.web.adapter import WebPlatform
from bot.platforms.web.signed_links import Signer, person_named
from bot.platforms.web.timeline import PICTURES
from bot.storage import ChannelLog, Connection
from tests.web.doubles import FakeBot, Painter

CHANNEL = "liege"


@contextlib.asynccontextmanager
async def served(bot: FakeBot, painter: Painter, signer: Signer, connection: Connection) -> AsyncIterator[WebPlatform]:
    """The local channel with a small bot behind it."""
    web = WebPlatform(handler=bot, log=ChannelLog(connection, companions=PICTURES), draw=painter, signer=signer)
    bot.deliver = web.deliver
    await web.start()
    yield web
    await web.stop()


class FakePage:
    """One page of a person; use it as an async context manager."""

    def __init__(
        self, platform: WebPlatform, name: str, channel: str = CHANNEL, locale: str = "", **places: int
    ) -> None:
        self.platform = platform
        self.token = platform.signer.token(person_named(name))
        self.channel = channel
        self.places = places
        self.received: list[dict[str, Any]] = []
        self.session = ClientSession(headers={"Origin": platform.url, "Accept-Language": locale})
        self.socket: ClientWebSocketResponse

    async def __aenter__(self) -> Self:
        self.socket = await self.session.ws_connect(f"{self.platform.url}/live")
        await self.send({"type": "hello", "as": self.token, "channel": self.channel, **self.places})
        await self.until(lambda m: m["type"] == "welcome")
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.socket.close()
        await self.session.close()

    async def send(self, message: dict[str, Any]) -> None:
        await self.socket.send_json(message)

    async def run(self, text: str = "", *, token: str = "", tokens: Sequence[str] = (), key: str = "") -> str:
        """Send a command or press and wait for its answer or refusal; returns the key."""
        key = key or str(uuid.uuid4())
        pressed = {"token": token, "tokens": list(tokens)} if tokens else {"token": token}
        await self.send({"type": "run", "key": key, **({"text": text} if text else pressed)})
        await self.until(lambda m: m["type"] in {"answered", "refused"} and m["key"] == key)
        return key

    async def until(self, wanted: Any, seconds: float = 30) -> dict[str, Any]:
        """Receive until a message matches, including earlier ones."""
        for known in self.received:
            if wanted(known):
                return known
        async with asyncio.timeout(seconds):
            while True:
                message: dict[str, Any] = json.loads(await self.socket.receive_str())
                self.received.append(message)
                if wanted(message):
                    return message

    async def entry(self, fits: Any, seconds: float = 30) -> dict[str, Any]:
        """Return the first matching entry, waiting for it."""

        def wanted(message: dict[str, Any]) -> bool:
            return message["type"] == "entries" and any(fits(item) for item in message["items"])

        message = await self.until(wanted, seconds)
        return next(item for item in message["items"] if fits(item))

    async def settle(self, seconds: float = 0.3) -> None:
        """Receive whatever comes within this time."""
        try:
            await self.until(lambda _: False, seconds)
        except TimeoutError:
            return

    @property
    def items(self) -> list[dict[str, Any]]:
        """All entries received, in order."""
        return [item for message in self.received if message["type"] == "entries" for item in message["items"]]

    def texts(self, where: str = "") -> list[str]:
        """Texts of the messages received, in order."""
        return [i["text"] for i in self.items if i["type"] == "message" and where in {"", i["where"]}]
