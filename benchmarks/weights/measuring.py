"""Versions of the weights against each other, in whole games at officer level; and the decision to keep new ones."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean
from typing import Any

from benchmarks.weights.arena import Arena, Outcome, both_sides
from engine.pog.content.weights import Score, Version, dumped

#: First deal for measurements; deals for fitting are drawn from a much larger range.
FIRST_DEAL = 500_000
_Z = 1.96


@dataclass(frozen=True, slots=True)
class Measure:
    """What to play: scenarios, and deals of each, each on both sides."""

    scenarios: tuple[str, ...] = ("introductory", "limited_war")
    deals: int = 25
    first: int = FIRST_DEAL
    level: str = "officer"


def scores(
    arena: Arena, first: dict[str, Any], second: dict[str, Any], measure: Measure, tell: Callable[[str], None]
) -> dict[str, Score]:
    """Return the first weights' score against the second, by scenario and overall."""
    jobs = [
        job for deal in range(measure.first, measure.first + measure.deals) for scenario in measure.scenarios
        for job in both_sides(scenario, deal, first, second, level=measure.level)
    ]  # fmt: skip
    found: list[Outcome] = []
    for outcome in arena.results(jobs):
        found.append(outcome)
        if len(found) % 10 == 0:
            tell(f"{len(found)} of {len(jobs)} games")
    parts = {
        scenario: [one for one, job in zip(found, jobs, strict=True) if job.scenario == scenario]
        for scenario in measure.scenarios
    }
    return {name: score(some) for name, some in {**parts, "all": found}.items() if some}


def score(games: Sequence[Outcome]) -> Score:
    """Return wins, the win rate with Wilson's 95 % interval, and the mean VP."""
    won, lost = sum(one.points == 1.0 for one in games), sum(one.points == 0.0 for one in games)
    size, rate = len(games), fmean(one.points for one in games)
    middle = (rate + _Z * _Z / (2 * size)) / (1 + _Z * _Z / size)
    half = _Z / (1 + _Z * _Z / size) * math.sqrt(rate * (1 - rate) / size + _Z * _Z / (4 * size * size))
    return Score(
        games=size, won=won, drawn=size - won - lost, lost=lost, rate=round(rate, 3), low=round(max(0.0, middle - half), 3),
        high=round(min(1.0, middle + half), 3), vp=round(fmean(one.vp for one in games), 2),
    )  # fmt: skip


def better(against: dict[str, dict[str, Score]], present: str) -> bool:
    """Return True if new weights may replace the current ones: surely better, and surely worse than no older ones."""
    return against[present]["all"].low > 0.5 and all(one["all"].high >= 0.5 for one in against.values())


def table(
    arena: Arena, versions: Sequence[Version], measure: Measure, tell: Callable[[str], None]
) -> dict[tuple[str, str], Score]:
    """Play every version against every other."""
    found = {}
    for one, other in combinations(versions, 2):
        names = one.made.version, other.made.version
        tell(" against ".join(names))
        found[names] = scores(arena, dumped(one.weights), dumped(other.weights), measure, tell)["all"]
    return found


def shown(found: dict[tuple[str, str], Score]) -> list[str]:
    """Return the table as lines."""
    return [
        f"{' against '.join(names):<44}{one.games:>5} games {one.won:>4} won {one.drawn:>4} drawn {one.lost:>4} lost"
        f"{one.rate:>7.3f}  {one.low:.2f} to {one.high:.2f}{one.vp:>+7.2f} VP"
        for names, one in found.items()
    ]


__all__ = ["Measure", "better", "score", "scores", "shown", "table"]
