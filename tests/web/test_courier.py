"""Posts reach their platform in order, once, and a failure of one game holds up no other."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from bot.platforms.base import DeliveryError, Outgoing
from bot.platforms.courier import Courier
from bot.replies.model import Reply
from bot.storage import Change, Post, Seat, Seats, Store
from tests.storage.support import header

SEATS = Seats(holders={"cp": Seat(user="player-one", name="Player one")})


class Ear:
    """A platform that hears what it is told, unless it is made deaf."""

    name = "web"

    def __init__(self) -> None:
        self.heard: list[Outgoing] = []
        self.deaf: set[str] = set()
        self.final = False

    async def start(self) -> None: ...

    async def stop(self) -> None: ...

    async def deliver(self, message: Outgoing) -> None:
        if message.channel in self.deaf:
            raise DeliveryError("deaf", final=self.final)
        self.heard.append(message)

    @property
    def texts(self) -> list[str]:
        return [message.reply.text for message in self.heard]


@pytest.fixture
def ear() -> Ear:
    return Ear()


@pytest_asyncio.fixture
async def courier(store: Store, ear: Ear) -> AsyncIterator[Courier]:
    carrier = Courier(store, {"web": ear})
    carrier.start()
    yield carrier
    await carrier.stop()


async def game(store: Store, channel: str, *replies: Reply, body: dict[str, Any] | None = None) -> str:
    """A game in a channel with posts in its outbox."""
    head = header(channel)
    posts = [Post(kind="action", audience=r.audience, body=r.model_dump(mode="json")) for r in replies]
    if body is not None:
        posts.append(Post(kind="action", body=body))
    await store.create_game(head, Change({}, posts=posts, seats=SEATS))
    return head.game_id


def say(text: str, **more: Any) -> Reply:
    return Reply(text=text, **{"audience": "channel", **more})


async def heard(ear: Ear, count: int) -> None:
    async with asyncio.timeout(5):
        while len(ear.heard) < count:  # noqa: ASYNC110 - the ear is a plain list
            await asyncio.sleep(0.01)


async def test_posts_come_in_order_with_stable_ids(store: Store, ear: Ear, courier: Courier) -> None:
    made = await game(store, "web:liege", *(say(f"post {n}") for n in range(5)))
    courier.wake()
    await heard(ear, 5)
    assert ear.texts == [f"post {n}" for n in range(5)]
    assert {message.channel for message in ear.heard} == {"liege"}
    assert len({message.id for message in ear.heard}) == 5
    assert await store.outbox.pending_posts(made) == []


async def test_posts_are_found_without_being_told(store: Store, ear: Ear, courier: Courier) -> None:
    del courier
    await game(store, "web:liege", say("found"))
    await heard(ear, 1)


async def test_a_failure_holds_up_its_own_game_alone_and_is_tried_again(
    store: Store, ear: Ear, courier: Courier
) -> None:
    ear.deaf.add("liege")
    await game(store, "web:liege", say("first"), say("second"))
    await game(store, "web:ypres", say("other"))
    courier.wake()
    await heard(ear, 1)
    assert ear.texts == ["other"]
    ear.deaf.clear()
    await heard(ear, 3)
    assert ear.texts == ["other", "first", "second"]


async def test_a_post_that_can_never_be_shown_is_parked_and_the_next_goes_on(
    store: Store, ear: Ear, courier: Courier
) -> None:
    made = await game(store, "web:liege", body={"no": "reply"})
    courier.wake()
    async with asyncio.timeout(5):
        while not (parked := await store.outbox.parked()):  # noqa: ASYNC110 - the store tells nobody
            await asyncio.sleep(0.01)
    assert parked[0].game_id == made
    assert "no reply of ours" in parked[0].parked.reason
    assert ear.heard == []


async def test_a_private_post_names_whoever_sits_there(store: Store, ear: Ear, courier: Courier) -> None:
    private = {"audience": "private", "edit": "panel"}
    await game(store, "web:liege", say("cp", seat=1, **private), say("ap", seat=0, **private), say("all"))
    courier.wake()
    await heard(ear, 2)
    assert [(message.reply.text, message.user) for message in ear.heard] == [("cp", "player-one"), ("all", "")]


async def test_a_channel_of_another_platform_waits(store: Store, ear: Ear, courier: Courier) -> None:
    made = await game(store, "discord:1234", say("elsewhere"))
    courier.wake()
    await asyncio.sleep(0.3)
    assert ear.heard == []
    assert len(await store.outbox.pending_posts(made)) == 1


async def test_a_restart_goes_on_at_once_and_another_process_does_not_interfere(store: Store, ear: Ear) -> None:
    ear.deaf.add("liege")
    await game(store, "web:liege", say("waits"))
    first = Courier(store, {"web": ear}, name="one")
    await first.deliver_all()
    ear.deaf.clear()
    await Courier(store, {"web": ear}, name="two").deliver_all()
    assert ear.texts == []
    await Courier(store, {"web": ear}, name="one").deliver_all()
    assert ear.texts == ["waits"]


async def test_the_end_delivers_what_waits(store: Store, ear: Ear) -> None:
    await game(store, "web:liege", say("last words"))
    carrier = Courier(store, {"web": ear})
    carrier.start()
    await carrier.stop()
    assert ear.texts == ["last words"]
