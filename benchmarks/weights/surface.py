"""What the games between variants tell of each weight, and the weights that they propose.

What a deal counts is taken to be the height of the first variant on a surface less that of the second; the surface has a slope and a
curvature for each weight. Both are fitted by Bayesian ridge regression with a width of its own for slopes and for curvatures, found from
the evidence (MacKay, Bayesian Interpolation, 1992). What is proposed is highest by what each weight surely adds: the mean less
the standard deviation. So a weight of which the games tell little stays where it is.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from benchmarks.weights.trials import Deal, Trials
from benchmarks.weights.variants import SOUGHT

Array: TypeAlias = NDArray[np.float64]
#: Rounds of the fit; it stands still long before.
_ROUNDS = 300
#: Where it begins: precision of slopes and curvatures, and of what a deal counts.
_PRECISION, _NOISE = 100.0, 4.0
#: Precision beyond which nothing is left of slopes or curvatures.
_NOTHING = 1e8
#: Parts of the deals that are left out in turn to see what the surface tells of games that it was not fitted on.
_PARTS = 10


@dataclass(frozen=True, slots=True)
class Surface:
    """Slopes, then curvatures, by weight: their means and how they vary together."""

    mean: Array
    covariance: Array

    def height(self, logs: Array) -> float:
        """What weights so far from the middle win a game more than the middle, in points.

        Nobody plays worst with just the weights that he has: where the games seem to say so, the surface is taken to be straight.
        """
        slopes, curvatures = np.split(self.mean, 2)
        return float(logs @ slopes + (logs * logs) @ np.minimum(curvatures, 0.0))

    def unsure(self, logs: Array) -> float:
        """The standard deviations of what each weight adds to that, all together."""
        slope, curvature = np.split(np.diag(self.covariance), 2)
        both = np.diag(self.covariance, len(logs))
        varies = logs**2 * slope + 2 * logs**3 * both + logs**4 * curvature
        return float(np.sqrt(np.maximum(varies, 0.0)).sum())


def _heights(logs: Array) -> Array:
    return np.concatenate([logs, logs * logs], axis=-1)


def observed(trials: Trials, deals: Iterable[Deal]) -> tuple[Array, Array]:
    """By deal: how the heights of its variants differ, and what it counted."""
    some = list(deals)
    pairs = [trials.variants(deal.scenario, deal.number) for deal in some]
    differ = [_heights(np.array(first)) - _heights(np.array(second)) for first, second in pairs]
    return np.array(differ).reshape(-1, 2 * len(SOUGHT)), np.array([deal.counts for deal in some])


def fitted(differ: Array, counted: Array) -> Surface:
    """The surface that the deals tell of."""
    size: int = differ.shape[1] // 2
    groups = (slice(0, size), slice(size, 2 * size))
    precision, noise = np.full(2 * size, _PRECISION), _NOISE
    square, along = differ.T @ differ, differ.T @ counted
    mean: Array = np.zeros(2 * size)
    covariance: Array = np.diag(1.0 / precision)
    for _ in range(_ROUNDS):
        covariance = np.asarray(np.linalg.inv(np.diag(precision) + noise * square), dtype=np.float64)
        mean = noise * (covariance @ along)
        told = 1.0 - precision * np.diag(covariance)
        for group in groups:
            precision[group] = min(_NOTHING, told[group].sum() / max(1e-12, float(mean[group] @ mean[group])))
        left = counted - differ @ mean
        noise = max(1e-9, len(counted) - told.sum()) / max(1e-12, float(left @ left))
    return Surface(mean, covariance)


def foretold(differ: Array, counted: Array) -> float:
    """Correlation of what deals counted with what a surface fitted on others says of them; about 0 if it tells nothing."""
    order = list(range(len(counted)))
    random.Random(1).shuffle(order)
    said = np.zeros(len(counted))
    for part in range(_PARTS):
        out = np.zeros(len(counted), dtype=bool)
        out[order[part::_PARTS]] = True
        said[out] = differ[out] @ fitted(differ[~out], counted[~out]).mean
    return float(np.corrcoef(said, counted)[0, 1]) if said.any() else 0.0


def proposed(surface: Surface, widest: float, generations: int = 400) -> list[float]:
    """Logarithms of the weights at which the surface is surely highest, none beyond `widest`; CMA-ES finds them."""
    from cmaes import CMA  # of the extra "train"

    size = len(SOUGHT)
    optimiser = CMA(mean=np.zeros(size), sigma=widest / 3, seed=1, bounds=np.array([[-widest, widest]] * size))
    best, least = [0.0] * size, 0.0
    for _ in range(generations):
        told = []
        for _ in range(optimiser.population_size):
            logs = optimiser.ask()
            value = surface.height(logs) - surface.unsure(logs)
            told.append((logs, -value))
            if value > least:
                best, least = [round(float(log), 4) for log in logs], value
        optimiser.tell(told)
        if optimiser.should_stop():
            break
    return best


def lines(surface: Surface, logs: Sequence[float]) -> list[str]:
    """A line for each weight: its slope with the standard deviation, steepest first, and the factor that is proposed."""
    size = len(SOUGHT)
    sure = np.sqrt(np.diag(surface.covariance))[:size]
    order = sorted(range(size), key=lambda number: -abs(surface.mean[number]))
    return [
        f"{SOUGHT[number]:<34}{surface.mean[number]:>+8.3f} ± {sure[number]:.3f}   x {np.exp(logs[number]):.2f}"
        for number in order
    ]


__all__ = ["Surface", "fitted", "foretold", "lines", "observed", "proposed"]
