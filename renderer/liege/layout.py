"""Positions of hexes, hexsides, forts and geographic places on a sheet, in px.

Hexes have the printed orientation: flat at the top, with columns counted from the west, which has the highest letters.
"""

from __future__ import annotations

import itertools
import math
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import resources
from typing import Any, Final

from engine.core.bits import members
from engine.liege.facts import MAPS, LiegeFacts
from engine.liege.facts import facts as shipped
from engine.liege.grid import NOWHERE
from renderer.kit.canvas import XY
from renderer.kit.scene import Rect

#: Height of a hex in px, in a close-up and on the whole map.
CLOSE, WHOLE = 120.0, 100.0
#: Columns and rows shown in a close-up.
CLOSE_COLUMNS, CLOSE_ROWS = 7, 6
#: Margin around the hexes in px, and minimum width of a sheet.
MARGIN, NARROWEST = 10.0, 720.0
#: Directions of hexsides, clockwise from north, in degrees clockwise from east.
ANGLES: Final = tuple(-90 + 60 * side for side in range(6))


@cache
def geography(place: str = "") -> dict[str, Any]:
    """Return the geography of a map: Liège, or another one by name (`MAPS`)."""
    above, (folder, _) = resources.files("assets") / "liege", MAPS[place]
    return tomllib.loads(((above / folder if folder else above) / "geography.toml").read_text("utf-8"))


def country(facts: LiegeFacts) -> dict[str, Any]:
    """Return the geography of the map with these hexes."""
    for place in MAPS:
        if shipped(place).grid.names == facts.grid.names:
            return geography(place)
    raise ValueError("These hexes are of no map that can be drawn.")


