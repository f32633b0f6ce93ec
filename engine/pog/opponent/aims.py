"""Measures of a puzzle's aim in a position: a space taken, an army safe, a defender driven out."""

from __future__ import annotations

from engine.core.bits import mask, members
from engine.pog.opponent import danger, enemy_reach, values, worth
from engine.pog.opponent.trial import Reached
from engine.pog.rules import supply
from engine.pog.ruleset import Ruleset
from engine.pog.state import State

#: Probability that the enemy uses a chance to cut off an army that is one, two or three steps from his units.
_CUT = (0.5, 0.25, 0.15)


def won(side: int, space: int) -> Reached:
    """Return the aim that the side controls a space."""
    return lambda state: float(state.control[side] >> space & 1)


def thrown_out(side: int, space: int) -> Reached:
    """Return the aim that the other side has no units in a space."""
    return lambda state: float(not state.units_of(1 - side, space))


def saved(side: int, units: int) -> Reached:
    """Return the aim that units of the side are on the map, in supply, and hard to cut off."""
    return lambda state: safety(state, side, units)


def safety(state: State, side: int, units: int) -> float:
    """Return the safe share of units, by value: 0 for those eliminated or out of supply, less for those that can be cut off next."""
    rules, table = state.rules, values.table(state.rules)
    fed, risk = supply.supplied_units(state, side), risks(state, side)
    lost = rules.board.eliminated[side]
    safe = total = 0.0
    for unit in members(units):
        total += table.full[unit]
        at = state.loc[unit]
        if at == lost or at < 0:
            continue
        own = table.reduced[unit] if state.reduced >> unit & 1 else table.full[unit]
        if not rules.board.on_map[at]:
            safe += own
        elif fed >> unit & 1:
            safe += own * (1.0 - risk.get(at, 0.0))
    return safe / total if total else 0.0


def risks(state: State, side: int) -> dict[int, float]:
    """Return by space how likely the enemy is to cut off a side's stack there with his next moves (14.1), if he can."""
    found: dict[int, float] = {}
    held = state.occupied[side]
    taken = 0
    for share, ring in zip(_CUT, _spaces_by_step(state, 1 - side), strict=False):
        taken |= ring
        for space in members(danger.cut_off(state, side, taken) & held):
            found[space] = found.get(space, 0.0) + share
    return found


def keys(state: State, side: int, space: int) -> list[int]:
    """Return the spaces within the enemy's reach that would each cut off units in a space, the nearest first."""
    return [
        key
        for ring in _spaces_by_step(state, 1 - side)
        for key in members(ring)
        if danger.cut_off(state, side, 1 << key) >> space & 1
    ]


def _spaces_by_step(state: State, side: int) -> list[int]:
    """Return the spaces that the supplied units of a side can reach next, by number of steps."""
    fed = supply.supplied_units(state, side) & state.rules.units_of_side[side]
    on_map = state.rules.board.on_map
    stacks = mask({state.loc[unit] for unit in members(fed) if on_map[state.loc[unit]]})
    return enemy_reach.reach(state, side, stacks, len(_CUT))[1:]


def in_danger(state: State, side: int) -> list[tuple[float, int, int]]:
    """Return a side's stacks with an army that are out of supply or easily cut off: the value at stake, the space, the units."""
    rules, table = state.rules, values.table(state.rules)
    fed, risk = supply.supplied_units(state, side), risks(state, side)
    found = []
    for space in members(state.occupied[side]):
        units = state.units_of(side, space)
        share = risk.get(space, 0.0) if units & fed else 1.0
        if units & rules.armies and share:
            found.append((share * table.stack(state, units)[0] * worth.horizon(state), space, units))
    return sorted(found, reverse=True)


def of_rules(rules: Ruleset, kind: str, side: int, space: str, units: tuple[str, ...]) -> Reached:
    """Return the measure for a kind of puzzle, given the names of its space and units."""
    if kind == "army":
        return saved(side, mask(rules.content.unit_by_name[name] for name in units))
    number = rules.content.space_by_name[space]
    return won(side, number) if kind == "space" else thrown_out(side, number)


__all__ = ["in_danger", "keys", "of_rules", "risks", "safety", "saved", "thrown_out", "won"]
