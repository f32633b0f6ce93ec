"""One of several processes delivers a game's posts, however long it takes, and another takes over what it leaves."""

from __future__ import annotations

import asyncio

from bot.platforms.courier import Courier
from bot.storage import Change, Post, Store
from bot.storage.keys import GameKeys
from tests.web.hearing import Ear, ear, game, say

__all__ = ["ear"]


async def test_of_two_processes_one_delivers_however_long_it_takes(store: Store, ear: Ear) -> None:
    """The lease is renewed while a post is blocked for longer than the lease."""
    ear.slow.add("liege")
    made = await game(store, "web:liege", say("first"), say("second"))
    one, two = (Courier(store, {"web": ear}, name=name, lease=3) for name in ("one", "two"))
    delivering = asyncio.create_task(one.deliver_all())
    await ear.held.wait()
    renewed = 0
    # Seven renewals of half a second each: longer than a lease.
    before = await store.connection.call("PTTL", GameKeys(made).courier)
    while renewed < 7:
        async with asyncio.timeout(60):
            await two.deliver_all()
        now = await store.connection.call("PTTL", GameKeys(made).courier)
        assert now > 0
        renewed += now > before
        before = now
        await asyncio.sleep(0.05)
    assert ear.heard == []
    ear.gate.set()
    await delivering
    assert ear.texts == ["first", "second"]


async def test_after_its_delivery_another_process_may_go_on_at_once(store: Store, ear: Ear) -> None:
    made = await game(store, "web:liege", say("first"))
    await Courier(store, {"web": ear}, name="one").deliver_all()
    await store.commit(
        made, None, Change({}, posts=[Post(kind="action", body=say("second").model_dump(mode="json"))]), "c"
    )
    await Courier(store, {"web": ear}, name="two").deliver_all()
    assert ear.texts == ["first", "second"]


async def test_a_process_without_the_lease_sends_nothing(store: Store, ear: Ear) -> None:
    ear.slow.add("liege")
    made = await game(store, "web:liege", say("first"), say("second"))
    one = Courier(store, {"web": ear}, name="one", lease=3)
    delivering = asyncio.create_task(one.deliver_all())
    await ear.held.wait()
    await store.connection.call("SET", GameKeys(made).courier, "two")
    while any(task.get_coro().__qualname__ == "Courier._renew_lease" for task in asyncio.all_tasks()):  # type: ignore[union-attr]  # noqa: ASYNC110 - no event for the loss
        await asyncio.sleep(0.05)
    ear.gate.set()
    await delivering
    assert ear.texts == ["first"]
    assert [queued.tries for queued in await store.outbox.pending_posts(made)] == [0]


async def test_the_end_waits_for_posts_on_their_way_but_not_for_ever(store: Store, ear: Ear) -> None:
    ear.slow.add("liege")
    made = await game(store, "web:liege", say("never"))
    await game(store, "web:ypres", say("now"))
    carrier = Courier(store, {"web": ear}, name="one", drain=0.2)
    carrier.start()
    await carrier.stop()
    assert ear.texts == ["now"]
    assert [queued.tries for queued in await store.outbox.pending_posts(made)] == [0]
    assert await store.outbox.lease(made, "two")


async def test_a_process_without_the_platform_leaves_the_post_to_one_that_has_it(store: Store, ear: Ear) -> None:
    made = await game(store, "web:liege", say("here"))
    for _ in range(3):
        await Courier(store, {"slack": ear}, name="two").deliver_all()
    assert [queued.tries for queued in await store.outbox.pending_posts(made)] == [0]
    await Courier(store, {"web": ear}, name="one").deliver_all()
    assert ear.texts == ["here"]
