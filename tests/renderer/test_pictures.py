"""Sizes, bytes, sameness and legibility of finished pictures."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from io import BytesIO

import pytest
from PIL import Image

from engine.pog.content import load_content
from renderer.pog import (
    Battle,
    CardFace,
    CloseUp,
    Hand,
    Overview,
    Picture,
    PictureRequest,
    SpaceClose,
    Status,
    Supply,
    Theatre,
    draw,
    timed_draw,
)
from renderer.pog.maps import UnknownTheatre
from renderer.pog.pictures import scene_of
from renderer.pog.samples import crowded_view, lively_view, opening_marks, sample_battles, setup_view
from tests.lanes import Share
from tests.renderer.boxes import smallest

THEATRES = ("west", "east", "italy", "balkans", "near_east")


WHOLE_MAP = 500_000


def check(picture: Picture, width: int, height: int, size: int) -> None:
    assert picture.width <= width
    assert picture.height <= height
    assert len(picture.data) <= size
    with Image.open(BytesIO(picture.data)) as image:
        assert image.size == (picture.width, picture.height)
    # The whole map is too large for its inks: it comes smaller, as a WebP.
    whole = size == WHOLE_MAP
    assert picture.mime == ("image/webp" if whole else "image/png")
    assert picture.alt.strip()
    assert picture.name.endswith(".webp" if whole else ".png")


@pytest.mark.parametrize("make", [setup_view, lively_view, crowded_view])
def test_limits(make: object) -> None:
    assert callable(make)
    view = make()
    check(draw(Overview(view)), 3000, 3000, WHOLE_MAP)
    check(draw(Supply(view, 1)), 3000, 3000, WHOLE_MAP)
    check(draw(Status(view)), 900, 4000, 400_000)
    for name in THEATRES:
        check(draw(Theatre(view, name)), 1600, 1200, 400_000)
    for name in ("verdun", "constantinople", "petrograd", "basra", "london", "larisa"):
        check(draw(SpaceClose(view, load_content().space_by_name[name])), 900, 700, 150_000)
    check(draw(CloseUp(view, opening_marks())), 900, 700, 150_000)


def test_limits_of_close_ups_everywhere(share: Share) -> None:
    view = crowded_view()
    for space in share((space for space in load_content().spaces if space.kind == "map"), key=lambda space: space.name):
        check(draw(SpaceClose(view, space.id)), 900, 700, 150_000)


def test_text_of_close_ups_is_at_least_14_px() -> None:
    for view in (setup_view(), crowded_view()):
        for space in load_content().spaces:
            if space.kind == "map":
                assert smallest(scene_of(SpaceClose(view, space.id))) >= 14.0, space.name
        assert smallest(scene_of(CloseUp(view, opening_marks()))) >= 14.0


def test_text_of_hands_and_battles_is_at_least_14_px() -> None:
    for side in (0, 1):
        view = setup_view("campaign", side)
        assert smallest(scene_of(Hand(view))) >= 14.0
    for battle in sample_battles():
        assert smallest(scene_of(Battle(setup_view(), battle))) >= 14.0


def requests() -> list[PictureRequest]:
    lively, own = lively_view(), setup_view("campaign", 1)
    return [
        Overview(lively),
        Theatre(lively, "west"),
        CloseUp(lively, opening_marks()),
        Status(lively),
        Hand(own, (own.sides[1].hand or ())[:2]),
        CardFace(load_content(), 3),
        Battle(lively, sample_battles()[0]),
    ]


def test_the_same_view_gives_the_same_bytes_from_any_thread() -> None:
    once = [draw(r) for r in requests()]
    with ThreadPoolExecutor(4) as pool:
        again = list(pool.map(draw, requests() * 3))
    assert again == once * 3


def test_timed_draw_tells_both_times() -> None:
    picture, compose_ms, encode_ms = timed_draw(Theatre(setup_view(), "italy"))
    assert picture == draw(Theatre(setup_view(), "italy"))
    assert compose_ms > 0
    assert encode_ms > 0


def test_an_unknown_theatre_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UnknownTheatre, match="west, east, italy, balkans, near_east"):
        draw(Theatre(setup_view(), "pacific"))


def test_pictures_of_different_positions_differ() -> None:
    a, b = draw(Theatre(setup_view(), "west")), draw(Theatre(lively_view(), "west"))
    assert a.data != b.data
    assert a.alt != b.alt
