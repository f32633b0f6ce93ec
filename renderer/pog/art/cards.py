"""Backs, badges and emblems of strategy cards, and dice."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PIL import Image

from renderer.kit import theme
from renderer.kit.canvas import Canvas, pixels, write
from renderer.kit.theme import Colour
from renderer.pog.art import glyphs


@dataclass(frozen=True, slots=True)
class ShapeKey:
    """A plain shape: "round" or "cut" rectangle, "disc", "square", "ribbon"."""

    kind: str
    wide: float
    high: float
    fill: Colour
    edge: Colour
    line: float = 2.0
    radius: float = 12.0

    def size(self, scale: float) -> tuple[int, int]:
        """Of the shape."""
        return pixels(self.wide, self.high, scale)

    def words(self) -> str:
        """No text."""
        return ""

    def text_px(self, scale: float) -> float | None:
        """No text."""
        return None

    def paint(self, scale: float) -> Image.Image:
        """Outline and filling."""
        c = Canvas(self.size(scale), scale)
        w, h, n, k = self.wide, self.high, self.line, self.radius
        if self.kind == "round":
            c.rect((0, 0, w, h), self.edge, radius=k)
            c.rect((n, n, w - n, h - n), self.fill, radius=max(k - n, 0))
        elif self.kind == "disc":
            c.disc(w / 2, h / 2, min(w, h) / 2, self.edge)
            c.disc(w / 2, h / 2, min(w, h) / 2 - n, self.fill)
        elif self.kind == "ribbon":
            for inset, colour in ((0.0, self.edge), (n, self.fill)):
                a, b = inset, inset * 1.6
                c.polygon([(b, a), (w - b, a), (w - h * 0.4 - b * 0.2, h / 2), (w - b, h - a), (b, h - a),
                           (h * 0.4 + b * 0.2, h / 2)], colour)  # fmt: skip
        else:
            k = k if self.kind == "cut" else 0.0
            for inset, colour in ((0.0, self.edge), (n, self.fill)):
                a, b = inset, k + inset * 0.42
                c.polygon([(b, a), (w - b, a), (w - a, b), (w - a, h - b), (w - b, h - a), (b, h - a),
                           (a, h - b), (a, b)], colour)  # fmt: skip
        return c.finish()


@dataclass(frozen=True, slots=True)
class DieKey:
    """A die showing a number."""

    value: int
    fill: Colour
    pips: Colour
    edge: float = 52.0

    def size(self, scale: float) -> tuple[int, int]:
        """A square."""
        return pixels(self.edge, self.edge, scale)

    def words(self) -> str:
        """The number."""
        return str(self.value)

    def text_px(self, scale: float) -> float | None:
        """Pips, no text."""
        return None

    def paint(self, scale: float) -> Image.Image:
        """Rounded cube face with pips."""
        c = Canvas(self.size(scale), scale)
        n = self.edge
        c.rect((0, 0, n, n), theme.INK, radius=n * 0.2)
        c.rect((1.8, 1.8, n - 1.8, n - 1.8), self.fill, radius=n * 0.17)
        a, b, m = 0.27 * n, 0.73 * n, n / 2
        spots = {
            1: [(m, m)],
            2: [(a, a), (b, b)],
            3: [(a, a), (m, m), (b, b)],
            4: [(a, a), (a, b), (b, a), (b, b)],
            5: [(a, a), (a, b), (m, m), (b, a), (b, b)],
            6: [(a, a), (a, m), (a, b), (b, a), (b, m), (b, b)],
        }.get(self.value, [])
        for x, y in spots:
            c.disc(x, y, n * 0.095, self.pips)
        return c.finish()


@dataclass(frozen=True, slots=True)
class CrossOutKey:
    """Two strokes over a counter that is lost."""

    wide: float
    high: float

    def size(self, scale: float) -> tuple[int, int]:
        """Of the counter."""
        return pixels(self.wide, self.high, scale)

    def words(self) -> str:
        """No text."""
        return ""

    def text_px(self, scale: float) -> float | None:
        """No text."""
        return None

    def paint(self, scale: float) -> Image.Image:
        """Red on white."""
        c = Canvas(self.size(scale), scale)
        for colour, width in ((theme.WHITE, 7.5), (theme.RED, 4.4)):
            c.line([(4, 5), (self.wide - 4, self.high - 5)], colour, width)
            c.line([(self.wide - 4, 5), (4, self.high - 5)], colour, width)
        return c.finish()


@dataclass(frozen=True, slots=True)
class EmblemKey:
    """The drawn emblem of a card family, 84 units high."""

    family: str
    side: int
    wide: float = 200.0
    high: float = 84.0

    def size(self, scale: float) -> tuple[int, int]:
        """A wide vignette."""
        return pixels(self.wide, self.high, scale)

    def words(self) -> str:
        """No text."""
        return ""

    def text_px(self, scale: float) -> float | None:
        """No text."""
        return None

    def paint(self, scale: float) -> Image.Image:
        """A ruled vignette with the emblem in the middle."""
        c = Canvas(self.size(scale), scale)
        w, h = self.wide, self.high
        c.rect((0, 0, w, h), theme.PLATE[self.side])
        for i in range(1, int(h / 7)):
            c.rect((0, i * 7.0, w, i * 7.0 + 0.7), theme.TINT[self.side])
        _EMBLEMS[self.family](c, w / 2, h / 2, theme.SIDE[self.side])
        return c.finish()


def _sabres(c: Canvas, x: float, y: float, ink: Colour) -> None:
    for s in (1, -1):
        blade = [(x - 44 * s, y + 25), (x - 16 * s, y + 5), (x + 14 * s, y - 13), (x + 40 * s, y - 27)]
        c.line(blade, theme.INK, 6.5)
        c.line(blade, theme.WHITE, 3.2)
        c.line([(x - 35 * s, y + 29), (x - 45 * s, y + 13)], theme.GOLD, 4.5)
        c.line([(x - 40 * s, y + 22), (x - 54 * s, y + 32)], ink, 6)


def _gun(c: Canvas, x: float, y: float, ink: Colour) -> None:
    c.line([(x - 6, y + 6), (x + 58, y - 22)], theme.INK, 10)
    c.line([(x - 4, y + 4), (x + 56, y - 22)], ink, 5.5)
    c.line([(x - 8, y + 6), (x - 58, y + 30)], theme.INK, 6)
    c.polygon([(x - 10, y - 18), (x + 2, y - 24), (x + 12, y + 12), (x, y + 16)], ink, theme.INK, 2)
    c.disc(x, y + 12, 20, theme.PAPER, theme.INK, 4)
    for dx, dy in ((1.0, 0.0), (0.5, 0.866), (-0.5, 0.866)):
        c.line([(x - 17 * dx, y + 12 - 17 * dy), (x + 17 * dx, y + 12 + 17 * dy)], theme.INK, 2.4)
    c.disc(x, y + 12, 5, ink, theme.INK, 1.6)
    c.line([(x - 70, y + 33), (x + 70, y + 33)], theme.INK, 1.6)


def _ship(c: Canvas, x: float, y: float, ink: Colour) -> None:
    c.polygon([(x - 62, y + 8), (x + 66, y + 8), (x + 56, y + 24), (x - 52, y + 24)], ink, theme.INK, 2)
    c.rect((x - 26, y - 6, x + 30, y + 8), theme.INK_SOFT)
    for fx in (-14.0, 2.0, 18.0):
        c.rect((x + fx, y - 24, x + fx + 8, y - 5), theme.INK)
        c.disc(x + fx - 2, y - 31, 5, theme.INK_FAINT)
    c.line([(x - 40, y + 8), (x - 40, y - 24)], theme.INK, 2)
    c.line([(x + 42, y + 8), (x + 42, y - 18)], theme.INK, 2)
    for gx, d in ((-48.0, -1), (46.0, 1)):
        c.line([(x + gx, y + 4), (x + gx + 18 * d, y - 1)], theme.INK, 3)
    for row in (28.0, 34.0):
        wave = [(x - 80 + i * 10, y + row + (2.4 if i % 2 else -2.4)) for i in range(17)]
        c.line(wave, theme.BLUE, 2.2)


def _plane(c: Canvas, x: float, y: float, ink: Colour) -> None:
    c.rect((x - 54, y - 20, x + 54, y - 12), ink, theme.INK, 1.6, radius=4)
    c.rect((x - 46, y + 8, x + 46, y + 15), ink, theme.INK, 1.6, radius=4)
    for dx in (-40.0, -20.0, 20.0, 40.0):
        c.line([(x + dx, y - 13), (x + dx * 0.92, y + 9)], theme.INK, 1.8)
    c.disc(x, y - 1, 12, theme.INK_SOFT, theme.INK, 2)
    c.line([(x, y - 25), (x, y + 23)], theme.INK, 3)
    c.line([(x - 10, y + 12), (x - 16, y + 27)], theme.INK, 2)
    c.line([(x + 10, y + 12), (x + 16, y + 27)], theme.INK, 2)
    for dx in (-16.0, 16.0):
        c.disc(x + dx, y + 28, 4.5, theme.INK)


def _parapet(c: Canvas, x: float, y: float, ink: Colour) -> None:
    ground = [(x - 80, y + 34), (x - 80, y + 6), (x - 48, y + 2), (x - 40, y + 24), (x - 8, y + 24),
              (x, y - 2), (x + 34, y - 6), (x + 80, y + 2), (x + 80, y + 34)]  # fmt: skip
    c.polygon(ground, theme.RELIEF_INK, theme.INK, 2.2)
    for i in range(3):
        c.rect(
            (x + 2 + i * 13, y - 14 - (i % 2) * 2, x + 14 + i * 13, y - 5 - (i % 2) * 2),
            theme.PAPER_DARK,
            theme.INK,
            1.4,
            radius=4,
        )
    c.line([(x - 62, y - 2), (x - 32, y - 32)], theme.GOLD, 4)
    c.polygon([(x - 68, y - 4), (x - 58, y + 4), (x - 70, y + 14), (x - 77, y + 6)], ink, theme.INK, 1.6)
    for i in range(4):
        px = x + 50 + i * 9
        c.line([(px, y), (px, y - 18)], theme.INK, 1.8)
    c.line([(x + 46, y - 13), (x + 82, y - 15)], theme.INK, 1.2)
    c.line([(x + 46, y - 6), (x + 82, y - 8)], theme.INK, 1.2)


def _scroll(c: Canvas, x: float, y: float, ink: Colour) -> None:
    c.rect((x - 38, y - 34, x + 34, y + 30), theme.WHITE, theme.INK, 2.2, radius=2)
    for i in range(6):
        end = 24 if i % 3 != 2 else 4
        c.line([(x - 28, y - 24 + i * 8), (x + end, y - 24 + i * 8)], theme.INK_FAINT, 1.8)
    c.line([(x + 14, y + 16), (x + 6, y + 34)], ink, 4)
    c.line([(x + 18, y + 16), (x + 26, y + 34)], ink, 4)
    c.disc(x + 16, y + 14, 12, ink, theme.INK, 1.6)
    glyphs.victory(c, x + 10, y + 7, 12)
    c.line([(x + 62, y - 36), (x + 40, y + 6)], theme.GOLD, 3.4)
    c.polygon([(x + 44, y + 2), (x + 38, y + 12), (x + 38, y + 2)], theme.INK)


def _flag(c: Canvas, x: float, y: float, ink: Colour) -> None:
    c.line([(x - 44, y - 36), (x - 44, y + 36)], theme.INK, 4)
    c.disc(x - 44, y - 37, 4, theme.GOLD)
    c.polygon([(x - 42, y - 32), (x - 10, y - 26), (x + 22, y - 32), (x + 52, y - 26), (x + 46, y - 8),
               (x + 52, y + 12), (x + 22, y + 6), (x - 10, y + 12), (x - 42, y + 6)], ink, theme.INK, 2)  # fmt: skip
    c.line([(x - 41, y - 13), (x - 10, y - 7), (x + 22, y - 13), (x + 47, y - 8)], theme.WHITE, 7)


def _wheel(c: Canvas, x: float, y: float, ink: Colour) -> None:
    glyphs.supply(c, x - 30, y - 30, 60)


_EMBLEMS = {
    "combat": _sabres,
    "war": _gun,
    "sea": _ship,
    "air": _plane,
    "works": _parapet,
    "politics": _scroll,
    "nation": _flag,
    "reinforcement": _wheel,
}


@dataclass(frozen=True, slots=True)
class VerdictKey:
    """A tick or a bar: may be played now, or not."""

    playable: bool

    def size(self, scale: float) -> tuple[int, int]:
        """A small square."""
        return pixels(20, 20, scale)

    def words(self) -> str:
        """No text."""
        return ""

    def text_px(self, scale: float) -> float | None:
        """No text."""
        return None

    def paint(self, scale: float) -> Image.Image:
        """White sign on the bar's colour."""
        c = Canvas(self.size(scale), scale)
        if self.playable:
            c.line([(3, 10), (8, 16), (17, 4)], theme.WHITE, 3.6)
        else:
            c.disc(10, 10, 8, None, theme.WHITE, 2.6)
            c.line([(4.5, 15.5), (15.5, 4.5)], theme.WHITE, 2.6)
        return c.finish()


@dataclass(frozen=True, slots=True)
class LabelKey:
    """A short text on a rounded plate."""

    text: str
    px: float
    ink: Colour
    ground: Colour
    #: Height of the plate against the size of the letters.
    tall: float = 1.36

    def size(self, scale: float) -> tuple[int, int]:
        """The text with a margin."""
        width = theme.text_width(self.text, "sans_bold", self.px * scale)
        return math.ceil(width + 12 * scale), round(self.px * scale * self.tall)

    def words(self) -> str:
        """The text."""
        return self.text

    def text_px(self, scale: float) -> float | None:
        """Font size in px."""
        return self.px * scale

    def paint(self, scale: float) -> Image.Image:
        """The plate with a white rim, then the text."""
        size = self.size(scale)
        c = Canvas(size, scale)
        w, h = size[0] / scale, size[1] / scale
        c.rect((0, 0, w, h), theme.WHITE, radius=h * 0.42)
        c.rect((1.4, 1.4, w - 1.4, h - 1.4), self.ground, radius=h * 0.36)
        image = c.finish()
        write(image, self.text, "sans_bold", self.px * scale, (size[0] / 2, size[1] / 2), self.ink)
        return image
