"""How players estimate the enemy under fog: every unit that could be there is, and each marker gets its share.

`LiegeSystem.imagine` puts one unit under each marker, which suffices for the rules; to evaluate an attack on a marker
a player needs to know what is likely to be under it. Only what the side knows is used, so a deal is independent of
the real units.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from engine.core.bits import members
from engine.liege.fog import candidates, hidden_hexes
from engine.liege.grid import NOWHERE
from engine.liege.state import WAITING, LiegeState

#: Movement points per hex of broken terrain, to estimate how far units have come.
COST_OF_A_HEX: Final = 12


def dealt(state: LiegeState, side: int, number: int) -> LiegeState:
    """Return a position with all enemies that could be on the map under their markers; the state itself if there are none.

    Each is dealt to a marker it could have reached since its arrival, or to the nearest. Another number gives another deal.
    """
    enemy = 1 - side
    markers, units = members(hidden_hexes(state, enemy)), candidates(state, enemy)
    if not markers or not units:
        return state
    rng = random.Random(f"{number} {state.turn} {markers} {units}")
    found = state.copy()
    for unit in units:
        found.at[unit], found.facing[unit], found.marks[unit], found.supply[unit] = WAITING, 0, 0, 0
    empty = set(markers)
    for unit in rng.sample(units, len(units)):
        near = _in_reach(state, unit, markers)
        hex_ = rng.choice([one for one in near if one in empty] or near)
        empty.discard(hex_)
        _place_unit(found, unit, hex_, side)
    found.changed()
    return found


def _in_reach(state: LiegeState, unit: int, markers: Sequence[int]) -> list[int]:
    """Return the markers that a unit could be under by now; the nearest if it could have reached none."""
    arrival, grid = state.scenario.arrivals[unit], state.facts.grid
    reach = max(state.turn - arrival.turn, 0) * state.facts.units[unit].mf[state.level[unit]] // COST_OF_A_HEX
    nearest = min(grid.distance(arrival.hex, one) for one in markers)
    return [one for one in markers if grid.distance(arrival.hex, one) <= max(reach, nearest)]


def _place_unit(state: LiegeState, unit: int, hex_: int, side: int) -> None:
    """Put a unit under a marker, facing the nearest of the other side's hexes."""
    grid, units = state.facts.grid, state.facts.units
    foes = [at for one, at in enumerate(state.at) if at >= 0 and units[one].side == side]
    sides = [
        (min((grid.distance(to, foe) for foe in foes), default=0), number)
        for number, to in enumerate(grid.beyond[hex_])
        if to != NOWHERE
    ]
    state.at[unit], state.facing[unit] = hex_, min(sides)[1]
    state.hidden |= 1 << unit


__all__ = ["dealt"]
