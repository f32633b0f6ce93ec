"""Fitting of longer texts: panels are laid out for English, and other languages often need more room.

A line that would leave its box or the picture, or run into another line, is set smaller from its anchor. Text that
would become unreadably small is cut.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeGuard

from renderer.kit.scene import Command, Fill, Scene, Stamp
from renderer.kit.text import TextKey

#: Kinds of fills that aren't boxes around text, but parts of a chart, rules or marks.
_NO_BOX = frozenset(
    {"gauge", "tick", "rule", "bar", "grid", "expected", "legend", "lead", "key", "band", "winner", "card"}
)
#: Kinds of sprites that text keeps clear of, and those that are boxes around text.
_SIGNS, _SHAPES = frozenset({"die", "verdict", "loss"}), frozenset({"card"})
#: Minimum px between a line and the edge of its box, and between two lines.
_RIM, _GAP = 2, 3
#: Smallest font size relative to English; text that would need a smaller one is cut.
_LEAST = 0.62
#: Share of a line's width left of its anchor.
_BEFORE = {"l": 0.0, "m": 0.5, "r": 1.0}


def fitted(scene: Scene) -> Scene:
    """Return a scene in which every line of text fits."""
    lines = {at: one for at, one in enumerate(scene.commands) if isinstance(one, Stamp) and one.kind == "text"}
    shares = {at: min(1.0, _in_box(scene, at, one)) for at, one in lines.items()}
    for first, second, share in _collisions(list(lines.items())):
        shares[first], shares[second] = min(shares[first], share), min(shares[second], share)
    commands = list(scene.commands)
    for at, share in shares.items():
        if share < 1.0:
            commands[at] = _shrink_line(lines[at], share, scene.scale)
    return replace(scene, commands=tuple(commands))


def _point(line: Stamp) -> float:
    """Return the x coordinate of a line's anchor."""
    return line.x + _BEFORE[line.anchor] * line.width


def _in_box(scene: Scene, at: int, line: Stamp) -> float:
    """Return the share of a line's width that fits its box."""
    x, y = _point(line), line.y + line.height / 2
    x += {"l": _RIM, "m": 0, "r": -_RIM}[line.anchor]
    around = [
        one.box
        for one in scene.commands[:at]
        if _is_box(one) and _contains_point(one, x, y) and 2 * one.height >= line.height
    ]
    left, _, right, _ = min(
        around, key=lambda box: (box[2] - box[0]) * (box[3] - box[1]), default=(0, 0, scene.width, 0)
    )
    before, point = _BEFORE[line.anchor], _point(line)
    rooms = [(point - left - _RIM) / before] if before else []
    rooms += [(right - _RIM - point) / (1 - before)] if before < 1 else []
    for sign in scene.commands:
        if isinstance(sign, Stamp) and sign.kind in _SIGNS and sign.y < y < sign.y + sign.height:
            if before and sign.x + sign.width <= point:
                rooms.append((point - sign.x - sign.width - _GAP) / before)
            elif before < 1 and sign.x >= point:
                rooms.append((sign.x - _GAP - point) / (1 - before))
    return max(0.0, min(rooms)) / line.width


def _is_box(one: Command) -> TypeGuard[Fill | Stamp]:
    return one.kind in _SHAPES if isinstance(one, Stamp) else isinstance(one, Fill) and one.kind not in _NO_BOX


def _contains_point(box: Fill | Stamp, x: float, y: float) -> bool:
    left, top, right, foot = box.box
    return left <= x <= right and top <= y <= foot


def _collisions(lines: list[tuple[int, Stamp]]) -> Iterator[tuple[int, int, float]]:
    """Yield pairs of lines that collide, with the share of their widths at which they don't."""
    lines = sorted(lines, key=lambda each: _point(each[1]))
    for number, (first, one) in enumerate(lines):
        for second, other in lines[number + 1 :]:
            beside = min(one.y + one.height, other.y + other.height) - max(one.y, other.y)
            if beside <= 0.45 * min(one.height, other.height) or one.x + one.width + _GAP <= other.x:
                continue
            wide = (1 - _BEFORE[one.anchor]) * one.width + _BEFORE[other.anchor] * other.width
            if wide and _point(other) > _point(one):
                yield first, second, max(0.0, (_point(other) - _point(one) - _GAP) / wide)


def _shrink_line(line: Stamp, share: float, scale: float) -> Stamp:
    """Return a line reduced to a share of its width: in a smaller font, and cut where that would be too small."""
    key = line.key
    if not isinstance(key, TextKey):
        return line
    room = share * line.width
    made = replace(key, px=round(key.px * max(share, _LEAST), 2))
    text = made.text
    while made.size(scale * line.zoom)[0] > room and len(text) > 1:
        text = text[:-1].rstrip()
        made = replace(made, text=f"{text}…")
    width, height = made.size(scale * line.zoom)
    x, y = _point(line) - _BEFORE[line.anchor] * width, line.y + (line.height - height) / 2
    return replace(line, key=made, x=round(x), y=round(y), width=width, height=height)


__all__ = ["fitted"]
