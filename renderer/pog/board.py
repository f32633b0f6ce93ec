"""The engraved map of Paths of Glory at its scales, with land tinted by holder."""

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

#: The largest regular scale, and a larger one that is also engraved, for close-ups on high-density screens.
FINEST, FINE = max(SCALES.values()), 1.4706
#: The scales that are engraved.
ENGRAVED = frozenset((*SCALES.values(), FINE))
#: Minimum size in px of pieces that are cached at scales that aren't engraved, and how many (of 3 to 6 MB each).
_LARGE, _FINE = 500_000, 6
#: Rows that are resampled at a time, and the px around them that the filter reads.
_BAND, _BESIDE = 512, 6


@cache
def sheet(scale: float) -> Image.Image:
    """Return the engraved sheet at a scale (cached)."""
    return _asset("base", scale) if scale in ENGRAVED else _reduced(sheet(SCALES["sheet"]), scale)


def _asset(kind: str, scale: float) -> Image.Image:
    """Return a map asset at one of its scales: ``base``, or ``bare`` land without connections."""
    name = f"{kind}_{round(scale * 100)}.png"
    raw = resources.files("assets").joinpath("pog", "map", name).read_bytes()
    with Image.open(BytesIO(raw)) as image:
        image.load()
        if bytes(image.getpalette() or []) != palette_bytes():
            raise ValueError(f"{name} was made with another palette: run python -m benchmarks.mapmaking")
        return image.copy()


def _reduced(source: Image.Image, scale: float) -> Image.Image:
    """Return the smallest sheet reduced to another scale, for campaign maps."""
    share = scale / SCALES["sheet"]
    size = (round(source.width * share), round(source.height * share))
    small = source.convert("RGB").resize(size, Image.Resampling.LANCZOS)
    return small.quantize(palette=palette_image(), dither=Image.Dither.NONE)


def _rescaled(source: Image.Image, scale: float, box: Box) -> Image.Image:
    """Return a piece of the finest sheet resampled to another scale: its lines stay smooth, and names drawn on it are sharp.

    It is made in bands, since the whole sheet in true colour would take 92 MB.
    """
    piece = Image.new("P", (box[2] - box[0], box[3] - box[1]))
    piece.putpalette(palette_bytes())
    for top in range(box[1], box[3], _BAND):
        band = _band(source, scale / FINE, (box[0], top, box[2], min(top + _BAND, box[3])))
        piece.paste(band, (0, top - box[1]))
    return piece


def _band(source: Image.Image, share: float, box: Box) -> Image.Image:
    left, top, right, bottom = (side / share for side in box)
    around = (
        max(math.floor(left) - _BESIDE, 0), max(math.floor(top) - _BESIDE, 0),
        min(math.ceil(right) + _BESIDE, source.width), min(math.ceil(bottom) + _BESIDE, source.height),
    )  # fmt: skip
    inner = (
        left - around[0], top - around[1],
        min(right, source.width) - around[0], min(bottom, source.height) - around[1],
    )  # fmt: skip
    how = Image.Resampling.BICUBIC if share > 1 else Image.Resampling.LANCZOS
    fine = source.crop(around).convert("RGB").resize((box[2] - box[0], box[3] - box[1]), how, box=inner)
    return fine.quantize(palette=palette_image(), dither=Image.Dither.NONE)


@lru_cache(maxsize=_FINE)
def _theatre_rescaled(board: EngravedBoard, scale: float, box: Box) -> Image.Image:
    return _rescaled(board.sheet(FINE), scale, box)


class EngravedBoard:
    """The shipped board; anything else in a game is drawn over it."""

    def sheet(self, scale: float) -> Image.Image:
        """Return the engraved sheet."""
        return sheet(scale)

    def piece(self, scale: float, box: Box) -> Image.Image:
        """Return a piece of the sheet; resampled pieces as large as a theatre are cached."""
        if scale <= FINEST or scale in ENGRAVED:
            return self.sheet(scale).crop(box)
        if (box[2] - box[0]) * (box[3] - box[1]) < _LARGE:
            return _rescaled(self.sheet(FINE), scale, box)
        return _theatre_rescaled(self, scale, box).copy()

    def lay(self, frame: Image.Image, scene: Scene, ground: Sequence[Territory | Stamp]) -> None:
        """Draw tints, hatching and the front."""
        territory.paint(frame, scene, ground)


class PatchedBoard(EngravedBoard):
    """The board of a game that lacks some lines of the sheet, or has spaces missing from it.

    Strips of bare land cover the extra lines, and added spaces have regions of their own. Each scale is patched once,
    so a picture costs the same as on the shipped board.
    """

    def __init__(self, erased: tuple[Curve, ...], kept: tuple[Curve, ...], added: dict[int, Point]) -> None:
        self._erased, self._kept, self._added = erased, kept, added
        self._sheets: dict[float, Image.Image] = {}
        self._regions: regions.Regions | None = None

    def lay(self, frame: Image.Image, scene: Scene, ground: Sequence[Territory | Stamp]) -> None:
        """Draw tints, hatching and the front, including the regions of added spaces."""
        if self._regions is None and self._added:
            self._regions = regions.with_added(self._added, lambda: sheet(SCALES["sheet"]))
        territory.paint(frame, scene, ground, self._regions)

    def sheet(self, scale: float) -> Image.Image:
        """Return the sheet without the erased lines."""
        if not self._erased:
            return sheet(scale)
        found = self._sheets.get(scale)
        if found is None:
            found = self._patched_sheet(scale) if scale in ENGRAVED else _reduced(self.sheet(SCALES["sheet"]), scale)
            self._sheets[scale] = found
        return found

    def _patched_sheet(self, scale: float) -> Image.Image:
        # Of the finest sheet, about 30 MB, only the patched version is cached.
        patched = _asset("base", scale) if scale == FINE else sheet(scale).copy()
        bare = _asset("bare", scale)
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
    """Return the board of a game: the shipped one, unless it has too many lines or lacks spaces."""
    if not layout.erased and not layout.added:
        return BOARD
    kept = tuple(link.curve for link in layout.links if link.engraved)
    return PatchedBoard(layout.erased, kept, {space: layout.spaces[space] for space in layout.added})


BOARD: Final[Board] = EngravedBoard()

__all__ = ["BOARD", "EngravedBoard", "PatchedBoard", "board_of", "sheet"]
