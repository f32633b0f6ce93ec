"""Posts: in order, at least once, parked when hopeless; also after kill -9."""

from __future__ import annotations

import asyncio
import sys
from datetime import UTC, datetime

import pytest

from bot.port import DeliveryError
from bot.storage import Change, ChannelLog, Connection, Post, Queued, StorageError, Store, keys
from bot.storage.keys import GameKeys
from tests.conftest import ROOT
from tests.storage.support import CHANNEL, new_game, say

NOW = datetime(1914, 8, 4, tzinfo=UTC)


class Platform:
    """Notes what it was sent and refuses what it is told to refuse."""

    def __init__(self, *refused: str, final: bool = False) -> None:
        self.refused = refused
        self.final = final
        self.sent: list[str] = []
        self.ids: list[str] = []

    async def send(self, queued: Queued) -> None:
        text = str(queued.post.body["text"])
        self.ids.append(queued.id)
        if text in self.refused:
            raise DeliveryError(f"{text} is too long", final=self.final)
        self.sent.append(text)


async def test_posts_are_delivered_once_in_order(store: Store) -> None:
    game = await new_game(store)
    await store.run_command(game, "c1", say("a", posts=2))
    await store.run_command(game, "c2", say("b", posts=2))
    assert await store.outbox.games_with_posts() == [game]
    platform = Platform()
    assert await store.outbox.deliver(game, platform.send) == 4
    assert platform.sent == ["a 0", "a 1", "b 0", "b 1"]
    assert await store.outbox.deliver(game, platform.send) == 0
    assert await store.outbox.games_with_posts() == []


async def test_none_overtakes_a_post_that_failed_and_its_id_stays(store: Store) -> None:
    game = await new_game(store)
    await store.run_command(game, "c1", say("a", posts=3))
    stuck = Platform("a 1")
    assert await store.outbox.deliver(game, stuck.send) == 1
    assert [queued.tries for queued in await store.outbox.pending_posts(game)] == [1, 0]
    mended = Platform()
    await store.outbox.deliver(game, mended.send)
    assert mended.sent == ["a 1", "a 2"]
    assert mended.ids[0] == stuck.ids[1]


async def test_a_hopeless_post_is_parked_with_its_reason_and_the_rest_goes_on(connection: Connection) -> None:
    store = Store(connection, delivery_tries=3, now=lambda: NOW)
    game = await new_game(store)
    await store.run_command(game, "c1", say("a", posts=3))
    platform = Platform("a 1")
    for _ in range(3):
        await store.outbox.deliver(game, platform.send)
    assert platform.sent == ["a 0", "a 2"]
    assert await store.outbox.pending_posts(game) == []
    (parked,) = await store.outbox.parked()
    assert (parked.game_id, parked.parked.reason, parked.parked.tries) == (game, "a 1 is too long", 3)
    assert parked.parked.parked_at == NOW

    await store.outbox.retry_parked(game, parked.post_id)
    assert await store.outbox.parked() == []
    mended = Platform()
    await store.outbox.deliver(game, mended.send)
    assert mended.sent == ["a 1"]
    with pytest.raises(StorageError, match=f"has no parked post {parked.post_id}"):
        await store.outbox.retry_parked(game, parked.post_id)


async def test_a_final_refusal_parks_at_once_and_parked_posts_can_be_dropped(store: Store) -> None:
    game = await new_game(store)
    await store.run_command(game, "c1", say("a", posts=2))
    platform = Platform("a 0", final=True)
    assert await store.outbox.deliver(game, platform.send) == 1
    (parked,) = await store.outbox.parked()
    await store.outbox.drop_parked(game, parked.post_id)
    assert await store.outbox.parked() == []


