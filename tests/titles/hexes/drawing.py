"""Pictures of the hex game: the map with stacks and fort, drawn from a viewer's view."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from PIL import Image, ImageDraw

from engine.core.game import Game
from renderer.kit import theme
from renderer.kit.canvas import write
from renderer.kit.colours import shown
from renderer.kit.hit_areas import Ground
from renderer.kit.theme import Colour
from tests.titles.hexes.facts import NOWHERE, RED, SIDES, UNKNOWN, facts
from tests.titles.hexes.state import View, view_of

#: Half the width of a hex and of a counter, and the margin, in px.
R: Final = 66
HALF: Final = 27
MARGIN: Final = 10
#: Scale at which shapes are drawn before the picture is reduced.
OVER: Final = 3
#: Half the height of a hex.
_H: Final = R * math.sqrt(3) / 2
#: The whole picture.
SIZE: Final = (2 * MARGIN + 8 * R, 2 * MARGIN + round(13 * _H))
#: Offsets from the centre of a hex: of a stack upwards, of the fort downwards.
_UP, _DOWN = 12, 36
_LAND: Final[Colour] = (236, 229, 212)
_WOODS: Final[Colour] = (206, 217, 184)
#: Direction of each side of a hex, in degrees clockwise from the east.
_ANGLES: Final = (270, 330, 30, 90, 150, 210)


@cache
def middle(hex_: int) -> tuple[int, int]:
    """Return the centre of a hex in px."""
    column, row = divmod(hex_, 6)
    return round(MARGIN + R + 1.5 * R * column), round(MARGIN + _H * (2 * row + 1 + column % 2))


def side_of(hex_: int, side: int, share: float = 0.82) -> tuple[int, int]:
    """Return a point between the centre and a side of a hex, at a share of the way."""
    x, y = middle(hex_)
    turned = math.radians(_ANGLES[side])
    return round(x + share * _H * math.cos(turned)), round(y + share * _H * math.sin(turned))


def place_of(view: View, target: int) -> tuple[int, int]:
    """Return where a target is drawn: stacks above the centre of a hex, the fort below, so that both can be touched."""
    here = facts()
    x, y = middle(here.fort if target == here.fort_target else view.at[target])
    if target == here.fort_target:
        return x, y + _DOWN
    return x, y - (2 * _UP if view.at[target] == here.fort else _UP)


def ground_of(view: View, facing: int = NOWHERE) -> Ground:
    """Return what can be touched: hexes, stacks, the fort, and the sides around a marching stack."""
    here = facts()
    points = [(here.hexes[hex_], *middle(hex_)) for hex_ in range(len(here.hexes))]
    points += [(here.name(one), *place_of(view, one)) for one, at in enumerate(view.at) if at != NOWHERE]
    points.append(("fort", *place_of(view, here.fort_target)))
    if facing != NOWHERE:
        hex_ = view.at[facing]
        points += [(f"{here.hexes[hex_]}/{name}", *side_of(hex_, side)) for side, name in enumerate(SIDES)]
    return Ground(*SIZE, 1.0, tuple(points))


def draw(game: Game[Any], viewer: int | None, palette: str) -> Image.Image:
    """Draw a position as a side, or for None a spectator, knows it."""
    state, over = game.state, not game.stack
    view, ink = view_of(state, viewer, over=over), _inks(palette)
    image = _ground(palette).copy()
    pen = ImageDraw.Draw(image)
    _fort(pen, view, ink)
    there = [(stack, over or state.knows(None, stack)) for stack, at in enumerate(view.at) if at != NOWHERE]
    for stack, seen in there:
        _counter(pen, view, stack, seen, ink)
    sheet = image.reduce(OVER)
    for hex_, name in enumerate(facts().hexes):
        x, y = middle(hex_)
        write(sheet, name, "sans_medium", 19, (x - R * 0.62, y), ink["soft"])
    for stack, seen in there:
        _figure(sheet, view, stack, seen, ink)
    return sheet


_INKS: Final[dict[str, Colour]] = {
    "paper": theme.PAPER, "ink": theme.INK, "soft": theme.INK_SOFT, "land": _LAND, "woods": _WOODS, "tree": theme.GREEN,
    "wall": theme.NEUTRAL, "white": theme.WHITE, "side0": theme.BLUE, "side1": theme.RED, "pale0": theme.PLATE[0],
    "pale1": theme.PLATE[1],
}  # fmt: skip


@cache
def _inks(palette: str) -> dict[str, Colour]:
    return {name: shown(colour, palette) for name, colour in _INKS.items()}


@cache
def _ground(palette: str) -> Image.Image:
    """Draw the hexes and woods, once per palette."""
    ink = _inks(palette)
    image = Image.new("RGB", (SIZE[0] * OVER, SIZE[1] * OVER), ink["paper"])
    pen = ImageDraw.Draw(image)
    for hex_ in range(len(facts().hexes)):
        (x, y), wooded = middle(hex_), hex_ in facts().woods
        turns = [math.radians(60 * at) for at in range(6)]
        corners = _fine([(x + R * math.cos(turn), y + R * math.sin(turn)) for turn in turns])
        pen.polygon(corners, ink["woods" if wooded else "land"])
        pen.line([*corners, corners[0]], ink["soft"], OVER)
        for across, down in ((-22, -40), (0, -46), (22, -40), (-20, 44), (4, 48), (26, 42)) if wooded else ():
            left, foot = x + across, y + down
            pen.polygon(_fine([(left - 7, foot + 6), (left, foot - 9), (left + 7, foot + 6)]), ink["tree"])
    return image


def _fine(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Convert points to the finer image in which shapes are drawn."""
    return [(x * OVER, y * OVER) for x, y in points]


