"""Opponent: the levels against each other on both sides of many deals, and what an action round of each costs."""

from __future__ import annotations

import random
import resource
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from statistics import fmean
from typing import Any

from engine.core.options import Choice
from engine.pog import GameOptions, PathsOfGlory
from engine.pog.content.records import AP, CP, SIDE_NAMES
from engine.pog.opponent import Offers, Player
from engine.pog.opponent.match import Played, Tally, named, play
from engine.pog.opponent.outside import Process
from engine.pog.view import GameView


@dataclass(frozen=True, slots=True)
class Plan:
    """What is played: each pair of players in each scenario, so many games, half of them with changed sides."""

    scenarios: tuple[str, ...] = ("introductory", "limited_war", "campaign")
    pairs: tuple[tuple[str, str], ...] = (("recruit", "anything"), ("officer", "recruit"), ("general", "officer"))
    games: int = 100
    #: Number of the first deal.
    start: int = 0
    processes: int = 2


QUICK = Plan(scenarios=("introductory",), pairs=(("recruit", "anything"),), games=2, processes=1)


class Timed:
    """A player, and the CPU seconds that it took from one of its action rounds to the next, reactions included."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self.rounds: list[float] = []

    def __call__(self, view: GameView, options: Offers, rng: random.Random) -> Choice:
        """The player's answer; a program's own time is not counted."""
        if options.kind == "choose_action" or not self.rounds:
            self.rounds.append(0.0)
        begun = time.process_time()
        try:
            return self._player(view, options, rng)
        finally:
            self.rounds[-1] += time.process_time() - begun


@dataclass(slots=True)
class Costs:
    """CPU seconds of action rounds by player of the pair."""

    rounds: tuple[list[float], list[float]] = field(default_factory=lambda: ([], []))
    memory: float = 0.0


@dataclass(frozen=True, slots=True)
class Job:
    """One game to be played."""

    scenario: str
    pair: tuple[str, str]
    deal: int
    side: int


def measure(plan: Plan | None = None) -> dict[str, Any]:
    """Play; by scenario and pair the figures of the first player, both sides together and each alone."""
    plan = plan or Plan()
    tallies: dict[tuple[str, tuple[str, str]], tuple[Tally, Costs]] = {
        (scenario, pair): (Tally(), Costs()) for scenario in plan.scenarios for pair in plan.pairs
    }
    with ProcessPoolExecutor(plan.processes, mp_context=get_context("spawn")) as pool:
        running = [pool.submit(_play, job) for job in jobs(plan)]
        for number, done in enumerate(as_completed(running), 1):
            job, played, rounds, memory = done.result()
            tally, costs = tallies[job.scenario, job.pair]
            tally.games.append(played)
            for kept, new in zip(costs.rounds, rounds, strict=True):
                kept.extend(new)
            costs.memory = max(costs.memory, memory)
            _tell(number, len(running), job, tally)
    return {
        scenario: {
            f"{first} against {second}": _figures(*tallies[scenario, (first, second)]) for first, second in plan.pairs
        }
        for scenario in plan.scenarios
    }


def jobs(plan: Plan) -> list[Job]:
    """All games, both sides of a deal one after the other, the scenarios in turn so that each has some from the start."""
    return [
        Job(scenario, pair, plan.start + deal, side)
        for deal in range((plan.games + 1) // 2)
        for scenario in plan.scenarios
        for pair in plan.pairs
        for side in (AP, CP)
    ]


def _play(job: Job) -> tuple[Job, Played, list[list[float]], float]:
    """One game in a worker."""
    players = [named(name) for name in job.pair]
    timed = [Timed(player) for player in players]
    try:
        played = play(PathsOfGlory(GameOptions(scenario=job.scenario)), timed, job.deal, job.side)
    finally:
        for player in players:
            if isinstance(player, Process):
                player.close()
    return job, played, [player.rounds for player in timed], _most_memory()


def _most_memory() -> float:
    """The most memory that this process ever had, in MB; what the one that started it had does not count, as it would in `getrusage`."""
    status = Path("/proc/self/status")
    if not status.exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1]) / 1024


def _tell(number: int, total: int, job: Job, tally: Tally) -> None:
    won, drawn, lost = tally.count()
    print(
        f"{number} of {total} games; {job.scenario}, {' against '.join(job.pair)}: {won} won, {drawn} drawn, {lost} lost",
        file=sys.stderr,
    )


def _figures(tally: Tally, costs: Costs) -> dict[str, Any]:
    return {
        **tally.figures(),
        **{
            f"as_{SIDE_NAMES[side]}": Tally([game for game in tally.games if game.side == side]).figures()
            for side in (AP, CP)
        },
        "cpu_s": dict(zip(("first", "second"), map(_spread, costs.rounds), strict=True)),
        "rss_mb": round(costs.memory, 1),
    }


def _spread(seconds: list[float]) -> dict[str, float]:
    """Mean, 99th percentile and maximum of the CPU seconds of action rounds."""
    ordered = sorted(seconds) or [0.0]
    return {
        "mean": round(fmean(ordered), 6),
        "p99": round(ordered[int(0.99 * (len(ordered) - 1))], 6),
        "max": round(ordered[-1], 6),
    }


def show(results: dict[str, Any]) -> None:
    """A table for people: a row for each scenario and pair, then one for each side."""
    print(
        f"\n{'opponent':<44}{'games':>6}{'won':>5}{'drawn':>6}{'lost':>5}{'rate':>7}  {'95 %':<13}{'Elo':>5}{'VP':>7}"
        f"  CPU s a round, mean and p99, first and second player"
    )
    for row in _rows(results):
        print(row)


def _rows(results: dict[str, Any]) -> Iterator[str]:
    for scenario, pairs in results.items():
        for pair, figures in pairs.items():
            times = ", ".join(f"{cost['mean']:.2f} {cost['p99']:.2f}" for cost in figures["cpu_s"].values())
            yield _row(f"{scenario}, {pair}", figures) + f"  {times}; {figures['rss_mb']:.0f} MB"
            for side in SIDE_NAMES:
                yield _row(f"    as {side.upper()}", figures[f"as_{side}"])


def _row(title: str, figures: dict[str, Any]) -> str:
    between = f"{figures['low']:.2f} to {figures['high']:.2f}"
    return (
        f"{title:<44}{figures['games']:>6}{figures['won']:>5}{figures['drawn']:>6}{figures['lost']:>5}"
        f"{figures['rate']:>7.3f}  {between:<13}{figures['elo']:>5}{figures['vp']:>7.2f}"
    )


__all__ = ["QUICK", "Plan", "jobs", "measure", "show"]
