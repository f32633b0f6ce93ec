"""Clickable areas of the map pictures: hexes, hexsides, stacks and forts."""

from __future__ import annotations

from engine.liege.facts import LiegeFacts
from engine.liege.grid import NOWHERE, SIDES
from renderer.kit.hit_areas import Ground
from renderer.kit.scene import Frame
from renderer.liege.art.counter import HIGH, WIDE
from renderer.liege.art.signs import FORT_HIGH, FORT_WIDE
from renderer.liege.layout import HexLayout
from renderer.liege.map_context import HexContext, camp_context, theatre_context
from renderer.liege.stacks import stack_box
from renderer.liege.view import DrawnPosition

Box = tuple[str, int, int, int, int]


def theatre_ground(view: DrawnPosition, facing: int = NOWHERE) -> Ground:
    """Return the clickable areas of the whole map; `facing` is a hex whose sides are clickable too."""
    return _ground(theatre_context(view), facing)


def camp_ground(view: DrawnPosition, facing: int = NOWHERE) -> Ground:
    """Return the clickable areas of the close-up; `facing` is a hex whose sides are clickable too."""
    return _ground(camp_context(view), facing)


def hex_target(facts: LiegeFacts, hex_: int) -> str:
    """Return the target id of a hex: "V35"."""
    return facts.grid.names[hex_]


def side_target(facts: LiegeFacts, hex_: int, side: int) -> str:
    """Return the target id of a hexside: "V35/ne"."""
    return f"{facts.grid.names[hex_]}/{SIDES[side]}"


def stack_target(facts: LiegeFacts, hex_: int) -> str:
    """Return the target id of the stack in a hex: "stack:V35"."""
    return f"stack:{facts.grid.names[hex_]}"


def fort_target(facts: LiegeFacts, fort: int) -> str:
    """Return the target id of a fort: "fort:barchon"."""
    return f"fort:{facts.forts[fort].name}"


def _ground(ctx: HexContext, facing: int) -> Ground:
    """Return a window's targets; the hex whose `facing` is asked has only points, so that a tap near a side means the side."""
    facts, plan, frame = ctx.view.facts, ctx.plan, ctx.frame
    shown = sorted(ctx.shown)
    points = [(hex_target(facts, hex_), *_px(plan.middles[hex_], frame)) for hex_ in shown]
    boxes: list[Box] = []
    for hex_ in shown:
        if (there := stack_box(ctx, hex_)) is not None:
            if hex_ != facing:
                boxes.append((stack_target(facts, hex_), *there))
            points.append((stack_target(facts, hex_), there[0] + there[2] // 2, there[1] + there[3] // 2))
    for number, fort in enumerate(facts.forts):
        if fort.hex in ctx.shown:
            x, y = _px(plan.forts[number], frame)
            points.append((fort_target(facts, number), x, y))
            if fort.hex != facing:
                boxes.append((fort_target(facts, number), *_around(x, y, FORT_WIDE, FORT_HIGH)))
    if facing in ctx.shown:
        points += [(side_target(facts, facing, side), *_px(plan.edge(facing, side, 0.86), frame)) for side in range(6)]
    return Ground(frame.width, frame.height, 1.0, tuple(points), tuple(boxes))


def _px(at: tuple[float, float], frame: Frame) -> tuple[int, int]:
    return round(at[0]) - frame.left, round(at[1]) - frame.top


def _around(x: int, y: int, wide: float, high: float) -> tuple[int, int, int, int]:
    return round(x - wide / 2), round(y - high / 2), round(wide), round(high)


__all__ = [
    "HIGH", "WIDE", "HexLayout", "camp_ground", "fort_target", "hex_target", "side_target", "stack_target", "theatre_ground",
]  # fmt: skip
