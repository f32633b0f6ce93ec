"""Facing and zones of control (chapters 6.1 to 6.3), and the zones of the camp's forts (11.6.7, 11.6.10).

These are computed once for a position, as sets of hexes, and cached until something on the map changes.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import Final

from engine.liege.facts import ALLIED, GERMAN, HexUnit
from engine.liege.grid import NOWHERE
from engine.liege.state import Ground, LiegeState

#: Units without a zone of control (6.1.2).
ZONELESS: Final = frozenset({"HQ", "SAR", "ENG"})
#: The ARF from which a zone extends across a Major River (6.1.3).
HEAVY_ARF: Final = 6
#: The side of the camp and its forts.
CAMP_OWNER: Final = ALLIED


class Aspect(IntEnum):
    """Aspect of a hexside to a unit: lower is better for it (6.2.1, 6.3.1)."""

    FRONT = 0
    FLANK = 1
    REAR = 2


def width_of(unit: HexUnit, steps: int, small: int) -> int:
    """Return the number of front hexsides of a unit (Diagram 1): all six for cavalry and headquarters, which have no facing.

    Infantry of three steps or more has three; others have the number of the scenario's ruling on the lost diagram.
    """
    if small == 6 or unit.type in ("CAV", "HQ", "ENG"):
        return 6
    return 3 if unit.type == "INF" and steps >= 3 else small


def zone_of(state: LiegeState, unit: int) -> int:
    """Return the hexes in the zone of control of a unit on the map (6.1.2, 6.1.3)."""
    own = state.facts.units[unit]
    if own.type in ZONELESS:
        return 0
    level = state.level[unit]
    width = width_of(own, own.steps - level, state.scenario.small_front)
    return state.facts.zones[width][own.arf[level] >= HEAVY_ARF][state.at[unit]][state.facing[unit]]


def in_front(state: LiegeState, unit: int, hex_: int) -> bool:
    """Return True if a hex is adjacent to a unit and in its front (6.2.1)."""
    grid, at, own = state.facts.grid, state.at[unit], state.facts.units[unit]
    side = grid.side_toward(at, hex_) if at >= 0 else NOWHERE
    if side == NOWHERE:
        return False
    return side in grid.front(at, state.facing[unit], width_of(own, state.steps(unit), state.scenario.small_front))


def aspects(state: LiegeState, hex_: int, side: int) -> tuple[Aspect, ...]:
    """Return by hexside the aspect of a side's units in a hex: several combine in their favour (6.2.1, 6.3.1)."""
    return aspects_of(state, hex_, [unit for unit in state.units_at(hex_) if state.facts.units[unit].side == side])


def aspects_of(state: LiegeState, hex_: int, units: Iterable[int]) -> tuple[Aspect, ...]:
    """Return by hexside the combined aspect of some units in a hex (6.3.1)."""
    found = [Aspect.REAR] * 6
    for unit in units:
        own = state.facts.units[unit]
        width = width_of(own, state.steps(unit), state.scenario.small_front)
        front = state.facts.grid.front(hex_, state.facing[unit], width)
        for edge in range(6):
            beside = any((edge - one) % 6 in (1, 5) for one in front)
            aspect = Aspect.FRONT if edge in front else Aspect.FLANK if beside else Aspect.REAR
            found[edge] = min(found[edge], aspect)
    return tuple(found)


def ground_of(state: LiegeState) -> Ground:
    """Return the data derived from a position; cached until something on the map changes."""
    if state.ground is None:
        state.ground = _worked_out(state)
    return state.ground


def _worked_out(state: LiegeState) -> Ground:
    units, camp = state.facts.units, state.facts.camp
    zones, held, soft = [0, 0], [0, 0], [0, 0]
    stacked = [0] * len(state.facts.grid.names)
    for unit, at in enumerate(state.at):
        if at < 0:
            continue
        own = units[unit]
        side = own.side
        if own.soft:
            soft[side] |= 1 << at
            continue
        held[side] |= 1 << at
        zones[side] |= zone_of(state, unit)
        if own.stacks:
            stacked[at] += own.steps - state.level[unit]
    forts, around = fort_zones(state)
    zones[CAMP_OWNER] |= around
    zones[1 - CAMP_OWNER] &= ~forts  # 11.6.10
    barred = [0, 0]
    barred[1 - CAMP_OWNER] = forts | (camp & (held[CAMP_OWNER] | soft[CAMP_OWNER]))
    lone = (soft[GERMAN] & ~held[GERMAN], soft[ALLIED] & ~held[ALLIED])
    return Ground((zones[0], zones[1]), (held[0], held[1]), lone, (barred[0], barred[1]), forts, tuple(stacked))


def fort_zones(state: LiegeState) -> tuple[int, int]:
    """Return the hexes with active forts, and their zone around the camp (11.6.7).

    The forts of a hex count as one unit with their total ARF, so the forts of Liège project across the Meuse (ruling).
    """
    found = around = 0
    arf: dict[int, int] = {}
    for number, fort in enumerate(state.facts.forts):
        if state.active(number):
            arf[fort.hex] = arf.get(fort.hex, 0) + fort.arf
    for hex_, total in arf.items():
        found |= 1 << hex_
        around |= state.facts.zones[6][total >= HEAVY_ARF][hex_][0]
    return found, around & ~state.facts.camp


__all__ = [
    "CAMP_OWNER", "HEAVY_ARF", "ZONELESS", "Aspect", "aspects", "aspects_of", "fort_zones", "ground_of", "in_front", "width_of", "zone_of",
]  # fmt: skip
