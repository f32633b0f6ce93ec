"""Advance rendering of what almost every picture needs, so that no player waits for it."""

from __future__ import annotations

from collections.abc import Iterable

from engine.pog.content import Content
from engine.pog.content.records import Space
from renderer.kit.painter import engraved
from renderer.kit.scene import Frame
from renderer.kit.sprites import SpriteKey, sprite
from renderer.pog.art.counter import CounterKey, faces
from renderer.pog.art.places import PlateKey, SignsKey, SpaceNameKey
from renderer.pog.board import board_of
from renderer.pog.layers.boxes import ZOOMS, large_counters
from renderer.pog.layers.caption import usual_parts
from renderer.pog.layers.lettering import labels_in, names_in
from renderer.pog.layers.places import lasting_signs
from renderer.pog.layout import SCALES, Layout, load_layout
from renderer.pog.words import PogWords, words

#: What can have happened to a counter in the current action.
MARKS = ("", "moved", "attacked", "retreated")


def warm(content: Content, scales: Iterable[float] = SCALES.values()) -> int:
    """Load the sheets and render counters, names and plates of a content at the given scales; return how many."""
    keys = list(_keys(content))
    count = 0
    for scale in scales:
        board_of(load_layout(content)).sheet(scale)
        for key in [*keys, *usual_parts(scale, words(content))]:
            sprite(key, scale)
            count += 1
        count += _letters(load_layout(content), words(content), scale)
    large = SCALES["sheet"] * ZOOMS[0]
    for key in large_counters(content):
        sprite(key, round(large, 4))
        count += 1
    return count


def _letters(layout: Layout, vocabulary: PogWords, scale: float) -> int:
    """Blend the names of lands and seas into the sheet, and render the labels of dashed lines; return how many."""
    window = Frame(scale, (0.0, 0.0, layout.width, layout.height)).window
    names = names_in(layout, window, vocabulary)
    for stamp in names:
        engraved(board_of(layout), stamp.key, scale, stamp.x, stamp.y)
    labels = labels_in(layout, window)
    for stamp in labels:
        sprite(stamp.key, scale)
    return len(names) + len(labels)


def _keys(content: Content) -> Iterable[SpriteKey]:
    yield from _counters(content)
    for space in content.spaces:
        if space.kind == "map":
            yield from _of_space(content, space)


def _counters(content: Content) -> Iterable[SpriteKey]:
    """Yield every unit at full strength and reduced, and every appearance also with each mark and out of supply."""
    printed = faces(content)
    looks = {(u.side, u.nation, u.group): u.id for u in content.units}
    for unit in content.units:
        for reduced in (False, True):
            yield CounterKey(printed[unit.id], reduced)
    for unit_id in looks.values():
        for reduced in (False, True):
            for mark in MARKS[1:]:
                yield CounterKey(printed[unit_id], reduced, True, mark)
            yield CounterKey(printed[unit_id], reduced, False)


def _of_space(content: Content, space: Space) -> Iterable[SpriteKey]:
    """Yield plate, name and signs of a space for every holder, with both sets of VP spaces (5.7.2)."""
    scoring = {space.vp_historical, space.vp_base}
    for fort in ("intact", "besieged", "destroyed") if space.fort else ("none",):
        rows = {lasting_signs(space, fort, vp=vp, occupied=occupied) for vp in scoring for occupied in (False, True)}
        yield from (SignsKey(row) for row in rows if row)
    title = words(content).space(space.id)
    for control in (0, 1, None):  # None while its power is neutral
        yield PlateKey(control, space.terrain, space.beach, space.edge_box)
        for vp in scoring:
            yield SpaceNameKey(title, control, vp, space.capital_of is not None, badge=not space.beach)
