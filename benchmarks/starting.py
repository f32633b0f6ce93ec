"""A bot with thousands of running games: startup time, the clock check, and how processes share what is due.

The games are copies of one created by commands. Only reading from the store is measured, not Redis loading its data or
the platforms' own start.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from benchmarks.loopback.opening import open_games
from benchmarks.loopback.stage import Place
from bot.operations.census import Counting
from bot.service.handler import BotHandler
from bot.service.people.ticker import Ticker
from bot.service.store_factory import build_store
from bot.settings import Settings
from bot.storage import Connection, Store, keys, redis_server

Tell = Callable[[str], None]


@dataclass(frozen=True)
class Plan:
    """Parameters: running games, and finished games besides them."""

    games: int = 10_000
    over: int = 5_000


QUICK = Plan(games=200, over=50)


async def measure_start(plan: Plan, tell: Tell) -> dict[str, Any]:
    """Fill a store, then start on it as a bot does."""
    with tempfile.TemporaryDirectory() as folder:
        async with redis_server(Settings(var=Path(folder), redis_fsync="everysec")) as url:
            await _fill(url, plan, tell)
            return {
                "games": plan.games,
                "finished": plan.over,
                "start_s": await _start(url),
                "start_of_an_old_store_s": await _start(url, old=True),
                **await _looks(url),
                **await _shared(url, plan),
            }


async def _fill(url: str, plan: Plan, tell: Tell) -> None:
    store = build_store(Store, Connection(url))
    places = [Place(f"room-{n}", (f"anna-{n}", f"ben-{n}")) for n in range(plan.games + plan.over)]
    tell(f"{len(places)} games are opened")
    await open_games(store, "web", places, 1)
    for place in places[plan.games :]:
        game = await store.channels.holder(f"web:{place.channel}")
        assert game is not None
        over = (await store.header(game)).model_copy(update={"status": "finished"})
        await store.connection.call("SET", keys.GameKeys(game).header, over.dump())
        await store.running.ended(game)
    await store.repair()  # as every earlier start did
    for n, game in enumerate(await store.running.games()):
        await store.due.note(game, time.time() + 3600 + n)
    await store.close()


async def _start(url: str, *, old: bool = False) -> float:
    """Return the seconds for reading everything that startup reads from the store."""
    store = build_store(Store, Connection(url))
    if old:
        await store.connection.call("DEL", keys.RUNNING, keys.PLAYING, keys.INDEXED)
    ticker = Ticker(BotHandler(store).tools)
    begun = time.perf_counter()
    await store.repair()
    await ticker.index()
    took = time.perf_counter() - begun
    await store.close()
    return round(took, 2)


async def _looks(url: str) -> dict[str, float]:
    """Return the milliseconds of a clock check and a census while nothing is due, and the commands they send."""
    sent = 0

    def observe(what: str, seconds: float, commands: int, done: bool) -> None:
        nonlocal sent
        del what, seconds, done
        sent += commands

    store = build_store(Store, Connection(url, observe=observe))
    await store.connection.call("PING")
    ticker, counting = Ticker(BotHandler(store).tools), Counting(store)
    found: dict[str, float] = {}
    for name, act in (("look", ticker.tick), ("census", counting.take)):
        sent, begun = 0, time.perf_counter()
        await act()
        found |= {f"{name}_ms": round((time.perf_counter() - begun) * 1000, 1), f"{name}_commands": sent}
    await store.close()
    return found


async def _shared(url: str, plan: Plan) -> dict[str, float]:
    """Let two processes check when everything is overdue: how many games each handled, and how many both did."""
    later = datetime.now(UTC) + timedelta(days=30)
    looked: list[list[str]] = [[], []]
    stores = [build_store(Store, Connection(url), now=lambda: later) for _ in looked]

    class Counted(Ticker):
        def __init__(self, number: int) -> None:
            super().__init__(BotHandler(stores[number], now=lambda: later).tools)
            self.number = number

        async def _look(self, game_id: str, until: float, now: datetime) -> int:
            looked[self.number].append(game_id)
            return await super()._look(game_id, until, now)

    begun = time.perf_counter()
    await asyncio.gather(*(Counted(number).tick() for number in range(len(stores))))
    took = time.perf_counter() - begun
    for store in stores:
        await store.close()
    one, two = (set(games) for games in looked)
    return {
        "looked_at_by_one": len(one),
        "looked_at_by_the_other": len(two),
        "looked_at_by_both": len(one & two),
        "ms_per_due_game": round(took * 1000 / max(1, len(one | two)), 1),
    }


def measure(plan: Plan | None = None) -> dict[str, Any]:
    """Return the whole measurement."""
    begun = time.monotonic()

    def tell(text: str) -> None:
        print(f"  [start {time.monotonic() - begun:6.1f} s] {text}", file=sys.stderr)

    with contextlib.redirect_stdout(sys.stderr):
        return asyncio.run(measure_start(plan or Plan(), tell))


__all__ = ["QUICK", "Plan", "measure", "measure_start"]
