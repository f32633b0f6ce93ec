"""Names of lands and seas, below everything else, and the nations of dashed lines."""

from __future__ import annotations

import itertools
from functools import lru_cache

from renderer.kit import theme
from renderer.kit.palette import mix
from renderer.kit.scene import Command, Frame, Rect, Stamp, Window
from renderer.kit.text import LetteringKey, TextKey
from renderer.pog.art.places import SpaceNameKey
from renderer.pog.layers.context import ROOM, Context
from renderer.pog.layout import KEPT, Layout, LinkLine, Point
from renderer.pog.words import Language, language

SEA_INK = mix(theme.COAST, theme.SEA_LINE, 0.35)
LAND_INK = mix(theme.INK_SOFT, theme.PAPER_DARK, 0.1)
LABEL_PX = 14.5
#: Half the height of a label.
LABEL_HIGH = 10.0


def regions(ctx: Context) -> list[Command]:
    """Return seas in italics and lands in capitals; names that don't fit the picture are left out."""
    return list(names_in(ctx.layout, ctx.frame.window, ctx.words))


def link_labels(ctx: Context) -> list[Command]:
    """Return the labels of dashed lines: the nations that can use them (11.3)."""
    return list(labels_in(ctx.layout, ctx.frame.window))


@lru_cache(maxsize=64)
def names_in(layout: Layout, window: Window, vocabulary: Language) -> tuple[Stamp, ...]:
    """Return the names of lands and seas in a window."""
    frame = Frame.of(window)
    out = []
    for name in layout.lettering:
        if not frame.touches((name.x, name.y, name.x, name.y)):
            continue
        key = LetteringKey(
            vocabulary.get("lettering", name.word), "title_italic" if name.sea else "title",
            name.size, name.spacing, name.angle, SEA_INK if name.sea else LAND_INK,
        )  # fmt: skip
        out.append(frame.stamp(key, name.x, name.y, "lettering", name.word))
    return tuple(s for s in out if frame.holds(s))


@lru_cache(maxsize=64)
def labels_in(layout: Layout, window: Window) -> tuple[Stamp, ...]:
    """Return the labels of dashed lines in a window."""
    frame = Frame.of(window)
    out = []
    for link, (x, y) in label_places(layout):
        ends = [layout.spaces[end] for end in (link.a, link.b)]
        if not any(frame.touches((ex, ey, ex, ey)) for ex, ey in ends):
            continue
        text = " ".join(sorted(n.upper() for n in link.nations))
        key = TextKey(text, "sans_bold", max(LABEL_PX, 10 / frame.scale), theme.RED, theme.PAPER, halo=True)
        out.append(frame.stamp(key, x, y, "link", text))
    return tuple(s for s in out if frame.holds(s))


@lru_cache(maxsize=KEPT)
def label_places(layout: Layout) -> tuple[tuple[LinkLine, Point], ...]:
    """Return for every dashed line the point on it, or next to it, that is farthest from all spaces and labels."""
    placed: list[tuple[LinkLine, Point]] = []
    for link in layout.links:
        if not link.nations:
            continue
        half = 11.0 * len(link.nations) + 5.0
        xs, ys = [p[0] for p in link.curve], [p[1] for p in link.curve]
        around = (min(xs) - 200, min(ys) - 200, max(xs) + 200, max(ys) + 200)
        near = [
            b for b in _rooms(layout) if b[2] > around[0] and b[0] < around[2] and b[3] > around[1] and b[1] < around[3]
        ]
        best, most = link.curve[len(link.curve) // 2], -1e9
        for (x, y), strayed in _candidates(link.curve):
            gap = _gap(x, y, half, near, [p for _, p in placed])
            worth = (min(gap, 4.0) if gap >= 0 else 6 * gap) - 0.8 * strayed
            if worth > most + 1e-6:
                best, most = (x, y), worth
        placed.append((link, best))
    return tuple(placed)


def _candidates(curve: tuple[Point, ...]) -> list[tuple[Point, float]]:
    """Return points on a line and, for short lines, next to it, with their distance from it."""
    steps = (0.0, 8.0, 16.0, 24.0, 32.0, 44.0, 56.0)
    shifts = [(dx * s, dy * s) for s in steps for dx in (-1, 0, 1) for dy in (-1, 0, 1) if s or (dx, dy) == (0, 0)]
    return [((x + dx, y + dy), abs(dx) + abs(dy)) for x, y in _dense(curve)[::4] for dx, dy in shifts]


def _gap(x: float, y: float, half: float, rooms: list[Rect], labels: list[Point]) -> float:
    """Return how far a label centred at (x, y) is from the boxes of spaces and from other labels."""
    clear = min(
        max(left - x - half, x - half - right, top - y - LABEL_HIGH, y - LABEL_HIGH - foot)
        for left, top, right, foot in rooms
    )
    return min([clear, *(max(abs(x - lx) - 2 * half, abs(y - ly) - 2 * LABEL_HIGH) for lx, ly in labels)])


@lru_cache(maxsize=KEPT)
def _rooms(layout: Layout) -> list[Rect]:
    """Return two boxes per space: a full stack with its markers, and below it the name and signs at their own width."""
    rooms: list[Rect] = []
    vocabulary = language()
    for space, (x, y) in zip(layout.records, layout.spaces.values(), strict=True):
        key = SpaceNameKey(vocabulary.place(space), 0, vp=True, capital=space.capital_of is not None)
        wide = max(key.size(1.0)[0], 76) / 2
        rooms += [(x + ROOM[0], y + ROOM[1], x + ROOM[2], y + 25), (x - wide, y + 25, x + wide, y + ROOM[3])]
    return rooms


def _dense(curve: tuple[Point, ...]) -> list[Point]:
    points = []
    for (x0, y0), (x1, y1) in itertools.pairwise(curve):
        points += [(x0 + (x1 - x0) * t / 4, y0 + (y1 - y0) * t / 4) for t in range(4)]
    return points[2:-2]
