"""A stretch of a game as an animated picture, or as numbered stills.

Units that stand elsewhere than in the position before are seen on their way: on the whole map in a frame of their own, in a
theatre by arrows. Ground that changed hands is hatched on the whole map.
Frames share the one palette, so a GIF needs no reduction and stores only what changes. A WebP is lossy and
about half as large. Both step down in quality, then in size, until they are under the limit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from io import BytesIO

from PIL import Image

from engine.pog.view import ActionMarks, GameView
from renderer.kit.colours import STANDARD, shown
from renderer.kit.formats import TooSmall
from renderer.kit.languages import USUAL
from renderer.kit.painter import compose, paint
from renderer.kit.picture import Picture
from renderer.kit.scene import Scene
from renderer.pog import maps
from renderer.pog.campaign import WIDTH, campaign_map, moved
from renderer.pog.overlays import owners_of
from renderer.pog.words import Language
from renderer.pog.words import language as words_in

KINDS = ("webp", "gif", "stills")
LIMIT = 8_000_000
CAMPAIGN = "campaign"
#: Rungs of the ladder: WebP quality, and size against the full one.
_WEBP = ((72, 1.0), (55, 1.0), (38, 1.0), (55, 0.75), (38, 0.75), (38, 0.5), (25, 0.35))
_GIF = (1.0, 0.75, 0.55, 0.4, 0.28)
#: How long the last frame stands, against the others.
_LAST = 3


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
    """One animated picture, or one still a frame, each with its caption.

    Args:
        frames: views with captions, in order; they are read one by one.
        kind: "webp", "gif" or "stills".
        area: "campaign" for the whole map small, or the name of a theatre.
        frame_ms: milliseconds a frame stands; the last one stands three times as long.
        limit_bytes: most bytes of the animation, or of each still.
        palette: colour set.
        language: of the words in the pictures.
        progress: called with the number of frames drawn so far.

    Raises:
        ValueError: there is no frame, or an unknown area, colour set or kind.
        TooSmall: the limit cannot be kept.
    """
    shown((0, 0, 0), palette)
    if kind not in KINDS:
        raise ValueError(f"There is no replay of kind {kind!r}; there are {', '.join(KINDS)}.")
    drawn: list[tuple[Image.Image, int]] = []
    stills: list[Picture] = []
    captions: list[str] = []
    before: GameView | None = None
    for number, (view, caption) in enumerate(frames, start=1):
        *under_way, scene = [replace(each, palette=palette) for each in _scenes(before, view, caption, area, language)]
        if kind == "stills":
            still = paint([replace(scene, name=f"overview_{number:03}")], limit_bytes)
            stills.append(replace(still, name=still.name.replace("overview", "replay"), alt=f"{number}. {caption}"))
        else:
            drawn += [(compose(each), frame_ms * 2 // 3) for each in under_way]
            drawn.append((compose(scene), frame_ms))
        captions.append(caption)
        before = view
        if progress is not None:
            progress(number)
    if not captions:
        raise ValueError("A replay needs at least one position.")
    return stills if kind == "stills" else [_animated(drawn, captions, kind, limit_bytes, words_in(language))]


def _scenes(before: GameView | None, view: GameView, caption: str, area: str, language: str = USUAL) -> list[Scene]:
    """Return what is seen of a position: on the whole map its units on their way, then the position."""
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


def _animated(
    frames: list[tuple[Image.Image, int]], captions: list[str], kind: str, limit: int, vocabulary: Language
) -> Picture:
    drawn, times = [frame for frame, _ in frames], [time for _, time in frames]
    times[-1] *= _LAST
    encode = _as_webp if kind == "webp" else _as_gif
    text = vocabulary.get("alt", "replay", count=len(captions), captions="; ".join(captions)[:1200])
    smallest = 0
    rungs: Iterable[tuple[int, float]] = _WEBP if kind == "webp" else [(0, share) for share in _GIF]
    for quality, share in rungs:
        sized = drawn if share == 1.0 else [_resized(frame, share) for frame in drawn]
        data = encode(sized, times, quality)
        if len(data) <= limit:
            return Picture(data, f"image/{kind}", *sized[0].size, text, f"replay.{kind}")
        smallest = len(data)
    raise TooSmall(f"This replay cannot be made smaller than {smallest} bytes; the limit is {limit}.")


def _resized(frame: Image.Image, share: float) -> Image.Image:
    """Return a smaller frame in the same palette."""
    size = (max(1, round(frame.width * share)), max(1, round(frame.height * share)))
    small = frame.convert("RGB").resize(size, Image.Resampling.LANCZOS)
    return small.quantize(palette=frame, dither=Image.Dither.NONE)


def _as_webp(frames: list[Image.Image], times: list[int], quality: int) -> bytes:
    out = BytesIO()
    frames[0].save(
        out, "WEBP", save_all=True, append_images=frames[1:], duration=times, loop=0, quality=quality, method=3,
        kmax=30,
    )  # fmt: skip
    return out.getvalue()


def _as_gif(frames: list[Image.Image], times: list[int], _: int) -> bytes:
    out = BytesIO()
    frames[0].save(out, "GIF", save_all=True, append_images=frames[1:], duration=times, loop=0, optimize=False)
    return out.getvalue()


__all__ = ["CAMPAIGN", "KINDS", "LIMIT", "replay"]
