"""The engraved map of Paths of Glory at its scales, and ground by holder upon it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import resources
from io import BytesIO
from typing import Final

from PIL import Image

from renderer.kit.palette import palette_bytes, palette_image
from renderer.kit.scene import Board, Scene, Stamp, Territory
from renderer.pog import territory
from renderer.pog.layout import SCALES


@cache
def sheet(scale: float) -> Image.Image:
    """The engraved sheet at a scale, decoded once."""
    if scale not in SCALES.values():
        return _reduced(scale)
    name = f"base_{round(scale * 100)}.png"
    raw = resources.files("assets").joinpath("pog", "map", name).read_bytes()
    with Image.open(BytesIO(raw)) as image:
        image.load()
        if bytes(image.getpalette() or []) != palette_bytes():
            raise ValueError(f"{name} was made with another palette: run python -m renderer.pog.mapmaking")
        return image.copy()


def _reduced(scale: float) -> Image.Image:
    """The smallest engraved sheet brought to another scale, for campaign maps."""
    source = sheet(SCALES["sheet"])
    share = scale / SCALES["sheet"]
    size = (round(source.width * share), round(source.height * share))
    small = source.convert("RGB").resize(size, Image.Resampling.LANCZOS)
    return small.quantize(palette=palette_image(), dither=Image.Dither.NONE)


class EngravedBoard:
    """The board that is shipped; the same for every game, as what differs is drawn over it."""

    def sheet(self, scale: float) -> Image.Image:
        """The engraved sheet."""
        return sheet(scale)

    def lay(self, frame: Image.Image, scene: Scene, ground: Sequence[Territory | Stamp]) -> None:
        """Tints, hatching and the front."""
        territory.paint(frame, scene, ground)


BOARD: Final[Board] = EngravedBoard()

__all__ = ["BOARD", "EngravedBoard", "sheet"]
