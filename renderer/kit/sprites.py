"""Sprites: each is described by a frozen key, painted once per scale and then only pasted.

A key knows its size before anything is painted, so scenes can be laid out and tested without pixels. The keys are in
`renderer.pog.art` and `renderer.liege.art`.
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
    """A key that scenes can stamp: hashable, with a size known in advance.

    A two-colour key can be `TwoToned`, which avoids colour reduction. An opaque key that rarely recurs can have a
    method `frame()` that returns its picture in the shared palette; such sprites aren't cached.
    """

    def size(self, scale: float) -> tuple[int, int]:
        """Return width and height in px at `scale`."""
        ...

    def paint(self, scale: float) -> Image.Image:
        """Return the RGBA picture at `scale`."""
        ...

    def words(self) -> str:
        """Return all text on it, for tests and alt text."""
        ...

    def text_px(self, scale: float) -> float | None:
        """Return the height in px of its smallest text, None without text."""
        ...

    def __hash__(self) -> int: ...


class Wordless:
    """A key without text."""

    __slots__ = ()

    def words(self) -> str:
        """Return ""."""
        return ""

    def text_px(self, scale: float) -> float | None:
        """Return None."""
        return None


class Written:
    """A key that is a single text, with a font size in px at scale 1."""

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
    """A two-colour key, painted directly in the shared palette."""

    __slots__ = ()

    def flat(self, scale: float) -> tuple[Image.Image, Image.Image]:
        """Return the picture in the shared palette, and its one-bit mask."""
        raise NotImplementedError(f"{type(self).__name__} paints nothing")

    def paint(self, scale: float) -> Image.Image:
        """Return the picture with transparency."""
        image, mask = self.flat(scale)
        whole = image.convert("RGBA")
        whole.putalpha(mask.convert("L"))
        return whole


class Sized(Wordless):
    """A key without text whose size is given by its fields."""

    __slots__ = ()

    wide: float
    high: float

    def size(self, scale: float) -> tuple[int, int]:
        """Return width and height in px at `scale`."""
        return pixels(self.wide, self.high, scale)


@dataclass(frozen=True, slots=True)
class Sprite:
    """A painted sprite in the shared palette with its one-bit mask."""

    image: Image.Image
    mask: Image.Image


#: Number of cached sprites: all that are painted in advance at every scale, and as many again from positions. If the
#: advance sprites didn't fit, the oldest would be evicted before the first picture.
KEPT = 12_000
#: FreeType faces are not safe to share between threads, so painting (a cache miss) is serial.
_PAINT = threading.RLock()  # reentrant, since an inset is painted while it paints its own sprites


@lru_cache(maxsize=KEPT)
def sprite(key: SpriteKey, scale: float) -> Sprite:
    """Return the sprite of a key, painted on the first call."""
    with _PAINT:
        flat = getattr(key, "flat", None)
        if flat is not None:
            return Sprite(*flat(scale))
        painted = key.paint(scale)
    image, mask = flatten(painted)
    return Sprite(image, mask)
