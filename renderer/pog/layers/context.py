"""Drawing context shared by all layers of a map picture."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from engine.pog.content.records import Content, Space
from engine.pog.view import GameView, SpaceView
from renderer.kit.languages import USUAL
from renderer.kit.scene import Frame, Rect, Window
from renderer.pog.art.places import DOT
from renderer.pog.layout import Layout, load_layout
from renderer.pog.words import PogWords, words

#: Box around a space's centre that must lie inside a picture for the space to be drawn.
ROOM: Rect = (-62.0, -38.0, 62.0, 59.0)


@dataclass(frozen=True, slots=True)
class Context:
    """A view and a window on the sheet; `shown` are the spaces that lie fully inside."""

    view: GameView
    frame: Frame
    layout: Layout
    content: Content
    words: PogWords
    shown: tuple[tuple[Space, SpaceView, float, float], ...]

    def holder(self, space: Space, state: SpaceView) -> int | None:
        """Return the displayed holder of a space: None while its power is neutral."""
        return None if space.nation in self.view.neutral else state.control

    def is_vp(self, space: Space) -> bool:
        """Return whether the space counts for VP in this scenario."""
        return space.scores(self.view.vp_set)


def make_context(view: GameView, frame: Frame, language: str = USUAL) -> Context:
    """Return the context of a frame, with the spaces to draw."""
    content = view.content
    layout = load_layout(content)
    shown = []
    for number in inside(layout, frame.window)[0]:
        x, y = layout.spaces[number]
        shown.append((content.spaces[number], view.spaces[number], x, y))
    return Context(view, frame, layout, content, words(content, language), tuple(shown))


@lru_cache(maxsize=64)
def inside(layout: Layout, window: Window) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the spaces that lie wholly in a window, and those of which only a dot is visible."""
    scale, left, top, width, height, _, foot = window
    half = DOT / 2
    whole, dots = [], []
    for number, (x, y) in layout.spaces.items():
        px, py = x * scale - left, y * scale - top
        if not -half <= px <= width + half or not -half <= py <= height - foot + half:
            continue
        frame = Frame.of(window)
        if frame.shows(x, y, ROOM):
            whole.append(number)
        elif frame.shows(x, y, (-half, -half, half, half)):
            dots.append(number)
    return tuple(whole), tuple(dots)
