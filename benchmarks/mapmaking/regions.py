"""Assign each pixel its ground: nearest space or ground point, clipped to the coast and to lasting neutrals."""

from __future__ import annotations

from typing import Any

import numpy as np
from PIL import Image, ImageDraw
from scipy.ndimage import gaussian_filter
from scipy.spatial import cKDTree
from shapely.geometry.base import BaseGeometry

#: Tinted grounds; the index is the code in the raster. 0 is untinted land.
GROUNDS = (
    "none br fr be ge ah it ru sb mn ro bu gr tu al pe ar eg kw".split()
)  # fmt: skip

Raster = np.ndarray[Any, Any]

#: How far the ground of a space extends, in cells, unless another of its nation is nearer.
REACH = 30.0


def fill(shape: BaseGeometry, size: tuple[int, int], scale: float, over: int = 2) -> Raster:
    """Return the coverage 0..1 of a geometry in map units on a raster of `size` pixels."""
    image = Image.new("L", (size[0] * over, size[1] * over), 0)
    draw = ImageDraw.Draw(image)
    for part in getattr(shape, "geoms", [shape]):
        ring = np.asarray(part.exterior.coords) * scale * over
        draw.polygon([tuple(p) for p in ring], fill=255)
        for hole in part.interiors:
            draw.polygon([tuple(p * scale * over) for p in np.asarray(hole.coords)], fill=0)
    small = image.resize(size, Image.Resampling.BOX)
    return np.asarray(small, dtype=np.float32) / 255.0


def ground_raster(
    sites: np.ndarray[Any, Any],
    codes: np.ndarray[Any, Any],
    size: tuple[int, int],
    scale: float,
    cell: tuple[float, float],
) -> Raster:
    """Return the code of the nearest site for every pixel; borders wander a little, as real ones do."""
    _, nearest = _nearest(sites, size, scale, cell)
    return np.asarray(codes[nearest], dtype=np.uint8)


def space_raster(
    ground: Raster,
    points: np.ndarray[Any, Any],
    codes: np.ndarray[Any, Any],
    land: Raster,
    scale: float,
    cell: tuple[float, float],
) -> Raster:
    """Return id + 1 of the space each pixel belongs to: the nearest one of the nation that owns the ground.

    0 for water, lasting neutrals and ground of nations without a space.
    """
    owner = np.zeros(ground.shape, dtype=np.uint16)
    for code in np.unique(codes):
        ids = np.nonzero(codes == code)[0]
        rows, cols = np.nonzero((ground == code) & (land > 0.5))
        if code == 0 or len(rows) == 0:
            continue
        spots = np.column_stack([(cols + 0.5) / scale / cell[0], (rows + 0.5) / scale / cell[1]])
        far, nearest = cKDTree(points[ids] / np.array(cell)).query(spots, workers=2)
        owner[rows, cols] = np.where(far < REACH, ids[nearest] + 1, 0)
    return owner


def _nearest(
    sites: np.ndarray[Any, Any], size: tuple[int, int], scale: float, cell: tuple[float, float]
) -> tuple[Raster, Raster]:
    """Return the distance in cells to the nearest site, and its number, for every pixel."""
    width, height = size
    rng = np.random.default_rng(1914)
    wander = []
    for _ in range(2):
        coarse = rng.standard_normal((1 + int(height / scale) // 8, 1 + int(width / scale) // 8))
        soft = gaussian_filter(coarse, 2.6, mode="wrap")
        soft *= 11.0 / max(float(soft.std()), 1e-9) * 0.55
        image = Image.fromarray(soft.astype(np.float32))
        wander.append(np.asarray(image.resize(size, Image.Resampling.BICUBIC)))
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    points = np.column_stack(
        [
            ((xs + 0.5) / scale + wander[0]).ravel() / cell[0],
            ((ys + 0.5) / scale + wander[1]).ravel() / cell[1],
        ]
    )
    far, nearest = cKDTree(sites / np.array(cell)).query(points, workers=2)
    return np.asarray(far).reshape(height, width), np.asarray(nearest).reshape(height, width)
