"""What units, steps and spaces are worth to a staff, in victory points.

The figures are judgements, not rules: they were tried in games of the levels against each other. A plan, an attack
and a loss are weighed on this one scale.
"""

from __future__ import annotations

from functools import lru_cache

from engine.core.bits import members
from engine.pog.ruleset import Ruleset
from engine.pog.state import State

#: A combat factor, a loss factor.
_CF, _LF = 0.26, 0.12
#: What a space without VP is worth to whoever holds it: a way of supply, room to retreat.
GROUND = 0.07
_CAPITAL, _PORT = 0.5, 0.1
#: Sums of stacks remembered at most; the memory is emptied when it is full.
_STACKS = 50_000


class Table:
    """Worth of units of one ruleset, with the sums of stacks met before."""

    def __init__(self, rules: Ruleset) -> None:
        full, reduced = [], []
        for spec in rules.content.units:
            weak = _CF * spec.reduced_cf + _LF * spec.reduced_lf
            strong = _CF * spec.cf + _LF * spec.lf + 0.5 * weak
            full.append(strong)
            reduced.append(min(weak, 0.75 * strong))
        #: By unit id.
        self.full, self.reduced = tuple(full), tuple(reduced)
        self._rules = rules
        self._stacks: dict[tuple[int, int], tuple[float, int]] = {}
        #: Attacks weighed before; see `danger.struck`.
        self.attacks: dict[tuple[int, int, int, bool, bool, int, int, bool, bool], tuple[float, float]] = {}
        #: Worth of what lies in the boxes of a side, by what and where it is; see `worth.off_map`.
        self.off_map: dict[tuple[int, ...], float] = {}
        self.spaces = tuple(_space(rules, number) for number in range(rules.board.size))

    def stack(self, state: State, units: int) -> tuple[float, int]:
        """Worth and combat factors of a set of units as they are now."""
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


def _space(rules: Ruleset, number: int) -> float:
    spec = rules.content.spaces[number]
    worth = GROUND + (1.0 if rules.vp_spaces >> number & 1 else 0.0)
    if spec.capital_of:
        worth += _CAPITAL
    return worth + (_PORT if spec.port is not None else 0.0)


@lru_cache(maxsize=16)
def table(rules: Ruleset) -> Table:
    """The worth of everything in a ruleset."""
    return Table(rules)


def unit(state: State, number: int) -> float:
    """Worth of a unit as it is now."""
    found = table(state.rules)
    return found.reduced[number] if state.reduced >> number & 1 else found.full[number]


def step(state: State, number: int) -> float:
    """What the next step of a unit is worth."""
    found = table(state.rules)
    return found.reduced[number] if state.reduced >> number & 1 else found.full[number] - found.reduced[number]


def space(state: State, number: int) -> float:
    """What it is worth to hold a space: its VP, its capital, its port, its lines."""
    return table(state.rules).spaces[number]
