"""Who is in supply and who is out, as rings round the stacks."""

from __future__ import annotations

from renderer.art.counter import HIGH
from renderer.art.works import RingKey
from renderer.layers.context import Context
from renderer.layers.units import stack_width
from renderer.scene import Command


def rings(ctx: Context, side: int) -> list[Command]:
    """A green ring round supplied stacks of a side, a broken red one where a unit is out of supply."""
    out: list[Command] = []
    for space, state, x, y in ctx.shown:
        own = [u for u in state.units if ctx.content.units[u.unit].side == side]
        if not own:
            continue
        kind = "supplied" if all(u.supplied for u in own) else "cut"
        key = RingKey(kind, min(stack_width(state) + 9, 121.0), HIGH + 9)
        out.append(ctx.frame.stamp(key, x, y, f"ring_{kind}", space.name))
    return out
