"""Races plans against each other in imagined games, with the same imagined hands and dice for each (common random numbers).

Work is counted, not time, so that the same numbers give the same answer on every machine: one unit is about a tenth of a
millisecond on one core of 2026.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from engine.core.game import Game
from engine.core.options import Choice
from engine.errors import EngineError
from engine.pog.opponent import outlook
from engine.pog.opponent.ai_player import ComputerPlayer
from engine.pog.opponent.levels import OFFICER, SKETCH
from engine.pog.state import State

T = TypeVar("T", bound=Hashable)
#: Upper limit: no playout has more choices.
_MOST = 400
#: Units of work for an answer of the computer, where it takes more than one.
_ANSWER_WORK = {
    "choose_action": 350, "activate": 60, "move_unit": 30, "move_stack": 15, "move_on": 10, "attack": 15, "advance": 5,
    "retreat": 7, "sr_destination": 10, "place_reinforcement": 10, "rebuild": 10, "attacker_cards": 10, "defender_cards": 10,
}  # fmt: skip
#: Decisions in which the side itself also answers as a full officer, as it does in play.
_WHOLE = frozenset(("sr_unit", "sr_destination", "place_reinforcement"))
#: Work for the copy and the evaluation at the end.
_PLAYOUT_WORK = 5
#: Work for examining the enemy's possible replies.
_REPLY_WORK = 120
#: A leader ahead by this many standard errors needs no further heat.
_CLEAR = 3.0

#: Antithetic dice: games that share dice, reversed in some so that good and bad rolls balance. Per game: whether the
#: attacker's dice and all others are reversed, and whether the defender's are.
_TURNED = ((False, False), (True, True), (False, True), (True, False))
_BALANCED = len(_TURNED)


class Chance:
    """Dice and draws of one imagined game: a separate stream for each purpose, so that plans rolling for the same get the same dice."""

    def __init__(self, seed: int, sample: int = 0) -> None:
        self._seed = seed * 1000 + sample // _BALANCED
        self._turned = _TURNED[sample % _BALANCED]
        self._streams: dict[str, random.Random] = {}

    def choose(self, purpose: str, candidates: Sequence[int], epoch: int, counter: int) -> int:
        """Return one of the candidates."""
        del epoch, counter
        stream = self._streams.get(purpose)
        if stream is None:
            stream = self._streams[purpose] = random.Random(f"{self._seed}/{purpose}")
        place = int(stream.random() * len(candidates))
        return candidates[-1 - place if self._turned[purpose == "defender_fire"] else place]


class PlanBroken(EngineError):
    """A plan cannot be carried out in an imagined game."""


@dataclass(slots=True)
class RaceTable:
    """The imagined games of one decision, and the work spent on them."""

    imagine: Callable[[random.Random], Game[State]]
    seed: int
    budget: int
    spent: int = 0
    _games: list[Game[State]] = field(default_factory=list)

    def game(self, sample: int) -> Game[State]:
        """Return a copy of the imagined game with a number, with its own dice."""
        while len(self._games) <= sample:
            self._games.append(self.imagine(random.Random(f"{self.seed}/{len(self._games)}")))
        self.spent += _PLAYOUT_WORK
        return self._games[sample].copy(Chance(self.seed, sample))

    @property
    def left(self) -> int:
        """Work that can still be spent."""
        return self.budget - self.spent

    def play(
        self,
        sample: int,
        side: int,
        says: Callable[[Game[State]], Choice | None],
        over: Callable[[Game[State]], bool],
        looks: Callable[[Game[State], int], dict[str, float]] = outlook.terms_of,
    ) -> dict[str, float]:
        """Play an imagined game until `over` and return its value for a side by the terms of `looks`; `says` overrides the computer."""
        game = self.game(sample)
        rng = random.Random(sample)
        for number in range(_MOST):
            if not game.stack or (number and over(game)):
                break
            choice = says(game)
            if choice is None:
                self.spent += _ANSWER_WORK.get(game.decision.kind, 2)
                level = OFFICER if game.decision.kind in _WHOLE and game.decision.actor(game) == side else SKETCH
                choice = ComputerPlayer(game, level, rng).answer()
            game.apply(choice)
            self.spent += 1
        if looks is outlook.after_reply:
            self.spent += _REPLY_WORK
        return looks(game, side)


@dataclass(slots=True)
class Runner(Generic[T]):
    """One plan in the race."""

    plan: T
    worths: list[float] = field(default_factory=list)
    #: Penalty known independently of the games, e.g. the value of the card's best other use.
    handicap: float = 0.0

    @property
    def mean(self) -> float:
        """Mean result, minus the handicap."""
        return sum(self.worths) / len(self.worths) - self.handicap if self.worths else -math.inf


class Race(Generic[T]):
    """Runners over the imagined games of a table; `run` returns the value of a plan in one game."""

    def __init__(self, table: RaceTable, run: Callable[[T, int], float]) -> None:
        self.table = table
        self._run = run
        self.runners: dict[T, Runner[T]] = {}

    def enter(self, plans: Iterable[T], samples: int, handicap: float = 0.0) -> list[Runner[T]]:
        """Run new plans in the first games and drop those that break; return the runners in order of entry."""
        found = []
        for plan in plans:
            if plan not in self.runners and self.table.left > 0:
                runner = self.runners[plan] = Runner(plan, handicap=handicap)
                self.further(runner, samples)
                found.append(runner)
        return found

    def rename(self, name: Callable[[T], T]) -> None:
        """Replace plans with equivalent ones."""
        for runner in self.runners.values():
            runner.plan = name(runner.plan)
        self.runners = {runner.plan: runner for runner in self.runners.values()}

    def further(self, runner: Runner[T], samples: int) -> None:
        """Run a plan until it has played a number of games."""
        while len(runner.worths) < samples and self.table.left > 0:
            try:
                runner.worths.append(self._run(runner.plan, len(runner.worths)))
            except EngineError:
                runner.worths = [-math.inf]
                return

    def ranked(self) -> list[Runner[T]]:
        """Return the runners, the best first."""
        return sorted(self.runners.values(), key=lambda runner: -runner.mean)

    def halve(self, field_size: int, samples: int, most: int) -> T | None:
        """Run heats, each for half of the runners over twice as many games; return the winner, None if every plan broke."""
        best = [runner for runner in self.ranked() if runner.mean > -math.inf][:field_size]
        while len(best) > 1 and samples < most and self.table.left > 0:
            samples *= 2
            for runner in best:
                self.further(runner, samples)
            best.sort(key=lambda runner: -runner.mean)
            if clear(best[0], best[1]):
                break
            best = best[: max(2, len(best) // 2)]
        return max(best, key=lambda runner: (len(runner.worths), runner.mean)).plan if best else None


def clear(leader: Runner[T], second: Runner[T]) -> bool:
    """Return True if the leader's lead over the same games is unlikely to be luck."""
    pairs = [one - other for one, other in zip(leader.worths, second.worths, strict=False)]
    if len(pairs) < 4:
        return False
    mean = sum(pairs) / len(pairs)
    spread = math.sqrt(sum((one - mean) ** 2 for one in pairs) / (len(pairs) - 1) / len(pairs))
    return mean - leader.handicap + second.handicap > _CLEAR * spread + 1e-9
