"""How likely each side wins: an ordered logit on what a position is made of, fitted on games of the staff against itself.

It knows nothing of any hand: what it says of a position everybody may read. The weights lie in `assets/pog/opponent/chances.toml`
beside the record of the games that they were fitted on; `python -m benchmarks.chances` makes them anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import exp, sqrt

from engine.pog.content.chances import Bin, Weights, load_chances
from engine.pog.content.records import AP, CP
from engine.pog.opponent import worth
from engine.pog.opponent.danger import ROUNDS
from engine.pog.rules import victory
from engine.pog.state import State

#: Terms of a position that bear on who wins, in this order: VP beyond the middle between the levels, with the bid and what the
#: end would add as things stand, units, what may be lost next, war status, and how much of the war is left, with what leans to a side however it stands.
TERMS = ("vp", "units", "threats", "status", "time")
_THREATS = ("aims", "open", "struck", "cut")


@dataclass(frozen=True, slots=True)
class Chances:
    """Shares of 1: the Central Powers win, nobody does, the Allies win; and what the terms add, positive for the Central Powers."""

    cp: float
    draw: float
    ap: float
    terms: tuple[tuple[str, float], ...]

    def of(self, side: int) -> float:
        """What a side may expect of the points, a draw being half of one."""
        return (self.cp if side == CP else self.ap) + self.draw / 2


@dataclass(frozen=True, slots=True)
class Sight:
    """What the chances are computed from: the terms, and half the gap between the levels, as far as the rest of the war allows."""

    scenario: str
    terms: tuple[float, ...]
    half_gap: float


def sight(state: State, acting: int | None = None) -> Sight:
    """What bears on the result of a position; differences count the more, the less of the war is left."""
    rules = state.rules
    last = rules.scenario.last_turn * ROUNDS
    left = max(0, last - (state.turn - 1) * ROUNDS - min(state.round, ROUNDS))
    spread = sqrt(1.0 + left / ROUNDS)
    level = victory.level(state)
    parts = dict(zip(worth.PARTS, worth.parts(state, acting), strict=True))
    vp = state.vp + _at_the_end(state, 1.0 - left / last) - (level.cp_min + level.ap_max) / 2
    threats = sum(parts[name] for name in _THREATS)
    terms = (vp / spread, parts["units"] / spread, threats / spread, parts["status"] / spread, left / last)
    return Sight(rules.scenario.name, terms, (level.cp_min - level.ap_max) / 2 / spread)


def _at_the_end(state: State, over: float) -> float:
    """VP that the end adds as things stand: the bid in full, the rest as far as the war is over, since it may still change."""
    return sum(vp if cause == "bid" else over * vp for cause, vp in victory.of_the_end(state))


def judged(seen: Sight, weights: Weights | None = None) -> Chances:
    """The chances of what was seen."""
    weights = weights or load_chances()
    own = weights.of(seen.scenario)
    factors = (weights.vp, weights.units, weights.threats, weights.status)
    added = [own.sharpness * factor * term for factor, term in zip(factors, seen.terms[:4], strict=True)]
    added.append(own.sharpness * (own.lean + own.time * seen.terms[4]))
    leaning, gap = sum(added), own.sharpness * max(0.0, weights.vp * seen.half_gap + weights.draw)
    cp, ap = _logistic(leaning - gap), _logistic(-leaning - gap)
    return Chances(cp, max(0.0, 1.0 - cp - ap), ap, tuple(zip(TERMS, added, strict=True)))


def chances(state: State, acting: int | None = None) -> Chances:
    """The chances of a position; in a tournament a draw is won by the Allies (5.6)."""
    found = judged(sight(state, acting))
    return replace(found, draw=0.0, ap=found.ap + found.draw) if state.rules.options.tournament else found


def tried(said: Chances) -> Bin | None:
    """What came of the games held out in which about the same was said of the Central Powers; None if no game was.

    Between what was said in two groups of positions it is between what came of them.
    """
    groups = sorted(load_chances().made.reliability, key=lambda one: one.said)
    below = [one for one in groups if one.said <= said.cp][-1:] or groups[:1]
    above = [one for one in groups if one.said >= said.cp][:1] or groups[-1:]
    if not groups or below[0].said == above[0].said:
        return below[0] if below else None
    (low,), (high,) = below, above
    share = (said.cp - low.said) / (high.said - low.said)
    nearer = high if share > 0.5 else low

    def between(name: str) -> float:
        return float(getattr(low, name) + share * (getattr(high, name) - getattr(low, name)))

    mixed = {name: between(name) for name in ("said", "came", "low", "high")}
    return nearer.model_copy(update=mixed)


def brier(said: Sequence[Chances], came: Sequence[int | None]) -> float:
    """Mean squared error over the three results; 0 is perfect, 0.667 is knowing nothing."""
    total = 0.0
    for chance, winner in zip(said, came, strict=True):
        for share, happened in ((chance.cp, winner == CP), (chance.draw, winner is None), (chance.ap, winner == AP)):
            total += (share - happened) ** 2
    return total / len(said) if said else 0.0


def _logistic(value: float) -> float:
    return 1.0 / (1.0 + exp(-max(-40.0, min(40.0, value))))


__all__ = ["TERMS", "Chances", "Sight", "brier", "chances", "judged", "sight", "tried"]
