"""What the games between variants tell of each weight, and the weights that they propose.

What a deal counts is taken to be the height of the first variant on a surface less that of its mirror image, the second; that tells the
slope of the surface for each weight. Slopes are fitted by Bayesian ridge regression, their usual size found from the evidence (MacKay,
Bayesian Interpolation, 1992). How the surface bends no pair of mirror images can tell: it is taken to bend so that a slope of the usual
size leads as far as the variants are apart, since whoever set the weights was no further wrong than that. What is proposed is highest by
what it surely wins, the mean less the standard deviation. Where the games tell nothing, nothing is proposed.
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
#: Rounds of the fit; it stands still long before.
_ROUNDS = 300
#: Where it begins: precision of slopes, and of what a deal counts.
_PRECISION, _NOISE = 100.0, 4.0
#: Precision beyond which nothing is left of the slopes.
_NOTHING = 1e8
#: Parts of the deals that are left out in turn to see what the surface tells of games that it was not fitted on.
_PARTS = 10


@dataclass(frozen=True, slots=True)
class Surface:
    """Slopes by weight, in points a game for each unit of the logarithm, how they vary together, and how the surface bends."""

    slopes: Array
    covariance: Array
    bend: float

    def height(self, logs: Array) -> float:
        """Return what weights so far from the middle win a game more than the middle, in points."""
        return float(logs @ self.slopes - self.bend * (logs @ logs))

    def unsure(self, logs: Array) -> float:
        """Return the standard deviation of that."""
        return math.sqrt(max(0.0, float(logs @ self.covariance @ logs)))


def observed(trials: Trials, deals: Iterable[Deal]) -> tuple[Array, Array]:
    """By deal: how its variants differ, and what it counted."""
    some = list(deals)
    pairs = [trials.variants(deal.scenario, deal.number) for deal in some]
    differ = [np.array(first) - np.array(second) for first, second in pairs]
    return np.array(differ).reshape(-1, len(SOUGHT)), np.array([deal.counts for deal in some])


def fitted(differ: Array, counted: Array, spread: float) -> Surface:
    """Return the surface that deals of variants so far apart tell of."""
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
    """Correlation of what deals counted with what a surface fitted on others says of them; about 0 if it tells nothing."""
    order = list(range(len(counted)))
    random.Random(1).shuffle(order)
    said = np.zeros(len(counted))
    for part in range(_PARTS):
        out = np.zeros(len(counted), dtype=bool)
        out[order[part::_PARTS]] = True
        said[out] = differ[out] @ fitted(differ[~out], counted[~out], spread).slopes
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
    """Return a line for each weight: its slope with the standard deviation, steepest first, and the factor that is proposed."""
    size = len(SOUGHT)
    sure = np.sqrt(np.diag(surface.covariance))
    order = sorted(range(size), key=lambda number: -abs(surface.slopes[number]))
    return [
        f"{SOUGHT[number]:<34}{surface.slopes[number]:>+8.3f} ± {sure[number]:.3f}   x {np.exp(logs[number]):.2f}"
        for number in order
    ]


__all__ = ["Surface", "fitted", "foretold", "lines", "observed", "proposed"]
