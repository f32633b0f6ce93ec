"""Small pictures: each is described by a frozen key, painted once a scale and then only pasted.

A key knows its size before anything is painted, so scenes can be laid out and tested without
pixels. Keys are in `renderer.pog.art`.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from PIL import Image

from renderer.kit.canvas import pixels
from renderer.kit.palette import flatten


class SpriteKey(Protocol):
    """What a scene stamps: hashable, with a size known beforehand.

    A key of two colours may be `TwoToned`, which spares reducing its colours. A key that hardly ever comes again and is opaque may have
    a method `frame()` that returns its picture in the shared palette; such a one is not kept.
    """

    def size(self, scale: float) -> tuple[int, int]:
        """Width and height in px at `scale`."""
        ...

    def paint(self, scale: float) -> Image.Image:
        """Return the RGBA picture at `scale`."""
        ...

    def words(self) -> str:
        """All text on it, for tests and alt text."""
        ...

    def text_px(self, scale: float) -> float | None:
        """Height in px of its smallest text, None without text."""
        ...

    def __hash__(self) -> int: ...


class Wordless:
    """A key without text."""

    __slots__ = ()

    def words(self) -> str:
        """No text."""
        return ""

    def text_px(self, scale: float) -> float | None:
        """No text."""
        return None


class Written:
    """A key that is one text, in letters of so many px at scale 1."""

    __slots__ = ()

    text: str
    px: float

    def words(self) -> str:
        """Return the text."""
        return self.text

    def text_px(self, scale: float) -> float | None:
        """Return the font size in px."""
        return self.px * scale


class TwoToned:
    """A key of two colours, painted in the shared palette at once."""

    __slots__ = ()

    def flat(self, scale: float) -> tuple[Image.Image, Image.Image]:
        """Return the picture in the shared palette, and its one-bit mask."""
        raise NotImplementedError(f"{type(self).__name__} paints nothing")

    def paint(self, scale: float) -> Image.Image:
        """Return the same with transparency."""
        image, mask = self.flat(scale)
        whole = image.convert("RGBA")
        whole.putalpha(mask.convert("L"))
        return whole


class Sized(Wordless):
    """A key without text that is as large as it says."""

    __slots__ = ()

    wide: float
    high: float

    def size(self, scale: float) -> tuple[int, int]:
        """Width and height in px at `scale`."""
        return pixels(self.wide, self.high, scale)


@dataclass(frozen=True, slots=True)
class Sprite:
    """A painted sprite in the shared palette with its one-bit mask."""

    image: Image.Image
    mask: Image.Image


#: Sprites that are kept: all that are painted beforehand at every scale, and as many again that positions bring. Where what is painted
#: beforehand does not fit, the oldest of it are gone before the first picture.
KEPT = 12_000
#: FreeType faces are not safe to share between threads, so painting (a cache miss) is serial.
_PAINT = threading.RLock()  # an inset is painted while it paints its own sprites


@lru_cache(maxsize=KEPT)
def sprite(key: SpriteKey, scale: float) -> Sprite:
    """Return the sprite of a key, painted at the first call."""
    with _PAINT:
        flat = getattr(key, "flat", None)
        if flat is not None:
            return Sprite(*flat(scale))
        painted = key.paint(scale)
    image, mask = flatten(painted)
    return Sprite(image, mask)
