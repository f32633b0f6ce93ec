"""Engine benchmark: decisions per second in random games, optionally against a peer; search primitives; snapshots."""

from __future__ import annotations

import cProfile
import json
import random
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import mean, median
from types import CodeType
from typing import Any
from unittest.mock import patch

from benchmarks import peer as peers
from benchmarks import random_players
from engine.core.chance import KeyedChance
from engine.core.frames import Decision
from engine.core.game import Game
from engine.pog import PogGame
from engine.pog.opponent.seat import imagined

RUNS = 5
GAMES = 4
#: Games of a peer per run.
PEER_GAMES = 10
#: Copies made of a position, the interval of such positions, and the interval of rounds played out.
COPIES, EVERY, ROUNDS = 50, 20, 5


def measure(peer: Path | None = None) -> dict[str, Any]:
    """Return medians of five runs of whole Historical games; seconds are CPU time of one core.

    With the folder of a peer, each run is followed by one of the peer's (`benchmarks.peer`, which raises NoPeer).
    """
    if peer:
        peers.found(peer)
    system = random_players.system()
    runs, beside = [], []
    for first_seed in range(0, RUNS * GAMES, GAMES):
        runs.append(_run(system, first_seed))
        if peer:
            beside.append(peers.run(peer, first_seed, PEER_GAMES))
    sizes, restores = _snapshots(system)
    return {
        "decisions_per_s": round(median(decisions / seconds for decisions, seconds in runs)),
        "us_per_decision": round(median(1e6 * seconds / decisions for decisions, seconds in runs), 1),
        "game_s": round(median(seconds / GAMES for _, seconds in runs), 3),
        **_search(system),
        "snapshot_bytes_median": round(median(sizes)),
        "snapshot_bytes_max": max(sizes),
        "restore_ms": round(median(restores), 3),
        "record_bytes_per_game": _record_bytes(system),
        "share": _shares(system),
        **({"peer": _against(runs, beside)} if beside else {}),
    }


def _against(runs: list[tuple[int, float]], beside: list[peers.Run]) -> dict[str, float]:
    """Return the peer's decisions per second, and our ratio to it: the median over pairs of runs.

    Our games and theirs have different numbers of decisions, which are reported too. Games in which the peer gets stuck
    count as far as they went.
    """
    pairs = list(zip(runs, beside, strict=True))
    return {
        "decisions_per_s": round(median(one.decisions / one.cpu_s for one in beside)),
        "times_as_fast": round(median(ours / s / (one.decisions / one.cpu_s) for (ours, s), one in pairs), 2),
        "decisions_per_game": round(sum(one.decisions for one in beside) / sum(one.games for one in beside)),
        "our_decisions_per_game": round(sum(ours for ours, _ in runs) / (len(runs) * GAMES)),
        "games_ended": sum(one.ended for one in beside),
        "games": sum(one.games for one in beside),
    }


def _run(system: Any, first_seed: int) -> tuple[int, float]:
    decisions = 0
    start = time.process_time()
    for seed in range(first_seed, first_seed + GAMES):
        for _ in random_players.play(random_players.begin(system, seed), seed):
            decisions += 1
    return decisions, time.process_time() - start


