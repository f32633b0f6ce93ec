"""Replays: one picture for many positions, under the limit, in order."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from engine.pog.view import GameView
from engine.pog.viewing import view_of
from renderer.kit.formats import TooSmall
from renderer.pog import replay
from renderer.pog.samples import campaign_frames
from tests.support.random_play import new_game, steps


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


def test_a_whole_campaign_turn_by_turn_is_small() -> None:
    game = new_game("historical", 3)
    frames: list[tuple[GameView, str]] = []
    for _ in steps(game, 3, turns=20):
        if len(frames) < game.state.turn:
            frames.append((view_of(game, None), f"Turn {game.state.turn}"))
    assert len(frames) >= 5
    for kind in ("webp", "gif"):
        (picture,) = replay((frames * 20)[:20], kind)
        assert len(picture.data) < 8_000_000
        assert picture.width == 1000


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
