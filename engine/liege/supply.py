"""Lines of communications (chapter 13) along the railways that a side controls (12.1): full, limited or no supply.

A line runs from a usable railway to the unit, as in example 17: each hex costs as much as marching into it, including
that of the unit (13.1.4).
"""

from __future__ import annotations

from enum import IntEnum
from heapq import heappop, heappush
from typing import Any, Final

from engine.core.bits import members
from engine.liege.command import bound, commands
from engine.liege.facts import GERMAN
from engine.liege.grid import NOWHERE
from engine.liege.railways import reached
from engine.liege.state import LEFT, LOST, LiegeState
from engine.liege.zones import CAMP_OWNER, ZONELESS, ground_of, zone_of


class Supply(IntEnum):
    """Supply of a unit until the next Administrative Phase: lower is better (13.1.6)."""

    FULL = 0
    LIMITED = 1
    OUT = 2


#: By number, which is faster than constructing one.
_ALL: Final = tuple(Supply)


def supply_of(state: LiegeState, unit: int) -> Supply:
    """Return the supply of a unit (13.1.6)."""
    return _ALL[state.supply[unit]]


def worst_of(state: LiegeState, units: list[int]) -> Supply:
    """Return the worst supply of some units: one of them is enough for combat modifiers (13.3.1, 13.3.2)."""
    return Supply(max((state.supply[unit] for unit in units), default=0))


# -- railways ----------------------------------------------------------------------------------------------------


def controlled(state: LiegeState, side: int) -> int:
    """Return the railway hexes that a side controls; the Allies control what the Germans do not (12.1.2)."""
    rails = state.facts.lines.rails
    return state.rails & rails if side == GERMAN else rails & ~state.rails


def usable(state: LiegeState, side: int) -> dict[int, int]:
    """Return by hex the points from there to the railway: 0 for a network that enters the map, else those of its end.

    A hex next to an active fort, or in the zone of an enemy of ARF 3 or more, is the last of its network (12.1.5, 12.1.6).
    """
    lines = state.facts.lines
    grid = state.facts.grid
    own, cut = (
        {grid.names[hex_] for hex_ in members(hexes)} for hexes in (controlled(state, side), _railway_cuts(state, side))
    )
    starts = (grid.names[hex_] for hex_, points in lines.ends[side] if not points)
    near = {hex_: points for hex_, points in lines.ends[side] if points}
    return near | dict.fromkeys((grid.ids[name] for name in reached(starts, lines.network, own, cut)), 0)


def _railway_cuts(state: LiegeState, side: int) -> int:
    """Return the hexes in which enemies cut a railway (12.1.6)."""
    facts, found = state.facts, 0
    least = facts.lines.figures["cutting_arf"]
    for unit, own in enumerate(facts.units):
        if (
            own.side != side
            and state.at[unit] >= 0
            and own.type not in ZONELESS
            and own.arf[state.level[unit]] >= least
        ):
            found |= zone_of(state, unit)
    if side != CAMP_OWNER:
        forts = ground_of(state).forts
        found |= facts.grid.ring(forts) | forts
    return found


# -- lines -------------------------------------------------------------------------------------------------------


def lengths(state: LiegeState, side: int, ends: dict[int, int]) -> dict[int, int]:
    """Return by hex the length of a line from some ends, up to the longest useful one (13.1.4, 13.1.5)."""
    facts, shut = state.facts, _closed_hexes(state, side)
    most = facts.lines.figures["long_line"]
    found: dict[int, int] = {}
    queue = [(points, hex_) for hex_, points in ends.items() if not shut >> hex_ & 1]
    while queue:
        points, hex_ = heappop(queue)
        if hex_ in found:
            continue
        found[hex_] = points
        for side_, to in enumerate(facts.grid.beyond[hex_]):
            price = facts.price[hex_][side_]
            if price != NOWHERE and to not in found and not shut >> to & 1 and points + price <= most:
                heappush(queue, (points + price, to))
    return found


def _closed_hexes(state: LiegeState, side: int) -> int:
    """Return the hexes that no line of a side can cross: enemies, their forts, their zones without own troops (13.1.4)."""
    ground, enemy, friends = ground_of(state), 1 - side, 0
    for unit, own in enumerate(state.facts.units):
        if own.side == side and own.fights and state.at[unit] >= 0:
            friends |= 1 << state.at[unit]
    forts = ground.forts if side != CAMP_OWNER else 0
    return ground.held[enemy] | ground.soft[enemy] | forts | (ground.zones[enemy] & ~friends)


