"""Counters: 50 x 36 px, plus a margin for the wedge that shows the facing. Shape and background show the side, the band the nation.

The lower half has the symbol of the arm and the remaining steps ("2/3": two of three); for a gun, its calibre in
centimetres.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from PIL import Image

from renderer.kit import theme
from renderer.kit.canvas import XY, Canvas, pixels, write
from renderer.kit.palette import mix
from renderer.kit.sprites import Wordless
from renderer.kit.theme import Colour
from renderer.liege.layout import ANGLES

WIDE, HIGH, BAND = 50.0, 36.0, 18.0
#: Margin of a counter, for its wedge.
RIM = 10.0
PX = 17.0
#: Maximum length of a figure at full size, and the font size of longer ones.
_SHORT, LONG_PX = 3, 15.5
#: Sides with a smaller horizontal share count as straight up or down; how far towards the corner the wedge of a
#: slanting side is placed above the middle, where fort letters can be, and below it, where the marks are.
_UPRIGHT, _UPPER, _LOWER = 0.01, 0.6, 0.1
#: Bands of nations, and backgrounds of sides: German grey with cut corners, Allied cream with round ones.
NATION: Final[dict[str, Colour]] = {
    "ge": theme.EMBLEMS[14], "be": theme.EMBLEMS[2], "fr": theme.EMBLEMS[0], "br": theme.EMBLEMS[1],
}  # fmt: skip
BODY: Final[tuple[Colour, Colour]] = (theme.BODY[1], theme.BODY[0])
SIDE: Final[tuple[Colour, Colour]] = (theme.SIDE[1], theme.SIDE[0])
PLATE: Final[tuple[Colour, Colour]] = (theme.PLATE[1], theme.PLATE[0])
#: Which mark is shown if a unit has several, most important first.
MARKS: Final = ("lost_2", "lost_1", "target", "fired", "forced", "exhausted", "tired", "moved")


@dataclass(frozen=True, slots=True)
class HexCounterKey:
    """One counter in one state."""

    label: str
    side: int
    nation: str
    arm: str
    #: The text next to the symbol of the arm.
    figure: str
    reduced: bool = False
    #: The hexside that it faces, -1 for none.
    facing: int = -1
    mark: str = ""
    supply: str = ""
    deployed: bool = False

    def size(self, scale: float) -> tuple[int, int]:
        """Return the size including the margin, which is the same for all counters."""
        return pixels(WIDE + 2 * RIM, HIGH + 2 * RIM, scale)

    def words(self) -> str:
        """Return band and figure."""
        return f"{self.label} {self.figure}".strip()

    def text_px(self, scale: float) -> float | None:
        """Return the height of its smallest letters."""
        return (LONG_PX if len(self.figure) > _SHORT else PX) * scale

    def paint(self, scale: float) -> Image.Image:
        """Draw shape, band, arm symbol, wedge and marks, then the letters."""
        c = Canvas(self.size(scale), scale)
        body = BODY[self.side]
        outline(c, self.side, 0.0, theme.INK)
        outline(c, self.side, 1.4, body)
        if self.reduced:
            _stripes(c, body)
        band(c, self.side, NATION[self.nation])
        arm(c, self.arm, RIM + 4.5, RIM + BAND + 3.2, NATION[self.nation], hollow=self.reduced, deployed=self.deployed)
        if self.facing >= 0:
            notch(c, self.facing, SIDE[self.side])
        if self.mark:
            spent(c, self.mark, RIM + WIDE - 1.5, RIM + HIGH - 1.5)
        if self.supply:
            short(c, self.supply, RIM + 1.5, RIM + HIGH - 1.5)
        image = c.finish()
        middle = image.width / 2
        write(image, self.label, "sans_bold", PX * scale, (middle, (RIM + BAND / 2 + 0.6) * scale), theme.WHITE)
        long = len(self.figure) > _SHORT  # e.g. "30.5", next to the arm symbol
        at = ((RIM + (36.2 if long else 35.2)) * scale, (RIM + BAND + 9.0) * scale)
        write(image, self.figure, "sans_bold", (LONG_PX if long else PX) * scale, at, theme.INK)
        return image


@dataclass(frozen=True, slots=True)
class HiddenKey:
    """A stack hidden from the viewer: a plate in its side's colour with a question mark."""

    side: int

    def size(self, scale: float) -> tuple[int, int]:
        """Return the size of a counter."""
        return pixels(WIDE + 2 * RIM, HIGH + 2 * RIM, scale)

    def words(self) -> str:
        """Return the question mark."""
        return "?"

    def text_px(self, scale: float) -> float | None:
        """Return the height of the question mark."""
        return 28.0 * scale

    def paint(self, scale: float) -> Image.Image:
        """Draw two overlapping plates with the question mark."""
        c = Canvas(self.size(scale), scale)
        for dx, dy in ((3.0, -3.0), (0.0, 0.0)):
            outline(c, self.side, 0.0, theme.INK, dx, dy)
            outline(c, self.side, 1.6, PLATE[self.side], dx, dy)
        image = c.finish()
        write(image, "?", "sans_bold", 28.0 * scale, (image.width / 2, image.height / 2), SIDE[self.side])
        return image


