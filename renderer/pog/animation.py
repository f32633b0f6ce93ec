"""Replay animations, or numbered stills.

Units that have moved since the previous position are shown on their way: on the whole map in an extra frame, in a
theatre by arrows. Land that changed hands is hatched on the whole map.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from engine.pog.view import ActionMarks, GameView
from renderer.kit.animation import KINDS, LIMIT, AnimatedPosition, ReplayForm, animate
from renderer.kit.languages import USUAL
from renderer.kit.picture import Picture
from renderer.kit.requests import STANDARD
from renderer.kit.scene import Scene
from renderer.pog import maps
from renderer.pog.campaign import WIDTH, campaign_map, moved
from renderer.pog.overlays import owners_of
from renderer.pog.words import language as words_in

CAMPAIGN = "campaign"


def replay(
    frames: Iterable[tuple[GameView, str]],
    kind: str = "webp",
    area: str = CAMPAIGN,
    *,
    frame_ms: int = 900,
    limit_bytes: int = LIMIT,
    palette: str = STANDARD,
    language: str = USUAL,
    progress: Callable[[int], None] | None = None,
) -> list[Picture]:
    """Return one animated picture, or one still per frame, each with its caption.

    `frames` is consumed lazily; `area` is "campaign" for a small whole map, or the name of a theatre. Everything else
    is as in `ReplayForm` and `animate`, with texts in `language`. Raises ValueError for an unknown area too.
    """
    form, said = ReplayForm(kind, frame_ms, limit_bytes, limit_bytes, palette, progress), words_in(language)
    return animate(
        _positions(frames, area, language),
        form,
        lambda count, captions: said.get("alt", "replay", count=count, captions=captions),
    )


def _positions(frames: Iterable[tuple[GameView, str]], area: str, language: str) -> Iterator[AnimatedPosition]:
    before: GameView | None = None
    for view, caption in frames:
        *under_way, scene = _scenes(before, view, caption, area, language)
        yield AnimatedPosition(scene, caption, tuple(under_way))
        before = view


def _scenes(before: GameView | None, view: GameView, caption: str, area: str, language: str = USUAL) -> list[Scene]:
    """Return the scenes of a position: on the whole map its moving units first, then the position."""
    moves = moved(before, view) if before is not None else ()
    if area != CAMPAIGN:
        marks = ActionMarks(moves=tuple((each.units, (each.start, each.goal)) for each in moves))
        return [maps.retold_theatre(view, area, caption, marks, language)]
    won: tuple[int, ...] = ()
    if before is not None:
        won = tuple(a if a != b else -1 for a, b in zip(owners_of(view), owners_of(before), strict=True))
    won = won if any(owner >= 0 for owner in won) else ()
    scene = campaign_map(view, caption, WIDTH, won=won, language=language)
    if before is None or not moves:
        return [scene]
    return [campaign_map(before, caption, WIDTH, moves=moves, language=language), scene]


__all__ = ["CAMPAIGN", "KINDS", "LIMIT", "replay"]
