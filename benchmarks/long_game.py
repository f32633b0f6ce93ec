"""Measure how long commands block the event loop in a long game.

The handler runs in this process with a running bot's workshop, and with loaded objects frozen as there. A meter that
runs every two milliseconds finds the longest block: by wall clock, which includes what other processes take from the
machine, and by CPU time of the loop's own thread, which is ours alone.
"""

from __future__ import annotations

import asyncio
import contextlib
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from benchmarks.random_players import pick
from bot.gc_tuning import frozen_within
from bot.platforms.painting import PicturePool
from bot.port import Inbound
from bot.replay_worker import Recorder
from bot.service.handler import BotHandler
from bot.service.session import packed
from bot.service.store_factory import build_store
from bot.settings import Settings
from bot.storage import Connection, Store, redis_server
from bot.storage.keys import GameKeys
from bot.storage.pipeline import Part
from bot.storage.store import Change
from bot.table.reply import PictureRef, Reply
from bot.titles.pog.systems import system_for
from engine.core.chance import KeyedChance
from engine.core.game import Game

#: Seconds between runs of the meter.
_LOOK = 0.002
#: Entries of the long game, and the limit in milliseconds for blocking the loop.
ENTRIES, TOO_LONG = 1500, 50.0
#: Random games tried, and the probability of undoing an undoable choice.
_GAMES, _TAKEN_BACK = 12, 0.4
_SEED = bytes(range(32))
#: Number of log views, whose median counts.
_LOOKS = 9
#: Commands in turn, with their users; the last one ends the game.
COMMANDS = (
    ("anna", "panel"), ("ben", "panel"), ("eve", "status"), ("eve", "map"), ("eve", "map overview"), ("ben", "log turn"),
    ("ben", "log 1"), ("eve", "export"), ("eve", "verify"), ("eve", "replay all"), ("ben", "rollback round"), ("ben", "rollback reject"),
    ("anna", "undo"), ("anna", "master undo turn"), ("ben", "rollback reject"), ("ben", "rollback turn"),
    ("anna", "rollback accept"), ("ben", "resign yes"),
)  # fmt: skip


@dataclass(slots=True)
class LoopMeter:
    """Measures the longest block of the event loop since the last reading, in milliseconds."""

    clock: float = 0.0
    own: float = 0.0

    @contextlib.asynccontextmanager
    async def watching(self) -> AsyncIterator[None]:
        """Run the meter until the block ends."""

        async def watch() -> None:
            while True:
                begun, own = time.perf_counter(), time.thread_time()
                await asyncio.sleep(_LOOK)
                self.clock = max(self.clock, (time.perf_counter() - begun - _LOOK) * 1000)
                self.own = max(self.own, (time.thread_time() - own) * 1000)

        task = asyncio.create_task(watch())
        try:
            yield
        finally:
            task.cancel()

    def take(self) -> dict[str, float]:
        """Return the longest block so far and reset the meter."""
        found = {"clock_ms": round(self.clock, 1), "own_ms": round(self.own, 1)}
        self.clock = self.own = 0.0
        return found


class _Table:
    """A channel with people who type."""

    def __init__(self, store: Store, handler: BotHandler) -> None:
        self.store, self.handler = store, handler
        self._keys: Iterator[int] = count()

    async def say(self, user: str, line: str) -> list[Reply]:
        """Return the answers to a command."""
        key = f"long-{next(self._keys)}"
        return list(await self.handler.run(Inbound(platform="web", channel="long", user=user, key=key, text=line)))

    async def fill(self, entries: int) -> str:
        """Create a game with this many entries; returns its id."""
        for user, line in (("anna", "new campaign"), ("anna", "join cp"), ("ben", "join ap")):
            await self.say(user, line)
        game_id = str(await self.store.channels.holder("web:long"))
        stored = await self.store.load(game_id)
        game = played(dict(stored.header.options), entries)
        header = stored.header.model_copy(
            update={"status": "playing", "seed": _SEED.hex(), "commitment": KeyedChance.commitment(_SEED)}
        )
        change = Change(answer={}, entries=[entry.dump() for entry in game.fresh], snapshot=packed(game), header=header)
        await self.store.commit(game_id, -1, replace(change, settings=stored.settings), "long")
        return game_id


