"""From a request to its scene and picture."""

from __future__ import annotations

import time
from functools import lru_cache

from renderer import cards, maps
from renderer.battle import battle_report
from renderer.painter import paint
from renderer.requests import (
    Battle,
    CardFace,
    CloseUp,
    Hand,
    Overview,
    Picture,
    PictureRequest,
    SpaceClose,
    Status,
    Supply,
    Theatre,
)
from renderer.scene import Scene


def scene_of(request: PictureRequest) -> Scene:
    """The scene a request asks for."""
    match request:
        case Overview(view):
            return maps.overview(view)
        case Theatre(view, name):
            return maps.theatre(view, name)
        case CloseUp(view, marks):
            return maps.close_up(view, marks)
        case SpaceClose(view, space):
            return maps.space_close(view, space)
        case Supply(view, side):
            return maps.supply_map(view, side)
        case Status(view):
            return maps.status(view)
        case Hand(view, playable):
            return cards.hand(view, playable)
        case CardFace(card):
            return cards.face(card)
        case Battle(_, report):
            return battle_report(report)
    raise ValueError(f"no picture for {type(request).__name__}")


@lru_cache(maxsize=48)
def _painted(scene: Scene) -> Picture:
    """Equal scenes are painted once; at most some 40 MB are kept."""
    return paint(scene)[0]


def picture(request: PictureRequest) -> Picture:
    """The picture of a request, from the cache when an equal scene was painted before."""
    return _painted(scene_of(request))


def timed_picture(request: PictureRequest) -> tuple[Picture, float, float]:
    """The picture with milliseconds of composing and encoding."""
    start = time.perf_counter()
    scene = scene_of(request)
    laid_out = (time.perf_counter() - start) * 1000.0
    picture, compose_ms, encode_ms = paint(scene)
    return picture, laid_out + compose_ms, encode_ms
