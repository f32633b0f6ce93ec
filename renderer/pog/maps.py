"""Map scenes: overview, theatre, close-up, space."""

from __future__ import annotations

from functools import lru_cache

from engine.pog.view import ActionMarks, GameView
from renderer.kit.languages import USUAL
from renderer.kit.pen import Pen
from renderer.kit.scene import Base, Command, Frame, Rect, Scene
from renderer.pog import alt
from renderer.pog.board import board_of
from renderer.pog.framing import frame_action, frame_spaces
from renderer.pog.layers import arrows, lettering, odds, places, roads, units
from renderer.pog.layers.boxes import draw_boxes
from renderer.pog.layers.caption import STRIP, banner, banner_high, caption
from renderer.pog.layers.context import Context, inside, make_context
from renderer.pog.layers.legend import draw_legend
from renderer.pog.layers.title import draw_title
from renderer.pog.layers.tracks import draw_tracks
from renderer.pog.layout import SCALES, Layout, TheatreArea, load_layout
from renderer.pog.markers import signs
from renderer.pog.words import PogWords

NO_MARKS = ActionMarks()


class UnknownTheatre(ValueError):
    """Raised for an unknown theatre; the message lists the existing ones."""


def stack(ctx: Context, marks: ActionMarks, along: list[Command] | None = None) -> list[Command]:
    """Return all layers of the board, lowest first; `along` is drawn directly above the roads."""
    return [
        *lettering.regions(ctx),
        *roads.roads(ctx),
        *(along or ()),
        *arrows.arrows(ctx, marks),
        *lettering.link_labels(ctx),
        *places.dots(ctx),
        *places.plates(ctx),
        *places.names(ctx),
        *units.counters(ctx),
        *units.works(ctx),
    ]


def scene(ctx: Context, commands: list[Command], text: str, name: str) -> Scene:
    """Return the scene of a map picture."""
    frame = ctx.frame
    return Scene(
        frame.width,
        frame.height,
        frame.scale,
        tuple(commands),
        text,
        name,
        Base(board_of(ctx.layout), frame.left, frame.top),
    )


def theatre_area(layout: Layout, name: str) -> TheatreArea:
    """Return the window of a theatre; raises `UnknownTheatre`."""
    areas = layout.theatres
    if name not in areas:
        raise UnknownTheatre(f"There is no theatre {name!r}; there are {', '.join(areas)}.")
    return areas[name]


def theatre(
    view: GameView,
    name: str,
    heading: str = "",
    marks: ActionMarks = NO_MARKS,
    density: float = 1.0,
    language: str = USUAL,
) -> Scene:
    """Return one theatre at its scale times `density`, with a heading and arrows; raises `UnknownTheatre`."""
    area = theatre_area(load_layout(view.content), name)
    ctx = make_context(view, Frame(round(area.scale * density, 4), area.rect, round(STRIP * density)), language)
    title = ctx.words.get("theatres", name)
    commands = [*stack(ctx, marks), *caption(ctx.frame, heading or title, view, ctx.words)]
    return scene(ctx, commands, alt.theatre(ctx, title), f"{'fine_' if density > 1 else ''}theatre_{name}")


def retold_theatre(view: GameView, name: str, heading: str, marks: ActionMarks, language: str = USUAL) -> Scene:
    """Return one theatre in a replay, below two lines legible on a phone; raises `UnknownTheatre`."""
    area = theatre_area(load_layout(view.content), name)
    left, top, right, low = area.rect
    strip = banner_high(round((right - left) * area.scale))
    ctx = make_context(view, Frame(area.scale, (left, top - strip / area.scale, right, low), strip), language)
    commands = [*stack(ctx, marks), *banner(ctx.frame, heading, view, ctx.words)]
    return scene(ctx, commands, alt.theatre(ctx, ctx.words.get("theatres", name)), f"theatre_{name}")


def close_up(
    view: GameView, marks: ActionMarks, texts: tuple[tuple[int, str], ...] = (), language: str = USUAL
) -> Scene:
    """Return the action, with arrows, and with odds next to each space whose attack is shown."""
    texts = tuple((target, text) for target, text in texts if any(target == each for _, each in marks.attacks))
    ctx = make_context(view, Frame(SCALES["close"], frame_action(load_layout(view.content), marks), STRIP), language)
    title = _title(ctx, marks)
    board = stack(ctx, marks)
    commands = [*board, *odds.labels(ctx, marks, texts, board), *caption(ctx.frame, title, view, ctx.words)]
    text = alt.close_up(ctx, marks, texts)
    return scene(ctx, commands, text, "close_up")


def _title(ctx: Context, marks: ActionMarks) -> str:
    """Return the main places of an action; if it was on two fronts that don't fit together, those that are shown."""
    named = [t for _, t in marks.attacks] or [p[-1] for _, p in marks.moves if p] or list(marks.focus)
    named = [s for s in dict.fromkeys(named) if ctx.content.spaces[s].kind == "map"]
    shown = set(inside(ctx.layout, ctx.frame.window)[0])
    return ", ".join(ctx.words.space(s) for s in [s for s in named if s in shown][:2])


def space_close(view: GameView, space: int, language: str = USUAL) -> Scene:
    """Return a space and its neighbours."""
    ctx = make_context(view, Frame(SCALES["close"], frame_spaces(load_layout(view.content), [space]), STRIP), language)
    commands = [*stack(ctx, NO_MARKS), *caption(ctx.frame, ctx.words.space(space), view, ctx.words)]
    return scene(ctx, commands, alt.space(ctx, space), "space")


def overview(view: GameView, density: float = 1.0, language: str = USUAL) -> Scene:
    """Return the whole sheet with boxes, tracks and legend, at its scale times `density`."""
    ctx = sheet(view, density, language)
    commands = [*stack(ctx, NO_MARKS), *furniture(ctx)]
    return scene(ctx, commands, alt.overview(ctx), f"{'fine_' if density > 1 else ''}overview")


def sheet(view: GameView, density: float = 1.0, language: str = USUAL) -> Context:
    """Return the drawing context of the whole sheet."""
    layout = load_layout(view.content)
    return make_context(
        view, Frame(round(SCALES["sheet"] * density, 4), (0.0, 0.0, layout.width, layout.height)), language
    )


def furniture(ctx: Context, heading: str = "") -> list[Command]:
    """Return tracks, boxes, cartouche and legend; `heading` names an overlay."""
    out: list[Command] = []

    def pen(name: str) -> tuple[Pen, Rect]:
        rect = ctx.layout.panels[name]
        return Pen(ctx.frame.scale, rect[0], rect[1]), rect

    tracks, _ = pen("tracks")
    draw_tracks(tracks, ctx.view, ctx.words)
    boxes, rect = pen("boxes")
    draw_boxes(boxes, ctx.view, ctx.words, rect[2] - rect[0], rect[3] - rect[1])
    title, rect = pen("title")
    draw_title(title, ctx.view, ctx.words, rect[2] - rect[0], rect[3] - rect[1], heading)
    for each in (tracks, boxes, title):
        out += each.commands
    return [*out, *_legend(ctx.frame.scale, ctx.layout.panels["legend"], ctx.words, signs(ctx.view))]


@lru_cache(maxsize=8)
def _legend(scale: float, panel: Rect, vocabulary: PogWords, more: tuple[str, ...]) -> tuple[Command, ...]:
    """Return the legend, which is the same in every position of a game."""
    left, top, right, foot = panel
    pen = Pen(scale, left, top)
    draw_legend(pen, vocabulary, right - left, foot - top, more)
    return tuple(pen.commands)
