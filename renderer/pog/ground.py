"""Where things stand in a picture, for whoever lets it be touched: spaces of a map, cards of a hand."""

from __future__ import annotations

from functools import lru_cache

from engine.pog.content import Content
from engine.pog.view import ActionMarks
from renderer.kit.ground import Ground
from renderer.kit.scene import Frame
from renderer.pog.cards import card_boxes
from renderer.pog.framing import frame_action
from renderer.pog.layers.caption import STRIP
from renderer.pog.layers.context import inside
from renderer.pog.layout import SCALES, Layout, load_layout
from renderer.pog.maps import theatre_area


@lru_cache(maxsize=64)
def theatre_ground(content: Content, name: str) -> Ground:
    """The spaces of a theatre's picture; raises `UnknownTheatre`."""
    layout = load_layout(content)
    area = theatre_area(layout, name)
    return _of(layout, Frame(area.scale, area.rect, STRIP))


def close_up_ground(content: Content, marks: ActionMarks) -> Ground:
    """The spaces of a close-up of these marks."""
    layout = load_layout(content)
    return _of(layout, Frame(SCALES["close"], frame_action(layout, marks), STRIP))


def hand_ground(count: int) -> Ground:
    """The cards of a hand's picture, in its order."""
    width, height, boxes = card_boxes(count)
    return Ground(width, height, 1.0, cards=tuple(boxes))


def _of(layout: Layout, frame: Frame) -> Ground:
    spaces = []
    for number in inside(layout, frame.window)[0]:
        x, y = layout.spaces[number]
        spaces.append((number, round(x * frame.scale) - frame.left, round(y * frame.scale) - frame.top))
    return Ground(frame.width, frame.height, frame.scale, tuple(spaces))


__all__ = ["close_up_ground", "hand_ground", "theatre_ground"]
