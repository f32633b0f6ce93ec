"""Pictures of Liège 1914, made only from views: `renderer.liege.draw(request) -> Picture`."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from renderer.kit.picture import Picture
from renderer.liege.requests import (
    AssaultPicture,
    BarragePicture,
    CampCloseUp,
    CombatPicture,
    LiegeEnd,
    LiegeJoined,
    LiegeRequest,
    LiegeTheatre,
    MapMarks,
    PuzzlePicture,
    ScoreLine,
    StackCard,
    TurnPicture,
)
from renderer.liege.view import DrawnPosition


def draw(request: LiegeRequest | LiegeJoined, limit_bytes: int | None = None) -> Picture:
    """Return the picture of a request within `limit_bytes`; the same request gives the same bytes.

    Raises:
        ValueError: the colour set is unknown, or the limit can't be met.
    """
    from renderer.liege.pictures import picture

    return picture(request, limit_bytes)


def timed_draw(request: LiegeRequest | LiegeJoined) -> tuple[Picture, float, float]:
    """Return the picture with the milliseconds for composing (scene and frame) and for encoding; bypasses the cache."""
    from renderer.liege.pictures import timed_picture

    return timed_picture(request)


def replay(
    frames: Iterable[tuple[DrawnPosition, str]], kind: str = "webp", *, frame_ms: int = 1200, limit_bytes: int = 8_000_000,
    palette: str = "standard", language: str = "en", progress: Callable[[int], None] | None = None,
) -> list[Picture]:  # fmt: skip
    """Return one animated picture ("webp", "gif") of captioned views, or a list of "stills".

    `progress` is called with the number of frames drawn. Raises `ValueError` with one sentence if there are no frames
    or the limit can't be met.
    """
    from renderer.liege.animation import replay as animate

    return animate(
        frames, kind, frame_ms=frame_ms, limit_bytes=limit_bytes, palette=palette, language=language, progress=progress
    )


def warm() -> None:
    """Draw the background of every map at both sizes, which takes about two seconds, so that no first picture waits for it."""
    from renderer.liege.warming import warm as paint_beforehand

    paint_beforehand()


__all__ = [
    "AssaultPicture",
    "BarragePicture",
    "CampCloseUp",
    "CombatPicture",
    "LiegeEnd",
    "LiegeJoined",
    "LiegeRequest",
    "LiegeTheatre",
    "MapMarks",
    "Picture",
    "PuzzlePicture",
    "ScoreLine",
    "StackCard",
    "TurnPicture",
    "draw",
    "replay",
    "timed_draw",
]
