"""The ladder of encodings stays under any sensible limit and is the same every time."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from renderer.kit.formats import TooSmall
from renderer.pog import Hand, Overview, Theatre, draw
from renderer.pog.samples import lively_view, setup_view


@pytest.mark.parametrize("limit", [1_500_000, 600_000, 300_000, 120_000, 40_000, 9_000])
def test_an_overview_keeps_every_limit(limit: int) -> None:
    picture = draw(Overview(lively_view()), limit)
    assert len(picture.data) <= limit
    with Image.open(BytesIO(picture.data)) as image:
        assert image.size == (picture.width, picture.height)
        assert Image.MIME[image.format or ""] == picture.mime
    assert picture.name.endswith(picture.mime.removeprefix("image/"))


def test_a_generous_limit_changes_nothing() -> None:
    view = lively_view()
    assert draw(Theatre(view, "west"), 25_000_000) == draw(Theatre(view, "west"))


def test_the_ladder_gives_the_same_bytes_twice() -> None:
    from renderer.kit.painter import paint
    from renderer.pog.pictures import scene_of

    scene = scene_of(Hand(setup_view("campaign", 0)))
    assert paint([scene], 12_000) == paint([scene], 12_000)


def test_an_absurd_limit_is_refused_in_a_sentence() -> None:
    with pytest.raises(TooSmall, match="the limit is 50"):
        draw(Overview(lively_view()), 50)
