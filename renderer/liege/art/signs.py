"""Map signs: forts, works on hexsides, hatched zones, lines of fire and arrows."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from typing import Final

from PIL import Image

from renderer.kit import theme
from renderer.kit.canvas import XY, Canvas, Cover, pixels, write
from renderer.kit.palette import inked, mix
from renderer.kit.sprites import TwoToned, Wordless
from renderer.liege.art.counter import SIDE
from renderer.liege.layout import ANGLES

#: Size of a fort sign.
FORT_WIDE, FORT_HIGH = 32.0, 27.0
_PX = 16.0
#: White outline of a fallen fort's letters, in px.
_HALO = 1.5


@dataclass(frozen=True, slots=True)
class FortKey:
    """A fort with its two letters: dark if active, white and crossed out if fallen; five corners if large, four if small."""

    code: str
    standing: bool
    large: bool
    #: A ring around it: it is shelled or assaulted in this picture.
    aimed: bool = False

    def size(self, scale: float) -> tuple[int, int]:
        """Return the size, which is the same for all forts."""
        return pixels(FORT_WIDE + 8, FORT_HIGH + 8, scale)

    def words(self) -> str:
        """Return its letters."""
        return self.code

    def text_px(self, scale: float) -> float | None:
        """Return the height of its letters."""
        return _PX * scale

    def paint(self, scale: float) -> Image.Image:
        """Draw the outline of a Brialmont fort with its letters."""
        c = Canvas(self.size(scale), scale)
        x, y, w, h = 4.0, 4.0, FORT_WIDE, FORT_HIGH
        shape = [(x + w / 2, y), (x + w, y + 9), (x + w - 4, y + h), (x + 4, y + h), (x, y + 9)]
        if not self.large:
            shape = [(x + 5, y + 4), (x + w - 5, y + 4), (x + w - 1, y + h), (x + 1, y + h)]
        if self.aimed:
            c.line([*shape, shape[0], shape[1]], theme.RED, 7.0)
        c.line([*shape, shape[0], shape[1]], theme.WHITE, 4.0)
        c.polygon(shape, theme.INK if self.standing else theme.WHITE, theme.INK, 1.6)
        if not self.standing:
            c.line([(x + 3, y + 7), (x + w - 3, y + h - 2)], theme.RED, 2.2)
            c.line([(x + w - 3, y + 7), (x + 3, y + h - 2)], theme.RED, 2.2)
        image = c.finish()
        across, down = image.width / 2, (y + h / 2 + (3.0 if self.large else 2.4)) * scale
        if not self.standing:  # the letters stay readable over the cross
            for dx, dy in itertools.product((-_HALO, 0.0, _HALO), repeat=2):
                at = (across + dx * scale, down + dy * scale)
                write(image, self.code, "sans_bold", _PX * scale, at, theme.WHITE)
        ink = theme.WHITE if self.standing else theme.INK
        write(image, self.code, "sans_bold", _PX * scale, (across, down), ink)
        return image


@dataclass(frozen=True, slots=True)
class WorkKey(Wordless):
    """Works along a hexside, with their teeth outward: fieldworks are a single line, all others filled and double."""

    side: int
    kind: str
    owner: int
    #: Radius of the hex in px.
    radius: float

    def _points(self) -> tuple[list[XY], XY, float]:
        turn, long = math.radians(ANGLES[self.side]), self.radius * 0.62
        return [], (math.cos(turn), math.sin(turn)), long

    def size(self, scale: float) -> tuple[int, int]:
        """Return a square around its centre."""
        return pixels(self.radius * 0.62 + 16, self.radius * 0.62 + 16, scale)

    def paint(self, scale: float) -> Image.Image:
        """Draw a toothed line perpendicular to the side's direction."""
        c = Canvas(self.size(scale), scale)
        _, (dx, dy), long = self._points()
        middle = (long + 16) / 2
        colour = SIDE[self.owner]

        def at(along: float, out: float) -> XY:
            return middle - dy * along + dx * out, middle + dx * along + dy * out

        teeth = 5
        step = long / (2 * teeth - 1)
        points: list[XY] = []
        for i in range(2 * teeth - 1):
            out = 3.5 if i % 2 == 0 else -0.5
            points += [at(-long / 2 + i * step, out), at(-long / 2 + (i + 1) * step, out)]
        shape = [at(-long / 2, -3.5), *points, at(long / 2, -3.5)]
        c.line([*shape, shape[0], shape[1]], theme.PAPER, 4.0)
        c.polygon(shape, colour if self.kind != "fieldworks" else mix(colour, theme.PAPER, 0.8), colour, 1.6)
        if self.kind != "fieldworks":
            for width, ink in ((4.6, theme.PAPER), (2.0, colour)):
                c.line([at(-long / 2, -6.4), at(long / 2, -6.4)], ink, width)
        return c.finish()


