"""Lines that a ruleset takes off the map: their ground is seen, and nothing else of the sheet changes."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops

from engine.pog import view_of
from engine.pog.content import load_content
from engine.pog.content.records import CP
from renderer.kit.painter import compose
from renderer.pog import maps
from renderer.pog.board import BOARD, board_of
from renderer.pog.campaign import campaign_map
from renderer.pog.layout import SCALES, Layout, load_layout
from tests.rulesets.banquet.support import banquet
from tests.support.table import Table


def _layouts() -> tuple[Layout, Layout]:
    return load_layout(load_content()), load_layout(load_content(ruleset="banquet"))


def _changed(scale: float) -> Image.Image:
    """Where the two sheets differ."""
    printed, laid = (board_of(layout).sheet(scale).convert("RGB") for layout in _layouts())
    return ImageChops.difference(printed, laid).convert("L")


def test_the_printed_map_is_not_patched() -> None:
    """Games with every line of the sheet share the one that is shipped."""
    printed, laid = _layouts()
    assert board_of(printed) is BOARD
    assert board_of(laid) is board_of(laid) is not BOARD
    assert printed.erased == ()
    assert len(laid.erased) == 1


@pytest.mark.parametrize("scale", sorted(SCALES.values()))
def test_the_line_from_trent_to_verona_is_gone_and_only_that(scale: float) -> None:
    """All that differs lies about the line, and half way along it no road is left."""
    _, laid = _layouts()
    (curve,) = laid.erased
    changed = _changed(scale)
    box = changed.getbbox()
    assert box is not None
    left, top, right, foot = box
    room = 6 * scale
    assert left >= min(x for x, _ in curve) * scale - room
    assert right <= max(x for x, _ in curve) * scale + room
    assert top >= min(y for _, y in curve) * scale - room
    assert foot <= max(y for _, y in curve) * scale + room
    x, y = curve[len(curve) // 2]
    assert changed.getpixel((round(x * scale), round(y * scale)))


def test_the_other_lines_of_both_ends_stay() -> None:
    """Where they are drawn nothing differs, half way along each."""
    printed, laid = _layouts()
    ends = {space.id for space in printed.records if space.name in ("trent", "verona")}
    changed = _changed(1.0)
    others = [link for link in laid.links if ends & {link.a, link.b}]
    assert len(others) >= 4
    for link in others:
        x, y = link.curve[len(link.curve) // 2]
        assert not changed.getpixel((round(x), round(y)))


def _theatre(table: Table) -> Image.Image:
    return compose(maps.theatre(view_of(table.game, None), "italy")).convert("RGB")


def test_a_picture_of_the_game_shows_it() -> None:
    """The theatre of Italy with and without the line, ground of the sides laid on both."""
    shown = [
        _theatre(table.at_war("it").put("trent", "ah_5_army").operate(CP)) for table in (Table("historical"), banquet())
    ]
    box = ImageChops.difference(*shown).getbbox()
    assert box is not None
    area = _layouts()[1].theatres["italy"]
    (curve,) = _layouts()[1].erased
    middle_x, middle_y = curve[len(curve) // 2]
    x, y = (middle_x - area.rect[0]) * area.scale, (middle_y - area.rect[1]) * area.scale
    assert box[0] <= x <= box[2]
    assert box[1] <= y <= box[3]


def test_ground_by_holder_is_laid_on_the_own_board() -> None:
    """A campaign map of either war, drawn after the other, keeps its own lines."""
    views = [view_of(table.at_war("it").operate(CP).game, None) for table in (Table("historical"), banquet())]
    first = [compose(campaign_map(view, "x", 1400)).convert("RGB") for view in views]
    again = [compose(campaign_map(view, "x", 1400)).convert("RGB") for view in reversed(views)][::-1]
    for one, other in zip(first, again, strict=True):
        assert ImageChops.difference(one, other).getbbox() is None
    assert ImageChops.difference(*first).getbbox() is not None
