"""The ladder of encodings stays under any sensible limit and is the same every time."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image, ImageChops, ImageStat

from renderer.kit.formats import TooSmall
from renderer.kit.painter import compose
from renderer.pog import Hand, Overview, Picture, Theatre, draw
from renderer.pog.pictures import scene_of
from renderer.pog.samples import lively_view, setup_view


@pytest.mark.parametrize("limit", [1_500_000, 600_000, 300_000, 120_000, 40_000, 9_000])
def test_an_overview_keeps_every_limit(limit: int) -> None:
    picture = draw(Overview(lively_view()), limit)
    assert len(picture.data) <= limit
    with Image.open(BytesIO(picture.data)) as image:
        assert image.size == (picture.width, picture.height)
        assert Image.MIME[image.format or ""] == picture.mime
    assert picture.name.endswith(picture.mime.removeprefix("image/"))


def test_the_whole_map_is_a_webp_where_that_is_shown_else_a_jpeg() -> None:
    """As WebP it has a quarter fewer bytes at the same size, and less of it is lost."""
    scene = scene_of(Overview(lively_view()))
    truth = compose(scene).convert("RGB")
    webp, jpeg = draw(Overview(lively_view())), draw(Overview(lively_view()), webp=False)
    assert (webp.mime, jpeg.mime) == ("image/webp", "image/jpeg")
    assert len(webp.data) <= 0.8 * len(jpeg.data)
    assert webp.width >= jpeg.width
    assert _error(webp, truth) < _error(jpeg, truth)


def _error(picture: Picture, truth: Image.Image) -> float:
    """Mean square by which a picture differs from what was drawn, brought to its size."""
    with Image.open(BytesIO(picture.data)) as image:
        shown = image.convert("RGB")
    wanted = truth.resize(shown.size, Image.Resampling.HAMMING)
    return sum(value * value for value in ImageStat.Stat(ImageChops.difference(shown, wanted)).rms)


def test_smaller_maps_are_the_same_for_every_platform() -> None:
    view = lively_view()
    assert draw(Theatre(view, "west"), webp=False) == draw(Theatre(view, "west"))


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