@dataclass(frozen=True, slots=True)
class ZoneKey(TwoToned, Wordless):
    """The hatching of a hex in a zone of control: lines along its edge, slanting a different way for each side."""

    owner: int
    #: Height of the hex in px.
    high: float

    def size(self, scale: float) -> tuple[int, int]:
        """Return the bounding box of the hex."""
        return pixels(self.high / math.sqrt(3) * 2, self.high, scale)

    def flat(self, scale: float) -> tuple[Image.Image, Image.Image]:
        """Return the lines in the side's colour, and their mask."""
        size = self.size(scale)
        ink, hexes = Cover(size, scale), Cover(size, scale)
        radius = self.high / math.sqrt(3)
        lean = self.high * (0.6 if self.owner == 0 else -0.6)
        pitch, at = 9.0, -self.high
        while at < 2 * radius + self.high:
            ink.line([(at, self.high), (at + lean, 0.0)], 1.5)
            at += pitch
        for share, value in ((0.985, 255), (0.8, 0)):
            corners = [
                (radius + radius * share * math.cos(math.radians(60 * n)), self.high / 2 + radius * share * math.sin(math.radians(60 * n)))
                for n in range(6)
            ]  # fmt: skip
            spots = [(x * hexes.unit, y * hexes.unit) for x, y in corners]
            hexes.draw.polygon(spots, fill=value)
        lines, rim = ink.finish(), hexes.finish()
        cover = Image.composite(lines, Image.new("L", lines.size, 0), rim.point(lambda v: 255 if v > 128 else 0))
        return inked(cover, theme.PAPER, SIDE[self.owner]), cover.point(lambda v: 255 if v > 90 else 0, "1")


@dataclass(frozen=True, slots=True)
class FireKey(TwoToned, Wordless):
    """A line of fire: dashes with a burst at the end; points are px from the sprite's corner."""

    start: XY
    goal: XY
    owner: int

    def size(self, scale: float) -> tuple[int, int]:
        """Return the bounding box of both points plus a margin."""
        return pixels(max(self.start[0], self.goal[0]) + BURST, max(self.start[1], self.goal[1]) + BURST, scale)

    def flat(self, scale: float) -> tuple[Image.Image, Image.Image]:
        """Return a curved dashed line with a pale border, ending before the burst."""
        casing, ink = Cover(self.size(scale), scale, 1), Cover(self.size(scale), scale)
        way = _bow(self.start, self.goal)
        casing.line(way, 7.0)
        for number in range(0, len(way) - 1, 2):
            ink.line(way[number : number + 2], 3.2)
        x, y = self.goal
        for number in range(8):
            turn = math.radians(45 * number + 22)
            far = 11.0 if number % 2 else 7.0
            spike = [(x, y), (x + far * math.cos(turn), y + far * math.sin(turn))]
            casing.line(spike, 6.0)
            ink.line(spike, 2.6)
        return inked(ink.finish(), theme.WHITE, SIDE[self.owner]), casing.mask()


#: Radius of a burst at the end of a line of fire.
BURST: Final = 20.0


