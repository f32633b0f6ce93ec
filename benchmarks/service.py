"""Load test of the service: the whole bot as a process on each loopback platform, with players at many tables.

The bot is `feldpost local` or `feldpost run` with the real libraries, a Redis server that syncs every write, and
pictures rendered in a worker process. Loopback servers and players share this process and the same machine, so the
figures are those of a machine that also plays Discord, Slack and two hundred people.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks import long_game
from benchmarks.loopback.load import Load, Sample
from benchmarks.loopback.local import LocalStage
from benchmarks.loopback.meters import Memory, RedisGauge, children, cpu_seconds, milliseconds
from benchmarks.loopback.on_discord import DiscordStage
from benchmarks.loopback.on_slack import SlackStage
from benchmarks.loopback.opening import open_games
from benchmarks.loopback.stage import STARTING, Stage, said_in
from bot.settings import Settings
from bot.storage import Connection, Store, redis_server

STAGES: dict[str, Callable[..., Stage]] = {"web": LocalStage, "discord": DiscordStage, "slack": SlackStage}

#: Seconds that posts and pictures may take to settle after a stretch of load.
_SETTLING = 15.0
#: Acknowledgement latency in milliseconds (p95) beyond which a rate is too high.
TOO_LATE = 1000.0


@dataclass(frozen=True)
class Plan:
    """Parameters: games open, tables played, the target rate, and the rising rates beyond it."""

    games: int = 1000
    tables: int = 100
    warm: tuple[float, float] = (10.0, 8.0)
    aim: tuple[float, float] = (20.0, 15.0)
    rising: tuple[float, ...] = (40.0, 70.0, 100.0, 150.0, 225.0, 340.0)
    step_seconds: float = 4.0
    checked: bool = False
    #: Acknowledgement latency in milliseconds (p95) beyond which a rate is too high, and no higher one is tried.
    too_late: float = TOO_LATE
    #: Entries of the game in which the blocking of the event loop is measured.
    long_game: int = long_game.ENTRIES


QUICK = Plan(
    games=8, tables=4, warm=(6.0, 1.0), aim=(8.0, 3.0), rising=(16.0,), step_seconds=1.0, checked=True,
    too_late=float("inf"), long_game=60,
)  # fmt: skip


async def measure_stage(stage: Stage, plan: Plan, tell: Callable[[str], None]) -> dict[str, Any]:
    """Measure one platform, from the start of its bot to the rate that is too high."""
    with tempfile.TemporaryDirectory() as folder:
        var = Path(folder)
        async with redis_server(Settings(var=var / "store")) as url:
            store = Store(Connection(url))
            tell(f"{plan.games} games are opened")
            await open_games(store, stage.name, [stage.place(number) for number in range(plan.games)], plan.tables)
            tell("the bot starts")
            async with stage.running(plan.games, url, var, var / "bot.log") as process:
                found = await _measured(stage, plan, store, process.pid, tell)
            said = said_in(var / "bot.log")
            await store.close()
    found["faults"] = len(stage.wrong())
    found["log_lines"] = sum(line[:2] == "20" for line in said.splitlines())
    for line in [*stage.wrong()[:3], *[line for line in said.splitlines() if line[:2] == "20"][:5]]:
        tell(f"noted: {line[:200]}")
    return found


async def _measured(stage: Stage, plan: Plan, store: Store, pid: int, tell: Callable[[str], None]) -> dict[str, Any]:
    load = Load(stage, [await stage.table(number) for number in range(plan.tables)])
    memory, gauge = Memory(pid), RedisGauge(store.connection)
    async with memory.watched():
        await _delivered(store)
        await load.begin(STARTING)
        await load.settle(_SETTLING)
        tell(f"warming up at {plan.warm[0]:g} commands a second")
        await load.run(*plan.warm)
        await load.settle(_SETTLING)
        tell(f"{plan.aim[0]:g} commands a second")
        await gauge.start()
        cpu = cpu_seconds(pid), sum(map(cpu_seconds, children(pid)))
        aim = await load.run(*plan.aim)
        await _delivered(store)
        await load.settle(_SETTLING)
        redis = await gauge.per_command(aim.sent)
        used = cpu_seconds(pid) - cpu[0], sum(map(cpu_seconds, children(pid))) - cpu[1]
        steps = [_step(plan.aim[0], aim)]
        await _rise(load, plan, steps, tell)
    return {
        "ack_ms": milliseconds(aim.acks),
        "answer_ms": milliseconds(aim.answers),
        "picture_ms": milliseconds(aim.pictures),
        "pictures": len(aim.pictures),
        "commands": aim.sent,
        "at_commands_per_s": plan.aim[0],
        "commands_per_s": crossing(steps),
        "saturated": steps[-1]["ack_p95_ms"] > TOO_LATE,
        "steps": steps,
        "lost": sum(step["lost"] for step in steps),
        "games_open": plan.games,
        "rss_mb": round(memory.peak_mb, 1),
        "rss_bot_mb": round(memory.bot_mb, 1),
        "cpu_ms_per_command": round(used[0] * 1000 / aim.sent, 1),
        "painting_cpu_ms_per_command": round(used[1] * 1000 / aim.sent, 1),
        **redis,
    }


async def _rise(load: Load, plan: Plan, steps: list[dict[str, Any]], tell: Callable[[str], None]) -> None:
    """Add steps with more and more commands a second, until one is acknowledged too late."""
    for rate in plan.rising:
        if steps[-1]["ack_p95_ms"] > plan.too_late:
            return
        steps.append(_step(rate, await load.run(rate, plan.step_seconds)))
        tell(f"{rate:g} commands a second: acknowledged within {steps[-1]['ack_p95_ms']:g} ms (p95)")
        await load.settle(3.0)


async def _delivered(store: Store, patience: float = _SETTLING) -> None:
    """Wait until no posts are pending."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(patience):
            while await store.outbox.games_with_posts():  # noqa: ASYNC110 - the bot is another process
                await asyncio.sleep(0.3)


