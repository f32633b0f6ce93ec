"""The local channel with hundreds of open pages: the cost of idle pages, and whether speed and memory stay constant.

The bot is `feldpost local` as a separate process; two pages per table are open all the time. Commands are due at a
fixed rate; then, with the logs grown by that, everything is idle for a while.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from benchmarks.loopback.load import Load, Sample
from benchmarks.loopback.local import LocalStage
from benchmarks.loopback.meters import Memory, RedisGauge, children, cpu_seconds, megabytes, milliseconds
from benchmarks.loopback.opening import open_games
from benchmarks.loopback.stage import STARTING, said_in
from bot.settings import Settings
from bot.storage import Connection, Store, redis_server

Tell = Callable[[str], None]


@dataclass(frozen=True)
class Plan:
    """Parameters: tables with two pages each, idle seconds, and the commands: seconds per stretch, and their rate."""

    tables: int = 200
    idle: float = 60.0
    rate: float = 6.0
    stretch: float = 60.0
    stretches: int = 10

    def lasting(self, seconds: float) -> Plan:
        """Return the plan extended to this many seconds, in at least four stretches."""
        number = max(4, round(seconds / self.stretch))
        return replace(self, stretch=seconds / number, stretches=number)


QUICK = Plan(tables=6, idle=1.0, rate=6.0, stretch=2.0, stretches=2)


@dataclass(frozen=True)
class _Bot:
    """Readings of the running bot."""

    pid: int
    memory: Memory
    gauge: RedisGauge

    def cpu(self) -> float:
        return cpu_seconds(self.pid)

    async def state(self) -> dict[str, float]:
        """Return current megabytes: of the bot, its picture workers, and Redis's data."""
        painters = sum(megabytes(child) for child in children(self.pid))
        return {
            "rss_bot_mb": round(megabytes(self.pid), 1),
            "rss_painting_mb": round(painters, 1),
            "redis_mb": round(await self.gauge.used() / 1e6, 1),
        }


async def measure_pages(plan: Plan, tell: Tell) -> dict[str, Any]:
    """Open the pages, leave them idle, then play; returns figures by stretch."""
    stage = LocalStage()
    with tempfile.TemporaryDirectory() as folder:
        var = Path(folder)
        async with redis_server(Settings(var=var / "store")) as url:
            store = Store(Connection(url))
            tell(f"{plan.tables} games are opened")
            await open_games(store, stage.name, [stage.place(number) for number in range(plan.tables)], plan.tables)
            async with stage.running(plan.tables, url, var, var / "bot.log") as process:
                tell(f"{2 * plan.tables} pages are opened")
                load = Load(stage, [await stage.table(number) for number in range(plan.tables)])
                bot = _Bot(process.pid, Memory(process.pid), RedisGauge(store.connection))
                found = await _measured(plan, load, bot, tell)
            said = [line for line in said_in(var / "bot.log").splitlines() if line[:2] == "20"]
            await store.close()
    found["log_lines"], found["faults"] = len(said), len(stage.wrong())
    for line in [*stage.wrong()[:3], *said[:5]]:
        tell(f"noted: {line[:200]}")
    return found


async def _measured(plan: Plan, load: Load, bot: _Bot, tell: Tell) -> dict[str, Any]:
    await load.begin(STARTING)
    await load.settle(60.0)
    whole, stretches = Sample(), []
    start = await bot.state()
    begun = time.process_time()
    async with bot.memory.watched():
        for number in range(plan.stretches):
            cpu = bot.cpu()
            sample = await load.run(plan.rate, plan.stretch)
            whole.add(sample)
            stretches.append(
                {
                    "ack_ms": milliseconds(sample.acks),
                    "late_ms": milliseconds(sample.late),
                    "cpu_ms_per_command": round((bot.cpu() - cpu) * 1000 / sample.sent, 1),
                    **await bot.state(),
                }
            )
            tell(f"stretch {number + 1} of {plan.stretches}: {stretches[-1]}")
    load_cpu = time.process_time() - begun
    await load.settle(60.0)
    tell(f"nobody does anything for {plan.idle:g} s")
    await bot.gauge.start()
    cpu = bot.cpu()
    await asyncio.sleep(plan.idle)
    idle = await bot.gauge.per_command(1)
    idle_cpu = bot.cpu() - cpu
    return {
        "pages": 2 * plan.tables, "rate": plan.rate, "seconds": plan.stretch * plan.stretches,
        "commands": whole.sent, "lost": whole.lost, "commands_per_s": round((whole.sent - whole.lost) / whole.seconds, 2),
        "ack_ms": milliseconds(whole.acks), "late_ms": milliseconds(whole.late),
        "load_cpu_ms_per_command": round(load_cpu * 1000 / whole.sent, 1), "at_start": start,
        "at_end": {name: stretches[-1][name] for name in start},
        "idle_cpu_ms_per_s": round(idle_cpu * 1000 / plan.idle, 1),
        "idle_redis_ops_per_s": round(idle["redis_ops_per_command"] / plan.idle, 1),
        "idle_redis_bytes_per_s": round(idle["redis_bytes_per_command"] / plan.idle),
        "grown_mb": grown(stretches), "stretches": stretches,
    }  # fmt: skip


def grown(stretches: Sequence[dict[str, Any]]) -> dict[str, float]:
    """Return how much each memory figure rose over the second half of the stretches, i.e. after warm-up."""
    half, last = stretches[(len(stretches) - 1) // 2], stretches[-1]
    return {name: round(last[name] - half[name], 1) for name in last if name.endswith("_mb")}


def measure(plan: Plan | None = None) -> dict[str, Any]:
    """Return the whole measurement."""
    begun = time.monotonic()

    def tell(text: str) -> None:
        print(f"  [pages {time.monotonic() - begun:6.1f} s] {text}", file=sys.stderr)

    with contextlib.redirect_stdout(sys.stderr):
        return asyncio.run(measure_pages(plan or Plan(), tell))


__all__ = ["QUICK", "Plan", "grown", "measure", "measure_pages"]