def short_of_supply(state: LiegeState, side: int | None) -> dict[str, Any]:
    """Return the units that a side, or None for everybody, knows to have a limited line or none, without hidden ones (13.1.6, 19.1.3)."""
    known = [
        unit
        for unit, own in enumerate(state.facts.units)
        if state.at[unit] >= 0 and (own.side == side or not state.hidden >> unit & 1)
    ]
    return {
        "limited": tuple(unit for unit in known if state.supply[unit] == Supply.LIMITED),
        "out": tuple(unit for unit in known if state.supply[unit] == Supply.OUT),
    }


# -- who is supplied ---------------------------------------------------------------------------------------------


def determine(state: LiegeState) -> None:
    """Note the supply of every unit on the map (13.1.6); all are supplied if the scenario has no lines."""
    state.supply = [0] * len(state.facts.units)
    if state.scenario.lines:
        for side in (0, 1):
            _determine(state, side)


def _determine(state: LiegeState, side: int) -> None:
    lines = lengths(state, side, usable(state, side))
    hungry = []
    for unit, own in enumerate(state.facts.units):
        at = state.at[unit]
        if own.side != side or at < 0 or _near_governor(state, unit):
            continue
        state.supply[unit] = _supply(state, unit, lines.get(at))
        if state.supply[unit] != Supply.FULL and side == CAMP_OWNER:
            hungry.append(unit)
    if hungry:
        _from_camp(state, side, hungry)


def _supply(state: LiegeState, unit: int, length: int | None) -> Supply:
    if length is None:
        return Supply.OUT
    normal = length <= state.facts.lines.figures["line"]
    if not in_command(state, unit):
        return Supply.LIMITED if normal and headless(state, unit) else Supply.OUT
    return Supply.FULL if normal else Supply.LIMITED


def in_command(state: LiegeState, unit: int) -> bool:
    """Return True if a unit is within the range of a headquarters of its nation, or needs none (13.1.1 to 13.1.3, 13.2.1)."""
    lines = state.facts.lines
    if unit in lines.free:
        return True
    if state.lost_command >> unit & 1:
        return False
    own = (one for one in lines.headquarters if not bound(state, unit) or one == state.under[unit])
    return any(commands(state, one, unit) for one in own)


def headless(state: LiegeState, unit: int) -> bool:
    """Return True if every arrived headquarters of a unit's nation is destroyed or has left the map (13.1.7)."""
    nation = state.facts.units[unit].nation
    own = [state.at[other] for other in state.facts.lines.headquarters if state.facts.units[other].nation == nation]
    return bool(own) and all(at in (LOST, LEFT) for at in own)


def _near_governor(state: LiegeState, unit: int) -> bool:
    """Return True in and next to the own camp, which has its governor as long as a fort is active (13.1.8, ruling)."""
    facts = state.facts
    if facts.units[unit].side != CAMP_OWNER or not state.forts:
        return False
    return (facts.camp | facts.grid.ring(facts.camp)) >> state.at[unit] & 1 == 1


def _from_camp(state: LiegeState, side: int, hungry: list[int]) -> None:
    """Supply units without a line from the camp: a number of steps for each of its hexes without enemies, the nearest first.

    Every step of a unit has to be covered (13.1.9, 13.1.11).
    """
    facts, figures, ground = state.facts, state.facts.lines.figures, ground_of(state)
    held = [hex_ for hex_ in members(facts.camp) if not ground.held[1 - side] >> hex_ & 1]
    left = figures["camp_steps"] * len(held)
    lines = lengths(state, side, dict.fromkeys(held, 0))
    near = {unit: min((facts.grid.distance(hex_, state.at[unit]) for hex_ in held), default=99) for unit in hungry}
    for unit in sorted(hungry, key=lambda one: (near[one], one)):
        length, steps = lines.get(state.at[unit]), state.steps(unit)
        if near[unit] > figures["camp_range"] or length is None or length > figures["line"] or steps > left:
            continue
        better = _supply(state, unit, length)
        if better < state.supply[unit]:
            state.supply[unit] = better
            left -= steps


__all__ = [
    "Supply", "controlled", "determine", "headless", "in_command", "lengths", "short_of_supply", "supply_of", "usable", "worst_of",
]  # fmt: skip
