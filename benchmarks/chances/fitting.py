"""Fit the winning chances: an ordered logit, fitted on some games, calibrated on others, measured on the rest.

Games are split as wholes. In a scenario all kinds of players have the same weight, however many games each has; so do
all games of a kind, however long. In calibration, each scenario gets its own sharpness, lean and draw width, which move
only as far as the games support. Then each kind of players in turn is left out, to estimate the trust (how far to go
from the scenario's usual shares to the prediction) and by how much such players deviate from the prediction.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from math import sqrt
from statistics import fmean
from typing import Any, Final

import numpy as np

from benchmarks.chances.games import Seen
from benchmarks.chances.scores import MIDDLE, Shares, by, figures, middle, reliability, shares_of, usual
from engine.pog.content.chances import ChancesOrigin, ChanceWeights, Held, ScenarioChances
from engine.pog.content.records import AP, CP
from engine.pog.opponent.chances import FOUR_OF_FIVE, Chances, judged

#: Penalty on squared weights relative to the log loss of a position, and on squared calibration values.
_COST, _RIGHT_COST = 3e-3, 3e-2
#: The use of each quarter of the games.
_LEARNT, _RIGHT, _HELD = (0, 1), (2,), (3,)
_PARTS: Final = 4
#: Factors shared by all scenarios, and each scenario's own numbers, in the order of the parameter vector.
_COMMON: Final = ("vp", "units", "threats", "status")
_OWN: Final = ("sharpness", "lean", "time", "draw")
#: Values of trust to try.
_TRUSTS: Final = tuple(step / 20 for step in range(21))


def parted(seen: Sequence[Seen], turn: int = 0) -> tuple[list[Seen], list[Seen], list[Seen]]:
    """Split the games into those for fitting, calibrating and measuring; the roles rotate with `turn`."""
    quarters: tuple[list[Seen], ...] = ([], [], [], [])
    for one in seen:
        quarters[(one.deal + turn) % _PARTS].append(one)
    learnt, right, held = ([one for part in parts for one in quarters[part]] for parts in (_LEARNT, _RIGHT, _HELD))
    return learnt, right, held


def fitted(seen: Sequence[Seen], command: str, version: str) -> ChanceWeights:
    """Return the fitted weights, with the record of how they were made and their figures on the held-out games."""
    learnt, right, held = parted(seen)
    known = [*learnt, *right]
    strange, shares = apart(known), usual(known)
    found = trusted(put_right(learn(learnt), right), shares, strange)
    found = rounded(spread_over(found, strange))
    said = [judged(one.sight, found) for one in held]
    made = ChancesOrigin(
        command=command,
        weights=version,
        games=dict(sorted(Counter(kind for _, kind, _ in {one.game for one in seen}).items())),
        positions=len(seen),
        scenarios=by(lambda one: one.sight.scenario, held, said, shares),
        covered=covered(found, strange),
        kinds={kind: _without(kind, strange) for kind in strange},
        reliability=tuple(reliability(held, [one.cp for one in said])),
        middle=middle(held, [one.cp for one in said]),
    )
    return found.model_copy(update={"made": made})


def _without(kind: str, strange: dict[str, Strange]) -> Held:
    """Return the figures of a kind of players predicted without any of its games, including for the trust."""
    others = {name: one for name, one in strange.items() if name != kind}
    some, said, shares = strange[kind]
    trusts = {name: trust_in(name, others) for name in shares}
    return figures(some, [_mixed(one, said, shares, trusts) for one, said in zip(some, said, strict=True)], shares)


def _mixed(one: Seen, said: Chances, shares: Shares, trusts: dict[str, float]) -> Chances:
    usual_ones, trust = shares[one.sight.scenario], trusts[one.sight.scenario]
    return towards(said, usual_ones, trust)


def towards(said: Chances, shares: tuple[float, float, float], trust: float) -> Chances:
    """Return the chances moved from the usual shares towards the prediction by the trust."""
    given = zip((said.cp, said.draw, said.ap), shares, strict=True)
    cp, nobody, ap = (usual_one + trust * (share - usual_one) for share, usual_one in given)
    return Chances(cp, nobody, ap)


def rounded(weights: ChanceWeights) -> ChanceWeights:
    """Round the weights as they are written to the file."""

    def shortened(values: Any) -> Any:
        if isinstance(values, dict):
            return {name: shortened(value) for name, value in values.items()}
        if isinstance(values, (tuple, list)):
            return [shortened(value) for value in values]
        return round(values, 4) if isinstance(values, float) else values

    return ChanceWeights.model_validate(shortened(weights.model_dump()))


_NOTHING = ChancesOrigin(command="", weights="none", games={}, positions=0)
_EVEN: Final = ScenarioChances(sharpness=1, lean=0, time=0, draw=0, usual=(1 / 3, 1 / 3, 1 / 3), trust=1, spread=0)


def learn(seen: Sequence[Seen]) -> ChanceWeights:
    """Return the maximum-likelihood weights of these games."""
    scenarios = sorted({one.sight.scenario for one in seen})
    begin = ChanceWeights(
        vp=0.3,
        units=0.1,
        threats=0.1,
        status=0.1,
        other=_EVEN,
        scenarios=dict.fromkeys(scenarios, _EVEN),
        made=_NOTHING,
    )
    return _best(_Loss(seen, scenarios), begin, (_COST,) * len(_COMMON), _COST)


def put_right(weights: ChanceWeights, seen: Sequence[Seen]) -> ChanceWeights:
    """Calibrate the weights on other games; only the scenarios' own values change."""
    scenarios = sorted({one.sight.scenario for one in seen} & set(weights.scenarios))
    return _best(_Loss(seen, scenarios), weights, None, _RIGHT_COST)


