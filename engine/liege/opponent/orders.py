"""Orders of a unit in a Movement Phase, and facing helpers for both sides."""

from __future__ import annotations

from typing import NamedTuple

from engine.core.bits import members
from engine.liege.facts import GERMAN
from engine.liege.grid import NOWHERE
from engine.liege.move import HexMarch
from engine.liege.state import LiegeState
from engine.liege.zones import ground_of, width_of


class MarchOrder(NamedTuple):
    """The order of one unit: a march with its end, or a turn in place (the march has one hex)."""

    march: HexMarch
    facing: int
    deploy: bool = False
    leave: bool = False

    @property
    def turns(self) -> bool:
        """True if it stays in its hex and changes its facing."""
        return not (self.march.moved or self.deploy or self.leave)


def looks_at(state: LiegeState, unit: int, hex_: int) -> bool:
    """Return True if a hex is adjacent to a unit and in front of it."""
    own, at, grid = state.facts.units[unit], state.at[unit], state.facts.grid
    side = grid.side_toward(at, hex_)
    wide = width_of(own, state.steps(unit), state.scenario.small_front)
    return side != NOWHERE and side in grid.front(at, state.facing[unit], wide)


def toward(state: LiegeState, unit: int, hex_: int, enemy: int) -> int:
    """Return the facing of a unit in a hex towards the nearest of some enemy hexes."""
    if not enemy or width_of(state.facts.units[unit], state.steps(unit), state.scenario.small_front) == 6:
        return 0
    grid = state.facts.grid
    sides = [
        (min(grid.distance(to, one) for one in members(enemy)), side)
        for side, to in enumerate(grid.beyond[hex_])
        if to != NOWHERE
    ]
    return min(sides)[1]


def enemies(state: LiegeState, side: int) -> int:
    """Return the hexes of the enemy's troops; for Germans that see none, the camp."""
    held = ground_of(state).held[1 - side]
    return held | (state.facts.camp if side == GERMAN else 0)


__all__ = ["MarchOrder", "enemies", "looks_at", "toward"]
