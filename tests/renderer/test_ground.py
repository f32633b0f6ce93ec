"""Where things stand in a picture is where the picture shows them."""

from __future__ import annotations

import pytest

from engine.pog.content import load_content
from engine.pog.view import ActionMarks
from renderer.kit.hit_areas import Ground
from renderer.kit.scene import Scene, Stamp
from renderer.pog import DENSITIES, CloseUp, Hand, Overview, Theatre, draw
from renderer.pog.hit_areas import close_up_ground, hand_ground, sheet_ground, theatre_ground
from renderer.pog.maps import UnknownTheatre
from renderer.pog.pictures import scene_of
from renderer.pog.samples import opening_marks, setup_view


def stacks(scene: Scene) -> dict[str, tuple[float, float]]:
    """The middle of each stack of counters in a scene, by the name of its space."""
    boxes: dict[str, list[Stamp]] = {}
    for command in scene.commands:
        if isinstance(command, Stamp) and command.kind == "counter":
            boxes.setdefault(command.about, []).append(command)
    return {
        name: (
            (min(s.box[0] for s in found) + max(s.box[2] for s in found)) / 2,
            (found[0].box[1] + found[0].box[3]) / 2,
        )
        for name, found in boxes.items()
    }


def check(ground: Ground, scene: Scene) -> None:
    assert (ground.width, ground.height) == (scene.width, scene.height)
    names = {space.id: space.name for space in load_content().spaces}
    places = {names[int(space)]: (x, y) for space, x, y in ground.points}
    found = {name: middle for name, middle in stacks(scene).items() if name in places}
    assert len(found) > 5
    for name, (x, y) in found.items():
        assert abs(places[name][0] - x) <= 2, name
        assert abs(places[name][1] - y) <= 2, name


@pytest.mark.parametrize("name", ["west", "east", "italy", "balkans", "near_east"])
def test_stacks_of_a_theatre(name: str) -> None:
    check(theatre_ground(load_content(), name), scene_of(Theatre(setup_view(), name)))


def test_stacks_of_a_close_up() -> None:
    check(close_up_ground(load_content(), opening_marks()), scene_of(CloseUp(setup_view(), opening_marks())))


def test_cards_of_a_hand() -> None:
    view = setup_view(viewer=1)
    scene, cards = scene_of(Hand(view)), view.sides[1].hand or ()
    ground = hand_ground(cards)
    assert (ground.width, ground.height) == (scene.width, scene.height)
    shapes = [c for c in scene.commands if isinstance(c, Stamp) and c.kind == "card" and c.height > 250]
    whole = [shape for shape in shapes if shape.height == max(each.height for each in shapes)]
    assert len(whole) == len(cards)
    for (_, left, top, width, height), shape in zip(ground.boxes, whole, strict=True):
        assert abs(left - shape.x) <= 2
        assert abs(top - shape.y) <= 2
        assert abs(width - shape.width) <= 3
        assert abs(height - shape.height) <= 3


def test_arrows_on_a_theatre_are_those_that_it_shows() -> None:
    def arrows(name: str, marks: ActionMarks) -> int:
        return sum(
            isinstance(c, Stamp) and c.kind == "arrow" for c in scene_of(Theatre(setup_view(), name, marks)).commands
        )

    assert arrows("west", ActionMarks()) == 0
    assert arrows("west", opening_marks()) > 0
    assert arrows("near_east", opening_marks()) == 0
    with pytest.raises(UnknownTheatre):
        theatre_ground(load_content(), "moon")


def test_stacks_of_the_whole_map() -> None:
    check(sheet_ground(load_content()), scene_of(Overview(setup_view())))


def check_finer(fine: Scene, usual: Scene, density: float) -> None:
    """Everything stands in the same place, in more px."""
    assert (fine.width, fine.height) == pytest.approx((usual.width * density, usual.height * density), abs=2)
    assert fine.alt == usual.alt
    found, known = stacks(fine), stacks(usual)
    assert found.keys() == known.keys()
    for space, (x, y) in known.items():
        assert found[space] == pytest.approx((x * density, y * density), abs=3), space


@pytest.mark.parametrize("name", ["west", "east", "near_east"])
def test_a_finer_theatre_is_the_same_with_more_px(name: str) -> None:
    usual = scene_of(Theatre(setup_view(), name))
    for density in DENSITIES:
        fine = scene_of(Theatre(setup_view(), name, density=density))
        check_finer(fine, usual, density)
        picture = draw(Theatre(setup_view(), name, density=density))
        assert (picture.width, picture.height) == (fine.width, fine.height)
        assert picture.mime == "image/png"


def test_the_whole_map_has_finer_forms_with_all_that_it_shows() -> None:
    usual = scene_of(Overview(setup_view()))
    for density in DENSITIES:
        fine = scene_of(Overview(setup_view(), density=density))
        check_finer(fine, usual, density)
    picture = draw(Overview(setup_view(), density=DENSITIES[0]))
    assert (picture.width, picture.mime) == (4240, "image/png")


def test_lettering_has_room_for_what_is_below_a_space() -> None:
    ground, scene = theatre_ground(load_content(), "west"), scene_of(Theatre(setup_view(), "west"))
    names = {space.id: space.name for space in load_content().spaces}
    rooms = {
        names[int(space)]: (x - wide / 2, y + ground.under, x + wide / 2, y + ground.under + high)
        for (space, x, y), (wide, high) in zip(ground.points, ground.lettering, strict=True)
    }
    written = [one for one in scene.commands if isinstance(one, Stamp) and one.kind in {"name", "signs"}]
    assert len(written) > 60
    for one in written:
        left, top, right, bottom = rooms[one.about]
        outside = max(left - one.box[0], top - one.box[1], one.box[2] - right, one.box[3] - bottom)
        assert outside <= 1, one.about
