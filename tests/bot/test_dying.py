"""A process can die at every round trip to Redis: resending the same key finishes the work, exactly once, and leaves no ghost."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

import pytest

from bot.port import Inbound
from bot.service.ai_player.move_scheduler import Deliberations
from bot.service.handler import BotHandler
from bot.service.looking.order_completion import suggested
from bot.service.people.ticker import Ticker
from bot.storage import Connection, Store, StoreUnavailable, keys
from bot.storage.pipeline import Command, Part
from bot.table.refusal import Refusal
from bot.table.reply import Reply
from bot.table.table import Table
from bot.titles import table_of
from bot.titles.pog.notation import typed
from engine.core.game import Game
from engine.errors import ChanceError
from engine.pog.state import State
from tests.bot.keeping import kept, put_back
from tests.bot.worlds import USERS, installed
from tests.lanes import Share
from tests.support.facts import lexicon, names
from tests.support.random_play import new_game, steps
from tests.support.vocabulary import COMMANDS, ORDER_NAMES

PEOPLE, CHANNELS = ("anna", "ben", "eve"), ("table", "there", "twins")
NOTHING = "nothing was changed"
#: Seconds after which the indexes are right again, though the process that had to write them died.
LATER = 100.0


class Dying(Connection):
    """A store that dies at one round trip, before or after the server executed it; nothing gets through from then on."""

    def __init__(self, url: str, at: int, *, done: bool) -> None:
        super().__init__(url, patience=0)
        self.at, self.done, self.trips, self.dead = at, done, 0, False
        #: Trips that ran a script, as every commit does.
        self.scripts: list[int] = []

    async def call(self, *command: Part) -> Any:
        return await self._trip(lambda: super(Dying, self).call(*command))

    async def transaction(self, *commands: Command) -> list[Any]:
        return list(await self._trip(lambda: super(Dying, self).transaction(*commands)))

    async def pipeline(self, *commands: Command) -> list[Any]:
        return list(await self._trip(lambda: super(Dying, self).pipeline(*commands)))

    async def each(self, *commands: Command) -> list[Any]:
        return list(await self._trip(lambda: super(Dying, self).each(*commands)))

    async def script(self, name: str, keys: Sequence[str], arguments: Sequence[Part]) -> Any:
        self.scripts.append(self.trips + 1)
        return await self._trip(lambda: super(Dying, self).script(name, keys, arguments))

    async def _trip(self, do: Callable[[], Awaitable[Any]]) -> Any:
        self.trips += 1
        here = self.trips == self.at
        if not self.dead and not (here and not self.done):
            got = await do()
            if not here:
                return got
        self.dead = True
        raise StoreUnavailable("gone")


def points(trips: int) -> list[tuple[int, bool]]:
    """Return every point at which a process can die: the round trip, and whether the server executed it."""
    return [(at, done) for done in (False, True) for at in range(1, trips + 1)]


@dataclass(frozen=True)
class Case:
    """The line sent, by whom and where, and the lines before it; GAME stands for the table's game."""

    text: str
    before: tuple[str, ...] = ()
    user: str = "anna"
    channel: str = "table"


LOBBY = ("anna new campaign",)
SEATED = (*LOBBY, "anna join cp", "ben join ap")
BEGUN = (*SEATED, "anna start", "anna choose take")
OPS = (*BEGUN, "anna play cp 1 as ops")
OVER = (*BEGUN, "anna resign yes")
WITH_COMPUTER = ("anna new introductory against=recruit",)

CASES = (
    Case("new campaign"),
    Case("new campaign", OVER),
    Case("new introductory against=recruit", OVER),
    Case("join cp", LOBBY),
    Case("leave", SEATED),
    Case("bid ap 2", LOBBY),
    Case("bid accept", (*LOBBY, "ben bid ap 2")),
    Case("seed", SEATED),
    Case("seed four winds", (*SEATED, "anna seed")),
    Case("start", SEATED),
    Case("leave", WITH_COMPUTER),
    Case("start", WITH_COMPUTER),
    Case("settings palette dark"),
    Case("settings away 3d", BEGUN),
    Case("settings away off", (*BEGUN, "anna settings away 3d")),
    Case("choose take", (*SEATED, "anna start")),
    Case("play cp 1 as rp", BEGUN),
    Case("play cp 1 as ops", BEGUN),
    Case("activate koblenz move", OPS),
    Case("move koblenz liege", (*OPS, "anna activate koblenz move")),
    Case("done", (*OPS, "anna activate koblenz move")),
    Case("undo", (*OPS, "anna activate koblenz move")),
    Case("standing pass combat cards", BEGUN),
    Case("rollback 1", OPS),
    Case("rollback accept", (*OPS, "anna rollback 1"), user="ben"),
    Case("resign yes", BEGUN),
    Case("draw", BEGUN),
    Case("draw accept", (*BEGUN, "anna draw"), user="ben"),
    Case("warn say hello there", BEGUN),
    Case("clock fast", BEGUN),
    Case("clock quiet", BEGUN),
    Case("substitute offer", BEGUN),
    Case("substitute cp", (*BEGUN, "anna substitute offer"), user="eve"),
    Case("substitute accept", (*BEGUN, "anna substitute recruit"), user="ben"),
    Case("relocate GAME", BEGUN, channel="there"),
    Case("relocate GAME", LOBBY, channel="there"),
    Case("relocate GAME", BEGUN, user="ben", channel="there"),
    Case("master pause", BEGUN),
    Case("master undo 1", OPS),
    Case("master end", LOBBY),
    Case("learn 1"),
    Case("learn next", ("anna learn 1",)),
    Case("learn leave", ("anna learn 1",)),
    Case("puzzle"),
    Case("puzzle show", ("anna puzzle",)),
    Case("rematch", OVER),
    Case("rematch same", (*WITH_COMPUTER, "anna start", "anna resign yes")),
    Case("follow GAME", BEGUN, user="eve"),
    Case("follow GAME", (*BEGUN, "eve follow"), user="eve"),
)

