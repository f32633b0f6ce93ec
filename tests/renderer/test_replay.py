"""Replays: one picture for many positions, under the limit, in order."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from engine.pog.view import GameView
from renderer.kit.formats import TooSmall
from renderer.kit.painter import compose
from renderer.kit.palette import index_of
from renderer.kit.scene import Scene, Stamp, Territory
from renderer.kit.theme import SIDE
from renderer.pog import replay
from renderer.pog.animation import CAMPAIGN, _scenes
from renderer.pog.samples import campaign_frames, setup_view


@pytest.mark.parametrize("kind", ["webp", "gif"])
def test_an_animation_has_every_frame(kind: str) -> None:
    heard: list[int] = []
    (picture,) = replay(campaign_frames(), kind, progress=heard.append)
    with Image.open(BytesIO(picture.data)) as image:
        assert getattr(image, "n_frames", 1) == 8
        assert image.size == (picture.width, picture.height)
    assert heard == list(range(1, 9))
    assert picture.mime == f"image/{kind}"
    assert "August 1914" in picture.alt


def test_stills_are_numbered_and_captioned() -> None:
    stills = replay(campaign_frames()[:3], "stills", "east")
    assert [s.name for s in stills] == ["replay_001.png", "replay_002.png", "replay_003.png"]
    assert stills[1].alt.startswith("2. September 1914")
    assert len({s.data for s in stills}) == 3


def test_the_same_frames_give_the_same_bytes() -> None:
    assert replay(campaign_frames()[:2], "gif") == replay(campaign_frames()[:2], "gif")


def test_a_small_limit_is_kept_or_refused() -> None:
    (small,) = replay(campaign_frames(), "webp", limit_bytes=60_000)
    assert len(small.data) <= 60_000
    with pytest.raises(TooSmall, match="the limit is 100"):
        replay(campaign_frames()[:2], "gif", limit_bytes=100)


def test_nothing_to_show_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one position"):
        replay([], "webp")
    with pytest.raises(ValueError, match="webp, gif, stills"):
        replay(campaign_frames(), "mpeg")


def marched(view: GameView, unit: str, goal: str) -> GameView:
    """The position after a unit took a space."""
    content = view.content
    number, there = content.unit_by_name[unit], content.space_by_name[goal]
    one = next(each for state in view.spaces for each in state.units if each.unit == number)
    spaces = [replace(s, units=tuple(each for each in s.units if each.unit != number)) for s in view.spaces]
    spaces[there] = replace(spaces[there], units=(one,), control=content.units[number].side)
    return replace(view, spaces=tuple(spaces))


def about(scene: Scene, kind: str) -> list[str]:
    return [c.about for c in scene.commands if isinstance(c, Stamp) and c.kind == kind]


def test_units_are_seen_on_their_way_and_ground_that_they_took() -> None:
    before = setup_view("campaign")
    after = marched(before, "ge_1_army", "brussels")
    going, there = _scenes(before, after, "Central Powers: operations", CAMPAIGN)
    assert about(going, "arrow") == ["move"]
    assert about(going, "blob").count("brussels") == about(before_of(before), "blob").count("brussels") + 1
    assert "aachen" not in about(going, "blob")
    assert about(there, "arrow") == []
    won = next(c for c in there.commands if isinstance(c, Territory) and c.kind == "won")
    assert [s for s, side in enumerate(won.owners) if side >= 0] == [before.content.space_by_name["brussels"]]
    (picture,) = replay([(before, "1"), (after, "2"), (after, "3")])
    with Image.open(BytesIO(picture.data)) as image:
        assert getattr(image, "n_frames", 1) == 4, "one more, in which the army marches"


def before_of(view: GameView) -> Scene:
    return _scenes(None, view, "", CAMPAIGN)[-1]


def test_in_a_theatre_arrows_tell_who_went_where() -> None:
    before = setup_view("campaign")
    (scene,) = _scenes(before, marched(before, "ge_1_army", "brussels"), "2", "west")
    assert about(scene, "arrow") == ["move"]


@pytest.mark.parametrize("area", [CAMPAIGN, "west", "east"])
def test_every_frame_has_a_caption_that_is_read_on_a_phone(area: str) -> None:
    caption = "Central Powers: Treaty of Brest Litovsk (CP 45), strategic redeployment"
    scene = _scenes(None, setup_view("campaign"), caption, area)[-1]
    stamps = [c for c in scene.commands if isinstance(c, Stamp) and c.kind == "caption"]
    assert stamps[0].about.startswith("Central Powers: Treaty of Brest Litovsk")
    assert min(c.key.text_px(scene.scale) or 99 for c in stamps) * 400 / scene.width >= 10.9
    assert all(c.x >= 0 and c.box[2] <= scene.width for c in stamps)


def test_controlled_areas_are_outlined() -> None:
    kinds = [c.kind for c in before_of(setup_view("campaign")).commands if isinstance(c, Territory)]
    assert kinds == ["tint", "rim", "front"]
    scene = before_of(setup_view("campaign"))
    bare = replace(
        scene, commands=tuple(c for c in scene.commands if not (isinstance(c, Territory) and c.kind == "rim"))
    )
    for side in (0, 1):
        ink = index_of(SIDE[side])
        assert compose(scene).histogram()[ink] > 1.3 * compose(bare).histogram()[ink]
