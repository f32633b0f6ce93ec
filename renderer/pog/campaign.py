"""The campaign map: the whole war small, for replays and for the end of a game.

Ground is tinted and hatched by holder, the front is drawn, and every stack is one blob with its combat
factors: round for the Allied Powers, square for the Central Powers. Names of lands are kept, names of spaces
are not: at this size nobody could read them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from PIL import Image

from engine.pog.content import Content
from engine.pog.view import GameView, SpaceView
from renderer.kit import theme
from renderer.kit.canvas import Canvas, write
from renderer.kit.painter import compose
from renderer.kit.scene import Base, Command, Frame, Scene, Stamp, Territory
from renderer.pog import alt
from renderer.pog.board import board_of
from renderer.pog.layers.caption import STRIP, caption
from renderer.pog.layers.context import Context, make_context
from renderer.pog.layers.lettering import regions
from renderer.pog.layout import load_layout
from renderer.pog.overlays import owners_of

WIDTH = 1000
#: Names of lands smaller than this are left out, in px.
LEAST = 10.0
#: Narrower maps than this show blobs without their factors, in px.
NUMBERED = 760


@dataclass(frozen=True, slots=True)
class BlobKey:
    """A stack as one sign of its side, perhaps without its number; sizes are px whatever the scale."""

    side: int
    factors: int
    plain: bool = False

    def _edge(self) -> int:
        if self.plain:
            return 11
        return 2 * round(6.5 + min(math.sqrt(self.factors), 5.0) * 1.0)

    def size(self, scale: float) -> tuple[int, int]:
        """Grows with the root of the factors."""
        return self._edge(), self._edge()

    def words(self) -> str:
        """The factors."""
        return "" if self.plain else str(self.factors)

    def text_px(self, scale: float) -> float | None:
        """Font size in px."""
        return None if self.plain else 12.0

    def paint(self, scale: float) -> Image.Image:
        """A disc or a square with its number."""
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
        write(image, str(self.factors), "sans_bold", 12.0, (edge / 2, edge / 2), theme.WHITE)
        return image


@dataclass(frozen=True, slots=True)
class InsetKey:
    """A whole scene as a picture within another; never scaled."""

    scene: Scene

    def size(self, scale: float) -> tuple[int, int]:
        """Of the scene."""
        return self.scene.width, self.scene.height

    def words(self) -> str:
        """All its words."""
        return " ".join(self.scene.words())

    def text_px(self, scale: float) -> float | None:
        """Its own texts are judged in its own scene."""
        return None

    def paint(self, scale: float) -> Image.Image:
        """The composed scene."""
        return self.frame().convert("RGBA")

    def frame(self) -> Image.Image:
        """The same in the shared palette."""
        return compose(self.scene)


def campaign_map(
    view: GameView, title: str = "", width: int = WIDTH, *, strip: bool = True, won: tuple[int, ...] = ()
) -> Scene:
    """The whole map `width` px wide under a strip with `title`; ground in `won` is hatched in its side's colour."""
    layout = load_layout(view.content)
    high = STRIP if strip else 0
    scale = width / layout.width
    frame = Frame(scale, (0.0, -high / scale, layout.width, layout.height), high)
    ctx = make_context(view, frame)
    owners = owners_of(view)
    names = [c for c in regions(ctx) if isinstance(c, Stamp) and (c.key.text_px(scale) or 0) >= LEAST]
    commands: list[Command] = [Territory(owners, "tint")]
    if won:
        commands.append(Territory(won, "won"))
    commands += [*names, Territory(owners, "front"), *_blobs(ctx)]
    if strip:
        commands += caption(frame, title, view, ctx.words)
    return Scene(
        frame.width, frame.height, scale, tuple(commands), alt.control(ctx), "overview_campaign",
        Base(board_of(layout), frame.left, frame.top),
    )  # fmt: skip


def _blobs(ctx: Context) -> list[Command]:
    out: list[Command] = []
    for state in ctx.view.spaces:
        if state.units:
            x, y = ctx.layout.spaces[state.space]
            key = BlobKey(
                ctx.content.units[state.units[0].unit].side, factors(ctx.content, state), ctx.frame.width < NUMBERED
            )
            out.append(ctx.frame.stamp(key, x, y, "blob", ctx.content.spaces[state.space].name))
    return out


def factors(content: Content, state: SpaceView) -> int:
    """Combat factors that stand in a space."""
    units = content.units
    return sum(units[u.unit].reduced_cf if u.reduced else units[u.unit].cf for u in state.units)
