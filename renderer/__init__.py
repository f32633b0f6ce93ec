"""Pictures of a position, made from views alone.

`draw` answers every request of `renderer.requests` with an encoded picture and its alt text. It is
a pure function, safe to call from several threads at once; the same request gives the same bytes.
"""

from __future__ import annotations

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


def draw(request: PictureRequest) -> Picture:
    """The picture for a request. Raises `ValueError` with one sentence if it cannot be drawn."""
    from renderer.pictures import picture

    return picture(request)


def timed_draw(request: PictureRequest) -> tuple[Picture, float, float]:
    """The picture with the milliseconds of composing (scene and frame) and of encoding; nothing is cached."""
    from renderer.pictures import timed_picture

    return timed_picture(request)


__all__ = [
    "Battle",
    "CardFace",
    "CloseUp",
    "Hand",
    "Overview",
    "Picture",
    "PictureRequest",
    "SpaceClose",
    "Status",
    "Supply",
    "Theatre",
    "draw",
    "timed_draw",
]
