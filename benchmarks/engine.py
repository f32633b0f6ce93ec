"""Engine: decisions per second in whole random games, snapshot bytes, restoring."""

from __future__ import annotations

import cProfile
import json
import time
from statistics import median
from types import CodeType
from typing import Any

from benchmarks import randomly
from engine.core.chance import KeyedChance
from engine.core.game import Game

RUNS = 5
GAMES = 4


def measure() -> dict[str, Any]:
    """Medians of five runs of whole Historical games; seconds are processor time of one core."""
    system = randomly.system()
    runs = [_run(system, first_seed=run * GAMES) for run in range(RUNS)]
    sizes, restores = _snapshots(system)
    return {
        "decisions_per_s": round(median(decisions / seconds for decisions, seconds in runs)),
        "us_per_decision": round(median(1e6 * seconds / decisions for decisions, seconds in runs), 1),
        "game_s": round(median(seconds / GAMES for _, seconds in runs), 3),
        "snapshot_bytes_median": round(median(sizes)),
        "snapshot_bytes_max": max(sizes),
        "restore_ms": round(median(restores), 3),
        "record_bytes_per_game": _record_bytes(system),
        "share": _shares(system),
    }


def _run(system: Any, first_seed: int) -> tuple[int, float]:
    decisions = 0
    start = time.process_time()
    for seed in range(first_seed, first_seed + GAMES):
        for _ in randomly.play(randomly.begin(system, seed), seed):
            decisions += 1
    return decisions, time.process_time() - start


def _snapshots(system: Any) -> tuple[list[int], list[float]]:
    """Bytes of every tenth snapshot of a game as JSON, and milliseconds to restore it."""
    sizes, restores = [], []
    for number, game in enumerate(randomly.play(randomly.begin(system, 1), 1)):
        if number % 10 or not game.stack:
            continue
        text = json.dumps(game.snapshot(), separators=(",", ":"))
        sizes.append(len(text.encode()))
        start = time.process_time()
        Game.restore(system, json.loads(text), KeyedChance(b"x"))
        restores.append(1000 * (time.process_time() - start))
    return sizes, restores


def _shares(system: Any) -> dict[str, float]:
    """Where a game's time goes, by profile: supply, the rest of options, the rest of apply.

    Supply is the time inside its own module; options is what the decisions' `options` took
    beyond that.
    """
    profile = cProfile.Profile()
    profile.enable()
    for _ in randomly.play(randomly.begin(system, 2), 2):
        pass
    profile.disable()
    total = supply = options = 0.0
    for called in profile.getstats():
        total += called.inlinetime
        if isinstance(called.code, CodeType):
            file = called.code.co_filename
            supply += called.inlinetime if file.endswith("rules/supply.py") else 0
            options += called.totaltime if called.code.co_name == "options" and "/sequence/" in file else 0
    return {
        "supply": round(supply / total, 2),
        "options": round(max(0.0, options - supply) / total, 2),
        "apply": round(max(0.0, total - options) / total, 2),
    }


def _record_bytes(system: Any) -> int:
    """Bytes of the record of one whole game as JSON lines."""
    game = randomly.begin(system, 1)
    for _ in randomly.play(game, 1):
        pass
    return sum(len(json.dumps(entry.dump(), separators=(",", ":"))) + 1 for entry in game.fresh)
