"""Labels with odds next to attacked spaces, placed where they cover nothing."""

from __future__ import annotations

import math

from engine.pog.view import ActionMarks
from renderer.kit import theme
from renderer.kit.scene import Command, Rect, Stamp
from renderer.pog.art.arrows import ArrowKey
from renderer.pog.art.cards import LabelKey
from renderer.pog.layers.context import Context

#: Kinds of stamps that a label must not cover; arrows go below it.
_SOLID = frozenset(
    {
        "counter",
        "plate",
        "name",
        "signs",
        "trench",
        "activation",
        "beachhead",
        "dot",
        "link",
        "siege",
        "more",
        "digging",
    }
)
PX = 17.0


def labels(ctx: Context, marks: ActionMarks, texts: tuple[tuple[int, str], ...], board: list[Command]) -> list[Command]:
    """Return one label per text, as close to the arrow's middle or its target as there is room."""
    taken = [c.box for c in board if isinstance(c, Stamp) and c.kind in _SOLID]
    heads = [box for c in board if isinstance(c, Stamp) and isinstance(c.key, ArrowKey) for box in _course(c, c.key)]
    out: list[Command] = []
    for target, text in texts:
        if ctx.content.spaces[target].kind != "map":
            continue
        key = LabelKey(text, PX / ctx.frame.scale, theme.WHITE, theme.RED)
        at = _anchor(ctx, marks, target)
        stamp = _place(ctx, key, at, [*taken, *heads], target, 14) or _place(ctx, key, at, taken, target, 40)
        if stamp is not None:
            out.append(stamp)
            taken.append(stamp.box)
    return out


def _course(stamp: Stamp, key: ArrowKey) -> list[Rect]:
    """Return small boxes along an arrow, with a larger one at its head."""
    k = stamp.width / max(key.size(1.0)[0], 1)
    points = [(stamp.x + x * k, stamp.y + y * k) for x, y in key.points]
    boxes = [(x - 7, y - 7, x + 7, y + 7) for x, y in points[:-1]]
    x, y = points[-1]
    return [*boxes, (x - 17, y - 17, x + 17, y + 17)]


def _anchor(ctx: Context, marks: ActionMarks, target: int) -> tuple[float, float]:
    x, y = ctx.layout.spaces[target]
    starts = [ctx.layout.spaces[s] for group, t in marks.attacks if t == target for s in group]
    if not starts:
        return (x, y - 50)
    mx, my = sum(s[0] for s in starts) / len(starts), sum(s[1] for s in starts) / len(starts)
    return ((x + mx) / 2, (y + my) / 2)


def _place(
    ctx: Context, key: LabelKey, at: tuple[float, float], taken: list[Rect], target: int, rings: int
) -> Stamp | None:
    """Return the free position nearest to a point, searched in rings; None if the picture is full."""
    about = ctx.content.spaces[target].name
    for ring in range(rings):
        count = max(1, ring * 5)
        for i in range(count):
            angle = 2 * math.pi * i / count - math.pi / 2
            x, y = at[0] + math.cos(angle) * ring * 11, at[1] + math.sin(angle) * ring * 11
            stamp = ctx.frame.stamp(key, x, y, "odds", about)
            if _is_free(ctx, stamp.box, taken):
                return stamp
    return None


def _is_free(ctx: Context, box: Rect, taken: list[Rect]) -> bool:
    if box[0] < 4 or box[1] < ctx.frame.strip + 4 or box[2] > ctx.frame.width - 4 or box[3] > ctx.frame.height - 4:
        return False
    return all(box[2] <= t[0] or box[0] >= t[2] or box[3] <= t[1] or box[1] >= t[3] for t in taken)
