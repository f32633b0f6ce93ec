"""Connections missing from the engraved sheet: drawn over it, below everything on the board."""

from __future__ import annotations

from functools import lru_cache

from renderer.kit.scene import Command, Stamp
from renderer.pog.art.arrows import MARGIN, LineKey
from renderer.pog.layers.context import Context
from renderer.pog.layout import KEPT, Layout, Point

#: A line as a sprite, and its corner in map units.
Line = tuple[LineKey, float, float]


def roads(ctx: Context) -> list[Command]:
    """Return the lines of this game's board that the sheet lacks; none in the printed game."""
    return [stamp for line in _missing(ctx.layout) if (stamp := laid_line(ctx, *line, "road")) is not None]


@lru_cache(maxsize=KEPT)
def _missing(layout: Layout) -> tuple[Line, ...]:
    return tuple(
        line_key(link.curve, "dashed" if link.nations else "road") for link in layout.links if not link.engraved
    )


def line_key(curve: tuple[Point, ...], kind: str) -> Line:
    """Return a curve as a separate sprite."""
    left, top = min(x for x, _ in curve) - MARGIN, min(y for _, y in curve) - MARGIN
    return LineKey(tuple((round(x - left, 1), round(y - top, 1)) for x, y in curve), kind), left, top


def laid_line(ctx: Context, key: LineKey, left: float, top: float, kind: str) -> Stamp | None:
    """Return a line in its place, None if none of it is visible."""
    stamp = ctx.frame.stamp(key, left, top, kind, "", "lt")
    box = stamp.box
    inside = box[2] > 0 and box[3] > ctx.frame.strip and box[0] < ctx.frame.width and box[1] < ctx.frame.height
    return stamp if inside else None


__all__ = ["laid_line", "line_key", "roads"]
