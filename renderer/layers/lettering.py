"""Names of lands and seas, under everything else, and the nations of dashed lines."""

from __future__ import annotations

import itertools
from functools import cache, lru_cache

from renderer import theme
from renderer.art.text import LetteringKey, TextKey
from renderer.layers.context import Context
from renderer.layout import LinkLine, Point, load_layout
from renderer.palette import mix
from renderer.scene import Command, Frame, Stamp, Window
from renderer.words import words

SEA_INK = mix(theme.COAST, theme.SEA_LINE, 0.35)
LAND_INK = mix(theme.INK_SOFT, theme.PAPER_DARK, 0.35)
LABEL_PX = 14.5


def regions(ctx: Context) -> list[Command]:
    """Seas in italics, lands in capitals; names that do not fit the picture are left out."""
    return list(names_in(ctx.frame.window))


def link_labels(ctx: Context) -> list[Command]:
    """Who may use a dashed line, written on it (11.3)."""
    return list(labels_in(ctx.frame.window))


@lru_cache(maxsize=64)
def names_in(window: Window) -> tuple[Stamp, ...]:
    """Names of lands and seas in a window."""
    frame, vocabulary = Frame.of(window), words()
    out = []
    for name in load_layout().lettering:
        if not frame.touches((name.x, name.y, name.x, name.y)):
            continue
        key = LetteringKey(
            vocabulary.get("lettering", name.word), "title_italic" if name.sea else "title",
            name.size, name.spacing, name.angle, SEA_INK if name.sea else LAND_INK,
        )  # fmt: skip
        out.append(frame.stamp(key, name.x, name.y, "lettering", name.word))
    return tuple(s for s in out if frame.holds(s))


@lru_cache(maxsize=64)
def labels_in(window: Window) -> tuple[Stamp, ...]:
    """Labels of dashed lines in a window."""
    frame = Frame.of(window)
    out = []
    for link, (x, y) in label_places():
        if not frame.touches((x, y, x, y)):
            continue
        text = " ".join(sorted(n.upper() for n in link.nations))
        key = TextKey(text, "sans_bold", max(LABEL_PX, 10 / frame.scale), theme.RED, theme.PAPER, halo=True)
        out.append(frame.stamp(key, x, y, "link", text))
    return tuple(s for s in out if frame.holds(s))


@cache
def label_places() -> tuple[tuple[LinkLine, Point], ...]:
    """For every dashed line the point of its curve that is farthest from all spaces and other labels."""
    layout = load_layout()
    placed: list[tuple[LinkLine, Point]] = []
    for link in layout.links:
        if not link.nations:
            continue
        taken = [*layout.spaces, *(p for _, p in placed)]
        best, room = link.curve[len(link.curve) // 2], -1.0
        for point in _dense(link.curve):
            gap = min(max(abs(point[0] - x) / 84, abs(point[1] - y - 8) / 62) for x, y in taken)
            if gap > room + 1e-6:
                best, room = point, gap
        placed.append((link, best))
    return tuple(placed)


def _dense(curve: tuple[Point, ...]) -> list[Point]:
    points = []
    for (x0, y0), (x1, y1) in itertools.pairwise(curve):
        points += [(x0 + (x1 - x0) * t / 4, y0 + (y1 - y0) * t / 4) for t in range(4)]
    return points[2:-2]
