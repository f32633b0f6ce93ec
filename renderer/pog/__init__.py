"""Pictures of a Paths of Glory position, made only from views.

`draw` returns every request of `renderer.pog.requests` as an encoded picture with alt text; `replay` makes an animated
picture of many views. Both are pure functions, safe to call from several threads at once; the same request gives the
same bytes.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.pog.content import Content
from renderer.kit.languages import USUAL
from renderer.kit.picture import Picture
from renderer.kit.requests import PALETTES
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


def draw(request: PictureRequest | Joined, limit_bytes: int | None = None, *, webp: bool = True) -> Picture:
    """Return the picture for a request, within `limit_bytes` and the limit of its kind; as WebP only if allowed.

    Raises `ValueError` with one sentence if it can't be drawn or made that small.
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
    """Return one animated picture ("webp", "gif") of captioned views, or a list of "stills".

    `area` is "campaign" for the whole map, or a theatre; `progress` is called with the number of frames drawn. Raises
    `ValueError` with one sentence if there are no frames or the limit can't be met.
    """
    from renderer.pog.animation import replay as animate

    return animate(
        frames, kind, area, frame_ms=frame_ms, limit_bytes=limit_bytes, palette=palette, language=language,
        progress=progress,
    )  # fmt: skip


def warm(content: Content) -> int:
    """Load sheets and render counters and names of a content at every scale, which takes a few seconds; return how many."""
    from renderer.pog.warming import warm as paint_beforehand

    return paint_beforehand(content)


def timed_draw(request: PictureRequest | Joined) -> tuple[Picture, float, float]:
    """Return the picture with the milliseconds for composing (scene and frame) and for encoding; bypasses the cache."""
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
