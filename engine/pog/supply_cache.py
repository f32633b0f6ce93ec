"""What floods over the supply networks found, kept for positions on the same ground."""

from __future__ import annotations

from typing import NamedTuple, Protocol, TypeAlias


class Flood(NamedTuple):
    """Result of a flood over a supply network: the spaces reached, those plus their neighbours, and the inputs."""

    reached: int
    covered: int
    way: int
    ports: int
    start: int


#: A network, the sources that count, and closed spaces.
Tracing: TypeAlias = tuple[int, int, int]


#: Maximum number of floods of earlier ground to try to reuse.
_KNOWN = 64


class TracedGround(Protocol):
    """What supply depends on in a position."""

    control: list[int]
    occupied: list[int]
    besieged: int
    closed: int
    beachhead: int


class SupplyCache:
    """Supply results that depend only on the current ground.

    Positions on the same ground can share one; a position whose ground changes takes a new one.
    """

    __slots__ = ("beachhead", "before", "besieged", "closed", "control", "found", "occupied", "ways")

    def __init__(self, state: TracedGround | None = None, last: SupplyCache | None = None) -> None:
        #: The ground; empty until there is a position.
        self.control, self.occupied = (state.control[:], state.occupied[:]) if state else ([], [])
        self.besieged, self.closed, self.beachhead = (
            (state.besieged, state.closed, state.beachhead) if state else (0, 0, -1)
        )
        #: By side: spaces that supply lines can run through, and ports.
        self.ways: dict[int, tuple[int, int]] = {}
        self.found: dict[Tracing, Flood] = {}
        #: The last results on other ground: usually little has changed since.
        self.before: dict[Tracing, Flood] = {}
        if last is not None:
            self.before = {**last.before, **last.found} if len(last.before) < _KNOWN else last.found


__all__ = ["Flood", "SupplyCache", "TracedGround", "Tracing"]
