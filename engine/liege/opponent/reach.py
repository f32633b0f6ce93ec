"""Where a unit can march to, computed fast: one cheapest path to each hex.

`march_search.marches` finds every distinct march; to evaluate hexes one path to each is enough. Beyond the first step
hidden enemies count as controlling all hexes around them, as in the steps offered to a player (19.2.3).
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush

from engine.liege import move
from engine.liege.fog import possible_zones
from engine.liege.grid import NOWHERE
from engine.liege.move import HexMarch
from engine.liege.stack import too_many
from engine.liege.state import LiegeState
from engine.liege.zones import ground_of


def reachable(state: LiegeState, unit: int, *, force: bool = False) -> Iterator[HexMarch]:
    """Yield the marches of a unit that may halt, cheapest first, one for each hex, its own included; `force` allows forced ones."""
    if move.cannot_march(state, unit) is not None:
        return
    first = move.begin(state, unit)
    most = move.points_of(state, unit) + (move.forced_points(state, unit) if force else 0)
    search = _Search(state, unit, most)
    queue, seen = [(first.spent, first.path, first)], set[int]()
    while queue:
        _, path, march = heappop(queue)
        if path[-1] in seen:
            continue
        seen.add(path[-1])
        if too_many(state, unit, path[-1]) is None:
            yield march
        further = search.first(march, force) if len(path) == 1 else search.further(march)
        for one in further:
            heappush(queue, (one.spent, one.path, one))


class _Search:
    """Constants of one unit's search."""

    def __init__(self, state: LiegeState, unit: int, most: int) -> None:
        self._state, self._unit, self._most = state, unit, most
        ground, own = ground_of(state), state.facts.units[unit]
        self._cavalry = own.type == "CAV"
        self._closed = ground.barred[own.side] | ground.held[1 - own.side]
        if not own.fights:
            self._closed |= ground.soft[1 - own.side]
        self._zones = possible_zones(state, own.side)

    def first(self, march: HexMarch, force: bool) -> Iterator[HexMarch]:
        """Yield the first steps by the full rules, since zones next to a unit can be known."""
        for to in move.entries(self._state, march, force=force):
            yield move.step(self._state, march, to)

    def further(self, march: HexMarch) -> Iterator[HexMarch]:
        """Yield the steps after the first."""
        facts, here = self._state.facts, march.path[-1]
        inside = self._zones >> here & 1
        if march.over or (inside and not self._cavalry):
            return
        beyond, price, crossing = facts.grid.beyond[here], facts.price[here], facts.crossing[here]
        for side, to in enumerate(beyond):
            if to == NOWHERE or price[side] == NOWHERE or self._closed >> to & 1 or to in march.path:
                continue
            into = self._zones >> to & 1
            spent = march.spent + price[side]
            if spent > self._most or (into and inside) or self._is_full(crossing[side]):
                continue
            over = bool(into) and not self._cavalry
            yield HexMarch(self._unit, (*march.path, to), spent, over, march.through)

    def _is_full(self, edge: int) -> bool:
        if edge == NOWHERE:
            return False
        state = self._state
        return state.crossed[edge] + state.steps(self._unit) > state.facts.crossings[edge].transit


__all__ = ["reachable"]
