"""Trenches, sieges and activation markers, in the row above a stack."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image

from renderer.kit import theme
from renderer.kit.canvas import Canvas, pixels, write
from renderer.kit.palette import mix
from renderer.kit.sprites import Sized, Wordless
from renderer.pog.art import glyphs

ROW = 13.0


@dataclass(frozen=True, slots=True)
class TrenchKey(Wordless):
    """A parapet in its side's colour: one line for level 1, two for level 2; level 0 is a low one without a side."""

    level: int
    side: int | None
    wide: float

    def size(self, scale: float) -> tuple[int, int]:
        """Return a row as wide as the stack."""
        return pixels(self.wide, ROW - 1, scale)

    def paint(self, scale: float) -> Image.Image:
        """Draw crenellations on a paper background; level 2 is a filled double work."""
        c = Canvas(self.size(scale), scale)
        if not self.level:
            return self._low(c).finish()
        colour = theme.NEUTRAL if self.side is None else theme.SIDE[self.side]
        high, teeth = ROW - 1, max(4, round(self.wide / 11.5))
        step = (self.wide - 2.4) / (2 * teeth - 1)
        top, foot = 1.2, high - 4.2
        points = []
        for i in range(2 * teeth - 1):
            y = top if i % 2 == 0 else foot - 1.6
            points += [(1.2 + i * step, y), (1.2 + (i + 1) * step, y)]
        shape = [(1.2, foot + 2.6), *points, (self.wide - 1.2, foot + 2.6)]
        fill = mix(colour, theme.PAPER, 0.82) if self.level == 1 else colour
        c.line([*shape, shape[0], shape[1]], theme.PAPER, 4.2)
        c.polygon(shape, fill, colour, 1.7)
        if self.level > 1:
            c.line([(1.2, high - 0.9), (self.wide - 1.2, high - 0.9)], colour, 1.7)
            c.line([(4, foot + 0.9), (self.wide - 4, foot + 0.9)], theme.PAPER, 1.1)
        return c.finish()

    def _low(self, c: Canvas) -> Canvas:
        """Draw short strokes on one line."""
        foot, pitch = ROW - 3.0, 8.0
        count = max(3, int(self.wide / pitch))
        left = (self.wide - count * pitch + 3.0) / 2
        for colour, width in ((theme.PAPER, 5.0), (theme.INK, 2.8)):
            for i in range(count):
                c.line([(left + i * pitch, foot), (left + i * pitch + 5.0, foot)], colour, width)
        return c


@dataclass(frozen=True, slots=True)
class ActivationKey(Wordless):
    """The activation marker above a stack: an arrow to move, crossed sabres to attack."""

    kind: str

    def size(self, scale: float) -> tuple[int, int]:
        """Return a small pennant."""
        return pixels(30.0, ROW - 1, scale)

    def paint(self, scale: float) -> Image.Image:
        """Draw a green pennant with an arrow, or a red lozenge with sabres."""
        c = Canvas(self.size(scale), scale)
        w, h = 30.0, ROW - 1
        if self.kind == "attack":
            c.polygon([(0.5, h / 2), (5, 0.5), (w - 5, 0.5), (w - 0.5, h / 2), (w - 5, h - 0.5), (5, h - 0.5)],
                      theme.RED, theme.WHITE, 0.9)  # fmt: skip
            for flip in (1, -1):
                c.line([(w / 2 - 7 * flip, h - 2.2), (w / 2 + 6 * flip, 2.2)], theme.WHITE, 1.8)
                c.line([(w / 2 - 7.2 * flip, h - 5.4), (w / 2 - 4.0 * flip, h - 2.2)], theme.WHITE, 1.3)
        else:
            c.rect((0.3, 0.3, w - 0.3, h - 0.3), theme.GREEN, theme.WHITE, 0.9, radius=3)
            c.line([(5, h / 2), (20, h / 2)], theme.WHITE, 2.2)
            c.polygon([(17.5, 1.8), (25.5, h / 2), (17.5, h - 1.8)], theme.WHITE)
        return c.finish()


#: Width of the sign for failed entrenchment.
DIGGING_WIDE = 25.0


@dataclass(frozen=True, slots=True)
class DiggingKey:
    """A failed attempt to entrench: the modifier of the next one, on the blade of a spade."""

    drm: int

    def size(self, scale: float) -> tuple[int, int]:
        """Return a size as high as the row above a stack."""
        return pixels(DIGGING_WIDE, ROW, scale)

    def words(self) -> str:
        """Return the number."""
        return f"−{-self.drm}"

    def text_px(self, scale: float) -> float | None:
        """Font size in px."""
        return 14.0 * scale

    def paint(self, scale: float) -> Image.Image:
        """Draw a blade pointing down, dark on paper."""
        c = Canvas(self.size(scale), scale)
        w, h = DIGGING_WIDE, ROW
        c.polygon([(0.3, 0.3), (w - 0.3, 0.3), (w - 0.3, h - 5), (w - 6, h - 0.3), (6, h - 0.3), (0.3, h - 5)],
                  theme.INK, theme.PAPER, 1.0)  # fmt: skip
        image = c.finish()
        middle = (image.width / 2, image.height / 2 + 1.2 * scale)
        write(image, self.words(), "sans_bold", 14.0 * scale, middle, theme.WHITE)
        return image


