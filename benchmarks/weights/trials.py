"""Games between two variants of the weights that are mirror images, on both sides of each deal, stored in a journal.

The seed and a deal's number determine its variants and its cards, so that running the same command again resumes the
journal, and asking for more deals plays only the missing ones.
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

#: Weight of a VP of the margin relative to a point, and the largest margin that counts. The margins of a deal's two
#: games agree more often than their results, so they say more about the variants.
_MARGIN, _WIDEST = 0.05, 20.0
#: Deals that workers play before being replaced, to free their caches of positions.
_AT_ONCE = 40


@dataclass(frozen=True, slots=True)
class Course:
    """What to play.

    Attributes:
        seed: of the variants and deals.
        level: the players' level, see `arena.LEVELS`.
        spread: of the variants, as a logarithm; none is further from the centre than twice that.
    """

    seed: int = 1
    level: str = "sketch"
    spread: float = 0.5


class Deal(BaseModel):
    """A line of the journal: the first variant's points and VP on each side, and the CPU seconds of both games."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    scenario: str
    number: int
    points: tuple[float, float]
    vp: tuple[float, float]
    cpu_s: float

    @property
    def counts(self) -> float:
        """Return the deal's result for the first variant: 0 if both are equally good."""
        return sum(map(worth, self.points, self.vp)) / 2


class NotThisJournal(ValueError):
    """The journal belongs to other games."""


class Trials:
    """The games of a course, from the journal and newly played.

    Args:
        start: plain values of the weights at the centre of all variants.
        course: what to play.
        journal: file of the deals; raises NotThisJournal if it belongs to another course or start.
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
        # Weights added after the games were played don't make it another start: nobody varied them.
        if {**begun, "start": laid_over(self.start, begun.get("start", {}))} != head:
            raise NotThisJournal(
                f"{self._journal} is the journal of games with another seed, level, spread or beginning: "
                "name a new file, or the old command"
            )
        for line in lines[1:]:
            try:
                self.deals.append(Deal.model_validate_json(line))
            except ValidationError:
                break  # the run was interrupted while writing this line
        text = "".join(one.model_dump_json() + "\n" for one in self.deals)
        self._journal.write_text(lines[0] + "\n" + text, encoding="utf-8")

    def of(self, wanted: dict[str, int]) -> list[Deal]:
        """Return the first deals of each scenario, as far as they have been played."""
        return [one for one in self.deals if one.number < wanted.get(one.scenario, 0)]

    def variants(self, scenario: str, number: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Return the logs of a deal's two variants: mirror images, so that each deal says most about the slopes."""
        numbers, spread = random.Random(f"{self.course.seed}/{scenario}/{number}"), self.course.spread
        first = drawn(numbers, spread, 2 * spread)
        return first, tuple(-log for log in first)

    def run(self, arena: Arena, wanted: dict[str, int], tell: Callable[[str], None]) -> None:
        """Play the missing deals of each scenario, alternating between scenarios."""
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
    """Return a game's value: the points beyond a draw, and a little of the margin."""
    return points - 0.5 + _MARGIN * max(-_WIDEST, min(_WIDEST, vp))


def cpu(deals: Iterable[Deal]) -> float:
    """Return the CPU seconds spent on deals."""
    return sum(one.cpu_s for one in deals)


__all__ = ["Course", "Deal", "NotThisJournal", "Trials", "cpu", "worth"]
