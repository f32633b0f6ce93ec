"""Colour sets: standard, dark, and two for colour-blind players.

A frame stores indices into the shared palette, so a colour set is just other colours for the same 256 entries: it costs
no time, no memory and no second sheet. Each set is a continuous function of colour, so two inks that meet at the soft
edge of a letter stay neighbours in every set.

`red_green` is for protan and deutan players: the red-green axis is mapped to orange-blue. `blue_yellow` is for tritan
players: the blue-yellow axis is mapped to teal-red. Both also separate the two ends by lightness.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from renderer.kit.palette import palette_bytes
from renderer.kit.requests import PALETTES
from renderer.kit.theme import Colour


class UnknownColours(ValueError):
    """Raised for an unknown colour set; the message lists the existing ones."""


def _linear(value: float) -> float:
    v = value / 255.0
    return float(v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4)


def _to_srgb_byte(value: float) -> int:
    v = min(max(value, 0.0), 1.0)
    return round(255.0 * (v * 12.92 if v <= 0.0031308 else 1.055 * v ** (1 / 2.4) - 0.055))


def lightness(colour: Colour) -> tuple[float, float, float]:
    """Return a colour in OKLab: lightness 0..1, green to red, blue to yellow."""
    r, g, b = map(_linear, colour)
    x = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) ** (1 / 3)
    y = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) ** (1 / 3)
    z = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b) ** (1 / 3)
    return (
        0.2104542553 * x + 0.7936177850 * y - 0.0040720468 * z,
        1.9779984951 * x - 2.4285922050 * y + 0.4505937099 * z,
        0.0259040371 * x + 0.7827717662 * y - 0.8086757660 * z,
    )


def _rgb(light: float, a: float, b: float) -> Colour:
    x = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3
    y = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3
    z = (light - 0.0894841775 * a - 1.2914855480 * b) ** 3
    return (
        _to_srgb_byte(4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z),
        _to_srgb_byte(-1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z),
        _to_srgb_byte(-0.0041960863 * x - 0.7034186147 * y + 1.7076147010 * z),
    )


def _unchanged(colour: Colour) -> Colour:
    return colour


def _darken(colour: Colour) -> Colour:
    """Make paper dark and ink light while keeping hues; mid-tones are raised so that inks stay distinguishable."""
    light, a, b = lightness(colour)
    share = min(max((0.96 - light) / (0.96 - 0.27), 0.0), 1.0)
    turned = 0.215 + (0.935 - 0.215) * share**1.05
    return _rgb(turned, a * 0.95, b * 0.95)


def _red_green(colour: Colour) -> Colour:
    light, a, b = lightness(colour)
    turned = b + 0.75 * a if a > 0 else b + 0.95 * a
    return _rgb(light + 0.12 * a, a * 0.6, turned)


def _blue_yellow(colour: Colour) -> Colour:
    light, a, b = lightness(colour)
    return _rgb(light + 0.25 * min(b, 0.0), a * 1.1 + 0.6 * b, b * 0.45)


SETS: dict[str, Callable[[Colour], Colour]] = dict(
    zip(PALETTES, (_unchanged, _darken, _red_green, _blue_yellow), strict=True)
)


def shown(colour: Colour, name: str) -> Colour:
    """Return how a colour of the theme looks in a set; raises `UnknownColours`."""
    if name not in SETS:
        raise UnknownColours(f"There is no colour set {name!r}; there are {', '.join(SETS)}.")
    return SETS[name](colour)


@cache
def set_bytes(name: str) -> bytes:
    """Return all 256 entries of a set as RGB bytes; raises `UnknownColours`."""
    entries = palette_bytes()
    out: list[int] = []
    for i in range(0, len(entries), 3):
        out += shown((entries[i], entries[i + 1], entries[i + 2]), name)
    return bytes(out)