def trusted(weights: ChanceWeights, shares: Shares, strange: dict[str, Strange]) -> ChanceWeights:
    """Add the usual shares of each scenario, and the trust that best predicts kinds of players left out of the fit."""
    scenarios = {
        name: own.model_copy(update={"usual": shares[name], "trust": trust_in(name, strange)})
        for name, own in weights.scenarios.items()
    }
    return weights.model_copy(update={"scenarios": scenarios, "other": _mean(scenarios.values())})


def trust_in(scenario: str, strange: dict[str, Strange]) -> float:
    """Return the trust in a scenario that best predicts kinds of players left out of the fit; 0 if there are none."""
    seen, given, always = [], [], []
    for some, said, shares in strange.values():
        for one, chance in zip(some, said, strict=True):
            if one.sight.scenario == scenario:
                place = {CP: 0, None: 1, AP: 2}[one.winner]
                seen.append(one)
                given.append((chance.cp, chance.draw, chance.ap)[place])
                always.append(shares[scenario][place])
    if not seen:
        return 0.0
    counts, model, constant = np.array(shares_of(seen)), np.array(given), np.array(always)

    def score(trust: float) -> float:
        return float(-(counts * np.log(np.maximum(constant + trust * (model - constant), 1e-3))).sum())

    return min(_TRUSTS, key=score)


def _mean(some: Iterable[ScenarioChances]) -> ScenarioChances:
    """Return the mean over scenarios, for those without games."""
    columns = [(*(getattr(one, name) for name in (*_OWN, "trust", "spread")), *one.usual) for one in some]
    *own, cp, nobody, ap = (fmean(column) for column in zip(*columns, strict=True))
    return ScenarioChances(**dict(zip((*_OWN, "trust", "spread"), own, strict=True)), usual=(cp, nobody, ap))


def _best(loss: _Loss, begin: ChanceWeights, common_cost: tuple[float, ...] | None, own_cost: float) -> ChanceWeights:
    """Return the weights of least loss near `begin`; with `common_cost` None the shared weights stay fixed."""
    from scipy.optimize import minimize  # of the extra "train"

    start = loss.guess(begin)
    cost = np.array([*(common_cost or (0.0,) * len(_COMMON)), *[own_cost] * (len(start) - len(_COMMON))])
    middle = start * (
        0.0 if common_cost else 1.0
    )  # newly fitted values are penalised from 0, calibrated ones from their previous value

    def whole(guess: Any) -> tuple[float, Any]:
        value, slope = loss(guess)
        if common_cost is None:
            slope[: len(_COMMON)] = 0.0
        return value + float((cost * (guess - middle) ** 2).sum()), slope + 2 * cost * (guess - middle)

    least = [(1e-3, None), (0.0, None), (0.0, None)] + [(None, None)] * (len(start) - 3)
    found = minimize(whole, start, jac=True, method="L-BFGS-B", bounds=least).x
    return loss.weights(found, begin)


