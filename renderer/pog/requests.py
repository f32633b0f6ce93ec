"""What can be asked for: one frozen record per kind of picture, and the picture that answers.

Every request names its colour set in `palette`: "standard", "dark", "red_green" or "blue_yellow", and the `language` of its words.
Board overlays take an `area`: "overview" or the name of a theatre.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from engine.pog.content import Content
from engine.pog.view import ActionMarks, BattleView, GameView
from renderer.kit.requests import BaseRequest

#: How many times finer a theatre may be drawn for screens whose points are finer than the px of a page; the first of them brings the
#: smallest scale to that of close-ups.
DENSITIES = (1.0 / 0.68, 2.0)

#: Positions of a replay with their captions, in order.
Frames = Iterable[tuple[GameView, str]]


@dataclass(frozen=True, slots=True)
class Overview(BaseRequest):
    """The whole sheet with boxes and tracks; at most 3000 px and 1.5 MB.

    `density` draws the same so many times finer, for pages on which it is made larger; such a picture may have 4 MB.
    """

    view: GameView
    density: float = 1.0


@dataclass(frozen=True, slots=True)
class Theatre(BaseRequest):
    """One theatre: west, east, italy, balkans or near_east; at most 1600x1200 px and 400 KB.

    `marks` are arrows of what happened, as in a close-up. `density` draws the same so many times finer, for pages on fine screens;
    such a picture may have 2 MB.
    """

    view: GameView
    name: str
    marks: ActionMarks = field(default_factory=ActionMarks)
    density: float = 1.0


@dataclass(frozen=True, slots=True)
class CloseUp(BaseRequest):
    """The spaces of the last action with its arrows; at most 900x700 px and 150 KB.

    `odds` are short texts written beside a space of which an attack is shown, as (target, "16+ : 4").
    """

    view: GameView
    marks: ActionMarks
    odds: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class SpaceClose(BaseRequest):
    """One space and its neighbours; limits of a close-up."""

    view: GameView
    space: int


@dataclass(frozen=True, slots=True)
class Supply(BaseRequest):
    """Where units of `side` lie in and out of supply, and the lines along which it can be traced."""

    view: GameView
    side: int
    area: str = "overview"


@dataclass(frozen=True, slots=True)
class Control(BaseRequest):
    """Who holds what, tinted and hatched by side, with the front."""

    view: GameView
    area: str = "overview"


@dataclass(frozen=True, slots=True)
class Front(BaseRequest):
    """The front now and, broken, as it ran in an `earlier` view; ground won since is hatched."""

    view: GameView
    earlier: GameView
    area: str = "overview"


@dataclass(frozen=True, slots=True)
class Threats(BaseRequest):
    """Units of `side` that one step of an enemy would put out of supply, and the step that does it."""

    view: GameView
    side: int
    area: str = "overview"


@dataclass(frozen=True, slots=True)
class Hand(BaseRequest):
    """The viewer's own cards in a row.

    `playable` are the ids that may be played now; `uses` says what for, as (card, kinds) with kinds of
    "ops", "sr", "rp", "event" and "combat". A card in `uses` counts as playable when it has a use.
    """

    view: GameView
    playable: tuple[int, ...] = ()
    uses: tuple[tuple[int, tuple[str, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Pile(BaseRequest):
    """Discards or removed cards of a side, which are open information: `pile` is "discard" or "removed"."""

    view: GameView
    side: int
    pile: str = "discard"


@dataclass(frozen=True, slots=True)
class CardFace(BaseRequest):
    """One card, large, as it reads in a game with that content."""

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
    """Steps a nation lost: all of them, and those of `armies` and corps that left the map."""

    nation: str
    steps: int
    eliminated: int = 0


@dataclass(frozen=True, slots=True)
class FrontMove:
    """A space that changed hands: its id and who holds it now."""

    space: int
    control: int | None


@dataclass(frozen=True, slots=True)
class Played:
    """A card or action of a turn: round, side, what for ("ops", "sr", "rp", "event" ...), card id or None."""

    round: int
    side: int
    kind: str
    card: int | None


@dataclass(frozen=True, slots=True)
class DiceTally:
    """How often each face fell for a side's fire: six counts, ones first."""

    side: int
    faces: tuple[int, int, int, int, int, int]


@dataclass(frozen=True, slots=True)
class TurnSummary(BaseRequest):
    """What a turn brought; `view` is the position at its end and `turn` the turn that is told."""

    view: GameView
    turn: int
    curve: tuple[VpPoint, ...]
    moves: tuple[FrontMove, ...] = ()
    losses: tuple[NationLoss, ...] = ()
    played: tuple[Played, ...] = ()


@dataclass(frozen=True, slots=True)
class GameEnd(BaseRequest):
    """The end of a game: final map, VP over the war, losses, dice against expectation."""

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
    """Several pictures as one: side by side where they are narrow enough, else one below the other.

    All parts have the colour set of the whole; none may be empty.
    """

    parts: tuple[PictureRequest, ...]
