"""Which games have posts: what is announced is seen at the next look, all of it every few seconds, in pieces."""

from __future__ import annotations

from uuid import uuid4

import pytest

from bot.storage import Connection, Post, Store, keys
from bot.storage.keys import GameKeys
from bot.storage.outbox_index import GRACE
from tests.storage.support import new_game, say

#: More than are read at once.
MANY = 120


async def _posted(connection: Connection, game: str, seconds: int) -> None:
    """Let a game have a post, announced so many seconds ago."""
    await connection.script("announce", [keys.OUTBOXES], ["add", game])
    await connection.call("ZINCRBY", keys.OUTBOXES, -seconds, game)
    await connection.call("XADD", GameKeys(game).outbox, "*", "post", Post(kind="reply", body={}).dump())


async def test_a_look_sees_what_came_since_and_what_still_waits(store: Store) -> None:
    waiting = store.outbox.watch()
    assert await waiting.look() == []
    first = await new_game(store)
    await store.run_command(first, "c1", say("a", posts=1))
    assert await waiting.look() == [first]
    second = await new_game(store, "web:other", "new-2")
    await store.run_command(second, "c2", say("b", posts=1))
    assert await waiting.look() == [first, second]
    for post in await store.outbox.pending_posts(first):
        await store.outbox.mark_delivered(first, post.post_id)
    assert await waiting.look() == [second]


async def test_a_commit_that_lands_late_waits_for_the_look_at_all(
    store: Store, connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting, late = store.outbox.watch(), uuid4().hex
    assert await waiting.look() == []
    await _posted(connection, late, GRACE - 20)
    assert await waiting.look() == []
    monkeypatch.setattr("bot.storage.outbox_index.WHOLE", 0)
    assert await waiting.look() == [late]


async def test_old_entries_are_returned_at_every_look(store: Store, connection: Connection) -> None:
    waiting, old = store.outbox.watch(), uuid4().hex
    await _posted(connection, old, 10 * GRACE)
    assert [await waiting.look() for _ in range(3)] == [[old]] * 3


async def test_thousands_are_read_in_pieces_and_the_empty_ones_leave_together(
    store: Store, connection: Connection
) -> None:
    ids = [uuid4().hex for _ in range(MANY)]
    for number, game in enumerate(ids):
        await _posted(connection, game, 2 * GRACE + MANY - number)
    assert await store.outbox.games_with_posts() == ids
    full = ids[::5]
    await connection.call("DEL", *(GameKeys(game).outbox for game in ids if game not in full))
    assert await store.outbox.games_with_posts() == full
    assert await connection.call("ZCARD", keys.OUTBOXES) == len(full)


async def test_a_posting_that_cannot_be_read_hides_no_other(store: Store, connection: Connection) -> None:
    ruined, sound = uuid4().hex, uuid4().hex
    await _posted(connection, ruined, 2)
    await _posted(connection, sound, 1)
    await connection.call("SET", GameKeys(ruined).outbox, "garbage")
    waiting = store.outbox.watch()
    assert [await waiting.look(), await waiting.look()] == [[sound], [sound]]
    assert store.damaged[ruined] == "posts"