class _Loss:
    """The log loss of weights over positions, with equal weight per kind of players in a scenario, and its gradient."""

    def __init__(self, seen: Sequence[Seen], scenarios: Sequence[str]) -> None:
        self._scenarios = list(scenarios)
        seen = [one for one in seen if one.sight.scenario in scenarios]
        self._terms = np.array([one.sight.terms[: len(_COMMON)] for one in seen])
        self._time = np.array([one.sight.terms[-1] for one in seen])
        self._gap = np.array([one.sight.half_gap for one in seen])
        self._of = np.array([self._scenarios.index(one.sight.scenario) for one in seen], dtype=int)
        self._share = np.array(shares_of(seen))
        self._share /= self._share.sum()
        self._cp = np.array([one.winner == CP for one in seen])
        self._ap = np.array([one.winner == AP for one in seen])

    def guess(self, weights: ChanceWeights) -> Any:
        """Return weights as a parameter vector: the shared ones, then each scenario's own, with log sharpness."""
        own = [weights.of(name) for name in self._scenarios]
        return np.array([getattr(weights, name) for name in _COMMON] + [
            value for one in own for value in (np.log(one.sharpness), one.lean, one.time, one.draw)
        ])  # fmt: skip

    def weights(self, guess: Any, begin: ChanceWeights) -> ChanceWeights:
        """Return the weights of a parameter vector."""
        values = [float(value) for value in guess]
        scenarios = dict(begin.scenarios)
        for place, name in enumerate(self._scenarios):
            at = len(_COMMON) + place * len(_OWN)
            some = dict(zip(_OWN, values[at : at + len(_OWN)], strict=True))
            some["sharpness"] = float(np.exp(some["sharpness"]))
            scenarios[name] = begin.of(name).model_copy(update=some)
        common = dict(zip(_COMMON, values, strict=False))
        return begin.model_copy(update={**common, "scenarios": scenarios, "other": _mean(scenarios.values())})

    def __call__(self, guess: Any) -> tuple[float, Any]:
        factors, own = guess[: len(_COMMON)], guess[len(_COMMON) :].reshape(-1, len(_OWN))[self._of]
        sharp, lean, time, draw = np.exp(own[:, 0]), own[:, 1], own[:, 2], own[:, 3]
        raw = (self._terms * factors).sum(axis=1) + lean + time * self._time
        wide = factors[0] * self._gap + draw
        leaning, gap = sharp * raw, sharp * np.maximum(0.0, wide)
        cp, ap = (1 / (1 + np.exp(-np.clip(some, -40, 40))) for some in (leaning - gap, -leaning - gap))
        nobody = np.maximum(1.0 - cp - ap, 1e-4)
        share = np.where(self._cp, cp, np.where(self._ap, ap, nobody))
        value = float(-(self._share * np.log(np.maximum(share, 1e-9))).sum())
        drawn = ~self._cp & ~self._ap
        by_cp = self._share * np.where(self._cp, cp - 1, np.where(drawn, cp * (1 - cp) / nobody, 0.0))
        by_ap = self._share * np.where(self._ap, ap - 1, np.where(drawn, ap * (1 - ap) / nobody, 0.0))
        by_leaning, by_gap = by_cp - by_ap, -(by_cp + by_ap) * (wide > 0)
        slope = np.zeros_like(guess)
        slope[: len(_COMMON)] = (self._terms.T * (by_leaning * sharp)).sum(axis=1)
        slope[0] += float((by_gap * sharp * self._gap).sum())
        each = (
            by_leaning * leaning + by_gap * gap,
            by_leaning * sharp,
            by_leaning * sharp * self._time,
            by_gap * sharp,
        )
        count = len(self._scenarios)
        for place, column in enumerate(each):
            slope[len(_COMMON) + place :: len(_OWN)] = np.bincount(self._of, column, count)
        return value, slope