async def test_a_fault_of_the_adapter_counts_as_a_failed_delivery(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    game = await new_game(store)
    await store.run_command(game, "c1", say("a", posts=1))

    secret = "a card of a hand"

    async def broken(queued: Queued) -> None:
        raise KeyError(f"{queued.post.kind}: {secret}")

    for _ in range(8):
        await store.outbox.deliver(game, broken)
    (parked,) = await store.outbox.parked()
    assert parked.parked.reason == "The delivery failed with KeyError."
    assert secret not in caplog.text
    assert "broke" in caplog.text


async def test_the_index_forgets_empty_outboxes_only_after_the_grace(store: Store, connection: Connection) -> None:
    game = await new_game(store)
    await store.run_command(game, "c1", say("a", posts=1))
    await store.outbox.deliver(game, Platform().send)
    assert await store.outbox.games_with_posts() == []
    assert await connection.call("ZCARD", keys.OUTBOXES) == 1
    await connection.call("ZINCRBY", keys.OUTBOXES, -61, game)
    assert await store.outbox.games_with_posts() == []
    assert await connection.call("ZCARD", keys.OUTBOXES) == 0
    await store.run_command(game, "c2", say("b", posts=1))
    await connection.call("ZINCRBY", keys.OUTBOXES, -61, game)
    assert await store.outbox.games_with_posts() == [game]


async def test_an_announcement_after_the_look_is_not_forgotten(store: Store, connection: Connection) -> None:
    """The drop must compare the score that was seen, or a commit in between would be lost to the index."""
    await store.outbox.announce("quiet")
    seen = int(float(await connection.call("ZINCRBY", keys.OUTBOXES, -100, "quiet")))
    await store.outbox.announce("quiet")
    await connection.script("announce", [keys.OUTBOXES], ["drop", "quiet", seen])
    assert await connection.call("ZCARD", keys.OUTBOXES) == 1


async def test_one_process_at_a_time_holds_the_lease(store: Store) -> None:
    assert await store.outbox.lease("game", "one")
    assert await store.outbox.lease("game", "one")
    assert not await store.outbox.lease("game", "two")
    assert await store.outbox.lease("other", "two")


@pytest.mark.process
@pytest.mark.parametrize("mode", ["committed", "shown"])
async def test_after_kill_9_every_post_appears_once(store: Store, redis_url: str, mode: str) -> None:
    """Killed between commit and delivery, or between showing a post and marking it delivered."""
    game = await new_game(store)
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "tests.storage.bot_process", "hang", redis_url, game, CHANNEL, mode),
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    assert await asyncio.wait_for(process.stdout.readline(), 30) == b"ready\n"
    process.kill()
    await process.wait()

    log = ChannelLog(store.connection)
    shown_before = len(await log.newest(CHANNEL))
    assert shown_before == (1 if mode == "shown" else 0)
    assert len(await store.outbox.pending_posts(game)) == 3

    async def send(queued: Queued) -> None:
        await log.add(CHANNEL, queued.id, queued.post.body)

    assert await store.outbox.games_with_posts() == [game]
    assert await store.outbox.deliver(game, send) == 3
    texts = [message.body["text"] for message in await log.newest(CHANNEL)]
    assert texts == ["guns of august 0", "guns of august 1", "guns of august 2"]
    assert await store.outbox.pending_posts(game) == []


def renewal(name: str, *, begins: bool = False) -> Post:
    """A version of something that is edited in place."""
    return Post(kind="table", body={"text": name}, renews="table", begins=begins)


async def queue(store: Store, game: str, *posts: Post) -> None:
    """One command with these posts."""
    change = Change({}, posts=list(posts))
    await store.run_command(game, f"queue {len(posts)} {posts[-1].body['text']}", lambda stored: change)


async def waiting(store: Store, game: str) -> list[str]:
    """What the outbox holds."""
    return [str(queued.post.body["text"]) for queued in await store.outbox.pending_posts(game)]


async def test_of_several_panel_updates_only_the_newest_waits(store: Store) -> None:
    game = await new_game(store)
    await queue(store, game, renewal("first", begins=True))
    for n in range(20):
        await queue(store, game, Post(kind="action", body={"text": f"action {n}"}), renewal(f"table {n}"))
    assert await waiting(store, game) == ["first", *(f"action {n}" for n in range(20)), "table 19"]
    platform = Platform()
    await store.outbox.deliver_posts(game, platform.send)
    await store.outbox.renew(game, platform.send)
    assert platform.sent[-1] == "table 19"
    assert await waiting(store, game) == []


async def test_posts_pass_a_renewal_that_fails_and_it_waits_for_its_beginning(store: Store) -> None:
    game = await new_game(store)
    await queue(store, game, renewal("begin", begins=True), renewal("old"))
    await queue(store, game, Post(kind="action", body={"text": "post"}))
    stuck = Platform("begin", "old")
    assert await store.outbox.deliver_posts(game, stuck.send) == 0
    assert await store.outbox.renew(game, stuck.send) == 0
    assert len(stuck.ids) == 1, "what has not begun is not renewed"
    await store.connection.call("DEL", GameKeys(game).tries)
    mended = Platform("old")
    assert await store.outbox.deliver_posts(game, mended.send) == 2
    assert await store.outbox.renew(game, mended.send) == 0
    await queue(store, game, Post(kind="action", body={"text": "later"}), renewal("new"))
    assert await store.outbox.deliver_posts(game, mended.send) == 1
    assert await store.outbox.pauses(game) == (None, 0.0), "the newer one has not failed"
    assert await store.outbox.renew(game, mended.send) == 1
    assert mended.sent == ["begin", "post", "later", "new"]
    assert await store.connection.call("HLEN", GameKeys(game).tries) == 0


async def test_a_new_beginning_makes_older_renewals_needless(store: Store) -> None:
    game = await new_game(store)
    await queue(store, game, renewal("old"))
    await queue(store, game, renewal("anew", begins=True))
    assert await waiting(store, game) == ["anew"]


