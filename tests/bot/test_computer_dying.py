"""A process can die at every round trip while the computer moves: another one finishes the job, exactly once."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any

import pytest

from bot.service.ai_player import move_scheduler
from bot.service.ai_player.move_scheduler import Deliberations
from bot.service.handler import BotHandler
from bot.service.people.ticker import Ticker
from bot.service.session import restore
from bot.service.state.seat_duties import owed
from bot.storage import Connection, StorageError, Store
from tests.bot.keeping import kept, put_back
from tests.bot.test_dying import LATER, Dying, points
from tests.bot.with_computer import Table
from tests.lanes import Share


async def state(store: Store, game: str) -> tuple[Any, ...]:
    """Return everything a player could notice, and what is due."""
    stored = await store.load(game)
    posts = [queued.post.kind for queued in await store.outbox.pending_posts(game)]
    record = [entry.get("choice") for entry in await store.record(game)]
    due = sorted(await store.due.when())
    return stored.number, stored.revision, restore(stored).snapshot(), record, posts, due


async def see_to(ticker: Ticker) -> None:
    """Run one check and everything that follows, in a process that may die."""
    with contextlib.suppress(StorageError):
        await ticker.tick()
    await ticker.deliberations.idle()


@pytest.mark.parametrize("line", ["start", "draw offer"])
@pytest.mark.usefixtures("toy_title")
async def test_a_duty_is_done_once_wherever_a_process_dies(
    line: str, store: Store, connection: Connection, redis_url: str, share: Share
) -> None:
    table = Table(store)
    await store.repair()
    await table.say("anna", "new short_hunt against=pup side=hound")
    if line == "draw offer":
        await table.say("anna", "start")
        await table.moved()
    await table.say("anna", line)
    game = await table.channel.game_id()
    start = await kept(connection)
    untouched = await state(store, game)

    def ticker(on: Store, seconds: float = 0.0) -> Ticker:
        table.hands.at = begun
        table.hands.move(seconds=seconds)
        return Ticker(BotHandler(on, now=table.hands).tools)

    begun = table.hands.at
    await table.moved()
    # Messages deferred for present players are delivered in all of these worlds.
    for later in (LATER, 2 * LATER, 3 * LATER):
        await see_to(ticker(Store(connection, now=table.hands), later))
    wanted = await state(store, game)
    assert wanted[:2] != untouched[:2]

    async def moves(at: int, *, done: bool) -> Dying:
        await put_back(connection, start)
        dying = Dying(redis_url, at, done=done)
        on = Store(dying, now=table.hands)
        await see_to(ticker(on))
        await dying.close()
        return dying

    every = points((await moves(0, done=False)).trips)
    middle = len(every) // 4
    for at, done in share(every, fixed=[(middle, False), (middle, True), every[-1]]):
        assert (await moves(at, done=done)).dead
        for later in (LATER, 2 * LATER, 3 * LATER):
            await see_to(ticker(Store(connection, now=table.hands), later))
        assert (await state(store, game))[:5] == wanted[:5], f"died {'after' if done else 'before'} trip {at}"


@pytest.mark.usefixtures("toy_title")
async def test_two_processes_do_a_duty_once(store: Store, connection: Connection) -> None:
    table = Table(store)
    await table.say("anna", "new short_hunt against=pup side=hound", "start")
    stored, other = await table.stored(), Ticker(BotHandler(Store(connection), now=table.hands).tools)
    duty = owed(stored)
    assert duty is not None
    for ticker in (table.ticker, other):
        ticker.deliberations.begin(stored.header.game_id, duty, 0.0)
    await table.ticker.deliberations.idle()
    await other.deliberations.idle()
    assert await table.number() == stored.number + 2
    assert len(await store.record(stored.header.game_id)) == stored.number + 3


class Waiting:
    """A workshop that signals when it is asked, and answers when allowed."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.gate = asyncio.Event()

    async def run(self, person: str, function: Callable[..., Any], /, *args: Any) -> Any:
        """Implement the port."""
        self.asked.append(person)
        await self.gate.wait()
        return function(*args)


@pytest.mark.usefixtures("toy_title")
async def test_a_duty_is_kept_while_a_level_thinks_and_left_when_the_position_moves_on(
    store: Store, connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(move_scheduler, "_RENEW", 0.01)
    workshop = Waiting()
    table = Table(store, workshop)
    await table.say("anna", "new short_hunt against=pup side=hound", "start")
    game = await table.channel.game_id()
    await table.ticker.tick()
    first = (await store.due.when())[game]
    table.hands.move(minutes=5)
    async with asyncio.timeout(60):
        while (await store.due.when())[game] <= first:  # noqa: ASYNC110 - another task renews it
            await asyncio.sleep(0.01)
    await table.ticker.tick()
    assert workshop.asked == [game], "it is not taken again"
    await table.say("anna", "resign yes")
    table.ticker.deliberations.leave(game)
    await table.ticker.deliberations.idle()
    workshop.gate.set()
    assert (await table.stored()).header.status == "finished"


@pytest.mark.usefixtures("toy_title")
async def test_games_take_turns_and_no_more_are_prepared_than_can_be_thought_about(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    workshop = Waiting()
    table = Table(store, workshop)
    tools = table.channel.handler.tools
    ticker = Ticker(tools, deliberations=Deliberations(tools, workshop, at_once=2))
    games = []
    for number in range(4):
        monkeypatch.setattr("tests.bot.support.CHANNEL", f"room-{number}")
        await table.say("anna", "new short_hunt against=pup side=hound", "start")
        games.append(await store.channels.holder(f"web:room-{number}"))
    await ticker.tick()
    async with asyncio.timeout(60):
        while len(workshop.asked) < 2:  # noqa: ASYNC110 - other tasks ask
            await asyncio.sleep(0.01)
    await asyncio.sleep(0.05)
    assert len(workshop.asked) == 2
    workshop.gate.set()
    await ticker.deliberations.idle()
    assert set(workshop.asked) == set(games)
    for game in games:
        assert game is not None
        assert (await store.load(game)).number > 0


@pytest.mark.usefixtures("toy_title")
async def test_a_move_undone_while_the_computer_thinks_is_not_answered(store: Store) -> None:
    workshop = Waiting()
    table = Table(store, workshop)
    await table.say("anna", "new short_hunt against=pup side=hound", "start")
    workshop.gate.set()
    await table.moved()
    workshop.gate.clear()
    await table.say("anna", "done")
    await table.ticker.tick()
    await table.say("anna", "undo")
    number = await table.number()
    workshop.gate.set()
    await table.ticker.deliberations.idle()
    await table.moved()
    game = await table.game()
    assert (await table.number(), game.actor, game.state.day) == (number, 1, 1)
