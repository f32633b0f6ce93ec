"""Replay animations, or numbered stills, from the scenes of a game's positions.

Frames share the one palette, so a GIF needs no colour reduction and stores only changes. A WebP is lossy and about half
as large. Both are reduced in quality, then in size, until they are within the limit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from typing import Final

from PIL import Image

from renderer.kit.colours import shown
from renderer.kit.formats import TooSmall
from renderer.kit.painter import compose, paint
from renderer.kit.picture import Picture
from renderer.kit.requests import STANDARD
from renderer.kit.scene import Scene

KINDS: Final = ("webp", "gif", "stills")
LIMIT: Final = 8_000_000
#: Encoding attempts in order: WebP quality, and size relative to the full one.
_WEBP: Final = ((72, 1.0), (55, 1.0), (38, 1.0), (55, 0.75), (38, 0.75), (38, 0.5), (25, 0.35))
_GIF: Final = tuple((0, share) for share in (1.0, 0.75, 0.55, 0.4, 0.28))
#: Duration of the last frame relative to the others; maximum total length of captions in an alt text.
_LAST: Final = 3
_TOLD: Final = 1200


@dataclass(frozen=True, slots=True)
class AnimatedPosition:
    """One position of a replay: its scene and caption, preceded by scenes of moving units, each shown for two thirds of its time."""

    scene: Scene
    caption: str
    under_way: tuple[Scene, ...] = ()


@dataclass(frozen=True, slots=True)
class ReplayForm:
    """The output format of a replay.

    `frame_ms` is how long a position is shown in ms; the last one is shown three times as long. `limit_bytes` is the
    maximum size of the animation, `still_bytes` that of each still. `progress` is called with the number of positions
    drawn so far.
    """

    kind: str = "webp"
    frame_ms: int = 900
    limit_bytes: int = LIMIT
    still_bytes: int = LIMIT
    palette: str = STANDARD
    progress: Callable[[int], None] | None = None


def animate(positions: Iterable[AnimatedPosition], form: ReplayForm, alt: Callable[[int, str], str]) -> list[Picture]:
    """Return one animated picture, or one still per position; `alt` makes the alt text from the count and the captions.

    Raises:
        ValueError: there are no positions, or the palette or kind is unknown.
        TooSmall: the limit can't be met.
    """
    shown((0, 0, 0), form.palette)
    if form.kind not in KINDS:
        raise ValueError(f"There is no replay of kind {form.kind!r}; there are {', '.join(KINDS)}.")
    drawn: list[tuple[Image.Image, int]] = []
    stills: list[Picture] = []
    captions: list[str] = []
    for number, one in enumerate(positions, start=1):
        captions.append(one.caption)
        *before, scene = (replace(each, palette=form.palette) for each in (*one.under_way, one.scene))
        if form.kind == "stills":
            stills.append(_still_picture(scene, number, one.caption, form.still_bytes))
        else:
            drawn += [(compose(each), form.frame_ms * 2 // 3) for each in before]
            drawn.append((compose(scene), form.frame_ms))
        if form.progress is not None:
            form.progress(number)
    if not captions:
        raise ValueError("A replay needs at least one position.")
    if form.kind == "stills":
        return stills
    return [_animated_picture(drawn, form, alt(len(captions), "; ".join(captions)[:_TOLD]))]


def _still_picture(scene: Scene, number: int, caption: str, limit: int) -> Picture:
    still = paint([replace(scene, name=f"replay_{number:03}")], limit)
    return replace(still, alt=f"{number}. {caption}")


def _animated_picture(frames: Sequence[tuple[Image.Image, int]], form: ReplayForm, alt: str) -> Picture:
    drawn, times = [frame for frame, _ in frames], [time for _, time in frames]
    times[-1] *= _LAST
    smallest = 0
    for quality, share in _WEBP if form.kind == "webp" else _GIF:
        sized = drawn if share == 1.0 else [_shrink_frame(frame, share) for frame in drawn]
        data = _encode_frames(sized, times, form.kind, quality)
        if len(data) <= form.limit_bytes:
            return Picture(data, f"image/{form.kind}", *sized[0].size, alt, f"replay.{form.kind}")
        smallest = len(data)
    raise TooSmall(f"This replay cannot be made smaller than {smallest} bytes; the limit is {form.limit_bytes}.")


def _shrink_frame(frame: Image.Image, share: float) -> Image.Image:
    """Return a smaller frame in the same palette."""
    size = (max(1, round(frame.width * share)), max(1, round(frame.height * share)))
    return frame.convert("RGB").resize(size, Image.Resampling.LANCZOS).quantize(palette=frame, dither=Image.Dither.NONE)


def _encode_frames(frames: Sequence[Image.Image], times: Sequence[int], kind: str, quality: int) -> bytes:
    out = BytesIO()
    how = {"quality": quality, "method": 3, "kmax": 30} if kind == "webp" else {"optimize": False}
    frames[0].save(
        out, kind.upper(), save_all=True, append_images=list(frames[1:]), duration=list(times), loop=0, **how
    )
    return out.getvalue()


__all__ = ["KINDS", "LIMIT", "AnimatedPosition", "ReplayForm", "animate"]
