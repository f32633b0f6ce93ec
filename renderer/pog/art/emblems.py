"""Emblems on strategy cards: read from `assets/pog/art/emblems.toml`, drawn with a few simple strokes."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import resources

from PIL import Image
from pydantic import BaseModel, ConfigDict

from renderer.kit import theme
from renderer.kit.canvas import Canvas, star
from renderer.kit.palette import mix
from renderer.kit.sprites import Sized
from renderer.kit.theme import Colour

_INKS: dict[str, Colour] = {
    "ink": theme.INK, "soft": theme.INK_SOFT, "faint": theme.INK_FAINT, "white": theme.WHITE, "paper": theme.PAPER,
    "dark": theme.PAPER_DARK, "gold": theme.GOLD, "red": theme.RED, "blue": theme.BLUE, "green": theme.GREEN,
    "sea": theme.SEA, "water": theme.SEA_LINE, "earth": theme.RELIEF_INK, "skin": mix(theme.PAPER_DARK, theme.GOLD, 0.12),
}  # fmt: skip


class EmblemError(ValueError):
    """Raised for a malformed stroke; names the emblem and the line."""


class _File(BaseModel):
    """The file: shared parts, the drawing of each theme, and the cards that use it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    parts: dict[str, str]
    themes: dict[str, str]
    cards: dict[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class _Place:
    """The transformation of a stroke: origin and scale factors, mirrored if negative."""

    x: float
    y: float
    across: float = 1.0
    down: float = 1.0

    def at(self, x: float, y: float) -> tuple[float, float]:
        return self.x + x * self.across, self.y + y * self.down


@dataclass(frozen=True, slots=True)
class _Stroke:
    """A line of an emblem: shape, inks, widths, and points."""

    kind: str
    words: tuple[str, ...]
    points: tuple[tuple[float, ...], ...]


@cache
def _file() -> _File:
    text = resources.files("assets").joinpath("pog", "art", "emblems.toml").read_text(encoding="utf-8")
    return _File.model_validate(tomllib.loads(text))


@cache
def themes() -> dict[str, str]:
    """Return the theme of each card that has one of its own."""
    return {card: name for name, cards in _file().cards.items() for card in cards}


@cache
def _strokes(name: str) -> tuple[_Stroke, ...]:
    """Return the strokes of a theme or a part; raises `EmblemError`."""
    file = _file()
    text = file.themes[name] if name in file.themes else file.parts[name]
    found = []
    for line in text.strip().splitlines():
        words, _, points = line.partition(":")
        kind, *rest = words.split()
        try:
            spots = tuple(tuple(float(number) for number in point.split(",")) for point in points.split())
        except ValueError:
            raise EmblemError(f"emblems.toml, {name}: {line!r}") from None
        if kind not in _DRAWN or not spots:
            raise EmblemError(f"emblems.toml, {name}: {line!r}")
        found.append(_Stroke(kind, tuple(rest), spots))
    return tuple(found)


def draw(canvas: Canvas, name: str, x: float, y: float, side: int) -> None:
    """Draw a theme or a part around a point, in a side's colour; raises `EmblemError`."""
    _draw(canvas, name, _Place(x, y), side)


def _draw(canvas: Canvas, name: str, place: _Place, side: int) -> None:
    for stroke in _strokes(name):
        try:
            _DRAWN[stroke.kind](canvas, stroke, place, side)
        except (IndexError, KeyError, ValueError) as error:
            raise EmblemError(f"emblems.toml, {name}: {stroke.kind} {' '.join(stroke.words)}") from error


def _ink(word: str, side: int) -> Colour | None:
    own = {"side": theme.SIDE[side], "pale": theme.TINT[side], "plate": theme.PLATE[side], "-": None}
    return own[word] if word in own else _INKS[word]


def _solid(word: str, side: int) -> Colour:
    ink = _ink(word, side)
    if ink is None:
        raise ValueError(word)
    return ink


def _line(c: Canvas, stroke: _Stroke, place: _Place, side: int) -> None:
    ink, width = stroke.words
    c.line([place.at(x, y) for x, y in stroke.points], _solid(ink, side), float(width) * place.down)


def _poly(c: Canvas, stroke: _Stroke, place: _Place, side: int) -> None:
    fill, edge, width = (*stroke.words, "-", "1")[:3]
    c.polygon([place.at(x, y) for x, y in stroke.points], _ink(fill, side), _ink(edge, side), float(width) * place.down)


def _disc(c: Canvas, stroke: _Stroke, place: _Place, side: int) -> None:
    fill, edge, width = (*stroke.words, "-", "1")[:3]
    for x, y, r in stroke.points:
        c.disc(*place.at(x, y), r * place.down, _ink(fill, side), _ink(edge, side), float(width) * place.down)


def _rect(c: Canvas, stroke: _Stroke, place: _Place, side: int) -> None:
    fill, edge, width, radius = (*stroke.words, *("-", "1", "0")[len(stroke.words) - 1 :])[:4]
    for x0, y0, x1, y1 in stroke.points:
        (left, top), (right, foot) = place.at(x0, y0), place.at(x1, y1)
        box = (min(left, right), top, max(left, right), foot)
        c.rect(box, _ink(fill, side), _ink(edge, side), float(width) * place.down, float(radius) * place.down)


def _arc(c: Canvas, stroke: _Stroke, place: _Place, side: int) -> None:
    ink, width, start, end = stroke.words
    first, last = float(start), float(end)
    if place.across < 0:
        first, last = 180 - last, 180 - first
    for x, y, r in stroke.points:
        c.arc(*place.at(x, y), r * place.down, first, last, _solid(ink, side), float(width) * place.down)


def _star(c: Canvas, stroke: _Stroke, place: _Place, side: int) -> None:
    (ink,) = stroke.words
    for x, y, r in stroke.points:
        c.polygon(star(*place.at(x, y), r * place.down), _ink(ink, side))


def _part(c: Canvas, stroke: _Stroke, place: _Place, side: int) -> None:
    (name,) = stroke.words
    for x, y, *sizes in stroke.points:
        size, mirrored = (*sizes, *(1.0, 1.0)[len(sizes) :])
        own = _Place(*place.at(x, y), place.across * size * mirrored, place.down * size)
        _draw(c, name, own, side)


_DRAWN: dict[str, Callable[[Canvas, _Stroke, _Place, int], None]] = {
    "line": _line, "poly": _poly, "disc": _disc, "rect": _rect, "arc": _arc, "star": _star, "part": _part,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class EmblemKey(Sized):
    """The drawing of a theme in a ruled vignette, 84 units high."""

    theme: str
    side: int
    wide: float = 230.0
    high: float = 84.0

    def paint(self, scale: float) -> Image.Image:
        """Draw a background ruled in the side's tone, with the drawing in the middle."""
        c = Canvas(self.size(scale), scale)
        w, h = self.wide, self.high
        c.rect((0, 0, w, h), theme.PLATE[self.side])
        for i in range(1, int(h / 7)):
            c.rect((0, i * 7.0, w, i * 7.0 + 0.7), theme.TINT[self.side])
        draw(c, self.theme, w / 2, h / 2, self.side)
        return c.finish()


__all__ = ["EmblemError", "EmblemKey", "draw", "themes"]
