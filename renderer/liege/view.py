"""What pictures of Liège 1914 are drawn from: a position as one side, or everybody, may know it.

Units, hexes and forts are the numbers of the facts. What a viewer may not know is not in a view: a stack that is hidden from them
has its hex and its side, and nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.liege.facts import LiegeFacts
from engine.liege.grid import NOWHERE


@dataclass(frozen=True, slots=True)
class DrawnUnit:
    """A unit on the map. `marks` are "moved", "fired", "forced", "tired", "exhausted", "deployed", "lost_1", "lost_2", "target"."""

    unit: int
    hex: int
    #: The side of its hex that it faces, or NOWHERE if it has no facing.
    facing: int
    #: Steps lost.
    level: int = 0
    marks: frozenset[str] = frozenset()
    #: "" in supply, "limited" or "out" (13.1).
    supply: str = ""
    #: Barrages that its shells still last for, None for those who do not count them (8.8.2).
    shells: int | None = None


@dataclass(frozen=True, slots=True)
class DrawnStack:
    """A stack that the viewer does not know (19.1)."""

    hex: int
    side: int


@dataclass(frozen=True, slots=True)
class DrawnWorks:
    """Works of a side in a hex: "fieldworks", "regular", "strengthened" or "old", and the hexsides that they protect (10.1)."""

    hex: int
    side: int
    kind: str
    sides: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DrawnPosition:
    """A position as its viewer may know it; None is everybody."""

    facts: LiegeFacts
    scenario: str
    turn: int
    last_turn: int
    #: Whose player turn it is, and its phase: "movement", "barrage", "combat" ...
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
    #: By side: points as they stand.
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
    def enemy(self) -> int:
        """The side whose zones a picture hatches: the viewer's enemy, for everybody the one that is not to move."""
        return 1 - (self.side if self.viewer is None else self.viewer)


__all__ = ["NOWHERE", "DrawnPosition", "DrawnStack", "DrawnUnit", "DrawnWorks"]
