"""Positions on the sheet: loads and checks ``assets/pog/map/layout.json``.

All coordinates are map units: pixels at scale 1.0, the scale of close-ups.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib import resources
from typing import ClassVar

from pydantic import BaseModel, ConfigDict, TypeAdapter

from engine.pog.content import Content
from engine.pog.content.records import Connection, Space
from renderer.kit.scene import Rect

Point = tuple[float, float]

#: Scales with an engraved base, by name.
SCALES = {"close": 1.0, "theatre": 0.85, "sheet": 0.68}
#: Scale of ``regions.png``, which assigns land to spaces.
REGION_SCALE = 0.25
#: Width of a connection with its border, in map units.
ROAD_WIDTH = 6.4
#: Margin in px around connections for which ``bare_NN.png`` has the land beneath them.
BARE_MARGIN = 4
#: Number of known spaces used to position one that is missing from the sheet.
_NEAREST = 8
#: Maximum bends of lines that aren't engraved, relative to their length, and how close to a space they may pass.
_BENDS = (0.0, 0.08, -0.08, 0.16, -0.16, 0.24, -0.24)
_CLEAR = 56.0


@dataclass(frozen=True, slots=True)
class Lettering:
    """A name written across the map, below everything else; `word` is a key of the text file."""

    __pydantic_config__: ClassVar = ConfigDict(extra="forbid")

    word: str
    sea: bool
    x: float
    y: float
    size: float
    spacing: float
    angle: float


class _LayoutFile(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    version: int
    sheet: tuple[float, float]
    cell: tuple[float, float]
    spaces: dict[str, Point]
    links: tuple[tuple[str, str, tuple[float, ...]], ...]
    lettering: tuple[Lettering, ...]


class _AddedFile(BaseModel):
    """Spaces that rulesets add where the sheet has room for them, and names moved to make room."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    spaces: dict[str, Point]
    lettering: dict[str, Point]