@dataclass(frozen=True, eq=False)
class HexLayout:
    """The sheet of a map at one size. Layouts are equal only to themselves."""

    facts: LiegeFacts
    #: Height of a hex in px.
    high: float

    @cached_property
    def country(self) -> dict[str, Any]:
        """The geography of the map."""
        return country(self.facts)

    @property
    def radius(self) -> float:
        """Distance from the centre of a hex to a corner."""
        return self.high / math.sqrt(3)

    @cached_property
    def _edges(self) -> tuple[int, int, float, float]:
        """Westernmost and easternmost column, northernmost and southernmost row."""
        places = self.facts.grid.places
        rows = [_row(place) for place in places]
        return max(c for c, _ in places), min(c for c, _ in places), max(rows), min(rows)

    @cached_property
    def size(self) -> tuple[int, int]:
        """Width and height of the sheet."""
        _, _, north, south = self._edges
        return round(self._wide + 2 * self._beside), round((north - south + 1) * self.high + 2 * MARGIN)

    @property
    def _wide(self) -> float:
        west, east, _, _ = self._edges
        return 1.5 * self.radius * (west - east) + 2 * self.radius

    @property
    def _beside(self) -> float:
        """Width of the paper left and right of the hexes, so that a small map has room for its caption."""
        return max(MARGIN, (NARROWEST - self._wide) / 2)

    def _at(self, column: float, row: float) -> XY:
        west, _, north, _ = self._edges
        return self._beside + self.radius * (1 + 1.5 * (west - column)), MARGIN + self.high * (0.5 + north - row)

    @cached_property
    def middles(self) -> tuple[XY, ...]:
        """The centres of all hexes."""
        return tuple(self._at(place[0], _row(place)) for place in self.facts.grid.places)

    def corner(self, hex_: int, number: int, share: float = 1.0) -> XY:
        """Return the corner of a hex clockwise after a side, or a point `share` of the way to it."""
        return self._toward(hex_, ANGLES[number % 6] + 30, self.radius * share)

    def corners(self, hex_: int, share: float = 1.0) -> list[XY]:
        """Return all corners."""
        return [self.corner(hex_, number, share) for number in range(6)]

    def edge(self, hex_: int, side: int, share: float = 1.0) -> XY:
        """Return the midpoint of a hexside, or a point `share` of the way to it."""
        return self._toward(hex_, ANGLES[side], self.high / 2 * share)

    def _toward(self, hex_: int, degrees: float, far: float) -> XY:
        x, y = self.middles[hex_]
        return x + far * math.cos(math.radians(degrees)), y + far * math.sin(math.radians(degrees))

    def place(self, longitude: float, latitude: float) -> XY:
        """Return the position of a geographic place."""
        p = self.country["projection"]
        east, north = longitude - p["west"], latitude - p["south"]
        whole = p["across"] * p["up"] - p["lean"] * p["rise"]
        return self._at((east * p["up"] - p["lean"] * north) / whole, (p["across"] * north - east * p["rise"]) / whole)

    def course(self, points: list[Any]) -> list[XY]:
        """Return a course through places, hexes and hexsides as a line; consecutive hexsides are joined at their corners."""
        found: list[XY] = []
        for number, point in enumerate(points):
            if not isinstance(point, str):
                found.append(self.place(*point))
            elif "|" not in point:
                found.append(self.middles[self.facts.hex_of(point)])
            else:
                ends = self.ends(point)
                after = self._entry(points[number + 1]) if number + 1 < len(points) else None
                if (found and math.dist(found[-1], ends[0]) > math.dist(found[-1], ends[1]) + 1e-6) or (
                    not found and after is not None and math.dist(ends[0], after) < math.dist(ends[1], after)
                ):
                    ends.reverse()
                found += [end for end in ends if not found or math.dist(found[-1], end) > 1]
        return found

    def _entry(self, point: Any) -> XY:
        if not isinstance(point, str):
            return self.place(*point)
        if "|" not in point:
            return self.middles[self.facts.hex_of(point)]
        (ax, ay), (bx, by) = self.ends(point)
        return (ax + bx) / 2, (ay + by) / 2

    def ends(self, hexside: str) -> list[XY]:
        """Return the corners at both ends of a hexside."""
        one, _, other = hexside.partition("|")
        hex_ = self.facts.hex_of(one)
        side = self.facts.grid.side_toward(hex_, self.facts.hex_of(other))
        return [self.corner(hex_, side - 1), self.corner(hex_, side)]

    @cached_property
    def forts(self) -> tuple[XY, ...]:
        """The centres of all fort signs, along the outer edge of each hex so that they ring the camp."""
        facts = self.facts
        camp = [self.middles[hex_] for hex_ in members(facts.camp)]
        cx, cy = sum(x for x, _ in camp) / len(camp), sum(y for _, y in camp) / len(camp)
        found: dict[int, XY] = {}
        for hex_ in members(facts.camp):
            x, y = self.middles[hex_]
            out = math.degrees(math.atan2(y - cy, x - cx)) if (x, y) != (cx, cy) else 90.0
            there = [number for number, fort in enumerate(facts.forts) if fort.hex == hex_]
            for place, number in enumerate(there):
                turn = (place - (len(there) - 1) / 2) * (56 if self.country["clockwise"] else -56)
                far = self.high * 0.3 + (1.5 if turn else 0.0)
                found[number] = self._toward(hex_, out + turn, far)
        return tuple(found[number] for number in range(len(facts.forts)))

    def outward(self, hex_: int) -> int:
        """Return the side of a camp hex that points away from the camp, NOWHERE for other hexes."""
        return self._outward[hex_]

    @cached_property
    def _outward(self) -> tuple[int, ...]:
        return tuple(self._looks_out(hex_) for hex_ in range(len(self.middles)))

    def _looks_out(self, hex_: int) -> int:
        if not self.facts.camp >> hex_ & 1:
            return NOWHERE
        there = [self.forts[n] for n, fort in enumerate(self.facts.forts) if fort.hex == hex_]
        x, y = self.middles[hex_]
        dx, dy = sum(a for a, _ in there) / len(there) - x, sum(b for _, b in there) / len(there) - y
        return round((math.degrees(math.atan2(dy, dx)) + 90) / 60) % 6

    @cached_property
    def window(self) -> Rect:
        """The part of the sheet shown in a close-up: seven columns and six rows around the camp."""
        camp = [self.facts.grid.places[hex_] for hex_ in members(self.facts.camp)]
        column = round(sum(c for c, _ in camp) / len(camp))
        south = round(sum(_row(place) for place in camp) / len(camp)) - CLOSE_ROWS // 2
        half = CLOSE_COLUMNS // 2
        shown = [
            self.middles[hex_] for hex_, (c, r) in enumerate(self.facts.grid.places)
            if abs(c - column) <= half and south < r + 1 <= south + CLOSE_ROWS
        ]  # fmt: skip
        left, right = min(x for x, _ in shown) - self.radius, max(x for x, _ in shown) + self.radius
        left, right = (
            min(left, (left + right - NARROWEST) / 2 + MARGIN),
            max(right, (left + right + NARROWEST) / 2 - MARGIN),
        )
        top, foot = min(y for _, y in shown) - self.high / 2, max(y for _, y in shown) + self.high / 2
        return (left - MARGIN, top - MARGIN, right + MARGIN, foot + MARGIN)

    def within(self, rect: Rect) -> Iterator[int]:
        """Yield the hexes that are wholly within a part of the sheet."""
        for hex_, (x, y) in enumerate(self.middles):
            if (
                x - self.radius >= rect[0] - 1 and x + self.radius <= rect[2] + 1
                and y - self.high / 2 >= rect[1] - 1 and y + self.high / 2 <= rect[3] + 1
            ):  # fmt: skip
                yield hex_


def _row(place: tuple[int, int]) -> float:
    return place[1] + place[0] % 2 / 2


_MADE: dict[tuple[int, float], HexLayout] = {}
"""Layouts by (id of the facts, height): facts aren't hashable, and their layouts keep them alive."""


def layout(facts: LiegeFacts, high: float) -> HexLayout:
    """Return the layout of a map with hexes of a height (cached)."""
    return _MADE.setdefault((id(facts), high), HexLayout(facts, high))


def smooth(points: list[XY], times: int = 3) -> list[XY]:
    """Smooth a line by cutting its corners (Chaikin); its ends stay in place."""
    for _ in range(times):
        found = [points[0]]
        for (ax, ay), (bx, by) in itertools.pairwise(points):
            found += [(0.75 * ax + 0.25 * bx, 0.75 * ay + 0.25 * by), (0.25 * ax + 0.75 * bx, 0.25 * ay + 0.75 * by)]
        points = [*found, points[-1]]
    return points


__all__ = ["ANGLES", "CLOSE", "MARGIN", "WHOLE", "HexLayout", "country", "geography", "layout", "smooth"]
