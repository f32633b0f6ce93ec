"""Railway networks (12.1.5, 12.1.6, 12.2.1, 12.4.1, 16.1.9): usable lines, boarding capacity, and convoy limits.

A network is points and the tracks between them. A point is a hex, or one of several lines in a hex that are not
connected there. Lines of communications use the high-capacity lines; no scenario has rail movement so far.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

#: Convoys per track in a Movement Phase, by its kind (12.4.1): a low-capacity line takes one direction only.
CONVOYS: Final[Mapping[str, int]] = {"strengthened": 3, "high": 2, "low": 2, "low_in_mountains": 1}
HIGH: Final = frozenset({"strengthened", "high"})
ONE_WAY: Final = frozenset({"low", "low_in_mountains"})


@dataclass(frozen=True)
class RailNetwork:
    """Tracks by the two points they connect, each of a kind; and points in which a line is broken (16.1.9)."""

    tracks: Mapping[tuple[str, str], str]
    #: Points that nothing can pass; of no use at all, except where more than half of the track is still connected.
    broken: Set[str] = field(default_factory=frozenset)
    half_joined: Set[str] = field(default_factory=frozenset)

    def kind(self, one: str, other: str) -> str:
        """Return the kind of the track between two points."""
        return self.tracks.get((one, other)) or self.tracks[other, one]

    def beside(self, point: str, *, high: bool) -> set[str]:
        """Return the points next to one on high-capacity or low-capacity lines."""
        own = ((one, other) for (one, other), kind in self.tracks.items() if (kind in HIGH) is high)
        return {b if a == point else a for a, b in own if point in (a, b)}


def reached(starts: Iterable[str], network: RailNetwork, own: Set[str], cut: Set[str]) -> set[str]:
    """Return the high-capacity points that a side can use: controlled, and connected to where its network enters (12.1.5).

    A cut point is the last of its line, and so is a broken one if more than half of it is connected (12.1.6, 16.1.9).
    """
    found: set[str] = set()
    queue = [point for point in starts if point in own]
    while queue:
        point = queue.pop()
        if point in found or point in network.broken - network.half_joined:
            continue
        found.add(point)
        if point not in cut and point not in network.broken:
            queue += network.beside(point, high=True) & own
    return found


def usable_low(network: RailNetwork, own: Set[str], high: Set[str]) -> set[str]:
    """Return the low-capacity points that a side can use: between two points of its network, or a dead end (12.1.5)."""
    points = {point for pair, kind in network.tracks.items() if kind not in HIGH for point in pair}
    open_ = points & own - network.broken
    found = _points_between_networks(network, open_, high)
    for tip in sorted(open_ - high):
        if len(network.beside(tip, high=False)) == 1 and not network.beside(tip, high=True):
            found |= _dead_end(tip, network, open_, high | found)
    return found


def _points_between_networks(network: RailNetwork, open_: Set[str], high: Set[str]) -> set[str]:
    """Return the points on low-capacity lines with a high-capacity network at both ends."""
    core = set(open_)
    while leaves := {one for one in core - high if len(network.beside(one, high=False) & core) < 2}:
        core -= leaves
    found: set[str] = set()
    while core:
        part, queue = set(), [next(iter(core))]
        while queue:
            point = queue.pop()
            if point not in part:
                part.add(point)
                queue += network.beside(point, high=False) & core
        core -= part
        if len(part & high) > 1:
            found |= part - high
    return found


def _dead_end(tip: str, network: RailNetwork, open_: Set[str], used: Set[str]) -> set[str]:
    """Return the points from a dead end to its connection to a line in use; empty if there is none, or a branch before it."""
    way = [tip]
    while way[-1] not in used:
        beside = network.beside(way[-1], high=False)
        further = (beside & open_) - set(way)
        if len(beside) > 2 or not further:
            return set()
        way.append(next(iter(further)))
    return set(way[:-1])


def last_of_network(point: str, network: RailNetwork, used: Set[str]) -> bool:
    """Return True for the last connected point of a line, where boarding capacity is halved (12.2.1)."""
    return len(network.beside(point, high=True) & used) < 2 and point not in network.half_joined


def capacity(steps: Mapping[str, int], place: str, *, last: bool) -> int:
    """Return how many steps can board or leave in a place: half at the last point of a network (12.2.1)."""
    return steps[place] // 2 if last else steps[place]


def overloaded(network: RailNetwork, convoys: Iterable[Sequence[str]]) -> set[tuple[str, str]]:
    """Return the tracks, with direction, used by more convoys than they can take: junctions do not count (12.4.1)."""
    runs = Counter(step for convoy in convoys for step in pairwise(convoy))
    found = set()
    for (one, other), many in runs.items():
        kind = network.kind(one, other)
        if many > CONVOYS[kind] or (kind in ONE_WAY and (other, one) in runs):
            found.add((one, other))
    return found


__all__ = ["CONVOYS", "RailNetwork", "capacity", "last_of_network", "overloaded", "reached", "usable_low"]
