"""Land by holder: tints, hatching, and the front between the sides.

`regions.png` assigns land to spaces at a low resolution. A side's mask is cut out of it, softened and scaled to the
picture; the front runs where the soft masks of both sides meet.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from renderer.kit import theme
from renderer.kit.palette import index_of, mix, palette_bytes, palette_image
from renderer.kit.scene import Board, Scene, Stamp, Territory
from renderer.kit.sprites import SpriteKey
from renderer.kit.theme import Colour
from renderer.pog.layout import REGION_SCALE
from renderer.pog.regions import Regions, engraved

#: Colours darker than this are kept: roads, coasts and letters aren't tinted.
_LIGHT = 360
_TINT = 0.62
#: Minimum strength of both sides' soft masks for the border and core of the front, on the sheet and on small maps.
_STRENGTHS = ((44, 76), (14, 40))
_SMALL = 0.5
#: Strengths of a mask between which the outline of land is drawn.
_RIM = 88, 168
#: Size of a tile in px, and the margin of regions px that affects it.
_TILE, _MARGIN = 192, 12
#: Number of painted tiles that are cached: those of five whole sheets.
_KEPT = 900
_tiles: OrderedDict[tuple[_Tile, tuple[tuple[int, ...], ...]], Image.Image] = OrderedDict()


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of the sheet at a scale: its corner on the sheet and its size, in px."""

    corner: tuple[int, int]
    size: tuple[int, int]
    scale: float

    @property
    def box(self) -> tuple[int, int, int, int]:
        """Left, top, right, bottom on the sheet in px."""
        (x, y), (width, height) = self.corner, self.size
        return x, y, x + width, y + height


@dataclass(frozen=True, slots=True, eq=False)
class _Tile:
    """A piece, the spaces whose land is visible in it, and its layers: kinds of territory, and names placed on the sheet.

    `ground` is that part of the regions, renumbered: 0 is unassigned and n is the land of the nth space.
    """

    piece: Piece
    spaces: tuple[int, ...]
    ground: Image.Image
    layers: tuple[str | Stamp, ...]

    def key(self, territories: Sequence[Territory]) -> tuple[_Tile, tuple[tuple[int, ...], ...]]:
        """Return the cache key: the tile and the holders of its spaces."""
        return self, tuple([tuple([each.owners[space] for space in self.spaces]) for each in territories])


def paint(
    frame: Image.Image, scene: Scene, commands: Sequence[Territory | Stamp], regions: Regions | None = None
) -> None:
    """Draw territories, and names between and above them, onto the bare sheet, in the given order.

    `regions` assigns land to spaces on the scene's board, if that differs from the engraved one.

    This is done tile by tile: a tile looks the same as long as nothing in it or next to it changes hands, so that
    hardly any tile must be repainted from one position to the next. Tiles are parts of the sheet, not of the frame, so
    close-ups share them wherever their windows overlap.

    Raises:
        TypeError: the scene shows no part of a board.
    """
    if scene.base is None:
        raise TypeError("territory is painted on a board")
    left, top, board = scene.base.left, scene.base.top, scene.base.board
    layers = tuple([command.kind if isinstance(command, Territory) else command for command in commands])
    territories = [command for command in commands if isinstance(command, Territory)]
    for tile in _tiled(Piece((left, top), frame.size, scene.scale), layers, board, regions or engraved()):
        key = tile.key(territories)
        painted = _tiles.get(key)
        if painted is None:
            painted = board.piece(scene.scale, tile.piece.box)
            _lay_all(painted, tile, territories)
            _tiles[key] = painted
            while len(_tiles) > _KEPT:
                _tiles.popitem(last=False)
        else:
            _tiles.move_to_end(key)
        frame.paste(painted, (tile.piece.corner[0] - left, tile.piece.corner[1] - top))


def _lay_all(image: Image.Image, tile: _Tile, territories: Sequence[Territory]) -> None:
    masks: dict[tuple[int, ...], tuple[Image.Image, Image.Image]] = {}
    given = iter(territories)
    for layer in tile.layers:
        if isinstance(layer, Stamp):
            _write(image, tile.piece, layer)
            continue
        owners = next(given).owners
        if owners not in masks:
            masks[owners] = _soft(owners, 0, tile), _soft(owners, 1, tile)
        _lay(image, tile.piece, layer, masks[owners])


