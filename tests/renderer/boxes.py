"""Finds things that cover each other in a scene."""

from __future__ import annotations

from renderer.kit.scene import Scene, Stamp

#: What must never cover or be covered on the board. A siege ring and arrows go round and over on purpose.
BOARD = frozenset({"counter", "plate", "name", "signs", "trench", "activation", "digging", "beachhead", "dot", "more"})


def overlaps(scene: Scene, kinds: frozenset[str] = BOARD, slack: int = 1) -> list[str]:
    """Pairs of stamps whose boxes meet by more than `slack` px, in words."""
    stamps = sorted((c for c in scene.commands if isinstance(c, Stamp) and c.kind in kinds), key=lambda c: c.x)
    boxes = [c.box for c in stamps]
    found = []
    for i, (_, top, right, foot) in enumerate(boxes):
        for j in range(i + 1, len(boxes)):
            left, upper, end, lower = boxes[j]
            if left >= right - slack:
                break
            if upper < foot - slack and lower > top + slack:
                wide = min(right, end) - left
                high = min(foot, lower) - max(top, upper)
                if wide > slack and high > slack:
                    a, b = stamps[i], stamps[j]
                    found.append(f"{a.kind} of {a.about} and {b.kind} of {b.about}")
    return found


def cut_off(scene: Scene) -> list[str]:
    """Stamps that stick out of the picture."""
    return [
        f"{c.kind} of {c.about}"
        for c in scene.commands
        if isinstance(c, Stamp)
        and c.kind not in ("arrow", "trace", "road")  # lines may lead out of the picture
        and (c.x < 0 or c.y < 0 or c.box[2] > scene.width or c.box[3] > scene.height)
    ]


def smallest(scene: Scene) -> float:
    """Smallest text of a scene in px."""
    sizes = [c.key.text_px(scene.scale * c.zoom) for c in scene.commands if isinstance(c, Stamp)]
    return min(s for s in sizes if s is not None)
