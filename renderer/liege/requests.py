"""Picture requests of Liège 1914: one frozen record for each kind of picture.

Every request has a colour set in `palette` and a language in `language`. Dice reports are plain records that a title
fills from the events of a game.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.liege.grid import NOWHERE
from renderer.kit.requests import BaseRequest
from renderer.liege.reports import AssaultReport, BarrageReport, CombatReport
from renderer.liege.view import DrawnPosition


@dataclass(frozen=True, slots=True)
class MapMarks:
    """Overlays of a map: lines of fire and paths of one side, highlighted hexes and forts."""

    side: int = 0
    #: Hex of a gun, and its target: a fort, or NOWHERE and a hex.
    fires: tuple[tuple[int, int, int], ...] = ()
    #: "move", "attack" or "retreat", and the hexes of the path.
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
    """The camp and its surroundings, seven columns by six rows; at most 150 KB."""

    view: DrawnPosition
    marks: MapMarks = field(default_factory=MapMarks)


@dataclass(frozen=True, slots=True)
class StackCard(BaseRequest):
    """Every counter of a hex with its ratings by attrition level; a hidden stack is shown as a whole."""

    view: DrawnPosition
    hex: int


@dataclass(frozen=True, slots=True)
class BarragePicture(BaseRequest):
    """A barrage: the guns on the map with their lines of fire, above the dice and their effect, or the chances."""

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
    """One line of the score: what it is for (a key of the texts `score`), the side, the number of times, and the total points."""

    what: str
    side: int
    times: int
    points: int


@dataclass(frozen=True, slots=True)
class TurnPicture(BaseRequest):
    """Summary of a game turn; `view` is the position at its end.

    `fell` are the forts that fell in it, `lost` the steps lost by side, `scores` the German minus the Allied points
    after each turn.
    """

    view: DrawnPosition
    turn: int
    fell: tuple[int, ...] = ()
    lost: tuple[int, int] = (0, 0)
    lines: tuple[ScoreLine, ...] = ()
    scores: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class LiegeEnd(BaseRequest):
    """The end of a game; `winner` is None for a draw, and the other fields are as in `TurnPicture`."""

    view: DrawnPosition
    winner: int | None
    lost: tuple[int, int] = (0, 0)
    lines: tuple[ScoreLine, ...] = ()
    scores: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class PuzzlePicture(BaseRequest):
    """A puzzle: the map, and the guns and forts concerned. `guns` are units, `forts` their targets."""

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
    """Several pictures in one, stacked vertically, in the colour set and language of the first; there must be at least one."""

    parts: tuple[LiegeRequest, ...]


__all__ = [
    "NOWHERE", "AssaultPicture", "BarragePicture", "CampCloseUp", "CombatPicture", "LiegeEnd",
    "LiegeJoined", "LiegeRequest", "LiegeTheatre", "MapMarks",
    "PuzzlePicture", "ScoreLine", "StackCard", "TurnPicture",
]  # fmt: skip
