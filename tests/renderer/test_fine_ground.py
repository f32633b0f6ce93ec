"""Ground for fine screens is engraved for them, and not the usual one enlarged; it is the same map."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops, ImageFilter, ImageStat

from engine.pog.content import load_content
from renderer.kit.palette import palette_image
from renderer.pog.board import BOARD, FINE, board_of, sheet
from renderer.pog.layout import load_layout

#: Part of the map with roads, hills, a river and borders, in map units.
PART = (1000, 1100, 1400, 1400)


def _edges(picture: Image.Image) -> float:
    """How sharp the lines of a picture are."""
    return float(ImageStat.Stat(picture.convert("L").filter(ImageFilter.FIND_EDGES)).rms[0])


@pytest.mark.parametrize("scale", [1.25, 1.36, FINE, 1.7, 2.0])
def test_ground_finer_than_usual_is_sharper_than_the_usual_one_enlarged(scale: float) -> None:
    """At every scale at which pages draw theatres and the whole map finer."""
    left, top, right, bottom = (round(side * scale) for side in PART)
    fine = BOARD.piece(scale, (left, top, right, bottom))
    usual = sheet(1.0).crop(PART).convert("RGB").resize(fine.size, Image.Resampling.BICUBIC)
    enlarged = usual.quantize(palette=palette_image(), dither=Image.Dither.NONE)
    assert fine.size == (right - left, bottom - top)
    assert _edges(fine) > 1.08 * _edges(enlarged)


def test_the_fine_map_is_the_same_map() -> None:
    """Brought to the usual scale it hardly differs: engraved from the same shapes, with the same palette."""
    usual = sheet(1.0).convert("RGB")
    reduced = sheet(FINE).convert("RGB").resize(usual.size, Image.Resampling.LANCZOS)
    assert ImageStat.Stat(ImageChops.difference(usual, reduced).convert("L")).mean[0] < 3.0


def test_a_variant_has_fine_ground_without_the_lines_that_it_lacks() -> None:
    """The road from Trent to Verona is gone at the finest scale as well, and only that."""
    laid = load_layout(load_content(ruleset="banquet"))
    board, (curve,) = board_of(laid), laid.erased
    changed = ImageChops.difference(sheet(FINE).convert("RGB"), board.sheet(FINE).convert("RGB")).convert("L")
    x, y = curve[len(curve) // 2]
    assert changed.getpixel((round(x * FINE), round(y * FINE)))
    box, room = changed.getbbox(), 6 * FINE
    assert box is not None
    assert box[0] >= min(x for x, _ in curve) * FINE - room
    assert box[3] <= max(y for _, y in curve) * FINE + room
