"""Map background in the style *Stabsblatt*, drawn once per size.

It has hexes by terrain, heights, towns, rivers, railways, roads, borders and the camp, but nothing of a position.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from typing import Final

from PIL import Image, ImageDraw

from engine.core.bits import members
from engine.liege.grid import NOWHERE
from renderer.kit import theme
from renderer.kit.canvas import XY
from renderer.kit.palette import mix, palette_image
from renderer.kit.scene import Board, Scene, Stamp, Territory
from renderer.kit.theme import Colour
from renderer.liege.layout import HexLayout, smooth

#: Supersampling factor for shapes.
OVER: Final = 3
#: Washes of terrain types, and of land that neither side can enter.
WASH: Final[dict[str, Colour]] = {"Clear": (240, 235, 214), "Broken": (223, 227, 194), "Rough": (216, 212, 182)}
CLOSED: Final[Colour] = (222, 216, 206)
#: Number of hills in a hex, by terrain.
HILLS: Final = {"Clear": 0, "Broken": 4, "Rough": 9}
#: Width of a river by the kind of its hexsides, and of its border; streams without a rules effect are thin.
RIVERS: Final = {"": (1.6, 0.0), "MinorRiver": (4.0, 0.9), "River": (6.0, 1.3), "MajorRiver": (8.6, 1.8)}
_WATER: Final[Colour] = (134, 160, 170)
_GRID: Final[Colour] = mix(theme.INK_FAINT, theme.PAPER, 0.25)


class _Scatter:
    """Deterministic pseudo-random numbers, derived from a name."""

    def __init__(self, name: str) -> None:
        self._name, self._count = name, 0

    def uniform(self, low: float, high: float) -> float:
        """Return the next number within a range."""
        self._count += 1
        return low + (high - low) * zlib.crc32(f"{self._name} {self._count}".encode()) / 0xFFFFFFFF


class _Ink:
    """Draws on a picture with `OVER` times the sheet's resolution."""

    def __init__(self, size: tuple[int, int]) -> None:
        self.image = Image.new("RGB", (size[0] * OVER, size[1] * OVER), theme.PAPER_DARK)
        self.draw = ImageDraw.Draw(self.image)

    def line(self, points: Sequence[XY], colour: Colour, width: float) -> None:
        """Draw a line with round joints and ends."""
        fine, wide = _oversampled(points), max(1, round(width * OVER))
        self.draw.line(fine, fill=colour, width=wide, joint="curve")
        if wide > 3:
            for x, y in (fine[0], fine[-1]):
                self.draw.ellipse((x - wide / 2, y - wide / 2, x + wide / 2, y + wide / 2), fill=colour)

    def dashes(self, points: Sequence[XY], colour: Colour, width: float, on: float, off: float) -> None:
        """Draw a dashed line."""
        for piece in pieces(points, on, off):
            self.draw.line(_oversampled(piece), fill=colour, width=max(1, round(width * OVER)))

    def area(self, points: Sequence[XY], colour: Colour) -> None:
        """Fill a shape."""
        self.draw.polygon(_oversampled(points), fill=colour)


def _oversampled(points: Sequence[XY]) -> list[XY]:
    return [(x * OVER, y * OVER) for x, y in points]


def pieces(points: Sequence[XY], on: float, off: float) -> Iterator[list[XY]]:
    """Yield the dashes of a dashed line, with their length and the gap between them."""
    part: list[XY] = [points[0]]
    left, drawn = on, True
    for (ax, ay), (bx, by) in pairwise(points):
        length = math.dist((ax, ay), (bx, by))
        at = 0.0
        while length - at > left:
            at += left
            point = (ax + (bx - ax) * at / length, ay + (by - ay) * at / length)
            if drawn:
                yield [*part, point]
            part, drawn, left = [point], not drawn, off if drawn else on
        left -= length - at
        part.append((bx, by))
    if drawn and len(part) > 1:
        yield part


def _hexes(ink: _Ink, plan: HexLayout) -> None:
    """Tint every hex by its terrain, with the Dutch ones grey and hatched."""
    for hex_, terrain in enumerate(plan.facts.terrain):
        closed = plan.facts.closed >> hex_ & 1
        ink.area(plan.corners(hex_), CLOSED if closed else WASH[terrain.name])
        if closed:
            _bars(ink, plan, hex_)


