"""A process may die at every round trip while the staff moves: another finishes the duty, and it is done once."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest

from bot.service.handler import BotHandler
from bot.service.people.ticker import Ticker
from bot.service.session import restore
from bot.service.staff.duties import owed
from bot.storage import Connection, StorageError, Store, keys
from tests.bot.keeping import kept, put_back
from tests.bot.staffed import Table
from tests.bot.test_dying import LATER, Dying
from tests.titles.toy.registered import register


async def state(store: Store, game: str) -> tuple[Any, ...]:
    """All that a player could notice, and what is due."""
    stored = await store.load(game)
    posts = [queued.post.kind for queued in await store.outbox.pending_posts(game)]
    record = [entry.get("choice") for entry in await store.record(game)]
    due = [name.decode() for name in await store.connection.call("ZRANGE", keys.DUE, 0, -1)]
    return stored.number, stored.revision, restore(stored).snapshot(), record, posts, due


async def see_to(ticker: Ticker) -> None:
    """One look and all that comes of it, by a process that may die."""
    with contextlib.suppress(StorageError):
        await ticker.tick()
    await ticker.staff.idle()


@pytest.mark.parametrize("line", ["start", "draw"])
async def test_a_duty_is_done_once_wherever_a_process_dies(
    line: str, store: Store, connection: Connection, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    register(monkeypatch)
    table = Table(store)
    await store.repair()
    await table.say("anna", "new short_hunt against=pup side=hound")
    if line == "draw":
        await table.say("anna", "start")
        await table.moved()
    await table.say("anna", line)
    game = await table.channel.game_id()
    start = await kept(connection)
    untouched = await state(store, game)
    await table.moved()
    wanted = await state(store, game)
    assert wanted[:2] != untouched[:2]

    def ticker(on: Store, seconds: float = 0.0) -> Ticker:
        table.hands.at = begun
        table.hands.move(seconds=seconds)
        return Ticker(BotHandler(on, now=table.hands).tools)

    begun, deaths = table.hands.at, 0
    for done in (False, True):
        for at in range(1, 40):
            await put_back(connection, start)
            dying = Dying(redis_url, at, done=done)
            on = Store(dying, now=table.hands)
            await see_to(ticker(on))
            await dying.close()
            if not dying.dead:
                break
            deaths += 1
            for later in (LATER, 2 * LATER, 3 * LATER):
                await see_to(ticker(Store(connection, now=table.hands), later))
            assert (await state(store, game))[:5] == wanted[:5], f"died {'after' if done else 'before'} trip {at}"
        else:
            raise AssertionError("it never came to an end")
    assert deaths > 10


async def test_two_processes_do_a_duty_once(
    store: Store, connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    register(monkeypatch)
    table = Table(store)
    await table.say("anna", "new short_hunt against=pup side=hound", "start")
    stored, other = await table.stored(), Ticker(BotHandler(Store(connection), now=table.hands).tools)
    duty = owed(stored)
    assert duty is not None
    for ticker in (table.ticker, other):
        ticker.staff.begin(stored.header.game_id, duty, 0.0)
    await table.ticker.staff.idle()
    await other.staff.idle()
    assert await table.number() == stored.number + 2
    assert len(await store.record(stored.header.game_id)) == stored.number + 3
