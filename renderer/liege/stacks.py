"""Counters of a position: the appearance of each unit, and the placement of stacks."""

from __future__ import annotations

from typing import Final

from engine.liege.grid import NOWHERE
from renderer.kit.canvas import XY
from renderer.kit.scene import Command
from renderer.kit.sprites import SpriteKey
from renderer.liege.art.counter import HIGH, MARKS, WIDE, CountKey, HexCounterKey, HiddenKey, MoreKey
from renderer.liege.layout import CLOSE, HexLayout
from renderer.liege.map_context import HexContext
from renderer.liege.view import DrawnPosition, DrawnStack, DrawnUnit
from renderer.liege.words import LiegeWords

#: Distance between the counters of a stack.
STEP_X, STEP_Y = WIDE + 8.0, HIGH + 8.0
#: Extra distance in px between close-up stacks and the forts above or below them.
_AWAY: Final = 3.0


def counter_key(view: DrawnPosition, unit: DrawnUnit, vocabulary: LiegeWords) -> HexCounterKey:
    """Return the counter of a unit in its present state."""
    own = view.facts.units[unit.unit]
    left = own.steps - unit.level
    calibre = vocabulary.calibre(view.facts, unit.unit)
    figure = calibre or ("" if own.type == "HQ" else f"{left}/{own.steps}" if unit.level else str(left))
    mark = next((mark for mark in MARKS if mark in unit.marks), "")
    return HexCounterKey(
        vocabulary.counter(view.facts, unit.unit), own.side, own.nation, own.type, figure, unit.level > 0, unit.facing,
        mark, unit.supply, "deployed" in unit.marks,
    )  # fmt: skip


def stack_shape(plan: HexLayout, hex_: int) -> tuple[int, int]:
    """Return how many counters a hex has room for, across and down: one on the whole map, two next to the camp's forts."""
    if plan.high < CLOSE:
        return 1, 1
    outward = plan.outward(hex_)
    return (2, 2) if outward == NOWHERE else (2, 1) if outward in (0, 3) else (1, 2)


def stack_slots(plan: HexLayout, hex_: int, count: int) -> list[XY]:
    """Return the positions of a stack's counters, in rows next to the camp's forts."""
    x, y = plan.middles[hex_]
    outward, across = plan.outward(hex_), stack_shape(plan, hex_)[0]
    rows = -(-count // across)
    if outward in (0, 3):
        away = _AWAY if plan.high >= CLOSE else 0.0  # two side by side are below the letters of forts
        y += (plan.high * (0.03 + 0.07 * rows) + away) * (1 if outward == 0 else -1)
    elif outward != NOWHERE:
        x -= plan.high * 0.2 * (1 if outward < 3 else -1)
    found: list[XY] = []
    for number in range(count):
        row, column = divmod(number, across)
        there = min(across, count - row * across)
        found.append((x + (column - (there - 1) / 2) * STEP_X, y + (row - (rows - 1) / 2) * STEP_Y))
    return found


def counters(ctx: HexContext) -> list[Command]:
    """Return the counters of all stacks."""
    out: list[Command] = []
    for hex_ in sorted(ctx.shown & ctx.stacks.keys()):
        keys = _keys(ctx, hex_)
        across, down = stack_shape(ctx.plan, hex_)
        slots = stack_slots(ctx.plan, hex_, min(len(keys), across * down))
        out += [ctx.stamp(key, at, kind, about) for (key, kind, about), at in zip(keys, slots, strict=False)]
        if across * down == 1 and len(keys) > 1:
            (x, y), outward = stack_slots(ctx.plan, hex_, 1)[0], ctx.plan.outward(hex_)
            corner = (
                x - WIDE / 2 if outward in (0, 1, 2) else x + WIDE / 2,
                y - HIGH / 2 if outward in (NOWHERE, 3) else y + HIGH / 2,  # in mid-camp a name is above
            )
            if outward == 0:  # between the forts above and the name below
                corner = x - WIDE / 2 - 6, y - 1
            badge = CountKey(len(keys), _side_of(ctx.view, hex_))
            out.append(ctx.stamp(badge, corner, "more", ctx.view.facts.grid.names[hex_]))
    return out


def _keys(ctx: HexContext, hex_: int) -> list[tuple[SpriteKey, str, str]]:
    """Return the sprites for the stacks in a hex; units without room are replaced by a count."""
    view, names = ctx.view, ctx.view.facts.grid.names
    keys: list[tuple[SpriteKey, str, str]] = [
        (HiddenKey(one.side), "counter", f"hidden {names[hex_]}")
        if isinstance(one, DrawnStack)
        else (counter_key(view, one, ctx.words), "counter", view.facts.units[one.unit].name)
        for one in ctx.stacks.get(hex_, ())
    ]
    across, down = stack_shape(ctx.plan, hex_)
    most = across * down
    if len(keys) > most > 1:
        keys = [*keys[: most - 1], (MoreKey(len(keys) - most + 1, _side_of(view, hex_)), "more", names[hex_])]
    return keys


def _side_of(view: DrawnPosition, hex_: int) -> int:
    """Return the side whose stacks are in a hex."""
    units = view.stack(hex_)
    return view.facts.units[units[0].unit].side if units else next(s.side for s in view.hidden if s.hex == hex_)


def stack_box(ctx: HexContext, hex_: int) -> tuple[int, int, int, int] | None:
    """Return left, top, width and height of the drawn stacks in a hex; None for an empty one."""
    across, down = stack_shape(ctx.plan, hex_)
    count = min(len(_keys(ctx, hex_)), across * down)
    if not count:
        return None
    slots = stack_slots(ctx.plan, hex_, count)
    left, top = min(x for x, _ in slots) - WIDE / 2, min(y for _, y in slots) - HIGH / 2
    right, foot = max(x for x, _ in slots) + WIDE / 2, max(y for _, y in slots) + HIGH / 2
    return round(left) - ctx.frame.left, round(top) - ctx.frame.top, round(right - left), round(foot - top)