@dataclass(frozen=True, slots=True)
class BeachheadKey(Wordless):
    """The MEF beachhead: a pennant with an anchor above the beach, blue, or red and barred if it leads nowhere."""

    nowhere: bool = False

    def size(self, scale: float) -> tuple[int, int]:
        """Return a size as high as the row above a stack."""
        return pixels(34.0, ROW - 1, scale)

    def paint(self, scale: float) -> Image.Image:
        """Draw a swallow-tailed pennant."""
        c = Canvas(self.size(scale), scale)
        h = ROW - 1
        c.polygon([(0.5, 0.5), (33.5, 0.5), (27, h / 2), (33.5, h - 0.5), (0.5, h - 0.5)],
                  theme.RED if self.nowhere else theme.SIDE[0], theme.WHITE, 0.9)  # fmt: skip
        glyphs.anchor(c, 7.5, 1.0, 10.0, theme.WHITE)
        if self.nowhere:
            c.line([(19.0, 2.4), (26.0, h - 2.4)], theme.WHITE, 2.2)
            c.line([(19.0, h - 2.4), (26.0, 2.4)], theme.WHITE, 2.2)
        return c.finish()


@dataclass(frozen=True, slots=True)
class GroundKey(Wordless):
    """A swatch of tinted land as in overlays: in a side's colour, hatched every `pitch` units or not at all."""

    side: int
    pitch: float

    def size(self, scale: float) -> tuple[int, int]:
        """Return a small field."""
        return pixels(32.0, 28.0, scale)

    def paint(self, scale: float) -> Image.Image:
        """Draw tint, hatching slanted as on the map, and a border."""
        c = Canvas(self.size(scale), scale)
        ink, lean = theme.SIDE[self.side], (28.0 if self.side == 0 else -28.0)
        c.rect((0, 0, 32, 28), theme.PLATE[self.side])
        at = -28.0
        while self.pitch and at < 60.0:
            c.line([(at, 28), (at + lean, 0)], ink, 1.6)
            at += self.pitch * 1.41
        c.rect((0, 0, 32, 28), None, theme.INK, 1.2)
        return c.finish()


@dataclass(frozen=True, slots=True)
class RingKey(Sized):
    """A frame around a space: "siege" and "cut" dashed, "supplied" plain, "source" double, "port" blue, "focus" heavy."""

    kind: str
    wide: float
    high: float

    def paint(self, scale: float) -> Image.Image:
        """Draw only the frame; the middle stays open."""
        c = Canvas(self.size(scale), scale)
        w, h = self.wide, self.high
        if self.kind == "supplied":
            c.rect((0, 0, w, h), None, theme.WHITE, 4.0, radius=9)
            c.rect((0.9, 0.9, w - 0.9, h - 0.9), None, theme.GREEN, 2.4, radius=8)
        elif self.kind == "source":
            c.rect((0, 0, w, h), None, theme.WHITE, 4.0)
            c.rect((0, 0, w, h), None, theme.GREEN, 1.4)
            c.rect((2.4, 2.4, w - 2.4, h - 2.4), None, theme.GREEN, 1.4)
        elif self.kind == "port":
            c.rect((0, 0, w, h), None, theme.WHITE, 4.0, radius=9)
            c.rect((0.9, 0.9, w - 0.9, h - 0.9), None, theme.BLUE, 2.4, radius=8)
        elif self.kind == "cut":
            c.rect((0, 0, w, h), None, theme.WHITE, 4.0)
            _dashed(c, w, h, theme.RED, 3.4, 8.0)
        elif self.kind == "siege":
            c.rect((0, 0, w, h), None, theme.PAPER, 3.0)
            _dashed(c, w, h, theme.RED, 2.4, 5.0)
        else:
            c.rect((0, 0, w, h), None, theme.WHITE, 4.0, radius=7)
            c.rect((0.5, 0.5, w - 0.5, h - 0.5), None, theme.RED, 3.2, radius=6)
        return c.finish()


def _dashed(c: Canvas, w: float, h: float, colour: theme.Colour, width: float, dash: float) -> None:
    inset = width / 2 + 0.2
    corners = [(inset, inset), (w - inset, inset), (w - inset, h - inset), (inset, h - inset)]
    for start, end in zip(corners, [*corners[1:], corners[0]], strict=True):
        length = abs(end[0] - start[0]) + abs(end[1] - start[1])
        count = max(1, round((length / dash - 1) / 2))
        part = length / (2 * count + 1)
        for i in range(count + 1):
            a, b = 2 * i * part / length, (2 * i + 1) * part / length
            c.line(
                [
                    (start[0] + (end[0] - start[0]) * a, start[1] + (end[1] - start[1]) * a),
                    (start[0] + (end[0] - start[0]) * b, start[1] + (end[1] - start[1]) * b),
                ],
                colour,
                width,
            )
