"""Weights fitted by CMA-ES: each candidate plays older selves on both sides of the same deals.

Every generation is a line of a journal. Whoever starts the same command again goes on from there: the optimiser is asked for the same
candidates again, and told what they came to.
"""

from __future__ import annotations

import json
import math
import random
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np
from pydantic import BaseModel, ConfigDict, ValidationError

from benchmarks.weights.arena import Arena, Job, Outcome, both_sides
from engine.pog.content.weights import Version, checked, dumped

#: The weights that are sought: those that an officer uses in every action, one for each judgement. Each is a path in the file.
FITTED = (
    "units.combat_factor", "units.loss_factor", "units.eliminated", "units.each_turn", "units.at_most", "spaces.ground",
    "result.level", "threats.next.take", "threats.next.strike", "threats.next.cut_off", "threats.later.take",
    "threats.loss_point", "attacks.least", "actions.follows", "actions.other_use", "moves.digging",
)  # fmt: skip
#: What a VP of the margin counts beside a point of the result, and the margin that counts at most.
_MARGIN, _WIDEST = 0.02, 10.0
#: How far a weight may go from where it began, as a logarithm: to a third and to three times.
_FAR = math.log(3.0)


@dataclass(frozen=True, slots=True)
class Course:
    """What is played to judge a candidate.

    Attributes:
        turns: by scenario, after which turn its games are cut; 0 for whole games.
        deals: of each scenario in a generation, each played on both sides.
        population: candidates of a generation; 0 leaves it to the optimiser.
        sigma: how far apart these are at first, as a logarithm.
        joins: so many generations apart what was found joins the older selves that it is played against.
    """

    turns: dict[str, int] = field(default_factory=lambda: {"introductory": 0, "limited_war": 3})
    deals: int = 4
    population: int = 0
    sigma: float = 0.15
    joins: int = 4


