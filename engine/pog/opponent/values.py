"""Values of units, steps and spaces for a computer player, in victory points.

They are judgements, not rules; the numbers are data, see `weights`. A plan, an attack and a loss are measured on this one scale.
"""

from __future__ import annotations

from functools import lru_cache

from engine.core.bits import members
from engine.pog.opponent import weights
from engine.pog.opponent.weights import Weights
from engine.pog.ruleset import Ruleset
from engine.pog.state import State

#: Maximum number of cached stack sums; the cache is emptied when full.
_STACKS = 50_000


class ValueTable:
    """Values of the units of one ruleset for one set of weights, with cached sums of stacks."""

    def __init__(self, rules: Ruleset, judged: Weights) -> None:
        each = judged.units
        full, reduced = [], []
        for spec in rules.content.units:
            weak = each.combat_factor * spec.reduced_cf + each.loss_factor * spec.reduced_lf
            strong = each.combat_factor * spec.cf + each.loss_factor * spec.lf + each.second_step * weak
            full.append(strong)
            reduced.append(min(weak, each.reduced_at_most * strong))
        #: By unit id.
        self.full, self.reduced = tuple(full), tuple(reduced)
        self._rules = rules
        self._stacks: dict[tuple[int, int], tuple[float, int]] = {}
        #: Cached attacks; see `danger.struck`.
        self.attacks: dict[tuple[int, int, int, bool, bool, int, int, bool, bool, bool], tuple[float, float]] = {}
        #: Cached distances to the nearest goal; see `enemy_reach.shares`.
        self.shares: dict[tuple[int, int, float, int], list[float]] = {}
        #: Cached reach of stacks; see `enemy_reach.reach`.
        self.reaches: dict[tuple[int, int, int, int], list[int]] = {}
        #: By space: the spaces at most two steps away.
        self.two_steps = tuple(_two_steps(rules, number) for number in range(rules.board.size))
        self.spaces = tuple(_space(rules, judged, number) for number in range(rules.board.size))

    def stack(self, state: State, units: int) -> tuple[float, int]:
        """Return the current value and combat factors of a set of units."""
        key = (units, state.reduced & units)
        found = self._stacks.get(key)
        if found is None:
            if len(self._stacks) >= _STACKS:
                self._stacks.clear()
            factors, worth = 0, 0.0
            for unit in members(units):
                factors += self._rules.factors(state, unit)
                worth += self.reduced[unit] if key[1] >> unit & 1 else self.full[unit]
            found = self._stacks[key] = (worth, factors)
        return found


def _space(rules: Ruleset, judged: Weights, number: int) -> float:
    spec = rules.content.spaces[number]
    each = judged.spaces
    worth = each.ground + (each.victory_space if rules.vp_spaces >> number & 1 else 0.0)
    if spec.capital_of:
        worth += each.capital
    return worth + (each.port if spec.port is not None else 0.0)


def _two_steps(rules: Ruleset, number: int) -> int:
    common = rules.board.common
    near = common[number]
    for space in members(near):
        near |= common[space]
    return near


def table(rules: Ruleset) -> ValueTable:
    """Return the values of everything in a ruleset, by the weights in use."""
    return _table(rules, weights.now())


@lru_cache(maxsize=12)
def _table(rules: Ruleset, judged: Weights) -> ValueTable:
    return ValueTable(rules, judged)


def unit(state: State, number: int) -> float:
    """Return the current value of a unit."""
    found = table(state.rules)
    return found.reduced[number] if state.reduced >> number & 1 else found.full[number]


def step(state: State, number: int) -> float:
    """Return the value of the next step of a unit."""
    found = table(state.rules)
    return found.reduced[number] if state.reduced >> number & 1 else found.full[number] - found.reduced[number]


def space(state: State, number: int) -> float:
    """Return the value of holding a space: its VP, its capital, its port, its lines."""
    return table(state.rules).spaces[number]
