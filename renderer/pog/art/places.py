"""Plates, names and signs of spaces."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from renderer.kit import theme
from renderer.kit.canvas import Canvas, pixels, write
from renderer.kit.palette import mix
from renderer.kit.sprites import Wordless
from renderer.kit.text import haloed
from renderer.pog.art import glyphs

PLATE = 44.0
DOT = 16.0
NAME_FONT, NAME_PX, NAME_HIGH = "serif_bold", 16.0, 17.0
CAPITAL_PX, LEAST_PX = 14.5, 14.0
#: Names wider than this are broken into two lines or, if they can't be, set smaller.
NAME_ROOM = 128.0
BADGE = 12.0
ICON, ICON_GAP = 16.0, 3.0
#: A fort's wall is as wide as two signs, so that it can be seen from afar.
WALL = 32.0
#: Background of VP spaces' names.
GILT = mix(theme.GOLD, theme.PAPER, 0.5)


@dataclass(frozen=True, slots=True)
class PlateKey(Wordless):
    """An empty space: framed by its side (shape and colour), with its terrain in the middle."""

    control: int | None
    terrain: str
    beach: bool = False
    edge_box: bool = False

    def size(self, scale: float) -> tuple[int, int]:
        """Return a square."""
        return pixels(PLATE, PLATE, scale)

    def paint(self, scale: float) -> Image.Image:
        """Draw Allied plates with rounded corners, Central Powers ones square with a double frame."""
        c = Canvas(self.size(scale), scale)
        n = PLATE
        if self.control == 0:
            c.rect((0, 0, n, n), theme.SIDE[0], radius=11)
            c.rect((2.6, 2.6, n - 2.6, n - 2.6), theme.PLATE[0], radius=8.6)
        elif self.control == 1:
            c.rect((0, 0, n, n), theme.SIDE[1])
            c.rect((2.2, 2.2, n - 2.2, n - 2.2), theme.PAPER)
            c.rect((3.8, 3.8, n - 3.8, n - 3.8), theme.SIDE[1])
            c.rect((5.2, 5.2, n - 5.2, n - 5.2), theme.PLATE[1])
        else:
            k = 9.0
            octagon = [(k, 1.0), (n - k, 1.0), (n - 1, k), (n - 1, n - k),
                       (n - k, n - 1), (k, n - 1), (1.0, n - k), (1.0, k)]  # fmt: skip
            c.polygon(octagon, theme.PAPER, theme.INK_SOFT, 1.6)
        if self.beach:
            for i, top in enumerate((14.0, 21.0, 28.0)):
                wave = [(10 + x * 3.0, top + (1.6 if (x + i) % 2 else -1.6)) for x in range(9)]
                c.line(wave, theme.BLUE, 2.0)
        elif self.terrain in glyphs.TERRAIN:
            glyphs.TERRAIN[self.terrain](c, n * 0.2, n * 0.17, n * 0.6)
        if self.edge_box:
            for x in (7.0, n - 7.0):
                tip = 1 if x > n / 2 else -1
                c.line([(x - 2.5 * tip, 8), (x, 8), (x, n - 8), (x - 2.5 * tip, n - 8)], theme.INK, 1.8)
        return c.finish()


@dataclass(frozen=True, slots=True)
class DotKey(Wordless):
    """A space that doesn't fit into the picture: a small disc or square where its lines meet."""

    control: int | None
    occupied: bool

    def size(self, scale: float) -> tuple[int, int]:
        """Return a small square."""
        return pixels(DOT, DOT, scale)

    def paint(self, scale: float) -> Image.Image:
        """Draw the sign, filled if units are there."""
        c = Canvas(self.size(scale), scale)
        colour = theme.INK_SOFT if self.control is None else theme.SIDE[self.control]
        fill = colour if self.occupied else theme.PAPER if self.control is None else theme.PLATE[self.control]
        if self.control == 1:
            c.rect((0.5, 0.5, DOT - 0.5, DOT - 0.5), fill, colour, 2.6)
        else:
            c.disc(DOT / 2, DOT / 2, DOT / 2 - 0.4, fill, colour, 2.6)
        return c.finish()


