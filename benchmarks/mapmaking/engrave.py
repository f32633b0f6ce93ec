"""Draw the sheet: washes, coast, waterlines, relief, rivers, graticule and connections."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from PIL import Image, ImageChops, ImageDraw
from scipy.ndimage import distance_transform_edt, gaussian_filter
from shapely.geometry.base import BaseGeometry

from benchmarks.mapmaking.facts import Link, Place
from benchmarks.mapmaking.regions import GROUNDS, Raster, fill, ground_raster
from renderer.kit import theme
from renderer.kit.palette import BAND_MIX, SHADE_STEP
from renderer.pog.layout import ROAD_WIDTH, Lettering
from renderer.pog.nations import BAND, WASH

Points = np.ndarray[Any, Any]


@dataclass(frozen=True, slots=True)
class Sheet:
    """Everything the engraver needs, in map units."""

    width: float
    height: float
    cell: tuple[float, float]
    places: list[Place]
    points: Points
    links: list[Link]
    curves: list[Points]
    land: BaseGeometry
    untinted: BaseGeometry
    sites: Points
    codes: Points
    rivers: list[Points]
    ridges: list[Points]
    graticule: list[Points]
    divide: Points
    lettering: list[Lettering]


@dataclass(frozen=True, slots=True)
class Engraved:
    """The finished base, the same without connections, and a mask of the connections; all of one size."""

    base: Image.Image
    bare: Image.Image
    roads: Image.Image


def engrave(sheet: Sheet, scale: float) -> Engraved:
    """Return the base at `scale`, RGB, with and without the connections."""
    size = (round(sheet.width * scale), round(sheet.height * scale))
    land = fill(sheet.land, size, scale)
    ground = ground_raster(sheet.sites, sheet.codes, size, scale, sheet.cell)
    ground[fill(sheet.untinted, size, scale, 1) > 0.5] = 0
    colour = _washes(ground, land, scale)
    colour = _relief(colour, sheet, land, size, scale)
    colour = _sea(colour, land, _graticule(sheet, size, scale), scale)
    image = Image.fromarray(np.clip(colour, 0, 255).astype(np.uint8), "RGB")
    _water(image, sheet, scale, land)
    bare = image.copy()
    return Engraved(image, bare, _roads(image, sheet, scale))


def _washes(ground: Raster, land: Raster, scale: float) -> Raster:
    table = np.array([WASH[g] for g in GROUNDS], dtype=np.float32)
    colour = table[ground]
    solid = land > 0.5
    edge = np.zeros(ground.shape, dtype=bool)
    edge[1:] |= (ground[1:] != ground[:-1]) & solid[1:] & solid[:-1]
    edge[:, 1:] |= (ground[:, 1:] != ground[:, :-1]) & solid[:, 1:] & solid[:, :-1]
    far = distance_transform_edt(~edge)
    band = (far < 13 * scale) & (ground != 0)
    inner = (far < 6 * scale) & (ground != 0)
    strong = np.array([BAND[g] for g in GROUNDS], dtype=np.float32)[ground]
    mix = (BAND_MIX[0] * band + (BAND_MIX[1] - BAND_MIX[0]) * inner)[..., None]
    colour = colour * (1 - mix) + strong * mix
    line = np.clip(1.5 * max(scale, 0.75) - far, 0.0, 1.0)[..., None]
    return np.asarray(colour * (1 - 0.62 * line) + np.array(theme.INK_SOFT) * 0.62 * line)


def _sea(colour: Raster, land: Raster, grid: Raster, scale: float) -> Raster:
    solid = land > 0.5
    out = distance_transform_edt(~solid) / scale
    sea: Raster = np.broadcast_to(np.array(theme.SEA, dtype=np.float32), colour.shape).copy()
    for offset, strength in ((4.5, 0.75), (10.0, 0.5), (17.0, 0.34), (26.0, 0.22)):
        line = np.clip(0.95 - np.abs(out - offset) * max(scale, 0.8), 0.0, 1.0)[..., None] * strength
        sea = sea * (1 - line) + np.array(theme.SEA_LINE) * line
    sea = sea * (1 - 0.5 * grid) + np.array(theme.SEA_LINE) * 0.5 * grid
    mixed = colour * land[..., None] + sea * (1 - land[..., None])
    inside = distance_transform_edt(solid)
    both = np.where(solid, inside - 0.5, distance_transform_edt(~solid) - 0.5)
    coast = np.clip(1.35 * max(scale, 0.8) - both, 0.0, 1.0)[..., None] * 0.85
    return np.asarray(mixed * (1 - coast) + np.array(theme.COAST) * coast)


def _graticule(sheet: Sheet, size: tuple[int, int], scale: float) -> Raster:
    """Return the coverage of the lines of latitude and longitude, with a last axis for colour."""
    ink = Image.new("L", (size[0] * 2, size[1] * 2), 0)
    draw = ImageDraw.Draw(ink)
    for line in sheet.graticule:
        draw.line([tuple(p * scale * 2) for p in line], fill=255, width=2)
    small = ink.resize(size, Image.Resampling.BOX)
    return (np.asarray(small, dtype=np.float32) / 255.0)[..., None]


def _height_field(sheet: Sheet) -> tuple[Raster, float]:
    """Return heights 0..1 on a grid of 4 map units."""
    step = 4.0
    shape = (int(sheet.height / step) + 1, int(sheet.width / step) + 1)
    field = np.zeros(shape, dtype=np.float32)
    image = Image.new("L", (shape[1], shape[0]), 0)
    draw = ImageDraw.Draw(image)
    for ridge in sheet.ridges:
        draw.line([tuple(p / step) for p in ridge], fill=255, width=4)
    for place, point in zip(sheet.places, sheet.points, strict=True):
        if place.terrain == "mountain":
            x, y = point / step
            draw.ellipse([x - 7, y - 5, x + 7, y + 5], fill=150)
    field = np.asarray(image, dtype=np.float32) / 255.0
    rng = np.random.default_rng(77)
    rough = gaussian_filter(rng.standard_normal(shape), 3.0)
    rough = rough / max(float(rough.std()), 1e-9)
    soft = gaussian_filter(field, 5.0) * 2.2 + gaussian_filter(field, 11.0) * 1.6
    return np.asarray(soft * (1 + 0.35 * rough)), step


def _relief(colour: Raster, sheet: Sheet, land: Raster, size: tuple[int, int], scale: float) -> Raster:
    """Draw soft hill shading in a few tones, and Lehmann hachures down the steepest slopes."""
    field, step = _height_field(sheet)
    down_y, down_x = np.gradient(field)
    shade = -(down_x + down_y)
    image = Image.fromarray(shade.astype(np.float32)).resize(size, Image.Resampling.BICUBIC)
    tone = np.round(np.clip(np.asarray(image) * 16.0, -1.0, 2.0))
    dark = np.clip(tone, 0, 2)[..., None] * SHADE_STEP
    light = (tone < 0)[..., None] * 0.3
    colour = colour * (1 - dark) * (1 - light) + np.array(theme.WHITE) * light
    ink = Image.new("L", (size[0] * 2, size[1] * 2), 0)
    draw = ImageDraw.Draw(ink)
    rng = np.random.default_rng(4)
    pitch = 6.5
    for y in np.arange(pitch, sheet.height - pitch, pitch):
        for x in np.arange(pitch, sheet.width - pitch, pitch):
            px, py = x + rng.uniform(-2.6, 2.6), y + rng.uniform(-2.6, 2.6)
            j, i = int(py / step), int(px / step)
            slope = np.hypot(down_x[j, i], down_y[j, i])
            if slope < 0.035:
                continue
            reach = min(4.0 + slope * 55.0, 9.5)
            ux, uy = down_x[j, i] / slope, down_y[j, i] / slope
            weight = 3 if (ux + uy) < 0.2 else 2
            k = scale * 2
            draw.line(
                [(px - ux * reach / 2) * k, (py - uy * reach / 2) * k,
                 (px + ux * reach / 2) * k, (py + uy * reach / 2) * k],
                fill=200, width=max(1, round(weight * scale * 0.8)),
            )  # fmt: skip
    strokes = np.asarray(ink.resize(size, Image.Resampling.BOX), dtype=np.float32) / 255.0
    mix = (strokes * 0.42 * (land > 0.5))[..., None]
    return np.asarray(colour * (1 - mix) + np.array(theme.RELIEF_INK) * mix)


#: Supersampling factor of lines.
_FINER = 3


def _water(image: Image.Image, sheet: Sheet, scale: float, land: Raster) -> None:
    """Draw rivers and the boundary between the two maps."""
    rivers = Image.new("L", (image.width * _FINER, image.height * _FINER), 0)
    draw = ImageDraw.Draw(rivers)
    k = scale * _FINER
    for river in sheet.rivers:
        _river(draw, river, k)
    shore = Image.fromarray(np.where(land > 0.5, 255, 0).astype(np.uint8)).resize(rivers.size)
    _lay(image, ImageChops.darker(rivers, shore), theme.RIVER, 0.85)
    divide = Image.new("L", rivers.size, 0)
    draw = ImageDraw.Draw(divide)
    for start, end in dashes(sheet.divide, 16.0, 9.0):
        draw.line([tuple(start * k), tuple(end * k)], fill=255, width=round(3.4 * k))
        x, y = end * k + (end - start) * k * 0.28
        draw.ellipse([x - 2.4 * k, y - 2.4 * k, x + 2.4 * k, y + 2.4 * k], fill=255)
    _lay(image, divide, theme.RED, 0.8)


def _roads(image: Image.Image, sheet: Sheet, scale: float) -> Image.Image:
    """Draw the connections; returns them, and a mask of all pixels they change."""
    casing = Image.new("L", (image.width * _FINER, image.height * _FINER), 0)
    road = Image.new("L", casing.size, 0)
    k = scale * _FINER
    under, top = ImageDraw.Draw(casing), ImageDraw.Draw(road)
    for link, curve in zip(sheet.links, sheet.curves, strict=True):
        path = [tuple(p * k) for p in curve]
        under.line(path, fill=255, width=round(ROAD_WIDTH * k), joint="curve")
        if link.nations:
            for start, end in dashes(curve, 11.0, 7.0):
                top.line([tuple(start * k), tuple(end * k)], fill=255, width=round(2.8 * k))
        else:
            top.line(path, fill=255, width=round(3.0 * k), joint="curve")
    _lay(image, casing, theme.PAPER, 0.72)
    _lay(image, road, theme.ROAD, 1.0)
    return ImageChops.lighter(casing, road).resize(image.size, Image.Resampling.BOX).point(lambda v: 255 if v else 0)


def _river(draw: ImageDraw.ImageDraw, river: Points, k: float) -> None:
    """Draw a river that widens from a hairline at its source to full width at a third of its length."""
    count = len(river) - 1
    for i in range(count):
        width = 0.5 + 2.0 * min(1.0, 3.0 * i / count)
        part = [tuple(p * k) for p in river[i : i + 2]]
        draw.line(part, fill=255, width=max(1, round(width * k)), joint="curve")
        x, y, r = *part[1], width * k / 2
        draw.ellipse([x - r, y - r, x + r, y + r], fill=255)


def _lay(image: Image.Image, ink: Image.Image, colour: theme.Colour, strength: float) -> None:
    mask = ink.resize(image.size, Image.Resampling.BOX).point(lambda v: int(v * strength))
    image.paste(colour, (0, 0), mask)


def dashes(curve: Points, on: float, off: float) -> list[tuple[Points, Points]]:
    """Cut a polyline into dashes of length `on` with gaps of `off`."""
    steps = np.hypot(*np.diff(curve, axis=0).T)
    along = np.concatenate([[0.0], np.cumsum(steps)])
    pieces = []
    for start in np.arange(off / 2, along[-1] - on / 2, on + off):
        ends = np.clip([start, start + on], 0, along[-1])
        x = np.interp(ends, along, curve[:, 0])
        y = np.interp(ends, along, curve[:, 1])
        pieces.append((np.array([x[0], y[0]]), np.array([x[1], y[1]])))
    return pieces
