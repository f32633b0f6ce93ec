"""Replay animations or numbered stills: the whole map, with arrows for units that moved."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from renderer.kit.animation import KINDS, LIMIT, AnimatedPosition, ReplayForm, animate
from renderer.kit.languages import USUAL
from renderer.kit.picture import Picture
from renderer.kit.requests import STANDARD
from renderer.kit.scene import Scene
from renderer.liege.maps import NO_MARKS, theatre
from renderer.liege.requests import MapMarks
from renderer.liege.view import DrawnPosition
from renderer.liege.words import words

#: Maximum size of a still in bytes.
STILL: Final = 150_000


def replay(
    frames: Iterable[tuple[DrawnPosition, str]],
    kind: str = "webp",
    *,
    frame_ms: int = 1200,
    limit_bytes: int = LIMIT,
    palette: str = STANDARD,
    language: str = USUAL,
    progress: Callable[[int], None] | None = None,
) -> list[Picture]:
    """Return one animated picture, or one still per position, each with its caption.

    `frames` is consumed lazily; everything else is as in `ReplayForm` and `animate`, with texts in `language`.
    """
    form = ReplayForm(kind, frame_ms, limit_bytes, min(STILL, limit_bytes), palette, progress)
    said = words(language)
    return animate(
        _positions(frames, language),
        form,
        lambda count, captions: said.get("alt", "replay", count=count, captions=captions),
    )


def _positions(frames: Iterable[tuple[DrawnPosition, str]], language: str) -> Iterator[AnimatedPosition]:
    before: DrawnPosition | None = None
    for view, caption in frames:
        yield AnimatedPosition(frame_scene(before, view, caption, language), caption)
        before = view


def frame_scene(before: DrawnPosition | None, view: DrawnPosition, caption: str, language: str = USUAL) -> Scene:
    """Return a position with its caption: arrows for moves since the previous one, rings around forts that fell."""
    return theatre(view, changes(before, view) if before is not None else NO_MARKS, caption, language)


def changes(before: DrawnPosition, view: DrawnPosition) -> MapMarks:
    """Return the paths of one side's known units that moved, and the forts that fell."""
    was = {unit.unit: unit.hex for unit in before.units}
    moved = [(one.unit, (was[one.unit], one.hex)) for one in view.units if was.get(one.unit, one.hex) != one.hex]
    sides = [view.facts.units[unit].side for unit, _ in moved]
    side = max((0, 1), key=sides.count)
    ways = dict.fromkeys(way for unit, way in moved if view.facts.units[unit].side == side)
    fell = tuple(number for number in range(len(view.facts.forts)) if before.active(number) and not view.active(number))
    return MapMarks(side, (), tuple(("move", way) for way in ways), (), fell)


__all__ = ["KINDS", "LIMIT", "changes", "frame_scene", "replay"]
