"""Posts reach their platform in order, once, and a failure of one game delays no other."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import pytest_asyncio

from bot.platforms.courier import Courier
from bot.port import Outgoing
from bot.service.outgoing import post
from bot.storage import Change, Connection, Post, Store, keys
from bot.storage.keys import GameKeys
from bot.storage.outbox_index import Waiting
from tests.web.hearing import Ear, ear, game, say

__all__ = ["ear"]

SECRET = "cards of one seat"


@pytest_asyncio.fixture
async def courier(store: Store, ear: Ear) -> AsyncIterator[Courier]:
    carrier = Courier(store, {"web": ear})
    carrier.start()
    yield carrier
    await carrier.stop()


async def pause(store: Store, made: str) -> float:
    """Return the seconds until the first post may be retried."""
    return (await store.outbox.pauses(made))[0] or 0.0


async def heard(ear: Ear, count: int) -> None:
    async with asyncio.timeout(30):
        while len(ear.heard) < count:  # noqa: ASYNC110 - `heard` is a plain list
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
    async with asyncio.timeout(30):
        while not (parked := await store.outbox.parked()):  # noqa: ASYNC110 - the store has no event for this
            await asyncio.sleep(0.01)
    assert parked[0].game_id == made
    assert "not a Feldpost reply" in parked[0].parked.reason
    assert ear.heard == []


async def test_a_private_post_names_the_holder_of_the_seat(store: Store, ear: Ear, courier: Courier) -> None:
    private = {"audience": "private", "edit": "panel"}
    await game(store, "web:liege", say("cp", seat=1, **private), say("ap", seat=0, **private), say("all"))
    courier.wake()
    await heard(ear, 2)
    assert [(message.reply.text, message.user) for message in ear.heard] == [("cp", "player-one"), ("all", "")]


async def test_a_private_post_for_a_forgotten_person_is_not_sent(store: Store, ear: Ear, courier: Courier) -> None:
    made = await game(store, "web:liege", say("gone", audience="private", to="former:1"), say("all"))
    courier.wake()
    await heard(ear, 1)
    assert [message.reply.text for message in ear.heard] == ["all"]
    for _ in range(100):
        if not await store.outbox.pending_posts(made):
            break
        await asyncio.sleep(0.02)
    assert await store.outbox.pending_posts(made) == []
    assert await store.outbox.parked() == []


async def test_a_channel_of_another_platform_waits(store: Store, ear: Ear, courier: Courier) -> None:
    made = await game(store, "discord:1234", say("elsewhere"))
    courier.wake()
    await asyncio.sleep(0.3)
    assert ear.heard == []
    assert len(await store.outbox.pending_posts(made)) == 1


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = datetime(1914, 8, 4, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def passes(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


async def unheard(connection: Connection, ear: Ear, text: str, *, away: bool = False) -> tuple[Clock, Store, str]:
    """Return a clock, a store using it, and a game in it with a post its platform refuses, or can't take while away."""
    clock = Clock()
    store = Store(connection, now=clock)
    ear.deaf.add("liege")
    ear.away = away
    return clock, store, await game(store, "web:liege", say(text))


async def test_a_restart_keeps_to_the_pause_and_another_process_does_not_interfere(
    connection: Connection, ear: Ear
) -> None:
    clock, store, _ = await unheard(connection, ear, "waits")
    await Courier(store, {"web": ear}, name="one").deliver_all()
    ear.deaf.clear()
    await Courier(store, {"web": ear}, name="one").deliver_all()
    assert ear.asked == 1, "the pause is not over"
    clock.passes(0.6)
    await Courier(store, {"web": ear}, name="two").deliver_all()
    assert ear.texts == []
    await Courier(store, {"web": ear}, name="one").deliver_all()
    assert ear.texts == ["waits"]


