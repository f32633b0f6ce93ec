"""Find room for the names of lands and seas: on their own ground and clear of every space."""

from __future__ import annotations

import math
import sys
from typing import Any

import numpy as np
from shapely.geometry.base import BaseGeometry

from benchmarks.mapmaking.facts import shipped_words
from benchmarks.mapmaking.regions import GROUNDS, fill, ground_raster
from renderer.kit import theme
from renderer.pog.layout import Lettering

Array = np.ndarray[Any, Any]

#: Map units per cell of the coarse search raster.
STEP = 8.0
SEA = 99
#: Clearance of a name around a space: left/right, above, below.
CLEAR = (62.0, 38.0, 58.0)
RADIUS = 420.0


def coarse_ground(
    sites: Array,
    codes: Array,
    land: BaseGeometry,
    untinted: BaseGeometry,
    sheet: tuple[float, float],
    cell: tuple[float, float],
) -> Array:
    """Return the ground codes on a raster of `STEP`; `SEA` for water."""
    size = (int(sheet[0] / STEP), int(sheet[1] / STEP))
    ground = ground_raster(sites, codes, size, 1 / STEP, cell)
    ground[fill(untinted, size, 1 / STEP) > 0.5] = 0
    ground[fill(land, size, 1 / STEP) < 0.5] = SEA
    return ground


def place_names(
    specs: dict[str, Any],
    anchors: dict[str, Array],
    ground: Array,
    points: Array,
    panels: list[list[float]],
    dashed: list[Array],
) -> list[Lettering]:
    """Place each name at the largest size that fits near its anchor; a name without room is left out."""
    taken = np.zeros(ground.shape, dtype=bool)
    for x, y in points:
        _mark(taken, x - CLEAR[0], y - CLEAR[1], x + CLEAR[0], y + CLEAR[2])
    for panel in panels:
        _mark(taken, *panel)
    for curve in dashed:
        for x, y in curve:
            _mark(taken, x - 22, y - 12, x + 22, y + 12)
    placed = []
    for word, spec in specs.items():
        found = _find(word, spec, anchors[word], ground, taken)
        if found is None:
            sys.stderr.write(f"no room for the name {word}\n")
            continue
        placed.append(found)
        for px, py in _spots(found, _width(found)):
            _mark(taken, px - 20, py - found.size * 0.5, px + 20, py + found.size * 0.5)
    return placed


def _mark(taken: Array, x0: float, y0: float, x1: float, y1: float) -> None:
    taken[max(0, int(y0 / STEP)) : int(y1 / STEP) + 1, max(0, int(x0 / STEP)) : int(x1 / STEP) + 1] = True


def _width(name: Lettering) -> float:
    text = shipped_words().get("lettering", name.word)
    font = "title_italic" if name.sea else "title"
    return theme.text_width(text, font, name.size) + name.spacing * (len(text) - 1)


def _spots(name: Lettering, width: float) -> list[tuple[float, float]]:
    """Return points spread over the name's body."""
    a = math.radians(name.angle)
    ux, uy = math.cos(a), -math.sin(a)
    spots = []
    for along in np.linspace(-width / 2, width / 2, max(5, int(width / 14))):
        for across in (-0.62, -0.2, 0.2, 0.62):
            d = across * name.size
            spots.append((name.x + ux * along - uy * d, name.y + uy * along + ux * d))
    return spots


def _find(word: str, spec: dict[str, Any], anchor: Array, ground: Array, taken: Array) -> Lettering | None:
    code = SEA if spec["on"] == "sea" else GROUNDS.index(spec["on"])
    good = (ground == code) & ~taken
    sea = code == SEA and spec.get("style") != "land"  # a small land may have its name off its coast
    radius = spec.get("radius", RADIUS)
    offsets = [
        (dx, dy)
        for dx in np.arange(-radius, radius + 1, STEP)
        for dy in np.arange(-radius, radius + 1, STEP)
        if dx * dx + dy * dy <= radius * radius
    ]
    offsets.sort(key=lambda o: float(o[0] ** 2 + o[1] ** 2))
    wide = spec.get("spacing", 0.1)
    for size, spacing in ((z, s) for z in spec["sizes"] for s in (wide, wide / 2, 0.06)):
        sample = Lettering(word, sea, 0.0, 0.0, size, size * spacing, spec.get("angle", 0))
        spots = np.array(_spots(sample, _width(sample)))
        for dx, dy in offsets:
            at = ((spots + anchor + (dx, dy)) / STEP).astype(int)
            if (at < 1).any() or (at[:, 0] >= ground.shape[1] - 1).any() or (at[:, 1] >= ground.shape[0] - 1).any():
                continue
            if good[at[:, 1], at[:, 0]].all():
                return Lettering(
                    word, sample.sea, float(anchor[0] + dx), float(anchor[1] + dy),
                    size, sample.spacing, sample.angle,
                )  # fmt: skip
    return None
