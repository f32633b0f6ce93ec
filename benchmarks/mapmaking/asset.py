"""Write the board as assets: layout as JSON, the engraved sheet as palette PNGs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image, ImageChops, ImageFilter

from benchmarks.mapmaking.engrave import Engraved, Sheet
from benchmarks.mapmaking.regions import fill, ground_raster, space_raster
from renderer.kit.palette import palette_image
from renderer.pog.layout import BARE_MARGIN, REGION_SCALE


def write_layout(sheet: Sheet, folder: Path) -> None:
    """Write positions and curves, in map units, keyed by the names of spaces."""
    names = [p.name for p in sheet.places]
    layout = {
        "version": 1,
        "sheet": [sheet.width, sheet.height],
        "cell": list(sheet.cell),
        "spaces": {n: [float(x), float(y)] for n, (x, y) in zip(names, sheet.points, strict=True)},
        "links": [
            [names[k.a], names[k.b], [round(float(v)) for v in np.round(c[::4]).ravel()]]
            for k, c in zip(sheet.links, sheet.curves, strict=True)
        ],
        "lettering": [
            {
                "word": p.word,
                "sea": p.sea,
                "x": round(p.x),
                "y": round(p.y),
                "size": p.size,
                "spacing": round(p.spacing, 1),
                "angle": p.angle,
            }
            for p in sheet.lettering
        ],
    }
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(layout, separators=(",", ":"), ensure_ascii=False)
    (folder / "layout.json").write_text(text.replace('],"', '],\n"') + "\n", encoding="utf-8")


def read_points(names: list[str], folder: Path) -> np.ndarray[Any, Any]:
    """Read the positions of an earlier run, to engrave again without relaxing again."""
    layout = json.loads((folder / "layout.json").read_text(encoding="utf-8"))
    return np.array([layout["spaces"][name] for name in names], dtype=float)


def write_bases(images: dict[float, Engraved], folder: Path) -> None:
    """Write two PNGs per scale, in the palette of the sprites: the base, and the bare ground below the connections."""
    for scale, engraved in images.items():
        flat = engraved.base.quantize(palette=palette_image(), dither=Image.Dither.NONE)
        flat.save(folder / f"base_{round(scale * 100)}.png", optimize=True)
        bare = engraved.bare.quantize(palette=palette_image(), dither=Image.Dither.NONE)
        around = engraved.roads.filter(ImageFilter.MaxFilter(2 * BARE_MARGIN + 1))
        bare.paste(0, (0, 0), ImageChops.invert(around))
        bare.save(folder / f"bare_{round(scale * 100)}.png", optimize=True)


def write_regions(sheet: Sheet, folder: Path) -> None:
    """Write a coarse raster of the spaces' ground (id + 1 in 16 bits), for tints of control and the front."""
    size = (round(sheet.width * REGION_SCALE), round(sheet.height * REGION_SCALE))
    land = fill(sheet.land, size, REGION_SCALE)
    ground = ground_raster(sheet.sites, sheet.codes, size, REGION_SCALE, sheet.cell)
    ground[fill(sheet.untinted, size, REGION_SCALE) > 0.5] = 0
    codes = sheet.codes[: len(sheet.points)]
    owner = space_raster(ground, sheet.points, codes, land, REGION_SCALE, sheet.cell)
    Image.fromarray(owner).save(folder / "regions.png", optimize=True)
