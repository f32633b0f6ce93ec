"""Ground painted by who holds it: tints, hatching, and the front between the sides.

`regions.png` tells coarsely whose ground is where. A mask of a side is cut out of it, softened and brought to
the scale of the picture; the front runs where the soft masks of both sides meet.
"""

from __future__ import annotations

from functools import cache, lru_cache
from importlib import resources
from io import BytesIO

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from renderer import theme
from renderer.layout import REGION_SCALE
from renderer.palette import index_of, mix, palette_bytes
from renderer.scene import Scene, Territory
from renderer.theme import Colour

#: Colours darker than this stay: roads, coasts and letters are not tinted.
_LIGHT = 360
_TINT = 0.62
#: How much of both sides' soft masks must be present: casing and core of the front, on the sheet and on small maps.
_STRENGTHS = ((44, 76), (14, 40))
_SMALL = 0.5


@cache
def _regions() -> Image.Image:
    raw = resources.files("assets").joinpath("pog", "map", "regions.png").read_bytes()
    with Image.open(BytesIO(raw)) as image:
        return image.convert("I")


@lru_cache(maxsize=16)
def _mask(owners: tuple[int, ...], side: int) -> Image.Image:
    """The whole ground of a side, 0 or 255, at the scale of the regions."""
    table = [0] * 65536
    for space, owner in enumerate(owners):
        if owner == side:
            table[space + 1] = 255
    return _regions().point(table, "L")


def _soft(owners: tuple[int, ...], side: int, scene: Scene) -> Image.Image:
    """The mask of a side for the window of a scene, soft at its edge."""
    left, top = scene.base or (0, 0)
    above = max(0, -top)  # px over the upper edge of the sheet, where a caption lies
    k = REGION_SCALE / scene.scale
    whole = _mask(owners, side)
    right, foot = min((left + scene.width) * k, whole.width), min((top + scene.height) * k, whole.height)
    size = (scene.width, scene.height - above)
    blurred = whole.filter(ImageFilter.GaussianBlur(1.1 if scene.scale >= _SMALL else 1.7))
    seen = blurred.resize(size, Image.Resampling.BICUBIC, box=(left * k, max(top, 0) * k, right, foot))
    if not above:
        return seen
    mask = Image.new("L", (scene.width, scene.height), 0)
    mask.paste(seen, (0, above))
    return mask


def paint(frame: Image.Image, scene: Scene, command: Territory) -> None:
    """Lays a territory on the sheet, before any sprite."""
    if command.kind == "front":
        _front(frame, scene, command.owners, theme.RED, broken=False)
    elif command.kind == "old_front":
        _front(frame, scene, command.owners, theme.INK, broken=True)
    else:
        for side in (0, 1):
            mask = _soft(command.owners, side, scene).point(lambda v: 255 if v > 127 else 0)
            if command.kind == "tint":
                frame.paste(frame.point(_tinted(side)), (0, 0), mask)
            if command.kind == "won" or side == 1:
                hatch = _hatching(frame.size, 9 if command.kind == "won" else 15, leaning=side == 0)
                ink = theme.SIDE[side] if command.kind == "won" else mix(theme.SIDE[1], theme.PAPER, 0.5)
                frame.paste(index_of(ink), (0, 0), ImageChops.darker(mask, hatch))


def _front(frame: Image.Image, scene: Scene, owners: tuple[int, ...], ink: Colour, *, broken: bool) -> None:
    both = ImageChops.darker(_soft(owners, 0, scene), _soft(owners, 1, scene))
    rim, middle = _STRENGTHS[scene.scale < _SMALL]
    casing = both.point(lambda v: 255 if v > rim else 0)
    core = both.point(lambda v: 255 if v > middle else 0)
    if broken:
        gaps = _hatching(frame.size, 22, leaning=False, width=10)
        casing, core = ImageChops.darker(casing, gaps), ImageChops.darker(core, gaps)
    frame.paste(index_of(theme.WHITE), (0, 0), casing)
    frame.paste(index_of(ink), (0, 0), core)


@cache
def _tinted(side: int) -> list[int]:
    """For each entry of the palette the entry nearest to it under the tint of a side."""
    entries = palette_bytes()
    table = []
    for i in range(256):
        colour = (entries[3 * i], entries[3 * i + 1], entries[3 * i + 2])
        table.append(index_of(mix(colour, theme.PLATE[side], _TINT)) if sum(colour) > _LIGHT else i)
    return table


@lru_cache(maxsize=8)
def _hatching(size: tuple[int, int], pitch: int, *, leaning: bool, width: int = 2) -> Image.Image:
    """Slanted lines; `leaning` to the other side."""
    image = Image.new("L", size, 0)
    draw = ImageDraw.Draw(image)
    wide, high = size
    for x in range(-high, wide + high, pitch):
        ends = [(x, high), (x + high, 0)] if leaning else [(x, 0), (x + high, high)]
        draw.line(ends, fill=255, width=width)
    return image
