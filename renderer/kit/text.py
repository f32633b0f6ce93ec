"""Text sprites: with a paper halo on the map, or plain on a known background."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PIL import Image, ImageDraw

from renderer.kit import theme
from renderer.kit.palette import inked, opaque
from renderer.kit.sprites import TwoToned, Written
from renderer.kit.theme import Colour


def haloed(
    size: tuple[int, int],
    text: str,
    font: str,
    px: float,
    centre: tuple[float, float],
    colour: Colour,
    halo: Colour = theme.PAPER,
    width: int = 2,
) -> Image.Image:
    """Return text in `colour` with a `halo` outline on a transparent background."""
    image = Image.new("RGBA", size, (*halo, 0))
    draw = ImageDraw.Draw(image)
    face = theme.font(font, px)
    draw.text(centre, text, font=face, fill=(*halo, 255), anchor="mm", stroke_width=width, stroke_fill=(*halo, 255))
    draw.text(centre, text, font=face, fill=(*colour, 255), anchor="mm")
    return image


@dataclass(frozen=True, slots=True)
class TextKey(TwoToned, Written):
    """One line of text for a known background, or with a halo if `halo` is set."""

    text: str
    font: str
    px: float
    colour: Colour
    ground: Colour
    halo: bool = False

    def size(self, scale: float) -> tuple[int, int]:
        """Return the width of the text plus a margin, and the height of the line."""
        width = theme.text_width(self.text, self.font, self.px * scale)
        return math.ceil(width) + 4, math.ceil(self.px * scale * 1.28) + 1

    def flat(self, scale: float) -> tuple[Image.Image, Image.Image]:
        """Return the centred text, and the mask of its letters or of their halo."""
        size = self.size(scale)
        centre = (size[0] / 2, size[1] / 2)
        face = theme.font(self.font, self.px * scale)
        cover = Image.new("L", size, 0)
        ImageDraw.Draw(cover).text(centre, self.text, font=face, fill=255, anchor="mm")
        if not self.halo:
            return inked(cover, self.ground, self.colour), opaque(cover, 10)
        rim = Image.new("L", size, 0)
        ImageDraw.Draw(rim).text(centre, self.text, font=face, fill=255, anchor="mm", stroke_width=2, stroke_fill=255)
        return inked(cover, self.ground, self.colour), opaque(rim, 110)


@dataclass(frozen=True, slots=True)
class LetteringKey(Written):
    """A letter-spaced name of land or sea, optionally rotated, as ink without background."""

    text: str
    font: str
    px: float
    spacing: float
    angle: float
    colour: Colour

    def _spread(self, scale: float) -> tuple[list[tuple[str, float]], float]:
        x, placed = 0.0, []
        for letter in self.text:
            placed.append((letter, x))
            x += theme.text_width(letter, self.font, self.px * scale) + self.spacing * scale
        return placed, x - self.spacing * scale

    def size(self, scale: float) -> tuple[int, int]:
        """Return the size of the rotated text."""
        _, width = self._spread(scale)
        high = self.px * scale * 1.3
        a = math.radians(self.angle)
        return (
            math.ceil(abs(width * math.cos(a)) + abs(high * math.sin(a))) + 4,
            math.ceil(abs(width * math.sin(a)) + abs(high * math.cos(a))) + 4,
        )

    def paint(self, scale: float) -> Image.Image:
        """Draw the letters one by one, then rotate the result."""
        placed, width = self._spread(scale)
        high = math.ceil(self.px * scale * 1.3)
        image = Image.new("RGBA", (math.ceil(width) + 4, high), (*self.colour, 0))
        draw = ImageDraw.Draw(image)
        face = theme.font(self.font, self.px * scale)
        for letter, x in placed:
            draw.text((x + 2, high / 2), letter, font=face, fill=(*self.colour, 255), anchor="lm")
        if self.angle:
            image = image.rotate(self.angle, Image.Resampling.BICUBIC, expand=True)
        size = self.size(scale)
        sheet = Image.new("RGBA", size, (*self.colour, 0))
        sheet.paste(image, ((size[0] - image.width) // 2, (size[1] - image.height) // 2))
        return sheet