def _search(system: Any) -> dict[str, float]:
    """Time the primitives of search: copies, choices without record or listeners, and imagined rounds played out.

    Means over whole games. A round is imagined by the side that is about to choose an action, and played at random to
    the end of the action round.
    """
    copies: list[float] = []
    playouts: list[float] = []
    for seed in range(GAMES):
        rounds = 0
        for number, game in enumerate(random_players.play(random_players.begin(system, seed), seed)):
            if number % EVERY == 0:
                copies.append(_copies(game))
            if game.stack and game.decision.kind == "choose_action":
                rounds += 1
                if rounds % ROUNDS == 0:
                    playouts.append(_playout(game, seed))
    choices = [_choices(system, seed) for seed in range(GAMES)]
    with _menus_timed() as menus:
        again = [seconds for seed in range(GAMES) for seconds in _choices(system, seed)]
    return {
        "copy_us": round(1e6 * mean(copies), 1),
        "apply_us": round(1e6 * mean(seconds for game in choices for seconds in game), 1),
        "apply_us_median": round(1e6 * median(seconds for game in choices for seconds in game), 1),
        "apply_without_menu_us": round(1e6 * (sum(again) - sum(menus)) / len(again), 1),
        "playout_ms": round(1e3 * mean(playouts), 2),
        "playout_ms_p95": round(1e3 * sorted(playouts)[len(playouts) * 95 // 100], 2),
    }


def _copies(game: PogGame) -> float:
    """Return the seconds for copying a game."""
    start = time.process_time()
    for _ in range(COPIES):
        game.copy()
    return (time.process_time() - start) / COPIES


def _playout(game: PogGame, seed: int) -> float:
    """Return the seconds to imagine a game from the deciding side and play it randomly to the action round's end."""
    dice = random.Random(seed)
    side = game.decision.actor(game)
    start = time.process_time()
    twin = imagined(game, side, dice)
    twin.recording = False
    now = twin.state.turn, twin.state.round
    while twin.stack and (twin.state.turn, twin.state.round) == now:
        twin.apply(random_players.pick(twin, dice))
    return time.process_time() - start


def _choices(system: Any, seed: int) -> list[float]:
    """Return the seconds of each choice in a game without record and listeners, including the next options."""
    game = random_players.begin(system, seed)
    game.recording = False
    dice = random.Random(seed)
    found = []
    while game.stack:
        choice = random_players.pick(game, dice)
        start = time.process_time()
        game.apply(choice)
        found.append(time.process_time() - start)
    return found


@contextmanager
def _menus_timed() -> Iterator[list[float]]:
    """Collect the seconds of every options computation, including decisions that answer themselves."""
    found: list[float] = []
    inside = False

    def timed(options: Callable[..., Any]) -> Callable[..., Any]:
        def watched(decision: Decision, game: Any) -> Any:
            nonlocal inside
            if inside:  # a subclass calling its base class's method
                return options(decision, game)
            inside, start = True, time.process_time()
            try:
                return options(decision, game)
            finally:
                inside = False
                found.append(time.process_time() - start)

        return watched

    with ExitStack() as patches:
        for cls in _below(Decision):
            if "options" in vars(cls):
                patches.enter_context(patch.object(cls, "options", timed(vars(cls)["options"])))
        yield found


def _below(cls: type[Decision]) -> list[type[Decision]]:
    """Return a class and all its subclasses."""
    return [cls, *(one for below in cls.__subclasses__() for one in _below(below))]


def _snapshots(system: Any) -> tuple[list[int], list[float]]:
    """Return the JSON size in bytes of every tenth snapshot of a game, and the milliseconds to restore it."""
    sizes, restores = [], []
    for number, game in enumerate(random_players.play(random_players.begin(system, 1), 1)):
        if number % 10 or not game.stack:
            continue
        text = json.dumps(game.snapshot(), separators=(",", ":"))
        sizes.append(len(text.encode()))
        start = time.process_time()
        Game.restore(system, json.loads(text), KeyedChance(b"x"))
        restores.append(1000 * (time.process_time() - start))
    return sizes, restores


def _shares(system: Any) -> dict[str, float]:
    """Profile a game by part: supply, the rest of options, the rest of apply.

    Supply is the time inside its own module; options is the rest of the time in the decisions' `options`.
    """
    profile = cProfile.Profile()
    profile.enable()
    for _ in random_players.play(random_players.begin(system, 2), 2):
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
    """Return the bytes of a whole game's record as JSON lines."""
    game = random_players.begin(system, 1)
    for _ in random_players.play(game, 1):
        pass
    return sum(len(json.dumps(entry.dump(), separators=(",", ":"))) + 1 for entry in game.fresh)
