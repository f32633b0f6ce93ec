"""Input of Liège 1914 pictures: a position as one side, or the public, may know it.

Units, hexes and forts are indices into the facts. A view contains nothing hidden from its viewer: a hidden stack has
its hex and side, and nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.liege.facts import LiegeFacts, Worth
from engine.liege.grid import NOWHERE


@dataclass(frozen=True, slots=True)
class DrawnUnit:
    """A unit on the map. `marks` are "moved", "fired", "forced", "tired", "exhausted", "deployed", "lost_1", "lost_2", "target"."""

    unit: int
    hex: int
    #: The hexside that it faces, or NOWHERE if it has no facing.
    facing: int
    #: Steps lost.
    level: int = 0
    marks: frozenset[str] = frozenset()
    #: "" in supply, "limited" or "out" (13.1).
    supply: str = ""
    #: Number of barrages that its shells last for, None if they aren't counted (8.8.2).
    shells: int | None = None


@dataclass(frozen=True, slots=True)
class DrawnStack:
    """A stack that is hidden from the viewer (19.1)."""

    hex: int
    side: int


@dataclass(frozen=True, slots=True)
class DrawnWorks:
    """Works of a side in a hex: "fieldworks", "regular", "strengthened" or "old", and the hexsides they protect (10.1)."""

    hex: int
    side: int
    kind: str
    sides: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DrawnPosition:
    """A position as its viewer may know it; None is the public."""

    facts: LiegeFacts
    scenario: str
    turn: int
    last_turn: int
    #: The side whose player turn it is, and its phase: "movement", "barrage", "combat" ...
    side: int
    phase: str
    viewer: int | None
    units: tuple[DrawnUnit, ...] = ()
    hidden: tuple[DrawnStack, ...] = ()
    #: The set of active forts.
    forts: int = 0
    works: tuple[DrawnWorks, ...] = ()
    #: By side: the set of hexes in its zones of control.
    zones: tuple[int, int] = (0, 0)
    #: Present points by side.
    points: tuple[int, int] = (0, 0)
    heat: bool = False
    rain: bool = False

    def stack(self, hex_: int) -> tuple[DrawnUnit, ...]:
        """Return the units in a hex that the viewer knows."""
        return tuple(unit for unit in self.units if unit.hex == hex_)

    def active(self, fort: int) -> bool:
        """Return True if a fort has not fallen."""
        return self.forts >> fort & 1 == 1

    @property
    def worth(self) -> Worth:
        """The points of the scenario, and the scores that decide it."""
        return self.facts.scenarios[self.scenario].worth

    @property
    def enemy(self) -> int:
        """The side whose zones of control are hatched: the viewer's enemy; for the public, the side that isn't moving."""
        return 1 - (self.side if self.viewer is None else self.viewer)


__all__ = ["NOWHERE", "DrawnPosition", "DrawnStack", "DrawnUnit", "DrawnWorks"]
