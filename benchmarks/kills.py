"""Kill processes that run seasons at any round trip to Redis: the next one must finish, with nothing lost or doubled.

A season is about to do something by itself, such as a round change: the reports of its games wait in outboxes, and the
next round is not drawn. The same state is restored again and again; a process works on it and is killed at one round
trip, before or after the server executed it, or, as a separate process, by SIGKILL at a random moment; then another
process continues. The final journal, channels and games are compared with those left by an undisturbed process.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from multiprocessing.synchronize import Event
from typing import Any

from benchmarks.seasons import SPRING, League
from bot.leagues import acts, journal
from bot.platforms.web.records import MessageEntry
from bot.platforms.web.timeline import Stream
from bot.service.store_factory import build_store
from bot.storage import Connection, Store, StoreUnavailable
from bot.storage.models import RecordEntry
from bot.storage.pipeline import Command, Part
from tests.bot.times import Hands

#: Most clerk runs until a process has done everything, with a wide margin.
_LOOKS = 12
#: Processes killed by SIGKILL are forked from one that has loaded everything; and the most seconds one may live.
_PROCESSES = multiprocessing.get_context("forkserver")
_LONGEST = 120.0


class Mortal(Connection):
    """Counts round trips and dies at one of them, before or after the server executed it; then every call fails."""

    def __init__(self, url: str, at: int = 0, *, done: bool = False) -> None:
        super().__init__(url, patience=0)
        self._at, self._done = at, done
        self.trips, self.dead = 0, False

    async def call(self, *command: Part) -> Any:
        """Call, as one round trip."""
        return await self._trip(lambda: super(Mortal, self).call(*command))

    async def transaction(self, *commands: Command) -> list[Any]:
        """Run a transaction, as one round trip."""
        return list(await self._trip(lambda: super(Mortal, self).transaction(*commands)))

    async def pipeline(self, *commands: Command) -> list[Any]:
        """Run a pipeline, as one round trip."""
        return list(await self._trip(lambda: super(Mortal, self).pipeline(*commands)))

    async def each(self, *commands: Command) -> list[Any]:
        """Run the commands, as one round trip."""
        return list(await self._trip(lambda: super(Mortal, self).each(*commands)))

    async def script(self, name: str, keys: Sequence[str], arguments: Sequence[Part]) -> Any:
        """Run a script, as one round trip."""
        return await self._trip(lambda: super(Mortal, self).script(name, keys, arguments))

    async def _trip(self, do: Callable[[], Awaitable[Any]]) -> Any:
        self.trips += 1
        here = self.trips == self._at
        if not self.dead and not (here and not self._done):
            got = await do()
            if not here:
                return got
        self.dead = True
        raise StoreUnavailable("killed")


@dataclass(frozen=True)
class Left:
    """The final state: lines of the journal, the channels' contents, and the games' contents."""

    lines: Counter[str]
    said: Counter[tuple[str, str]]
    games: Counter[tuple[str, ...]]
    waiting: int

    def against(self, wanted: Left) -> tuple[int, int]:
        """Return how much is missing and how much is doubled, compared with the expected state."""
        lost = doubled = 0
        pairs: list[tuple[Counter[Any], Counter[Any]]] = [
            (self.lines, wanted.lines),
            (self.said, wanted.said),
            (self.games, wanted.games),
        ]
        for own, theirs in pairs:
            lost += sum((theirs - own).values())
            doubled += sum((own - theirs).values())
        return lost + self.waiting, doubled


@dataclass
class Killing:
    """A store's initial state, an undisturbed process's result, and its number of round trips."""

    url: str
    state: dict[str, bytes]
    wanted: Left
    trips: int
    #: The simulated time, and the seconds an undisturbed separate process takes.
    hands: Hands
    takes: float = 0.0

    @classmethod
    async def of(cls, url: str, begun: Callable[[League], Awaitable[None]]) -> Killing:
        """Prepare killing processes that start from the state `begun` leaves in a store."""
        link = Connection(url)
        await link.call("FLUSHALL")
        league = League(build_store(Store, link))
        await begun(league)
        state = await _kept(link)
        await link.close()
        mortal = Mortal(url)
        await _work(mortal, league.hands)
        trips = mortal.trips
        await mortal.close()
        return cls(url, state, await _left(url), trips, league.hands)

    def points(self) -> Iterator[tuple[int, bool]]:
        """Yield every point at which a process can be killed: the round trip, and whether the server executed it."""
        return ((at, done) for at in range(1, self.trips + 1) for done in (False, True))

    async def killed_at(self, at: int, done: bool) -> tuple[int, int]:
        """Kill a process there and let another continue; return the numbers of missing and doubled items."""
        await self._begin()
        for mortal in (Mortal(self.url, at, done=done), Mortal(self.url)):
            await _work(mortal, self.hands)
            await mortal.close()
        return (await _left(self.url)).against(self.wanted)

    async def killed_by_the_system(self, rng: random.Random, times: int) -> tuple[int, int, int]:
        """Kill separate processes by SIGKILL, each at a random moment, up to `times` until one may finish.

        Returns how many were killed while working, and the numbers of missing and doubled items.
        """
        if not self.takes:
            await self._begin()
            self.takes = await self._lived(_LONGEST)
        await self._begin()
        lives = [await self._lived(rng.uniform(0, self.takes)) for _ in range(times)]
        assert await self._lived(_LONGEST) < _LONGEST, "a process that nobody kills comes to its end"
        lost, doubled = (await _left(self.url)).against(self.wanted)
        return sum(not life for life in lives), lost, doubled

    async def _begin(self) -> None:
        link = Connection(self.url)
        await _put_back(link, self.state)
        await link.close()

    async def _lived(self, seconds: float) -> float:
        """Let a process work for at most this long after reaching the store; return the seconds, 0 if it was killed."""
        reached, ended = _PROCESSES.Event(), _PROCESSES.Event()
        process = _PROCESSES.Process(target=_worked, args=(self.url, self.hands.at, reached, ended), daemon=True)
        process.start()
        await asyncio.to_thread(reached.wait, _LONGEST)
        begun = time.monotonic()
        finished = await asyncio.to_thread(ended.wait, seconds)
        took = time.monotonic() - begun
        process.kill()  # SIGKILL; a process that has finished has nothing left to do
        await asyncio.to_thread(process.join, _LONGEST)
        process.close()
        return took if finished else 0.0


async def round_change(league: League) -> None:
    """Set up a Swiss tournament of four whose first round is over and not yet announced."""
    await league.open(("Ann", "Ben", "Cleo", "Dan"), format="swiss", rounds=2)
    await league.draw()
    await league.step()
    for head in (await league.games()).values():
        await league.resign(head, 1)


async def first_draw(league: League) -> None:
    """Set up divisions that are drawn and have no games yet."""
    await league.open(("Ann", "Ben", "Cleo", "Dan"))
    await league.draw()


async def substitutes(league: League) -> None:
    """Set up running divisions from which two withdrew, one with a substitute, the other without; not yet announced."""
    persons = await league.open(("Ann", "Ben", "Cleo", "Dan"))
    await league.draw()
    await league.step()
    for name in ("Eve", "Fay"):
        person = await league.store.persons.of(f"web:{name.lower()}", name)
        entry = journal.Joined(at=league.repository.at, by=person, person=person, substitute=True)
        await league.act(partial(acts.join_season, entry=entry))
        persons.append(person)
    ann, ben, eve = persons[0], persons[1], persons[4]
    await league.act(lambda season: acts.withdraw_player(season, ann, league.repository.at, by=ann))
    await league.step()
    await league.act(lambda season: acts.accept_offer(season, eve, league.repository.at))
    await league.act(lambda season: acts.withdraw_player(season, ben, league.repository.at, by=ben))


async def window_end(league: League) -> None:
    """Set up divisions whose window has ended, with every game unfinished."""
    await first_draw(league)
    await league.step()
    league.hands.move(days=121)


async def outage(league: League) -> None:
    """Set up running divisions after an outage of nine hours."""
    await first_draw(league)
    await league.step()
    await league.clerk.look()
    league.hands.move(hours=9)


STAGES = {
    "round change": round_change,
    "first draw": first_draw,
    "substitutes": substitutes,
    "window's end": window_end,
    "outage": outage,
}


async def _work(link: Mortal, hands: Hands) -> None:
    """Work until dead or finished, under the same name, as after a restart."""
    league = League(build_store(Store, link), hands)
    try:
        for _ in range(_LOOKS):
            await league.courier.deliver_all()
            if not await league.clerk.look() or link.dead:
                break
        await league.courier.deliver_all()
    except StoreUnavailable:
        pass
    finally:
        # The tasks of a dead process die with it.
        await league.courier.stop()
        await league.platform.picture_cache.drain(0.0)


def _worked(url: str, at: datetime, reached: Event, ended: Event) -> None:
    """Run `_work` in a separate process, signalling when it has reached the store and when it has finished."""
    logging.getLogger("bot").setLevel(logging.CRITICAL)
    hands = Hands()
    hands.at = at

    async def work() -> None:
        mortal = Mortal(url)
        await mortal.call("PING")
        reached.set()
        await _work(mortal, hands)

    asyncio.run(work())
    ended.set()


async def _left(url: str) -> Left:
    store = build_store(Store, Connection(url))
    league = League(store)
    lines = await store.seasons.read(SPRING)
    games, waiting = Counter[tuple[str, ...]](), 0
    channels = {"hall"}
    for game in await store.games():
        stored = await store.load(game)
        assert stored.header.league is not None
        record = [RecordEntry.parse(line, "record").payload["kind"] for line in await store.raw_record(game)]
        seats = [f"{side}={seat.user}" for side, seat in sorted(stored.seats.holders.items())]
        games[stored.header.league.match, game, stored.header.status, stored.header.channel, *seats, *record] += 1
        waiting += len(await store.outbox.pending_posts(game))
        channels.add(stored.header.channel.partition(":")[2])
    waiting += len(await store.outbox.parked())
    said: Counter[tuple[str, str]] = Counter()
    for channel in channels:
        rows = await league.platform.timeline.newest(Stream(channel, ""), 500)
        said.update((channel, row.entry.text) for row in rows if isinstance(row.entry, MessageEntry))
    await store.close()
    return Left(Counter(lines), said, games, waiting)


async def _kept(link: Connection) -> dict[str, bytes]:
    names = [name.decode() for name in await link.call("KEYS", "*")]
    return dict(zip(names, await link.pipeline(*(("DUMP", name) for name in names)), strict=True))


async def _put_back(link: Connection, what: dict[str, bytes]) -> None:
    await link.pipeline(("FLUSHALL",), *(("RESTORE", name, 0, value) for name, value in what.items()))


__all__ = ["STAGES", "Killing", "Left", "Mortal"]