class _FurnitureFile(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    theatres: dict[str, tuple[str, float, float, float, float]]
    panels: dict[str, Rect]


@dataclass(frozen=True, slots=True)
class LinkLine:
    """A connection as drawn; `nations` is empty for a solid line."""

    a: int
    b: int
    nations: frozenset[str]
    curve: tuple[Point, ...]
    #: Whether it is on the sheet; other lines are drawn over it.
    engraved: bool = True


@dataclass(frozen=True, slots=True)
class TheatreArea:
    """A theatre: its scale, and its rectangle in map units."""

    name: str
    scale: float
    rect: Rect


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Layout:
    """The board: the position of each map space by id, with their `records`; `links` in the order of the content.

    Layouts are equal only to themselves, so that they can be cache keys.
    """

    width: float
    height: float
    cell: tuple[float, float]
    spaces: dict[int, Point]
    records: tuple[Space, ...]
    links: tuple[LinkLine, ...]
    #: Lines on the sheet that this game doesn't have.
    erased: tuple[tuple[Point, ...], ...]
    #: Spaces missing from the sheet.
    added: tuple[int, ...]
    theatres: dict[str, TheatreArea]
    panels: dict[str, Rect]
    lettering: tuple[Lettering, ...]


class LayoutError(ValueError):
    """Raised if the layout asset doesn't fit the content; names file and entry."""


#: Number of contents and boards whose layouts are cached.
KEPT = 16


@lru_cache(maxsize=KEPT)
def load_layout(content: Content) -> Layout:
    """Return the layout for a game's content (cached); games that differ only in cards share it.

    Raises:
        LayoutError: a space has neither a position in the asset nor geographic coordinates.
    """
    return _laid_out(content.spaces, content.connections)


@lru_cache(maxsize=KEPT)
def _laid_out(spaces: tuple[Space, ...], connections: tuple[Connection, ...]) -> Layout:
    board, furniture, groups = _files()
    wanted = tuple(s for s in spaces if s.kind == "map")
    here = {s.name for s in wanted}
    added = [group for group in groups if here & group.spaces.keys()]
    places = dict(board.spaces)
    moved: dict[str, Point] = {}
    for group in added:
        places |= group.spaces
        moved |= group.lettering
    known = [(s, places[s.name]) for s in wanted if s.name in places]
    curves = {(a, b): curve for a, b, curve in board.links}
    drawn = {(spaces[link.a].name, spaces[link.b].name) for link in connections}
    points = {s.id: places[s.name] if s.name in places else placed(s, known) for s in wanted}
    return Layout(
        width=board.sheet[0],
        height=board.sheet[1],
        cell=board.cell,
        spaces=points,
        records=wanted,
        links=tuple(_line(link, spaces, points, curves) for link in connections),
        erased=tuple(_points(curve) for ends, curve in curves.items() if ends not in drawn),
        added=tuple(s.id for s in wanted if s.name not in board.spaces),
        theatres={name: TheatreArea(name, SCALES[area[0]], area[1:]) for name, area in furniture.theatres.items()},
        panels=furniture.panels,
        lettering=tuple(_moved(one, moved) for one in board.lettering),
    )


def _moved(name: Lettering, moved: Mapping[str, Point]) -> Lettering:
    """Return a name at the position a ruleset gives it, if that needs its place for a space."""
    x, y = moved.get(name.word, (name.x, name.y))
    return replace(name, x=x, y=y)


@cache
def _files() -> tuple[_LayoutFile, _FurnitureFile, tuple[_AddedFile, ...]]:
    folder = resources.files("assets").joinpath("pog", "map")
    return (
        _LayoutFile.model_validate_json(folder.joinpath("layout.json").read_bytes()),
        _FurnitureFile.model_validate_json(folder.joinpath("furniture.json").read_bytes()),
        tuple(TypeAdapter(dict[str, _AddedFile]).validate_json(folder.joinpath("added.json").read_bytes()).values()),
    )


def _line(
    link: Connection,
    spaces: tuple[Space, ...],
    points: dict[int, Point],
    curves: dict[tuple[str, str], tuple[float, ...]],
) -> LinkLine:
    """Return a connection along its engraved curve; without one, as a new line that avoids other spaces."""
    flat = curves.get((spaces[link.a].name, spaces[link.b].name))
    if flat is None:
        others = [point for space, point in points.items() if space not in (link.a, link.b)]
        return LinkLine(
            link.a, link.b, link.nations, _clear_line(points[link.a], points[link.b], others), engraved=False
        )
    return LinkLine(link.a, link.b, link.nations, _points(flat))


def _clear_line(a: Point, b: Point, others: Sequence[Point]) -> tuple[Point, ...]:
    """Return the straightest line between two spaces that stays clear of others, or as clear as possible."""
    length = math.dist(a, b)
    near = [p for p in others if math.dist(p, a) < length and math.dist(p, b) < length]
    best: tuple[Point, ...] = (a, b)
    most = -1.0
    for bend in _BENDS:
        line = _parabola(a, b, bend)
        gap = min((math.dist(p, q) for p in near for q in line), default=_CLEAR)
        if min(gap, _CLEAR) > most:
            best, most = line, min(gap, _CLEAR)
    return best


def _parabola(a: Point, b: Point, bend: float) -> tuple[Point, ...]:
    """Return a parabola that deviates from the straight line by a share of its length."""
    if not bend:
        return a, b
    (ax, ay), (bx, by) = a, b
    shares = [step / 8 for step in range(9)]
    off = [4 * bend * t * (1 - t) for t in shares]
    return tuple(
        (round(ax + (bx - ax) * t - (by - ay) * o, 1), round(ay + (by - ay) * t + (bx - ax) * o, 1))
        for t, o in zip(shares, off, strict=True)
    )


def _points(flat: tuple[float, ...]) -> tuple[Point, ...]:
    return tuple(zip(flat[::2], flat[1::2], strict=True))


def placed(space: Space, known: Sequence[tuple[Space, Point]]) -> Point:
    """Return the position of a space missing from the sheet, derived from its geographic neighbours.

    It is the weighted least-squares plane through the nearest known spaces, closer ones weighing more.

    Raises:
        LayoutError: its geographic coordinates are unknown.
    """
    if space.lat is None or space.lon is None:
        raise LayoutError(f"layout.json: no position for {space.name}, and the space has no lat and lon")
    wide = math.cos(math.radians(space.lat))
    around = []
    for other, point in known:
        if other.lat is not None and other.lon is not None:
            east, north = (other.lon - space.lon) * wide, other.lat - space.lat
            around.append((east, north, point))
    around = sorted(around, key=lambda one: math.hypot(one[0], one[1]))[:_NEAREST]
    rows = [(1.0, east, north) for east, north, _ in around]
    weights = [1.0 / (0.05 + east * east + north * north) for east, north, _ in around]
    x, y = (_at_origin(rows, weights, [point[axis] for *_, point in around]) for axis in (0, 1))
    return round(x), round(y)


def _at_origin(rows: Sequence[tuple[float, float, float]], weights: Sequence[float], values: Sequence[float]) -> float:
    """Return the value at (0, 0) of the plane 1, x, y fitted to values, by Cramer's rule."""
    weighed = list(zip(weights, rows, values, strict=True))
    left = [[sum(w * r[i] * r[k] for w, r, _ in weighed) for k in range(3)] for i in range(3)]
    right = [sum(w * r[i] * v for w, r, v in weighed) for i in range(3)]
    changed = [[right[i], left[i][1], left[i][2]] for i in range(3)]
    return _determinant(changed) / _determinant(left)


def _determinant(m: Sequence[Sequence[float]]) -> float:
    return float(
        m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1])
        - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
        + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0])
    )
