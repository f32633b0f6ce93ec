"""How units out of supply could be brought back into supply (14.1.2)."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from engine.core.bits import members
from engine.pog.content.records import AP
from engine.pog.rules import supply
from engine.pog.state import State


def openings(state: State, unit: int) -> tuple[int, ...]:
    """Return the spaces each of which, once friendly and free of enemies, would put an unsupplied unit back in supply."""
    side, network, way, shut = _ground(state, unit)
    reached, covered = supply.reach(state, supply.network_of(state, unit), -1, shut)[:2]
    pocket = _pocket(network.lines, way, 1 << state.loc[unit])
    around = _neighbours(network.lines, pocket)
    found = around & (covered | network.sources)
    if network.by_sea:
        # A captured port is connected to every other port of the side.
        own, ports = supply.friendly_ports(state, side) & ~shut, _ports(state, side)
        found |= around & ports if reached & own else 0
        found |= covered & ports if pocket & own else 0
    found &= ~way
    return tuple(members(found & ~state.closed & ~shut))


def shortest(state: State, unit: int) -> tuple[int, ...]:
    """Return the spaces to open along the path to supply that needs the fewest; () if there is no path."""
    _, network, way, shut = _ground(state, unit)
    covered = supply.reach(state, supply.network_of(state, unit), -1, shut)[1] | network.sources
    start = state.loc[unit]
    cost, before = {start: 0}, {start: start}
    queue = deque([start])
    while queue:
        at = queue.popleft()
        if at != start and covered >> at & 1 and (way >> at & 1 or cost[at]):
            return _closed_along_path(before, way, at)
        for step in members(network.lines[at] & ~state.closed & ~shut):
            price = cost[at] + (0 if way >> step & 1 else 1)
            if step not in cost or price < cost[step]:
                cost[step], before[step] = price, at
                if way >> step & 1:
                    queue.appendleft(step)
                else:
                    queue.append(step)
    return ()


def _ground(state: State, unit: int) -> tuple[int, supply.Network, int, int]:
    """Return a unit's side, its network, where its supply can run, and where it never can."""
    rules = state.rules
    side = rules.side_of[unit]
    shut = rules.untraced[unit].to(state, unit) if rules.untraced else 0
    network = supply.networks(rules.board)[supply.network_of(state, unit)]
    return side, network, supply.passable(state, side) & ~shut, shut


def _ports(state: State, side: int) -> int:
    """Return the spaces that are ports of a side once it controls them (14.1.4)."""
    board = state.rules.board
    straits = side == AP and not state.control[AP] & board.spaces("gallipoli")
    return board.ports[side] & ~(board.spaces("constantinople") if straits else 0)


def _pocket(lines: Sequence[int], way: int, start: int) -> int:
    """Return the ground connected to the start."""
    pocket = frontier = start
    while frontier:
        frontier = _neighbours(lines, frontier) & way & ~pocket
        pocket |= frontier
    return pocket


def _neighbours(lines: Sequence[int], spaces: int) -> int:
    """Return the neighbours of spaces."""
    found = 0
    for space in members(spaces):
        found |= lines[space]
    return found & ~spaces


def _closed_along_path(before: dict[int, int], way: int, at: int) -> tuple[int, ...]:
    """Return the closed spaces along a path, starting from the unit."""
    found = []
    while before[at] != at:
        if not way >> at & 1:
            found.append(at)
        at = before[at]
    return tuple(reversed(found))


__all__ = ["openings", "shortest"]
