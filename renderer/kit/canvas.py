"""A small drawing surface: shapes are drawn at four times the resolution, text at its final size."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PIL import Image, ImageDraw

from renderer.kit import theme
from renderer.kit.theme import Colour

OVER = 4
XY = tuple[float, float]


class Canvas:
    """Draw shapes first, then call `finish` and write text on the result."""

    def __init__(self, size: tuple[int, int], scale: float, ground: Colour = theme.PAPER) -> None:
        self.size = size
        self.scale = scale
        self.unit = scale * OVER
        self.image = Image.new("RGBA", (size[0] * OVER, size[1] * OVER), (*ground, 0))
        self.draw = ImageDraw.Draw(self.image)

    def _at(self, points: Sequence[XY]) -> list[XY]:
        return [(x * self.unit, y * self.unit) for x, y in points]

    def _wide(self, width: float) -> int:
        return max(1, round(width * self.unit))

    def polygon(self, points: Sequence[XY], fill: Colour | None, edge: Colour | None = None, width: float = 1) -> None:
        """Draw a closed shape with an optional outline centred on its border."""
        if fill is not None:
            self.draw.polygon(self._at(points), fill=(*fill, 255))
        if edge is not None:
            self.line([*points, points[0], points[1]], edge, width)

    def line(self, points: Sequence[XY], colour: Colour, width: float) -> None:
        """Draw a polyline with round joints."""
        self.draw.line(self._at(points), fill=(*colour, 255), width=self._wide(width), joint="curve")

    def rect(
        self,
        box: tuple[float, float, float, float],
        fill: Colour | None,
        edge: Colour | None = None,
        width: float = 1,
        radius: float = 0,
    ) -> None:
        """Draw a rectangle, rounded by `radius`; the outline is inside the box."""
        x0, y0, x1, y1 = (v * self.unit for v in box)
        self.draw.rounded_rectangle(
            [x0, y0, x1 - 1, y1 - 1],
            radius * self.unit,
            fill=None if fill is None else (*fill, 255),
            outline=None if edge is None else (*edge, 255),
            width=self._wide(width) if edge is not None else 1,
        )

    def disc(
        self, x: float, y: float, r: float, fill: Colour | None, edge: Colour | None = None, width: float = 1
    ) -> None:
        """Draw a circle about (x, y)."""
        u = self.unit
        self.draw.ellipse(
            [(x - r) * u, (y - r) * u, (x + r) * u, (y + r) * u],
            fill=None if fill is None else (*fill, 255),
            outline=None if edge is None else (*edge, 255),
            width=self._wide(width) if edge is not None else 1,
        )

    def arc(self, x: float, y: float, r: float, start: float, end: float, colour: Colour, width: float) -> None:
        """Draw part of a circle, with angles in degrees clockwise from east."""
        u = self.unit
        box = [(x - r) * u, (y - r) * u, (x + r) * u, (y + r) * u]
        self.draw.arc(box, start, end, fill=(*colour, 255), width=self._wide(width))

    def finish(self) -> Image.Image:
        """Return the RGBA picture at its final size."""
        return self.image.resize(self.size, Image.Resampling.BOX)


class Cover:
    """Pixel coverage of a shape, drawn at `over` times the resolution; for two-colour sprites."""

    def __init__(self, size: tuple[int, int], scale: float, over: int = 3) -> None:
        self.over = over
        self.unit = scale * over
        self.image = Image.new("L", (size[0] * over, size[1] * over), 0)
        self.draw = ImageDraw.Draw(self.image)

    def line(self, points: Sequence[XY], width: float, value: int = 255) -> None:
        """Draw a polyline with round joints."""
        spots, thick = [(x * self.unit, y * self.unit) for x, y in points], max(1, round(width * self.unit))
        self.draw.line(spots, fill=value, width=thick)
        for x, y in spots[1:-1]:  # takes half the time of Pillow's own joints
            self.draw.ellipse((x - thick / 2, y - thick / 2, x + thick / 2, y + thick / 2), fill=value)

    def polygon(self, points: Sequence[XY]) -> None:
        """Draw a closed shape."""
        self.draw.polygon([(x * self.unit, y * self.unit) for x, y in points], fill=255)

    def disc(self, x: float, y: float, r: float, value: int = 255) -> None:
        """Draw a circle about (x, y)."""
        u = self.unit
        self.draw.ellipse([(x - r) * u, (y - r) * u, (x + r) * u - 1, (y + r) * u - 1], fill=value)

    def finish(self) -> Image.Image:
        """Return the coverage, 0 to 255, at the final size."""
        return self.image.reduce(self.over) if self.over > 1 else self.image

    def mask(self) -> Image.Image:
        """Return a one-bit mask of the covered pixels, at the final size."""
        return self.finish().convert("1", dither=Image.Dither.NONE)


def pixels(width: float, height: float, scale: float) -> tuple[int, int]:
    """Return a size given at scale 1.0 in whole px."""
    return max(1, round(width * scale)), max(1, round(height * scale))


def write(
    image: Image.Image,
    text: str,
    font: str,
    px: float,
    centre: XY,
    colour: Colour,
    anchor: str = "mm",
) -> None:
    """Write text on a finished picture; `centre` and `px` are final px."""
    draw = ImageDraw.Draw(image)
    draw.text(centre, text, font=theme.font(font, px), fill=(*colour, 255), anchor=anchor)


def star(x: float, y: float, r: float, points: int = 5) -> list[XY]:
    """Return the corners of a star that stands on two points."""
    corners = []
    for i in range(points * 2):
        radius = r if i % 2 == 0 else r * 0.42
        angle = -math.pi / 2 + i * math.pi / points
        corners.append((x + radius * math.cos(angle), y + radius * math.sin(angle)))
    return corners
