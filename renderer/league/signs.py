"""Symbols on league sheets, each in one ink on a known background, without text."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image

from renderer.kit.canvas import XY, Cover, pixels
from renderer.kit.palette import inked, opaque
from renderer.kit.sprites import Sized, TwoToned, Wordless
from renderer.kit.theme import Colour


@dataclass(frozen=True, slots=True)
class SignShapeKey(TwoToned, Sized):
    """A filled polygon."""

    points: tuple[XY, ...]
    wide: float
    high: float
    colour: Colour
    ground: Colour

    def flat(self, scale: float) -> tuple[Image.Image, Image.Image]:
        """Return the shape, and its mask."""
        cover = Cover(self.size(scale), scale)
        cover.polygon(self.points)
        return _sign(cover, self.ground, self.colour)


@dataclass(frozen=True, slots=True)
class DiscKey(TwoToned, Wordless):
    """A disc, or a ring if `ring` (its width) is set."""

    across: float
    colour: Colour
    ground: Colour
    ring: float = 0.0

    def size(self, scale: float) -> tuple[int, int]:
        """Return the size of its bounding box."""
        return pixels(self.across, self.across, scale)

    def flat(self, scale: float) -> tuple[Image.Image, Image.Image]:
        """Return the disc, and its mask; a ring also covers its inside."""
        cover = Cover(self.size(scale), scale)
        half = self.across / 2
        cover.disc(half, half, half)
        whole = opaque(cover.finish(), 90)
        if self.ring:
            cover.disc(half, half, half - self.ring, 0)
        return inked(cover.finish(), self.ground, self.colour), whole


@dataclass(frozen=True, slots=True)
class SignLineKey(TwoToned, Wordless):
    """A line through points."""

    points: tuple[XY, ...]
    wide: float
    high: float
    colour: Colour
    ground: Colour
    width: float = 2.0

    def size(self, scale: float) -> tuple[int, int]:
        """Return the size of the chart."""
        return pixels(self.wide, self.high, scale)

    def flat(self, scale: float) -> tuple[Image.Image, Image.Image]:
        """Return the line, and its mask."""
        cover = Cover(self.size(scale), scale, over=2)
        if len(self.points) > 1:
            cover.line(self.points, self.width)
        return _sign(cover, self.ground, self.colour)


def _sign(cover: Cover, ground: Colour, colour: Colour) -> tuple[Image.Image, Image.Image]:
    found = cover.finish()
    return inked(found, ground, colour), opaque(found, 60)


def triangle(up: bool, across: float, colour: Colour, ground: Colour) -> SignShapeKey:
    """Return a triangle pointing up or down."""
    high = across * 0.86
    points: tuple[XY, ...] = (
        ((0, high), (across / 2, 0), (across, high)) if up else ((0, 0), (across, 0), (across / 2, high))
    )
    return SignShapeKey(points, across, high, colour, ground)


__all__ = ["DiscKey", "SignLineKey", "SignShapeKey", "triangle"]
