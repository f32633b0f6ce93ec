"""The pictures of a war under way at its start: the position as its file has it, and nothing covers anything."""

from __future__ import annotations

import pytest

from engine.pog.view import GameView
from engine.pog.viewing import view_of
from renderer.kit.scene import Stamp
from renderer.kit.text import TextKey
from renderer.pog import Overview, PictureRequest, Status, Theatre, draw
from renderer.pog.pictures import scene_of
from tests.renderer.boxes import cut_off, overlaps
from tests.renderer.test_board import every_view
from tests.support.random_play import new_game


@pytest.fixture(scope="module")
def view() -> GameView:
    return view_of(new_game("summer 1916", 1), None)


def test_nothing_overlaps(view: GameView) -> None:
    for request in [*every_view(view), Status(view)]:
        scene = scene_of(request)
        assert overlaps(scene) == [], scene.name
        assert cut_off(scene) == [], scene.name


@pytest.mark.parametrize(
    ("theatre", "told"),
    [
        ("", ("Summer 1916 · Turn 10 · Replacements. VP 10. War status: 13 Allied, 11 Central Powers, 24 combined",)),
        ("west", ("Sedan (Central Powers): German 3rd Army, German 12th Army, level 2 Central Powers trench",)),
        ("east", ("Warsaw (Central Powers): German corps (reduced), fort destroyed",)),
        ("balkans", ("MEF 1 (Allied): British MEF Army, Australian corps", "Athens (neutral): Greek corps")),
        ("near_east", ("Erzerum (Central Powers): Turkish corps (reduced), Turkish corps, Bulgarian corps (reduced)",)),
    ],
)
def test_maps_show_the_position(view: GameView, theatre: str, told: tuple[str, ...]) -> None:
    request: PictureRequest = Theatre(view, theatre) if theatre else Overview(view)
    alt = draw(request).alt
    for words in told:
        assert words in alt


def test_the_tracks_show_the_turn_the_points_and_the_boxes(view: GameView) -> None:
    """What lies under a marker has another ground than the rest of its track."""
    texts = [
        stamp.key for stamp in scene_of(Status(view)).commands if isinstance(stamp, Stamp) and stamp.kind == "text"
    ]
    keys = [key for key in texts if isinstance(key, TextKey)]
    marked = next(key.ground for key in keys if key.text == "Neutral")
    lit = [key.text for key in keys if key.ground == marked]
    assert lit.count("10") == 2, "turn 10 and 10 VP"
    assert {"none", "Neutral"} <= set(lit)
    assert "Summer 1916" in {key.text for key in keys}
    assert not {"Aug", "Telegram", "11", "9", "FR", "AH"} & set(lit)
    assert "Allied reserve: 3 French corps, 2 British corps" in draw(Status(view)).alt
