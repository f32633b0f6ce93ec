"""Scenes: pictures before rendering, as a background and draw commands in layer order.

Scenes are plain data: tests read boxes and texts from them, and the painter turns them into bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from PIL import Image

from renderer.kit.sprites import SpriteKey
from renderer.kit.theme import Colour

Rect = tuple[float, float, float, float]  # left, top, right, bottom


@dataclass(frozen=True, slots=True)
class Stamp:
    """A sprite with its upper left corner at (x, y) px; `kind` says what it is, `about` what it belongs to."""

    key: SpriteKey
    x: int
    y: int
    width: int
    height: int
    kind: str
    about: str
    zoom: float = 1.0
    #: Which end stays in place if it becomes narrower: "l", "m" or "r".
    anchor: str = "m"

    @property
    def box(self) -> Rect:
        """Left, top, right, bottom in px."""
        return (self.x, self.y, self.x + self.width, self.y + self.height)


@dataclass(frozen=True, slots=True)
class Fill:
    """A plain rectangle in px."""

    x: int
    y: int
    width: int
    height: int
    colour: Colour
    kind: str = "panel"
    about: str = ""

    @property
    def box(self) -> Rect:
        """Left, top, right, bottom in px."""
        return (self.x, self.y, self.x + self.width, self.y + self.height)


@dataclass(frozen=True, slots=True)
class Territory:
    """Land tinted by holder on the sheet: `owners` has a side, or -1, for every space of the board in order.

    `kind` is "tint", "rim" (an outline), "won" (hatched), "front" or "old_front".
    """

    owners: tuple[int, ...]
    kind: str
    about: str = ""


Command = Stamp | Fill | Territory


class Board(Protocol):
    """The engraved map of a game, the background of scenes that show part of it. Boards are equal only to themselves."""

    def __hash__(self) -> int: ...

    def sheet(self, scale: float) -> Image.Image:
        """Return the whole sheet at a scale, in the shared palette."""
        ...

    def piece(self, scale: float, box: tuple[int, int, int, int]) -> Image.Image:
        """Return a drawable piece of the sheet at a scale; `box` is left, top, right, bottom in px of the sheet."""
        ...

    def lay(self, frame: Image.Image, scene: Scene, ground: Sequence[Territory | Stamp]) -> None:
        """Draw land by holder, and the names between and above it, on a bare piece of the sheet."""
        ...


@dataclass(frozen=True, slots=True)
class Base:
    """The piece of a board behind a scene: its corner on the sheet at the scene's scale, in px."""

    board: Board
    left: int
    top: int


@dataclass(frozen=True, slots=True)
class Scene:
    """A complete picture. `base` is the piece of a board behind it; panels have none."""

    width: int
    height: int
    scale: float
    commands: tuple[Command, ...]
    alt: str
    name: str
    base: Base | None = None
    ground: Colour = (240, 231, 210)
    palette: str = "standard"

    def words(self) -> list[str]:
        """Return all text in the picture."""
        return [c.key.words() for c in self.commands if isinstance(c, Stamp) and c.key.words()]


#: Scale, left, top, width, height in px, then px covered by a caption at the top and by a key at the bottom.
Window = tuple[float, int, int, int, int, int, int]


class Frame:
    """A window on the sheet: converts map units to px of the picture and builds stamps."""

    def __init__(self, scale: float, rect: Rect, strip: int = 0, foot: int = 0) -> None:
        self.scale = scale
        self.strip = strip  # px at the top covered by a caption
        self.foot = foot  # px at the bottom covered by a key
        self.left = round(rect[0] * scale)
        self.top = round(rect[1] * scale)
        self.width = round((rect[2] - rect[0]) * scale)
        self.height = round((rect[3] - rect[1]) * scale)

    @property
    def window(self) -> Window:
        """The values that identify this frame."""
        return (self.scale, self.left, self.top, self.width, self.height, self.strip, self.foot)

    @classmethod
    def of(cls, window: Window) -> Frame:
        """Return the frame of a window."""
        frame = cls.__new__(cls)
        frame.scale, frame.left, frame.top, frame.width, frame.height, frame.strip, frame.foot = window
        return frame

    def holds(self, stamp: Stamp) -> bool:
        """Return whether a stamp lies wholly in the picture, clear of the caption and the key."""
        left, top, right, bottom = stamp.box
        return left >= 0 and top >= self.strip and right <= self.width and bottom <= self.height - self.foot

    def stamp(self, key: SpriteKey, x: float, y: float, kind: str, about: str, anchor: str = "mm") -> Stamp:
        """Return a stamp anchored at (x, y) in map units; anchors are l, m, r and t, m, b as in "mt"."""
        width, height = key.size(self.scale)
        px, py = round(x * self.scale) - self.left, round(y * self.scale) - self.top
        px -= {"l": 0, "m": width // 2, "r": width}[anchor[0]]
        py -= {"t": 0, "m": height // 2, "b": height}[anchor[1]]
        return Stamp(key, px, py, width, height, kind, about)

    def shows(self, x: float, y: float, room: Rect) -> bool:
        """Return whether something at (x, y) that needs `room` around it (map units) lies fully inside."""
        left, top = (x + room[0]) * self.scale - self.left, (y + room[1]) * self.scale - self.top
        right, bottom = (x + room[2]) * self.scale - self.left, (y + room[3]) * self.scale - self.top
        return left >= 0 and top >= self.strip and right <= self.width and bottom <= self.height - self.foot

    def touches(self, rect: Rect) -> bool:
        """Return whether a rectangle in map units overlaps the window."""
        return (
            rect[2] * self.scale > self.left
            and rect[0] * self.scale < self.left + self.width
            and rect[3] * self.scale > self.top
            and rect[1] * self.scale < self.top + self.height
        )
