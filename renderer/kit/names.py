"""Names of people as sprites: in any script that one of the fonts supports, else romanised, and cut to the available room.

Our own texts use `TextKey` with a font known to have their letters; people's names can contain any letters.
"""

from __future__ import annotations

import math
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from PIL import Image, ImageDraw

from renderer.kit import theme
from renderer.kit.palette import inked, opaque
from renderer.kit.romanised import legible
from renderer.kit.sprites import TwoToned, Written
from renderer.kit.text_direction import drawn
from renderer.kit.theme import Colour

#: Fallback fonts, and their size relative to the wanted one.
FURTHER = (("further", 0.88), ("east", 0.94), ("thai", 0.88))
ELLIPSIS = "…"
_NO_LETTER = "\U0010ffff"


@lru_cache(maxsize=8192)
def has(font: str, letter: str) -> bool:
    """Return whether a font of the theme has a letter."""
    face = theme.font(font, 24)
    mask = face.getmask(letter)
    return letter.isspace() or (mask.size, bytes(mask)) != _missing(font)


@lru_cache(maxsize=16)
def _missing(font: str) -> tuple[tuple[int, int], bytes]:
    mask = theme.font(font, 24).getmask(_NO_LETTER)
    return mask.size, bytes(mask)


@dataclass(frozen=True, slots=True)
class Run:
    """Letters in one font, with its relative size."""

    text: str
    font: str
    share: float


@lru_cache(maxsize=4096)
def runs(text: str, font: str) -> tuple[Run, ...]:
    """Return the text in left-to-right runs, each in a font that has its letters."""
    wanted = ((font, 1.0), *FURTHER)
    plain = unicodedata.normalize("NFC", text)
    spelt = legible(plain, lambda letter: any(has(each, letter) for each, _ in wanted))
    found: list[tuple[str, tuple[str, float]]] = []
    for letter in drawn(spelt):
        known = next((each for each in wanted if has(each[0], letter)), None)
        if known is not None:
            found.append((letter, known))
    return tuple(
        Run("".join(letter for letter, _ in part), *each) for each, part in groupby(found, key=lambda one: one[1])
    )


def width(text: str, font: str, px: float) -> float:
    """Return the width of a name in px."""
    return sum(theme.text_width(run.text, run.font, px * run.share) for run in runs(text, font))


@lru_cache(maxsize=4096)
def fitted(text: str, font: str, px: float, room: float) -> str:
    """Return the name, or its beginning with an ellipsis, no wider than `room` px."""
    if width(text, font, px) <= room:
        return text
    kept = len(text)
    while kept > 1 and (unicodedata.combining(text[kept - 1]) or width(_cut_text(text, kept), font, px) > room):
        kept -= 1
    return _cut_text(text, kept)


def _cut_text(text: str, kept: int) -> str:
    return text[:kept].rstrip() + ELLIPSIS


@dataclass(frozen=True, slots=True)
class PersonNameKey(TwoToned, Written):
    """One line of text written by a person, for a known background."""

    text: str
    font: str
    px: float
    colour: Colour
    ground: Colour

    def size(self, scale: float) -> tuple[int, int]:
        """Return the width of the name plus a margin, and the height of the line."""
        return math.ceil(width(self.text, self.font, self.px * scale)) + 4, math.ceil(self.px * scale * 1.28) + 1

    def flat(self, scale: float) -> tuple[Image.Image, Image.Image]:
        """Return the name on one baseline, and the mask of its letters."""
        size, px = self.size(scale), self.px * scale
        cover = Image.new("L", size, 0)
        draw = ImageDraw.Draw(cover)
        rise, fall = theme.font(self.font, px).getmetrics()
        x, baseline = 2.0, size[1] / 2 + (rise - fall) / 2
        for run in runs(self.text, self.font):
            face = theme.font(run.font, px * run.share)
            draw.text((x, baseline), run.text, font=face, fill=255, anchor="ls")
            x += theme.text_width(run.text, run.font, px * run.share)
        return inked(cover, self.ground, self.colour), opaque(cover, 10)


__all__ = ["ELLIPSIS", "PersonNameKey", "Run", "fitted", "has", "runs", "width"]