#: Commands that only read. Where `card` plays one it writes, and is swept as an order.
LOOKS = frozenset(
    "panel map hand card deck status score units odds supply log replay rules help export verify games advise assess".split()
)
#: Commands about persons, whose deaths are tested separately: test_linking and test_forgetting; `mydata` only reads.
ELSEWHERE = {"link", "forget", "mydata"}
#: The argument of each read-only command that needs one.
ARGUMENTS = {"card": "guns of august", "units": "sedan", "odds": "sedan", "replay": "1", "help": "move", "rules": "cf"}
#: Playing commands, each swept in the first position of a random game where it has an effect.
ORDERS = sorted({*ORDER_NAMES, "card", "peace"})


def test_every_command_that_writes_is_swept() -> None:
    swept = {case.text.split()[0] for case in CASES} | set(ORDERS)
    assert swept | LOOKS | ELSEWHERE == {command.name for command in COMMANDS}


async def test_looking_writes_nothing(store: Store, connection: Connection) -> None:
    handler = BotHandler(store)
    for number, line in enumerate(BEGUN):
        user, _, text = line.partition(" ")
        await say(handler, user, "table", text, f"before-{number}")
    start = await kept(connection)
    for look in sorted(LOOKS):
        for user in ("anna", "eve"):
            await say(handler, user, "table", f"{look} {ARGUMENTS.get(look, '')}", f"{look}-{user}")
            assert await kept(connection) == start, (user, look)


@cache
def moments() -> dict[str, tuple[Game[State], str]]:
    """Return, for each playing command, the first position of a random game in which it is possible, and the line."""
    found: dict[str, tuple[Game[State], str]] = {}
    game = new_game("open windows", 0, listening=False)
    for _ in steps(game, 0, turns=20):
        table = table_of(game, int(game.actor or 0))
        for name in ORDERS:
            if name not in found and (line := order(table, name)):
                kept_game = game.copy()
                kept_game.fresh[:] = game.fresh
                found[name] = kept_game, line
        if len(found) == len(ORDERS):
            break
    return found


def order(table: Table, name: str) -> str:
    """Return a line with the command that can be carried out now, "" if there is none."""
    if name in ("pass", "done"):
        try:
            typed.ORDERS[name](lexicon(), trial := table.trial(), "")
        except (Refusal, ChanceError):
            return ""
        return name if trial.game.number > table.game.number else ""
    begun = suggested(table, names(), name, "")[:1]
    while begun and begun[0].endswith(" "):
        begun = [text for text in suggested(table, names(), name, begun[0]) if text != begun[0]][:1]
    return f"{name} {begun[0]}" if begun else ""


async def dying_stores(connection: Connection, url: str, most: int = 60) -> AsyncIterator[Store]:
    """Yield stores that die before and after each round trip of an operation, all starting from the server's current state."""
    start = await kept(connection)
    for done in (False, True):
        for at in range(1, most):
            await put_back(connection, start)
            link = Dying(url, at, done=done)
            yield Store(link)
            await link.close()
            if not link.dead:
                break
        else:
            raise AssertionError("this never ends")


async def say(handler: BotHandler, user: str, channel: str, text: str, key: str) -> list[Reply]:
    inbound = Inbound(platform="web", channel=channel, user=user, user_name=user.title(), key=key, text=text)
    return list(await handler.run(inbound))


async def state(store: Store) -> dict[str, Any]:
    """Return everything a player or operator could notice, except what chance and the clock decide."""
    found: dict[str, Any] = {"games": await store.games()}
    for game in found["games"]:
        stored = await store.load(game)
        head = stored.header.model_copy(update={"seed": "", "commitment": "", "mixing": None})
        posts = [queued.post.kind for queued in await store.outbox.pending_posts(game)]
        found[game] = (head, stored.number, stored.revision, stored.seats, len(await store.record(game)), posts)
    for channel in CHANNELS:
        found[channel] = await store.channels.holder(f"web:{channel}")
    for person in PEOPLE:
        people = store.people
        own = [await people.games_of(f"web:{person}"), await people.followed_by(f"web:{person}")]
        found[person] = (own, await people.settings(f"web:{person}"))
    found["running"] = sorted(await store.running.games())
    found["counts"] = await store.running.counts()
    found["due"] = sorted(await store.due.when())
    return found


