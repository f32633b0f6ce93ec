"""What all layers of one map picture share."""

from __future__ import annotations

from dataclasses import dataclass

from engine.pog.content import load_content
from engine.pog.content.records import Content, Space
from engine.pog.view import GameView, SpaceView
from renderer.layout import Layout, Rect, load_layout
from renderer.scene import Frame
from renderer.words import Words, words

#: Room of a space about its centre: what must lie inside a picture for the space to be drawn.
ROOM: Rect = (-62.0, -38.0, 62.0, 59.0)


@dataclass(frozen=True, slots=True)
class Context:
    """A view and a window on the sheet; `shown` are the spaces that lie fully inside."""

    view: GameView
    frame: Frame
    layout: Layout
    content: Content
    words: Words
    shown: tuple[tuple[Space, SpaceView, float, float], ...]

    def is_vp(self, space: Space) -> bool:
        """Whether the space counts for VP in this scenario."""
        return space.vp_historical if self.view.vp_set == "historical" else space.vp_base


def make_context(view: GameView, frame: Frame, only: frozenset[int] | None = None) -> Context:
    """Finds the spaces to draw."""
    layout, content = load_layout(), load_content()
    shown = []
    for state in view.spaces:
        x, y = layout.spaces[state.space]
        if frame.shows(x, y, ROOM) and (only is None or state.space in only):
            shown.append((content.spaces[state.space], state, x, y))
    return Context(view, frame, layout, content, words(), tuple(shown))
