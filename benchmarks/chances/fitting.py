"""What the staff says of who wins: an ordered logit, fitted on a third of the games, put right on another, measured on the last.

All that is put right is how sharply everything counts, what leans to one side, and how wide a draw is: three numbers, held back so
that they move only as far as the games tell; the order of positions stays. Games are parted by their deals; no game serves two ends.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from math import sqrt
from statistics import fmean
from typing import Any

import numpy as np

from benchmarks.chances.games import Seen
from engine.pog.content.chances import Bin, Made, Scenario, Weights
from engine.pog.content.records import AP, CP
from engine.pog.opponent.chances import Chances, brier, judged

#: What the square of a weight costs beside the log loss of a position, and that of a number which puts them right.
_COST, _RIGHT_COST = 1e-2, 1e-1
#: Bins of the table of reliability.
_BINS = 10
_Z = 1.96
#: Weights for all scenarios, and for each of them, in the order of a guess: see `_weights`.
_COMMON, _OWN = 5, 3
_PARTS = 3


def parted(seen: Sequence[Seen], turn: int = 0) -> tuple[list[Seen], list[Seen], list[Seen]]:
    """The games to fit on, to put right on and to measure on; their roles change with the turn."""
    thirds: tuple[list[Seen], ...] = ([], [], [])
    for one in seen:
        thirds[(one.deal - turn) % _PARTS].append(one)
    return thirds[0], thirds[1], thirds[2]


def fitted(seen: Sequence[Seen], command: str, version: str) -> Weights:
    """Weights with the record of how they were made and how well they tell the games held out."""
    games = Counter(scenario for scenario, _ in {_game(one) for one in seen})
    learnt, right, held = parted(seen)
    rough = _learnt(learnt)
    found = _rounded(put_right(rough, right))
    in_turn = [measured(held, found), *(_measured_in_turn(seen, turn) for turn in range(1, _PARTS))]
    figures = {
        "brier": in_turn[0], "brier_unright": measured(held, rough), "brier_before": before(learnt + right, held),
        "brier_in_turn": fmean(in_turn),
    }  # fmt: skip
    made = Made(
        command=command, weights=version, games=dict(games), positions=len(seen), reliability=tuple(reliability(held, found)),
        **{name: round(value, 4) for name, value in figures.items()},
    )  # fmt: skip
    return found.model_copy(update={"made": made})


def _measured_in_turn(seen: Sequence[Seen], turn: int) -> float:
    learnt, right, held = parted(seen, turn)
    return measured(held, put_right(_learnt(learnt), right))


def _rounded(weights: Weights) -> Weights:
    """Weights as they are written; a search would not see so small a step."""

    def rounded(values: Any) -> Any:
        if isinstance(values, dict):
            return {name: rounded(value) for name, value in values.items()}
        return round(values, 4) if isinstance(values, float) else values

    return Weights.model_validate(rounded(weights.model_dump()))


_NOTHING = Made(
    command="", weights="none", games={}, positions=0, brier=0, brier_unright=0, brier_before=0, brier_in_turn=0
)


def _learnt(seen: Sequence[Seen]) -> Weights:
    from scipy.optimize import minimize  # of the extra "train"

    scenarios = sorted({one.sight.scenario for one in seen})
    loss = _Loss(seen, scenarios)
    begin = np.array([0.3, 0.1, 0.1, 0.1, 0.0] + [0.0] * _OWN * len(scenarios))
    least = [(1e-3, None), (0.0, None), (0.0, None)] + [(None, None)] * (len(begin) - 3)
    best = minimize(
        lambda guess: loss(_weights(guess, scenarios)) + _COST * float((guess**2).sum()),
        begin, method="L-BFGS-B", bounds=least,
    ).x  # fmt: skip
    return _weights(best, scenarios)


def put_right(weights: Weights, seen: Sequence[Seen]) -> Weights:
    """The same weights after what they say was compared with how other games went on."""
    from scipy.optimize import minimize  # of the extra "train"

    loss = _Loss(seen, sorted({one.sight.scenario for one in seen}))
    best = minimize(
        lambda guess: loss(_righted(weights, guess)) + _RIGHT_COST * float((guess**2).sum()), np.zeros(3),
        method="L-BFGS-B",
    ).x  # fmt: skip
    return _righted(weights, best)


def _righted(weights: Weights, guess: Any) -> Weights:
    """All counts by a factor more; the lean and the width of a draw move, the same in every scenario."""
    factor = float(np.exp(guess[0]))

    def moved(one: Scenario) -> Scenario:
        sharp = one.sharpness * factor
        return Scenario(sharpness=sharp, lean=one.lean + float(guess[1]) / sharp, time=one.time)

    scenarios = {name: moved(one) for name, one in weights.scenarios.items()}
    draw = weights.draw + float(guess[2])
    return weights.model_copy(update={"scenarios": scenarios, "other": moved(weights.other), "draw": draw})


def _weights(guess: Any, scenarios: Sequence[str]) -> Weights:
    """A guess as weights: those for all scenarios, then for each the logarithm of its sharpness, lean and time."""
    values = [float(value) for value in guess]
    common, own = values[:_COMMON], [values[at : at + _OWN] for at in range(_COMMON, len(values), _OWN)]
    mean = [fmean(column) for column in zip(*own, strict=True)]

    def scenario(some: Sequence[float]) -> Scenario:
        return Scenario(sharpness=float(np.exp(some[0])), lean=some[1], time=some[2])

    factors = dict(zip(("vp", "units", "threats", "status", "draw"), common, strict=True))
    return Weights(
        **factors, other=scenario(mean), scenarios={name: scenario(some) for name, some in zip(scenarios, own, strict=True)},
        made=_NOTHING,
    )  # fmt: skip


class _Loss:
    """The log loss of weights over positions, a game counting once."""

    def __init__(self, seen: Sequence[Seen], scenarios: Sequence[str]) -> None:
        self._scenarios = scenarios
        self._terms = np.array([one.sight.terms for one in seen])
        self._gap = np.array([one.sight.half_gap for one in seen])
        self._of = np.array([scenarios.index(one.sight.scenario) for one in seen])
        length = Counter(map(_game, seen))
        self._share = np.array([1.0 / length[_game(one)] for one in seen])
        self._cp = np.array([one.winner == CP for one in seen])
        self._ap = np.array([one.winner == AP for one in seen])

    def __call__(self, weights: Weights) -> float:
        own = [weights.of(name) for name in self._scenarios]
        sharp, lean, time = (
            np.array([getattr(one, name) for one in own])[self._of] for name in ("sharpness", "lean", "time")
        )
        factors = np.array([weights.vp, weights.units, weights.threats, weights.status])
        leaning = sharp * (self._terms[:, :4] @ factors + lean + time * self._terms[:, 4])
        gap = sharp * np.maximum(0.0, weights.vp * self._gap + weights.draw)
        cp, ap = (1 / (1 + np.exp(-np.clip(some, -40, 40))) for some in (leaning - gap, -leaning - gap))
        nobody = np.maximum(1.0 - cp - ap, 1e-4)
        share = np.where(self._cp, cp, np.where(self._ap, ap, nobody))
        return float(-(self._share * np.log(np.maximum(share, 1e-6))).sum() / self._share.sum())


def _game(one: Seen) -> tuple[str, int]:
    return one.sight.scenario, one.deal


def measured(seen: Sequence[Seen], weights: Weights) -> float:
    """Brier score over the three results, a game counting once."""
    return _score(seen, [judged(one.sight, weights) for one in seen])


def before(learnt: Sequence[Seen], held: Sequence[Seen]) -> float:
    """The same of always saying how often each result came in the scenario."""
    said = {}
    for name in {one.sight.scenario for one in held}:
        came = {_game(one): one.winner for one in learnt if one.sight.scenario == name}
        shares = [list(came.values()).count(who) / max(1, len(came)) for who in (CP, None, AP)]
        said[name] = Chances(shares[0], shares[1], shares[2], ())
    return _score(held, [said[one.sight.scenario] for one in held])


def _score(seen: Sequence[Seen], said: Sequence[Chances]) -> float:
    games: dict[tuple[str, int], list[float]] = defaultdict(list)
    for one, chance in zip(seen, said, strict=True):
        games[_game(one)].append(brier([chance], [one.winner]))
    return fmean(fmean(some) for some in games.values())


def reliability(seen: Sequence[Seen], weights: Weights) -> list[Bin]:
    """By bin of what was said of the Central Powers winning: the mean of it, and how often they did, with its range.

    A game counts once, shared among its positions. These share its result as well, so that the range is that of as many games
    as the shares in the bin stand for, not of positions.
    """
    length = Counter(map(_game, seen))
    bins: dict[int, list[tuple[float, float, Seen]]] = defaultdict(list)
    for one in seen:
        said = judged(one.sight, weights).cp
        bins[min(_BINS - 1, int(said * _BINS))].append((1.0 / length[_game(one)], said, one))
    return [_bin(some) for _, some in sorted(bins.items())]


def _bin(some: Sequence[tuple[float, float, Seen]]) -> Bin:
    shares: dict[tuple[str, int], float] = defaultdict(float)
    for share, _, one in some:
        shares[_game(one)] += share
    whole = sum(shares.values())
    came = sum(share for share, _, one in some if one.winner == CP) / whole
    size, z2 = whole * whole / sum(share * share for share in shares.values()), _Z * _Z
    middle = (came + z2 / (2 * size)) / (1 + z2 / size)
    half = _Z / (1 + z2 / size) * sqrt(max(0.0, came * (1 - came)) / size + z2 / (4 * size * size))
    said = sum(share * said for share, said, _ in some) / whole
    values = {"said": said, "came": came, "low": max(0.0, middle - half), "high": min(1.0, middle + half)}
    return Bin(**{name: round(value, 3) for name, value in values.items()}, positions=len(some), games=len(shares))


__all__ = ["before", "fitted", "measured", "parted", "put_right", "reliability"]