@dataclass(frozen=True, slots=True)
class MoreKey:
    """The number of further units in a hex: "+3"."""

    count: int
    side: int

    def size(self, scale: float) -> tuple[int, int]:
        """Return the size of a counter."""
        return pixels(WIDE + 2 * RIM, HIGH + 2 * RIM, scale)

    def words(self) -> str:
        """Return the number."""
        return f"+{self.count}"

    def text_px(self, scale: float) -> float | None:
        """Return the height of the number."""
        return 22.0 * scale

    def paint(self, scale: float) -> Image.Image:
        """Draw a pile of empty counters with the number."""
        c = Canvas(self.size(scale), scale)
        for step in (4.0, 2.0, 0.0):
            outline(c, self.side, 0.0, theme.INK, step, -step)
            outline(c, self.side, 1.4, BODY[self.side], step, -step)
        image = c.finish()
        write(image, self.words(), "sans_bold", 22.0 * scale, (image.width / 2, image.height / 2), theme.INK)
        return image


@dataclass(frozen=True, slots=True)
class CountKey:
    """The number of stacks and units in a hex that shows only one, as a disc at the counter's corner."""

    count: int
    side: int

    def size(self, scale: float) -> tuple[int, int]:
        """Return a small square."""
        return pixels(24.0, 24.0, scale)

    def words(self) -> str:
        """Return the number."""
        return str(self.count)

    def text_px(self, scale: float) -> float | None:
        """Return the height of the number."""
        return PX * scale

    def paint(self, scale: float) -> Image.Image:
        """Draw a disc in the side's colour with the number."""
        c = Canvas(self.size(scale), scale)
        c.disc(12, 12, 11.6, theme.WHITE)
        c.disc(12, 12, 10.2, SIDE[self.side])
        image = c.finish()
        write(image, self.words(), "sans_bold", PX * scale, (image.width / 2, image.height / 2), theme.WHITE)
        return image


@dataclass(frozen=True, slots=True)
class MarkKey(Wordless):
    """The disc of one mark, or of failing supply ("limited", "out")."""

    mark: str

    def size(self, scale: float) -> tuple[int, int]:
        """Return a small square."""
        return pixels(20.0, 20.0, scale)

    def paint(self, scale: float) -> Image.Image:
        """Draw the disc as on a counter."""
        c = Canvas(self.size(scale), scale)
        (short if self.mark in ("limited", "out") else spent)(c, self.mark, 10.0, 10.0)
        return c.finish()


def notch(c: Canvas, facing: int, colour: Colour) -> None:
    """Draw a wedge at the edge of a counter, pointing to the hexside it faces."""
    tip, *feet = wedge(facing, RIM + WIDE / 2, RIM + HIGH / 2)
    shape = [tip, *feet]
    c.line([*shape, shape[0], shape[1]], theme.WHITE, 2.6)
    c.polygon(shape, colour)


def wedge(facing: int, x: float, y: float) -> list[XY]:
    """Return tip and base of the wedge of a counter centred at a point.

    On a slanting side it is nearer the middle of the edge than the corner, so that it covers neither fort letters nor
    marks.
    """
    turn = math.radians(ANGLES[facing])
    dx, dy = math.cos(turn), math.sin(turn)
    slanting = abs(dx) > _UPRIGHT
    reach = (WIDE / 2) / abs(dx) if slanting else (HIGH / 2) / abs(dy)
    rx, ry = x + dx * reach, y + dy * reach * (1.0 if not slanting else _UPPER if dy < 0 else _LOWER)
    feet = [(rx - dx * 0.5 - dy * w, ry - dy * 0.5 + dx * w) for w in (9.5, -9.5)]
    return [(rx + dx * (RIM - 1.5), ry + dy * (RIM - 1.5)), *feet]


def outline(c: Canvas, side: int, inset: float, colour: Colour, dx: float = 0.0, dy: float = 0.0) -> None:
    """Draw the shape of a counter: round corners for the Allies, cut corners for the Germans."""
    x0, y0, x1, y1 = RIM + inset + dx, RIM + inset + dy, RIM + WIDE - inset + dx, RIM + HIGH - inset + dy
    if side == 1:
        c.rect((x0, y0, x1, y1), colour, radius=7.0 - inset)
        return
    k = 5.0 - inset * 0.4
    c.polygon(
        [
            (x0 + k, y0),
            (x1 - k, y0),
            (x1, y0 + k),
            (x1, y1 - k),
            (x1 - k, y1),
            (x0 + k, y1),
            (x0, y1 - k),
            (x0, y0 + k),
        ],
        colour,
    )