async def test_a_renewal_that_was_overtaken_on_its_way_is_not_parked(connection: Connection) -> None:
    store = Store(connection, delivery_tries=1)
    game = await new_game(store)
    await queue(store, game, renewal("old"))

    async def send(queued: Queued) -> None:
        await queue(store, game, renewal("new"))
        raise DeliveryError("refused")

    await store.outbox.renew(game, send)
    assert await store.outbox.parked() == []
    assert await waiting(store, game) == ["new"]


async def test_a_post_of_an_older_version_is_read() -> None:
    old = Post.parse(b'{"v": 1, "kind": "table", "audience": "channel", "body": {"edit": "table"}}', "post")
    assert not old.passed


async def park(store: Store, game: str) -> str:
    """Have what waits refused for good; returns the id of the newest that is parked."""

    async def refuse(queued: Queued) -> None:
        raise DeliveryError("refused", final=True)

    await store.outbox.deliver(game, refuse)
    return (await store.outbox.parked())[-1].post_id


@pytest.mark.parametrize("delivered", [True, False], ids=["newer delivered", "newer waits"])
@pytest.mark.parametrize("begins", [True, False], ids=["a beginning", "a renewal"])
@pytest.mark.parametrize("anew", [True, False], ids=["begun anew", "renewed"])
async def test_a_parked_version_does_not_come_after_a_newer_one(
    store: Store, begins: bool, anew: bool, delivered: bool
) -> None:
    game = await new_game(store)
    await queue(store, game, renewal("old", begins=begins))
    old = await park(store, game)
    await queue(store, game, renewal("new", begins=anew))
    platform = Platform()
    if delivered:
        await store.outbox.deliver(game, platform.send)
    assert await store.outbox.retry_parked(game, old) is False
    await store.outbox.deliver(game, platform.send)
    assert platform.sent == ["new"]
    assert await store.outbox.parked() == []


@pytest.mark.parametrize("begins", [True, False], ids=["a beginning", "a renewal"])
async def test_a_parked_version_with_nothing_newer_is_retried_and_gives_way_again(store: Store, begins: bool) -> None:
    game = await new_game(store)
    await queue(store, game, Post(kind="action", body={"text": "post"}), renewal("old", begins=begins))
    for _ in range(2):
        assert await store.outbox.retry_parked(game, await park(store, game)) is True
        assert await waiting(store, game) == ["old"]
    await queue(store, game, renewal("new"))
    assert await waiting(store, game) == (["old", "new"] if begins else ["new"])


async def test_a_game_without_parked_posts_is_not_looked_through(store: Store, connection: Connection) -> None:
    game = await new_game(store)
    await store.run_command(game, "c1", say("a", posts=2))
    await park(store, game)
    assert await connection.call("SMEMBERS", keys.PARKED) == {game.encode()}
    first, second = await store.outbox.parked()
    assert await store.outbox.retry_parked(game, first.post_id) is True
    assert await connection.call("SISMEMBER", keys.PARKED, game) == 1
    await store.outbox.drop_parked(game, second.post_id)
    assert await connection.call("EXISTS", keys.PARKED) == 0
    await connection.call("SADD", keys.PARKED, game)  # as an older version left it
    assert await store.outbox.parked() == []
    assert await connection.call("EXISTS", keys.PARKED) == 0


@pytest.mark.parametrize("odd", [b"Verdun!", b"\xff\xfe", b""])
async def test_a_stray_key_among_due_games_does_not_stop_clocks(
    store: Store, connection: Connection, odd: bytes
) -> None:
    await store.due.note("hyd4grea", 50.0)
    shard = keys.due("hyd4grea")
    await connection.call("ZADD", shard, 1, odd, 2, odd + b"!")
    assert (await store.due.take(100.0, 2))[1] == ["hyd4grea"]
    assert await connection.call("ZCARD", shard) == 1


@pytest.mark.parametrize("odd", [b"Verdun!", b"\xff\xfe", b""])
async def test_a_stray_key_in_an_index_hides_no_game(store: Store, connection: Connection, odd: bytes) -> None:
    game = await new_game(store)
    await store.run_command(game, "c1", say("a", posts=1))
    for index in (keys.OUTBOXES, keys.RUNNING):
        await connection.call("ZADD", index, 1, odd)
    for index in (keys.GAMES, keys.PARKED):
        await connection.call("SADD", index, odd)
    assert await store.outbox.games_with_posts() == [game]
    assert await store.outbox.parked() == []
    running, damaged = await store.running.tidy()
    assert ([header.game_id for header in running], damaged) == ([game], [])
    await connection.call("DEL", keys.INDEXED)
    await store.running.tidy()
    for index in (keys.OUTBOXES, keys.RUNNING):
        assert await connection.call("ZSCORE", index, odd) is None
