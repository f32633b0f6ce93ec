"""Value of a VP total for the result of the war: the scenario's victory levels, and automatic victory at the end of a turn (5.0)."""

from __future__ import annotations

from math import exp

from engine.pog.opponent import weights
from engine.pog.opponent.danger import rounds_left
from engine.pog.rules import victory
from engine.pog.rules.rounds import action_rounds
from engine.pog.state import State


def promise(state: State, standing: float) -> float:
    """Return the value for the Central Powers of the result that a VP total promises, in addition to the VP themselves."""
    judged = weights.now().result
    rounds = (state.rules.scenario.last_turn - state.turn) * action_rounds(state) + rounds_left(state)
    total = 0.0
    spread = judged.spread_at_the_end + judged.spread_each_round * rounds
    if spread <= judged.spread_counted:
        level = victory.level(state)
        total += judged.level * (
            _logistic((standing - level.cp_min + 0.5) / spread)
            + _logistic((standing - level.ap_max - 0.5) / spread)
            - 1.0
        )
    if not judged.few < standing < judged.many:
        spread = judged.spread_at_the_end + judged.spread_each_round * rounds_left(state)
        high = victory.threshold(state, "cp_automatic_victory")
        low = victory.threshold(state, "ap_automatic_victory")
        total += judged.at_once * (
            _logistic((standing - high + 0.5) / spread) - _logistic((low + 0.5 - standing) / spread)
        )
    return total


def _logistic(value: float) -> float:
    return 1.0 / (1.0 + exp(-max(-30.0, min(30.0, value))))