def _step(rate: float, sample: Sample) -> dict[str, Any]:
    acks, answers = milliseconds(sample.acks), milliseconds(sample.answers)
    return {
        "rate": rate, "ack_p95_ms": acks["p95"], "answer_p95_ms": answers["p95"], "lost": sample.lost,
        "answered_per_s": round((sample.sent - sample.lost) / sample.seconds, 1),
    }  # fmt: skip


def crossing(steps: Sequence[dict[str, Any]]) -> float:
    """Return the commands per second at which the p95 of acknowledgements passes a second, interpolated.

    If no rate was too high, the highest tried.
    """
    before = None
    for step in steps:
        if step["ack_p95_ms"] > TOO_LATE:
            if before is None:
                return float(step["rate"])
            part = (TOO_LATE - before["ack_p95_ms"]) / (step["ack_p95_ms"] - before["ack_p95_ms"])
            return float(round(before["rate"] + part * (step["rate"] - before["rate"]), 1))
        before = step
    return float(steps[-1]["rate"])


def middle(runs: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return the median of each figure over several runs; for other values, the last one."""
    found: dict[str, Any] = {}
    for name, value in runs[-1].items():
        values = [run.get(name) for run in runs]
        if isinstance(value, dict):
            found[name] = middle([one for one in values if isinstance(one, dict)])
        elif isinstance(value, int | float) and not isinstance(value, bool):
            found[name] = round(median([one for one in values if isinstance(one, int | float)]), 1)
        else:
            found[name] = value
    return found


def measure(plan: Plan | None = None, runs: int = 1, platforms: Sequence[str] = tuple(STAGES)) -> dict[str, Any]:
    """Measure every platform in succession; returns the median over the runs."""
    logging.getLogger().setLevel(logging.ERROR)
    wanted = plan or Plan()
    found: dict[str, list[dict[str, Any]]] = {name: [] for name in platforms}
    for number in range(runs):
        for name in platforms:
            begun = time.monotonic()

            def tell(text: str, name: str = name, number: int = number, begun: float = begun) -> None:
                print(f"  [{name} {number + 1}/{runs} {time.monotonic() - begun:5.1f} s] {text}", file=sys.stderr)

            with contextlib.redirect_stdout(sys.stderr):
                found[name].append(asyncio.run(measure_stage(STAGES[name](checked=wanted.checked), wanted, tell)))
    kept = long_game.measure(wanted.long_game)
    return {**{name: middle(each) for name, each in found.items()}, "long game": kept}


__all__ = ["QUICK", "STAGES", "Plan", "crossing", "measure", "measure_stage", "middle"]
