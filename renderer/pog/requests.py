"""Picture requests: one frozen record per kind of picture.

Every request has a colour set in `palette` ("standard", "dark", "red_green" or "blue_yellow") and a `language`. Board
overlays have an `area`: "overview" or the name of a theatre.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from engine.pog.content import Content
from engine.pog.view import ActionMarks, BattleView, GameView
from renderer.kit.requests import BaseRequest

#: Densities at which a theatre can be drawn for high-density screens; the first one brings the smallest scale to that
#: of close-ups.
DENSITIES = (1.0 / 0.68, 2.0)

#: Positions of a replay with their captions, in order.
Frames = Iterable[tuple[GameView, str]]


@dataclass(frozen=True, slots=True)
class Overview(BaseRequest):
    """The whole sheet with boxes and tracks; at most 3000 px and 500 KB.

    `density` multiplies the resolution, for pages that enlarge it; such a picture can have up to 4 MB.
    """

    view: GameView
    density: float = 1.0


@dataclass(frozen=True, slots=True)
class Theatre(BaseRequest):
    """One theatre: west, east, italy, balkans or near_east; at most 1600x1200 px and 400 KB.

    `marks` are arrows of the action, as in a close-up. `density` multiplies the resolution, for pages on high-density
    screens; such a picture can have up to 2 MB.
    """

    view: GameView
    name: str
    marks: ActionMarks = field(default_factory=ActionMarks)
    density: float = 1.0


@dataclass(frozen=True, slots=True)
class CloseUp(BaseRequest):
    """The spaces of the last action with its arrows; at most 900x700 px and 150 KB.

    `odds` are short texts written next to a space whose attack is shown, as (target, "16+ : 4").
    """

    view: GameView
    marks: ActionMarks
    odds: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class SpaceClose(BaseRequest):
    """One space and its neighbours, with the limits of a close-up."""

    view: GameView
    space: int


@dataclass(frozen=True, slots=True)
class Supply(BaseRequest):
    """The supply state of units of `side`, and the lines along which supply can be traced."""

    view: GameView
    side: int
    area: str = "overview"


@dataclass(frozen=True, slots=True)
class Control(BaseRequest):
    """The control of land, tinted and hatched by side, with the front."""

    view: GameView
    area: str = "overview"


@dataclass(frozen=True, slots=True)
class Front(BaseRequest):
    """The front now and, dashed, in an `earlier` view; land won since is hatched.

    Within a theatre the spaces of `focus` are shown first, most important first.
    """

    view: GameView
    earlier: GameView
    area: str = "overview"
    focus: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Threats(BaseRequest):
    """Units of `side` that one enemy step would put out of supply, and that step."""

    view: GameView
    side: int
    area: str = "overview"


@dataclass(frozen=True, slots=True)
class Hand(BaseRequest):
    """The viewer's own cards in a row.

    `playable` are the ids that can be played now; `uses` says for what, as (card, kinds) with kinds of "ops", "sr",
    "rp", "event" and "combat". A card in `uses` counts as playable if it has a use.
    """

    view: GameView
    playable: tuple[int, ...] = ()
    uses: tuple[tuple[int, tuple[str, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Pile(BaseRequest):
    """A side's discards or removed cards, which are public: `pile` is "discard" or "removed"."""

    view: GameView
    side: int
    pile: str = "discard"


@dataclass(frozen=True, slots=True)
class CardFace(BaseRequest):
    """One card, enlarged, as it reads in a game with that content."""

    content: Content = field(repr=False)
    card: int


@dataclass(frozen=True, slots=True)
class Battle(BaseRequest):
    """The report of one combat."""

    view: GameView
    battle: BattleView


@dataclass(frozen=True, slots=True)
class Status(BaseRequest):
    """Tracks and boxes without the map."""

    view: GameView


@dataclass(frozen=True, slots=True)
class VpPoint:
    """VP and war status of both sides at the end of a turn; turn 0 is the set-up."""

    turn: int
    vp: int
    ap_status: int = 0
    cp_status: int = 0


@dataclass(frozen=True, slots=True)
class NationLoss:
    """A nation's losses: steps in total, and the number of armies and corps that left the map."""

    nation: str
    steps: int
    eliminated: int = 0


@dataclass(frozen=True, slots=True)
class FrontMove:
    """A space that changed hands: its id and its present holder."""

    space: int
    control: int | None


@dataclass(frozen=True, slots=True)
class Played:
    """A card or action of a turn: round, side, use ("ops", "sr", "rp", "event" ...), card id or None."""

    round: int
    side: int
    kind: str
    card: int | None


@dataclass(frozen=True, slots=True)
class DiceTally:
    """How often a side rolled each face in its fire: six counts, ones first."""

    side: int
    faces: tuple[int, int, int, int, int, int]


@dataclass(frozen=True, slots=True)
class TurnSummary(BaseRequest):
    """Summary of a turn; `view` is the position at its end and `turn` the turn summarised."""

    view: GameView
    turn: int
    curve: tuple[VpPoint, ...]
    moves: tuple[FrontMove, ...] = ()
    losses: tuple[NationLoss, ...] = ()
    played: tuple[Played, ...] = ()


@dataclass(frozen=True, slots=True)
class GameEnd(BaseRequest):
    """The end of a game: final map, VP over time, losses, dice luck."""

    view: GameView
    curve: tuple[VpPoint, ...]
    losses: tuple[NationLoss, ...] = ()
    dice: tuple[DiceTally, ...] = ()


PictureRequest = (
    Overview
    | Theatre
    | CloseUp
    | SpaceClose
    | Supply
    | Control
    | Front
    | Threats
    | Hand
    | Pile
    | CardFace
    | Battle
    | Status
    | TurnSummary
    | GameEnd
)


@dataclass(frozen=True, slots=True)
class Joined:
    """Several pictures in one: side by side if they are narrow enough, else stacked.

    All parts use the colour set of the whole; there must be at least one.
    """

    parts: tuple[PictureRequest, ...]
