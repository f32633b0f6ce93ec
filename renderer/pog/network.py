"""Supply lines, derived from what a view shows.

Supply itself is determined by the engine: `UnitView.supplied` is authoritative and never changed here; these functions
explain it. A flood starts at the sources of a unit's nation (14.1.3, 14.1.4) and runs over connections of the map
between spaces controlled by its side without enemy units, and by sea between ports of its side. A unit is reached if
the flood touches its space or a neighbour. Rules that need no line (14.1.5), lines to MEF beaches and spaces closed by
rule 15.2.2 aren't explained; their units simply have no line drawn.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from functools import lru_cache

from engine.pog.content import Content
from engine.pog.view import GameView, SpaceView

AP, CP = 0, 1
#: Supply sources, and nations of usable dashed lines, by the network that a nation's units use.
_NETWORKS: dict[str, tuple[frozenset[str], frozenset[str]]] = {
    "cp": (frozenset({"cp"}), frozenset()),
    "tu": (frozenset({"cp"}), frozenset({"tu"})),
    "west": (frozenset({"br"}), frozenset()),
    "br": (frozenset({"br"}), frozenset({"br"})),
    "it": (frozenset({"br"}), frozenset({"it"})),
    "ru": (frozenset({"ru"}), frozenset({"ru"})),
    "sb": (frozenset({"sb"}), frozenset({"ru"})),
}
#: Number of networks that are cached.
_KEPT = 128
_BY_SEA = frozenset({"cp", "tu", "west", "br", "it"})
_OF_NATION = {
    "tu": "tu",
    "sb": "sb",
    "ru": "ru",
    "ro": "ru",
    "it": "it",
    "br": "br",
    "aus": "br",
    "cnd": "br",
    "pt": "br",
}


@dataclass(frozen=True, slots=True)
class Reach:
    """The result of a flood: for each space reached, the space it was reached from (-1 for a source)."""

    content: Content
    came_from: dict[int, int]
    #: Ports that were reached by sea.
    landed: frozenset[int]

    def touches(self, space: int) -> int | None:
        """Return the reached space (itself or a neighbour) that supplies a space; None if there is none."""
        if space in self.came_from:
            return space
        return next((n for n in neighbours(self.content, "west")[space] if n in self.came_from), None)


@dataclass(frozen=True, slots=True)
class Threat:
    """One enemy step from `start` to `goal` that would cut off `units` in `space`."""

    start: int
    goal: int
    space: int
    units: tuple[int, ...]


def network_of(content: Content, unit: int) -> str:
    """Return the network over which a unit traces supply."""
    record = content.units[unit]
    if record.side == CP:
        return "tu" if record.parent == "tu" else "cp"
    return _OF_NATION.get(record.nation, "west")


@lru_cache(maxsize=_KEPT)
def neighbours(content: Content, network: str) -> tuple[tuple[int, ...], ...]:
    """Return the neighbours of each space along lines that a network can use."""
    nations = _NETWORKS[network][1]
    beside: list[list[int]] = [[] for _ in content.spaces]
    for link in content.connections:
        if not link.nations or link.nations & nations:
            beside[link.a].append(link.b)
            beside[link.b].append(link.a)
    return tuple(tuple(b) for b in beside)


@lru_cache(maxsize=_KEPT)
def sources(content: Content, network: str) -> tuple[int, ...]:
    """Return the supply sources of a network."""
    wanted = _NETWORKS[network][0]
    return tuple(s.id for s in content.spaces if s.sources & wanted)


def passable(view: GameView, side: int) -> frozenset[int]:
    """Return the spaces through which a side's supply lines can run (14.1.3)."""
    return frozenset(s.space for s in view.spaces if _is_held(view.content, s, side))


def _is_held(content: Content, state: SpaceView, side: int) -> bool:
    if any(content.units[u.unit].side != side for u in state.units):
        return False
    if state.control == side:
        return True
    return state.fort == "besieged" and bool(state.units)


