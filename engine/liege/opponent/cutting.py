"""Where an officer's cavalry goes: onto the paths of units that will leave the map, before they set out.

A unit of the camp needs more than a turn to the western edge, has to halt on entering an enemy's zone of control, and
may not go directly from one such hex to another (7.6). So the divisions spread their zones over the hexes on the
paths to the edge.
"""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heappop, heappush
from typing import Final

from engine.core.bits import members
from engine.liege.facts import ALLIED, GERMAN
from engine.liege.grid import NOWHERE
from engine.liege.opponent import marching
from engine.liege.opponent.orders import MarchOrder
from engine.liege.opponent.reach import reachable
from engine.liege.state import LiegeState
from engine.liege.zones import ground_of

#: Value of controlling all paths, and cost of a point of the forts' ARF over a hex.
ALL_WAYS, DANGER = 6.0, 0.06
#: Cost of a movement point on the road to the nearest path, for units that cannot reach one yet.
ROAD: Final = 0.04
#: Distance for unreachable.
NO_ROAD: Final = 500
#: Minimum gain of a ride.
WORTH_A_RIDE: Final = 0.3
#: Number of hexes by which a path can exceed the shortest.
DETOUR: Final = 1


def cuts_off(state: LiegeState, unit: int) -> bool:
    """Return True for German cavalry where Belgians may leave the map and some are there."""
    own = state.facts.units[unit]
    return (
        own.side == GERMAN
        and own.type == "CAV"
        and state.scenario.leave_from > 0
        and ground_of(state).held[ALLIED] != 0
    )


def order_of(state: LiegeState, unit: int) -> MarchOrder | None:
    """Return where cavalry rides, or None if it is best where it is; it has no facing."""
    gates = _Gates(state, unit)
    least, best = gates.worth(state.at[unit]) + WORTH_A_RIDE, None
    for march in reachable(state, unit):
        if march.moved and (worth := gates.worth(march.hex)) > least:
            least, best = worth, march
    return None if best is None else MarchOrder(best, 0)


class _Gates:
    """The paths to the edge of the map: the value of a hex to one division."""

    def __init__(self, state: LiegeState, unit: int) -> None:
        self._state, self._grid = state, state.facts.grid
        units = state.facts.units
        others = [
            one
            for one, own in enumerate(units)
            if one != unit and own.side == GERMAN and own.type == "CAV" and state.at[one] >= 0
        ]
        taken = sum({1 << state.at[one] for one in others})
        self._taken = taken | self._grid.ring(taken)
        self._ways = ways_out(state)
        self._all = sum(self._ways.values())
        self._road = roads(state, self._ways)

    def worth(self, hex_: int) -> float:
        """Return the value of being in a hex."""
        if not self._ways:
            return 0.0
        zone = (1 << hex_ | self._grid.ring(1 << hex_)) & ~self._taken
        held = sum(self._ways.get(one, 0) for one in members(zone))
        danger = marching.fire_over(self._state, hex_)
        return ALL_WAYS * held / self._all - DANGER * danger - ROAD * self._road.get(hex_, NO_ROAD)


def ways_out(state: LiegeState) -> dict[int, int]:
    """Return the hexes on short paths from Belgians to the edge by which they leave, with the number of their hexes each serves.

    Hexes of the camp do not count: they are closed as long as their forts stand.
    """
    grid, goals = state.facts.grid, members(state.scenario.leave_hexes)
    left = [min(grid.distance(hex_, goal) for goal in goals) for hex_ in range(len(grid.names))]
    closed = ground_of(state).forts | state.facts.camp | state.facts.closed
    ways: dict[int, int] = {}
    for start in members(ground_of(state).held[ALLIED]):
        for hex_, rest in enumerate(left):
            if not closed >> hex_ & 1 and grid.distance(start, hex_) + rest <= left[start] + DETOUR:
                ways[hex_] = ways.get(hex_, 0) + 1
    return ways


def roads(state: LiegeState, goals: Iterable[int]) -> dict[int, int]:
    """Return by hex the movement points from there to the nearest of some hexes, avoiding the forts' zones."""
    facts, found = state.facts, dict[int, int]()
    forts = ground_of(state).forts
    closed = facts.closed | facts.camp | forts | facts.grid.ring(forts)
    queue = [(0, goal) for goal in goals]
    while queue:
        spent, hex_ = heappop(queue)
        if hex_ in found:
            continue
        found[hex_] = spent
        for to in facts.grid.beyond[hex_]:
            if to != NOWHERE and to not in found and not closed >> to & 1:
                back = facts.price[to][facts.grid.beyond[to].index(hex_)]
                if back != NOWHERE:
                    heappush(queue, (spent + back, to))
    for hex_ in members(
        facts.grid.ring(forts) & ~facts.camp
    ):  # a road can begin in a fort's zone, but none leads through it
        nearest = [
            found[to] + facts.price[hex_][side] for side, to in enumerate(facts.grid.beyond[hex_]) if to in found
        ]
        found.setdefault(hex_, min(nearest, default=NO_ROAD))
    return found


__all__ = ["cuts_off", "order_of", "roads", "ways_out"]
