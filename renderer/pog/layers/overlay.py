"""Overlay layers: supply lines below the counters, rings around them, enemy steps."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from engine.pog.view import SpaceView
from renderer.kit.scene import Command, Stamp
from renderer.pog.art.arrows import LineKey
from renderer.pog.art.counter import HIGH
from renderer.pog.art.places import PLATE
from renderer.pog.art.works import RingKey
from renderer.pog.layers.arrows import arrow
from renderer.pog.layers.context import Context
from renderer.pog.layers.roads import laid_line, line_key
from renderer.pog.layers.units import stack_width
from renderer.pog.layout import Layout
from renderer.pog.network import Threat

#: A ring is this much larger than what it frames, half on each side; its line lies wholly within that margin.
RING = 8.0


def supply_rings(ctx: Context, side: int) -> list[Command]:
    """Return a green ring around supplied stacks of a side, a dashed red one if a unit is out of supply."""
    out: list[Command] = []
    for space, state, x, y in ctx.shown:
        own = [u for u in state.units if ctx.content.units[u.unit].side == side]
        if own:
            kind = "supplied" if all(u.supplied for u in own) else "cut"
            out.append(_ring(ctx, kind, state, x, y, space.name))
    return out


def source_rings(ctx: Context, origins: Iterable[int], ports: Iterable[int]) -> list[Command]:
    """Return a heavy ring around sources where lines begin, a blue one around ports connected by sea."""
    origins, ports = set(origins), set(ports)
    out: list[Command] = []
    for space, state, x, y in ctx.shown:
        if not state.units and space.id in origins | ports:
            kind = "source" if space.id in origins else "port"
            out.append(_ring(ctx, kind, state, x, y, space.name))
    return out


def threat_rings(ctx: Context, found: tuple[Threat, ...]) -> list[Command]:
    """Return a heavy red ring around every threatened stack."""
    where = {threat.space for threat in found}
    return [_ring(ctx, "focus", state, x, y, space.name) for space, state, x, y in ctx.shown if space.id in where]


def _ring(ctx: Context, kind: str, state: SpaceView, x: float, y: float, about: str) -> Stamp:
    high = HIGH if state.units else PLATE
    key = RingKey(kind, stack_width(state) + RING, high + RING)
    return ctx.frame.stamp(key, x, y, f"ring_{kind}", about)


def traces(ctx: Context, used: frozenset[tuple[int, int]]) -> list[Command]:
    """Return the connections that carry supply, drawn over the map."""
    found = (_line(ctx.layout, a, b) for a, b in sorted(used))
    return [stamp for line in found if (stamp := laid_line(ctx, *line, "trace")) is not None]


@lru_cache(maxsize=4096)
def _line(layout: Layout, a: int, b: int) -> tuple[LineKey, float, float]:
    link = next((k for k in layout.links if (k.a, k.b) in ((a, b), (b, a))), None)
    return line_key(link.curve if link else (layout.spaces[a], layout.spaces[b]), "supply")


def steps(ctx: Context, found: tuple[Threat, ...], enemy: int) -> list[Command]:
    """Return the enemy steps as arrows, without duplicates."""
    out: list[Command] = []
    for start, goal in sorted({(t.start, t.goal) for t in found}):
        out += arrow(ctx, "retreat", enemy, (start, goal))
    return out
