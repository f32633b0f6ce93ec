"""Opponent benchmark: levels against each other on both sides of many deals, and the CPU time of action rounds."""

from __future__ import annotations

import random
import resource
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from statistics import fmean
from typing import Any

from benchmarks import compatible_games
from benchmarks.kept_games import Job, Kept, by_version, kept, version
from benchmarks.record_lines import Lines
from bot.gc_tuning import freeze_for_good
from engine.core.options import Choice
from engine.pog import GameOptions, PathsOfGlory
from engine.pog.content.records import AP, CP, SIDE_NAMES
from engine.pog.opponent import Offers, Player
from engine.pog.opponent.external_program import Process
from engine.pog.opponent.match import Tally, named, play
from engine.pog.view import GameView


@dataclass(frozen=True, slots=True)
class Plan:
    """Parameters: each pair of players in each scenario, with this many games, half of them with swapped sides."""

    scenarios: tuple[str, ...] = ("introductory", "limited_war", "campaign")
    pairs: tuple[tuple[str, str], ...] = (("recruit", "anything"), ("officer", "recruit"), ("general", "officer"))
    games: int = 100
    #: Number of the first deal.
    start: int = 0
    processes: int = 2
    #: File of kept games; those of this version in it are not played again.
    keep: Path | None = None
    #: Version whose games in that file also count if this one plays identically.
    adopt: str | None = None


QUICK = Plan(scenarios=("introductory",), pairs=(("recruit", "anything"),), games=2, processes=1)


class Timed:
    """A player with the CPU seconds from one of its action rounds to the next, including reactions."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self.rounds: list[float] = []

    def __call__(self, view: GameView, options: Offers, rng: random.Random) -> Choice:
        """Return the player's answer; an external program's own time is not counted."""
        if options.kind == "choose_action" or not self.rounds:
            self.rounds.append(0.0)
        begun = time.process_time()
        try:
            return self._player(view, options, rng)
        finally:
            self.rounds[-1] += time.process_time() - begun


def measure(plan: Plan | None = None) -> dict[str, Any]:
    """Play what is missing; return the first player's figures by scenario and pair, overall and by side."""
    plan = plan or Plan()
    if plan.keep and plan.adopt:
        compatible_games.adopt(plan.keep, plan.adopt, _play, plan.processes)
    wanted, games = jobs(plan), _known(plan)
    missing = [job for job in wanted if job not in games]
    file = Lines(plan.keep, Kept) if plan.keep else None
    progress = _Progress(len(wanted), len(missing), plan.processes)
    with ProcessPoolExecutor(plan.processes, mp_context=get_context("spawn")) as pool:
        for done in as_completed([pool.submit(_play, job) for job in missing]):
            game = done.result()
            games[game.job] = game
            if file:
                file.add(game)
            progress.tell(game, games.values())
    return figures(games[job] for job in wanted)


def _known(plan: Plan) -> dict[Job, Kept]:
    """Return the kept games of this version; prints how many of other versions are ignored."""
    if plan.keep is None:
        return {}
    found = by_version(Lines(plan.keep, Kept).read())
    mine = found.pop(version(), [])
    if found:
        others = sum(map(len, found.values()))
        print(f"{others} games of other versions in {plan.keep} do not count; this is {version()}", file=sys.stderr)
    return {game.job: game for game in mine}


def report(path: Path) -> dict[str, Any]:
    """Return the figures of a file's games, by version."""
    return {version: figures(games) for version, games in by_version(Lines(path, Kept).read()).items()}


def figures(games: Iterable[Kept]) -> dict[str, Any]:
    """Return the first player's figures by scenario and pair."""
    found: dict[str, dict[str, list[Kept]]] = {}
    for game in games:
        found.setdefault(game.scenario, {}).setdefault(" against ".join(game.pair), []).append(game)
    return {scenario: {pair: _figures(played) for pair, played in pairs.items()} for scenario, pairs in found.items()}


