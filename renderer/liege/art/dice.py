"""Twenty-sided dice, and simple shapes for reports."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PIL import Image

from renderer.kit import theme
from renderer.kit.canvas import Canvas, pixels, write
from renderer.kit.sprites import Sized
from renderer.kit.theme import Colour


@dataclass(frozen=True, slots=True)
class TwentyKey:
    """A twenty-sided die showing a number; "?" before it is rolled."""

    value: int | None
    fill: Colour
    ink: Colour
    edge: float = 56.0

    def size(self, scale: float) -> tuple[int, int]:
        """Return a square."""
        return pixels(self.edge, self.edge, scale)

    def words(self) -> str:
        """Return the number."""
        return "?" if self.value is None else str(self.value)

    def text_px(self, scale: float) -> float | None:
        """Return the height of the number."""
        return self.edge * 0.4 * scale

    def paint(self, scale: float) -> Image.Image:
        """Draw six outer edges and the triangle of the top face."""
        c = Canvas(self.size(scale), scale)
        m = self.edge / 2
        outer = [
            (m + (m - 1.5) * math.cos(math.radians(60 * n - 90)), m + (m - 1.5) * math.sin(math.radians(60 * n - 90)))
            for n in range(6)
        ]
        inner = [
            (m + m * 0.66 * math.cos(math.radians(120 * n - 90)), m + m * 0.66 * math.sin(math.radians(120 * n - 90)))
            for n in range(3)
        ]
        c.polygon(outer, self.fill, theme.INK, 2.0)
        for number, corner in enumerate(inner):
            for turn in (-1, 0, 1):
                c.line([corner, outer[(2 * number + turn) % 6]], theme.INK_FAINT, 1.0)
        c.polygon(inner, None, theme.INK_FAINT, 1.2)
        image = c.finish()
        write(image, self.words(), "sans_bold", self.edge * 0.4 * scale, (image.width / 2, image.height / 2), self.ink)
        return image


@dataclass(frozen=True, slots=True)
class VerdictSignKey(Sized):
    """A tick or a cross on a disc: passed or failed."""

    good: bool
    wide: float = 26.0
    high: float = 26.0

    def paint(self, scale: float) -> Image.Image:
        """Draw white on green, or white on red."""
        c = Canvas(self.size(scale), scale)
        m = self.wide / 2
        c.disc(m, m, m - 0.5, theme.GREEN if self.good else theme.RED)
        if self.good:
            c.line([(m - 6, m), (m - 1.5, m + 5), (m + 6.5, m - 5)], theme.WHITE, 3.2)
        else:
            c.line([(m - 5, m - 5), (m + 5, m + 5)], theme.WHITE, 3.2)
            c.line([(m - 5, m + 5), (m + 5, m - 5)], theme.WHITE, 3.2)
        return c.finish()


@dataclass(frozen=True, slots=True)
class StruckKey(Sized):
    """Two strokes across a destroyed counter."""

    wide: float
    high: float

    def paint(self, scale: float) -> Image.Image:
        """Draw red strokes with a white border."""
        c = Canvas(self.size(scale), scale)
        for colour, width in ((theme.WHITE, 7.0), (theme.RED, 4.0)):
            c.line([(5, 5), (self.wide - 5, self.high - 5)], colour, width)
            c.line([(self.wide - 5, 5), (5, self.high - 5)], colour, width)
        return c.finish()


@dataclass(frozen=True, slots=True)
class RibbonKey(Sized):
    """The background of a verdict."""

    wide: float
    high: float
    fill: Colour

    def paint(self, scale: float) -> Image.Image:
        """Draw a band with notched ends and a golden border."""
        c = Canvas(self.size(scale), scale)
        w, h = self.wide, self.high
        for inset, colour in ((0.0, theme.GOLD), (2.5, self.fill)):
            a, b = inset, inset * 1.6
            c.polygon(
                [
                    (b, a),
                    (w - b, a),
                    (w - h * 0.4 - b * 0.2, h / 2),
                    (w - b, h - a),
                    (b, h - a),
                    (h * 0.4 + b * 0.2, h / 2),
                ],
                colour,
            )
        return c.finish()


__all__ = ["RibbonKey", "StruckKey", "TwentyKey", "VerdictSignKey"]