async def test_the_pauses_grow_over_restarts(connection: Connection, ear: Ear) -> None:
    clock, store, made = await unheard(connection, ear, "waits")
    pauses = []
    for tries in range(1, 8):
        await Courier(store, {"web": ear}, name="one").deliver_all()
        assert ear.asked == tries
        pauses.append(await pause(store, made))
        clock.passes(pauses[-1])
    assert pauses == [0.5, 2, 8, 32, 128, 300, 300]
    await Courier(store, {"web": ear}, name="one").deliver_all()
    assert [one.parked.tries for one in await store.outbox.parked()] == [8]


async def test_a_platform_that_is_away_costs_no_try(connection: Connection, ear: Ear) -> None:
    clock, store, made = await unheard(connection, ear, "waits", away=True)
    for _ in range(30):
        await Courier(store, {"web": ear}, name="one").deliver_all()
        clock.passes(await pause(store, made))
    assert ear.asked == 30
    (waiting,) = await store.outbox.pending_posts(made)
    assert (waiting.tries, waiting.times) == (0, 30)
    assert await pause(store, made) <= 60
    ear.deaf.clear()
    await Courier(store, {"web": ear}, name="one").deliver_all()
    assert ear.texts == ["waits"]


async def test_a_platform_that_takes_what_others_say_is_not_away(connection: Connection, ear: Ear) -> None:
    clock, store, made = await unheard(connection, ear, "breaks it", away=True)
    courier = Courier(store, {"web": ear}, name="one")
    for number in range(40):
        await courier.deliver_all()
        if not await store.outbox.pending_posts(made):
            break
        clock.passes(await pause(store, made))
        courier._later.clear()  # its own clock does not stand still
        await game(store, f"web:other-{number}", say("other"))
    assert [(one.game_id, one.parked.tries) for one in await store.outbox.parked()] == [(made, 8)]


async def test_a_failure_that_an_older_version_noted_counts_on(store: Store, connection: Connection, ear: Ear) -> None:
    made = await game(store, "web:liege", say("waits"))
    (queued,) = await store.outbox.pending_posts(made)
    old = '{"v": 1, "tries": 6, "reason": "deaf"}'
    await connection.call("HSET", GameKeys(made).tries, queued.post_id, old)
    ear.deaf.add("liege")
    await Courier(store, {"web": ear}).deliver_all()
    assert [one.tries for one in await store.outbox.pending_posts(made)] == [7]
    assert 250 < await pause(store, made) <= 300


async def test_the_end_delivers_what_waits(store: Store, ear: Ear) -> None:
    await game(store, "web:liege", say("last words"))
    carrier = Courier(store, {"web": ear})
    carrier.start()
    await carrier.stop()
    assert ear.texts == ["last words"]


async def test_a_slow_platform_holds_up_the_game_it_is_slow_for_alone(store: Store, ear: Ear, courier: Courier) -> None:
    ear.slow.add("liege")
    await game(store, "web:liege", say("first"), say("second"))
    courier.wake()
    await ear.held.wait()
    for number in range(20):
        await game(store, f"web:channel-{number}", say(f"other {number}"))
    await heard(ear, 20)
    assert set(ear.texts) == {f"other {number}" for number in range(20)}
    ear.gate.set()
    await heard(ear, 22)
    assert ear.texts[20:] == ["first", "second"]


async def test_posts_queued_while_others_are_on_their_way_follow_them(store: Store, ear: Ear, courier: Courier) -> None:
    ear.slow.add("liege")
    made = await game(store, "web:liege", say("first"))
    courier.wake()
    await ear.held.wait()
    later = Post(kind="action", body=say("second").model_dump(mode="json"))
    await store.commit(made, None, Change({}, posts=[later]), "second")
    ear.gate.set()
    await heard(ear, 2)
    assert ear.texts == ["first", "second"]


def table(text: str, *, anew: bool = False) -> Post:
    """Return a version of the table message."""
    return post("table", say(text, edit="table", anew=anew))


async def queue(store: Store, game: str, posts: list[Post]) -> None:
    """Queue these posts by one command."""
    change = Change({}, posts=posts)
    await store.run_command(game, str(posts[-1].body["text"]), lambda stored: change)


