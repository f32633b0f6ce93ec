"""Encoding within a byte limit: palette PNG first, then smaller formats.

The sequence is PNG as composed; PNG with maximum compression; PNG with 64 and 24 colours; JPEG with decreasing quality;
the same at smaller sizes. A picture far above the limit, such as the whole map, goes to smaller sizes at once, since
names are more legible that way than at a low quality: as WebP, which is sharper in fewer bytes, if that can be shown,
else as JPEG. Every step is deterministic, so the same frame gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from io import BytesIO

from PIL import Image

#: zlib level. With flat inks, 4 takes hardly longer than 1 and saves a sixth; above 5 the time explodes.
EFFORT = 4
PNG, JPEG, WEBP = "image/png", "image/jpeg", "image/webp"
#: JPEG qualities and sizes of the later attempts.
QUALITIES = (88, 78, 66, 54)
SHRINKS = (0.8, 0.64, 0.5, 0.36, 0.25, 0.16, 0.1, 0.06)
#: A picture this many times over its limit is shrunk at once, to these (size, quality) pairs.
FAR = 1.4
FAR_RUNGS = (
    (0.8, 60), (0.8, 50), (0.72, 60), (0.72, 50), (0.64, 60), *((share, q) for share in SHRINKS[1:] for q in (70, 40)),
)  # fmt: skip
WEBP_RUNGS = (
    (0.8, 60), (0.8, 50), (0.72, 50), (0.64, 50), *((share, q) for share in SHRINKS[1:] for q in (60, 40)),
)  # fmt: skip
#: Effort of WebP, 0 to 6.
WEBP_EFFORT = 2
#: Pictures with more px are estimated from a sample first: bands of so many rows, one band in so many.
LARGE, BAND, SAMPLED = 3_000_000, 16, 16
#: Accuracy of that estimate (5 %), and the exponent by which JPEG bytes fall with size.
UNSURE, POWER = 1.05, 1.9


class TooSmall(ValueError):
    """No attempt is within the limit."""


def png(frame: Image.Image, effort: int = EFFORT) -> bytes:
    """Return a palette PNG."""
    out = BytesIO()
    frame.save(out, "PNG", compress_level=effort)
    return out.getvalue()


def jpeg(frame: Image.Image, quality: int, *, progressive: bool = True) -> bytes:
    """Return a JPEG; a progressive one is slightly smaller and takes more than twice as long."""
    out = BytesIO()
    frame.convert("RGB").save(out, "JPEG", quality=quality, optimize=True, progressive=progressive)
    return out.getvalue()


def webp(frame: Image.Image, quality: int) -> bytes:
    """Return a lossy WebP."""
    out = BytesIO()
    frame.convert("RGB").save(out, "WEBP", quality=quality, method=WEBP_EFFORT)
    return out.getvalue()


def ladder(frame: Image.Image) -> Iterator[tuple[bytes, str, tuple[int, int]]]:
    """Yield ever smaller encodings of a frame: bytes, MIME type, size in px."""
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


def _encodings_far_above(
    frame: Image.Image, limit: int, *, as_webp: bool
) -> Iterator[tuple[bytes, str, tuple[int, int]]]:
    """Yield the encodings for a frame far above the limit, skipping those that a sample predicts to be too large."""
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
    """Return bands sampled from all over a frame, and the ratio of the full height to theirs."""
    tops = range(0, max(1, frame.height - BAND), BAND * SAMPLED)
    sample = frame.crop((0, 0, frame.width, BAND * len(tops)))
    for number, top in enumerate(tops):
        sample.paste(frame.crop((0, top, frame.width, top + BAND)), (0, number * BAND))
    return sample, frame.height / sample.height


def _surely_far(frame: Image.Image, limit: int) -> bool:
    """Return whether a large frame is far above the limit, estimated from a sample."""
    if frame.width * frame.height < LARGE:
        return False
    sample, times = _sample(frame)
    return len(png(sample)) * times > FAR * UNSURE * limit


def within(frame: Image.Image, limit: int, *, webp: bool = False) -> tuple[bytes, str, tuple[int, int]]:
    """Return the best encoding within `limit` bytes, as WebP only if that can be shown; raises `TooSmall`."""
    far = _surely_far(frame, limit)
    if not far:
        whole = png(frame)
        if len(whole) <= limit:
            return whole, PNG, frame.size
        far = len(whole) > FAR * limit
    smallest = 0
    for data, mime, size in _encodings_far_above(frame, limit, as_webp=webp) if far else ladder(frame):
        if len(data) <= limit:
            return data, mime, size
        smallest = len(data)
    raise TooSmall(f"This picture cannot be made smaller than {smallest} bytes; the limit is {limit}.")
