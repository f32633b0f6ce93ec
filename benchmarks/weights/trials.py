"""Games between two variants of the same weights that are mirror images, both sides of each deal, kept in a journal.

The seed and the number of a deal decide which variants meet and what they draw, so that whoever starts the same command again goes on
where the journal stopped, and whoever asks for more deals plays only those that are missing.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from benchmarks.weights.arena import Arena, Job, both_sides
from benchmarks.weights.variants import SOUGHT, drawn, shifted
from engine.pog.content.weights import laid_over

#: What a VP of the margin counts beside a point of the result, and the margin that counts at most. The margins of the two games of a deal
#: agree more often than their results: they tell more of the variants.
_MARGIN, _WIDEST = 0.05, 20.0
#: Deals that workers play before new ones take their place: what they remember of positions goes with them.
_AT_ONCE = 40


@dataclass(frozen=True, slots=True)
class Course:
    """What is played.

    Attributes:
        seed: of variants and deals.
        level: who plays, see `arena.LEVELS`.
        spread: how far apart variants are, as a logarithm; none is further from the middle than twice that.
    """

    seed: int = 1
    level: str = "sketch"
    spread: float = 0.5


class Deal(BaseModel):
    """A line of the journal: what the first variant came to on each side, points and VP, and the CPU seconds of both games."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    scenario: str
    number: int
    points: tuple[float, float]
    vp: tuple[float, float]
    cpu_s: float

    @property
    def counts(self) -> float:
        """What the deal counts for the first variant: nothing if both are as good."""
        return sum(map(worth, self.points, self.vp)) / 2


class NotThisJournal(ValueError):
    """The journal is of other games."""


class Trials:
    """The games of a course, those that the journal holds and those that are played now.

    Args:
        start: plain values of the weights in the middle of all variants.
        course: what is played.
        journal: where deals are kept; raises NotThisJournal if it is of another course or beginning.
    """

    def __init__(self, start: dict[str, Any], course: Course, journal: Path) -> None:
        self.start, self.course, self._journal = start, course, journal
        self.deals: list[Deal] = []
        self._resume()

    def _resume(self) -> None:
        head = {**asdict(self.course), "sought": list(SOUGHT), "start": self.start}
        if not self._journal.exists():
            self._journal.parent.mkdir(parents=True, exist_ok=True)
            self._journal.write_text(json.dumps(head) + "\n", encoding="utf-8")
            return
        lines = self._journal.read_text(encoding="utf-8").splitlines()
        begun = json.loads(lines[0]) if lines else {}
        # Weights that came after the games were played are no other beginning: nobody varied them.
        if {**begun, "start": laid_over(self.start, begun.get("start", {}))} != head:
            raise NotThisJournal(
                f"{self._journal} is the journal of games with another seed, level, spread or beginning: "
                "name a new file, or the old command"
            )
        for line in lines[1:]:
            try:
                self.deals.append(Deal.model_validate_json(line))
            except ValidationError:
                break  # it broke off while this line was written
        text = "".join(one.model_dump_json() + "\n" for one in self.deals)
        self._journal.write_text(lines[0] + "\n" + text, encoding="utf-8")

    def of(self, wanted: dict[str, int]) -> list[Deal]:
        """Return the first so many deals of each scenario, as far as they were played."""
        return [one for one in self.deals if one.number < wanted.get(one.scenario, 0)]

    def variants(self, scenario: str, number: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Logarithms of the two variants that meet in a deal: mirror images, so that each deal tells most of the slopes."""
        numbers, spread = random.Random(f"{self.course.seed}/{scenario}/{number}"), self.course.spread
        first = drawn(numbers, spread, 2 * spread)
        return first, tuple(-log for log in first)

    def run(self, arena: Arena, wanted: dict[str, int], tell: Callable[[str], None]) -> None:
        """Play what is missing of so many deals of each scenario, the scenarios side by side."""
        there = {(one.scenario, one.number) for one in self.deals}
        every = [(number / most, scenario, number) for scenario, most in wanted.items() for number in range(most)]
        missing = [(scenario, number) for _, scenario, number in sorted(every) if (scenario, number) not in there]
        for at in range(0, len(missing), _AT_ONCE):
            self._play(arena, missing[at : at + _AT_ONCE])
            left = max(0, len(missing) - at - _AT_ONCE)
            tell(f"{len(self.deals)} deals, {left} to go, {cpu(self.deals):.0f} s of CPU")

    def _play(self, arena: Arena, deals: Sequence[tuple[str, int]]) -> None:
        jobs = [job for scenario, number in deals for job in self._jobs(scenario, number)]
        results = arena.results(jobs)
        with self._journal.open("a", encoding="utf-8") as file:
            for (scenario, number), one, other in zip(deals, results, results, strict=True):
                done = Deal(
                    scenario=scenario, number=number, points=(one.points, other.points), vp=(one.vp, other.vp),
                    cpu_s=round(one.cpu + other.cpu, 2),
                )  # fmt: skip
                file.write(done.model_dump_json() + "\n")
                file.flush()
                self.deals.append(done)

    def _jobs(self, scenario: str, number: int) -> list[Job]:
        first, second = (shifted(self.start, logs) for logs in self.variants(scenario, number))
        deal = random.Random(f"{self.course.seed}/{scenario}/{number}/deal").getrandbits(40)
        return both_sides(scenario, deal, first, second, level=self.course.level)


def worth(points: float, vp: float) -> float:
    """Return what a game counts: the points beyond a draw, and a little of the margin."""
    return points - 0.5 + _MARGIN * max(-_WIDEST, min(_WIDEST, vp))


def cpu(deals: Iterable[Deal]) -> float:
    """Seconds of one core that deals took."""
    return sum(one.cpu_s for one in deals)


__all__ = ["Course", "Deal", "NotThisJournal", "Trials", "cpu", "worth"]
