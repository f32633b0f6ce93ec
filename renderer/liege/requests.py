"""What can be asked for: one frozen record for each kind of picture of Liège 1914.

Every request names its colour set in `palette` and the language of its words in `language`. Reports of dice are plain records that a title fills from the events of a game.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.liege.grid import NOWHERE
from renderer.kit.requests import BaseRequest
from renderer.liege.reports import AssaultReport, BarrageReport, CombatReport
from renderer.liege.view import DrawnPosition


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
class LiegeTheatre(BaseRequest):
    """The whole map; at most 150 KB."""

    view: DrawnPosition
    marks: MapMarks = field(default_factory=MapMarks)


@dataclass(frozen=True, slots=True)
class CampCloseUp(BaseRequest):
    """The camp and what is around it, seven columns by six rows; at most 150 KB."""

    view: DrawnPosition
    marks: MapMarks = field(default_factory=MapMarks)


@dataclass(frozen=True, slots=True)
class StackCard(BaseRequest):
    """Every counter of a hex with its ratings by attrition level; a hidden stack is told as one."""

    view: DrawnPosition
    hex: int


@dataclass(frozen=True, slots=True)
class BarragePicture(BaseRequest):
    """A barrage: the guns on the map with their lines of fire, over how the dice fell and what it did, or its chances."""

    view: DrawnPosition
    report: BarrageReport


@dataclass(frozen=True, slots=True)
class AssaultPicture(BaseRequest):
    """An assault on forts, or its chances."""

    view: DrawnPosition
    report: AssaultReport


@dataclass(frozen=True, slots=True)
class CombatPicture(BaseRequest):
    """A combat: both sides, odds, modifiers, results and tests, or its chances."""

    view: DrawnPosition
    report: CombatReport


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One line of the score: what was earned (a key of the words `score`), by whom, how often, and the points for all of it."""

    what: str
    side: int
    times: int
    points: int


@dataclass(frozen=True, slots=True)
class TurnPicture(BaseRequest):
    """What a game turn brought; `view` is the position at its end.

    `fell` are the forts that fell in it, `lost` the steps lost by side, `scores` the German points less the others after each turn.
    """

    view: DrawnPosition
    turn: int
    fell: tuple[int, ...] = ()
    lost: tuple[int, int] = (0, 0)
    lines: tuple[ScoreLine, ...] = ()
    scores: tuple[tuple[int, int], ...] = ()
    #: The score from which the German side wins, and from which nobody does.
    margins: tuple[int, int] = (5, 4)


@dataclass(frozen=True, slots=True)
class LiegeEnd(BaseRequest):
    """The end of a game; `winner` is None for a draw, and the rest is as in `TurnPicture`."""

    view: DrawnPosition
    winner: int | None
    lost: tuple[int, int] = (0, 0)
    lines: tuple[ScoreLine, ...] = ()
    scores: tuple[tuple[int, int], ...] = ()
    margins: tuple[int, int] = (5, 4)


@dataclass(frozen=True, slots=True)
class PuzzlePicture(BaseRequest):
    """A puzzle: the map, and the guns and forts that it is about. `guns` are units, `forts` their targets."""

    view: DrawnPosition
    guns: tuple[int, ...]
    forts: tuple[int, ...]


LiegeRequest = (
    LiegeTheatre
    | CampCloseUp
    | StackCard
    | BarragePicture
    | AssaultPicture
    | CombatPicture
    | TurnPicture
    | LiegeEnd
    | PuzzlePicture
)


@dataclass(frozen=True, slots=True)
class LiegeJoined:
    """Several pictures as one, below each other; all have the colour set and the language of the first, and none may be empty."""

    parts: tuple[LiegeRequest, ...]


__all__ = [
    "NOWHERE", "AssaultPicture", "BarragePicture", "CampCloseUp", "CombatPicture", "LiegeEnd",
    "LiegeJoined", "LiegeRequest", "LiegeTheatre", "MapMarks",
    "PuzzlePicture", "ScoreLine", "StackCard", "TurnPicture",
]  # fmt: skip
