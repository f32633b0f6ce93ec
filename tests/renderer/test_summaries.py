"""Turn summaries and ends of games tell what they are given."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from bot.titles.pog.pictures import KINDS
from renderer.kit.scene import Stamp
from renderer.pog import DiceTally, Pile, Status, TurnSummary, VpPoint, draw
from renderer.pog.charts import chance_of
from renderer.pog.pictures import scene_of
from renderer.pog.samples import lively_view, sample_end, sample_summary, setup_view
from tests.renderer.boxes import cut_off, overlaps, smallest

TEXTS = frozenset({"text", "die", "map"})


@pytest.mark.parametrize(
    ("kind", "request_"),
    [("summary", sample_summary()), ("end", sample_end()), ("status", Status(setup_view()))],
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_the_room_that_a_page_keeps_for_a_tall_picture_has_its_shape(kind: str, request_: TurnSummary | Status) -> None:
    scene = scene_of(request_)
    width, height = KINDS[kind].room
    assert height / width == pytest.approx(scene.height / scene.width, rel=0.15)


@pytest.mark.parametrize("faces", [(1, 0, 0, 0, 0, 1), (2, 1, 0, 0, 0, 0), (0, 0, 0, 1, 2, 1)])
def test_the_chance_of_dice_is_counted_exactly(faces: tuple[int, ...]) -> None:
    count, total = sum(faces), sum(f * n for f, n in enumerate(faces, start=1))
    rolls = [sum(r) for r in itertools.product(range(1, 7), repeat=count)]
    share, above = chance_of(faces)
    wanted = [r >= total if above else r <= total for r in rolls]
    assert share == pytest.approx(sum(wanted) / len(wanted))
    assert above == (total >= 3.5 * count)


def test_many_dice_keep_a_sound_chance() -> None:
    share, above = chance_of((60, 60, 60, 60, 60, 60))
    assert above
    assert 0.5 < share < 0.53


def test_a_summary_tells_front_losses_vp_and_plays() -> None:
    scene = scene_of(sample_summary())
    text = " ".join(scene.words())
    for word in (
        "Summer 1915",
        "VP 15 (+1)",
        "Liège",
        "Lemberg",
        "Austria-Hungary",
        "7 (2 off the map)",
        "Blockade, event",
    ):
        assert word in text
    for word in ("VP 14 to 15", "Liège", "Russia 6", "AP 1: Blockade, event"):
        assert word in scene.alt


def test_an_empty_turn_says_so() -> None:
    request = TurnSummary(lively_view(), 2, (VpPoint(0, 10), VpPoint(2, 10)))
    text = " ".join(scene_of(request).words())
    for word in ("No space changed hands.", "No step was lost.", "Nothing was played."):
        assert word in text


def test_the_curve_goes_over_the_turns_of_its_war() -> None:
    """A war of three turns is no corner of one of twenty, and one that begins late has no turns before."""
    for scenario, turns in {"introductory": range(4), "summer_1916": range(9, 21)}.items():
        view = replace(sample_end().view, scenario=scenario)
        curve = (VpPoint(turns[0], 10), VpPoint(turns[-1], 14))
        words = scene_of(replace(sample_end(), view=view, curve=curve)).words()
        scale = words.index("VP over the war") + 1
        assert words[scale : words.index("Combat dice")] == ["0", "5", "10", "15", "20", *map(str, turns)]


def test_the_end_tells_result_curve_losses_and_luck() -> None:
    scene = scene_of(sample_end())
    text = " ".join(scene.words())
    for word in (
        "Allied Powers win",
        "132 dice, sum 482, expected 462",
        "games have dice this good",
        "Russia",
        "Winter",
    ):
        assert word in text
    assert "VP by turn: 0: 10" in scene.alt
    quiet = replace(sample_end(), dice=(DiceTally(0, (0, 0, 0, 0, 0, 0)),), losses=())
    assert "no dice" in " ".join(scene_of(quiet).words())


@pytest.mark.parametrize("dice", [sample_end().dice, ()], ids=["dice", "no dice"])
def test_the_end_is_read_when_it_is_400_px_wide(dice: tuple[DiceTally, ...]) -> None:
    scene = scene_of(replace(sample_end(), dice=dice))
    assert smallest(scene) * 400 / scene.width >= 12
    assert cut_off(scene) == []
    assert overlaps(scene, TEXTS, slack=7) == []
    assert scene.height <= 2.1 * scene.width, "on a phone upright it is seen whole"


@pytest.mark.parametrize("request_", [sample_summary(), Status(lively_view()), Status(setup_view())])
def test_panels_are_read_when_they_are_400_px_wide(request_: TurnSummary) -> None:
    """Upright: 900 px wide, with letters of 12 px on a phone. Figures on counters are those of the sheet's boxes."""
    scene = scene_of(request_)
    sizes = [
        c.key.text_px(scene.scale * c.zoom) for c in scene.commands if isinstance(c, Stamp) and c.kind != "counter"
    ]
    assert scene.width == 900
    assert scene.height > scene.width
    assert min(s for s in sizes if s is not None) * 400 / scene.width >= 12
    assert cut_off(scene) == []
    assert overlaps(scene, TEXTS, slack=7) == []


def test_the_status_tells_tracks_and_boxes() -> None:
    text = " ".join(scene_of(Status(lively_view())).words())
    for word in ("Summer 1915", "VP 12", "Limited War", "OPS 4", "BR 1½", "Reserve", "Blockade", "Brest-Litovsk"):
        assert word in text


@pytest.mark.parametrize(
    "request_", [sample_summary(), sample_end(), Pile(lively_view(), 0), Pile(lively_view(), 1, "removed")]
)
def test_panels_are_whole_and_legible(request_: TurnSummary) -> None:
    scene = scene_of(request_)
    assert cut_off(scene) == []
    assert smallest(scene) >= 14.0
    assert overlaps(scene, TEXTS, slack=7) == []
    assert len(draw(request_).data) <= 400_000


def test_piles_name_their_cards() -> None:
    alt = draw(Pile(lively_view(), 1)).alt
    assert alt.startswith("Discards of the Central Powers:")
