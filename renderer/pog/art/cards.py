"""Shapes and badges of strategy cards, and dice."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PIL import Image

from renderer.kit import theme
from renderer.kit.canvas import Canvas, pixels, write
from renderer.kit.sprites import Sized, Wordless, Written
from renderer.kit.theme import Colour


@dataclass(frozen=True, slots=True)
class ShapeKey(Sized):
    """A plain shape: "round" or "cut" rectangle, "disc", "square", "ribbon"."""

    kind: str
    wide: float
    high: float
    fill: Colour
    edge: Colour
    line: float = 2.0
    radius: float = 12.0

    def paint(self, scale: float) -> Image.Image:
        """Draw outline and fill."""
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
        """Return a square."""
        return pixels(self.edge, self.edge, scale)

    def words(self) -> str:
        """Return the number."""
        return str(self.value)

    def text_px(self, scale: float) -> float | None:
        """Return None: there are pips but no text."""
        return None

    def paint(self, scale: float) -> Image.Image:
        """Draw a rounded die face with pips."""
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
class CrossOutKey(Sized):
    """Two strokes across a lost counter."""

    wide: float
    high: float

    def paint(self, scale: float) -> Image.Image:
        """Draw red strokes with a white border."""
        c = Canvas(self.size(scale), scale)
        for colour, width in ((theme.WHITE, 7.5), (theme.RED, 4.4)):
            c.line([(4, 5), (self.wide - 4, self.high - 5)], colour, width)
            c.line([(self.wide - 4, 5), (4, self.high - 5)], colour, width)
        return c.finish()


@dataclass(frozen=True, slots=True)
class VerdictKey(Wordless):
    """A tick, or a crossed circle: playable now, or not."""

    playable: bool

    def size(self, scale: float) -> tuple[int, int]:
        """Return a small square."""
        return pixels(20, 20, scale)

    def paint(self, scale: float) -> Image.Image:
        """Draw a white sign for the bar's coloured background."""
        c = Canvas(self.size(scale), scale)
        if self.playable:
            c.line([(3, 10), (8, 16), (17, 4)], theme.WHITE, 3.6)
        else:
            c.disc(10, 10, 8, None, theme.WHITE, 2.6)
            c.line([(4.5, 15.5), (15.5, 4.5)], theme.WHITE, 2.6)
        return c.finish()


@dataclass(frozen=True, slots=True)
class LabelKey(Written):
    """A short text on a rounded plate."""

    text: str
    px: float
    ink: Colour
    ground: Colour
    #: Height of the plate relative to the font size.
    tall: float = 1.36

    def size(self, scale: float) -> tuple[int, int]:
        """Return the size of the text plus a margin."""
        width = theme.text_width(self.text, "sans_bold", self.px * scale)
        return math.ceil(width + 12 * scale), round(self.px * scale * self.tall)

    def paint(self, scale: float) -> Image.Image:
        """Draw the plate with a white border, then the text."""
        size = self.size(scale)
        c = Canvas(size, scale)
        w, h = size[0] / scale, size[1] / scale
        c.rect((0, 0, w, h), theme.WHITE, radius=h * 0.42)
        c.rect((1.4, 1.4, w - 1.4, h - 1.4), self.ground, radius=h * 0.36)
        image = c.finish()
        write(image, self.text, "sans_bold", self.px * scale, (size[0] / 2, size[1] / 2), self.ink)
        return image
