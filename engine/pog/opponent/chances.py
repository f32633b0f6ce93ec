"""Each side's chances of winning: an ordered logit on features of a position, fitted on the computer's games against itself.

It uses no hidden information, so its estimate of a position is public. The weights are in `assets/pog/opponent/chances.toml`
with the record of the games they were fitted on; `python -m benchmarks.chances` rebuilds them.
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

#: Terms of a position that affect who wins, in this order: VP relative to the middle between the victory levels (with the bid and
#: the VP due at the end), units, possible losses, war status, and the share of the war left, with the constant bias towards a side.
TERMS = ("vp", "units", "threats", "status", "time")
#: Standard deviations to each side that contain four fifths of cases, and the smallest share used for log odds.
FOUR_OF_FIVE, _LEAST = 1.282, 1e-6
_THREATS = ("aims", "open", "struck", "cut")


@dataclass(frozen=True, slots=True)
class Chances:
    """Probabilities that the Central Powers win, that the game is drawn, and that the Allies win.

    Attributes:
        cp: the Central Powers win.
        draw: nobody wins.
        ap: the Allies win.
        terms: what each term adds to the log odds, positive for the Central Powers.
        spread: how much games of other players deviate from that, as a standard deviation of the log odds.
    """

    cp: float
    draw: float
    ap: float
    terms: tuple[tuple[str, float], ...] = ()
    spread: float = 0.0

    def of(self, side: int) -> float:
        """Return a side's expected score, counting a draw as half a point."""
        return (self.cp if side == CP else self.ap) + self.draw / 2

    def between(self, share: float) -> tuple[float, float]:
        """Return the range in which one of these shares falls in four fifths of other players' games."""
        return between(share, self.spread)


def between(share: float, spread: float) -> tuple[float, float]:
    """Return the range in which a predicted share falls for four fifths of other kinds of players."""
    odds = log(max(share, _LEAST) / max(1.0 - share, _LEAST))
    return _logistic(odds - FOUR_OF_FIVE * spread), _logistic(odds + FOUR_OF_FIVE * spread)


@dataclass(frozen=True, slots=True)
class Sight:
    """Inputs of the estimate: the terms, and half the gap between the victory levels, scaled by the rest of the war."""

    scenario: str
    terms: tuple[float, ...]
    half_gap: float


def sight_of(game: Game[State]) -> Sight:
    """Return the inputs for a game; the side about to choose an action acts next."""
    return sight(game.state, acting_in(game))


def acting_in(game: Game[State]) -> int | None:
    """Return the side that acted last: the opponent of the one about to choose an action; None during an action."""
    return 1 - game.decision.actor(game) if game.stack and game.decision.kind == "choose_action" else None


def sight(state: State, acting: int | None = None) -> Sight:
    """Return the inputs for a position; differences count more as the war nears its end."""
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
    """Return the VP due at the end: the bid in full, the rest in proportion to how much of the war is over."""
    return sum(vp if cause == "bid" else over * vp for cause, vp in victory.of_the_end(state))


def judged(seen: Sight, weights: ChanceWeights | None = None) -> Chances:
    """Return the chances for some inputs, moved from the scenario's usual shares only as far as other players' games justify."""
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
    """Return the chances in a position; in a tournament a draw counts as an Allied victory (5.6)."""
    found = judged(sight(state, acting))
    return replace(found, draw=0.0, ap=found.ap + found.draw) if state.rules.options.tournament else found


def spread_in(state: State) -> float:
    """Return the spread of the estimate in a war; see `Chances`."""
    return load_chances().of(state.rules.scenario.name).spread


def chances_of(game: Game[State]) -> Chances:
    """Return the chances in the current position of a game; everything that shows them uses this."""
    return chances(game.state, acting_in(game))


def brier(said: Sequence[Chances], came: Sequence[int | None]) -> float:
    """Return the mean squared error over the three results; 0 is perfect, 0.667 is knowing nothing."""
    total = 0.0
    for chance, winner in zip(said, came, strict=True):
        for share, happened in ((chance.cp, winner == CP), (chance.draw, winner is None), (chance.ap, winner == AP)):
            total += (share - happened) ** 2
    return total / len(said) if said else 0.0


def log_score(said: Sequence[Chances], came: Sequence[int | None]) -> float:
    """Return the mean negative logarithm of the probability given to the actual result; 1.1 is knowing nothing."""
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
