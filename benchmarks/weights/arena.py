"""Games of the computer between two sets of weights: both sides of each deal, with the same cards and dice.

Only the deal and the weights determine a game, so that the same command plays the same games on every machine.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from multiprocessing import get_context
from typing import Any

from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.core.options import Choice
from engine.pog import GameOptions, PathsOfGlory
from engine.pog.content.records import AP, CP
from engine.pog.content.weights import checked
from engine.pog.opponent import weights, worth
from engine.pog.opponent.ai_player import ComputerPlayer
from engine.pog.opponent.levels import OFFICER, SKETCH, Level
from engine.pog.opponent.match import MOST_CHOICES
from engine.pog.opponent.seat import Offers
from engine.pog.opponent.weights import Weights
from engine.pog.state import State

#: Levels: the fast computer for fitting, the officer for measuring.
LEVELS: dict[str, Level] = {"sketch": SKETCH, "officer": OFFICER}


@dataclass(frozen=True, slots=True)
class Job:
    """A game to play: both players' weights as plain values, the side of the first, and the level."""

    scenario: str
    deal: int
    side: int
    first: dict[str, Any]
    second: dict[str, Any]
    level: str = "sketch"


@dataclass(frozen=True, slots=True)
class Outcome:
    """A game's result for the first player: points (a draw is half a point), VP, and total CPU seconds."""

    points: float
    vp: float
    cpu: float


class Weighed:
    """The computer at a level with given weights."""

    def __init__(self, judged: Weights, level: Level, rng: random.Random) -> None:
        self._judged, self._level, self._rng = judged, level, rng

    def __call__(self, game: Game[State]) -> Choice:
        """Return the computer's answer, which uses only what its seat may see; no view is made, since it reads none."""
        with weights.used(self._judged):
            return ComputerPlayer(Offers(game).imagine(self._rng), self._level, self._rng).answer()


def played(job: Job) -> Outcome:
    """Play one game."""
    begun = time.process_time()
    level = LEVELS[job.level]
    sides = (job.side, 1 - job.side)
    players = {
        side: Weighed(checked(raw), level, random.Random(f"{job.deal}/{side}"))
        for side, raw in zip(sides, (job.first, job.second), strict=True)
    }
    game: Game[State] = Game.start(_system(job.scenario), KeyedChance(job.deal.to_bytes(8, "big")), listening=False)
    for _ in range(MOST_CHOICES):
        if not game.stack:
            break
        actor = game.actor
        assert actor is not None
        game.apply(players[actor](game))
    vp = worth.for_side(game.state.vp - worth.MIDDLE, job.side)
    winner = None if game.result is None else game.result.winner
    points = 0.5 if winner is None else float(winner == job.side)
    return Outcome(points, vp, time.process_time() - begun)


@cache
def _system(scenario: str) -> PathsOfGlory:
    """Return the system shared by all games of a scenario, including the computer's cache of positions."""
    return PathsOfGlory(GameOptions(scenario=scenario))


class Arena:
    """Where games are played: in this process or in others."""

    def __init__(self, processes: int = 0) -> None:
        self._processes = processes

    def results(self, jobs: Sequence[Job]) -> Iterator[Outcome]:
        """Yield the results of the games, in order.

        The workers are new each time, so that their caches of positions are freed. An executor that renews its workers
        by itself would hang when all of them expire at once while games are waiting.
        """
        if not self._processes:
            yield from map(played, jobs)
            return
        with ProcessPoolExecutor(self._processes, mp_context=get_context("spawn")) as pool:
            yield from pool.map(played, jobs)


def both_sides(scenario: str, deal: int, first: dict[str, Any], second: dict[str, Any], **how: Any) -> list[Job]:
    """Return the two games of a deal."""
    return [Job(scenario, deal, side, first, second, **how) for side in (AP, CP)]


__all__ = ["LEVELS", "Arena", "Job", "Outcome", "Weighed", "both_sides", "played"]
