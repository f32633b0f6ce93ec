"""Campaign map: the whole map in a small size, for replays and the end of a game.

Land is tinted, hatched and outlined by holder, the front is drawn, and every stack is one blob with its combat factors:
round for the Allied Powers, square for the Central Powers. Names of lands are shown, names of spaces aren't: at this
size they would be illegible.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from PIL import Image

from engine.pog.content import Content
from engine.pog.view import GameView, SpaceView, UnitView
from renderer.kit import theme
from renderer.kit.canvas import Canvas, write
from renderer.kit.languages import USUAL
from renderer.kit.painter import compose
from renderer.kit.scene import Base, Command, Frame, Scene, Stamp, Territory
from renderer.pog import alt
from renderer.pog.art.arrows import MARGIN, ArrowKey
from renderer.pog.board import board_of
from renderer.pog.layers.caption import banner, banner_high
from renderer.pog.layers.context import Context, make_context
from renderer.pog.layers.lettering import regions
from renderer.pog.layout import load_layout
from renderer.pog.overlays import owners_of

WIDTH = 1000
#: Names of lands smaller than this, in px, are left out.
LEAST = 10.0
#: Scale at which arrows are drawn, regardless of the map's, and how far along its path a moving stack is shown.
_ARROW, _WAY = 0.7, 0.55


@dataclass(frozen=True, slots=True)
class BlobKey:
    """A stack as one symbol of its side, with or without its number; sizes are px at any scale.

    `share` is the width of the map relative to the usual one.
    """

    side: int
    factors: int
    plain: bool = False
    share: float = 1.0

    def _edge(self) -> int:
        if self.plain:
            return 2 * round((4.5 + min(math.sqrt(self.factors), 5.0) * 0.9) * self.share)
        return 2 * round((9.0 + min(math.sqrt(self.factors), 5.0) * 0.8) * self.share)

    def _px(self) -> float:
        return round((18.0 if self.factors < 10 else 16.5) * self.share * 2) / 2

    def size(self, scale: float) -> tuple[int, int]:
        """Return a size that grows with the square root of the factors."""
        return self._edge(), self._edge()

    def words(self) -> str:
        """Return the factors."""
        return "" if self.plain else str(self.factors)

    def text_px(self, scale: float) -> float | None:
        """Return the font size in px."""
        return None if self.plain else self._px()

    def paint(self, scale: float) -> Image.Image:
        """Draw a disc or a square with its number."""
        edge = self._edge()
        c = Canvas((edge, edge), 1.0)
        colour = theme.SIDE[self.side]
        if self.side == 0:
            c.disc(edge / 2, edge / 2, edge / 2, theme.WHITE)
            c.disc(edge / 2, edge / 2, edge / 2 - 1, colour)
        else:
            c.rect((0, 0, edge, edge), theme.WHITE)
            c.rect((1, 1, edge - 1, edge - 1), colour)
        image = c.finish()
        if self.plain:
            return image
        write(image, str(self.factors), "sans_bold", self._px(), (edge / 2, edge / 2), theme.WHITE)
        return image


@dataclass(frozen=True, slots=True)
class InsetKey:
    """A whole scene as a picture within another; it isn't scaled."""

    scene: Scene

    def size(self, scale: float) -> tuple[int, int]:
        """Return the size of the scene."""
        return self.scene.width, self.scene.height

    def words(self) -> str:
        """Return all its text."""
        return " ".join(self.scene.words())

    def text_px(self, scale: float) -> float | None:
        """Return None: the scene's texts are checked on their own."""
        return None

    def paint(self, scale: float) -> Image.Image:
        """Return the composed scene."""
        return self.frame().convert("RGBA")

    def frame(self) -> Image.Image:
        """Return the scene in the shared palette."""
        return compose(self.scene)


@dataclass(frozen=True, slots=True)
class Moved:
    """Units of a side that moved from one space to another between two positions."""

    side: int
    units: tuple[int, ...]
    start: int
    goal: int


