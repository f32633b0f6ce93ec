"""What can be asked for: one frozen record for each kind of picture of Liège 1914.

Every request names its colour set in `palette`. Reports of dice are plain records that a title fills from the events of a game.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.liege.grid import NOWHERE
from renderer.liege.view import LiegeView


@dataclass(frozen=True, slots=True)
class MapMarks:
    """What is drawn over a map: lines of fire and ways of one side, hexes and forts that are spoken of."""

    side: int = 0
    #: Hex of a gun, and the fort or (NOWHERE and) the hex that it fires at.
    fires: tuple[tuple[int, int, int], ...] = ()
    #: "move", "attack" or "retreat", and the hexes of the way.
    ways: tuple[tuple[str, tuple[int, ...]], ...] = ()
    hexes: tuple[int, ...] = ()
    forts: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class LiegeTheatre:
    """The whole map; at most 150 KB."""

    view: LiegeView
    marks: MapMarks = field(default_factory=MapMarks)
    palette: str = "standard"


@dataclass(frozen=True, slots=True)
class CampCloseUp:
    """The camp and what is around it, seven columns by six rows; at most 150 KB."""

    view: LiegeView
    marks: MapMarks = field(default_factory=MapMarks)
    palette: str = "standard"


LiegeRequest = LiegeTheatre | CampCloseUp

__all__ = ["NOWHERE", "CampCloseUp", "LiegeRequest", "LiegeTheatre", "MapMarks"]
