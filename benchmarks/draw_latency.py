"""A draw's games are made while somebody plays: how long that takes, and what their commands take meanwhile, in between and before.

For some seconds games are made and told, then none for some more, in turn, so that whatever else the machine has to do is in both.
"""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import quantiles
from typing import Any

from benchmarks.seasons import SPRING, League, begun_with
from bot.gc_tuning import frozen_within
from bot.port import Inbound, Venues
from bot.replay_worker import Recorder
from bot.service.handler import BotHandler
from bot.service.leagues.clerk import Clerk
from bot.service.leagues.clerk_context import ClerkContext
from bot.service.leagues.drawing import draw
from bot.storage import Connection, Store
from bot.table.reply import Reply

#: Games of one player in a double division of five.
_GAMES_EACH = 8
#: Seconds after which something is wrong with a measurement that waits.
_LONG = 120.0
#: How somebody's game begins; what they play of it while games are made, how often before they begin another, since what is taken
#: back stays in its record and no game has thousands of that; and the seconds between their commands.
_BEGIN, _END = ("new campaign", "join both", "start", "choose take"), "resign yes"
_LINES, _TIMES, _PAUSE = ("status", "hand", "play 1 as rp", "undo"), 25, 0.05


@dataclass(frozen=True)
class Making:
    """How many games a draw makes; the seconds for which they are made, those for which none is, in turn, and those before the draw."""

    games: int
    meanwhile: float
    apart: float
    before: float


class Gate:
    """The local channel as a venue whose games are only made while the gate stands open."""

    def __init__(self, venue: Venues) -> None:
        self._venue = venue
        self.open = asyncio.Event()

    @property
    def name(self) -> str:
        """That of the venue."""
        return self._venue.name

    async def open_room(self, venue: str, name: str, key: str) -> str | None:
        """As the venue's, once the gate is open."""
        await self.open.wait()
        return await self._venue.open_room(venue, name, key)

    async def tell(self, channel: str, reply: Reply, key: str) -> str | None:
        """As the venue's."""
        return await self._venue.tell(channel, reply, key)

    async def amend(self, channel: str, message: str, reply: Reply) -> None:
        """As the venue's."""
        await self._venue.amend(channel, message, reply)

    async def tell_alone(self, user: str, near: str, reply: Reply, key: str) -> None:
        """As the venue's."""
        await self._venue.tell_alone(user, near, reply, key)


@dataclass
class Taken:
    """Milliseconds that commands took: by the clock, and of the event loop's own thread, whatever that did meanwhile."""

    clock: list[float] = field(default_factory=list)
    loop: list[float] = field(default_factory=list)

    def told(self, when: str) -> dict[str, float]:
        """Return the figures, under the name of when the commands came."""
        return {
            f"command_p99_{when}_ms": _p99(self.clock),
            f"command_median_{when}_ms": _median(self.clock),
            f"command_loop_p99_{when}_ms": _p99(self.loop),
            f"command_loop_median_{when}_ms": _median(self.loop),
            f"commands_{when}": len(self.clock),
        }


@dataclass
class Player:
    """Gives one command after another; `now` is what those are counted in that come and are answered now, None for nothing.

    The first lines of each game and its last one are not counted.
    """

    handler: BotHandler
    now: Taken | None = None

    async def play(self, done: asyncio.Event) -> None:
        """Play until it is done."""
        for number in itertools.count():
            for line in _BEGIN:
                await _said(self.handler, line, number)
            if await self.handler.tools.store.channels.holder(f"web:own-{number}") is None:
                raise RuntimeError("no game has begun: what would be measured are refusals")
            for line in _LINES * _TIMES:
                if done.is_set():
                    return
                before, own = self.now, time.thread_time()
                clock = await _said(self.handler, line, number)
                if before is not None and before is self.now:
                    before.clock.append(clock)
                    before.loop.append((time.thread_time() - own) * 1000)
                await asyncio.sleep(_PAUSE)
            await _said(self.handler, _END, number)  # nobody may have games without end


