"""Estimate the effect of each weight from games between variants, and propose better weights.

A deal's result is modelled as the height of the first variant on a surface minus that of its mirror image, the second;
that yields the surface's slope for each weight. Slopes are fitted by Bayesian ridge regression, their typical size
estimated from the evidence (MacKay, Bayesian Interpolation, 1992). Pairs of mirror images can't show the surface's
curvature: it is assumed such that a slope of typical size leads as far as the variants' spread, on the assumption that
the weights were no further off than that. The proposal maximises the certain gain, the mean minus the standard
deviation. Where the games show nothing, nothing is proposed.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from benchmarks.weights.trials import Deal, Trials
from benchmarks.weights.variants import SOUGHT

Array: TypeAlias = NDArray[np.float64]
#: Iterations of the fit; it converges long before.
_ROUNDS = 300
#: Initial precision of the slopes, and of a deal's result.
_PRECISION, _NOISE = 100.0, 4.0
#: Precision beyond which the slopes are zero.
_NOTHING = 1e8
#: Folds of the cross-validation.
_PARTS = 10


@dataclass(frozen=True, slots=True)
class Surface:
    """Slopes by weight, in points per game and unit of the logarithm, their covariance, and the curvature."""

    slopes: Array
    covariance: Array
    bend: float

    def height(self, logs: Array) -> float:
        """Return the gain in points per game of weights at these logarithms over the centre."""
        return float(logs @ self.slopes - self.bend * (logs @ logs))

    def unsure(self, logs: Array) -> float:
        """Return the standard deviation of that gain."""
        return math.sqrt(max(0.0, float(logs @ self.covariance @ logs)))


def observed(trials: Trials, deals: Iterable[Deal]) -> tuple[Array, Array]:
    """Return by deal the difference of its variants, and its result."""
    some = list(deals)
    pairs = [trials.variants(deal.scenario, deal.number) for deal in some]
    differ = [np.array(first) - np.array(second) for first, second in pairs]
    return np.array(differ).reshape(-1, len(SOUGHT)), np.array([deal.counts for deal in some])


def fitted(differ: Array, counted: Array, spread: float) -> Surface:
    """Fit the surface to the results of deals."""
    precision, noise = _PRECISION, _NOISE
    square, along = differ.T @ differ, differ.T @ counted
    each = np.eye(differ.shape[1])
    covariance: Array = each / precision
    slopes: Array = np.zeros(len(each))
    for _ in range(_ROUNDS):
        covariance = np.asarray(np.linalg.inv(precision * each + noise * square), dtype=np.float64)
        slopes = noise * (covariance @ along)
        told = len(each) - precision * float(np.trace(covariance))
        precision = min(_NOTHING, told / max(1e-12, float(slopes @ slopes)))
        left = counted - differ @ slopes
        noise = max(1e-9, len(counted) - told) / max(1e-12, float(left @ left))
    return Surface(slopes, covariance, 1.0 / (2.0 * spread * math.sqrt(precision)))


def foretold(differ: Array, counted: Array, spread: float) -> float:
    """Return the cross-validated correlation of predicted and actual results; about 0 if nothing is predicted."""
    order = list(range(len(counted)))
    random.Random(1).shuffle(order)
    said = np.zeros(len(counted))
    for part in range(_PARTS):
        out = np.zeros(len(counted), dtype=bool)
        out[order[part::_PARTS]] = True
        said[out] = differ[out] @ fitted(differ[~out], counted[~out], spread).slopes
    return float(np.corrcoef(said, counted)[0, 1]) if said.any() else 0.0


def proposed(surface: Surface, widest: float, generations: int = 400) -> list[float]:
    """Return the logs of the weights with the highest certain gain, none beyond `widest`; found by CMA-ES."""
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
    """Return a line for each weight, steepest first: its slope with the standard deviation, and the proposed factor."""
    size = len(SOUGHT)
    sure = np.sqrt(np.diag(surface.covariance))
    order = sorted(range(size), key=lambda number: -abs(surface.slopes[number]))
    return [
        f"{SOUGHT[number]:<34}{surface.slopes[number]:>+8.3f} ± {sure[number]:.3f}   x {np.exp(logs[number]):.2f}"
        for number in order
    ]


__all__ = ["Surface", "fitted", "foretold", "lines", "observed", "proposed"]
