"""How likely each side wins: an ordered logit on what a position is made of, fitted on games of the computer against itself.

It knows nothing of any hand: what it says of a position everybody may read. The weights lie in `assets/pog/opponent/chances.toml`
beside the record of the games that they were fitted on; `python -m benchmarks.chances` makes them anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import exp, log, sqrt

from engine.core.game import Game
from engine.pog.content.chances import ChanceWeights, load_chances
from engine.pog.content.records import AP, CP
from engine.pog.opponent import worth
from engine.pog.opponent.danger import ROUNDS
from engine.pog.rules import victory
from engine.pog.state import State

#: Terms of a position that bear on who wins, in this order: VP beyond the middle between the levels, with the bid and what the
#: end would add as things stand, units, what may be lost next, war status, and how much of the war is left, with what leans to a side however it stands.
TERMS = ("vp", "units", "threats", "status", "time")
#: Standard deviations to each side within which four of five lie, and the least share of which log odds are taken.
FOUR_OF_FIVE, _LEAST = 1.282, 1e-6
_THREATS = ("aims", "open", "struck", "cut")


@dataclass(frozen=True, slots=True)
class Chances:
    """Shares of 1: the Central Powers win, nobody does, the Allies win.

    Attributes:
        cp: of the Central Powers.
        draw: of nobody.
        ap: of the Allies.
        terms: what each adds to the log odds, positive for the Central Powers.
        spread: by how much games of other players differ from that, as a standard deviation of the log odds.
    """

    cp: float
    draw: float
    ap: float
    terms: tuple[tuple[str, float], ...] = ()
    spread: float = 0.0

    def of(self, side: int) -> float:
        """Return what a side may expect of the points, a draw being half of one."""
        return (self.cp if side == CP else self.ap) + self.draw / 2

    def between(self, share: float) -> tuple[float, float]:
        """Between which shares one of these came in four of five games of other players."""
        return between(share, self.spread)


def between(share: float, spread: float) -> tuple[float, float]:
    """Between which shares one that was said came with players of other kinds: in four of five of them."""
    odds = log(max(share, _LEAST) / max(1.0 - share, _LEAST))
    return _logistic(odds - FOUR_OF_FIVE * spread), _logistic(odds + FOUR_OF_FIVE * spread)


@dataclass(frozen=True, slots=True)
class Sight:
    """What the chances are computed from: the terms, and half the gap between the levels, as far as the rest of the war allows."""

    scenario: str
    terms: tuple[float, ...]
    half_gap: float


def sight_of(game: Game[State]) -> Sight:
    """Return what bears on the result of a game; whoever is about to choose an action acts next."""
    return sight(game.state, acting_in(game))


def acting_in(game: Game[State]) -> int | None:
    """Who acted last: the other side than the one about to choose an action; None in the midst of an action."""
    return 1 - game.decision.actor(game) if game.stack and game.decision.kind == "choose_action" else None


def sight(state: State, acting: int | None = None) -> Sight:
    """Return what bears on the result of a position; differences count the more, the less of the war is left."""
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


def judged(seen: Sight, weights: ChanceWeights | None = None) -> Chances:
    """Return the chances of what was seen: as far from the usual shares of the scenario as games with other players bear out."""
    weights = weights or load_chances()
    own = weights.of(seen.scenario)
    factors = (weights.vp, weights.units, weights.threats, weights.status)
    added = [own.sharpness * factor * term for factor, term in zip(factors, seen.terms[:4], strict=True)]
    added.append(own.sharpness * (own.lean + own.time * seen.terms[4]))
    leaning, gap = sum(added), own.sharpness * max(0.0, weights.vp * seen.half_gap + own.draw)
    cp, ap = _logistic(leaning - gap), _logistic(-leaning - gap)
    said = (cp, max(0.0, 1.0 - cp - ap), ap)
    cp, _, ap = (usual + own.trust * (share - usual) for share, usual in zip(said, own.usual, strict=True))
    terms = tuple((name, own.trust * term) for name, term in zip(TERMS, added, strict=True))
    return Chances(cp, max(0.0, 1.0 - cp - ap), ap, terms, own.spread)


def chances(state: State, acting: int | None = None) -> Chances:
    """Return the chances of a position; in a tournament a draw is won by the Allies (5.6)."""
    found = judged(sight(state, acting))
    return replace(found, draw=0.0, ap=found.ap + found.draw) if state.rules.options.tournament else found


def spread_in(state: State) -> float:
    """Return the spread of what is said in a war; see `Chances`."""
    return load_chances().of(state.rules.scenario.name).spread


def chances_of(game: Game[State]) -> Chances:
    """Return the chances of a game as it stands; the same wherever they are told."""
    return chances(game.state, acting_in(game))


def brier(said: Sequence[Chances], came: Sequence[int | None]) -> float:
    """Mean squared error over the three results; 0 is perfect, 0.667 is knowing nothing."""
    total = 0.0
    for chance, winner in zip(said, came, strict=True):
        for share, happened in ((chance.cp, winner == CP), (chance.draw, winner is None), (chance.ap, winner == AP)):
            total += (share - happened) ** 2
    return total / len(said) if said else 0.0


def log_score(said: Sequence[Chances], came: Sequence[int | None]) -> float:
    """Mean of minus the logarithm of the share that was given to what came; 1.1 is knowing nothing."""
    shares = (
        chance.draw if winner is None else (chance.ap, chance.cp)[winner]
        for chance, winner in zip(said, came, strict=True)
    )
    return sum(-log(max(share, 1e-3)) for share in shares) / len(said) if said else 0.0


def _logistic(value: float) -> float:
    return 1.0 / (1.0 + exp(-max(-40.0, min(40.0, value))))


__all__ = [
    "FOUR_OF_FIVE",
    "TERMS",
    "Chances",
    "Sight",
    "acting_in",
    "between",
    "brier",
    "chances",
    "chances_of",
    "judged",
    "log_score",
    "sight",
    "sight_of",
    "spread_in",
]
