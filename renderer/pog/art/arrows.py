"""Arrows for movement and attacks."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass

from PIL import Image

from renderer.kit import theme
from renderer.kit.canvas import XY, Cover, pixels
from renderer.kit.palette import inked
from renderer.kit.sprites import TwoToned, Wordless

#: (shaft, head length, head half-width) by kind.
SHAPE = {"move": (6.0, 18.0, 11.0), "attack": (11.0, 24.0, 17.0), "retreat": (5.0, 15.0, 9.0)}
MARGIN = 22.0
#: (casing, line, colours of both) by kind.
LINES = {
    "supply": (10.0, 6.4, theme.WHITE, theme.GREEN),
    "road": (6.4, 3.0, theme.PAPER, theme.ROAD),
    "dashed": (6.4, 2.8, theme.PAPER, theme.ROAD),
}


@dataclass(frozen=True, slots=True)
class ArrowKey(TwoToned, Wordless):
    """An arrow through `points` (map units from the sprite's corner); attacks are broad with barbs."""

    kind: str
    side: int
    points: tuple[XY, ...]

    def size(self, scale: float) -> tuple[int, int]:
        """Return the bounding box of its points plus a margin for the head."""
        return pixels(max(x for x, _ in self.points) + MARGIN, max(y for _, y in self.points) + MARGIN, scale)

    def flat(self, scale: float) -> tuple[Image.Image, Image.Image]:
        """Return shaft and head in the side's colour, and the mask of both with a pale border."""
        shaft, head, half = SHAPE[self.kind]
        body, tip, angle = _shorten(self.points, head * 0.8)
        wings = [
            (tip[0] - head * math.cos(angle) - half * math.sin(angle) * s,
             tip[1] - head * math.sin(angle) + half * math.cos(angle) * s)
            for s in (1, -1)
        ]  # fmt: skip
        notch = (tip[0] - head * 0.72 * math.cos(angle), tip[1] - head * 0.72 * math.sin(angle))
        outline = [tip, wings[0], notch, wings[1]]
        casing, ink = Cover(self.size(scale), scale, 1), Cover(self.size(scale), scale)
        casing.line(body, shaft + 4.0)
        casing.polygon(outline)
        casing.line([*outline, tip, wings[0]], 4.6)
        for part in _pieces(body, 8.0, 6.0) if self.kind == "retreat" else [body]:
            ink.line(part, shaft)
        if self.kind == "attack":
            ink.line(body, 2.0, 0)
        ink.polygon(outline)
        return inked(ink.finish(), theme.WHITE, theme.SIDE[self.side]), casing.mask()


@dataclass(frozen=True, slots=True)
class LineKey(TwoToned, Wordless):
    """A line through `points` (map units from the sprite's corner): a supply line, or a connection, solid or dashed."""

    points: tuple[XY, ...]
    kind: str = "supply"

    def size(self, scale: float) -> tuple[int, int]:
        """Return the bounding box of its points plus a margin."""
        return pixels(max(x for x, _ in self.points) + MARGIN, max(y for _, y in self.points) + MARGIN, scale)

    def flat(self, scale: float) -> tuple[Image.Image, Image.Image]:
        """Return the line; supply is green with a white border and broader than a connection."""
        around, thick, ground, colour = LINES[self.kind]
        casing, ink = Cover(self.size(scale), scale, 1), Cover(self.size(scale), scale)
        casing.line(self.points, around)
        for part in _pieces(list(self.points), 11.0, 7.0) if self.kind == "dashed" else [self.points]:
            ink.line(part, thick)
        return inked(ink.finish(), ground, colour), casing.mask()


def _shorten(points: tuple[XY, ...], cut: float) -> tuple[list[XY], XY, float]:
    """Return the shaft without its last `cut` units, the tip, and the direction at the tip."""
    tip = points[-1]
    back = points[0]
    kept = list(points[:-1])
    while len(kept) > 1 and math.dist(kept[-1], tip) < cut:
        kept.pop()
    back = kept[-1]
    angle = math.atan2(tip[1] - back[1], tip[0] - back[0])
    kept.append((tip[0] - cut * math.cos(angle), tip[1] - cut * math.sin(angle)))
    return kept, tip, angle


def _pieces(points: list[XY], on: float, off: float) -> list[tuple[XY, XY]]:
    pieces: list[tuple[XY, XY]] = []
    carry = 0.0
    for a, b in itertools.pairwise(points):
        length = math.dist(a, b)
        at = carry
        while at < length:
            end = min(at + on, length)
            pieces.append(
                (
                    (a[0] + (b[0] - a[0]) * at / length, a[1] + (b[1] - a[1]) * at / length),
                    (a[0] + (b[0] - a[0]) * end / length, a[1] + (b[1] - a[1]) * end / length),
                )
            )
            at += on + off
        carry = at - length
    return pieces