class Generation(BaseModel):
    """A line of the journal: the candidates as logarithms of what they change, and what each came to."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    number: int
    candidates: list[list[float]]
    fitness: list[float]
    games: int
    cpu_s: float


class NotThisJournal(ValueError):
    """The journal is of another search."""


class Search:
    """A search for better weights.

    Args:
        start: the weights to begin from; they are among the older selves too.
        older: the selves that candidates are played against.
        course: what is played.
        seed: of the optimiser and of the deals.
        journal: where generations are kept; those that it holds are not played again.
    """

    def __init__(self, start: Version, older: Sequence[Version], course: Course, seed: int, journal: Path) -> None:
        from cmaes import CMA  # of the extra "train"

        self.start, self._course, self._seed, self._journal = dumped(start.weights), course, seed, journal
        self._pool = [dumped(version.weights) for version in older] or [self.start]
        size = len(FITTED)
        self._optimiser = CMA(
            mean=np.zeros(size), sigma=course.sigma, seed=seed, bounds=np.array([[-_FAR, _FAR]] * size),
            population_size=course.population or None,
        )  # fmt: skip
        self.generations: list[Generation] = []
        self._resume()

    def _resume(self) -> None:
        """Tell the optimiser what the journal knows; raises NotThisJournal if it is of another search."""
        head = {"seed": self._seed, "course": asdict(self._course), "fitted": list(FITTED), "start": self.start}
        if not self._journal.exists():
            self._journal.write_text(json.dumps(head) + "\n", encoding="utf-8")
            return
        lines = self._journal.read_text(encoding="utf-8").splitlines()
        if not lines or json.loads(lines[0]) != head:
            raise NotThisJournal(
                f"{self._journal} is the journal of a search with another seed, course or beginning: name a new file, or the old command"
            )
        for line in lines[1:]:
            try:
                known = Generation.model_validate_json(line)
            except ValidationError:
                break  # it broke off while this line was written
            if self._asked() != known.candidates:
                raise NotThisJournal(
                    f"{self._journal} has candidates that this optimiser does not propose: it is of another version"
                )
            self._tell(known)
        text = "".join(one.model_dump_json() + "\n" for one in self.generations)
        self._journal.write_text(lines[0] + "\n" + text, encoding="utf-8")

    def _asked(self) -> list[list[float]]:
        return [[float(value) for value in self._optimiser.ask()] for _ in range(self._optimiser.population_size)]

    def _tell(self, done: Generation) -> None:
        told = [(np.array(one), -value) for one, value in zip(done.candidates, done.fitness, strict=True)]
        self._optimiser.tell(told)
        self.generations.append(done)
        if len(self.generations) % self._course.joins == 0:
            self._pool.append(self.found())

    def run(self, arena: Arena, until: int, tell: Callable[[str], None]) -> None:
        """Play generations until there are so many."""
        while len(self.generations) < until:
            candidates = self._asked()
            jobs = [self._jobs(shifted(self.start, one)) for one in candidates]
            outcomes = list(self._watched(arena, [job for some in jobs for job in some], tell))
            each = len(jobs[0])
            fitness = [fmean(map(worth, outcomes[at : at + each])) for at in range(0, len(outcomes), each)]
            number = len(self.generations) + 1
            cpu = sum(one.cpu for one in outcomes)
            done = Generation(
                number=number, candidates=candidates, fitness=fitness, games=len(outcomes), cpu_s=round(cpu, 1)
            )
            with self._journal.open("a", encoding="utf-8") as file:
                file.write(done.model_dump_json() + "\n")
            self._tell(done)
            tell(
                f"generation {number} of {until}: best {max(fitness):+.3f}, mean {fmean(fitness):+.3f}, {cpu:.0f} s of CPU"
            )

    def _jobs(self, candidate: dict[str, Any]) -> list[Job]:
        """The games of a candidate in this generation: those of the others, too."""
        numbers = random.Random(f"{self._seed}/{len(self.generations)}")
        found: list[Job] = []
        for scenario, turns in self._course.turns.items():
            for _ in range(self._course.deals):
                deal, other = numbers.getrandbits(40), numbers.choice(self._pool)
                found += both_sides(scenario, deal, candidate, other, turns=turns)
        return found

    def _watched(self, arena: Arena, jobs: Sequence[Job], tell: Callable[[str], None]) -> Iterator[Outcome]:
        for number, outcome in enumerate(arena.results(jobs), 1):
            if number % 20 == 0:
                tell(f"generation {len(self.generations) + 1}: {number} of {len(jobs)} games")
            yield outcome

    def found(self) -> dict[str, Any]:
        """The weights in the middle of what the optimiser now proposes."""
        return shifted(self.start, [float(value) for value in self._optimiser.mean])

    @property
    def games(self) -> int:
        """Games that were played for it."""
        return sum(one.games for one in self.generations)

    @property
    def cpu(self) -> float:
        """Seconds of one core that they took."""
        return sum(one.cpu_s for one in self.generations)


def worth(outcome: Outcome) -> float:
    """What a game counts: the points beyond a draw, and a little of the margin."""
    margin = max(-_WIDEST, min(_WIDEST, outcome.vp))
    return outcome.points - 0.5 + _MARGIN * margin


def shifted(start: dict[str, Any], logs: Sequence[float]) -> dict[str, Any]:
    """Plain values of weights with those that are sought changed by such factors; shares stay shares."""
    raw = deepcopy(start)
    for path, log in zip(FITTED, logs, strict=True):
        section, name = _place(raw, path)
        section[name] = round(section[name] * math.exp(log), 4)
        try:
            checked(raw)
        except ValidationError:
            section[name] = 1.0
    checked(raw)
    return raw


def _place(raw: dict[str, Any], path: str) -> tuple[dict[str, Any], str]:
    *sections, name = path.split(".")
    for section in sections:
        raw = raw[section]
    return raw, name


__all__ = ["FITTED", "Course", "Generation", "NotThisJournal", "Search", "shifted", "worth"]
