"""From a request to its scene and picture."""

from __future__ import annotations

import time
from dataclasses import replace
from functools import lru_cache

from renderer.kit import formats
from renderer.kit.colours import STANDARD, shown
from renderer.kit.painter import encoded, finished, paint
from renderer.kit.picture import Picture
from renderer.kit.scene import Scene
from renderer.liege import maps
from renderer.liege.requests import CampCloseUp, LiegeRequest, LiegeTheatre

#: Most bytes of a picture.
LIMIT = 150_000


def scene_of(request: LiegeRequest) -> Scene:
    """Return the scene a request asks for; raises `UnknownColours` for a colour set that does not exist."""
    scene = _scene(request)
    if request.palette == STANDARD:
        return scene
    shown((0, 0, 0), request.palette)
    return replace(scene, palette=request.palette)


def _scene(request: LiegeRequest) -> Scene:
    match request:
        case LiegeTheatre(view, marks):
            return maps.theatre(view, marks)
        case CampCloseUp(view, marks):
            return maps.camp(view, marks)


@lru_cache(maxsize=48)
def _painted(scene: Scene, limit: int) -> Picture:
    """Paint equal scenes once."""
    return paint((scene,), limit)


def picture(request: LiegeRequest, limit_bytes: int | None = None) -> Picture:
    """Return the picture of a request in at most `limit_bytes`, and never more than `LIMIT`; raises `TooSmall` if that cannot be."""
    return _painted(scene_of(request), LIMIT if limit_bytes is None else min(LIMIT, limit_bytes))


def timed_picture(request: LiegeRequest) -> tuple[Picture, float, float]:
    """Return the picture with milliseconds of composing and encoding; nothing is cached."""
    start = time.perf_counter()
    scene = scene_of(request)
    frame = finished((scene,))
    middle = time.perf_counter()
    made = encoded(frame, (scene,), LIMIT)
    return made, (middle - start) * 1000.0, (time.perf_counter() - middle) * 1000.0


def bare_encode_ms(request: LiegeRequest) -> tuple[float, float]:
    """Milliseconds of encoding the finished frame alone: in the form in which it is sent, and as a plain PNG."""
    frame = finished((scene_of(request),))
    start = time.perf_counter()
    formats.within(frame, LIMIT)
    middle = time.perf_counter()
    formats.png(frame)
    return (middle - start) * 1000.0, (time.perf_counter() - middle) * 1000.0


__all__ = ["LIMIT", "bare_encode_ms", "picture", "scene_of", "timed_picture"]
