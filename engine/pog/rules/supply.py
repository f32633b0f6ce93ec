"""Supply (14.0): which units can trace to a source, computed by flooding outward from the sources.

A network is a set of sources with the lines and ports its units can trace over. The flood
runs over friendly spaces free of enemy units; a unit is in supply where the flood reaches
its space or a neighbour, because its own space may be of any kind (14.1.3). The inputs of a
flood are a few integers, which make an exact cache key for the result.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from engine.core.bits import members
from engine.pog.board import Board
from engine.pog.content.records import AP, CP
from engine.pog.networks import AP_SPACES, BEACH, CP_SPACES
from engine.pog.state import State
from engine.pog.supply_cache import Flood, SupplyCache, Tracing


@dataclass(frozen=True, slots=True)
class Network:
    """Sources (spaces), adjacency by space, and whether the side's ports are included."""

    side: int
    sources: int
    lines: Sequence[int]
    by_sea: bool
    beach: bool = False


@lru_cache(maxsize=8)
def networks(board: Board) -> tuple[Network, ...]:
    """Return all networks in the order of their numbers (14.1.3, 14.1.4, 14.2)."""
    central = board.sources["cp"]
    london, russian, serbian = (board.sources[token] for token in ("br", "ru", "sb"))
    common, dashed = tuple(board.common), board.lines_with
    return (
        Network(CP, central, common, True),
        Network(CP, central, dashed("tu"), True),
        Network(AP, london, common, True),
        Network(AP, london, dashed("br"), True),
        Network(AP, london, dashed("it"), True),
        Network(AP, london, dashed("br"), True, beach=True),
        Network(AP, russian, dashed("ru"), False),
        Network(AP, serbian, dashed("ru"), False),
        Network(AP, london | russian | serbian, dashed("br", "it", "ru", "ana"), True, beach=True),
        Network(CP, central, dashed("tu"), True),
        Network(AP, board.sources["fr"], common, True),
        Network(AP, board.sources.get("ho", 0), common, True),
    )


def passable(state: State, side: int) -> int:
    """Return the spaces a side's supply path can run through (14.1.3, 15.2.2)."""
    besieged = state.besieged & state.rules.board.printed[1 - side]
    way = (state.control[side] | besieged) & ~state.occupied[1 - side] & ~state.closed
    for crosses in state.rules.tables.supply_crosses:
        way |= crosses(state, side)
    return way


def friendly_ports(state: State, side: int) -> int:
    """Return the ports a side can use for supply and SR by sea (13.1.7, 14.1.4), without the beachhead."""
    board = state.rules.board
    ports = board.ports[side] & state.control[side] & ~state.occupied[1 - side] & ~state.closed
    if side == AP and not state.control[AP] & board.spaces("gallipoli"):
        ports &= ~board.spaces("constantinople")
    return ports


def reach(state: State, number: int, sources: int = -1, shut: int = 0) -> Flood:
    """Return the spaces a network's flood reaches, and those with their neighbours.

    `sources` restricts the sources of the network, all of them by default; `shut` are spaces it cannot run through.
    """
    reached = state.reached
    if (
        reached.control != state.control
        or reached.occupied != state.occupied
        or reached.besieged != state.besieged
        or reached.closed != state.closed
        or reached.beachhead != state.beachhead
    ):
        reached = state.reached = SupplyCache(state, reached)
    key = (number, sources, shut)
    found = reached.found.get(key)
    if found is None:
        found = reached.found[key] = _reach(state, key)
    return found


def reach_of(state: State, unit: int, sources: int = -1) -> int:
    """Return the spaces where a unit would be in supply by a line, including those next to it."""
    rules = state.rules
    shut = rules.untraced[unit].to(state, unit) if rules.untraced else 0
    beach = state.beachhead >= 0 and rules.landed >> unit & 1
    return reach(state, BEACH if beach else rules.networks[unit], sources, shut)[1]


def fed(state: State, unit: int) -> int:
    """Return the spaces where a unit would be in supply, with or without a line (14.1.5)."""
    return reach_of(state, unit) | state.rules.lineless[unit]


def _reach(state: State, tracing: Tracing) -> Flood:
    """Return the flood on new ground, reusing the last one if possible.

    It is the same if nothing that the last one touched has changed; if ground was only gained it is continued.
    """
    number, sources, shut = tracing
    network = networks(state.rules.board)[number]
    side = network.side
    if side not in state.reached.ways:
        state.reached.ways[side] = passable(state, side), friendly_ports(state, side)
    way, ports = state.reached.ways[side]
    way &= ~shut
    ports &= ~shut if network.by_sea else 0
    if network.beach and state.beachhead >= 0:
        ports |= 1 << state.beachhead & way
    start = network.sources & sources & way
    last = state.reached.before.get(tracing)
    if last is not None and last.start == start and last.ports == ports:
        changed = (way ^ last.way) & last.covered
        if not changed:
            return last
        if not changed & last.reached:
            further = _flood(network.lines, changed, way, ports, last.reached, last.covered)
            return Flood(*further, way, ports, start)
    key = (number, way, ports, start)
    found = state.rules.floods.get(key)
    if found is None:
        found = _flood(network.lines, start, way, ports)
        state.rules.remember_flood(key, found)
    return Flood(*found, way, ports, start)


def walk(state: State, nation: str, start: int, way: int) -> int:
    """Return the spaces that units of a nation can reach from one over the given ground, start included."""
    rules = state.rules
    flag = 1 << start & way
    areas = rules.walks.get((nation, way), ())
    for area in areas:
        if area & flag:  # every space of an area reaches all of it
            return area
    found = _flood(rules.board.lines_of(nation), 1 << start, way, 0)[0]
    if flag:
        rules.remember_walks((nation, way), (*areas, found))
    return found


