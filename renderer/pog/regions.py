"""Assignment of land to spaces: `regions.png`, plus the land of spaces that a game adds."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from io import BytesIO

from PIL import Image

from renderer.pog.layout import REGION_SCALE, Point

#: Maximum extent of an added space's land, in px of the regions picture.
_REACH = 60
_STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1))


@dataclass(frozen=True, slots=True, eq=False)
class Regions:
    """A picture in which 0 is unassigned and n is the land of space n - 1; equal only to itself."""

    image: Image.Image


@cache
def engraved() -> Regions:
    """Return the land of the spaces on the engraved sheet."""
    raw = resources.files("assets").joinpath("pog", "map", "regions.png").read_bytes()
    with Image.open(BytesIO(raw)) as image:
        return Regions(image.convert("I"))


def with_added(points: Mapping[int, Point], sheet: Callable[[], Image.Image]) -> Regions:
    """Return the same with land for further spaces: unassigned land around them, each piece to the nearest space overland.

    `points` are their positions in map units by id; `sheet` returns the engraved sheet, whose blue is sea.
    """
    image = engraved().image.copy()
    ground, colours = image.load(), sheet().convert("RGB").resize(image.size, Image.Resampling.BOX).load()
    assert ground is not None
    assert colours is not None
    starts = [(round(x * REGION_SCALE), round(y * REGION_SCALE), space) for space, (x, y) in points.items()]
    border = deque((x, y, space, 0) for x, y, space in starts)
    while border:
        x, y, space, far = border.popleft()
        if not (0 <= x < image.width and 0 <= y < image.height) or ground[x, y] or far > _REACH:
            continue
        red, _, blue = colours[x, y]  # type: ignore[misc]
        if blue > red and far:
            continue
        ground[x, y] = space + 1
        border.extend((x + dx, y + dy, space, far + 1) for dx, dy in _STEPS)
    return Regions(image)


__all__ = ["Regions", "engraved", "with_added"]
