"""What a VP total means for the result of the war: the levels of the scenario, and automatic victory at the end of a turn (5.0)."""

from __future__ import annotations

from math import exp

from engine.pog.opponent.danger import ROUNDS
from engine.pog.rules import victory
from engine.pog.state import State

#: A step of the result, in VP: from defeat to a draw, from a draw to victory; the war won at once.
_LEVEL, _AT_ONCE = 3.0, 6.0
#: By how many VP a total may still change: in the last round, and more for each round before; nothing is certain beyond the last.
_LEAST, _EACH_ROUND, _OPEN = 0.5, 0.13, 4.0
#: Totals near those that win at once.
_FEW, _MANY = 5, 15


def promise(state: State, standing: float) -> float:
    """What the result that a VP total promises is worth to the Central Powers beyond the VP themselves."""
    rounds = (state.rules.scenario.last_turn - state.turn) * ROUNDS + max(0, ROUNDS - state.round)
    total = 0.0
    spread = _LEAST + _EACH_ROUND * rounds
    if spread <= _OPEN:
        level = victory.level(state)
        total += _LEVEL * (
            _likely((standing - level.cp_min + 0.5) / spread) + _likely((standing - level.ap_max - 0.5) / spread) - 1.0
        )
    if not _FEW < standing < _MANY:
        spread = _LEAST + _EACH_ROUND * max(0, ROUNDS - state.round)
        high = victory.threshold(state, "cp_automatic_victory")
        low = victory.threshold(state, "ap_automatic_victory")
        total += _AT_ONCE * (_likely((standing - high + 0.5) / spread) - _likely((low + 0.5 - standing) / spread))
    return total


def _likely(value: float) -> float:
    return 1.0 / (1.0 + exp(-max(-30.0, min(30.0, value))))
