"""Engine benchmark of Liège 1914: decisions per second in random games of each scenario, and snapshot sizes."""

from __future__ import annotations

import json
import random
import time
from statistics import median
from typing import Any, Final

from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.liege.state import LiegeState
from engine.liege.system import LiegeSystem

SCENARIOS: Final = ("night", "siege")
RUNS, GAMES, QUICK_GAMES = 5, 6, 2
#: Interval of the positions whose snapshot is measured.
EVERY: Final = 20


def measure(*, quick: bool = False) -> dict[str, Any]:
    """Return medians of five runs of random games by scenario; seconds are CPU time of one core."""
    games = QUICK_GAMES if quick else GAMES
    found: dict[str, Any] = {}
    for name in SCENARIOS:
        system = LiegeSystem(name)
        runs = [_run(system, first, games) for first in range(0, RUNS * games, games)]
        sizes = [size for seed in range(games) for size in _sizes(system, seed)]
        found[name] = {
            "decisions_per_s": round(median(decisions / seconds for decisions, seconds in runs)),
            "us_per_decision": round(median(1e6 * seconds / decisions for decisions, seconds in runs), 1),
            "decisions_per_game": round(sum(decisions for decisions, _ in runs) / (RUNS * games)),
            "snapshot_bytes_median": round(median(sizes)),
            "snapshot_bytes_max": max(sizes),
        }
    return found


def _begin(system: LiegeSystem, seed: int) -> Game[LiegeState]:
    return Game.start(system, KeyedChance(seed.to_bytes(8, "big")), listening=False)


def _run(system: LiegeSystem, first_seed: int, games: int) -> tuple[int, float]:
    """Play random games to the end, each choice equally likely; return their decisions and the seconds."""
    decisions = 0
    start = time.process_time()
    for seed in range(first_seed, first_seed + games):
        game, dice = _begin(system, seed), random.Random(seed)  # not security-relevant
        while game.stack:
            game.apply(dice.choice(list(game.options())))
            decisions += 1
    return decisions, time.process_time() - start


def _sizes(system: LiegeSystem, seed: int) -> list[int]:
    """Return the snapshot sizes of a random game, in bytes."""
    game, dice, found = _begin(system, seed), random.Random(seed), []
    while game.stack:
        if len(game.fresh) % EVERY == 0:
            found.append(len(json.dumps(game.snapshot())))
        game.apply(dice.choice(list(game.options())))
    return found


__all__ = ["measure"]
