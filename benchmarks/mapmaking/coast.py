"""Read coastlines and today's borders from TopoJSON files (npm package ``world-atlas``, Natural Earth)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from shapely.geometry import MultiPolygon, Polygon, box

#: Degrees: west, south, east, north. Larger than the sheet, as the warp needs a margin.
WINDOW = (-16.0, 12.0, 95.0, 72.0)


def read_land(path: Path) -> MultiPolygon:
    """Return the land of the window in degrees, as Natural Earth draws it at 1:10 million."""
    topology = json.loads(path.read_text(encoding="utf-8"))
    return _merge(_shapes(topology, topology["objects"]["land"]["geometries"]))


def read_countries(path: Path, names: set[str]) -> dict[str, MultiPolygon]:
    """Return today's outlines of the named countries, in degrees."""
    topology = json.loads(path.read_text(encoding="utf-8"))
    found: dict[str, MultiPolygon] = {}
    for geometry in topology["objects"]["countries"]["geometries"]:
        name = geometry["properties"]["name"]
        if name in names:
            found[name] = _merge(_shapes(topology, [geometry]))
    return found


def _merge(shapes: list[Polygon]) -> MultiPolygon:
    whole = shapely.union_all([s.buffer(0) for s in shapes])
    clipped = whole.intersection(box(*WINDOW))
    parts = [p for p in getattr(clipped, "geoms", [clipped]) if isinstance(p, Polygon)]
    return MultiPolygon(parts)


def _shapes(topology: dict[str, Any], geometries: list[dict[str, Any]]) -> list[Polygon]:
    scale, shift = topology["transform"]["scale"], topology["transform"]["translate"]
    arcs = [np.cumsum(np.array(arc, dtype=float), axis=0) * scale + shift for arc in topology["arcs"]]

    def ring(indices: list[int]) -> np.ndarray[Any, Any]:
        parts = [arcs[i] if i >= 0 else arcs[~i][::-1] for i in indices]
        whole = np.concatenate([parts[0], *[p[1:] for p in parts[1:]]])
        whole[-1] = whole[0]
        return whole

    west, south, east, north = WINDOW
    result = []
    for geometry in geometries:
        groups = geometry["arcs"] if geometry["type"] == "MultiPolygon" else [geometry["arcs"]]
        for group in groups:
            rings = [r for r in map(ring, group) if len(r) > 3]
            if not rings:
                continue
            lon, lat = rings[0][:, 0], rings[0][:, 1]
            if lon.max() < west or lon.min() > east or lat.max() < south or lat.min() > north:
                continue
            result.append(Polygon(rings[0], rings[1:]))
    return result