def flooded(network: Network, way: int, ports: int) -> tuple[int, int]:
    """Return the spaces that a network reaches over passable spaces and ports, and those with their neighbours."""
    return _flood(network.lines, network.sources & way, way, ports if network.by_sea else 0)


def _flood(
    lines: Sequence[int], start: int, way: int, ports: int, reached: int = 0, covered: int = 0
) -> tuple[int, int]:
    """Return everything reachable from the start over passable spaces, in addition to what was reached and covered before."""
    frontier = start
    while frontier:
        reached |= frontier
        if frontier & ports:
            frontier |= ports & ~reached
            reached |= ports
            ports = 0
        spread = 0
        while frontier:
            low = frontier & -frontier
            spread |= lines[low.bit_length() - 1]
            frontier ^= low
        covered |= spread
        frontier = spread & way & ~reached
    return reached, reached | covered


def network_of(state: State, unit: int) -> int:
    """Return the network a unit traces over."""
    if state.beachhead >= 0 and uses_beach(state, unit):
        return BEACH
    return state.rules.networks[unit]


def uses_beach(state: State, unit: int) -> bool:
    """Return whether a unit draws supply from the beach: only the MEF Army, British corps and the AUS corps (9.2.7.1)."""
    return bool(state.rules.landed >> unit & 1)


#: Where units of some nations are always in supply (14.1.5).
SELF_SUPPLIED: dict[str, Callable[[Board], int]] = {
    "mn": lambda board: board.lands("mn"),
    "sb": lambda board: board.lands("sb"),
    "ana": lambda board: board.near_east,
    "sn": lambda board: board.near_east,
}


def needs_no_line(state: State, unit: int, space: int) -> bool:
    """Return whether a unit is always in supply in a space (14.1.5)."""
    return bool(state.rules.lineless[unit] >> space & 1)


def in_supply(state: State, unit: int, space: int | None = None) -> bool:
    """Return True if the unit is in supply where it is, or would be in another space."""
    where = state.loc[unit] if space is None else space
    if state.rules.lineless[unit] >> where & 1:
        return True
    return bool(reach_of(state, unit) >> where & 1)


def supplied_units(state: State, side: int, over: Callable[[int], int] | None = None) -> int:
    """Return all units of a side on the map that are in supply.

    `over` returns the spaces in supply over a network if they are already known; otherwise they are computed.
    """
    loc, lineless, standing = state.loc, state.rules.lineless, state.standing[side]
    result = standing
    for number, tracing in networks_of_side(state, side):
        covered = reach(state, number)[1] if over is None else over(number)
        if not state.occupied[side] & ~covered:
            continue
        for unit in members(standing & tracing):
            if not (covered | lineless[unit]) >> loc[unit] & 1:
                result ^= 1 << unit
    for unit in members(result) if state.rules.untraced else ():
        if not in_supply(state, unit):
            result &= ~(1 << unit)
    return result & ~frozen_units(state)


def acting(state: State, side: int, attack: bool) -> int:
    """Return the units on the map that the ruleset lets move, or attack, although they are out of supply."""
    named = 0
    for found in state.rules.tables.acting:
        named |= found(state, side, attack)
    return state.standing[side] & named


def may_act(state: State, unit: int, attack: bool) -> bool:
    """Return True if a unit on the map is in supply, or the ruleset lets it move or attack anyway."""
    return in_supply(state, unit) or bool(acting(state, state.rules.side_of[unit], attack) >> unit & 1)


def networks_of_side(state: State, side: int) -> list[tuple[int, int]]:
    """Return the networks that units of a side trace over now, each with its units."""
    rules = state.rules
    usual = rules.units_of_network[side]
    if side == CP or state.beachhead < 0:
        return usual
    landed = rules.landed
    return [(BEACH, landed), *((number, units & ~landed) for number, units in usual)]


def frozen_units(state: State) -> int:
    """Return the neutral units on the map, ignored by both sides: Greek corps under limited entry (9.5.2.4), others by ruleset."""
    found = 0 if "gr" in state.at_war else state.rules.of_nation["gr"]
    for frozen in state.rules.tables.frozen:
        found |= frozen(state)
    return found


def neutral_nation(state: State, nation: str) -> bool:
    """Return True if a nation is neutral: it has not entered the war, or the ruleset keeps it neutral."""
    if nation in state.rules.neutral_lands and nation not in state.at_war:
        return True
    return any(nation in named(state) for named in state.rules.tables.neutral_nations)


def supplied_at(state: State, side: int, space: int) -> int:
    """Return the units of a side in one space that are in supply."""
    units = state.units_of(side, space) & ~frozen_units(state)
    return sum(1 << unit for unit in members(units) if in_supply(state, unit))


def space_in_supply(state: State, side: int, space: int) -> bool:
    """Return True if the space itself can trace to any source of its side (14.2.5, 14.3.6)."""
    number = AP_SPACES if side == AP else CP_SPACES
    return bool(reach(state, number)[1] >> space & 1)


def traces(state: State, unit: int, space: int) -> bool:
    """Return True if the unit could trace a real supply line there; special supply does not count (13.1.8)."""
    return bool(reach_of(state, unit) >> space & 1)


def connected(state: State, side: int, start: int) -> int:
    """Return the spaces connected to the given ones by ground a side's supply can cross, and their neighbours."""
    return _flood(state.rules.board.common, start, passable(state, side), 0)[1]