def played(options: dict[str, Any], entries: int) -> Game[Any]:
    """Play a random unfinished game of this many entries, with occasional undos."""
    for seed in range(_GAMES):
        luck = Random(seed)
        game = Game.start(system_for(options), KeyedChance(_SEED), listening=False)
        while game.stack and len(game.fresh) < entries:
            side = game.actor
            if side is not None and game.undoable(side) and luck.random() < _TAKEN_BACK:
                game.undo(side)
            else:
                game.apply(pick(game, luck))
        if game.stack:
            return game
    raise ValueError(f"none of {_GAMES} random games has {entries} entries")


async def stalls(entries: int = ENTRIES) -> dict[str, dict[str, float]]:
    """Return the longest block by command, and while pictures of an animation and a front are rendered."""
    with tempfile.TemporaryDirectory() as folder:
        async with contextlib.AsyncExitStack() as stack:
            url = await stack.enter_async_context(redis_server(Settings(var=Path(folder))))
            store = build_store(Store, Connection(url))
            stack.push_async_callback(store.close)
            recorder, pool = Recorder(), PicturePool(store, 1)
            stack.push_async_callback(recorder.close)
            stack.push_async_callback(pool.close)
            await pool.warm()
            return await _measured(_Table(store, BotHandler(store, workshop=recorder)), pool, entries)


async def log_costs(entries: int = ENTRIES) -> dict[str, float]:
    """Return milliseconds and record bytes for the log of one turn: on the first view of a game, and on later ones."""
    with tempfile.TemporaryDirectory() as folder:
        async with contextlib.AsyncExitStack() as stack:
            url = await stack.enter_async_context(redis_server(Settings(var=Path(folder))))
            link = _Weighing(url)
            stack.push_async_callback(link.close)
            recorder = Recorder()
            stack.push_async_callback(recorder.close)
            store = build_store(Store, link)
            table = _Table(store, BotHandler(store, workshop=recorder))
            own = GameKeys(await table.fill(entries))
            await table.say("eve", "verify")  # loads the record worker
            found: dict[str, float] = {}
            for line in ("log turn", "log 1"):
                for look in ("first", "later"):
                    costs = []
                    for _ in range(_LOOKS):
                        if look == "first":
                            await link.call("DEL", own.turns)
                        link.weight, begun = 0, time.perf_counter()
                        await table.say("ben", line)
                        costs.append(time.perf_counter() - begun)
                    found[f"{line}, {look} look, ms"] = round(median(costs) * 1000, 1)
                    found[f"{line}, {look} look, bytes"] = link.weight
            return found


class _Weighing(Connection):
    """A connection that counts the bytes read from lists and hashes."""

    weight = 0

    async def call(self, *command: Part) -> Any:
        reply = await super().call(*command)
        if command[0] in ("LRANGE", "HMGET", "HGET"):
            self.weight += sum(len(part or b"") for part in ([reply] if isinstance(reply, bytes) else reply or ()))
        return reply


async def _measured(table: _Table, pool: PicturePool, entries: int) -> dict[str, dict[str, float]]:
    await table.fill(entries)
    await table.say("ben", "log turn")  # loads the record worker
    meter = LoopMeter()
    with frozen_within():
        return await _kept(table, pool, meter)


async def _kept(table: _Table, pool: PicturePool, meter: LoopMeter) -> dict[str, dict[str, float]]:
    found: dict[str, dict[str, float]] = {}
    pictures: dict[str, PictureRef] = {}
    async with meter.watching():
        await asyncio.sleep(0.05)
        meter.take()
        for user, line in COMMANDS:
            replies = await table.say(user, line)
            found[f"{line} ({user})"] = meter.take()
            pictures |= {reply.picture.kind: reply.picture for reply in replies if reply.picture is not None}
        for kind in ("replay", "overview"):
            await pool(pictures[kind])
            found[f"picture: {kind}"] = meter.take()
    return found


def measure(entries: int = ENTRIES) -> dict[str, Any]:
    """Return the milliseconds each command blocked the loop, the worst first, and whether all are within the limit."""
    found = asyncio.run(stalls(entries))
    costs = asyncio.run(log_costs(entries))
    worst = dict(sorted(found.items(), key=lambda item: -item[1]["own_ms"]))
    return {
        "entries": entries,
        "loop_kept_ms": max(row["own_ms"] for row in worst.values()),
        "loop_kept_clock_ms": max(row["clock_ms"] for row in worst.values()),
        **{f"own_ms {name}": row["own_ms"] for name, row in worst.items()},
        **costs,
    }


__all__ = ["ENTRIES", "TOO_LONG", "LoopMeter", "log_costs", "measure", "stalls"]
