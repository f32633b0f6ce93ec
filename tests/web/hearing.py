"""A platform that records its messages, and games with posts for it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.port import DeliveryError, Outgoing
from bot.storage import Change, Post, Seat, Seats, Store
from bot.table.reply import Reply
from tests.storage.support import header

SEATS = Seats(holders={"cp": Seat(user="player-one", name="Player one")})


class Ear:
    """A platform that records its messages, unless it is made to fail."""

    name = "web"

    def __init__(self) -> None:
        self.heard: list[Outgoing] = []
        self.deaf: set[str] = set()
        self.asked = 0
        self.final = self.away = False
        #: Channels whose posts are blocked until the gate opens.
        self.slow: set[str] = set()
        self.gate = asyncio.Event()
        self.held = asyncio.Event()

    async def start(self) -> None: ...

    async def stop(self) -> None: ...

    async def deliver(self, message: Outgoing) -> None:
        self.asked += 1
        if message.channel in self.deaf:
            raise DeliveryError("deaf", final=self.final, away=self.away)
        if message.channel in self.slow:
            self.held.set()
            await self.gate.wait()
        self.heard.append(message)

    @property
    def texts(self) -> list[str]:
        return [message.reply.text for message in self.heard]


@pytest.fixture
def ear() -> Ear:
    return Ear()


async def game(store: Store, channel: str, *replies: Reply, body: dict[str, Any] | None = None) -> str:
    """Create a game in a channel with posts in its outbox."""
    head = header(channel)
    posts = [Post(kind="action", audience=r.audience, body=r.model_dump(mode="json")) for r in replies]
    if body is not None:
        posts.append(Post(kind="action", body=body))
    await store.create_game(head, Change({}, posts=posts, seats=SEATS))
    return head.game_id


def say(text: str, **more: Any) -> Reply:
    return Reply(text=text, **{"audience": "channel", **more})
