"""What pictures of an action and of a front show is legible where a phone shows them 368 px wide, in a page of 400."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.titles.pog.pictures import KINDS
from engine.pog.view import ActionMarks, GameView
from renderer.pog import CloseUp, Control, Front, PictureRequest, SpaceClose, Supply, Threats
from renderer.pog.framing import LOWEST, NARROWEST
from renderer.pog.layout import load_layout
from renderer.pog.pictures import scene_of
from tests.renderer.recorded import TRACES, action_in, replayed

#: Px of the page for a picture, of the smallest name in its own picture, and what such a name is read at.
PAGE, NAME, READ = 368, 14, 8


def _far_apart(view: GameView, marks: ActionMarks) -> bool:
    """True if the spaces of an action do not fit into the usual window together."""
    layout = load_layout(view.content)
    spaces = {*marks.focus, *(at for _, path in marks.moves for at in path), *(at for _, at in marks.attacks)}
    spaces |= {at for group, _ in marks.attacks for at in group}
    xs, ys = zip(*(layout.spaces[at] for at in spaces if at in layout.spaces), strict=True)
    return bool(max(xs) - min(xs) > NARROWEST / 2 or max(ys) - min(ys) > LOWEST / 2)


@pytest.mark.sweep(fixed=["pog_06210"])
@pytest.mark.parametrize("path", TRACES, ids=lambda p: p.name.split(".")[0])
def test_names_are_read_in_a_narrow_page(path: Path) -> None:
    views = replayed(path, 6).kept
    for number, view in enumerate(views):
        marks, texts = action_in(view, number)
        requests: list[PictureRequest] = [
            CloseUp(view, marks, texts),
            SpaceClose(view, marks.focus[0]),
            Front(view, views[max(0, number - 1)], "west"),
            Control(view, "east"),
            Supply(view, 0, "west"),
            Threats(view, number % 2, "east"),
        ]
        for request in requests:
            scene = scene_of(request)
            if isinstance(request, CloseUp) and _far_apart(view, marks):
                continue  # an action that needs more room gets it
            assert NAME * PAGE / scene.width >= READ, (number, type(request).__name__, scene.width)


def test_the_room_that_a_page_keeps_has_the_shape_of_the_picture() -> None:
    """Else a picture higher than its room is made narrower, so that nothing below it moves."""
    view = replayed(TRACES[0], 6).kept[3]
    marks, _ = action_in(view, 3)
    for kind, request in (
        ("closeup", CloseUp(view, marks)), ("front", Front(view, view, "west")), ("control", Control(view, "east")),
    ):  # fmt: skip
        scene, (wide, high) = scene_of(request), KINDS[kind].room
        assert abs((scene.width / scene.height) / (wide / high) - 1) < 0.15, kind
