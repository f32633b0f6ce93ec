"""Colours of nations: the assignment of the theme's washes and inks."""

from __future__ import annotations

from renderer.kit import theme
from renderer.kit.theme import Colour

#: Lands in the order of the theme's washes; "none" is land outside the war.
_LANDS = (
    "none",
    "br",
    "fr",
    "be",
    "ge",
    "ah",
    "it",
    "ru",
    "sb",
    "mn",
    "ro",
    "bu",
    "gr",
    "tu",
    "al",
    "pe",
    "ar",
    "eg",
    "kw",
)
#: Nations in the order of the theme's emblems.
_NATIONS = (
    "fr",
    "br",
    "be",
    "ru",
    "it",
    "us",
    "sb",
    "mn",
    "ro",
    "gr",
    "ana",
    "aus",
    "cnd",
    "pt",
    "ge",
    "ah",
    "tu",
    "bu",
    "sn",
)

#: Watercolour washes by nation, and the stronger tone of each along its borders.
WASH: dict[str, Colour] = dict(zip(_LANDS, theme.WASHES, strict=True))
BAND: dict[str, Colour] = dict(zip(_LANDS, theme.BANDS, strict=True))
#: Band and emblem colours of counters by nation; Holland uses Australia's, since the engraved sheet has no spare ink.
NATION: dict[str, Colour] = dict(zip(_NATIONS, theme.EMBLEMS, strict=True))
NATION["ho"] = NATION["aus"]

__all__ = ["BAND", "NATION", "WASH"]
