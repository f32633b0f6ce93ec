"""Map symbols, drawn in a unit square scaled to `s` with its corner at (x, y)."""

from __future__ import annotations

from collections.abc import Callable

from renderer.kit import theme
from renderer.kit.canvas import Canvas, star
from renderer.kit.theme import Colour

Glyph = Callable[[Canvas, float, float, float], None]


def mountain(c: Canvas, x: float, y: float, s: float) -> None:
    """Draw two peaks with shaded eastern slopes."""
    for px, py, w, h in ((0.36, 0.90, 0.62, 0.74), (0.70, 0.90, 0.50, 0.50)):
        left, top, right = x + (px - w / 2) * s, y + (py - h) * s, x + (px + w / 2) * s
        peak, foot = x + px * s, y + py * s
        c.polygon([(left, foot), (peak, top), (right, foot)], theme.PAPER_DARK)
        c.polygon([(peak, top), (right, foot), (peak + 0.04 * s, foot)], theme.RELIEF_INK)
        c.line([(left, foot), (peak, top), (right, foot)], theme.INK, 0.06 * s)


def forest(c: Canvas, x: float, y: float, s: float) -> None:
    """Draw three conifers."""
    for px, py, h in ((0.26, 0.84, 0.62), (0.72, 0.84, 0.62), (0.49, 0.95, 0.74)):
        cx, foot = x + px * s, y + py * s
        c.line([(cx, foot), (cx, foot - 0.2 * s)], theme.INK, 0.09 * s)
        tip, base = foot - h * s, foot - 0.14 * s
        c.polygon([(cx, tip), (cx + 0.21 * s, base), (cx - 0.21 * s, base)], theme.GREEN, theme.INK, 0.05 * s)


def swamp(c: Canvas, x: float, y: float, s: float) -> None:
    """Draw tufts of reed over water lines."""
    for row, (start, end) in enumerate(((0.06, 0.94), (0.2, 0.8))):
        level = y + (0.66 + 0.24 * row) * s
        c.line([(x + start * s, level), (x + end * s, level)], theme.BLUE, 0.08 * s)
    for px in (0.3, 0.68):
        foot = y + 0.62 * s
        for lean, h in ((-0.16, 0.36), (0.0, 0.5), (0.16, 0.36)):
            c.line([(x + px * s, foot), (x + (px + lean) * s, foot - h * s)], theme.GREEN, 0.08 * s)


def desert(c: Canvas, x: float, y: float, s: float) -> None:
    """Draw dunes and grains of sand."""
    for cx, cy, r in ((0.34, 0.98, 0.34), (0.74, 1.0, 0.28)):
        c.arc(x + cx * s, y + cy * s, r * s, 195, 345, theme.GOLD, 0.1 * s)
    for px, py in ((0.2, 0.36), (0.5, 0.26), (0.8, 0.4), (0.62, 0.5), (0.36, 0.48)):
        c.disc(x + px * s, y + py * s, 0.055 * s, theme.RELIEF_INK)


def victory(c: Canvas, x: float, y: float, s: float) -> None:
    """Draw the star of a VP space."""
    c.polygon(star(x + s / 2, y + s * 0.54, s * 0.52), theme.RED)


def supply(c: Canvas, x: float, y: float, s: float) -> None:
    """Draw a wagon wheel."""
    cx, cy, r = x + s / 2, y + s / 2, s * 0.44
    c.disc(cx, cy, r, theme.PAPER, theme.INK, 0.12 * s)
    for dx, dy in ((1.0, 0.0), (0.5, 0.866), (-0.5, 0.866)):
        c.line([(cx - dx * r, cy - dy * r), (cx + dx * r, cy + dy * r)], theme.INK, 0.075 * s)
    c.disc(cx, cy, 0.13 * s, theme.INK)


def anchor(c: Canvas, x: float, y: float, s: float, colour: Colour) -> None:
    """Draw a ship's anchor."""
    cx = x + s / 2
    w = 0.1 * s
    c.disc(cx, y + 0.16 * s, 0.11 * s, None, colour, w * 0.9)
    c.line([(cx, y + 0.26 * s), (cx, y + 0.9 * s)], colour, w)
    c.line([(x + 0.3 * s, y + 0.38 * s), (x + 0.7 * s, y + 0.38 * s)], colour, w)
    c.arc(cx, y + 0.52 * s, 0.38 * s, 15, 165, colour, w)


