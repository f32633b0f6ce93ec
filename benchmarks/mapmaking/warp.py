"""The smooth warp from real geography to the relaxed board (thin-plate spline)."""

from __future__ import annotations

from typing import Any

import numpy as np
import shapely
from scipy.interpolate import RBFInterpolator
from shapely.geometry import MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

from benchmarks.mapmaking.projection import project

Points = np.ndarray[Any, np.dtype[np.float64]]


class Warp:
    """Maps degrees to map units so that every space ends up (nearly) at its relaxed position."""

    def __init__(self, source_km: Points, target: Points, smoothing: float) -> None:
        self._spline = RBFInterpolator(source_km / 1000.0, target, kernel="thin_plate_spline", smoothing=smoothing)

    def degrees(self, lon: Any, lat: Any) -> Points:
        """Warp points given in degrees."""
        return self.kilometres(project(lon, lat))

    def kilometres(self, points: Points) -> Points:
        """Warp projected points."""
        out = np.empty_like(points)
        for start in range(0, len(points), 20000):
            piece = slice(start, start + 20000)
            out[piece] = self._spline(points[piece] / 1000.0)
        return out

    def shape(self, shape: BaseGeometry, spacing: float = 0.12) -> BaseGeometry:
        """Warp a geometry in degrees; edges longer than `spacing` degrees are subdivided first."""
        dense = shapely.segmentize(shape, spacing)
        parts = [
            Polygon(self._ring(p.exterior), [self._ring(r) for r in p.interiors]).buffer(0)
            for p in getattr(dense, "geoms", [dense])
        ]
        whole = shapely.union_all(parts)
        polygons = [p for p in getattr(whole, "geoms", [whole]) if isinstance(p, Polygon)]
        return MultiPolygon(polygons)

    def _ring(self, ring: Any) -> Points:
        degrees = np.array(ring.coords)
        moved = self.degrees(degrees[:, 0], degrees[:, 1])
        moved[-1] = moved[0]
        return moved
