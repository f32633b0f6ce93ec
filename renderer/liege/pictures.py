"""Rendering of requests: from a request to its scenes and picture."""

from __future__ import annotations

import time
from dataclasses import replace
from functools import lru_cache

from PIL import Image

from renderer.kit import formats
from renderer.kit.colours import shown
from renderer.kit.fitting import fitted
from renderer.kit.languages import USUAL
from renderer.kit.painter import encoded, finished
from renderer.kit.picture import Picture
from renderer.kit.requests import STANDARD
from renderer.kit.scene import Scene
from renderer.liege import fighting, firing, maps, requests, stack_card, summaries
from renderer.liege.requests import LiegeJoined, LiegeRequest

#: Maximum size of a picture in bytes.
LIMIT = 150_000


def scenes_of(request: LiegeRequest | LiegeJoined) -> tuple[Scene, ...]:
    """Return a request's scenes, stacked vertically if several; raises `UnknownColours` for an unknown colour set."""
    if isinstance(request, LiegeJoined):
        if not request.parts:
            raise ValueError("A joined picture needs at least one part.")
        return tuple([scene for part in request.parts for scene in scenes_of(part)])
    scenes = _scenes(request)
    if request.language != USUAL:
        scenes = tuple([fitted(scene) for scene in scenes])
    if request.palette == STANDARD:
        return scenes
    shown((0, 0, 0), request.palette)
    return tuple([replace(scene, palette=request.palette) for scene in scenes])


def _scenes(request: LiegeRequest) -> tuple[Scene, ...]:
    return _with_a_map(request) or (_scene(request),)


def _with_a_map(request: LiegeRequest) -> tuple[Scene, ...]:
    """Return the scenes of a kind with a map section next to its sheet; () for other kinds."""
    language = request.language
    match request:
        case requests.BarragePicture(view, fired):
            return firing.barrage(view, fired, language)
        case requests.AssaultPicture(view, stormed):
            return firing.assault(view, stormed, language)
        case requests.CombatPicture(view, fought):
            return fighting.combat(view, fought, language)
        case requests.LiegeEnd():
            return summaries.game_end(request)
        case requests.PuzzlePicture():
            return summaries.puzzle(request)
    return ()


def _scene(request: LiegeRequest) -> Scene:
    """Return the scene of a kind that is a single sheet or map."""
    language = request.language
    match request:
        case requests.LiegeTheatre(view, marks):
            return maps.theatre(view, marks, language=language)
        case requests.CampCloseUp(view, marks):
            return maps.camp(view, marks, language=language)
        case requests.StackCard(view, hex_):
            return stack_card.stack_card(view, hex_, language)
        case requests.TurnPicture():
            return summaries.turn_summary(request)
    raise ValueError(f"no picture for {type(request).__name__}")


def _encoded(frame: Image.Image, scenes: tuple[Scene, ...], limit: int) -> Picture:
    """Encode a frame, named after its first scene (or the last if that is a bare map section), with all alt texts."""
    made = encoded(frame, scenes, limit)
    named = scenes[0] if len(scenes) == 1 or scenes[0].alt else scenes[-1]
    return replace(
        made,
        alt=" ".join(scene.alt for scene in scenes if scene.alt),
        name=f"{named.name}.{made.mime.removeprefix('image/')}",
    )


@lru_cache(maxsize=48)
def _painted(scenes: tuple[Scene, ...], limit: int) -> Picture:
    """Paint scenes (cached: equal scenes are painted once)."""
    return _encoded(finished(scenes), scenes, limit)


def picture(request: LiegeRequest | LiegeJoined, limit_bytes: int | None = None) -> Picture:
    """Return the picture of a request within `limit_bytes` and `LIMIT`; raises `TooSmall` if that is impossible."""
    return _painted(scenes_of(request), LIMIT if limit_bytes is None else min(LIMIT, limit_bytes))


def timed_picture(request: LiegeRequest | LiegeJoined) -> tuple[Picture, float, float]:
    """Return the picture with the milliseconds for composing and for encoding; bypasses the cache."""
    start = time.perf_counter()
    scenes = scenes_of(request)
    frame = finished(scenes)
    middle = time.perf_counter()
    made = _encoded(frame, scenes, LIMIT)
    return made, (middle - start) * 1000.0, (time.perf_counter() - middle) * 1000.0


def bare_encode_ms(request: LiegeRequest | LiegeJoined) -> tuple[float, float]:
    """Return the milliseconds for encoding the finished frame only: in the form it is sent, and as a plain PNG."""
    frame = finished(scenes_of(request))
    start = time.perf_counter()
    formats.within(frame, LIMIT)
    middle = time.perf_counter()
    formats.png(frame)
    return (middle - start) * 1000.0, (time.perf_counter() - middle) * 1000.0


__all__ = ["LIMIT", "bare_encode_ms", "picture", "scenes_of", "timed_picture"]