@dataclass(frozen=True, slots=True)
class HexArrowKey(TwoToned, Wordless):
    """An arrow of a march, an attack or a retreat through points, px from the sprite's corner."""

    kind: str
    points: tuple[XY, ...]
    owner: int

    def size(self, scale: float) -> tuple[int, int]:
        """Return the bounding box of its points plus a margin."""
        return pixels(max(x for x, _ in self.points) + BURST, max(y for _, y in self.points) + BURST, scale)

    def flat(self, scale: float) -> tuple[Image.Image, Image.Image]:
        """Return shaft and head in the side's colour; an attack is broad, a retreat dashed."""
        shaft, head, half = {"move": (4.2, 16.0, 9.5), "attack": (11.0, 22.0, 16.0), "retreat": (5.0, 15.0, 9.0)}[
            self.kind
        ]
        casing, ink = Cover(self.size(scale), scale, 1), Cover(self.size(scale), scale)
        (bx, by), (x, y) = self.points[-2:]
        turn = math.atan2(y - by, x - bx)
        dx, dy = math.cos(turn), math.sin(turn)
        body = [*self.points[:-1], (x - dx * head * 0.8, y - dy * head * 0.8)]
        tip = [(x, y), (x - dx * head - dy * half, y - dy * head + dx * half), (x - dx * head * 0.72, y - dy * head * 0.72),
               (x - dx * head + dy * half, y - dy * head - dx * half)]  # fmt: skip
        casing.line(body, shaft + 4.0)
        casing.polygon(tip)
        casing.line([*tip, tip[0], tip[1]], 4.6)
        if self.kind == "retreat":
            way = _subdivide(body, 9.0)
            for number in range(0, len(way) - 1, 2):
                ink.line(way[number : number + 2], shaft)
        else:
            ink.line(body, shaft)
        if self.kind == "attack":
            ink.line(body, 2.0, 0)
        ink.polygon(tip)
        return inked(ink.finish(), theme.WHITE, SIDE[self.owner]), casing.mask()


@dataclass(frozen=True, slots=True)
class MarkedHexKey(Wordless):
    """A heavy outline around a hex that a picture highlights."""

    high: float

    def size(self, scale: float) -> tuple[int, int]:
        """Return the bounding box of the hex."""
        return pixels(self.high / math.sqrt(3) * 2, self.high, scale)

    def paint(self, scale: float) -> Image.Image:
        """Draw red with a pale border."""
        c = Canvas(self.size(scale), scale)
        radius = self.high / math.sqrt(3)
        corners = [
            (radius + radius * 0.94 * math.cos(math.radians(60 * n)), self.high / 2 + radius * 0.94 * math.sin(math.radians(60 * n)))
            for n in range(6)
        ]  # fmt: skip
        for colour, width in ((theme.WHITE, 7.0), (theme.RED, 3.8)):
            c.line([*corners, corners[0], corners[1]], colour, width)
        return c.finish()


def _bow(start: XY, goal: XY) -> list[XY]:
    """Return a shell's trajectory: an upward curve in steps of about 9 px, ending shortly before the target."""
    (ax, ay), (bx, by) = start, goal
    far = math.dist(start, goal)
    rise = min(26.0, far * 0.16)
    count = max(6, round(far / 9) | 1)
    shares = [number / count for number in range(count + 1) if number / count <= 1 - 11.0 / max(far, 12.0)]
    return [(ax + (bx - ax) * t, ay + (by - ay) * t - rise * 4 * t * (1 - t)) for t in shares]


def _subdivide(points: list[XY], step: float) -> list[XY]:
    found: list[XY] = []
    for (ax, ay), (bx, by) in itertools.pairwise(points):
        count = max(1, round(math.dist((ax, ay), (bx, by)) / step))
        found += [(ax + (bx - ax) * n / count, ay + (by - ay) * n / count) for n in range(count)]
    return [*found, points[-1]]


__all__ = ["BURST", "FORT_HIGH", "FORT_WIDE", "FireKey", "FortKey", "HexArrowKey", "MarkedHexKey", "WorkKey", "ZoneKey"]
