"""Layout of panels: boxes, text and sprites in panel units, at any position and scale."""

from __future__ import annotations

import math

from renderer.kit import theme
from renderer.kit.scene import Command, Fill, Stamp
from renderer.kit.sprites import SpriteKey
from renderer.kit.text import TextKey
from renderer.kit.theme import Colour


class Pen:
    """Collects draw commands; (0, 0) is the panel's corner, lengths are px at scale 1.0."""

    def __init__(self, scale: float, x: float = 0.0, y: float = 0.0) -> None:
        self.scale = scale
        self.x, self.y = x, y
        self.commands: list[Command] = []

    def fill(self, x: float, y: float, w: float, h: float, colour: Colour, kind: str = "panel") -> None:
        """Draw a plain rectangle."""
        left, top = _px((self.x + x) * self.scale), _px((self.y + y) * self.scale)
        right, bottom = _px((self.x + x + w) * self.scale), _px((self.y + y + h) * self.scale)
        self.commands.append(Fill(left, top, max(1, right - left), max(1, bottom - top), colour, kind))

    def frame(
        self,
        x: float,
        y: float,
        w: float,
        h: float,
        fill: Colour,
        edge: Colour,
        width: float = 1.5,
        kind: str = "panel",
    ) -> None:
        """Draw a rectangle with an outline that is at least one px wide everywhere."""
        self.fill(x, y, w, h, edge, "edge")
        self.fill(x + width, y + width, w - 2 * width, h - 2 * width, fill, kind)
        outer, inner = self.commands[-2:]
        assert isinstance(outer, Fill)
        assert isinstance(inner, Fill)
        left, top = max(inner.x, outer.x + 1), max(inner.y, outer.y + 1)
        right = min(inner.x + inner.width, outer.x + outer.width - 1)
        foot = min(inner.y + inner.height, outer.y + outer.height - 1)
        if (left, top, right, foot) != inner.box:
            self.commands[-1] = Fill(left, top, max(1, right - left), max(1, foot - top), fill, kind)

    def stamp(
        self, key: SpriteKey, x: float, y: float, kind: str, about: str = "", anchor: str = "lt", zoom: float = 1.0
    ) -> Stamp:
        """Place a sprite at a point, enlarged by `zoom`, and return the stamp; anchors as in `Frame.stamp`."""
        width, height = key.size(self.scale * zoom)
        px, py = _px((self.x + x) * self.scale), _px((self.y + y) * self.scale)
        px -= {"l": 0, "m": width // 2, "r": width}[anchor[0]]
        py -= {"t": 0, "m": height // 2, "b": height}[anchor[1]]
        stamp = Stamp(key, px, py, width, height, kind, about, zoom, anchor[0])
        self.commands.append(stamp)
        return stamp

    def text(
        self,
        text: str,
        x: float,
        y: float,
        px: float = 18.0,
        font: str = "serif_bold",
        colour: Colour = theme.INK,
        ground: Colour = theme.PAPER,
        anchor: str = "lm",
    ) -> float:
        """Write one line on a known background; return its width in panel units."""
        key = TextKey(text, font, px, colour, ground)
        self.stamp(key, x, y, "text", text, anchor)
        return key.size(self.scale)[0] / self.scale

    def measure(self, text: str, px: float, font: str) -> float:
        """Return the width of a text in panel units."""
        return theme.text_width(text, font, px * self.scale) / self.scale + 4 / self.scale

    def wrap(self, text: str, width: float, px: float, font: str) -> list[str]:
        """Break a text into lines of at most `width`."""
        lines: list[str] = []
        line = ""
        for word in text.split():
            trial = f"{line} {word}".strip()
            if line and self.measure(trial, px, font) > width:
                lines.append(line)
                line = word
            else:
                line = trial
        return [*lines, line] if line else lines


def _px(value: float) -> int:
    """Round to whole px, halves always up, so that one-px borders stay one px wide."""
    return math.floor(value + 0.5)