class Slow(Ear):
    """Blocks edits of the table message for as long as the test likes."""

    async def deliver(self, message: Outgoing) -> None:
        if message.reply.renews_table:
            self.held.set()
            await self.gate.wait()
        await super().deliver(message)


async def test_posts_pass_an_edit_of_the_table_message_and_a_burst_leaves_no_queue_of_edits(store: Store) -> None:
    ear = Slow()
    courier = Courier(store, {"web": ear})
    courier.start()
    try:
        made = await game(store, "web:liege", say("first"))
        await queue(store, made, [table("table", anew=True), table("table 0")])
        async with asyncio.timeout(30):
            await ear.held.wait()
        for n in range(1, 9):
            posts = [post("action", say(f"action {n}")), table(f"table {n}")]
            await queue(store, made, posts)
        await heard(ear, 10)
        assert ear.texts == ["first", "table", *(f"action {n}" for n in range(1, 9))], "none waits for the edit"
        ear.gate.set()
        await heard(ear, 12)
        assert ear.texts[-2:] == ["table 0", "table 8"], "what lay between is not wanted any more"
        assert await store.outbox.pending_posts(made) == []
    finally:
        await courier.stop()


async def test_a_table_message_is_reposted_after_an_edit_in_progress(store: Store) -> None:
    ear = Slow()
    courier = Courier(store, {"web": ear})
    courier.start()
    try:
        made = await game(store, "web:liege", say("first"))
        for posts in [table("edit")], [post("action", say("action")), table("anew", anew=True)]:
            await queue(store, made, posts)
            async with asyncio.timeout(30):
                await ear.held.wait()
        ear.gate.set()
        await heard(ear, 4)
        assert ear.texts.index("edit") < ear.texts.index("anew")
    finally:
        await courier.stop()


async def test_a_damaged_game_is_left_alone_for_long_and_the_others_are_served(
    store: Store, ear: Ear, caplog: pytest.LogCaptureFixture
) -> None:
    ruined = await game(store, "web:ruined", say("never"))
    await game(store, "web:sound", say("heard"))
    await store.connection.call("SET", GameKeys(ruined).header, "garbage")
    courier = Courier(store, {"web": ear})
    for _ in range(3):
        await courier.deliver_all()
    assert ear.texts == ["heard"]
    assert caplog.text.count(f"the posts of game {ruined} wait") == 1


async def test_a_fault_of_our_own_does_not_end_the_courier(
    store: Store, ear: Ear, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A check that fails is logged without its message, and the next one happens; what is no game is skipped."""
    looks, original = 0, Waiting.look

    async def breaks_once(waiting: Waiting) -> list[str]:
        nonlocal looks
        looks += 1
        if looks == 1:
            raise ValueError(SECRET)
        return await original(waiting)

    monkeypatch.setattr("bot.platforms.courier._CHECK_INTERVAL", 0.05)
    monkeypatch.setattr(Waiting, "look", breaks_once)
    await store.connection.call("ZADD", keys.OUTBOXES, 1, "No Game")
    await game(store, "web:liege", say("heard"))
    carrier = Courier(store, {"web": ear})
    carrier.start()
    try:
        await heard(ear, 1)
        assert carrier.running
    finally:
        await carrier.stop()
    assert "the look into the outboxes broke with ValueError" in caplog.text
    assert SECRET not in caplog.text
    assert "wrong entries from the index" in caplog.text


async def test_a_game_at_which_we_break_is_left_alone_for_a_while(
    store: Store, ear: Ear, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = await game(store, "web:broken", say("never"))
    await game(store, "web:sound", say("heard"))
    original = store.outbox.lease

    async def lease(name: str, *more: Any) -> bool:
        if name == broken:
            raise ValueError(SECRET)
        return await original(name, *more)

    monkeypatch.setattr(store.outbox, "lease", lease)
    courier = Courier(store, {"web": ear})
    for _ in range(3):
        await courier.deliver_all()
    assert ear.texts == ["heard"]
    assert caplog.text.count(f"the posts of game {broken} broke with ValueError") == 1
    assert SECRET not in caplog.text
