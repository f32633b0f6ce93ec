"""Processes that keep seasons die at any round trip to Redis: whoever comes next finishes the work, and nothing is lost or doubled.

A season stands before a round change: what its games report waits in their outboxes, the next round is not drawn. The same state
is put back again and again; a process goes to work on it and is killed at one round trip, before or after the server did it; another
process goes on. What the journal, the channels and the games then hold is compared with what an undisturbed process leaves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from benchmarks.seasons import SPRING, League
from bot.platforms.web.records import MessageEntry
from bot.platforms.web.timeline import Stream
from bot.storage import Connection, Store, StoreUnavailable
from bot.storage.connection import Command, Part
from bot.storage.models import RecordEntry

#: How often a process looks at the seasons before it has done everything, with a wide margin.
_LOOKS = 12


class Mortal(Connection):
    """Counts round trips, and dies at one of them, before or after the server did it: nothing gets through from then on."""

    def __init__(self, url: str, at: int = 0, *, done: bool = False) -> None:
        super().__init__(url, patience=0)
        self._at, self._done = at, done
        self.trips, self.dead = 0, False

    async def call(self, *command: Part) -> Any:
        """As the connection's."""
        return await self._trip(lambda: super(Mortal, self).call(*command))

    async def transaction(self, *commands: Command) -> list[Any]:
        """As the connection's."""
        return list(await self._trip(lambda: super(Mortal, self).transaction(*commands)))

    async def pipeline(self, *commands: Command) -> list[Any]:
        """As the connection's."""
        return list(await self._trip(lambda: super(Mortal, self).pipeline(*commands)))

    async def each(self, *commands: Command) -> list[Any]:
        """As the connection's."""
        return list(await self._trip(lambda: super(Mortal, self).each(*commands)))

    async def script(self, name: str, keys: Sequence[str], arguments: Sequence[Part]) -> Any:
        """As the connection's."""
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
    """What is left when everything is done: lines of the journal, what stands in which channel, and what games hold."""

    lines: Counter[str]
    said: Counter[tuple[str, str]]
    games: Counter[tuple[str, ...]]
    waiting: int

    def against(self, wanted: Left) -> tuple[int, int]:
        """What is lost and what is doubled here, against what should be there."""
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
    """A state of a store, and what an undisturbed process makes of it in how many round trips."""

    url: str
    state: dict[str, bytes]
    wanted: Left
    trips: int

    @classmethod
    async def of(cls, url: str, begun: Callable[[League], Awaitable[None]]) -> Killing:
        """The killing of processes that go to work where `begun` leaves a store."""
        link = Connection(url)
        await link.call("FLUSHALL")
        league = League(Store(link))
        await begun(league)
        state = await _kept(link)
        await link.close()
        mortal = Mortal(url)
        await _work(mortal, league)
        trips = mortal.trips
        await mortal.close()
        return cls(url, state, await _left(url), trips)

    def points(self) -> Iterator[tuple[int, bool]]:
        """Every point at which a process can be killed: the round trip, and whether the server did it."""
        return ((at, done) for at in range(1, self.trips + 1) for done in (False, True))

    async def killed_at(self, at: int, done: bool, hands: League) -> tuple[int, int]:
        """Kill a process there, let another go on; what is lost and what is doubled then."""
        link = Connection(self.url)
        await _put_back(link, self.state)
        await link.close()
        for mortal in (Mortal(self.url, at, done=done), Mortal(self.url)):
            await _work(mortal, hands)
            await mortal.close()
        return (await _left(self.url)).against(self.wanted)


async def round_change(league: League) -> None:
    """A Swiss of four whose first round is over; nobody has heard of it yet."""
    await league.open(("Ann", "Ben", "Cleo", "Dan"), format="swiss", rounds=2)
    await league.draw()
    await league.step()
    for head in (await league.games()).values():
        await league.resign(head, 1)


async def first_draw(league: League) -> None:
    """Divisions that are drawn and have no games yet."""
    await league.open(("Ann", "Ben", "Cleo", "Dan"))
    await league.draw()


STAGES = {"round change": round_change, "first draw": first_draw}


async def _work(link: Mortal, before: League) -> None:
    """What a process does until it dies or nothing is left to do; under the same name, as after a restart."""
    league = League(Store(link), before.hands)
    try:
        for _ in range(_LOOKS):
            await league.courier.deliver_all()
            if not await league.clerk.look() or link.dead:
                break
        await league.courier.deliver_all()
    except StoreUnavailable:
        pass
    finally:
        # What a dead process had begun dies with it.
        await league.courier.stop()
        await league.platform.desk.drain(0.0)


async def _left(url: str) -> Left:
    store = Store(Connection(url))
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


__all__ = ["STAGES", "Killing", "Left", "Mortal", "first_draw", "round_change"]
