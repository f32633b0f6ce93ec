"""What can be asked for: one frozen record per kind of picture, and the picture that answers."""

from __future__ import annotations

from dataclasses import dataclass

from engine.pog.view import ActionMarks, BattleView, GameView


@dataclass(frozen=True, slots=True)
class Overview:
    """The whole sheet with boxes and tracks; at most 3000 px and 1.5 MB."""

    view: GameView


@dataclass(frozen=True, slots=True)
class Theatre:
    """One theatre: west, east, italy, balkans or near_east; at most 1600x1200 px and 400 KB."""

    view: GameView
    name: str


@dataclass(frozen=True, slots=True)
class CloseUp:
    """The spaces of the last action with its arrows; at most 900x700 px and 150 KB."""

    view: GameView
    marks: ActionMarks


@dataclass(frozen=True, slots=True)
class SpaceClose:
    """One space and its neighbours; limits of a close-up."""

    view: GameView
    space: int


@dataclass(frozen=True, slots=True)
class Supply:
    """The overview with the spaces where units of `side` lie in and out of supply marked."""

    view: GameView
    side: int


@dataclass(frozen=True, slots=True)
class Hand:
    """The viewer's own cards in a row; `playable` are the ids that may be played now."""

    view: GameView
    playable: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class CardFace:
    """One card, large."""

    card: int


@dataclass(frozen=True, slots=True)
class Battle:
    """The report of one combat."""

    view: GameView
    battle: BattleView


@dataclass(frozen=True, slots=True)
class Status:
    """Tracks and boxes without the map."""

    view: GameView


PictureRequest = Overview | Theatre | CloseUp | SpaceClose | Supply | Hand | CardFace | Battle | Status


@dataclass(frozen=True, slots=True)
class Picture:
    """A finished picture: encoded bytes, size in px, alt text and a file name."""

    data: bytes
    mime: str
    width: int
    height: int
    alt: str
    name: str
