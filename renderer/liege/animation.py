"""A stretch of a game as an animated picture, or as numbered stills: the whole map, with arrows for units that are elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from io import BytesIO
from typing import Final

from PIL import Image

from renderer.kit.colours import STANDARD, shown
from renderer.kit.formats import TooSmall
from renderer.kit.languages import USUAL
from renderer.kit.painter import compose, paint
from renderer.kit.picture import Picture
from renderer.kit.scene import Scene
from renderer.liege.maps import NO_MARKS, theatre
from renderer.liege.requests import MapMarks
from renderer.liege.view import DrawnPosition
from renderer.liege.words import words

KINDS: Final = ("webp", "gif", "stills")
LIMIT: Final = 8_000_000
#: Most bytes of a still.
STILL: Final = 150_000
#: Rungs of the ladder: WebP quality, and size against the full one.
_WEBP: Final = ((72, 1.0), (55, 1.0), (38, 1.0), (55, 0.75), (38, 0.75), (38, 0.5), (25, 0.35))
_GIF: Final = tuple((0, share) for share in (1.0, 0.75, 0.55, 0.4, 0.28))
#: How long the last frame is shown, against the others.
_LAST: Final = 3


def replay(
    frames: Iterable[tuple[DrawnPosition, str]],
    kind: str = "webp",
    *,
    frame_ms: int = 1200,
    limit_bytes: int = LIMIT,
    palette: str = STANDARD,
    language: str = USUAL,
    progress: Callable[[int], None] | None = None,
) -> list[Picture]:
    """Return one animated picture, or one still a frame, each with its caption.

    Args:
        frames: views with captions, in order; they are read one by one.
        kind: "webp", "gif" or "stills".
        frame_ms: milliseconds a frame is shown; the last one is shown three times as long.
        limit_bytes: most bytes of the animation, or of each still.
        palette: colour set.
        language: of the words in the pictures.
        progress: called with the number of frames drawn so far.

    Raises:
        ValueError: there is no frame, or an unknown colour set or kind.
        TooSmall: the limit cannot be kept.
    """
    shown((0, 0, 0), palette)
    if kind not in KINDS:
        raise ValueError(f"There is no replay of kind {kind!r}; there are {', '.join(KINDS)}.")
    drawn: list[Image.Image] = []
    stills: list[Picture] = []
    captions: list[str] = []
    before: DrawnPosition | None = None
    for number, (view, caption) in enumerate(frames, start=1):
        scene = replace(frame_scene(before, view, caption, language), palette=palette)
        if kind == "stills":
            still = paint([scene], min(STILL, limit_bytes))
            stills.append(
                replace(
                    still, name=f"replay_{number:03}.{still.mime.removeprefix('image/')}", alt=f"{number}. {caption}"
                )
            )
        else:
            drawn.append(compose(scene))
        captions.append(caption)
        before = view
        if progress is not None:
            progress(number)
    if not captions:
        raise ValueError("A replay needs at least one position.")
    return stills if kind == "stills" else [_animated(drawn, (captions, language), kind, frame_ms, limit_bytes)]


def frame_scene(before: DrawnPosition | None, view: DrawnPosition, caption: str, language: str = USUAL) -> Scene:
    """Return a position under its caption: arrows say who went where since the one before, rings which forts fell."""
    return theatre(view, changes(before, view) if before is not None else NO_MARKS, caption, language)


def changes(before: DrawnPosition, view: DrawnPosition) -> MapMarks:
    """Return the ways of the known units of one side that are elsewhere than before, and the forts that fell."""
    was = {unit.unit: unit.hex for unit in before.units}
    moved = [(one.unit, (was[one.unit], one.hex)) for one in view.units if was.get(one.unit, one.hex) != one.hex]
    sides = [view.facts.units[unit].side for unit, _ in moved]
    side = max((0, 1), key=sides.count)
    ways = dict.fromkeys(way for unit, way in moved if view.facts.units[unit].side == side)
    fell = tuple(number for number in range(len(view.facts.forts)) if before.active(number) and not view.active(number))
    return MapMarks(side, (), tuple(("move", way) for way in ways), (), fell)


def _animated(
    drawn: Sequence[Image.Image], told: tuple[Sequence[str], str], kind: str, frame_ms: int, limit: int
) -> Picture:
    times = [frame_ms] * (len(drawn) - 1) + [frame_ms * _LAST]
    captions, language = told
    text = words(language).get("alt", "replay", count=len(captions), captions="; ".join(captions)[:1200])
    smallest = 0
    for quality, share in _WEBP if kind == "webp" else _GIF:
        sized = [frame if share == 1.0 else _resized(frame, share) for frame in drawn]
        data = _encoded(sized, times, kind, quality)
        if len(data) <= limit:
            return Picture(data, f"image/{kind}", *sized[0].size, text, f"replay.{kind}")
        smallest = len(data)
    raise TooSmall(f"This replay cannot be made smaller than {smallest} bytes; the limit is {limit}.")


def _resized(frame: Image.Image, share: float) -> Image.Image:
    """Return a smaller frame in the same palette."""
    size = (max(1, round(frame.width * share)), max(1, round(frame.height * share)))
    return frame.convert("RGB").resize(size, Image.Resampling.LANCZOS).quantize(palette=frame, dither=Image.Dither.NONE)


def _encoded(frames: Sequence[Image.Image], times: Sequence[int], kind: str, quality: int) -> bytes:
    out = BytesIO()
    how = {"quality": quality, "method": 3, "kmax": 30} if kind == "webp" else {"optimize": False}
    frames[0].save(
        out, kind.upper(), save_all=True, append_images=list(frames[1:]), duration=list(times), loop=0, **how
    )
    return out.getvalue()


__all__ = ["KINDS", "LIMIT", "changes", "frame_scene", "replay"]
