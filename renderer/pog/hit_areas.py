"""Clickable areas of pictures: spaces of a map, cards of a hand."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from engine.pog.content import Content
from engine.pog.content.records import Space
from engine.pog.view import ActionMarks, SpaceView
from renderer.kit.hit_areas import Ground
from renderer.kit.languages import USUAL
from renderer.kit.scene import Frame
from renderer.pog.art.counter import HIGH
from renderer.pog.art.places import PLATE, SignsKey, SpaceNameKey
from renderer.pog.art.works import DIGGING_WIDE, ROW
from renderer.pog.cards import card_boxes
from renderer.pog.framing import frame_action
from renderer.pog.layers.caption import STRIP
from renderer.pog.layers.context import inside
from renderer.pog.layers.lettering import labels_in, names_in
from renderer.pog.layers.places import NAME_Y, lasting_signs
from renderer.pog.layers.units import MORE_WIDE, stack_width
from renderer.pog.layout import SCALES, Layout, load_layout
from renderer.pog.maps import theatre_area
from renderer.pog.words import PogWords, words


@lru_cache(maxsize=64)
def theatre_ground(content: Content, name: str, language: str = USUAL) -> Ground:
    """Return the clickable spaces of a theatre's picture; raises `UnknownTheatre`."""
    layout = load_layout(content)
    area = theatre_area(layout, name)
    return _of(words(content, language), layout, Frame(area.scale, area.rect, STRIP))


@lru_cache(maxsize=16)
def sheet_ground(content: Content, language: str = USUAL) -> Ground:
    """Return the clickable spaces of the whole map."""
    layout = load_layout(content)
    return _of(words(content, language), layout, Frame(SCALES["sheet"], (0.0, 0.0, layout.width, layout.height)))


def close_up_ground(content: Content, marks: ActionMarks, language: str = USUAL) -> Ground:
    """Return the clickable spaces of a close-up with these marks."""
    layout = load_layout(content)
    return _of(words(content, language), layout, Frame(SCALES["close"], frame_action(layout, marks), STRIP))


def hand_ground(cards: Sequence[int]) -> Ground:
    """Return the clickable cards of a hand's picture, in order."""
    width, height, boxes = card_boxes(len(cards))
    named = tuple((card_target(card), *box) for card, box in zip(cards, boxes, strict=True))
    return Ground(width, height, 1.0, boxes=named)


def space_target(space: int) -> str:
    """Return the target id of a space."""
    return str(space)


def card_target(card: int) -> str:
    """Return the target id of a card."""
    return f"card:{card}"


def _of(vocabulary: PogWords, layout: Layout, frame: Frame) -> Ground:
    numbers, points = inside(layout, frame.window)[0], []
    for number in numbers:
        x, y = layout.spaces[number]
        points.append((space_target(number), round(x * frame.scale) - frame.left, round(y * frame.scale) - frame.top))
    lettering = tuple(_lettering(vocabulary, vocabulary.content.spaces[number], frame.scale) for number in numbers)
    under = round(NAME_Y * frame.scale)
    labels, across = (
        tuple((each.x, each.y, each.x + each.width, each.y + each.height) for each in found)
        for found in (labels_in(layout, frame.window), names_in(layout, frame.window, vocabulary))
    )
    return Ground(frame.width, frame.height, frame.scale, tuple(points), (), lettering, under, labels, across)


def _lettering(vocabulary: PogWords, space: Space, scale: float) -> tuple[int, int]:
    """Return the size of what can be below a space: its name, and the most signs it can have."""
    key = SpaceNameKey(vocabulary.space(space.id), None, True, space.capital_of is not None, badge=not space.beach)
    wide, high = key.size(scale)
    row = lasting_signs(space, "intact" if space.fort else "none", vp=True, occupied=True)
    signs = SignsKey(row).size(scale)
    return max(wide, signs[0]), high + signs[1]


def stack_room(state: SpaceView) -> tuple[float, float, float]:
    """Return a stack's width, its extent above the centre, and the maximum width of the marker row above it.

    The values are in map units; the row includes every marker that could be there, such as failed entrenchment and a
    beachhead.
    """
    wide = max(stack_width(state), PLATE)
    if not (state.units or state.trench or state.activated):
        return wide, PLATE / 2, 0.0
    markers = (30.0 if state.activated else 0.0) + DIGGING_WIDE + 1
    return wide, HIGH / 2 + ROW, max(wide, 66.0, 38.0 + markers if state.trench else markers + MORE_WIDE)


__all__ = [
    "card_target", "close_up_ground", "hand_ground", "sheet_ground", "space_target", "stack_room", "theatre_ground",
]  # fmt: skip
