"""Load test of the computer player: many games against it at once, on the local channel, with the bot as a process.

Players press at a rate that keeps the computer busy most of the time; measured are the acknowledgement latency of
commands meanwhile, and the number of computer moves. The same number of games between people, at the same rate just
before, gives the baseline.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from benchmarks.loopback.load import Load
from benchmarks.loopback.local import LocalStage
from benchmarks.loopback.meters import children, cpu_seconds, milliseconds
from benchmarks.loopback.opening import open_games
from benchmarks.loopback.stage import STARTING, Table
from bot.settings import Settings
from bot.storage import Connection, Store, redis_server

#: Target: milliseconds within which 99 % of commands should be acknowledged.
AIM = 300.0
#: Seconds that posts and pictures may take to settle.
_SETTLING = 15.0


@dataclass(frozen=True)
class Plan:
    """Parameters: games, the level, commands per second, and the duration."""

    games: int = 100
    level: str = "officer"
    scenario: str = "campaign"
    rate: float = 5.0
    seconds: float = 60.0
    #: Play as many games between people first, for comparison.
    compared: bool = True


QUICK = Plan(games=4, level="recruit", scenario="introductory", rate=6.0, seconds=3.0, compared=False)


def measure(plan: Plan, tell: Callable[[str], None] = lambda text: print(text, file=sys.stderr)) -> dict[str, Any]:
    """Measure acknowledgements and moves against the computer, and acknowledgements between people."""
    people = asyncio.run(_measured(replace(plan, level=""), tell)) if plan.compared else {"ack_ms": {}}
    found = asyncio.run(_measured(plan, tell))
    return {**found, "ack_ms_between_people": people["ack_ms"]}


async def _measured(plan: Plan, tell: Callable[[str], None]) -> dict[str, Any]:
    stage = LocalStage()
    with tempfile.TemporaryDirectory() as folder:
        var = Path(folder)
        async with redis_server(Settings(var=var / "store")) as url:
            store = Store(Connection(url))
            tell(f"{plan.games} games against {plan.level or 'people'} are opened")
            orders: tuple[tuple[int, str], ...] = (
                (0, f"new {plan.scenario} against={plan.level} side=ap"),
                (0, "start"),
            )
            if not plan.level:
                orders = ((0, f"new {plan.scenario}"), (0, "join ap"), (1, "join cp"), (0, "start"))
            await open_games(store, stage.name, [stage.place(at) for at in range(plan.games)], plan.games, orders)
            async with stage.running(plan.games, url, var, var / "bot.log") as process:
                found = await _played(stage, plan, store, process.pid, tell)
            await store.close()
    return {**found, "faults": len(stage.wrong())}


async def _played(stage: LocalStage, plan: Plan, store: Store, pid: int, tell: Callable[[str], None]) -> dict[str, Any]:
    sat = [await stage.table(number) for number in range(plan.games)]
    alone = bool(plan.level)
    load = Load(stage, [Table(one.channel, (one.players[0], one.players[0 if alone else 1])) for one in sat])
    await load.begin(STARTING)
    tell(f"{plan.rate:g} commands a second for {plan.seconds:g} s")
    moves, cpu, begun = await _moves(store), sum(map(cpu_seconds, children(pid))), time.perf_counter()
    sample = await load.run(plan.rate, plan.seconds)
    seconds = time.perf_counter() - begun
    moved, used = await _moves(store) - moves, sum(map(cpu_seconds, children(pid))) - cpu
    tell("what is under way is finished")
    await load.settle(_SETTLING)
    acks = milliseconds(sample.acks)
    return {
        "games": plan.games,
        "level": plan.level,
        "commands": sample.sent,
        "at_commands_per_s": plan.rate,
        "ack_ms": acks,
        "answer_ms": milliseconds(sample.answers),
        "late_ms": milliseconds(sample.late),
        "within_aim": acks.get("p99", AIM + 1) <= AIM,
        "lost": sample.lost,
        "computer_choices": moved,
        "computer_choices_per_s": round(moved / seconds, 1),
        "workers_cpu_share": round(used / seconds, 2),
    }


async def _moves(store: Store) -> int:
    """Return the number of choices the computer has made in all games; it plays the Central Powers."""
    found = 0
    for game in await store.games():
        found += sum(entry.get("side") == 1 for entry in await store.record(game))
    return found


__all__ = ["AIM", "QUICK", "Plan", "measure"]
