"""Where everything lies on the sheet: loads and checks ``assets/pog/map/layout.json``.

All coordinates are map units: pixels at scale 1.0, the scale of close-ups.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources

from pydantic import BaseModel, ConfigDict

from engine.pog.content import load_content

Point = tuple[float, float]
Rect = tuple[float, float, float, float]  # left, top, right, bottom

#: Scales for which an engraved base exists, by name.
SCALES = {"close": 1.0, "theatre": 0.85, "sheet": 0.68}
#: Scale of ``regions.png``, which tells whose ground is where.
REGION_SCALE = 0.25


class _LetteringFile(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

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
    lettering: tuple[_LetteringFile, ...]


class _FurnitureFile(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    theatres: dict[str, tuple[str, float, float, float, float]]
    panels: dict[str, Rect]


@dataclass(frozen=True, slots=True)
class LinkLine:
    """A connection as it is drawn; `nations` is empty for a solid line."""

    a: int
    b: int
    nations: frozenset[str]
    curve: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class TheatreArea:
    """A theatre: the scale it is drawn at and its rectangle in map units."""

    name: str
    scale: float
    rect: Rect


@dataclass(frozen=True, slots=True)
class Lettering:
    """A name written across the map under everything else; `word` is a key of the words file."""

    word: str
    sea: bool
    x: float
    y: float
    size: float
    spacing: float
    angle: float


@dataclass(frozen=True, slots=True)
class Layout:
    """The board: `spaces` by space id, `links` in the order of the content."""

    width: float
    height: float
    cell: tuple[float, float]
    spaces: tuple[Point, ...]
    links: tuple[LinkLine, ...]
    theatres: dict[str, TheatreArea]
    panels: dict[str, Rect]
    lettering: tuple[Lettering, ...]


class LayoutError(ValueError):
    """The layout asset does not fit the content; names file and entry."""


@cache
def load_layout() -> Layout:
    """Reads the layout once and checks it against the content; raises `LayoutError`."""
    folder = resources.files("assets").joinpath("pog", "map")
    board = _LayoutFile.model_validate_json(folder.joinpath("layout.json").read_bytes())
    furniture = _FurnitureFile.model_validate_json(folder.joinpath("furniture.json").read_bytes())
    content = load_content()
    wanted = [s for s in content.spaces if s.kind == "map"]
    missing = [s.name for s in wanted if s.name not in board.spaces]
    if missing:
        raise LayoutError(f"layout.json: no position for {', '.join(missing)}")
    curves = {(a, b): curve for a, b, curve in board.links}
    names = {s.id: s.name for s in content.spaces}
    links = []
    for link in content.connections:
        flat = curves.get((names[link.a], names[link.b]))
        if flat is None:
            raise LayoutError(f"layout.json: no curve {names[link.a]} to {names[link.b]}")
        links.append(LinkLine(link.a, link.b, link.nations, tuple(zip(flat[::2], flat[1::2], strict=True))))
    return Layout(
        width=board.sheet[0],
        height=board.sheet[1],
        cell=board.cell,
        spaces=tuple(board.spaces[s.name] for s in wanted),
        links=tuple(links),
        theatres={name: TheatreArea(name, SCALES[area[0]], area[1:]) for name, area in furniture.theatres.items()},
        panels=furniture.panels,
        lettering=tuple(Lettering(p.word, p.sea, p.x, p.y, p.size, p.spacing, p.angle) for p in board.lettering),
    )