def jobs(plan: Plan) -> list[Job]:
    """Return all games, both sides of a deal in succession, alternating scenarios so that each has some early."""
    return [
        Job(scenario, pair, plan.start + deal, side)
        for deal in range((plan.games + 1) // 2)
        for scenario in plan.scenarios
        for pair in plan.pairs
        for side in (AP, CP)
    ]


def _play(job: Job) -> Kept:
    """Play one game in a worker."""
    players = [named(name) for name in job.pair]
    timed = [Timed(player) for player in players]
    system = _system(job.scenario)
    freeze_for_good()  # as the bot's workers do
    try:
        played = play(system, timed, job.deal, job.side)
    finally:
        for player in players:
            if isinstance(player, Process):
                player.close()
    first, second = ([round(seconds, 6) for seconds in player.rounds] for player in timed)
    return kept(version(), job, played, (first, second), round(_most_memory(), 1))


@cache
def _system(scenario: str) -> PathsOfGlory:
    """Return the rules of a scenario, shared by all games of a worker as in the bot."""
    return PathsOfGlory(GameOptions(scenario=scenario))


def _most_memory() -> float:
    """Return this process's peak memory in MB; unlike `getrusage`, without that of its parent process."""
    status = Path("/proc/self/status")
    if not status.exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1]) / 1024


class _Progress:
    """Prints a line per finished game: the count, the pair's current result, and the estimated remaining time."""

    def __init__(self, wanted: int, missing: int, processes: int) -> None:
        self._wanted, self._missing, self._processes = wanted, missing, processes
        self._begun = time.monotonic()
        self._played = 0

    def tell(self, game: Kept, games: Iterable[Kept]) -> None:
        """Print the progress after a game; `games` are all so far."""
        self._played += 1
        tally = Tally([one.played for one in games if (one.scenario, one.pair) == (game.scenario, game.pair)])
        won, drawn, lost = tally.count()
        left = self._missing - self._played
        seconds = int((time.monotonic() - self._begun) / self._played * left)
        print(
            f"{self._wanted - left} of {self._wanted} games; {game.scenario}, {' against '.join(game.pair)}: "
            f"{won} won, {drawn} drawn, {lost} lost; about {seconds // 60} min to go",
            file=sys.stderr, flush=True,
        )  # fmt: skip


def _figures(games: Sequence[Kept]) -> dict[str, Any]:
    tally = Tally([game.played for game in games])
    rounds = ([second for game in games for second in game.rounds[player]] for player in (0, 1))
    return {
        **tally.figures(),
        **{
            f"as_{SIDE_NAMES[side]}": Tally([game for game in tally.games if game.side == side]).figures()
            for side in (AP, CP)
        },
        "cpu_s": dict(zip(("first", "second"), map(_spread, rounds), strict=True)),
        "rss_mb": max(game.memory for game in games),
    }


def _spread(seconds: list[float]) -> dict[str, float]:
    """Return mean, median, 99th percentile and maximum of the CPU seconds of action rounds."""
    ordered = sorted(seconds) or [0.0]
    return {
        "median": round(ordered[len(ordered) // 2], 6),
        "mean": round(fmean(ordered), 6),
        "p99": round(ordered[int(0.99 * (len(ordered) - 1))], 6),
        "max": round(ordered[-1], 6),
    }


def show_report(results: dict[str, Any]) -> None:
    """Print a table for each version."""
    for name, found in results.items():
        print(f"\nversion {name}{' (this one)' if name == version() else ''}", end="")
        show(found)


def show(results: dict[str, Any]) -> None:
    """Print a table: a row for each scenario and pair, then one for each side."""
    print(
        f"\n{'opponent':<44}{'games':>6}{'won':>5}{'drawn':>6}{'lost':>5}{'rate':>7}  {'95 %':<13}{'Elo':>5}{'VP':>7}"
        f"  CPU s a round, median, p99 and most, first and second player"
    )
    for row in _rows(results):
        print(row)


def _rows(results: dict[str, Any]) -> Iterator[str]:
    for scenario, pairs in results.items():
        for pair, figures in pairs.items():
            times = ", ".join(
                f"{cost['median']:.2f} {cost['p99']:.2f} {cost['max']:.2f}" for cost in figures["cpu_s"].values()
            )
            yield _row(f"{scenario}, {pair}", figures) + f"  {times}; {figures['rss_mb']:.0f} MB"
            for side in SIDE_NAMES:
                yield _row(f"    as {side.upper()}", figures[f"as_{side}"])


def _row(title: str, figures: dict[str, Any]) -> str:
    between = f"{figures['low']:.2f} to {figures['high']:.2f}"
    return (
        f"{title:<44}{figures['games']:>6}{figures['won']:>5}{figures['drawn']:>6}{figures['lost']:>5}"
        f"{figures['rate']:>7.3f}  {between:<13}{figures['elo']:>5}{figures['vp']:>7.2f}"
    )


__all__ = ["QUICK", "Plan", "figures", "jobs", "measure", "report", "show", "show_report"]
