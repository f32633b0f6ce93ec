"""Names of lands and seas, under everything else, and the nations of dashed lines."""

from __future__ import annotations

import itertools
from functools import cache

from renderer import theme
from renderer.art.text import LetteringKey, TextKey
from renderer.layers.context import Context
from renderer.layout import LinkLine, Point, load_layout
from renderer.palette import mix
from renderer.scene import Command

SEA_INK = mix(theme.COAST, theme.SEA_LINE, 0.35)
LAND_INK = mix(theme.INK_SOFT, theme.PAPER_DARK, 0.35)
LABEL_PX = 14.5


def regions(ctx: Context) -> list[Command]:
    """Seas in italics, lands in capitals; names that do not fit the picture are left out."""
    out: list[Command] = []
    for name in ctx.layout.lettering:
        key = LetteringKey(
            ctx.words.get("lettering", name.word), "title_italic" if name.sea else "title",
            name.size, name.spacing, name.angle, SEA_INK if name.sea else LAND_INK,
        )  # fmt: skip
        stamp = ctx.frame.stamp(key, name.x, name.y, "lettering", name.word)
        left, top, right, bottom = stamp.box
        if left >= 0 and top >= ctx.frame.strip and right <= ctx.frame.width and bottom <= ctx.frame.height:
            out.append(stamp)
    return out


def link_labels(ctx: Context) -> list[Command]:
    """Who may use a dashed line, written on it (11.3)."""
    out: list[Command] = []
    for link, (x, y) in label_places():
        text = " ".join(sorted(n.upper() for n in link.nations))
        key = TextKey(text, "sans_bold", max(LABEL_PX, 10 / ctx.frame.scale), theme.RED, theme.PAPER, halo=True)
        stamp = ctx.frame.stamp(key, x, y, "link", text)
        left, top, right, bottom = stamp.box
        if left >= 0 and top >= ctx.frame.strip and right <= ctx.frame.width and bottom <= ctx.frame.height:
            out.append(stamp)
    return out


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
