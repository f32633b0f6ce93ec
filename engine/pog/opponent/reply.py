"""The enemy's possible next moves: raids through gaps, open spaces taken, supply cut (11.1, 14.1).

A general checks these before the computer's estimate of dangers, because one corps behind the front can cost an army group.
"""

from __future__ import annotations

from engine.core.bits import mask, members
from engine.pog.opponent import enemy_reach, moves, plans, weights, worth
from engine.pog.rules import movement, supply
from engine.pog.state import State

#: Number of stacks examined, and of destinations for each.
_STACKS, _ENDS = 12, 4


def raids(state: State, side: int) -> float:
    """Return what a side's best moves would gain it, in VP, evaluated as after its action; none counts below zero."""
    ground = plans.bare(state, side, 0)
    before = worth.position(ground, side)
    gains = sorted((_best(ground, side, units, before) for units in _raiders(ground, side)), reverse=True)
    shares = weights.now().outlook.each_raid
    return sum(max(0.0, gain) * share for gain, share in zip(gains, shares, strict=False))


def _raiders(state: State, side: int) -> list[int]:
    """Return the most mobile unit of each stack near unoccupied enemy ground, the most mobile first."""
    enemy = 1 - side
    open_ground = state.control[enemy] & ~state.occupied[enemy] & ~state.closed
    near = enemy_reach.beside(state, open_ground)
    near |= enemy_reach.beside(state, near & ~state.occupied[enemy])
    fed = supply.supplied_units(state, side)
    rules = state.rules
    found = []
    for space in members(state.occupied[side] & near):
        able = [unit for unit in members(state.units_of(side, space) & fed) if rules.movement(state, unit)]
        if able:
            found.append(max(able, key=lambda unit: (rules.movement(state, unit), worth.unit(state, unit), -unit)))
    found.sort(key=lambda unit: (-rules.movement(state, unit), unit))
    return [mask((unit,)) for unit in found[:_STACKS]]


def _best(state: State, side: int, units: int, before: float) -> float:
    unit = units.bit_length() - 1
    ways = movement.reachable(state, units, state.loc[unit], state.rules.movement(state, unit))
    return max(
        (
            moves.gain(state, units, ways[end], side, before)
            for end in moves.ends_worth_a_look(state, side, ways, _ENDS)
        ),
        default=0.0,
    )