def band(c: Canvas, side: int, colour: Colour) -> None:
    """Draw the band in a nation's colour, following the shape of the counter's upper half."""
    x0, y0, x1, y1 = RIM + 1.4, RIM + 1.4, RIM + WIDE - 1.4, RIM + BAND
    if side == 1:
        c.rect((x0, y0, x1, y1), colour, radius=5.4)
        c.rect((x0, y1 - 7, x1, y1), colour)
        return
    k = 4.4
    c.polygon([(x0 + k, y0), (x1 - k, y0), (x1, y0 + k), (x1, y1), (x0, y1), (x0, y0 + k)], colour)


def _stripes(c: Canvas, body: Colour) -> None:
    """Draw bars across the lower half to show step losses."""
    shade = mix(body, theme.INK, 0.16)
    for i in range(4):
        y = RIM + BAND + 1.6 + i * 4.4
        c.rect((RIM + 2.0, y, RIM + WIDE - 2.0, y + 1.8), shade)
    c.rect((RIM + 23.0, RIM + BAND + 1.6, RIM + WIDE - 2.0, RIM + HIGH - 2.0), theme.WHITE, radius=2)


def arm(c: Canvas, kind: str, x: float, y: float, colour: Colour, *, hollow: bool, deployed: bool) -> None:
    """Draw the symbol of an arm in a box of 17 x 11 px."""
    w, h = 17.0, 11.0
    fill, stroke = (theme.WHITE, theme.INK) if hollow else (colour, theme.WHITE)
    if kind == "HQ":
        c.line([(x + 2, y - 1), (x + 2, y + h + 1)], theme.INK, 1.8)
        c.polygon([(x + 2, y - 1), (x + w, y - 1), (x + w, y + h - 2.5), (x + 2, y + h - 2.5)], colour, theme.INK, 1.2)
        return
    c.rect((x, y, x + w, y + h), fill, theme.INK, 1.3)
    if kind in ("INF", "CAV"):
        c.line([(x + 1, y + h - 1), (x + w - 1, y + 1)], stroke, 1.5)
    if kind == "INF":
        c.line([(x + 1, y + 1), (x + w - 1, y + h - 1)], stroke, 1.5)
    if kind == "PIO":
        c.line([(x + 3, y + 8), (x + 3, y + 3), (x + w - 3, y + 3), (x + w - 3, y + 8)], stroke, 1.6)
        c.line([(x + w / 2, y + 3), (x + w / 2, y + 8)], stroke, 1.6)
    if kind == "HAR":
        c.disc(x + w / 2, y + h / 2, 3.4, stroke)
    if kind == "SAR":
        c.disc(x + w / 2 - 3.2, y + h - 3.4, 2.6, stroke)
        c.line([(x + w / 2 - 4, y + h - 4), (x + w - 3, y + 2.2)], stroke, 2.6)
    if deployed:
        c.line([(x - 1.5, y + h + 2.0), (x + w + 1.5, y + h + 2.0)], theme.INK, 2.0)


def spent(c: Canvas, mark: str, x: float, y: float) -> None:
    """Draw a disc for what a unit has done or suffered."""
    loss = mark in ("lost_1", "lost_2", "target")
    c.disc(x, y, 7.4, theme.RED if loss else theme.INK, theme.WHITE, 1.3)
    ink, r = theme.WHITE, 3.6
    if mark in ("lost_1", "lost_2"):
        for across in (-1.9, 1.9) if mark == "lost_2" else (0.0,):
            c.line([(x + across, y - r), (x + across, y + r)], ink, 2.2)
    elif mark in ("target", "fired"):
        for turn in (0, 60, 120):
            dx, dy = r * math.cos(math.radians(turn)), r * math.sin(math.radians(turn))
            c.line([(x - dx, y - dy), (x + dx, y + dy)], ink, 1.5)
    elif mark in ("forced", "exhausted"):
        for across in (-2.2, 1.6):
            c.line([(x + across - 1.4, y - r + 0.4), (x + across + 1.8, y), (x + across - 1.4, y + r - 0.4)], ink, 1.7)
    else:
        c.line([(x - 1.8, y - r + 0.2), (x + 2.2, y), (x - 1.8, y + r - 0.2)], ink, 2.0)


def short(c: Canvas, supply: str, x: float, y: float) -> None:
    """Draw the sign of failing supply: a disc with a bar, half of one if it is limited."""
    c.disc(x, y, 7.4, theme.RED if supply == "out" else theme.GOLD, theme.WHITE, 1.3)
    if supply == "out":
        c.rect((x - 4.4, y - 1.5, x + 4.4, y + 1.5), theme.WHITE)
    else:
        c.rect((x - 4.4, y - 1.2, x, y + 1.2), theme.INK)


__all__ = [
    "BAND",
    "BODY",
    "HIGH",
    "MARKS",
    "NATION",
    "PLATE",
    "PX",
    "RIM",
    "SIDE",
    "WIDE",
    "CountKey",
    "HexCounterKey",
    "HiddenKey",
    "MarkKey",
    "MoreKey",
    "wedge",
]