def _bars(ink: _Ink, plan: HexLayout, hex_: int) -> None:
    """Hatch a closed hex with vertical lines."""
    x, y = plan.middles[hex_]
    colour, step = mix(CLOSED, theme.INK_SOFT, 0.28), plan.radius / 6
    for number in range(-5, 6):
        across = number * step
        half = min(plan.high / 2, (plan.radius - abs(across)) * math.sqrt(3)) - 2
        ink.line([(x + across, y - half), (x + across, y + half)], colour, 1.0)


def _heights(ink: _Ink, plan: HexLayout) -> None:
    """Hachure the hills: few in broken terrain, many in rough terrain."""
    facts = plan.facts
    for hex_, terrain in enumerate(facts.terrain):
        luck = _Scatter(facts.grid.names[hex_])
        colour = mix(theme.RELIEF_INK, WASH[terrain.name], 0.25)
        for x, y in _spots(plan, hex_, HILLS[terrain.name], luck):
            _hill(ink, x, y, plan.high * luck.uniform(0.075, 0.105), colour)


def _spots(plan: HexLayout, hex_: int, number: int, luck: _Scatter) -> list[XY]:
    """Return positions for hills in a hex, away from each other and from its edge."""
    x, y = plan.middles[hex_]
    found: list[XY] = []
    for _ in range(400):
        if len(found) == number:
            break
        spot = (x + plan.radius * luck.uniform(-0.8, 0.8), y + plan.high * luck.uniform(-0.42, 0.42))
        inside = abs(spot[0] - x) + abs(spot[1] - y) / math.sqrt(3) < plan.radius * 0.84
        if inside and all(math.dist(spot, other) > plan.high * 0.235 for other in found):
            found.append(spot)
    return sorted(found, key=lambda spot: spot[1])


def _hill(ink: _Ink, x: float, y: float, size: float, colour: Colour) -> None:
    """Draw a hill as strokes running down from its crest."""
    for number in range(7):
        turn = math.radians(-160 + number * 23.3)
        dx, dy = math.cos(turn), math.sin(turn)
        near, far = 0.55, 1.0 + 0.25 * (number % 2)
        ink.line([(x + dx * size * near, y - abs(dy) * size * near * 0.8),
                  (x + dx * size * far, y - abs(dy) * size * far * 0.55 + size * 0.32)], colour, 1.3)  # fmt: skip


def _grid(ink: _Ink, plan: HexLayout) -> None:
    for hex_ in range(len(plan.middles)):
        corners = plan.corners(hex_)
        ink.line([*corners, corners[0]], _GRID, 1.2)


def _closed_border(ink: _Ink, plan: HexLayout) -> None:
    """Draw the border that nobody can cross, as a dash-dot line along closed hexes."""
    facts = plan.facts
    for hex_ in members(facts.closed):
        for side, other in enumerate(facts.grid.beyond[hex_]):
            if other != NOWHERE and not facts.closed >> other & 1:
                ends = [plan.corner(hex_, side - 1), plan.corner(hex_, side)]
                ink.line(ends, theme.PAPER, 6.0)
                ink.line(ends, mix(theme.GOLD, theme.PAPER, 0.25), 4.4)
                ink.dashes(ends, theme.INK, 2.2, 9.0, 4.0)


def _borders(ink: _Ink, plan: HexLayout) -> None:
    for border in plan.country["borders"]:
        line = smooth(plan.course(border["course"]), 2)
        ink.line(line, mix(theme.BANDS[4], theme.PAPER, 0.35), 4.0)
        ink.dashes(line, theme.INK_SOFT, 1.4, 8.0, 4.0)


def _rivers(ink: _Ink, plan: HexLayout) -> None:
    """Draw the rivers, widest last."""
    widths = {"": 0, "MinorRiver": 1, "River": 2, "MajorRiver": 3}
    share = plan.high / 120
    for river in sorted(plan.country["rivers"], key=lambda one: widths[one["kind"]]):
        wide, rim = RIVERS[river["kind"]]
        line = smooth(plan.course(river["course"]))
        if rim:
            ink.line(line, theme.COAST, (wide + 2 * rim) * share)
        ink.line(line, theme.SEA if rim else _WATER, wide * share)


def _roads(ink: _Ink, plan: HexLayout) -> None:
    for road in plan.country["roads"]:
        line = smooth(plan.course(road["course"]), 2)
        ink.line(line, mix(theme.ROAD, theme.PAPER, 0.35), 3.4)
        ink.line(line, theme.PAPER, 1.6)