def _fort(pen: ImageDraw.ImageDraw, view: View, ink: dict[str, Colour]) -> None:
    """Draw the fort: a wall with a tower for each hit it takes, an outline once it has fallen."""
    x, y = place_of(view, facts().fort_target)
    wall = ink["wall"] if view.fort else ink["land"]
    pen.rectangle(_fine([(x - 26, y - 8), (x + 26, y + 10)]), wall, ink["ink"], 2 * OVER)
    for tower in range(facts().hits):
        left = x - 22 + 26 * tower
        filled = ink["side1"] if tower < view.fort else ink["land"]
        pen.rectangle(_fine([(left, y - 18), (left + 18, y - 6)]), filled, ink["ink"], 2 * OVER)


def _counter(pen: ImageDraw.ImageDraw, view: View, stack: int, seen: bool, ink: dict[str, Colour]) -> None:
    """Draw a counter: blue square or red round, pale while hidden, with a wedge for its facing."""
    (x, y), side = place_of(view, stack), facts().side_of(stack)
    own = ink[f"side{side}"]
    if view.facing[stack] != UNKNOWN:
        turned = math.radians(_ANGLES[view.facing[stack]])
        tip = (x + 45 * math.cos(turned), y + 45 * math.sin(turned))
        feet = [(x + 31 * math.cos(turned + at), y + 31 * math.sin(turned + at)) for at in (-0.55, 0.55)]
        pen.polygon(_fine([tip, *feet]), own)
    box = _fine([(x - HALF, y - HALF), (x + HALF, y + HALF)])
    fill = own if seen else ink[f"pale{side}"]
    if side == RED:
        pen.ellipse(box, fill, own, 4 * OVER)
    else:
        pen.rounded_rectangle(box, 4 * OVER, fill, own, 4 * OVER)


def _figure(sheet: Image.Image, view: View, stack: int, seen: bool, ink: dict[str, Colour]) -> None:
    """Write the number of a stack (small) and its steps (large): "?" if unknown, a cross for a decoy."""
    (x, y), side, steps = place_of(view, stack), facts().side_of(stack), view.steps[stack]
    text = "?" if steps == UNKNOWN else "×" if not steps else str(steps)
    colour = ink["white"] if seen else ink[f"side{side}"]
    write(sheet, text, "sans_bold", 34, (x, y + 6), colour)
    write(sheet, str(stack % facts().stacks + 1), "sans", 17, (x, y - 15), colour)


__all__ = ["SIZE", "draw", "ground_of", "middle", "place_of", "side_of"]
