"""Plates, names and signs of spaces."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image

from renderer import theme
from renderer.art import glyphs
from renderer.art.canvas import Canvas, pixels, write
from renderer.art.text import haloed
from renderer.palette import mix

PLATE = 44.0
NAME_FONT, NAME_PX, NAME_HIGH = "serif_bold", 16.0, 17.0
BADGE = 12.0
ICON, ICON_GAP = 16.0, 3.0


@dataclass(frozen=True, slots=True)
class PlateKey:
    """An empty space: framed by its side (shape and colour), its terrain in the middle."""

    control: int | None
    terrain: str
    beach: bool = False
    edge_box: bool = False

    def size(self, scale: float) -> tuple[int, int]:
        """A square."""
        return pixels(PLATE, PLATE, scale)

    def words(self) -> str:
        """No text."""
        return ""

    def text_px(self, scale: float) -> float | None:
        """No text."""
        return None

    def paint(self, scale: float) -> Image.Image:
        """Allied plates are round-cornered, Central ones square with a double frame."""
        c = Canvas(self.size(scale), scale)
        n = PLATE
        if self.control == 0:
            c.rect((0, 0, n, n), theme.SIDE[0], radius=11)
            c.rect((2.6, 2.6, n - 2.6, n - 2.6), mix(theme.SIDE[0], theme.PAPER, 0.82), radius=8.6)
        elif self.control == 1:
            c.rect((0, 0, n, n), theme.SIDE[1])
            c.rect((2.2, 2.2, n - 2.2, n - 2.2), theme.PAPER)
            c.rect((3.8, 3.8, n - 3.8, n - 3.8), theme.SIDE[1])
            c.rect((5.2, 5.2, n - 5.2, n - 5.2), mix(theme.SIDE[1], theme.PAPER, 0.82))
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
class NameKey:
    """The name of a space behind the badge of its control; VP spaces in red, capitals in capitals."""

    title: str
    control: int | None
    vp: bool
    capital: bool
    badge: bool = True

    def _text(self) -> str:
        return self.title.upper() if self.capital else self.title

    def _px(self, scale: float) -> float:
        return max(round(NAME_PX * scale * (0.86 if self.capital else 1.0) * 2) / 2, 10.0)

    def size(self, scale: float) -> tuple[int, int]:
        """As wide as its text and badge."""
        width = theme.text_width(self._text(), NAME_FONT, self._px(scale)) + 6
        badge = round((BADGE + 2) * scale) if self.badge else 0
        return round(width) + badge, max(round(NAME_HIGH * scale) + 1, 12)

    def words(self) -> str:
        """The name."""
        return self._text()

    def text_px(self, scale: float) -> float | None:
        """Font size of the name; capitals stand for the same height of letters."""
        return self._px(scale) / (0.86 if self.capital else 1.0)

    def paint(self, scale: float) -> Image.Image:
        """Text with a paper halo, the badge left of it."""
        width, height = self.size(scale)
        badge = round((BADGE + 2) * scale) if self.badge else 0
        image = haloed(
            (width, height), self._text(), NAME_FONT, self._px(scale),
            (badge + (width - badge) / 2, height / 2), theme.RED if self.vp else theme.INK,
        )  # fmt: skip
        if self.badge:
            c = Canvas((badge, height), scale)
            glyphs.CONTROL[self.control](c, 1.0, (height / scale - BADGE) / 2, BADGE)
            sign = c.finish()
            image.paste(sign, (0, 0), sign)
        return image


@dataclass(frozen=True, slots=True)
class SignsKey:
    """A row of signs under the name; forts are ("fort", value, state)."""

    signs: tuple[tuple[str, int, str], ...]

    def size(self, scale: float) -> tuple[int, int]:
        """A row."""
        n = len(self.signs)
        return pixels(n * ICON + (n - 1) * ICON_GAP + 2, ICON + 1, scale)

    def words(self) -> str:
        """The strengths of forts."""
        return " ".join(str(v) for name, v, state in self.signs if name == "fort" and state != "destroyed")

    def text_px(self, scale: float) -> float | None:
        """Size of the figure in a fort."""
        return max(14.0 * scale, 9.0) if self.words() else None

    def paint(self, scale: float) -> Image.Image:
        """Signs from left to right."""
        c = Canvas(self.size(scale), scale)
        for i, (name, _, state) in enumerate(self.signs):
            x = 1 + i * (ICON + ICON_GAP)
            if name == "fort":
                self._fort(c, x, state)
            else:
                glyphs.SIGNS[name](c, x, 0.5, ICON)
        image = c.finish()
        for i, (name, value, state) in enumerate(self.signs):
            if name == "fort" and state != "destroyed":
                centre = ((1 + i * (ICON + ICON_GAP) + ICON / 2) * scale, (1.6 + ICON / 2) * scale)
                ink = theme.WHITE if state == "intact" else theme.RED
                write(image, str(value), "sans_bold", max(14.0 * scale, 9.0), centre, ink)
        return image

    @staticmethod
    def _fort(c: Canvas, x: float, state: str) -> None:
        if state == "intact":
            glyphs.fort(c, x, 0.5, ICON, theme.INK, theme.INK)
        elif state == "besieged":
            glyphs.fort(c, x + 0.5, 1.0, ICON - 1, theme.WHITE, theme.RED)
        else:
            glyphs.fort(c, x + 1, 1.5, ICON - 2, theme.PAPER, theme.INK_FAINT)
            c.line([(x + 2, 2.5), (x + ICON - 2, ICON - 1)], theme.INK, 2.0)
            c.line([(x + ICON - 2, 2.5), (x + 2, ICON - 1)], theme.INK, 2.0)
