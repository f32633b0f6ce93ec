"""Nothing on the board covers anything else, in any view, at set-up and at its worst."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.pog.content import load_content
from engine.pog.view import ActionMarks, GameView, UnitView
from renderer.kit.scene import Fill, Stamp
from renderer.pog import CloseUp, Overview, PictureRequest, SpaceClose, Supply, Theatre
from renderer.pog.art.arrows import ArrowKey
from renderer.pog.framing import on_fronts
from renderer.pog.layout import load_layout as layout_of
from renderer.pog.pictures import scene_of
from renderer.pog.samples import crowded_view, lively_view, opening_marks, setup_view
from tests.renderer.boxes import cut_off, overlaps
from tests.renderer.facts import load_layout

SCENARIOS = ("introductory", "limited_war", "campaign", "historical")
THEATRES = ("west", "east", "italy", "balkans", "near_east")
CLOSE = ("liege", "verdun", "trent", "constantinople", "warsaw", "lemberg", "belgrade", "salonika", "kiev", "basra")


def every_view(view: GameView) -> list[PictureRequest]:
    spaces = load_content().space_by_name
    return [
        Overview(view),
        Supply(view, 0),
        *(Theatre(view, t) for t in THEATRES),
        *(SpaceClose(view, spaces[name]) for name in CLOSE),
        CloseUp(view, opening_marks()),
    ]


def test_the_search_for_overlaps_finds_one() -> None:
    scene = scene_of(Theatre(setup_view(), "west"))
    counter = next(c for c in scene.commands if isinstance(c, Stamp) and c.kind == "counter")
    name = next(c for c in scene.commands if isinstance(c, Stamp) and c.kind == "name")
    covered = replace(scene, commands=(*scene.commands, replace(counter, x=name.x, y=name.y - 4)))
    assert any(name.about in pair for pair in overlaps(covered))
    outside = replace(scene, commands=(replace(counter, x=scene.width - 3),))
    assert cut_off(outside) == [f"counter of {counter.about}"]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_nothing_overlaps_at_set_up(scenario: str) -> None:
    for request in every_view(setup_view(scenario)):
        scene = scene_of(request)
        assert overlaps(scene) == [], f"{request.__class__.__name__} {scene.name}"
        assert cut_off(scene) == [], scene.name


def test_nothing_overlaps_in_mid_war() -> None:
    for request in every_view(lively_view()):
        scene = scene_of(request)
        assert overlaps(scene) == [], scene.name
        assert cut_off(scene) == [], scene.name


def test_three_counters_and_a_trench_in_every_space_leave_room_for_all() -> None:
    for request in every_view(crowded_view()):
        scene = scene_of(request)
        assert overlaps(scene) == [], scene.name
        assert cut_off(scene) == [], scene.name


def test_every_space_is_in_a_theatre() -> None:
    view = setup_view()
    seen = set()
    for name in THEATRES:
        scene = scene_of(Theatre(view, name))
        seen |= {c.about for c in scene.commands if isinstance(c, Stamp) and c.kind == "name"}
    missing = {s.name for s in load_content().spaces if s.kind == "map"} - seen
    assert missing == set()


def test_the_overview_shows_every_space_clear_of_the_panels() -> None:
    scene = scene_of(Overview(setup_view()))
    named = [c for c in scene.commands if isinstance(c, Stamp) and c.kind == "name"]
    assert len(named) == 281
    panels = [c for c in scene.commands if isinstance(c, Fill) and c.kind == "edge"]
    board = [c for c in scene.commands if isinstance(c, Stamp) and c.kind in ("name", "plate", "signs")]
    for stamp in board:
        for panel in panels:
            apart = (
                stamp.box[2] <= panel.box[0]
                or stamp.box[0] >= panel.box[2]
                or stamp.box[3] <= panel.box[1]
                or stamp.box[1] >= panel.box[3]
            )
            assert apart, f"{stamp.about} lies under a panel"


def test_curves_touch_no_third_space() -> None:
    layout = load_layout()
    spaces = load_content().spaces
    for link in layout.links:
        assert link.curve[0] == pytest.approx(layout.spaces[link.a], abs=1)
        assert link.curve[-1] == pytest.approx(layout.spaces[link.b], abs=1)
        for i, (x, y) in layout.spaces.items():
            if i in (link.a, link.b):
                continue
            near = [p for p in link.curve if abs(p[0] - x) < 24 and abs(p[1] - y) < 24]
            assert near == [], f"{spaces[link.a].name}-{spaces[link.b].name} runs through {spaces[i].name}"


def test_every_dashed_line_is_labelled_with_its_nations() -> None:
    scene = scene_of(Overview(setup_view()))
    labels = sorted(c.about for c in scene.commands if isinstance(c, Stamp) and c.kind == "link")
    dashed = sorted(" ".join(sorted(n.upper() for n in k.nations)) for k in load_content().connections if k.dashed)
    assert labels == dashed


def test_labels_of_lines_cover_nothing() -> None:
    for name in THEATRES:
        scene = scene_of(Theatre(setup_view(), name))
        labels = frozenset({"link", "counter", "plate", "name", "signs", "trench"})
        assert [o for o in overlaps(scene, labels) if "link" in o] == []


def test_a_close_up_holds_what_happened() -> None:
    content = load_content()
    space, unit = content.space_by_name, content.unit_by_name
    far = ActionMarks(
        moves=(((unit["ge_1_army"],), tuple(space[n] for n in ("aachen", "liege", "sedan"))),),
        attacks=(((space["metz"],), space["verdun"]),),
    )
    for view in (setup_view(), crowded_view()):
        scene = scene_of(CloseUp(view, far))
        named = {c.about for c in scene.commands if isinstance(c, Stamp) and c.kind == "name"}
        assert {"aachen", "liege", "sedan", "metz", "verdun"} <= named


def test_the_title_of_a_close_up_names_no_front_that_it_does_not_show() -> None:
    space = load_content().space_by_name
    west, east = ((space["koblenz"],), space["sedan"]), ((space["cracow"],), space["lemberg"])
    for attacks, title in (((west, east), "Sedan"), ((east, west), "Lemberg")):
        scene = scene_of(CloseUp(setup_view(), ActionMarks(attacks=attacks)))
        captions = {c.about for c in scene.commands if isinstance(c, Stamp) and c.kind == "caption"}
        assert title in captions
        assert not any("," in about for about in captions)
        assert "Sedan" in scene.alt
        assert "Lemberg" in scene.alt


def test_events_on_two_fronts_get_a_window_each() -> None:
    content = load_content()
    space, unit, layout = content.space_by_name, content.unit_by_name, layout_of(content)
    west, east = ((space["koblenz"],), space["sedan"]), ((space["cracow"],), space["lemberg"])
    gone = ((unit["ge_8_army"],), (space["insterberg"], space["tannenberg"]))
    sent = ((unit["ge_1_army"],), (space["aachen"], space["liege"]))
    both = ActionMarks(
        (sent, gone),
        (east, west),
        (space["koblenz"], space["insterberg"]),
        ((unit["ah_1_army"],), (unit["ge_4_army"],)),
    )
    here, elsewhere = on_fronts(layout, both)
    assert (here.attacks, here.attackers, here.moves) == ((east,), ((unit["ah_1_army"],),), (gone,))
    assert (elsewhere.attacks, elsewhere.attackers, elsewhere.moves) == ((west,), ((unit["ge_4_army"],),), (sent,))
    assert {*here.focus, *elsewhere.focus} == set(both.focus)
    for marks, names in ((here, {"lemberg", "cracow", "tannenberg"}), (elsewhere, {"sedan", "koblenz", "liege"})):
        scene = scene_of(CloseUp(setup_view(), marks))
        assert names <= {c.about for c in scene.commands if isinstance(c, Stamp) and c.kind == "name"}


def test_events_within_one_window_are_not_split() -> None:
    content = load_content()
    space, layout = content.space_by_name, layout_of(content)
    near = ActionMarks(attacks=(((space["koblenz"],), space["sedan"]),), focus=(space["verdun"],))
    assert on_fronts(layout, near) == (near,)
    # A long way is seen from where it leads.
    far = ActionMarks(moves=(((1,), tuple(space[n] for n in ("lemberg", "verdun"))),), focus=(space["lemberg"],))
    assert on_fronts(layout, far) == (far,)
    # Nor does a space need one that was marked while nothing came of it.
    idle = ActionMarks(attacks=near.attacks, focus=(space["lemberg"],))
    assert len(on_fronts(layout, idle)) == 2
    assert on_fronts(layout, idle, {space["lemberg"]}) == (idle,)
    # What is no space of the map needs no window.
    boxed = ActionMarks(focus=(space["verdun"], space["ap_reserve_box"]))
    assert on_fronts(layout, boxed) == (boxed,)


def test_an_arrow_of_attack_keeps_its_colour_when_its_source_is_empty_or_taken() -> None:
    content = load_content()
    space, unit = content.space_by_name, content.unit_by_name

    def sides(view: GameView, attackers: tuple[tuple[int, ...], ...]) -> list[int]:
        attacks = (((space["metz"],), space["verdun"]),)
        scene = scene_of(CloseUp(view, ActionMarks(attacks=attacks, attackers=attackers)))
        stamps = (c for c in scene.commands if isinstance(c, Stamp) and c.kind == "arrow")
        return [c.key.side for c in stamps if isinstance(c.key, ArrowKey)]

    for units in ((), (UnitView(unit["fr_1_army"], False, True),)):
        spaces = list(setup_view().spaces)
        spaces[space["metz"]] = replace(spaces[space["metz"]], units=units)
        view = replace(setup_view(), spaces=tuple(spaces), phasing=0, battle=None)
        assert sides(view, ((unit["ge_4_army"],),)) == [1]
    assert sides(setup_view(), ()) == [1], "without names whoever stands there"


def test_a_journey_across_europe_shows_its_goal() -> None:
    content = load_content()
    space, unit = content.space_by_name, content.unit_by_name
    marks = ActionMarks(moves=(((unit["ge_corps_01"],), (space["aachen"], space["insterberg"])),))
    scene = scene_of(CloseUp(setup_view(), marks))
    named = {c.about for c in scene.commands if isinstance(c, Stamp) and c.kind == "name"}
    assert "insterberg" in named
    assert (scene.width, scene.height) <= (900, 700)


def test_names_of_lands_and_seas_cover_no_space() -> None:
    """Level names only: the box of a slanted one is larger than its letters."""
    flat = {n.word for n in load_layout().lettering if n.angle == 0}
    assert len(flat) >= 15
    kinds = frozenset({"lettering", "counter", "plate", "name", "signs", "trench", "link"})
    for name in THEATRES:
        scene = scene_of(Theatre(crowded_view(), name))
        found = [o for o in overlaps(scene, kinds, slack=3) if any(f"lettering of {w}" in o for w in flat)]
        assert found == []