def _railways(ink: _Ink, plan: HexLayout) -> None:
    """Draw the railways in black and white."""
    for railway in plan.country["railways"]:
        line = smooth(plan.course(railway["course"]), 2)
        ink.line(line, theme.PAPER, 6.4)
        ink.line(line, theme.INK, 4.2)
        ink.dashes(line, theme.WHITE, 2.0, 9.0, 9.0)


def _towns(ink: _Ink, plan: HexLayout) -> None:
    """Draw a block of houses at each town, a large one at Liège."""
    for name, (longitude, latitude, size) in plan.country["towns"].items():
        x, y = plan.place(longitude, latitude)
        luck = _Scatter(name)
        for _ in range(3 + 4 * size):
            dx, dy = luck.uniform(-1, 1) * (4 + 5 * size), luck.uniform(-1, 1) * (3 + 4 * size)
            w, h = luck.uniform(1.6, 3.2), luck.uniform(1.4, 2.6)
            ink.area([(x + dx - w, y + dy - h), (x + dx + w, y + dy - h), (x + dx + w, y + dy + h), (x + dx - w, y + dy + h)],
                     mix(theme.RED, theme.INK, 0.45))  # fmt: skip


def _camp(ink: _Ink, plan: HexLayout) -> None:
    """Outline the hexes of the camp, and connect its forts by a fine ring."""
    facts = plan.facts
    for hex_ in members(facts.camp):
        for side, other in enumerate(facts.grid.beyond[hex_]):
            if other == NOWHERE or not facts.camp >> other & 1:
                ends = [plan.corner(hex_, side - 1, 0.955), plan.corner(hex_, side, 0.955)]
                ink.line(ends, theme.PAPER, 4.6)
                ink.line(ends, theme.SIDE[0], 2.6)
    ring = _sort_by_angle(list(plan.forts))
    if len(ring) > 2:
        ink.dashes(smooth([*ring, ring[0]], 2), theme.INK_SOFT, 1.4, 3.0, 4.0)


def _sort_by_angle(points: list[XY]) -> list[XY]:
    """Return points sorted by their angle around their centre."""
    x, y = sum(a for a, _ in points) / max(1, len(points)), sum(b for _, b in points) / max(1, len(points))
    return sorted(points, key=lambda point: math.atan2(point[1] - y, point[0] - x))


def _cover_outside(ink: _Ink, plan: HexLayout) -> None:
    """Cover parts of rivers and roads outside the hexes with plain paper."""
    size = ink.image.size
    mask = Image.new("1", size, 1)
    pen = ImageDraw.Draw(mask)
    for hex_ in range(len(plan.middles)):
        pen.polygon(_oversampled(plan.corners(hex_, 1.02)), fill=0)
    ink.image.paste(theme.PAPER_DARK, (0, 0), mask)


def _paint_sheet(plan: HexLayout) -> Image.Image:
    """Return the whole sheet in the shared palette."""
    ink = _Ink(plan.size)
    for layer in (
        _hexes,
        _heights,
        _towns,
        _roads,
        _borders,
        _rivers,
        _railways,
        _grid,
        _closed_border,
        _camp,
        _cover_outside,
    ):
        layer(ink, plan)
    return ink.image.reduce(OVER).quantize(palette=palette_image(), dither=Image.Dither.NONE)


@dataclass(frozen=True, eq=False)
class HexBoard:
    """The background sheet of a map at one size."""

    plan: HexLayout
    _sheet: list[Image.Image] = field(default_factory=list, repr=False)

    def sheet(self, scale: float) -> Image.Image:
        """Return the whole sheet, drawn on the first call."""
        del scale
        if not self._sheet:
            self._sheet.append(_paint_sheet(self.plan))
        return self._sheet[0]

    def piece(self, scale: float, box: tuple[int, int, int, int]) -> Image.Image:
        """Return a drawable piece of the sheet."""
        return self.sheet(scale).crop(box)

    def lay(self, frame: Image.Image, scene: Scene, ground: Sequence[Territory | Stamp]) -> None:
        """Raise TypeError: in this game nobody holds ground."""
        raise TypeError("Nobody holds ground on this map.")


@cache
def board_of(plan: HexLayout) -> Board:
    """Return the board of a layout (cached)."""
    return HexBoard(plan)


__all__ = ["CLOSED", "HILLS", "RIVERS", "WASH", "HexBoard", "board_of", "pieces"]
