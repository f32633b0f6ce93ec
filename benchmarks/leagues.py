"""League benchmark at a scale of thousands: pairing, creating games, startup, simultaneous deadlines, kills.

One season of double divisions creates 10,000 games while someone plays a game of their own; startup is measured on that
store, then half of the games lose on time at the same moment and two processes handle them. Another season pairs its
fifth Swiss round.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from benchmarks.draw_latency import Making, drawn
from benchmarks.kills import STAGES, Killing
from benchmarks.seasons import SPRING, League, append, begun_with
from bot.leagues import journal
from bot.leagues.journal import Entry
from bot.replay_worker import Recorder
from bot.service.handler import BotHandler
from bot.service.leagues.drawing import draw
from bot.service.people.ticker import Ticker
from bot.settings import Settings
from bot.storage import Connection, Store, redis_server

Tell = Callable[[str], None]


@dataclass(frozen=True)
class Plan:
    """Parameters: games of the draw, simultaneous deadlines, players to pair, and kills.

    `meanwhile` and `apart` are the alternating seconds of creating games and pausing, `before` the seconds before the
    draw.
    """

    games: int = 10_000
    deadlines: int = 5_000
    paired: int = 5_000
    kills: int = 1_000
    #: How many additional kills are by SIGKILL, of separate processes.
    sigkills: int = 300
    meanwhile: float = 6.0
    apart: float = 3.0
    before: float = 60.0


QUICK = Plan(games=80, deadlines=40, paired=60, kills=20, sigkills=5, meanwhile=1.0, apart=0.5, before=1.0)


async def measure_leagues(plan: Plan, tell: Tell) -> dict[str, Any]:
    """Return the whole measurement, on servers of its own."""
    found: dict[str, Any] = {}
    async with _server() as url:
        tell(f"{plan.paired} players are paired")
        found |= await _paired(url, plan)
    async with _server() as url:
        tell(f"a draw makes {plan.games} games")
        found |= await drawn(url, Making(plan.games, plan.meanwhile, plan.apart, plan.before))
        tell("a start on that store")
        found |= await _started(url)
        tell(f"{plan.deadlines} games lose on time at once")
        found |= await _deadlines(url, plan)
    async with _server() as url:
        tell(f"{plan.kills} processes die")
        found |= await _killed(url, plan)
        tell(f"{plan.sigkills} processes are killed by the system")
        found |= await _killed_by_the_system(url, plan)
    return found


@contextlib.asynccontextmanager
async def _server() -> AsyncIterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        async with redis_server(Settings(var=Path(folder), redis_fsync="everysec")) as url:
            yield url


# ------------------------------------------------------------------------------------------------- pairing


async def _paired(url: str, plan: Plan) -> dict[str, Any]:
    """Return the seconds of the fifth round's draw, from journal to journal, in a worker process."""
    store, room = Store(Connection(url)), Recorder()
    league, took = League(store), 0.0
    names = [f"p-{number:05}" for number in range(plan.paired)]
    await begun_with(league, names, format="swiss", rounds=6)
    for number in range(1, 6):
        begun = time.perf_counter()
        season = await draw(league.repository, room, SPRING, f"round {number}", by="chief")
        took = time.perf_counter() - begun
        games = [made for made in season.matches.values() if made.round == number]
        ended: list[Entry] = []
        for index, made in enumerate(games):
            game = f"g{made.match.replace('.', '-')}"
            points = ((2, 0), (0, 2), (1, 1))[(index * 7 + number) % 3]
            ended.append(journal.Created(at=league.repository.at, match=made.match, game=game))
            ended.append(journal.Resulted(at=league.repository.at, match=made.match, game=game, points=points))
        await append(league, ended, f"ended {number}")
    season = await league.repository.season(SPRING)
    met = Counter(frozenset(made.slots) for made in season.matches.values())
    sides = Counter[str]()
    for made in season.matches.values():
        sides[made.first] += 1
        sides[made.second] -= 1
    await room.close()
    await store.close()
    return {
        f"pair_{plan.paired}_s": round(took, 1),
        "repeats": sum(count - 1 for count in met.values()),
        "sides_out_of_bounds": sum(abs(count) > 2 for count in sides.values()),
    }


# ------------------------------------------------------------------------------------- start and deadlines


async def _started(url: str) -> dict[str, Any]:
    """Return the seconds for reading everything that startup reads from the store before serving."""
    store = Store(Connection(url))
    league = League(store)
    begun = time.perf_counter()
    await store.repair()
    await league.clerk.notice_outage(begun=True)
    await league.ticker.index()
    took = time.perf_counter() - begun
    await store.close()
    return {"startup_s": round(took, 2), "startup_games": len(await _running(url))}


