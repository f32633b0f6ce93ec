"""Measure a draw that creates games while someone plays: its duration, and command latency during, between and before.

Games are created and announced for some seconds, then paused for some, alternately, so that other load on the machine
affects both equally.
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

#: Games of each player in a double division of five.
_GAMES_EACH = 8
#: Seconds after which a waiting measurement has failed.
_LONG = 120.0
#: Commands that begin and end a player's game; between them, what they play, how often before starting a new game
#: (undone orders stay in the record, and no real game has thousands), and the pause between commands in seconds.
_BEGIN, _END = ("new campaign", "join both", "start", "choose take"), "resign yes"
_LINES, _TIMES, _PAUSE = ("status", "hand", "play 1 as rp", "undo"), 25, 0.05


@dataclass(frozen=True)
class Making:
    """Parameters: games of the draw; seconds of creating and pausing, alternately; and seconds before the draw."""

    games: int
    meanwhile: float
    apart: float
    before: float


class Gate:
    """The local channel as a venue that opens rooms only while the gate is open."""

    def __init__(self, venue: Venues) -> None:
        self._venue = venue
        self.open = asyncio.Event()

    @property
    def name(self) -> str:
        """The venue's name."""
        return self._venue.name

    async def open_room(self, venue: str, name: str, key: str) -> str | None:
        """Open a room once the gate is open."""
        await self.open.wait()
        return await self._venue.open_room(venue, name, key)

    async def tell(self, channel: str, reply: Reply, key: str) -> str | None:
        """Post through the venue."""
        return await self._venue.tell(channel, reply, key)

    async def amend(self, channel: str, message: str, reply: Reply) -> None:
        """Amend through the venue."""
        await self._venue.amend(channel, message, reply)

    async def tell_alone(self, user: str, near: str, reply: Reply, key: str) -> None:
        """Send through the venue."""
        await self._venue.tell_alone(user, near, reply, key)


@dataclass
class Taken:
    """Milliseconds per command: wall clock, and CPU time of the event loop's thread, including other work meanwhile."""

    clock: list[float] = field(default_factory=list)
    loop: list[float] = field(default_factory=list)

    def told(self, when: str) -> dict[str, float]:
        """Return the figures, with the phase in their names."""
        return {
            f"command_p99_{when}_ms": _p99(self.clock),
            f"command_median_{when}_ms": _median(self.clock),
            f"command_loop_p99_{when}_ms": _p99(self.loop),
            f"command_loop_median_{when}_ms": _median(self.loop),
            f"commands_{when}": len(self.clock),
        }


@dataclass
class Player:
    """Sends one command after another; those answered within one phase are counted in `now`, None for no phase.

    The first and last lines of each game are not counted.
    """

    handler: BotHandler
    now: Taken | None = None

    async def play(self, done: asyncio.Event) -> None:
        """Play until `done` is set."""
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
            await _said(self.handler, _END, number)  # so that games don't accumulate


async def drawn(url: str, plan: Making) -> dict[str, Any]:
    """Return the seconds until all games of a draw run, and a player's command latency meanwhile and between."""
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
    """Create and announce a draw's games while someone plays; return the seconds it took, and the seconds of pauses."""
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
    """Wait until all posts of games are delivered."""
    async with asyncio.timeout(_LONG):
        while await store.outbox.games_with_posts():  # noqa: ASYNC110 - the courier has no event for this
            await asyncio.sleep(_PAUSE)


async def _make(clerk: Clerk, league: League, wanted: int) -> None:
    """Run the clerk until all games are running, or it has nothing left to do."""
    while await _running(league) < wanted:
        if not await clerk.look():
            break


async def _running(league: League) -> int:
    """Return the number of matches with a game."""
    return sum(bool(one.game) for one in (await league.repository.season(SPRING)).matches.values())


async def _said(handler: BotHandler, text: str, number: int) -> float:
    """Return the milliseconds of one command of the solo player, in the game with this number."""
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
