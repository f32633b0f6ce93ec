"""From a request to its scene and picture."""

from __future__ import annotations

import time
from dataclasses import replace
from functools import lru_cache

from renderer import cards, ending, maps, overlays, summary
from renderer.battle import battle_report
from renderer.colours import STANDARD, shown
from renderer.formats import LIMITS
from renderer.painter import compose, paint, paint_joined, paint_within
from renderer.requests import (
    Battle,
    CardFace,
    CloseUp,
    Control,
    Front,
    GameEnd,
    Hand,
    Joined,
    Overview,
    Picture,
    PictureRequest,
    Pile,
    SpaceClose,
    Status,
    Supply,
    Theatre,
    Threats,
    TurnSummary,
)
from renderer.scene import Scene


def scene_of(request: PictureRequest) -> Scene:
    """The scene a request asks for; raises `UnknownColours` for a colour set that does not exist."""
    scene = _map_scene(request) or _panel_scene(request)
    if request.palette == STANDARD:
        return scene
    shown((0, 0, 0), request.palette)
    return replace(scene, palette=request.palette)


def _map_scene(request: PictureRequest) -> Scene | None:
    match request:
        case Overview(view):
            return maps.overview(view)
        case Theatre(view, name, marks):
            return maps.theatre(view, name, marks=marks)
        case CloseUp(view, marks, odds):
            return maps.close_up(view, marks, odds)
        case SpaceClose(view, space):
            return maps.space_close(view, space)
        case Supply(view, side, area):
            return overlays.supply_map(view, side, area)
        case Control(view, area):
            return overlays.control_map(view, area)
        case Front(view, earlier, area):
            return overlays.front_map(view, earlier, area)
        case Threats(view, side, area):
            return overlays.threat_map(view, side, area)
    return None


def _panel_scene(request: PictureRequest) -> Scene:
    match request:
        case Status(view):
            return maps.status(view)
        case Hand(view, playable, uses):
            return cards.hand(view, playable, uses)
        case Pile(view, side, pile):
            return cards.pile(view, side, pile)
        case CardFace(card):
            return cards.face(card)
        case Battle(_, report):
            return battle_report(report)
        case TurnSummary():
            return summary.turn_summary(request)
        case GameEnd():
            return ending.game_end(request)
    raise ValueError(f"no picture for {type(request).__name__}")


def limit_of(scene: Scene) -> int:
    """Most bytes of a picture of this kind."""
    kind = next((k for k in LIMITS if scene.name.startswith(k)), "overview")
    return LIMITS[kind]


@lru_cache(maxsize=48)
def _painted(scene: Scene, limit: int) -> Picture:
    """Equal scenes are painted once; at most some 40 MB are kept."""
    return paint_within(scene, limit)


def picture(request: PictureRequest, limit_bytes: int | None = None) -> Picture:
    """The picture of a request, from the cache when an equal scene was painted before.

    It has at most `limit_bytes` and never more than its kind may have; raises `TooSmall` if that cannot be.
    """
    scene = scene_of(request)
    own = limit_of(scene)
    return _painted(scene, own if limit_bytes is None else min(own, limit_bytes))


@lru_cache(maxsize=16)
def _joined(scenes: tuple[Scene, ...], limit: int) -> Picture:
    return paint_joined(scenes, limit)


def joined(request: Joined, limit_bytes: int | None = None) -> Picture:
    """Several pictures as one, in what they may have together, but never more than the largest kind.

    Raises `TooSmall` if that cannot be, and `ValueError` without parts.
    """
    if not request.parts:
        raise ValueError("A joined picture needs at least one part.")
    scenes = tuple(scene_of(part) for part in request.parts)
    own = min(sum(map(limit_of, scenes)), max(LIMITS.values()))
    return _joined(scenes, own if limit_bytes is None else min(own, limit_bytes))


def timed_picture(request: PictureRequest) -> tuple[Picture, float, float]:
    """The picture with milliseconds of composing and encoding."""
    start = time.perf_counter()
    scene = scene_of(request)
    laid_out = (time.perf_counter() - start) * 1000.0
    picture, compose_ms, encode_ms = paint(scene)
    return picture, laid_out + compose_ms, encode_ms


def frame_of(request: PictureRequest) -> bytes:
    """The raw finished frame as indices, to time an encoder alone."""
    return compose(scene_of(request)).tobytes()