def flood(content: Content, network: str, way: frozenset[int], side: int) -> Reach:
    """Return which spaces a network's supply reaches over the given spaces."""
    beside = neighbours(content, network)
    ports = {s for s in way if content.spaces[s].port == side} if network in _BY_SEA else set()
    if side == AP and content.space_by_name["gallipoli"] not in way:
        ports.discard(content.space_by_name["constantinople"])
    came_from = {s: -1 for s in sources(content, network) if s in way}
    queue = deque(came_from)
    landed: set[int] = set()
    while queue:
        at = queue.popleft()
        if at in ports:
            landed = {p for p in ports if p not in came_from}
            came_from.update(dict.fromkeys(landed, at))
            queue.extend(sorted(landed))
            ports = set()
        for near in beside[at]:
            if near in way and near not in came_from:
                came_from[near] = at
                queue.append(near)
    return Reach(content, came_from, frozenset(landed))


def lines(view: GameView, side: int) -> tuple[frozenset[tuple[int, int]], frozenset[int], frozenset[int]]:
    """Return the connections that carry supply to a side's units, the sources they start from, and the ports used."""
    content, way = view.content, passable(view, side)
    reached: dict[str, Reach] = {}
    used: set[tuple[int, int]] = set()
    origins: set[int] = set()
    ports: set[int] = set()
    for state in view.spaces:
        for unit in state.units:
            if content.units[unit.unit].side != side or not unit.supplied:
                continue
            network = network_of(content, unit.unit)
            if network not in reached:
                reached[network] = flood(content, network, way, side)
            _walk_back(reached[network], state.space, used, origins, ports)
    return frozenset(used), frozenset(origins), frozenset(ports)


def _walk_back(reach: Reach, space: int, used: set[tuple[int, int]], origins: set[int], ports: set[int]) -> None:
    at = reach.touches(space)
    if at is None:
        return
    if at != space:
        used.add((min(at, space), max(at, space)))
    while (before := reach.came_from[at]) >= 0:
        if at in reach.landed:
            ports |= {at, before}
        else:
            used.add((min(at, before), max(at, before)))
        at = before
    origins.add(at)


def threats(view: GameView, side: int) -> tuple[Threat, ...]:
    """Return every stack in supply that a single enemy step would cut off, with one such step.

    A step is a move along one connection into a space of this side without units or an intact fort.
    """
    way = passable(view, side)
    stacks = _supplied_units(view, side)
    whole = {network: flood(view.content, network, way, side) for network in {n for n, _, _ in stacks}}
    explained = [(n, s, u) for n, s, u in stacks if whole[n].touches(s) is not None]
    found: dict[int, Threat] = {}
    for start, goal in _steps(view, side):
        rest = way - {goal}
        after = {network: flood(view.content, network, rest, side) for network in whole}
        cut: dict[int, list[int]] = {}
        for network, space, unit in explained:
            if space != goal and after[network].touches(space) is None:
                cut.setdefault(space, []).append(unit)
        for space, units in cut.items():
            if space not in found or len(units) > len(found[space].units):
                found[space] = Threat(start, goal, space, tuple(units))
    return tuple(found[s] for s in sorted(found))


def _supplied_units(view: GameView, side: int) -> list[tuple[str, int, int]]:
    content = view.content
    return [
        (network_of(content, u.unit), state.space, u.unit)
        for state in view.spaces
        for u in state.units
        if u.supplied and content.units[u.unit].side == side
    ]


def _steps(view: GameView, side: int) -> list[tuple[int, int]]:
    """Return the steps the enemy could take; one per destination is enough."""
    content = view.content
    open_to = {
        s.space
        for s in view.spaces
        if s.control == side and not s.units and s.fort in ("none", "destroyed") and not content.spaces[s.space].beach
    }
    steps: dict[int, int] = {}
    for state in view.spaces:
        enemies = [u.unit for u in state.units if content.units[u.unit].side != side]
        for unit in enemies:
            for goal in neighbours(content, network_of(content, unit))[state.space]:
                if goal in open_to:
                    steps.setdefault(goal, state.space)
    return [(start, goal) for goal, start in sorted(steps.items())]
