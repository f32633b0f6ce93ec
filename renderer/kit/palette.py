"""The shared palette of 256 colours that every picture uses.

Base sheet and sprites are stored and composed as palette pictures, so a finished frame can be encoded as it is, without
colour reduction at play time. The first entries are the washes of the sheet; the rest are the theme's inks and the
blends needed at the edges of letters and symbols.
"""

from __future__ import annotations

from functools import cache

from PIL import Image

from renderer.kit import theme
from renderer.kit.theme import Colour

BASE_COLOURS = 124

#: Strength of the border band and its inner part, and the tones of hill shading.
BAND_MIX = (0.38, 0.72)
SHADES = (-1, 1, 2)
SHADE_STEP = 0.052
#: The washes that get hill shading.
HILLY = (2, 4, 5, 6, 7, 13, 15, 8, 11, 10, 12, 14, 9, 1, 0)


def mix(a: Colour, b: Colour, share: float) -> Colour:
    """Return `share` of b mixed into a."""
    return (
        round(a[0] + (b[0] - a[0]) * share),
        round(a[1] + (b[1] - a[1]) * share),
        round(a[2] + (b[2] - a[2]) * share),
    )


def _ramp(a: Colour, b: Colour, steps: int) -> list[Colour]:
    return [mix(a, b, (i + 1) / (steps + 1)) for i in range(steps)]


@cache
def base_colours() -> tuple[Colour, ...]:
    """Return the washes, border bands, hill shades, sea and waterlines."""
    t = theme
    colours: list[Colour] = [t.SEA, *_ramp(t.SEA, t.SEA_LINE, 3), t.RIVER, t.COAST, mix(t.COAST, t.SEA, 0.5)]
    for wash, band in zip(t.WASHES, t.BANDS, strict=True):
        colours += [wash, *(mix(wash, band, m) for m in BAND_MIX)]
    for wash in (t.WASHES[land] for land in HILLY):
        colours += [mix(wash, (0, 0, 0), SHADE_STEP * k) if k > 0 else mix(wash, t.WHITE, 0.3) for k in SHADES]
    return tuple(dict.fromkeys(colours))[:BASE_COLOURS]


@cache
def sprite_colours() -> tuple[Colour, ...]:
    """Return the theme's inks and the tones between them, most important first, without duplicates."""
    t = theme
    colours: list[Colour] = [
        t.INK, t.PAPER, t.WHITE, *t.BODY, *t.SIDE, t.NEUTRAL, t.RED, t.BLUE, t.GREEN, t.GOLD,
        t.INK_SOFT, t.INK_FAINT, t.PAPER_DARK, t.PALE, *t.PLATE, *t.TINT, t.SEA,
    ]  # fmt: skip
    colours += t.EMBLEMS
    colours += _ramp(t.INK, t.PAPER, 6) + _ramp(t.INK, t.BODY[1], 4) + _ramp(t.INK, t.WHITE, 4)
    for emblem in t.EMBLEMS:
        colours += _ramp(emblem, t.WHITE, 2)
    for ink in (t.RED, t.GREEN, t.BLUE, t.GOLD, *t.SIDE):
        colours += _ramp(ink, t.PAPER, 3)
    colours += _ramp(t.INK_SOFT, t.PAPER, 2) + _ramp(t.RED, t.WHITE, 2)
    colours += _ramp(t.INK, t.GOLD, 2) + _ramp(t.INK, t.PLATE[0], 2) + _ramp(t.INK, t.PLATE[1], 2)
    colours += [*_ramp(t.SIDE[0], t.PLATE[0], 2), *_ramp(t.SIDE[1], t.PLATE[1], 2)]
    colours += _ramp(t.INK, t.SIDE[1], 1)
    unique = list(dict.fromkeys(colours))
    return tuple(unique[: 256 - BASE_COLOURS])


@cache
def palette_bytes() -> bytes:
    """Return all 256 entries as RGB bytes."""
    base = list(base_colours())
    base += [base[-1]] * (BASE_COLOURS - len(base))
    entries = [*base, *sprite_colours()]
    entries += [entries[-1]] * (256 - len(entries))
    return bytes(channel for colour in entries for channel in colour)


@cache
def palette_image() -> Image.Image:
    """Return a 1x1 picture that carries the palette, for `Image.quantize`."""
    image = Image.new("P", (1, 1))
    image.putpalette(palette_bytes())
    return image


@cache
def index_of(colour: Colour) -> int:
    """Return the index of the entry nearest to a colour."""
    entries = palette_bytes()
    best, best_distance = 0, 1 << 30
    for i in range(256):
        r, g, b = entries[3 * i : 3 * i + 3]
        distance = (r - colour[0]) ** 2 + (g - colour[1]) ** 2 + (b - colour[2]) ** 2
        if distance < best_distance:
            best, best_distance = i, distance
    return best


def flatten(image: Image.Image) -> tuple[Image.Image, Image.Image]:
    """Split an RGBA picture into a palette picture and a one-bit mask."""
    mask = image.getchannel("A").point(lambda v: 255 if v > 110 else 0).convert("1")
    rgb = image.convert("RGB").quantize(palette=palette_image(), dither=Image.Dither.NONE)
    return rgb, mask


@cache
def blend_table(ground: Colour, ink: Colour) -> bytes:
    """Return, for each coverage from 0 to 255, the entry nearest to that much `ink` on `ground`."""
    steps = [index_of(mix(ground, ink, i / 15)) for i in range(16)]
    return bytes(steps[round(v / 17)] for v in range(256))


def inked(cover: Image.Image, ground: Colour, ink: Colour) -> Image.Image:
    """Return a palette picture of `ink` on `ground` from a coverage picture; much faster than colour reduction."""
    image = Image.frombytes("P", cover.size, cover.tobytes().translate(blend_table(ground, ink)))
    image.putpalette(palette_bytes())
    return image


def opaque(cover: Image.Image, least: int) -> Image.Image:
    """Return a one-bit mask of pixels covered by more than `least` of 255."""
    return cover.point(_threshold(least), "1")


@cache
def _threshold(least: int) -> list[int]:
    return [255 if v > least else 0 for v in range(256)]
