"""Summary of a side's units: their value on the map and in the boxes, attack and defence strength, pressure.

Positions weighed in sequence mostly differ in the units of one side; the other side's summary is cached.
"""

from __future__ import annotations

from functools import lru_cache
from operator import itemgetter
from typing import Any

from engine.core.bits import mask, members
from engine.pog.opponent import danger, enemy_reach, values, weights
from engine.pog.opponent.danger import Powers
from engine.pog.rules import supply
from engine.pog.ruleset import Ruleset
from engine.pog.state import State

#: Maximum number of cached arrangements per ruleset; the cache is emptied when full.
_REMEMBERED = 1_500
#: Maximum number of spaces that attack one together.
_STRIKERS = 3


class Standing:
    """Summary of a side's units.

    Attributes:
        worth: value of the units on the map: less for those out of supply, slightly less for those far from the enemy.
        away: value of those in the Reserve and Eliminated Boxes.
        strikes: attack strength by space, combat factors and whether an army is there: stacks in supply.
        stands: defence strength by space.
        start: the spaces of `strikes`.
    """

    __slots__ = ("_held", "_pressure", "_rules", "away", "stands", "start", "strikes", "worth")

    def __init__(self, rules: Ruleset, worth: float, away: float, strikes: Powers, stands: Powers) -> None:
        self._rules = rules
        self._held, self._pressure = 0, Powers()
        self.worth, self.away, self.strikes, self.stands = worth, away, strikes, stands
        self.start = mask(strikes)

    def pressure(self, held: int) -> Powers:
        """Return the combined attack strength against each space the enemy holds."""
        if self._held != held:
            self._held, self._pressure = held, self._pressed(held)
        return self._pressure

    def _pressed(self, held: int) -> Powers:
        common = self._rules.board.common
        near: dict[int, list[int]] = {}
        armies = 0
        for space, (factors, army) in self.strikes.items():
            touched = common[space] & held
            if touched and factors:
                if army:
                    armies |= touched
                for number in members(touched):
                    if number in near:
                        near[number].append(factors)
                    else:
                        near[number] = [factors]
        return {
            number: (sum(found if len(found) <= _STRIKERS else sorted(found)[-_STRIKERS:]), armies >> number & 1 == 1)
            for number, found in near.items()
        }


@lru_cache(maxsize=16)
def _places(rules: Ruleset, side: int) -> itemgetter[Any]:
    """Return a getter that picks the locations of a side's units from those of all units."""
    return itemgetter(*members(rules.units_of_side[side]))


def standing(state: State, side: int, fed: int, acting: int) -> Standing:
    """Return the summary of a side's units after an action of the acting side; `fed` are the units in supply."""
    rules = state.rules
    own = rules.units_of_side[side]
    mine, left = own & ~supply.frozen_units(state), danger.actions_left(state, side, acting)
    known = _cached_arrangements(values.table(rules))
    hungry = members(state.standing[side] & mine & ~fed)
    shares = tuple(danger.actions_to_relieve(state, unit, left) for unit in hungry)
    key = (
        side, shares, fed, mine, state.reduced & own, state.control[1 - side], state.closed, _places(rules, side)(state.loc),
    )  # fmt: skip
    found = known.get(key)
    if found is None:
        if len(known) >= _REMEMBERED:
            known.clear()
        found = known[key] = _standing(state, side, fed, mine, dict(zip(hungry, shares, strict=True)))
    return found


@lru_cache(maxsize=12)
def _cached_arrangements(table: values.ValueTable) -> dict[tuple[Any, ...], Standing]:
    """Return the cached arrangements of a ruleset and a set of weights."""
    del table
    return {}


def forget() -> None:
    """Clear the cached arrangements."""
    _cached_arrangements.cache_clear()


def _standing(state: State, side: int, fed: int, mine: int, hungry: dict[int, int]) -> Standing:
    rules = state.rules
    table, armies, idle = values.table(rules), rules.armies, _idle_share(state, side)
    unsupplied = weights.now().units.unsupplied
    total = 0.0
    strikes: Powers = {}
    stands: Powers = {}
    for number in members(state.occupied[side]):
        units = state.units_at[number] & mine
        if units & ~fed:
            for unit in members(units & ~fed):
                total += unsupplied[min(hungry[unit], len(unsupplied) - 1)] * values.unit(state, unit)
            stands[number] = (table.stack(state, units)[1], bool(units & armies))
            units &= fed
            if not units:
                continue
            worth, factors = table.stack(state, units)
            strikes[number] = (factors, bool(units & armies))
        else:
            worth, factors = table.stack(state, units)
            strikes[number] = stands[number] = (factors, bool(units & armies))
        total += worth * idle[number]
    return Standing(rules, total, _in_boxes(state, side), strikes, stands)


def _idle_share(state: State, side: int) -> list[float]:
    """Return by space the share of a unit that counts there, given its distance from enemy ground."""
    each = weights.now().units
    return enemy_reach.shares(state, state.control[1 - side], each.idle_step, each.idle_steps)


def _in_boxes(state: State, side: int) -> float:
    """Return the value of units in the Reserve and Eliminated Boxes."""
    rules, board, loc = state.rules, state.rules.board, state.loc
    reserve, eliminated = board.reserve[side], board.eliminated[side]
    table, specs, each = values.table(rules), rules.content.units, weights.now().units
    total = 0.0
    corps: dict[str, int] = {}
    for number in members(rules.units_of_side[side] & ~state.standing[side]):
        if loc[number] == reserve:
            nation = rules.parents[number]
            corps[nation] = corps.get(nation, 0) + 1
            share = each.first_in_reserve if corps[nation] <= each.spare_corps else each.in_reserve
        elif loc[number] == eliminated and specs[number].pool:
            share = each.eliminated
        else:
            continue
        total += share * (table.reduced[number] if state.reduced >> number & 1 else table.full[number])
    return total


__all__ = ["Standing", "forget", "standing"]