def port_ap(c: Canvas, x: float, y: float, s: float) -> None:
    """Draw a port that the Allies can use: an anchor in a circle."""
    c.disc(x + s / 2, y + s / 2, s * 0.5, theme.SIDE[0])
    anchor(c, x + 0.16 * s, y + 0.14 * s, 0.68 * s, theme.WHITE)


def port_cp(c: Canvas, x: float, y: float, s: float) -> None:
    """Draw a port that the Central Powers can use: an anchor in a square."""
    c.rect((x + 0.03 * s, y + 0.03 * s, x + 0.97 * s, y + 0.97 * s), theme.SIDE[1])
    anchor(c, x + 0.16 * s, y + 0.14 * s, 0.68 * s, theme.WHITE)


def goal_ap(c: Canvas, x: float, y: float, s: float) -> None:
    """Draw the objective of an Allied war plan: a pennant."""
    c.polygon([(x + 0.12 * s, y), (x + s, y + 0.36 * s), (x + 0.12 * s, y + 0.72 * s)], theme.SIDE[0])
    c.line([(x + 0.12 * s, y), (x + 0.12 * s, y + s)], theme.INK, 0.14 * s)


def goal_cp(c: Canvas, x: float, y: float, s: float) -> None:
    """Draw the objective of a Central Powers war plan: a flag."""
    c.rect((x + 0.12 * s, y + 0.04 * s, x + 0.98 * s, y + 0.6 * s), theme.SIDE[1])
    c.line([(x + 0.12 * s, y), (x + 0.12 * s, y + s)], theme.INK, 0.14 * s)


def fort(c: Canvas, x: float, y: float, wide: float, high: float, state: str) -> None:
    """Draw a fortress wall with battlements: black; besieged white with a red outline; destroyed white and crossed out."""
    edge = {"intact": theme.INK, "besieged": theme.RED}.get(state, theme.INK_SOFT)
    teeth, top = 5, 0.26 * high
    step = wide / (2 * teeth - 1)
    shape = [(x, y + high)]
    for i in range(2 * teeth - 1):
        level = y + (0.0 if i % 2 == 0 else top)
        shape += [(x + i * step, level), (x + (i + 1) * step, level)]
    c.polygon([*shape, (x + wide, y + high)], edge)
    if state != "intact":
        c.rect((x + 1.6, y + top + 1.2, x + wide - 1.6, y + high - 1.6), theme.WHITE)
    if state == "destroyed":
        c.line([(x + 2, y + top), (x + wide - 2, y + high)], theme.INK, 2.2)
        c.line([(x + wide - 2, y + top), (x + 2, y + high)], theme.INK, 2.2)


def roundel(c: Canvas, x: float, y: float, s: float) -> None:
    """Draw Allied control: a ringed disc."""
    c.disc(x + s / 2, y + s / 2, s / 2, theme.SIDE[0])
    c.disc(x + s / 2, y + s / 2, s * 0.29, theme.WHITE)
    c.disc(x + s / 2, y + s / 2, s * 0.13, theme.SIDE[0])


def cross(c: Canvas, x: float, y: float, s: float) -> None:
    """Draw Central Powers control: a cross in a square."""
    c.rect((x, y, x + s, y + s), theme.SIDE[1])
    for dx, dy in ((1, 0), (0, 1)):
        a, b = 0.5 - 0.34 * dx, 0.5 - 0.34 * dy
        c.line([(x + a * s, y + b * s), (x + (1 - a) * s, y + (1 - b) * s)], theme.WHITE, 0.24 * s)


def neutral(c: Canvas, x: float, y: float, s: float) -> None:
    """Draw no control: an empty diamond."""
    h = s / 2
    c.polygon([(x + h, y + 0.06 * s), (x + 0.94 * s, y + h), (x + h, y + 0.94 * s), (x + 0.06 * s, y + h)],
              theme.PAPER, theme.INK_SOFT, 0.13 * s)  # fmt: skip


TERRAIN: dict[str, Glyph] = {
    "mountain": mountain,
    "forest": forest,
    "swamp": swamp,
    "desert": desert,
}
SIGNS: dict[str, Glyph] = {
    **TERRAIN,
    "vp": victory,
    "supply": supply,
    "port_ap": port_ap,
    "port_cp": port_cp,
    "goal_ap": goal_ap,
    "goal_cp": goal_cp,
}
CONTROL: dict[int | None, Glyph] = {0: roundel, 1: cross, None: neutral}
