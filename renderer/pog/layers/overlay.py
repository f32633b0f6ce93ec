"""What overlays put on the board: lines of supply under the counters, rings round them, enemy steps."""

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

#: A ring stands this far outside of what it frames, half on each side; its line lies wholly in that room.
RING = 8.0


def supply_rings(ctx: Context, side: int) -> list[Command]:
    """Return a green ring round supplied stacks of a side, a broken red one where a unit is out of supply."""
    out: list[Command] = []
    for space, state, x, y in ctx.shown:
        own = [u for u in state.units if ctx.content.units[u.unit].side == side]
        if own:
            kind = "supplied" if all(u.supplied for u in own) else "cut"
            out.append(_ring(ctx, kind, state, x, y, space.name))
    return out


def source_rings(ctx: Context, origins: Iterable[int], ports: Iterable[int]) -> list[Command]:
    """Return a heavy ring round the sources that lines begin at, a blue one round ports they cross the sea between."""
    origins, ports = set(origins), set(ports)
    out: list[Command] = []
    for space, state, x, y in ctx.shown:
        if not state.units and space.id in origins | ports:
            kind = "source" if space.id in origins else "port"
            out.append(_ring(ctx, kind, state, x, y, space.name))
    return out


def threat_rings(ctx: Context, found: tuple[Threat, ...]) -> list[Command]:
    """Return a heavy red ring round every threatened stack."""
    where = {threat.space for threat in found}
    return [_ring(ctx, "focus", state, x, y, space.name) for space, state, x, y in ctx.shown if space.id in where]


def _ring(ctx: Context, kind: str, state: SpaceView, x: float, y: float, about: str) -> Stamp:
    high = HIGH if state.units else PLATE
    key = RingKey(kind, stack_width(state) + RING, high + RING)
    return ctx.frame.stamp(key, x, y, f"ring_{kind}", about)


def traces(ctx: Context, used: frozenset[tuple[int, int]]) -> list[Command]:
    """Return the connections that carry supply, drawn over."""
    found = (_line(ctx.layout, a, b) for a, b in sorted(used))
    return [stamp for line in found if (stamp := laid_line(ctx, *line, "trace")) is not None]


@lru_cache(maxsize=4096)
def _line(layout: Layout, a: int, b: int) -> tuple[LineKey, float, float]:
    link = next((k for k in layout.links if (k.a, k.b) in ((a, b), (b, a))), None)
    return line_key(link.curve if link else (layout.spaces[a], layout.spaces[b]), "supply")


def steps(ctx: Context, found: tuple[Threat, ...], enemy: int) -> list[Command]:
    """Return the enemy steps as arrows, each once."""
    out: list[Command] = []
    for start, goal in sorted({(t.start, t.goal) for t in found}):
        out += arrow(ctx, "retreat", enemy, (start, goal))
    return out
