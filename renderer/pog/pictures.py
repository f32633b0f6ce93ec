"""Rendering of requests: from a request to its scene and picture."""

from __future__ import annotations

import time
from dataclasses import replace
from functools import lru_cache

from renderer.kit import formats
from renderer.kit.colours import shown
from renderer.kit.fitting import fitted
from renderer.kit.languages import USUAL
from renderer.kit.painter import encoded, finished, paint
from renderer.kit.picture import Picture
from renderer.kit.requests import STANDARD
from renderer.kit.scene import Scene
from renderer.pog import cards, ending, maps, overlays, requests, status, summary
from renderer.pog.battle import battle_report
from renderer.pog.requests import Joined, PictureRequest

#: Maximum size of a picture in bytes, by the kind of its scene.
LIMITS = {
    "close_up": 150_000, "space": 150_000, "theatre": 400_000, "fine_theatre": 2_000_000, "fine_overview": 4_000_000, "status": 400_000, "hand": 400_000, "pile": 400_000,
    "card": 400_000, "battle": 400_000, "turn_summary": 400_000, "game_end": 1_500_000, "overview": 500_000,
}  # fmt: skip


def scene_of(request: PictureRequest) -> Scene:
    """Return the scene of a request; raises `UnknownColours` for an unknown colour set."""
    scene = _map_scene(request) or _panel_scene(request)
    if request.language != USUAL:
        scene = fitted(scene)
    if request.palette == STANDARD:
        return scene
    shown((0, 0, 0), request.palette)
    return replace(scene, palette=request.palette)


def _map_scene(request: PictureRequest) -> Scene | None:
    language = request.language
    match request:
        case requests.Overview(view):
            return maps.overview(view, request.density, language)
        case requests.Theatre(view, name, marks):
            return maps.theatre(view, name, marks=marks, density=request.density, language=language)
        case requests.CloseUp(view, marks, odds):
            return maps.close_up(view, marks, odds, language)
        case requests.SpaceClose(view, space):
            return maps.space_close(view, space, language)
        case requests.Supply(view, side, area):
            return overlays.supply_map(view, side, area, language)
        case requests.Control(view, area):
            return overlays.control_map(view, area, language)
        case requests.Front(view, earlier, area, focus):
            return overlays.front_map(view, earlier, area, focus, language)
        case requests.Threats(view, side, area):
            return overlays.threat_map(view, side, area, language)
    return None


def _panel_scene(request: PictureRequest) -> Scene:
    language = request.language
    match request:
        case requests.Status(view):
            return status.status(view, language)
        case requests.Hand(view, playable, uses):
            return cards.hand(view, playable, uses, language)
        case requests.Pile(view, side, pile):
            return cards.pile(view, side, pile, language)
        case requests.CardFace(content, card):
            return cards.face(content, card, language)
        case requests.Battle(view, report):
            return battle_report(view.content, report, language)
        case requests.TurnSummary():
            return summary.turn_summary(request)
        case requests.GameEnd():
            return ending.game_end(request)
    raise ValueError(f"no picture for {type(request).__name__}")


def scenes_of(request: PictureRequest | Joined) -> tuple[Scene, ...]:
    """Return the scene of a request, or all scenes of a joined one; raises `ValueError` without parts."""
    if not isinstance(request, Joined):
        return (scene_of(request),)
    if not request.parts:
        raise ValueError("A joined picture needs at least one part.")
    return tuple([scene_of(part) for part in request.parts])


def limit_of(scenes: tuple[Scene, ...]) -> int:
    """Return the maximum size of a picture of these kinds: the sum of their limits, capped at the largest limit."""
    kinds = [next((kind for kind in LIMITS if scene.name.startswith(kind)), "overview") for scene in scenes]
    return min(sum(LIMITS[kind] for kind in kinds), max(LIMITS.values()))


@lru_cache(maxsize=48)
def _painted(scenes: tuple[Scene, ...], limit: int, webp: bool) -> Picture:
    """Paint scenes (cached: equal scenes are painted once; at most about 30 MB are kept)."""
    return paint(scenes, limit, webp=webp)


def picture(request: PictureRequest | Joined, limit_bytes: int | None = None, *, webp: bool = True) -> Picture:
    """Return the picture of a request, from the cache if an equal scene was painted before.

    It has at most `limit_bytes`, and never more than the limit of its kind. Raises `TooSmall` if that is impossible,
    and `ValueError` for a joined picture without parts.
    """
    scenes = scenes_of(request)
    own = limit_of(scenes)
    return _painted(scenes, own if limit_bytes is None else min(own, limit_bytes), webp)


def timed_picture(request: PictureRequest | Joined) -> tuple[Picture, float, float]:
    """Return the picture with the milliseconds for composing and for encoding; bypasses the cache."""
    start = time.perf_counter()
    scenes = scenes_of(request)
    frame = finished(scenes)
    middle = time.perf_counter()
    made = encoded(frame, scenes, limit_of(scenes), webp=True)
    return made, (middle - start) * 1000.0, (time.perf_counter() - middle) * 1000.0


def bare_encode_ms(request: PictureRequest | Joined) -> tuple[float, float]:
    """Return the milliseconds for encoding the finished frame only: in the form it is sent, and as a plain PNG."""
    scenes = scenes_of(request)
    frame = finished(scenes)
    start = time.perf_counter()
    formats.within(frame, limit_of(scenes), webp=True)
    middle = time.perf_counter()
    formats.png(frame)
    return (middle - start) * 1000.0, (time.perf_counter() - middle) * 1000.0
