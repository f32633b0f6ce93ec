"""Pictures of Liège 1914, made from views alone: `renderer.liege.draw(request) -> Picture`."""

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
    """Return the picture of a request in at most `limit_bytes`; the same request gives the same bytes.

    Raises:
        ValueError: an unknown colour set, or a limit that cannot be kept.
    """
    from renderer.liege.pictures import picture

    return picture(request, limit_bytes)


def timed_draw(request: LiegeRequest | LiegeJoined) -> tuple[Picture, float, float]:
    """Return the picture with the milliseconds of composing (scene and frame) and of encoding; nothing is cached."""
    from renderer.liege.pictures import timed_picture

    return timed_picture(request)


def replay(
    frames: Iterable[tuple[DrawnPosition, str]], kind: str = "webp", *, frame_ms: int = 1200, limit_bytes: int = 8_000_000,
    palette: str = "standard", language: str = "en", progress: Callable[[int], None] | None = None,
) -> list[Picture]:  # fmt: skip
    """Return one animated picture ("webp", "gif") of captioned views, or a list of "stills".

    `progress` hears the number of frames drawn. Raises `ValueError` with one sentence if there is no frame, or if the limit cannot be
    kept.
    """
    from renderer.liege.animation import replay as animate

    return animate(
        frames, kind, frame_ms=frame_ms, limit_bytes=limit_bytes, palette=palette, language=language, progress=progress
    )


def warm() -> None:
    """Draw the ground of every map at both sizes, about two seconds' work, so that no first picture waits for it."""
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