def moved(before: GameView, after: GameView) -> tuple[Moved, ...]:
    """Return the units that have moved on the map, grouped by start and destination."""
    stood = {unit.unit: state.space for state in before.spaces for unit in state.units}
    found: dict[tuple[int, int], list[int]] = {}
    for state in after.spaces:
        for unit in state.units:
            start = stood.get(unit.unit, state.space)
            if start != state.space:
                found.setdefault((start, state.space), []).append(unit.unit)
    sides = after.content.units
    return tuple(Moved(sides[units[0]].side, tuple(units), *way) for way, units in found.items())


def campaign_map(
    view: GameView, title: str = "", width: int = WIDTH, *, strip: bool = True, won: tuple[int, ...] = (),
    moves: tuple[Moved, ...] = (), language: str = USUAL,
) -> Scene:  # fmt: skip
    """Return the whole map `width` px wide below a banner with `title`; without one it is part of a sheet and has no numbers.

    Land in `won` is hatched in its side's colour. Units in `moves` are shown moving along arrows: `view` is the
    position before.
    """
    layout = load_layout(view.content)
    high = banner_high(width) if strip else 0
    scale = width / layout.width
    frame = Frame(scale, (0.0, -high / scale, layout.width, layout.height), high)
    ctx = make_context(view, frame, language)
    owners = owners_of(view)
    names = [c for c in regions(ctx) if isinstance(c, Stamp) and (c.key.text_px(scale) or 0) >= LEAST]
    commands: list[Command] = [Territory(owners, "tint"), Territory(owners, "rim")]
    if won:
        commands.append(Territory(won, "won"))
    commands += [*names, Territory(owners, "front"), *(_way(ctx, each) for each in moves)]
    commands += [*_blobs(ctx, {unit for each in moves for unit in each.units}), *(_going(ctx, each) for each in moves)]
    if strip:
        commands += banner(frame, title, view, ctx.words)
    return Scene(
        frame.width, frame.height, scale, tuple(commands), alt.control(ctx), "overview_campaign",
        Base(board_of(layout), frame.left, frame.top),
    )  # fmt: skip


def _blobs(ctx: Context, gone: set[int]) -> list[Command]:
    """Return a blob for every stack, without the moving units."""
    out: list[Command] = []
    for state in ctx.view.spaces:
        units = [unit for unit in state.units if unit.unit not in gone]
        if units:
            out.append(_blob(ctx, units, *ctx.layout.spaces[state.space], ctx.content.spaces[state.space].name))
    return out


def _blob(ctx: Context, units: Sequence[UnitView], x: float, y: float, about: str) -> Stamp:
    side = ctx.content.units[units[0].unit].side
    key = BlobKey(side, _factors(ctx.content, units), not ctx.frame.strip, round(ctx.frame.width / WIDTH, 2))
    return ctx.frame.stamp(key, x, y, "blob", about)


def _way(ctx: Context, move: Moved) -> Stamp:
    """Return an arrow from where units were to where they go, below all stacks."""
    frame, ends = ctx.frame, (ctx.layout.spaces[move.start], ctx.layout.spaces[move.goal])
    (x0, y0), (x1, y1) = ((x * frame.scale - frame.left, y * frame.scale - frame.top) for x, y in ends)
    left, top = min(x0, x1) - MARGIN, min(y0, y1) - MARGIN
    points = tuple((round((x - left) / _ARROW, 1), round((y - top) / _ARROW, 1)) for x, y in ((x0, y0), (x1, y1)))
    key = ArrowKey("move", move.side, points)
    zoom = _ARROW / frame.scale
    return Stamp(key, round(left), round(top), *key.size(_ARROW), "arrow", "move", zoom)


def _going(ctx: Context, move: Moved) -> Stamp:
    """Return the moving units, past the middle of their path."""
    going = [unit for unit in ctx.view.spaces[move.start].units if unit.unit in move.units]
    (sx, sy), (gx, gy) = ctx.layout.spaces[move.start], ctx.layout.spaces[move.goal]
    return _blob(ctx, going, sx + (gx - sx) * _WAY, sy + (gy - sy) * _WAY, ctx.content.spaces[move.goal].name)


def factors(content: Content, state: SpaceView) -> int:
    """Return the combat factors in a space."""
    return _factors(content, state.units)


def _factors(content: Content, units: Iterable[UnitView]) -> int:
    facts = content.units
    return sum(facts[u.unit].reduced_cf if u.reduced else facts[u.unit].cf for u in units)