@lru_cache(maxsize=16)
def _tiled(window: Piece, layers: tuple[str | Stamp, ...], board: Board, regions: Regions) -> list[_Tile]:
    """Return the tiles in a window of the sheet that contain land of a side, or a name."""
    left, top, right, foot = window.box
    on_sheet = [
        layer if isinstance(layer, str) else replace(layer, x=layer.x + left, y=layer.y + top) for layer in layers
    ]
    found = []
    for y in range(max(top, 0) // _TILE * _TILE, foot, _TILE):
        for x in range(max(left, 0) // _TILE * _TILE, right, _TILE):
            piece = _on_sheet((x, y), window.scale, regions)
            if piece is None:
                continue
            own = tuple([layer for layer in on_sheet if isinstance(layer, str) or _shared(layer, piece)])
            tile = _tile(piece, own, board, regions)
            if tile.spaces or any(isinstance(layer, Stamp) for layer in own):
                found.append(tile)
    return found


def _on_sheet(corner: tuple[int, int], scale: float, regions: Regions) -> Piece | None:
    """Return the tile at a corner, cut off at the edge of the sheet; None beyond it."""
    size = [
        min(_TILE, int(extent * scale / REGION_SCALE) - at)
        for extent, at in zip(regions.image.size, corner, strict=True)
    ]
    return Piece(corner, (size[0], size[1]), scale) if min(size) > 0 else None


@lru_cache(maxsize=_KEPT)
def _tile(piece: Piece, layers: tuple[str | Stamp, ...], board: Board, regions: Regions) -> _Tile:
    """Return the tile of a piece, the same one for all windows; each board has its own, with its own background."""
    del board
    spaces, ground = _near(piece, regions)
    return _Tile(piece, spaces, ground, layers)


def _shared(name: Stamp, piece: Piece) -> tuple[int, int, int, int] | None:
    """Return the part of the sheet that a name and a piece have in common."""
    left, top, right, foot = piece.box
    box = max(left, name.x), max(top, name.y), min(right, name.x + name.width), min(foot, name.y + name.height)
    return box if box[0] < box[2] and box[1] < box[3] else None


def _write(image: Image.Image, piece: Piece, name: Stamp) -> None:
    """Blend the part of a name within a piece into what is already painted there."""
    box = _shared(name, piece)
    if box is None:
        return
    letters, cover = _letters(name.key, piece.scale)
    part = box[0] - name.x, box[1] - name.y, box[2] - name.x, box[3] - name.y
    here = box[0] - piece.corner[0], box[1] - piece.corner[1]
    ground = image.crop((*here, here[0] + part[2] - part[0], here[1] + part[3] - part[1])).convert("RGB")
    ground.paste(letters.crop(part), (0, 0), cover.crop(part))
    image.paste(ground.quantize(palette=palette_image(), dither=Image.Dither.NONE), here)


@lru_cache(maxsize=256)
def _letters(key: SpriteKey, scale: float) -> tuple[Image.Image, Image.Image]:
    """Return the letters of a name in their ink, and their coverage."""
    painted = key.paint(scale)
    return painted.convert("RGB"), painted.getchannel("A")


@lru_cache(maxsize=_KEPT)
def _near(piece: Piece, regions: Regions) -> tuple[tuple[int, ...], Image.Image]:
    """Return the spaces whose land is in or near a piece, and that land with these spaces renumbered."""
    around = regions.image.crop(_bounds(piece, regions.image.size))
    values = memoryview(around.tobytes()).cast("i")
    found = sorted(set(values) - {0})
    number = {value: n for n, value in enumerate((0, *found))}
    ground = Image.frombytes("L", around.size, bytes([number[value] for value in values]))
    return tuple([value - 1 for value in found]), ground


def _bounds(piece: Piece, size: tuple[int, int]) -> tuple[int, int, int, int]:
    k = REGION_SCALE / piece.scale
    left, top, right, foot = piece.box
    return (
        max(0, int(left * k) - _MARGIN), max(0, int(top * k) - _MARGIN),
        min(size[0], int(right * k) + 1 + _MARGIN), min(size[1], int(foot * k) + 1 + _MARGIN),
    )  # fmt: skip


def _soft(owners: tuple[int, ...], side: int, tile: _Tile) -> Image.Image:
    """Return a side's mask for a tile, soft at its edge."""
    piece = tile.piece
    k = REGION_SCALE / piece.scale
    whole = engraved().image.size
    bounds = _bounds(piece, whole)
    table = [255 if owners[space] == side else 0 for space in tile.spaces]
    held = tile.ground.point([0, *table, *[0] * (255 - len(table))])
    blurred = held.filter(ImageFilter.GaussianBlur(1.1 if piece.scale >= _SMALL else 1.7))
    left, top, right, foot = piece.box
    box = (
        left * k - bounds[0], top * k - bounds[1],
        min(right * k, whole[0]) - bounds[0], min(foot * k, whole[1]) - bounds[1],
    )  # fmt: skip
    return blurred.resize(piece.size, Image.Resampling.BICUBIC, box=box)


def _lay(frame: Image.Image, piece: Piece, kind: str, masks: tuple[Image.Image, Image.Image]) -> None:
    if kind == "front":
        _front(frame, piece, masks, theme.RED, broken=False)
    elif kind == "old_front":
        _front(frame, piece, masks, theme.INK, broken=True)
    elif kind == "rim":
        for side in (0, 1):
            frame.paste(index_of(theme.SIDE[side]), (0, 0), masks[side].point(_rim()))
    else:
        for side in (0, 1):
            mask = masks[side].point(lambda v: 255 if v > 127 else 0)
            if kind == "tint":
                frame.paste(frame.point(_tinted(side)), (0, 0), mask)
            if kind == "won" or side == 1:
                hatch = _hatching(piece, 9 if kind == "won" else 15, leaning=side == 0)
                ink = theme.SIDE[side] if kind == "won" else mix(theme.SIDE[1], theme.PAPER, 0.5)
                frame.paste(index_of(ink), (0, 0), ImageChops.darker(mask, hatch))


def _front(
    frame: Image.Image, piece: Piece, masks: tuple[Image.Image, Image.Image], ink: Colour, *, broken: bool
) -> None:
    both = ImageChops.darker(*masks)
    rim, middle = _STRENGTHS[piece.scale < _SMALL]
    casing = both.point(lambda v: 255 if v > rim else 0)
    core = both.point(lambda v: 255 if v > middle else 0)
    if broken:
        gaps = _hatching(piece, 22, leaning=False, width=10)
        casing, core = ImageChops.darker(casing, gaps), ImageChops.darker(core, gaps)
    frame.paste(index_of(theme.WHITE), (0, 0), casing)
    frame.paste(index_of(ink), (0, 0), core)


@cache
def _rim() -> list[int]:
    """Return the lookup table for the outline of a side's land: where its soft mask passes the middle."""
    return [255 if _RIM[0] < v < _RIM[1] else 0 for v in range(256)]


@cache
def _tinted(side: int) -> list[int]:
    """Return the tint table of a side: for each palette entry the nearest one to its tinted colour."""
    entries = palette_bytes()
    table = []
    for i in range(256):
        colour = (entries[3 * i], entries[3 * i + 1], entries[3 * i + 2])
        table.append(index_of(mix(colour, theme.PLATE[side], _TINT)) if sum(colour) > _LIGHT else i)
    return table


def _hatching(piece: Piece, pitch: int, *, leaning: bool, width: int = 2) -> Image.Image:
    """Return the part of the sheet's slanted lines that lies in a piece."""
    (x, y), (wide, high) = piece.corner, piece.size
    start = (x + y if leaning else x - y) % pitch
    return _lines(_TILE, pitch, leaning=leaning, width=width).crop((start, 0, start + wide, high))


@lru_cache(maxsize=8)
def _lines(high: int, pitch: int, *, leaning: bool, width: int) -> Image.Image:
    """Return slanted lines for a tile that begins anywhere between two of them; `leaning` slants them the other way."""
    wide = high + pitch
    image = Image.new("L", (wide, high), 0)
    draw = ImageDraw.Draw(image)
    for x in range(-pitch * (high // pitch + 2), wide + high + pitch, pitch):
        draw.line([(x, 0), (x - high, high)] if leaning else [(x, 0), (x + high, high)], fill=255, width=width)
    return image
