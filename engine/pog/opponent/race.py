"""Plans raced against each other in imagined games: the same imagination and the same dice for each (common random numbers).

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
#: No playout has more choices.
_MOST = 400
#: Units of work that an answer of the computer takes, where it takes more than one.
_ANSWER_WORK = {
    "choose_action": 350, "activate": 60, "move_unit": 30, "move_stack": 15, "move_on": 10, "attack": 15, "advance": 5,
    "retreat": 7, "sr_destination": 10, "place_reinforcement": 10, "rebuild": 10, "attacker_cards": 10, "defender_cards": 10,
}  # fmt: skip
#: What the side itself answers as an officer in these games too, since it will.
_WHOLE = frozenset(("sr_unit", "sr_destination", "place_reinforcement"))
#: The copy, and the look at the end.
_PLAYOUT_WORK = 5
#: A look at what the enemy may do next.
_REPLY_WORK = 120
#: A leader that is so many standard errors better than the next needs no further heat.
_CLEAR = 3.0

#: Games in which the dice are the same but turned round, so that good ones and bad ones come to as many: in which of them the
#: attacker's, and all others, are turned, and in which the defender's.
_TURNED = ((False, False), (True, True), (False, True), (True, False))
_BALANCED = len(_TURNED)


class Chance:
    """Dice and draws of one imagined game: each purpose has numbers of its own, so that plans that roll for the same meet the same."""

    def __init__(self, seed: int, sample: int = 0) -> None:
        self._seed = seed * 1000 + sample // _BALANCED
        self._turned = _TURNED[sample % _BALANCED]
        self._streams: dict[str, random.Random] = {}

    def choose(self, purpose: str, candidates: Sequence[int], epoch: int, counter: int) -> int:
        """One of the candidates."""
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
    """The imagined games of one decision, and the work that was put into them."""

    imagine: Callable[[random.Random], Game[State]]
    seed: int
    budget: int
    spent: int = 0
    _games: list[Game[State]] = field(default_factory=list)

    def game(self, sample: int) -> Game[State]:
        """Return a copy of the imagined game of a number, with its own dice."""
        while len(self._games) <= sample:
            self._games.append(self.imagine(random.Random(f"{self.seed}/{len(self._games)}")))
        self.spent += _PLAYOUT_WORK
        return self._games[sample].copy(Chance(self.seed, sample))

    @property
    def left(self) -> int:
        """Work that may still be done."""
        return self.budget - self.spent

    def play(
        self,
        sample: int,
        side: int,
        says: Callable[[Game[State]], Choice | None],
        over: Callable[[Game[State]], bool],
        looks: Callable[[Game[State], int], dict[str, float]] = outlook.terms_of,
    ) -> dict[str, float]:
        """Worth for a side of an imagined game that is played until it is over, by the terms of `looks`; what `says` leaves open the computer answers."""
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
    #: Known apart from the games, e.g. what the card would be worth otherwise.
    handicap: float = 0.0

    @property
    def mean(self) -> float:
        """What it came to on average."""
        return sum(self.worths) / len(self.worths) - self.handicap if self.worths else -math.inf


class Race(Generic[T]):
    """Runners over the imagined games of a table; `run` gives the worth of a plan in one of them."""

    def __init__(self, table: RaceTable, run: Callable[[T, int], float]) -> None:
        self.table = table
        self._run = run
        self.runners: dict[T, Runner[T]] = {}

    def enter(self, plans: Iterable[T], samples: int, handicap: float = 0.0) -> list[Runner[T]]:
        """Plans that are new run in the first games; those that break in one are out. Who runs, in the order of entering."""
        found = []
        for plan in plans:
            if plan not in self.runners and self.table.left > 0:
                runner = self.runners[plan] = Runner(plan, handicap=handicap)
                self.further(runner, samples)
                found.append(runner)
        return found

    def rename(self, name: Callable[[T], T]) -> None:
        """Let plans go under another name that comes to the same."""
        for runner in self.runners.values():
            runner.plan = name(runner.plan)
        self.runners = {runner.plan: runner for runner in self.runners.values()}

    def further(self, runner: Runner[T], samples: int) -> None:
        """Run until it has run in so many games."""
        while len(runner.worths) < samples and self.table.left > 0:
            try:
                runner.worths.append(self._run(runner.plan, len(runner.worths)))
            except EngineError:
                runner.worths = [-math.inf]
                return

    def ranked(self) -> list[Runner[T]]:
        """Return the best first."""
        return sorted(self.runners.values(), key=lambda runner: -runner.mean)

    def halve(self, field_size: int, samples: int, most: int) -> T | None:
        """Heats over twice as many games each for half of those that are left; the winner, None if every plan broke."""
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
    """Return True if the leader's lead over the same games can hardly be luck."""
    pairs = [one - other for one, other in zip(leader.worths, second.worths, strict=False)]
    if len(pairs) < 4:
        return False
    mean = sum(pairs) / len(pairs)
    spread = math.sqrt(sum((one - mean) ** 2 for one in pairs) / (len(pairs) - 1) / len(pairs))
    return mean - leader.handicap + second.handicap > _CLEAR * spread + 1e-9
