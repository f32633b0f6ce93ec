"""Encoding under a limit of bytes: palette PNG first, then what is smaller, always within the limit.

The ladder: PNG as composed; PNG with the most effort; PNG with 64 and 24 colours; JPEG with falling quality;
the same at a smaller size. A picture that is far too large, as the whole map is, goes to smaller sizes at once, in
which names are read better than in a worse quality: as WebP where that may be shown, which is sharper in fewer bytes, else
as JPEG. Every step is deterministic, so the same frame gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from io import BytesIO

from PIL import Image

#: zlib effort. With flat inks 4 costs hardly more time than 1 and saves a sixth; above 5 the time explodes.
EFFORT = 4
PNG, JPEG, WEBP = "image/png", "image/jpeg", "image/webp"
#: JPEG qualities and sizes of the lower rungs.
QUALITIES = (88, 78, 66, 54)
SHRINKS = (0.8, 0.64, 0.5, 0.36, 0.25, 0.16, 0.1, 0.06)
#: A picture so many times its limit is made smaller at once: to these shares of its size, in these qualities.
FAR = 1.4
FAR_RUNGS = (
    (0.8, 60), (0.8, 50), (0.72, 60), (0.72, 50), (0.64, 60), *((share, q) for share in SHRINKS[1:] for q in (70, 40)),
)  # fmt: skip
WEBP_RUNGS = (
    (0.8, 60), (0.8, 50), (0.72, 50), (0.64, 50), *((share, q) for share in SHRINKS[1:] for q in (60, 40)),
)  # fmt: skip
#: Effort of WebP, 0 to 6.
WEBP_EFFORT = 2
#: One of more px is judged by a sample, bands of so many rows and one of so many, before it is encoded for nothing.
LARGE, BAND, SAMPLED = 3_000_000, 16, 16
#: What a sample says is true to a twentieth; bytes of a JPEG fall with this power of the share of its size.
UNSURE, POWER = 1.05, 1.9


class TooSmall(ValueError):
    """No rung of the ladder stays under the limit."""


def png(frame: Image.Image, effort: int = EFFORT) -> bytes:
    """Return a palette PNG."""
    out = BytesIO()
    frame.save(out, "PNG", compress_level=effort)
    return out.getvalue()


def jpeg(frame: Image.Image, quality: int, *, progressive: bool = True) -> bytes:
    """Return a JPEG; progressive it is a little smaller and takes more than twice as long."""
    out = BytesIO()
    frame.convert("RGB").save(out, "JPEG", quality=quality, optimize=True, progressive=progressive)
    return out.getvalue()


def webp(frame: Image.Image, quality: int) -> bytes:
    """Return a lossy WebP."""
    out = BytesIO()
    frame.convert("RGB").save(out, "WEBP", quality=quality, method=WEBP_EFFORT)
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


def _far(frame: Image.Image, limit: int, *, as_webp: bool) -> Iterator[tuple[bytes, str, tuple[int, int]]]:
    """Yield the rungs for a frame that is far too large, without those of which a sample says that they are too large."""
    whole = frame.convert("RGB")
    sample, times = _sample(whole)
    rungs, mime = (WEBP_RUNGS, WEBP) if as_webp else (FAR_RUNGS, JPEG)
    encode: Callable[[Image.Image, int], bytes] = webp if as_webp else _plain_jpeg
    judged: dict[int, int] = {}
    for share, quality in rungs:
        if quality not in judged:
            judged[quality] = len(encode(sample, quality))
        expected = judged[quality] * times * share**POWER
        if expected > UNSURE * limit and (share, quality) != rungs[-1]:
            continue
        size = (max(1, round(frame.width * share)), max(1, round(frame.height * share)))
        yield encode(whole.resize(size, Image.Resampling.HAMMING), quality), mime, size


def _plain_jpeg(frame: Image.Image, quality: int) -> bytes:
    return jpeg(frame, quality, progressive=False)


def _sample(frame: Image.Image) -> tuple[Image.Image, float]:
    """Bands from all over a frame, and how many times as high that is."""
    tops = range(0, max(1, frame.height - BAND), BAND * SAMPLED)
    sample = frame.crop((0, 0, frame.width, BAND * len(tops)))
    for number, top in enumerate(tops):
        sample.paste(frame.crop((0, top, frame.width, top + BAND)), (0, number * BAND))
    return sample, frame.height / sample.height


def _surely_far(frame: Image.Image, limit: int) -> bool:
    """Whether a large frame is far too large, by what a sample of it takes."""
    if frame.width * frame.height < LARGE:
        return False
    sample, times = _sample(frame)
    return len(png(sample)) * times > FAR * UNSURE * limit


def within(frame: Image.Image, limit: int, *, webp: bool = False) -> tuple[bytes, str, tuple[int, int]]:
    """Return the best encoding of at most `limit` bytes, as WebP only where that may be shown; raises `TooSmall`."""
    far = _surely_far(frame, limit)
    if not far:
        whole = png(frame)
        if len(whole) <= limit:
            return whole, PNG, frame.size
        far = len(whole) > FAR * limit
    smallest = 0
    for data, mime, size in _far(frame, limit, as_webp=webp) if far else ladder(frame):
        if len(data) <= limit:
            return data, mime, size
        smallest = len(data)
    raise TooSmall(f"This picture cannot be made smaller than {smallest} bytes; the limit is {limit}.")
