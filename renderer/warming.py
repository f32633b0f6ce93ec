"""Painting beforehand what almost every picture needs, so that no player waits for it."""

from __future__ import annotations

from collections.abc import Iterable

from engine.pog.content import load_content
from renderer.art.counter import CounterKey
from renderer.art.places import NameKey, PlateKey
from renderer.layout import SCALES
from renderer.painter import base
from renderer.sprites import SpriteKey, sprite
from renderer.words import words

#: What may have happened to a counter in the current action.
MARKS = ("", "moved", "attacked", "retreated")


def warm(scales: Iterable[float] = SCALES.values()) -> int:
    """Loads the sheets and paints counters, names and plates at the given scales; returns how many."""
    keys = list(_keys())
    count = 0
    for scale in scales:
        base(scale)
        for key in keys:
            sprite(key, scale)
            count += 1
    return count


def _keys() -> Iterable[SpriteKey]:
    content, vocabulary = load_content(), words()
    looks = {(u.side, u.nation, u.group): u.id for u in content.units}
    for unit in content.units:
        for reduced in (False, True):
            yield CounterKey(unit.id, reduced)
    for unit_id in looks.values():
        for mark in MARKS[1:]:
            yield CounterKey(unit_id, False, True, mark)
    for space in content.spaces:
        if space.kind != "map":
            continue
        for control in (0, 1) if space.start_control is not None else (0, 1, None):
            yield PlateKey(control, space.terrain, space.beach, space.edge_box)
            vp = space.vp_historical
            title = vocabulary.space(space.id)
            yield NameKey(title, control, vp, space.capital_of is not None, badge=not space.beach)
