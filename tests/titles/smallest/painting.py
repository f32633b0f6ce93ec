"""The depots as columns of crates."""

from __future__ import annotations

from typing import Final

from PIL import Image, ImageDraw

from engine.core.game import Game
from tests.titles.smallest.rules import State

SIZE: Final = (360, 240)
#: Paper and crates, by palette.
_COLOURS: Final = {"dark": ("#202428", "#c8a060")}
_WIDTH, _HEIGHT, _GAP = 48, 22, 4


def draw(game: Game[State], viewer: int | None, palette: str) -> Image.Image:
    """Draw a position; both sides see the same."""
    del viewer
    paper, wood = _COLOURS.get(palette, ("#f2ecdc", "#8a6030"))
    image = Image.new("RGB", SIZE, paper)
    pen = ImageDraw.Draw(image)
    for depot, crates in enumerate(game.state.crates):
        left = 16 + depot * (_WIDTH + 20)
        pen.line((left, SIZE[1] - 20, left + _WIDTH, SIZE[1] - 20), fill=wood, width=3)
        for row in range(crates):
            bottom = SIZE[1] - 26 - row * (_HEIGHT + _GAP)
            pen.rectangle((left, bottom - _HEIGHT, left + _WIDTH, bottom), fill=wood)
    return image


__all__ = ["SIZE", "draw"]
