"""Colours, fonts and line widths of the style *Stabsblatt* (a staff map sheet of 1914).

Paper, restrained inks, washes for lands, waterlined seas. Colours are RGB tuples; sizes are pixels at scale 1.0, the
scale of close-ups.
"""

from __future__ import annotations

import atexit
from contextlib import ExitStack
from functools import cache, lru_cache
from importlib import resources
from pathlib import Path

from PIL import ImageFont

Colour = tuple[int, int, int]

STYLE_NAME = "Stabsblatt"

PAPER: Colour = (240, 231, 210)
PAPER_DARK: Colour = (224, 211, 182)
INK: Colour = (43, 37, 32)
INK_SOFT: Colour = (104, 92, 78)
INK_FAINT: Colour = (160, 146, 124)
RED: Colour = (158, 38, 31)
BLUE: Colour = (38, 66, 110)
GREEN: Colour = (46, 96, 58)
GOLD: Colour = (184, 134, 44)
WHITE: Colour = (252, 249, 241)

SEA: Colour = (190, 207, 210)
SEA_LINE: Colour = (134, 160, 170)
COAST: Colour = (70, 84, 92)
RIVER: Colour = (112, 146, 162)
RELIEF_INK: Colour = (122, 96, 66)
ROAD: Colour = (74, 60, 48)

#: Watercolour washes of lands, the first for unowned land, and the stronger tone of each along its borders; each game
#: assigns them to its lands.
WASHES: tuple[Colour, ...] = (
    (236, 229, 212),
    (232, 200, 190),
    (203, 210, 228),
    (238, 219, 168),
    (203, 208, 198),
    (232, 212, 186),
    (206, 222, 188),
    (223, 227, 194),
    (228, 200, 212),
    (214, 188, 204),
    (240, 224, 172),
    (222, 202, 170),
    (198, 221, 226),
    (228, 208, 176),
    (222, 216, 206),
    (216, 212, 182),
    (236, 224, 198),
    (240, 222, 196),
    (226, 208, 196),
)
BANDS: tuple[Colour, ...] = (
    (214, 202, 176),
    (204, 146, 134),
    (148, 162, 204),
    (214, 172, 84),
    (146, 154, 150),
    (198, 158, 110),
    (146, 180, 124),
    (172, 182, 118),
    (192, 134, 166),
    (166, 118, 154),
    (216, 176, 84),
    (172, 134, 88),
    (128, 180, 194),
    (196, 148, 106),
    (168, 154, 138),
    (164, 158, 108),
    (204, 178, 128),
    (210, 166, 116),
    (176, 142, 128),
)
#: Bands and emblems of counters; each game assigns them.
EMBLEMS: tuple[Colour, ...] = (
    (52, 86, 150),
    (142, 100, 44),
    (120, 84, 26),
    (62, 104, 58),
    (24, 112, 92),
    (74, 88, 40),
    (122, 58, 108),
    (96, 52, 96),
    (154, 94, 10),
    (40, 118, 160),
    (140, 92, 110),
    (168, 88, 40),
    (158, 60, 48),
    (86, 112, 62),
    (70, 78, 74),
    (104, 112, 128),
    (146, 42, 38),
    (110, 74, 46),
    (126, 96, 66),
)

#: Counter bodies by side: cream and grey.
BODY: tuple[Colour, Colour] = ((250, 243, 226), (212, 214, 206))
#: Side colours for plates, flags, arrows.
SIDE: tuple[Colour, Colour] = ((34, 78, 138), (128, 38, 34))
#: Pale fills of plates and panels by side.
PLATE: tuple[Colour, Colour] = ((205, 222, 242), (242, 212, 202))
#: Background of boxes on panels, and the tones between it and the sides' colours.
PALE: Colour = (246, 240, 226)
TINT: tuple[Colour, Colour] = ((226, 231, 234), (244, 226, 214))
NEUTRAL: Colour = (138, 128, 110)

FONTS: dict[str, str] = {
    "sans": "BarlowCondensed-SemiBold.ttf",
    "sans_bold": "BarlowCondensed-Bold.ttf",
    "sans_medium": "BarlowCondensed-Medium.ttf",
    "serif": "Alegreya-Medium.ttf",
    "serif_bold": "Alegreya-Bold.ttf",
    "serif_italic": "Alegreya-MediumItalic.ttf",
    "title": "OldStandard-Bold.ttf",
    "title_regular": "OldStandard-Regular.ttf",
    "title_italic": "OldStandard-Italic.ttf",
    # For people's names in scripts that the other fonts lack: western Eurasia and its middle, East Asia, Thai.
    "further": "DejaVuSansCondensed-Bold.ttf",
    "east": "WenQuanYiMicroHei.ttf",
    "thai": "NotoSansThai-SemiBold.ttf",
}


@cache
def _font_file(name: str) -> Path:
    """Return the path of a font; one from an archive is extracted for the lifetime of the process."""
    return _KEPT.enter_context(resources.as_file(resources.files("assets").joinpath("fonts", FONTS[name])))


_KEPT = ExitStack()
atexit.register(_KEPT.close)


@cache
def font(name: str, size: float) -> ImageFont.FreeTypeFont:
    """Return a font of the theme by role and size in px; its file is read lazily, since every size caches its own glyphs."""
    return ImageFont.truetype(_font_file(name), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=8192)
def text_width(text: str, name: str, size: float) -> float:
    """Return the width of a text in px."""
    return float(font(name, size).getlength(text))
