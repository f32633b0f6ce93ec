"""Signs on the maps of Liège 1914 keep clear of each other: stacks of any size, wedges, crosses and lines of fire beside forts."""

from __future__ import annotations

import math

import pytest

from engine.core.bits import members
from engine.liege.facts import MAPS, facts
from engine.liege.grid import SIDES
from renderer.kit import theme
from renderer.kit.scene import Stamp
from renderer.liege.art.counter import HIGH, WIDE, wedge
from renderer.liege.art.signs import FortKey
from renderer.liege.layout import CLOSE, WHOLE, layout
from renderer.liege.stacks import stack_shape, stack_slots
from renderer.liege.words import words
from tests.renderer.liege.map_scenes import REQUESTS, every, scene_of


def letters_of(code: str, middle: tuple[float, float]) -> list[tuple[float, float]]:
    """Points on the letters of a fort's sign: their middles, corners and edges."""
    left, top, right, foot = theme.font("sans_bold", 16.0).getbbox(code, anchor="mm")
    across, down = (left, (left + right) / 2, right), (top, (top + foot) / 2, foot)
    return [(middle[0] + x, middle[1] + 3.0 + y) for x in across for y in down]


def covers(shape: list[tuple[float, float]], point: tuple[float, float]) -> bool:
    """Whether a triangle has a point in it."""
    turns = []
    for number, (ax, ay) in enumerate(shape):
        bx, by = shape[(number + 1) % 3]
        turns.append((bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax) > 0)
    return len(set(turns)) == 1


@pytest.mark.parametrize("high", [CLOSE, WHOLE])
@pytest.mark.parametrize("place", ["", "maubeuge"])
def test_nothing_of_a_stack_of_any_size_covers_the_letters_of_a_fort(place: str, high: float) -> None:
    """Neither the body of a counter nor the wedge of any facing."""
    plan, tried = layout(facts(place), high), 0
    for hex_ in members(plan.facts.camp):
        across, down = stack_shape(plan, hex_)
        for count in range(1, across * down + 1):
            for x, y in stack_slots(plan, hex_, count):
                for fort, (fx, fy) in enumerate(plan.forts):
                    letters = letters_of(words().code(plan.facts, fort), (fx, fy))
                    body = [one for one in letters if abs(one[0] - x) < WIDE / 2 and abs(one[1] - y) < HIGH / 2]
                    assert body == [], (plan.facts.grid.names[hex_], count, plan.facts.forts[fort].name)
                    for facing in range(6):
                        shape, tried = wedge(facing, x, y), tried + 1
                        hidden = [one for one in letters if covers(shape, one)]
                        assert hidden == [], (plan.facts.grid.names[hex_], SIDES[facing], plan.facts.forts[fort].name)
    assert tried > 60


def test_a_wedge_covers_no_mark_of_its_counter() -> None:
    """Marks are at the lower corners: what the unit has done on the right, its supply on the left."""
    for facing in range(6):
        for corner in (-WIDE / 2 + 1.5, WIDE / 2 - 1.5):
            assert math.dist(wedge(facing, 0.0, 0.0)[0], (corner, HIGH / 2 - 1.5)) > 8


def test_the_letters_of_a_fallen_fort_are_read_over_its_cross() -> None:
    """No red is next to their ink, and the ground is light where that of one that fires is dark."""
    for code in sorted({words().code(facts(place), fort) for place in MAPS for fort in range(len(facts(place).forts))}):
        for large in (True, False):
            sign = FortKey(code, False, large).paint(2.0).convert("RGB")
            box = [(x, y) for x in range(22, 58) for y in range(30, 56)]
            ink = {at for at in box if sum(sign.getpixel(at)) < 200}  # type: ignore[arg-type]  # three numbers
            assert len(ink) > 60
            red = {at for at in box if _is_red(sign.getpixel(at))}  # type: ignore[arg-type]  # as above
            assert [at for at in ink if (at[0] + 1, at[1]) in red or (at[0] - 1, at[1]) in red] == [], code
            fires = FortKey(code, True, large).paint(2.0).convert("RGB")
            usual = [max((seen := [one.getpixel(at) for at in box]), key=seen.count) for one in (sign, fires)]
            assert usual == [theme.WHITE, theme.INK], "light where one that fires is dark"


def _is_red(pixel: tuple[int, int, int]) -> bool:
    return pixel[0] > 110 and pixel[0] > 1.6 * pixel[1]


@every
def test_lines_of_fire_are_under_the_signs_of_forts(name: str) -> None:
    kinds = [one.kind for one in scene_of(REQUESTS[name]).commands if isinstance(one, Stamp)]
    if "fire" in kinds:
        assert len(kinds) - 1 - kinds[::-1].index("fire") < kinds.index("fort")
    assert ("fire" in kinds) == (name == "camp")
