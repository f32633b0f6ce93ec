"""Pictures of a position, made from views alone.

`draw` answers every request of `renderer.pog.requests` with an encoded picture and its alt text; `replay` makes
an animated picture of many views. Both are pure functions, safe to call from several threads at once; the
same request gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.pog.content import Content
from renderer.kit.languages import USUAL
from renderer.kit.picture import Picture
from renderer.pog.requests import (
    DENSITIES,
    Battle,
    CardFace,
    CloseUp,
    Control,
    DiceTally,
    Frames,
    Front,
    FrontMove,
    GameEnd,
    Hand,
    Joined,
    NationLoss,
    Overview,
    PictureRequest,
    Pile,
    Played,
    SpaceClose,
    Status,
    Supply,
    Theatre,
    Threats,
    TurnSummary,
    VpPoint,
)

#: Names of the colour sets.
PALETTES = ("standard", "dark", "red_green", "blue_yellow")


def draw(request: PictureRequest | Joined, limit_bytes: int | None = None, *, webp: bool = True) -> Picture:
    """Return the picture for a request, in at most `limit_bytes` and what its kind may have at most; as WebP only where that is allowed.

    Raises `ValueError` with one sentence if it cannot be drawn or not be made so small.
    """
    from renderer.pog.pictures import picture

    return picture(request, limit_bytes, webp=webp)


def replay(
    frames: Frames,
    kind: str = "webp",
    area: str = "campaign",
    *,
    frame_ms: int = 900,
    limit_bytes: int = 8_000_000,
    palette: str = "standard",
    language: str = USUAL,
    progress: Callable[[int], None] | None = None,
) -> list[Picture]:
    """One animated picture ("webp", "gif") of captioned views, or a list of "stills".

    `area` is "campaign" for the whole map or a theatre; `progress` hears the number of frames drawn. Raises
    `ValueError` with one sentence if there is no frame, or if the limit cannot be kept.
    """
    from renderer.pog.animation import replay as animate

    return animate(
        frames, kind, area, frame_ms=frame_ms, limit_bytes=limit_bytes, palette=palette, language=language,
        progress=progress,
    )  # fmt: skip


def warm(content: Content) -> int:
    """Load sheets and paint counters and names of a content at every scale, a few seconds' work; returns how many."""
    from renderer.pog.warming import warm as paint_beforehand

    return paint_beforehand(content)


def timed_draw(request: PictureRequest | Joined) -> tuple[Picture, float, float]:
    """Return the picture with the milliseconds of composing (scene and frame) and of encoding; nothing is cached."""
    from renderer.pog.pictures import timed_picture

    return timed_picture(request)


__all__ = [
    "DENSITIES",
    "PALETTES",
    "Battle",
    "CardFace",
    "CloseUp",
    "Control",
    "DiceTally",
    "Frames",
    "Front",
    "FrontMove",
    "GameEnd",
    "Hand",
    "Joined",
    "NationLoss",
    "Overview",
    "Picture",
    "PictureRequest",
    "Pile",
    "Played",
    "SpaceClose",
    "Status",
    "Supply",
    "Theatre",
    "Threats",
    "TurnSummary",
    "VpPoint",
    "draw",
    "replay",
    "timed_draw",
    "warm",
]
