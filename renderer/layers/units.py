"""Counters in their stacks, with what is written over them."""

from __future__ import annotations

from engine.pog.view import SpaceView, UnitView
from renderer.art.counter import GAP, HIGH, WIDE, CounterKey
from renderer.art.places import PLATE
from renderer.art.works import ActivationKey, BeachheadKey, RingKey, TrenchKey
from renderer.layers.context import Context
from renderer.scene import Command

#: A stack stands in one row; more than three close up until they overlap.
ROW_ROOM = 3 * WIDE + 2 * GAP
TOP_Y = -HIGH / 2 - 1.0


def counter_key(unit: UnitView) -> CounterKey:
    """The sprite of a unit in its present state."""
    return CounterKey(unit.unit, unit.reduced, unit.supplied, unit.mark)


def stack_width(state: SpaceView) -> float:
    """Width of what stands on a space, in map units."""
    count = len(state.units)
    return PLATE if count == 0 else min(count * WIDE + (count - 1) * GAP, ROW_ROOM)


def counters(ctx: Context) -> list[Command]:
    """Stacks side by side, armies first."""
    out: list[Command] = []
    for space, state, x, y in ctx.shown:
        count = len(state.units)
        if count == 0:
            continue
        stack = sorted(state.units, key=lambda u: (not ctx.content.units[u.unit].army, u.unit))
        step = WIDE + GAP if count <= 3 else (ROW_ROOM - WIDE) / (count - 1)
        left = x - (WIDE + step * (count - 1)) / 2
        for i, unit in enumerate(stack):
            out.append(ctx.frame.stamp(counter_key(unit), left + i * step, y - HIGH / 2, "counter", space.name, "lt"))
    return out


def works(ctx: Context) -> list[Command]:
    """Trenches and markers of activation over the stacks, the ring of a siege round them."""
    out: list[Command] = []
    for space, state, x, y in ctx.shown:
        width = max(stack_width(state), PLATE)
        if state.fort == "besieged":
            ring = RingKey("siege", min(width + 8, 118.0), HIGH + 6)
            out.append(ctx.frame.stamp(ring, x, y, "siege", space.name))
        if ctx.view.beachhead == space.id:
            left = x + max(width, 66.0) / 2
            out.append(ctx.frame.stamp(BeachheadKey(), left, y + TOP_Y, "beachhead", space.name, "rb"))
        active = 30.0 if state.activated else 0.0
        if state.trench:
            room = max(width, 2 * 34.0 if active else PLATE)
            wide = room - active - (2 if active else 0)
            key = TrenchKey(state.trench, state.trench_side, wide)
            out.append(ctx.frame.stamp(key, x + room / 2, y + TOP_Y, "trench", space.name, "rb"))
            if active:
                out.append(
                    ctx.frame.stamp(
                        ActivationKey(state.activated), x - room / 2, y + TOP_Y, "activation", space.name, "lb"
                    )
                )
        elif active:
            out.append(ctx.frame.stamp(ActivationKey(state.activated), x, y + TOP_Y, "activation", space.name, "mb"))
    return out