@dataclass(frozen=True, slots=True)
class SpaceNameKey:
    """The name of a space next to its control badge; VP spaces on a golden plate, capitals in capital letters."""

    title: str
    control: int | None
    vp: bool
    capital: bool
    badge: bool = True

    def _lines(self) -> tuple[str, ...]:
        text = self.title.upper() if self.capital else self.title
        if self._width(text) <= NAME_ROOM:
            return (text,)
        for i, letter in sorted(enumerate(text), key=lambda p: abs(p[0] - len(text) / 2)):
            if letter in "- ":
                return (text[: i + 1].rstrip(), text[i + 1 :])
        return (text,)

    def _base(self) -> float:
        """Return the font size at scale 1.0; capital letters are set slightly smaller."""
        return CAPITAL_PX if self.capital else NAME_PX

    def _width(self, text: str) -> float:
        return theme.text_width(text, NAME_FONT, self._base()) + BADGE + 8

    def _px(self, scale: float) -> float:
        """Return the font size; long single words are set smaller, but never below `LEAST_PX`."""
        widest = max(self._width(line) for line in self._lines())
        px = self._base() if widest <= NAME_ROOM else max(self._base() * NAME_ROOM / widest, LEAST_PX)
        return max(round(px * scale * 2) / 2, 9.5)

    def size(self, scale: float) -> tuple[int, int]:
        """Return the size of its text and badge."""
        return _name_size(self, scale)

    def measure(self, scale: float) -> tuple[int, int]:
        """Compute the size."""
        px = self._px(scale)
        width = max(theme.text_width(line, NAME_FONT, px) for line in self._lines()) + 5
        return round(width) + self._badge(scale), max(math.ceil(NAME_HIGH * scale), 12) * len(self._lines())

    def _badge(self, scale: float) -> int:
        return round((BADGE + 2) * scale) if self.badge else 0

    def words(self) -> str:
        """Return the name."""
        return " ".join(self._lines())

    def text_px(self, scale: float) -> float | None:
        """Return the font size of the name."""
        return self._px(scale)

    def paint(self, scale: float) -> Image.Image:
        """Draw the text with a paper halo, and the badge to its left."""
        width, height = self.size(scale)
        badge, lines = self._badge(scale), self._lines()
        image = Image.new("RGBA", (width, height), (*theme.PAPER, 0))
        row = height // len(lines)
        if self.vp:
            plate = Canvas((width - badge, height), scale)
            wide, high = (width - badge) / scale, height / scale
            plate.rect((0, 0, wide, high), theme.INK, radius=3)
            plate.rect((1, 1, wide - 1, high - 1), GILT, radius=2)
            ground = plate.finish()
            image.paste(ground, (badge, 0), ground)
        for i, line in enumerate(lines):
            middle = badge + (width - badge) / 2, row / 2
            if self.vp:
                write(image, line, NAME_FONT, self._px(scale), (middle[0], middle[1] + i * row), theme.INK)
                continue
            piece = haloed((width, row), line, NAME_FONT, self._px(scale), middle, theme.INK)
            image.paste(piece, (0, i * row), piece)
        if self.badge:
            c = Canvas((badge, row), scale)
            glyphs.CONTROL[self.control](c, 1.0, (row / scale - BADGE) / 2, BADGE)
            sign = c.finish()
            image.paste(sign, (0, 0), sign)
        return image


@lru_cache(maxsize=4096)
def _name_size(key: SpaceNameKey, scale: float) -> tuple[int, int]:
    return key.measure(scale)


@dataclass(frozen=True, slots=True)
class SignsKey:
    """A row of signs below the name; forts are ("fort", value, state)."""

    signs: tuple[tuple[str, int, str], ...]

    def size(self, scale: float) -> tuple[int, int]:
        """Return the size of the row."""
        return pixels(sum(map(self._wide, self.signs)) + (len(self.signs) - 1) * ICON_GAP + 2, ICON + 1, scale)

    @staticmethod
    def _wide(sign: tuple[str, int, str]) -> float:
        return WALL if sign[0] == "fort" else ICON

    def words(self) -> str:
        """Return the strengths of forts."""
        return " ".join(str(v) for name, v, state in self.signs if name == "fort" and state != "destroyed")

    def text_px(self, scale: float) -> float | None:
        """Return the font size of the figure in a fort."""
        return max(14.0 * scale, 9.0) if self.words() else None

    def paint(self, scale: float) -> Image.Image:
        """Draw the signs from left to right."""
        c = Canvas(self.size(scale), scale)
        x, numbers = 1.0, []
        for sign in self.signs:
            name, value, state = sign
            if name == "fort":
                glyphs.fort(c, x, 0.5, WALL, ICON, state)
                numbers.append((x + WALL / 2, value, state))
            else:
                glyphs.SIGNS[name](c, x, 0.5, ICON)
            x += self._wide(sign) + ICON_GAP
        image = c.finish()
        for middle, value, state in numbers:
            if state != "destroyed":
                ink = theme.WHITE if state == "intact" else theme.RED
                centre = (middle * scale, (2.6 + ICON / 2) * scale)
                write(image, str(value), "sans_bold", max(14.0 * scale, 9.0), centre, ink)
        return image
