"""Pictures of Liège 1914, made from views alone: `renderer.liege.draw(request) -> Picture`."""

from __future__ import annotations

from renderer.kit.picture import Picture
from renderer.liege.requests import CampCloseUp, LiegeRequest, LiegeTheatre, MapMarks


def draw(request: LiegeRequest, limit_bytes: int | None = None) -> Picture:
    """Return the picture of a request in at most `limit_bytes`; the same request gives the same bytes.

    Raises:
        ValueError: an unknown colour set, or a limit that cannot be kept.
    """
    from renderer.liege.pictures import picture

    return picture(request, limit_bytes)


def timed_draw(request: LiegeRequest) -> tuple[Picture, float, float]:
    """Return the picture with the milliseconds of composing (scene and frame) and of encoding; nothing is cached."""
    from renderer.liege.pictures import timed_picture

    return timed_picture(request)


__all__ = ["CampCloseUp", "LiegeRequest", "LiegeTheatre", "MapMarks", "Picture", "draw", "timed_draw"]
