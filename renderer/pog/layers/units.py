"""Counters in stacks, and the markers above them."""

from __future__ import annotations

from engine.pog.view import SpaceView, UnitView
from renderer.kit import theme
from renderer.kit.scene import Command
from renderer.pog.art.cards import LabelKey
from renderer.pog.art.counter import GAP, HIGH, WIDE, CounterKey, Face, faces
from renderer.pog.art.places import PLATE
from renderer.pog.art.works import DIGGING_WIDE, ActivationKey, BeachheadKey, DiggingKey, RingKey, TrenchKey
from renderer.pog.layers.context import Context
from renderer.pog.markers import digging, nowhere

#: A stack is one row of at most three, the stacking limit (10.1.1); more can only be passing through.
SHOWN = 3
ROW_ROOM = 3 * WIDE + 2 * GAP
#: Width of the label that counts further units, and its font size.
MORE_WIDE, MORE_PX = 26.0, 14.0
TOP_Y = -HIGH / 2 - 1.0


def counter_key(face: Face, unit: UnitView) -> CounterKey:
    """Return the sprite of a unit in its present state."""
    return CounterKey(face, unit.reduced, unit.supplied, unit.mark, unit.grade)


def stack_width(state: SpaceView) -> float:
    """Return the width of what is in a space, in map units."""
    count = len(state.units)
    return PLATE if count == 0 else min(count * WIDE + (count - 1) * GAP, ROW_ROOM)


def counters(ctx: Context) -> list[Command]:
    """Return stacks side by side, armies first; three are shown, and a label above counts those passing through."""
    out: list[Command] = []
    printed = faces(ctx.content)
    for space, state, x, y in ctx.shown:
        if not state.units:
            continue
        stack = sorted(state.units, key=lambda u: (not ctx.content.units[u.unit].army, u.unit))[:SHOWN]
        step = WIDE + GAP
        left = x - (WIDE + step * (len(stack) - 1)) / 2
        for i, unit in enumerate(stack):
            out.append(
                ctx.frame.stamp(
                    counter_key(printed[unit.unit], unit), left + i * step, y - HIGH / 2, "counter", space.name, "lt"
                )
            )
    return out


def works(ctx: Context) -> list[Command]:
    """Return trenches and activation markers above the stacks, and the ring of a siege around them."""
    out: list[Command] = []
    failed, closed = digging(ctx.view), nowhere(ctx.view)
    for space, state, x, y in ctx.shown:
        width = max(stack_width(state), PLATE)
        if state.fort == "besieged":
            ring = RingKey("siege", min(width + 8, 118.0), HIGH + 6)
            out.append(ctx.frame.stamp(ring, x, y, "siege", space.name))
        if space.id in (ctx.view.beachhead, closed):
            left = x + max(width, 66.0) / 2
            key = BeachheadKey(closed == space.id)
            out.append(ctx.frame.stamp(key, left, y + TOP_Y, "beachhead", space.name, "rb"))
        out += _row(ctx, state, x, y, width, failed.get(space.id, 0))
    return out


def _row(ctx: Context, state: SpaceView, x: float, y: float, width: float, drm: int) -> list[Command]:
    """Draw the row above a stack from left to right: activation, failed entrenchment, trench, number of further units."""
    about = ctx.content.spaces[state.space].name
    more = len(state.units) - SHOWN
    dug_in = state.trench or state.space in ctx.view.shallow
    active = 30.0 if state.activated else 0.0
    dug = DIGGING_WIDE + 1 if drm else 0.0
    side = active + dug + (MORE_WIDE if more > 0 else 0.0)
    out: list[Command] = []
    room = max(width, 38.0 + active + dug) if side and dug_in else max(width, side)
    if more > 0:
        key = LabelKey(f"+{more}", max(MORE_PX, 10.0 / ctx.frame.scale), theme.WHITE, theme.INK, 1.0)
        out.append(ctx.frame.stamp(key, x + room / 2, y + TOP_Y, "more", about, "rb"))
    if dug_in:
        wide = room - side - (2 if side else 0)
        right = x + room / 2 - (MORE_WIDE + 1 if more > 0 else 0)
        out.append(
            ctx.frame.stamp(TrenchKey(state.trench, state.trench_side, wide), right, y + TOP_Y, "trench", about, "rb")
        )
    if drm:
        alone = not (active or dug_in or more > 0)
        left, anchor = (x, "mb") if alone else (x - room / 2 + active, "lb")
        out.append(ctx.frame.stamp(DiggingKey(drm), left, y + TOP_Y, "digging", about, anchor))
    if active:
        left, anchor = (x - room / 2, "lb") if dug_in or more > 0 or drm else (x, "mb")
        out.append(ctx.frame.stamp(ActivationKey(state.activated), left, y + TOP_Y, "activation", about, anchor))
    return out