#: Games of a kind of players, their predictions, and the usual shares of the other games.
Strange = tuple[list[Seen], list[Chances], Shares]


def apart(seen: Sequence[Seen]) -> dict[str, Strange]:
    """Return, by kind of players, its games and their predictions by weights fitted without it, at full trust."""
    found: dict[str, Strange] = {}
    for kind in sorted({one.kind for one in seen}):
        others = [one for one in seen if one.kind != kind]
        learnt, right, _ = parted(others)
        shares, weights = usual(others), put_right(learn(learnt), right)
        some = [one for one in seen if one.kind == kind and one.sight.scenario in shares]
        found[kind] = (some, [judged(one.sight, weights) for one in some], shares)
    return found


def spread_over(weights: ChanceWeights, strange: dict[str, Strange]) -> ChanceWeights:
    """Add each scenario's spread: how much kinds left out of the fit deviate from the prediction, beyond chance.

    The spread is that of all scenarios, adjusted towards a scenario's own in proportion to its games.
    """
    found = _off(weights, strange)
    whole = _spread([one for own in found.values() for one in own], 0.0, 0.0)
    scenarios = {
        name: own.model_copy(update={"spread": sqrt(_spread(found[name], whole, _GROUPS))})
        for name, own in weights.scenarios.items()
    }
    return weights.model_copy(update={"scenarios": scenarios, "other": _mean(scenarios.values())})


def covered(weights: ChanceWeights, strange: dict[str, Strange]) -> float:
    """Return the share of kinds of players, by scenario, within the predicted range plus sampling error."""
    within = [
        abs(off) <= FOUR_OF_FIVE * sqrt(weights.of(name).spread ** 2 + chance)
        for name, some in _off(weights, strange).items()
        for off, chance in some
    ]
    return round(fmean(within), 4) if within else 0.0


#: How many groups the overall spread counts for in each scenario.
_GROUPS = 60.0


def _off(weights: ChanceWeights, strange: dict[str, Strange]) -> dict[str, list[tuple[float, float]]]:
    """Return, by scenario, the deviation in log odds of each kind left out of the fit, with its sampling variance.

    The predictions between the ends of `MIDDLE` also form a group.
    """
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in weights.scenarios}
    trusts = {name: own.trust for name, own in weights.scenarios.items()}
    for some, raw, shares in strange.values():
        said = [_mixed(one, chance, shares, trusts).cp for one, chance in zip(some, raw, strict=True)]
        for name, own in found.items():
            whole = [(one, share) for one, share in zip(some, said, strict=True) if one.sight.scenario == name]
            middle_ones = [(one, share) for one, share in whole if MIDDLE[0] <= share <= MIDDLE[1]]
            own.extend(
                _off_by(group) for group in (whole, middle_ones) if len({one.game for one, _ in group}) >= _LEAST
            )
    return found


#: Fewest games of a group.
_LEAST = 4


def _off_by(group: Sequence[tuple[Seen, float]]) -> tuple[float, float]:
    games: dict[tuple[str, str, int], list[tuple[float, float]]] = defaultdict(list)
    for one, share in group:
        games[one.game].append((float(one.winner == CP), share))
    surprise = known = chance = 0.0
    for some in games.values():  # a game's positions share its result
        came, said = some[0][0], fmean(share for _, share in some)
        surprise += came - said
        known += fmean(share * (1 - share) for _, share in some)
        chance += said * (1 - said)
    return surprise / known, chance / known**2


def _spread(groups: Sequence[tuple[float, float]], before: float, weight: float) -> float:
    """Return the variance beyond chance; `before` counts as `weight` groups."""
    shares = [1.0 / (chance + 0.25) for _, chance in groups]
    beyond = sum(share * (off**2 - chance) for share, (off, chance) in zip(shares, groups, strict=True))
    mean = beyond / sum(shares) if shares else 0.0
    count = len(groups)
    return max(0.0, (mean * count + before * weight) / (count + weight)) if count + weight else 0.0


__all__ = ["apart", "covered", "fitted", "learn", "parted", "put_right", "spread_over", "trust_in", "trusted"]
