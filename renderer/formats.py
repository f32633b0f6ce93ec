"""Encoding under a limit of bytes: palette PNG first, then what is smaller, always within the limit.

The ladder: PNG as composed; PNG with the most effort; PNG with 64 and 24 colours; JPEG with falling quality;
the same at a smaller size. A picture that is far too large, as the whole map is, goes to smaller sizes at once, in
which names are read better than in a worse quality. Every step is deterministic, so the same frame gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO

from PIL import Image

#: zlib effort. With flat inks 4 costs hardly more time than 1 and saves a sixth; above 5 the time explodes.
EFFORT = 4
PNG, JPEG = "image/png", "image/jpeg"
#: JPEG qualities and sizes of the lower rungs.
QUALITIES = (88, 78, 66, 54)
SHRINKS = (0.8, 0.64, 0.5, 0.36, 0.25, 0.16, 0.1, 0.06)
#: A picture so many times its limit is made smaller at once: to these shares of its size, in this quality.
FAR, FAR_SHRINKS, FAR_QUALITY = 1.4, (0.8, 0.72, 0.64), 60
#: Most bytes of a picture by the kind of its scene.
LIMITS = {
    "close_up": 150_000, "space": 150_000, "theatre": 400_000, "status": 400_000, "hand": 400_000, "pile": 400_000,
    "card": 400_000, "battle": 400_000, "turn_summary": 400_000, "game_end": 1_500_000, "overview": 500_000,
}  # fmt: skip


class TooSmall(ValueError):
    """No rung of the ladder stays under the limit."""


def png(frame: Image.Image, effort: int = EFFORT) -> bytes:
    """A palette PNG."""
    out = BytesIO()
    frame.save(out, "PNG", compress_level=effort)
    return out.getvalue()


def jpeg(frame: Image.Image, quality: int) -> bytes:
    """A progressive JPEG."""
    out = BytesIO()
    frame.convert("RGB").save(out, "JPEG", quality=quality, optimize=True, progressive=True)
    return out.getvalue()


def ladder(frame: Image.Image) -> Iterator[tuple[bytes, str, tuple[int, int]]]:
    """Ever smaller encodings of a frame: bytes, mime type, size in px."""
    yield png(frame), PNG, frame.size
    yield png(frame, 9), PNG, frame.size
    for colours in (64, 24):
        few = frame.convert("RGB").quantize(colours, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
        yield png(few, 9), PNG, frame.size
    for quality in QUALITIES:
        yield jpeg(frame, quality), JPEG, frame.size
    whole = frame.convert("RGB")
    for share in SHRINKS:
        size = (max(1, round(frame.width * share)), max(1, round(frame.height * share)))
        small = whole.resize(size, Image.Resampling.LANCZOS)
        for quality in (70, 40):
            yield jpeg(small, quality), JPEG, size


def _far(frame: Image.Image) -> Iterator[tuple[bytes, str, tuple[int, int]]]:
    """The rungs for a frame that is far too large."""
    whole = frame.convert("RGB")
    for share in FAR_SHRINKS:
        size = (round(frame.width * share), round(frame.height * share))
        yield jpeg(whole.resize(size, Image.Resampling.LANCZOS), FAR_QUALITY), JPEG, size
    yield from ladder(frame)


def within(frame: Image.Image, limit: int) -> tuple[bytes, str, tuple[int, int]]:
    """The best encoding of at most `limit` bytes; raises `TooSmall`."""
    whole = png(frame)
    if len(whole) <= limit:
        return whole, PNG, frame.size
    smallest = 0
    for data, mime, size in _far(frame) if len(whole) > FAR * limit else ladder(frame):
        if len(data) <= limit:
            return data, mime, size
        smallest = len(data)
    raise TooSmall(f"This picture cannot be made smaller than {smallest} bytes; the limit is {limit}.")