async def _running(url: str) -> list[str]:
    store = Store(Connection(url))
    found = await store.running.games()
    await store.close()
    return found


async def _deadlines(url: str, plan: Plan) -> dict[str, Any]:
    """Let two processes handle games whose players never came: seconds until all have ended, and how often each did."""
    store = Store(Connection(url))
    season = await League(store).repository.season(SPRING)
    games = [made.game for made in season.matches.values() if made.game]
    own = games[: plan.deadlines]
    # The other half, and the game played alongside, have time left.
    for game in {*await store.due.when()} - {*own}:
        await store.due.note(game, 0)
    at = datetime.now(UTC).timestamp()
    for game in own:
        await store.due.note(game, at)
    begun = time.perf_counter()
    command = [sys.executable, "-m", "benchmarks.leagues", url]
    started = [await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE) for _ in range(2)]
    told = await asyncio.gather(*(process.communicate() for process in started))
    took = time.perf_counter() - begun
    served = [json.loads(out) for out, _ in told]
    ended = Counter[str]()
    for game in own:
        waiting = await store.outbox.pending_posts(game)
        ended[game] += sum(one.post.audience == "league" for one in waiting)
    await store.close()
    return {
        f"deadlines_{plan.deadlines}_s": round(took, 1),
        "deadlines_served_by": served,
        "deadlines_missed": sum(count == 0 for count in (ended[game] for game in own)),
        "deadlines_doubled": sum(count > 1 for count in ended.values()),
    }


async def _serve(url: str) -> None:
    """Check the clocks in one process until nothing is due; print how many games it has ended."""
    later = datetime.now(UTC) + timedelta(days=9)
    store = Store(Connection(url), now=lambda: later)
    ended = 0

    class Counted(Ticker):
        async def _look(self, game_id: str, until: float, now: datetime) -> int:
            nonlocal ended
            said = await super()._look(game_id, until, now)
            ended += bool(said)
            return said

    ticker = Counted(BotHandler(store, now=lambda: later).tools)
    while await ticker.tick():
        pass
    print(json.dumps(ended))
    await store.close()


# -------------------------------------------------------------------------------------------------- deaths


async def _killed(url: str, plan: Plan) -> dict[str, Any]:
    """Kill a process at many points of a season's automatic work; count missing and doubled items."""
    stages = [await Killing.of(url, stage) for stage in STAGES.values()]
    points = [(stage, *point) for stage in stages for point in stage.points()]
    every = len(points) / plan.kills
    # Points repeat only if there are fewer of them than kills wanted.
    chosen = [points[int(number * every)] for number in range(plan.kills)]
    lost = doubled = 0
    for stage, at, done in chosen:
        one, other = await stage.killed_at(at, done)
        lost, doubled = lost + one, doubled + other
    return {"kills": len(chosen), "kill_points": len(points), "lost": lost, "doubled": doubled}


async def _killed_by_the_system(url: str, plan: Plan) -> dict[str, Any]:
    """Kill processes by SIGKILL at random moments of the same work, up to three in a row; count missing and doubled."""
    rng = random.Random(plan.sigkills)
    stages = [await Killing.of(url, stage) for stage in STAGES.values()]
    killed = lost = doubled = turn = 0
    # Those that finish before being killed don't count.
    while killed < plan.sigkills and turn < 4 * plan.sigkills:
        own, one, other = await stages[turn % len(stages)].killed_by_the_system(rng, rng.randint(1, 3))
        killed, lost, doubled, turn = killed + own, lost + one, doubled + other, turn + 1
    return {"sigkills": killed, "sigkills_lost": lost, "sigkills_doubled": doubled}


def measure(plan: Plan | None = None) -> dict[str, Any]:
    """Return the whole measurement."""
    begun = time.monotonic()
    logging.getLogger("bot").setLevel(logging.CRITICAL)

    def tell(text: str) -> None:
        print(f"  [leagues {time.monotonic() - begun:6.1f} s] {text}", file=sys.stderr)

    with contextlib.redirect_stdout(sys.stderr):
        return asyncio.run(measure_leagues(plan or Plan(), tell))


if __name__ == "__main__":
    logging.getLogger("bot").setLevel(logging.CRITICAL)
    asyncio.run(_serve(sys.argv[1]))

__all__ = ["QUICK", "Plan", "measure", "measure_leagues"]
