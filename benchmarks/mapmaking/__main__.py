"""``python -m benchmarks.mapmaking LAND COUNTRIES``: makes the board and writes ``assets/pog/map``."""

from __future__ import annotations

import argparse
import json
import tomllib
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
import shapely

from benchmarks.mapmaking import asset
from benchmarks.mapmaking.coast import read_countries, read_land
from benchmarks.mapmaking.curves import connection_curves
from benchmarks.mapmaking.engrave import Points, Sheet, engrave
from benchmarks.mapmaking.facts import Place, read_facts
from benchmarks.mapmaking.lettering import coarse_ground, place_names
from benchmarks.mapmaking.projection import project
from benchmarks.mapmaking.regions import GROUNDS
from benchmarks.mapmaking.relax import relax
from benchmarks.mapmaking.warp import Warp

#: Size of one space in map units (pixels at scale 1.0): three counters and their marks in a row.
CELL = (124.0, 101.0)
#: Map units per projected kilometre before relaxation.
UNITS_PER_KM = 1.0
#: Scale of the Near East relative to Europe: east-west and north-south.
NEAR_EAST_SCALE = (0.80, 0.84)
#: Smoothing: how far the warp may miss a space to keep the coast smooth.
WARP_SMOOTHING = 0.0006
#: The sheet's size in map units, and the positions of its westernmost and northernmost spaces.
SHEET = (4240.0, 3340.0)
CORNER = (150.0, 180.0)
SCALES = (1.4706, 1.0, 0.85, 0.68)
#: Rivers that end in another one, and how many degrees other rivers extend past their mouths.
TRIBUTARIES = {"marne", "moselle", "bug", "pripet", "pruth", "tisza", "drava", "sava", "euphrates", "jordan"}
MOUTH = 0.6
NEUTRALS = {
    "Spain", "Portugal", "Switzerland", "Netherlands", "Denmark", "Sweden", "Norway", "Luxembourg",
}  # fmt: skip


def board_points(places: list[Place], links: list[Any], geography: dict[str, Any]) -> Points:
    """Return the position of every space on the sheet, in map units."""
    start = project([p.lon for p in places], [p.lat for p in places])
    by_name = {p.name: p.id for p in places}
    for name, (lat, lon) in geography["drawn_at"].items():
        start[by_name[name]] = project([lon], [lat])[0]
    hinge = project([28.97], [41.01])[0]
    for place in places:
        if place.near_east or place.name == "caucasus":
            start[place.id] = hinge + (start[place.id] - hinge) * np.array(NEAR_EAST_SCALE)
    points = relax(start * UNITS_PER_KM, links, CELL)
    return np.asarray(np.round(points - points.min(axis=0) + np.array(CORNER), 1))


def make_sheet(land_file: Path, countries_file: Path, kept: Path | None, furniture: Path) -> Sheet:
    """Compute the whole board."""
    folder = resources.files("benchmarks.mapmaking")
    geography = tomllib.loads(folder.joinpath("geography.toml").read_text(encoding="utf-8"))
    places, links = read_facts()
    if kept is None:
        points = board_points(places, links, geography)
    else:
        points = asset.read_points([p.name for p in places], kept)
    warp = Warp(project([p.lon for p in places], [p.lat for p in places]), points, WARP_SMOOTHING)

    def line(spots: list[list[float]]) -> Points:
        return smooth(warp.degrees([p[1] for p in spots], [p[0] for p in spots]))

    neutral = read_countries(countries_file, NEUTRALS)
    sites, codes = [points], [np.array([GROUNDS.index(p.nation) for p in places])]
    for nation, spots in geography["ground"].items():
        sites.append(warp.degrees([p[1] for p in spots], [p[0] for p in spots]))
        codes.append(np.full(len(spots), GROUNDS.index(nation)))
    land = warp.shape(read_land(land_file))
    untinted = warp.shape(shapely.union_all(list(neutral.values())))
    site_points, site_codes = np.concatenate(sites), np.concatenate(codes)
    ground = coarse_ground(site_points, site_codes, land, untinted, SHEET, CELL)
    anchors = {word: warp.degrees([spec["at"][1]], [spec["at"][0]])[0] for word, spec in geography["lettering"].items()}
    panels = json.loads((furniture / "furniture.json").read_text(encoding="utf-8"))["panels"]
    curves = connection_curves(points, links)
    dashed = [curve for link, curve in zip(links, curves, strict=True) if link.nations]
    return Sheet(
        width=SHEET[0],
        height=SHEET[1],
        cell=CELL,
        places=places,
        points=points,
        links=links,
        curves=curves,
        land=land,
        untinted=untinted,
        sites=site_points,
        codes=site_codes,
        rivers=[line(to_the_sea(name, r)) for name, r in geography["lines"]["rivers"].items()],
        ridges=[line(r) for r in geography["lines"]["ridges"].values()],
        graticule=_graticule(warp),
        divide=line(geography["lines"]["divide"]["europe_near_east"]),
        lettering=place_names(geography["lettering"], anchors, ground, points, list(panels.values()), dashed),
    )


def to_the_sea(name: str, spots: list[list[float]]) -> list[list[float]]:
    """Extend a river that is no tributary past its mouth; the engraver draws it only on land."""
    if name in TRIBUTARIES:
        return spots
    (lat0, lon0), (lat1, lon1) = spots[-2], spots[-1]
    far = max(((lat1 - lat0) ** 2 + (lon1 - lon0) ** 2) ** 0.5, 1e-9)
    return [*spots, [lat1 + (lat1 - lat0) / far * MOUTH, lon1 + (lon1 - lon0) / far * MOUTH]]


def _graticule(warp: Warp) -> list[Points]:
    """Return the lines of latitude and longitude, every five degrees."""
    lons, lats = np.arange(-15.0, 60.5, 0.5), np.arange(20.0, 65.5, 0.5)
    parallels = [warp.degrees(lons, np.full(len(lons), lat)) for lat in range(20, 66, 5)]
    meridians = [warp.degrees(np.full(len(lats), lon), lats) for lon in range(-15, 61, 5)]
    return parallels + meridians


def smooth(points: Points, rounds: int = 3) -> Points:
    """Round the corners of a polyline (Chaikin), keeping its ends."""
    for _ in range(rounds):
        head, tail = points[:-1], points[1:]
        cut = np.empty((2 * len(head), 2))
        cut[0::2], cut[1::2] = head * 0.75 + tail * 0.25, head * 0.25 + tail * 0.75
        points = np.concatenate([points[:1], cut, points[-1:]])
    return points


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("land", type=Path, help="land-10m.json of the npm package world-atlas")
    parser.add_argument("countries", type=Path, help="countries-10m.json of the same package")
    parser.add_argument("--out", type=Path, default=Path("assets/pog/map"))
    parser.add_argument("--scales", type=float, nargs="*", default=SCALES)
    parser.add_argument("--keep", action="store_true", help="keep the positions of the present layout")
    parser.add_argument("--plan", action="store_true", help="write layout and regions, engrave nothing")
    args = parser.parse_args()
    sheet = make_sheet(args.land, args.countries, args.out if args.keep else None, args.out)
    asset.write_layout(sheet, args.out)
    asset.write_regions(sheet, args.out)
    if args.plan:
        return
    images = {s: engrave(sheet, s) for s in args.scales}
    asset.write_bases(images, args.out)


if __name__ == "__main__":
    main()
