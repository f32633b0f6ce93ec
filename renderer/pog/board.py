"""The engraved map of Paths of Glory at its scales, and ground by holder upon it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache, lru_cache
from importlib import resources
from io import BytesIO
from typing import Final, TypeAlias

from PIL import Image, ImageDraw

from renderer.kit.palette import palette_bytes, palette_image
from renderer.kit.scene import Board, Scene, Stamp, Territory
from renderer.pog import regions, territory
from renderer.pog.layout import BARE_MARGIN, KEPT, ROAD_WIDTH, SCALES, Layout, Point

Curve: TypeAlias = tuple[Point, ...]
Box: TypeAlias = tuple[int, int, int, int]

#: The finest scale that is engraved.
FINEST = max(SCALES.values())
#: Pieces of at least so many px, finer than they are engraved, are kept: so many of 3 to 6 MB each.
_LARGE, _FINE = 500_000, 6


@cache
def sheet(scale: float) -> Image.Image:
    """The engraved sheet at a scale, decoded once."""
    return _asset("base", scale) if scale in SCALES.values() else _reduced(sheet(SCALES["sheet"]), scale)


def _asset(kind: str, scale: float) -> Image.Image:
    """A picture of the map at one of its scales: ``base``, or ``bare`` ground where connections lie."""
    name = f"{kind}_{round(scale * 100)}.png"
    raw = resources.files("assets").joinpath("pog", "map", name).read_bytes()
    with Image.open(BytesIO(raw)) as image:
        image.load()
        if bytes(image.getpalette() or []) != palette_bytes():
            raise ValueError(f"{name} was made with another palette: run python -m benchmarks.mapmaking")
        return image.copy()


def _reduced(source: Image.Image, scale: float) -> Image.Image:
    """The smallest sheet brought to another scale, for campaign maps."""
    share = scale / SCALES["sheet"]
    size = (round(source.width * share), round(source.height * share))
    small = source.convert("RGB").resize(size, Image.Resampling.LANCZOS)
    return small.quantize(palette=palette_image(), dither=Image.Dither.NONE)


def _enlarged(source: Image.Image, scale: float, box: Box) -> Image.Image:
    """A piece of the finest sheet brought to a finer scale yet: what is drawn over it is sharp, and its own lines stay smooth."""
    left, top, right, bottom = (side / scale for side in box)
    around = (math.floor(left), math.floor(top), math.ceil(right), math.ceil(bottom))
    size, inner = (
        (box[2] - box[0], box[3] - box[1]),
        (left - around[0], top - around[1], right - around[0], bottom - around[1]),
    )
    fine = source.crop(around).convert("RGB").resize(size, Image.Resampling.BICUBIC, box=inner)
    return fine.quantize(palette=palette_image(), dither=Image.Dither.NONE)


@lru_cache(maxsize=_FINE)
def _theatre_enlarged(board: EngravedBoard, scale: float, box: Box) -> Image.Image:
    return _enlarged(board.sheet(FINEST), scale, box)


class EngravedBoard:
    """The board that is shipped; what a game has more is drawn over it."""

    def sheet(self, scale: float) -> Image.Image:
        """The engraved sheet."""
        return sheet(scale)

    def piece(self, scale: float, box: Box) -> Image.Image:
        """A piece of the sheet; finer than it is engraved, those as large as a theatre are kept."""
        if scale <= FINEST:
            return self.sheet(scale).crop(box)
        if (box[2] - box[0]) * (box[3] - box[1]) < _LARGE:
            return _enlarged(self.sheet(FINEST), scale, box)
        return _theatre_enlarged(self, scale, box).copy()

    def lay(self, frame: Image.Image, scene: Scene, ground: Sequence[Territory | Stamp]) -> None:
        """Tints, hatching and the front."""
        territory.paint(frame, scene, ground)


class PatchedBoard(EngravedBoard):
    """The board of a game that lacks lines of the sheet, or has spaces that the sheet lacks.

    Strips of bare ground lie on the lines; the spaces have ground of their own. Each scale is patched once, so that
    a picture costs what it does on the board that is shipped.
    """

    def __init__(self, erased: tuple[Curve, ...], kept: tuple[Curve, ...], added: dict[int, Point]) -> None:
        self._erased, self._kept, self._added = erased, kept, added
        self._sheets: dict[float, Image.Image] = {}
        self._regions: regions.Regions | None = None

    def lay(self, frame: Image.Image, scene: Scene, ground: Sequence[Territory | Stamp]) -> None:
        """Tints, hatching and the front, over the ground of added spaces too."""
        if self._regions is None and self._added:
            self._regions = regions.with_added(self._added, lambda: sheet(SCALES["sheet"]))
        territory.paint(frame, scene, ground, self._regions)

    def sheet(self, scale: float) -> Image.Image:
        """The sheet without those lines."""
        if not self._erased:
            return sheet(scale)
        found = self._sheets.get(scale)
        if found is None:
            found = self._patched(scale) if scale in SCALES.values() else _reduced(self.sheet(SCALES["sheet"]), scale)
            self._sheets[scale] = found
        return found

    def _patched(self, scale: float) -> Image.Image:
        patched, bare = sheet(scale).copy(), _asset("bare", scale)
        mask = Image.new("L", patched.size, 0)
        draw = ImageDraw.Draw(mask)
        for curves, ink, margin in ((self._erased, 255, BARE_MARGIN), (self._kept, 0, 1)):
            for curve in curves:
                path = [(x * scale, y * scale) for x, y in curve]
                draw.line(path, fill=ink, width=round(ROAD_WIDTH * scale) + margin, joint="curve")
        patched.paste(bare, (0, 0), mask)
        return patched


@lru_cache(maxsize=KEPT)
def board_of(layout: Layout) -> Board:
    """The board of a game: the one that is shipped, unless it lacks lines of that or has more spaces."""
    if not layout.erased and not layout.added:
        return BOARD
    kept = tuple(link.curve for link in layout.links if link.engraved)
    return PatchedBoard(layout.erased, kept, {space: layout.spaces[space] for space in layout.added})


BOARD: Final[Board] = EngravedBoard()

__all__ = ["BOARD", "EngravedBoard", "PatchedBoard", "board_of", "sheet"]
