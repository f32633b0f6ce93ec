"""Framing of close-ups: a window of at most 900 x 700 px around the action, as small as possible, for screens 400 px wide."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache

from engine.pog.view import ActionMarks
from renderer.kit.scene import Frame, Rect
from renderer.pog.layers.caption import STRIP
from renderer.pog.layers.context import ROOM, inside
from renderer.pog.layout import KEPT, SCALES, Layout

WIDEST, HIGHEST = 900.0, 700.0
NARROWEST, LOWEST = 560.0, 440.0
MARGIN = 14.0
#: Maximum map section of an overlay, in map units: on a phone, names and figures on counters are then about 9 px high.
OVERLAY = 600.0, 900.0


def frame_action(layout: Layout, marks: ActionMarks) -> Rect:
    """Return the window for an action: all of it if it fits, else by priority attacks, destinations, focus, starts, paths."""
    targets = [t for _, t in marks.attacks]
    sources = [s for group, _ in marks.attacks for s in group]
    ends = [path[-1] for _, path in marks.moves if path]
    starts = [path[0] for _, path in marks.moves if path]
    ways = [s for _, path in marks.moves for s in path]
    return frame_spaces(layout, [*targets, *sources, *ends, *marks.focus, *starts, *ways])


def on_fronts(layout: Layout, marks: ActionMarks, quiet: Collection[int] = ()) -> tuple[ActionMarks, ...]:
    """Split the marks by front, for one close-up each: what the first window shows, then what it leaves out; at most two.

    The starting spaces of marches and attacks don't require a window, since they are seen from the destination. Nor do
    the `quiet` spaces, in which nothing happened.
    """
    shown = {*inside(layout, Frame(SCALES["close"], frame_action(layout, marks), STRIP).window)[0]}
    left = {space for space in layout.spaces if space not in shown}
    begun = {path[0] for _, path in marks.moves if path} | {space for group, _ in marks.attacks for space in group}
    begun.update(quiet)
    wanted = {target for _, target in marks.attacks} | {path[-1] for _, path in marks.moves if path}
    if not left & (wanted | {space for space in marks.focus if space not in begun}):
        return (marks,)
    fights = [*zip(marks.attacks, marks.attackers or ((),) * len(marks.attacks), strict=True)]

    def part(elsewhere: bool) -> ActionMarks:
        chosen = [(fight, units) for fight, units in fights if (fight[1] in left) is elsewhere]
        return ActionMarks(
            tuple(way for way in marks.moves if (bool(way[1]) and way[1][-1] in left) is elsewhere),
            tuple(fight for fight, _ in chosen),
            tuple(space for space in marks.focus if (space in left) is elsewhere),
            tuple(units for _, units in chosen),
        )

    return part(False), part(True)


def frame_spaces(layout: Layout, wanted: Iterable[int], *, neighbours: bool = True) -> Rect:
    """Return a window that contains the wanted spaces, the first one certainly, then their neighbours."""
    places = [s for s in dict.fromkeys(wanted) if s in layout.spaces]
    if not places:
        places = [next(s.id for s in layout.records if s.name == "verdun")]
    box: Rect | None = None
    for space in places:
        box = _grow(layout, box, space, WIDEST - 2 * MARGIN, HIGHEST - 2 * MARGIN - STRIP) or box
    assert box is not None
    if neighbours:
        inside = set(places)
        for a in places:
            for b in joined(layout)[a]:
                if b not in inside:
                    # Neighbours must not enlarge the window beyond its minimum size.
                    box = _grow(layout, box, b, NARROWEST - 2 * MARGIN, LOWEST - 2 * MARGIN - STRIP) or box
    return _fit(layout, box)


def window_of(layout: Layout, wanted: Iterable[int], area: Rect) -> Rect:
    """Return a window within an area that contains the wanted spaces in order, as far as `OVERLAY` allows, then their neighbours."""
    places = [space for space in dict.fromkeys(wanted) if space in layout.spaces]
    near = [other for space in places for other in joined(layout)[space]]
    box: Rect | None = None
    for space in dict.fromkeys([*places, *near]):
        x, y = layout.spaces[space]
        if box is None or (area[0] <= x <= area[2] and area[1] <= y <= area[3]):
            box = _grow(layout, box, space, OVERLAY[0] - 2 * MARGIN, OVERLAY[1] - 2 * MARGIN) or box
    assert box is not None
    width, height = max(box[2] - box[0] + 2 * MARGIN, NARROWEST), max(box[3] - box[1] + 2 * MARGIN, NARROWEST)
    left = min(max((box[0] + box[2] - width) / 2, 0.0), layout.width - width)
    top = min(max((box[1] + box[3] - height) / 2, 0.0), layout.height - height)
    return (left, top, left + width, top + height)


@lru_cache(maxsize=KEPT)
def joined(layout: Layout) -> dict[int, list[int]]:
    """Return, for each space, the spaces connected to it by any line."""
    found: dict[int, list[int]] = {space: [] for space in layout.spaces}
    for link in layout.links:
        found[link.a].append(link.b)
        found[link.b].append(link.a)
    return found


def _grow(layout: Layout, box: Rect | None, space: int, widest: float, highest: float) -> Rect | None:
    """Return the box extended by a space, or None if that is too large."""
    x, y = layout.spaces[space]
    room = (x + ROOM[0], y + ROOM[1], x + ROOM[2], y + ROOM[3])
    if box is None:
        return room
    grown = (
        min(box[0], room[0]), min(box[1], room[1]), max(box[2], room[2]), max(box[3], room[3])
    )  # fmt: skip
    if grown[2] - grown[0] > widest or grown[3] - grown[1] > highest:
        return None
    return grown


def _fit(layout: Layout, box: Rect) -> Rect:
    """Add margins, enforce the minimum size and stay on the sheet."""
    width = min(max(box[2] - box[0] + 2 * MARGIN, NARROWEST), WIDEST)
    height = min(max(box[3] - box[1] + 2 * MARGIN + STRIP, LOWEST), HIGHEST)
    left = (box[0] + box[2] - width) / 2
    top = (box[1] + box[3] - height - STRIP) / 2
    left = min(max(left, 0.0), layout.width - width)
    top = min(max(top, 0.0), layout.height - height)
    return (left, top, left + width, top + height)