async def drawn(url: str, plan: Making) -> dict[str, Any]:
    """Seconds until all games of a draw run, and how long commands of somebody who plays take meanwhile and in between."""
    store = Store(Connection(url))
    league = League(store)
    count = max(5, plan.games // _GAMES_EACH // 5 * 5 * 2)
    accounts = [f"web:player-{number}" for number in range(count)]
    persons = [await store.persons.of(account, account[4:]) for account in accounts]
    await begun_with(league, persons, format="double")
    handler = league.handler
    room, gate, taken = Recorder(), Gate(league.platform), {when: Taken() for when in ("before", "apart", "meanwhile")}
    context = ClerkContext(handler.tools, league.repository, {"web": gate}, room, lambda: handler.under_way > 0)
    with frozen_within():
        took, paused = await _made(league, context, gate, taken, plan)
    made = await _running(league)
    await room.close()
    await store.close()
    return {
        f"draw_{plan.games}_games_s": round(took - paused, 1),
        "games_made": made,
        **{name: value for when, one in taken.items() for name, value in one.told(when).items()},
    }


async def _made(
    league: League, context: ClerkContext, gate: Gate, taken: Mapping[str, Taken], plan: Making
) -> tuple[float, float]:
    """Let a draw's games be made and told while somebody plays; how many seconds that took, and for how many none was made."""
    done, paused = asyncio.Event(), 0.0
    league.courier.start()
    clerk = Clerk(context, "one", league.courier.wake)
    player = Player(league.handler, taken["before"])
    playing = asyncio.create_task(player.play(done))
    await asyncio.sleep(plan.before)
    player.now, begun = None, time.perf_counter()
    await draw(league.repository, context.workshop, SPRING, "first", by="chief")
    wanted = min(plan.games, len((await league.repository.season(SPRING)).matches))
    making = asyncio.create_task(_make(clerk, league, wanted))
    while not making.done():
        since = time.perf_counter()
        player.now = taken["apart"]
        await asyncio.wait({making}, timeout=plan.apart)
        paused += time.perf_counter() - since
        player.now = taken["meanwhile"]
        gate.open.set()
        await asyncio.wait({making}, timeout=plan.meanwhile)
        gate.open.clear()
        player.now = None
        await _told(league.store)
    took = time.perf_counter() - begun
    await making
    done.set()
    await playing
    await league.courier.stop()
    return took, paused


async def _told(store: Store) -> None:
    """Wait until everything is told that games have to tell."""
    async with asyncio.timeout(_LONG):
        while await store.outbox.games_with_posts():  # noqa: ASYNC110 - the courier tells nobody
            await asyncio.sleep(_PAUSE)


async def _make(clerk: Clerk, league: League, wanted: int) -> None:
    """Let the clerk look until all games run, or it finds no more to do."""
    while await _running(league) < wanted:
        if not await clerk.look():
            break


async def _running(league: League) -> int:
    """How many matches have their game."""
    return sum(bool(one.game) for one in (await league.repository.season(SPRING)).matches.values())


async def _said(handler: BotHandler, text: str, number: int) -> float:
    """Milliseconds of one command of somebody who plays by themselves, in a game of that number."""
    begun = time.perf_counter()
    inbound = Inbound(
        platform="web",
        channel=f"own-{number}",
        user="eve",
        user_name="Eve",
        key=f"eve:{time.perf_counter_ns()}",
        text=text,
    )
    await handler.run(inbound)
    return (time.perf_counter() - begun) * 1000


def _p99(values: Sequence[float]) -> float:
    return round(quantiles(values, n=100)[-1] if len(values) >= 100 else max(values), 1)


def _median(values: Sequence[float]) -> float:
    return round(sorted(values)[len(values) // 2], 1)


__all__ = ["Making", "drawn"]