async def healthy(store: Store) -> None:
    """Check what must hold even if nobody resends anything: every game is complete and has its channel."""
    link = store.connection
    for game in await store.games():
        stored = await store.load(game)
        if stored.header.in_progress:
            assert await store.channels.holder(stored.header.channel) == game
            assert game in await store.running.games()
    for channel in CHANNELS:
        holder = await store.channels.holder(f"web:{channel}")
        assert holder is None or (await store.load(holder)).header.game_id == holder
        assert await link.call("TTL", keys.channel(f"web:{channel}")) in (-1, -2), "no channel forgets its game"


async def overdue(store: Store, wanted: list[str]) -> None:
    """Check that a game whose commit died is due within about a minute; the check of one with nothing due removes it."""
    noted = await store.due.when()
    assert set(wanted) <= set(noted)
    assert all(noted[game] <= time.time() + 62 for game in set(noted) - set(wanted))


class Lost:
    """A workshop that never finishes."""

    async def run(self, person: str, function: Callable[..., Any], /, *args: Any) -> Any:
        """Implement the port."""
        del person, function, args
        await asyncio.Event().wait()


async def looked_at(handler: BotHandler) -> None:
    """Check what is due; the computer, which may owe a move in every one of these worlds, makes none."""
    ticker = Ticker(handler.tools, deliberations=Deliberations(handler.tools, Lost()))
    await ticker.tick()
    await ticker.deliberations.stop()


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.text} after {len(case.before)}")
async def test_a_command_whose_process_dies_midway_is_completed_under_the_same_key(
    case: Case, store: Store, connection: Connection, redis_url: str, share: Share
) -> None:
    sweep = Sweep(store, connection, redis_url, share)
    for number, line in enumerate(case.before):
        user, _, text = line.partition(" ")
        await say(sweep.handler(store), user, "table", text, f"before-{number}")
    game = await store.channels.holder("web:table") or ""
    await sweep.run(case.user, case.channel, case.text.replace("GAME", game))


@pytest.mark.parametrize("name", ORDERS)
async def test_an_order_whose_process_dies_midway_is_completed_under_the_same_key(
    name: str, store: Store, connection: Connection, redis_url: str, share: Share
) -> None:
    game, text = moments()[name]
    sweep = Sweep(store, connection, redis_url, share)
    world = await installed(store, sweep.handler(store), "s", game, 0)
    assert world.channel in CHANNELS
    await sweep.run(USERS[int(game.actor or 0)], world.channel, text)


@dataclass
class Sweep:
    """One command, killed at each of its round trips, and resent."""

    store: Store
    connection: Connection
    url: str
    share: Share
    begun: datetime = field(default_factory=lambda: datetime.now(UTC))

    def handler(self, on: Store, seconds: float = 0.0) -> BotHandler:
        """Return a bot at a later time."""
        return BotHandler(on, now=lambda: self.begun + timedelta(seconds=seconds))

    async def run(self, user: str, channel: str, text: str) -> None:
        """Die before and after the server's execution of each round trip."""
        store, connection = self.store, self.connection
        await store.repair()  # as every process does at its start
        await looked_at(self.handler(store))
        start = await kept(connection)
        untouched = await state(store)
        counting = Dying(self.url, 0, done=False)
        told = await say(self.handler(Store(counting)), user, channel, text, "it")
        await counting.close()
        wanted = await state(store)
        assert wanted != untouched, f"this changes nothing: {told[0].text}"
        assert 0 < counting.trips < 60

        for at, done in self.deaths(counting):
            await put_back(connection, start)
            dying = Dying(self.url, at, done=done)
            heard = await say(self.handler(Store(dying)), user, channel, text, "it")
            await dying.close()
            assert dying.dead
            after = await state(store)
            if any(NOTHING in reply.text.lower() for reply in heard):
                assert {**after, "due": 0, "running": 0, "counts": 0} == {
                    **untouched, "due": 0, "running": 0, "counts": 0,
                }, f"trip {at}"  # fmt: skip
            await healthy(store)
            again = await say(self.handler(Store(connection)), user, channel, text, "it")
            assert [reply.text.split("\n")[0] for reply in again] == [reply.text.split("\n")[0] for reply in told]
            await overdue(store, wanted["due"])
            await looked_at(self.handler(store, LATER))
            assert await state(store) == wanted, f"died {'after' if done else 'before'} trip {at}"
            await healthy(store)

    def deaths(self, counted: Dying) -> list[tuple[int, bool]]:
        """Return the trips to die at, before and after the server's execution; on either side of the last script in every run."""
        last = (counted.scripts or [counted.trips])[-1]
        return self.share(points(counted.trips), fixed=[(last, False), (last, True)])
