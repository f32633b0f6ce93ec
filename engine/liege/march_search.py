"""Search for possible marches (chapter 7) over hexes, points, remaining choices and captured headquarters, cheapest first."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush

from engine.core.bits import mask
from engine.liege.move import HexMarch, begin, cannot_halt, cannot_march, crossed, entries, step
from engine.liege.state import LiegeState
from engine.liege.zones import ground_of


def marches(
    state: LiegeState, unit: int, *, force: bool, points: int | None = None, begun: HexMarch | None = None
) -> Iterator[HexMarch]:
    """Yield the marches of a unit that may halt, cheapest first: one for each hex, points spent, headquarters taken and transit used.

    `points` limits what they spend; `begun` is a march under way that they continue.
    """
    if cannot_march(state, unit) is not None:
        return
    first = begun or begin(state, unit)
    taken = ground_of(state).soft[1 - state.facts.units[unit].side]
    seen: set[tuple[object, ...]] = set()
    queue = [(first.spent, first.path, first)]
    while queue:
        _, path, march = heappop(queue)
        known = (march.hex, *march[2:], len(path) == 1, taken & mask(path[1:]), _full_roads(state, march))
        if known in seen or (points is not None and march.spent > points):
            continue
        seen.add(known)
        if cannot_halt(state, march) is None:
            yield march
        for to in entries(state, march, force=force):
            further = step(state, march, to)
            heappush(queue, (further.spent, further.path, further))


def _full_roads(state: LiegeState, march: HexMarch) -> frozenset[int]:
    """Return the hexsides on a march's path that it may not cross again (7.3.3)."""
    steps, roads = state.steps(march.unit), list(crossed(state, march))
    return frozenset(
        edge
        for edge in roads
        if state.crossed[edge] + steps * (roads.count(edge) + 1) > state.facts.crossings[edge].transit
    )


def march_to(state: LiegeState, unit: int, to: int, *, force: bool, begun: HexMarch | None = None) -> HexMarch | None:
    """Return the cheapest march of a unit that may halt in a hex, or None; it can continue one under way."""
    return next((march for march in marches(state, unit, force=force, begun=begun) if march.hex == to), None)


__all__ = ["march_to", "marches"]
