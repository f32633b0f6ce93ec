"""Arrows for the movement and attacks of the last action."""

from __future__ import annotations

import itertools
import math
from functools import lru_cache

from engine.pog.view import ActionMarks
from renderer.kit.canvas import XY
from renderer.kit.scene import Command, Stamp
from renderer.pog.art.arrows import MARGIN, ArrowKey
from renderer.pog.art.counter import HIGH
from renderer.pog.layers.context import Context
from renderer.pog.layers.units import stack_width
from renderer.pog.layout import KEPT, Layout, LinkLine


def arrows(ctx: Context, marks: ActionMarks) -> list[Command]:
    """Return movement below attacks; an arrow follows the map's lines and stops before its destination."""
    out: list[Command] = []
    for units, path in marks.moves:
        side = ctx.content.units[units[0]].side if units else 0
        out += arrow(ctx, "move", side, path)
    untold: tuple[int, ...] = ()
    attackers = (*marks.attackers, *(untold for _ in marks.attacks))
    for (sources, target), units in zip(marks.attacks, attackers, strict=False):
        for source in sources:
            out += arrow(ctx, "attack", _attacker(ctx, units, source, target), (source, target))
    return out


def _attacker(ctx: Context, units: tuple[int, ...], source: int, target: int) -> int:
    """Return the side that attacked: that of the named units or, without names, of the units now in the source space."""
    standing = units or tuple(unit.unit for unit in ctx.view.spaces[source].units)
    if standing:
        return ctx.content.units[standing[0]].side
    if ctx.view.battle is not None and ctx.view.battle.target == target:
        return ctx.view.battle.attacker
    return ctx.view.phasing if ctx.view.phasing is not None else 0


def arrow(ctx: Context, kind: str, side: int, path: tuple[int, ...]) -> list[Command]:
    """Return an arrow along a path, cut off where the stacks at its ends begin; [] if it lies outside."""
    points = _route(ctx, path)
    if len(points) < 2:
        return []
    points = _trim(points, _edge(ctx, path[0], points, 0), _edge(ctx, path[-1], points, -1))
    if len(points) < 2:
        return []
    left = min(x for x, _ in points) - MARGIN
    top = min(y for _, y in points) - MARGIN
    key = ArrowKey(kind, side, tuple((round(x - left, 1), round(y - top, 1)) for x, y in points))
    stamp = ctx.frame.stamp(key, left, top, "arrow", kind, "lt")
    return [stamp] if _is_in_frame(ctx, stamp) else []


def _is_in_frame(ctx: Context, stamp: Stamp) -> bool:
    left, top, right, bottom = stamp.box
    return right > 0 and bottom > 0 and left < ctx.frame.width and top < ctx.frame.height


def _route(ctx: Context, path: tuple[int, ...]) -> list[XY]:
    """Return the map's curves along a path; straight lines where there is no connection (redeployment)."""
    points: list[XY] = []
    for a, b in itertools.pairwise(path):
        if ctx.content.spaces[a].kind != "map" or ctx.content.spaces[b].kind != "map":
            continue
        leg = _leg(ctx.layout, a, b) or [ctx.layout.spaces[a], ctx.layout.spaces[b]]
        points += leg if not points else leg[1:]
    return points


def _leg(layout: Layout, a: int, b: int) -> list[XY]:
    link = _by_ends(layout).get((min(a, b), max(a, b)))
    if link is None:
        return []
    return list(link.curve) if link.a == a else list(reversed(link.curve))


@lru_cache(maxsize=KEPT)
def _by_ends(layout: Layout) -> dict[tuple[int, int], LinkLine]:
    return {(min(k.a, k.b), max(k.a, k.b)): k for k in layout.links}


def _edge(ctx: Context, space: int, points: list[XY], end: int) -> float:
    """Return how much of a line the stack at one of its ends hides."""
    wide = stack_width(ctx.view.spaces[space]) / 2 + 5
    high = HIGH / 2 + 5
    low = high + (34.0 if end == -1 else 0.0)  # a destination's name and signs are below it
    centre = ctx.layout.spaces[space]
    walked = 0.0
    line = points if end == 0 else points[::-1]
    for a, b in itertools.pairwise(line):
        length = math.dist(a, b)
        steps = max(1, int(length / 2))
        step, dx, dy = length / steps, (b[0] - a[0]) / steps, (b[1] - a[1]) / steps
        x, y = a[0] - centre[0], a[1] - centre[1]
        for _ in range(steps):
            x, y, walked = x + dx, y + dy, walked + step
            if abs(x) > wide or abs(y) > (low if y > 0 else high):
                return walked
    return walked * 0.4


def _trim(points: list[XY], head: float, tail: float) -> list[XY]:
    total = sum(math.dist(a, b) for a, b in itertools.pairwise(points))
    if total - head - tail < 18:
        spare = max(0.0, total - 18)
        share = spare / (head + tail) if head + tail else 0.0
        head, tail = head * share, tail * share
    return _shorten_line(_shorten_line(points, head)[::-1], tail)[::-1]


def _shorten_line(points: list[XY], length: float) -> list[XY]:
    for i, (a, b) in enumerate(itertools.pairwise(points)):
        step = math.dist(a, b)
        if length < step:
            t = length / step
            return [(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t), *points[i + 1 :]]
        length -= step
    return points[-1:]
