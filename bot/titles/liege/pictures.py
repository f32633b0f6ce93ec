"""Pictures of Liège 1914: for now a sketch of the hexes with forts and units, until `renderer.liege` draws them."""

from __future__ import annotations

import math
from typing import Any, Final

from PIL import Image, ImageDraw

from bot.titles.defaults.pictures import PlainPictures
from bot.titles.pictures import Pictures
from engine.core.game import Game
from engine.liege.facts import facts
from renderer.kit import theme
from renderer.kit.canvas import write
from renderer.kit.colours import shown

#: Half the width of a hex and the margin, in px.
_R: Final = 52
_MARGIN: Final = 12
_H: Final = _R * math.sqrt(3) / 2
SIZE: Final = (2 * _MARGIN + round(_R * (1.5 * 8 + 2)), 2 * _MARGIN + round(_H * 15))
#: The column furthest east and the row furthest north of the map.
_EAST, _NORTH = 19, 38


def middle(hex_: int) -> tuple[float, float]:
    """Return the middle of a hex in px: higher columns are further west, odd ones half a hex further north."""
    column, row = facts().grid.places[hex_]
    x = _MARGIN + _R + 1.5 * _R * (27 - column)
    return x, _MARGIN + _H * (2 * (_NORTH - row) + 2 - column % 2)


def draw(game: Game[Any], viewer: int | None, palette: str) -> Image.Image:
    """Draw the position as everybody knows it."""
    del viewer
    here, state = facts(), game.state
    inks = {
        name: shown(ink, palette)
        for name, ink in (
            ("paper", theme.PAPER),
            ("ink", theme.INK),
            ("soft", theme.INK_SOFT),
            ("de", theme.RED),
            ("be", theme.BLUE),
        )
    }
    image = Image.new("RGB", SIZE, inks["paper"])
    pen = ImageDraw.Draw(image)
    for hex_, name in enumerate(here.grid.names):
        x, y = middle(hex_)
        corners = [
            (x + _R * math.cos(math.radians(turn)), y + _R * math.sin(math.radians(turn))) for turn in range(0, 360, 60)
        ]
        pen.polygon(corners, outline=inks["soft"])
        write(image, name, "sans_medium", 15, (x, y - _H * 0.7), inks["soft"])
        forts = sum(state.active(number) for number, fort in enumerate(here.forts) if fort.hex == hex_)
        if forts:
            write(image, "*" * forts, "sans_medium", 18, (x, y - _H * 0.4), inks["ink"])
        for line, unit in enumerate(state.units_at(hex_)):
            ink = inks["be" if here.units[unit].side else "de"]
            write(image, here.units[unit].title.partition(" (")[0], "sans_medium", 13, (x, y - 10 + 14 * line), ink)
    return image


PICTURES: Final[Pictures] = PlainPictures(draw, SIZE)

__all__ = ["PICTURES", "SIZE", "draw", "middle"]
