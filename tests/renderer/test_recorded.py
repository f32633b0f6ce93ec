"""Three hundred positions of recorded games: nothing covers anything, nothing is cut off, close-ups are legible."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.pog.view import GameView
from renderer.kit.scene import Scene, Stamp
from renderer.pog import (
    CloseUp,
    Control,
    Front,
    Overview,
    PictureRequest,
    SpaceClose,
    Status,
    Supply,
    Theatre,
    Threats,
    draw,
    replay,
)
from renderer.pog.pictures import limit_of, scene_of, scenes_of
from tests.lanes import Share
from tests.renderer.boxes import BOARD, cut_off, overlaps
from tests.renderer.recorded import TRACES, action_in, replayed

#: Positions taken from each game.
EACH = 13
THEATRES = ("west", "east", "italy", "balkans", "near_east")
#: Pictures of one position.
EVERY_KIND = 10
#: On the board, with the labels of lines and of odds.
LAID_OUT = BOARD | {"link", "odds"}
#: In panels; lines of one paragraph share the room of their ascenders.
PANELS = frozenset({"text", "legend"})


def legible(scene: Scene) -> list[str]:
    """Stamps whose text is smaller than 14 px."""
    stamps = [c for c in scene.commands if isinstance(c, Stamp)]
    return [f"{c.kind} of {c.about}" for c in stamps if (c.key.text_px(scene.scale * c.zoom) or 14.0) < 14.0]


def pictures(views: list[GameView]) -> Iterator[PictureRequest]:
    """Every view of every position; one overlay for each, in turn."""
    for number, view in enumerate(views):
        area = THEATRES[number % 5]
        yield Overview(view)
        yield from (Theatre(view, name) for name in THEATRES)
        marks, texts = action_in(view, number)
        yield CloseUp(view, marks, texts)
        yield SpaceClose(view, marks.focus[0])
        yield Status(view)
        overlays = (
            Supply(view, 0, area),
            Supply(view, 1),
            Control(view, area),
            Front(view, views[max(0, number - 1)], area),
            Threats(view, number % 2, area),
        )
        yield overlays[number % 5]


def test_there_are_three_hundred_positions() -> None:
    assert len(TRACES) * EACH >= 300


@pytest.mark.sweep(fixed=["pog_06210"])
@pytest.mark.parametrize("path", TRACES, ids=lambda p: p.name.split(".")[0])
def test_no_position_of_a_recorded_game_crowds_a_picture(path: Path) -> None:
    kept = replayed(path, EACH).kept
    assert len(kept) >= EACH
    for request in pictures([kept[i * len(kept) // EACH] for i in range(EACH)]):
        scene = scene_of(request)
        where = f"{type(request).__name__} {scene.name} of turn {request.view.turn}"  # type: ignore[union-attr]
        assert overlaps(scene, LAID_OUT) == [], where
        assert overlaps(scene, PANELS, slack=7) == [], where
        assert cut_off(scene) == [], where
        if isinstance(request, (CloseUp, SpaceClose)):
            assert legible(scene) == [], where


def test_a_whole_recorded_campaign_is_a_small_replay() -> None:
    path = next(p for p in TRACES if p.name.startswith("pog_00991"))
    turns = replayed(path).turns
    assert len(turns) == 20
    frames = [(view, f"Turn {turn}") for turn, view in sorted(turns.items())]
    for kind in ("webp", "gif"):
        (picture,) = replay(frames, kind)
        assert len(picture.data) < 8_000_000
        assert picture.width == 1000
    stills = replay(frames, "stills")
    assert len(stills) == 20
    assert sum(len(s.data) for s in stills) < 8_000_000


def test_pictures_of_a_crowded_war_keep_their_limits(share: Share) -> None:
    path = next(p for p in TRACES if p.name.startswith("pog_00714"))
    requests = list(pictures(replayed(path, 6).kept[::2]))
    for number in share(range(len(requests)), fixed=range(EVERY_KIND)):
        request = requests[number]
        assert len(draw(request).data) <= limit_of(scenes_of(request))
