"""Supply lines, threats, control and front say what the view says."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.pog.content import load_content
from engine.pog.view import ActionMarks, GameView, UnitView
from renderer.kit.scene import Fill, Scene, Stamp, Territory
from renderer.pog import CloseUp, Control, Front, PictureRequest, Supply, Theatre, Threats, areas, draw
from renderer.pog.art.arrows import ArrowKey
from renderer.pog.art.works import RingKey
from renderer.pog.network import flood, lines, passable, threats
from renderer.pog.pictures import scene_of
from renderer.pog.samples import crowded_view, lively_view, opening_marks, setup_view, threatened_view
from tests.renderer.boxes import BOARD, cut_off, overlaps

SPACE = load_content().space_by_name
UNIT = load_content().unit_by_name


def about(scene: Scene, kind: str) -> set[str]:
    return {c.about for c in scene.commands if isinstance(c, Stamp) and c.kind == kind}


def place(view: GameView, name: str, control: int, *units: str) -> GameView:
    spaces = list(view.spaces)
    stack = tuple(UnitView(UNIT[u], False, True) for u in units)
    spaces[SPACE[name]] = replace(spaces[SPACE[name]], control=control, units=stack)
    return replace(view, spaces=tuple(spaces))


def test_supply_rings_tell_what_the_view_tells() -> None:
    scene = scene_of(Supply(lively_view(), 0, "west"))
    assert "brussels" in about(scene, "ring_cut")
    assert {"sedan", "verdun", "paris"} <= about(scene, "ring_supplied")
    assert about(scene, "ring_source") == {"london"}


def test_supply_lines_run_over_held_spaces_to_a_source() -> None:
    view = setup_view("campaign")
    for side in (0, 1):
        used, origins, _ = lines(view, side)
        way = passable(view, side)
        assert len(used) > 10
        assert origins <= {s.id for s in load_content().spaces if s.sources}
        for a, b in used:
            assert a in way or b in way


def test_a_cut_off_army_has_no_line() -> None:
    view = place(setup_view("campaign"), "berlin", 0, "fr_1_army")
    reach = flood(view.content, "west", passable(view, 0), 0)
    assert reach.touches(SPACE["berlin"]) is None
    assert reach.touches(SPACE["paris"]) is not None


def test_the_one_step_that_cuts_a_line_is_found() -> None:
    found = threats(threatened_view(), 0)
    assert [(t.start, t.goal, t.space) for t in found if t.space == SPACE["konigsberg"]] == [
        (SPACE["tannenberg"], SPACE["insterberg"], SPACE["konigsberg"])
    ]
    text = draw(Threats(threatened_view(), 0, "east")).alt
    assert "A step from Tannenberg to Insterberg would cut off Russian 1st Army in Königsberg" in text


def test_a_garrison_ends_the_threat() -> None:
    held = place(threatened_view(), "insterberg", 0, "ru_corps_01")
    assert SPACE["konigsberg"] not in {t.space for t in threats(held, 0)}


def test_no_threat_is_said_plainly() -> None:
    view = setup_view("campaign")
    quiet = replace(view, spaces=tuple(replace(s, units=()) for s in view.spaces))
    assert "No single enemy step" in draw(Threats(quiet, 1)).alt


def test_spaces_already_cut_off_are_named_before_possible_cuts() -> None:
    view = setup_view("campaign")
    lost = (UnitView(UNIT["ge_1_army"], False, False),)
    cut = replace(
        view, spaces=tuple(replace(s, units=lost if s.space == SPACE["cambrai"] else ()) for s in view.spaces)
    )
    text = draw(Threats(cut, 1)).alt
    assert "Already out of supply: German 1st Army in Cambrai. No single enemy step" in text
    assert "already" not in draw(Threats(cut, 0)).alt


def test_the_front_tells_what_changed_hands() -> None:
    before, now = setup_view("campaign"), lively_view()
    scene = scene_of(Front(now, before, "west"))
    kinds = [c.kind for c in scene.commands if isinstance(c, Territory)]
    assert kinds == ["won", "old_front", "front"]
    won = next(c for c in scene.commands if isinstance(c, Territory) and c.kind == "won")
    assert won.owners[SPACE["liege"]] == 1
    assert won.owners[SPACE["paris"]] == -1
    assert "took" in scene.alt
    assert "Liège" in scene.alt
    assert "No space changed hands" in scene_of(Front(now, now, "west")).alt


def test_the_land_of_a_power_that_enters_the_war_is_not_won() -> None:
    """Romania joins the Allies, and the Central Powers take Bucharest at once."""
    before = setup_view("campaign")
    nation = {space.id: space.nation for space in before.content.spaces}
    spaces = tuple(
        replace(one, control=int(one.space == SPACE["bucharest"])) if nation[one.space] == "ro" else one
        for one in before.spaces
    )
    scene = scene_of(Front(replace(before, at_war=(("ro", 5),), spaces=spaces), before, "balkans"))
    won = next(c for c in scene.commands if isinstance(c, Territory) and c.kind == "won")
    assert {s for s, owner in enumerate(won.owners) if owner >= 0} == {SPACE["bucharest"]}
    assert "The Central Powers took Bucharest" in scene.alt
    assert "The Allied Powers took" not in scene.alt


def test_control_is_painted_where_it_is_held() -> None:
    west = draw(Control(setup_view("campaign"), "west"))
    assert west.data != draw(Theatre(setup_view("campaign"), "west")).data
    taken = place(setup_view("campaign"), "paris", 1)
    assert draw(Control(taken, "west")).data != west.data
    assert "Paris" in draw(Control(taken, "west")).alt


def test_overlays_keep_limits_and_cover_nothing() -> None:
    for view in (lively_view(), crowded_view()):
        for request in (Supply(view, 0), Supply(view, 1, "east"), Control(view, "balkans"), Threats(view, 1, "west")):
            scene = scene_of(request)
            assert overlaps(scene) == [], scene.name
            assert cut_off(scene) == [], scene.name
            theatre = request.area != "overview"
            picture = draw(request)
            assert len(picture.data) <= (400_000 if theatre else 500_000)
            assert picture.width <= (1600 if theatre else 3000)


def test_rings_cover_no_name_and_no_counter() -> None:
    scene = scene_of(Supply(crowded_view(), 0, "west"))
    counters = [c for c in scene.commands if isinstance(c, Stamp) and c.kind == "counter"]
    rings = [c for c in scene.commands if isinstance(c, Stamp) and c.kind.startswith("ring_")]
    assert rings
    for ring in rings:
        for c in (c for c in counters if c.about == ring.about):
            assert c.x >= ring.x + 3
            assert c.box[2] <= ring.box[2] - 3
    names = overlaps(scene, frozenset({"ring_cut", "ring_supplied", "name", "plate"}), slack=3)
    assert names == []


def test_odds_stand_in_the_close_up_and_cover_nothing() -> None:
    target = SPACE["sedan"]
    for view in (lively_view(), crowded_view()):
        request = CloseUp(view, opening_marks(), ((target, "18:8 · 64%"),))
        scene = scene_of(request)
        assert about(scene, "odds") == {"sedan"}
        assert overlaps(scene, BOARD | {"odds", "link"}) == []
        assert "Odds at Sedan: 18:8 · 64%" in scene.alt


def test_odds_of_an_attack_stand_only_where_it_is_shown() -> None:
    """Of an action on two fronts, the close-up of the quiet one says nothing of the other."""
    elsewhere = ActionMarks(moves=(((UNIT["ah_2_army"],), (SPACE["munkacs"], SPACE["stanislau"])),))
    scene = scene_of(CloseUp(lively_view(), elsewhere, ((SPACE["sedan"], "18:8 · 64%"),)))
    assert about(scene, "odds") == set()
    assert "Sedan" not in scene.alt


def test_an_advance_is_told_by_where_it_leads() -> None:
    """Its way is the spaces entered, mostly one."""
    advance = ActionMarks(moves=(((UNIT["ge_3_army"],), (SPACE["sedan"],)),))
    assert "German 3rd Army moved to Sedan." in scene_of(CloseUp(lively_view(), advance)).alt


def test_every_overlay_of_a_theatre_explains_its_signs_under_the_board() -> None:
    """The key keeps clear of the fullest board, and is read on a phone."""
    view = crowded_view()
    for area in ("west", "east", "italy", "balkans", "near_east"):
        told: dict[PictureRequest, str] = {
            Supply(view, 0, area): "Line of supply",
            Threats(view, 0, area): "Can be cut off",
            Front(view, view, area): "Front a turn ago",
            Control(view, area): "Held, by side",
        }
        for request, word in told.items():
            scene = scene_of(request)
            key = [c for c in scene.commands if isinstance(c, Fill) and c.kind == "edge"][-1]
            inside = [c for c in scene.commands if isinstance(c, Stamp) and _within(c, key)]
            assert word in {c.key.words() for c in inside}, scene.name
            assert [c.about for c in inside if c.kind in BOARD] == [], scene.name
            least = min(c.key.text_px(scene.scale * c.zoom) or 99.0 for c in inside if c.kind == "text")
            assert least * 400 / scene.width >= 13, scene.name


def _within(stamp: Stamp, fill: Fill) -> bool:
    a, b = stamp.box, fill.box
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def test_the_legend_of_the_sheet_lists_rings_and_arrows() -> None:
    scene = scene_of(Supply(crowded_view(), 0))
    keys = [c.key for c in scene.commands if isinstance(c, Stamp) and c.kind == "legend"]
    assert {k.kind for k in keys if isinstance(k, RingKey)} == {"supplied", "cut", "source", "port", "focus", "siege"}
    assert {k.kind for k in keys if isinstance(k, ArrowKey)} == {"move", "attack", "retreat"}


ON_A_PHONE = [
    Supply(lively_view(), 0, "west"),
    Supply(lively_view(), 1, "east"),
    Threats(threatened_view(), 0, "east"),
    Control(lively_view(), "balkans"),
    Front(lively_view(), setup_view("campaign"), "near_east"),
    Supply(crowded_view(), 0, "near_east"),
]


@pytest.mark.parametrize("request_", ON_A_PHONE, ids=lambda one: f"{type(one).__name__} {one.area}")
def test_an_overlay_of_a_theatre_is_read_when_it_is_400_px_wide(request_: Supply) -> None:
    """Figures of counters, which were 1 px high on the whole map and 4 px in a theatre, and what it shows where."""
    scene = scene_of(request_)
    stamps = [c for c in scene.commands if isinstance(c, Stamp)]
    sizes = {
        kind: [c.key.text_px(scene.scale) or 99.0 for c in stamps if c.kind == kind]
        for kind in ("counter", "name", "caption")
    }
    assert min(sizes["counter"]) * 400 / scene.width >= 7.5
    assert min(sizes["name"]) * 400 / scene.width >= 7
    assert min(sizes["caption"]) * 400 / scene.width >= 11
    assert scene.width <= 780
    assert scene.height <= 2.2 * scene.width
    theatre = {"west": "Western Front", "east": "Eastern Front", "balkans": "Balkans", "near_east": "Near East"}[
        request_.area
    ]
    assert next(c for c in stamps if c.kind == "caption").about.startswith(theatre)
    assert scene.alt.startswith(theatre)
    assert cut_off(scene) == []


def test_what_an_overlay_shows_is_within_its_crop() -> None:
    assert {"konigsberg", "tannenberg", "insterberg"} <= shown(Threats(threatened_view(), 0, "east"))
    assert "kut" in shown(Supply(lively_view(), 0, "near_east"))
    assert "brussels" in shown(Supply(lively_view(), 0, "west"))
    assert {"liege"} <= shown(Control(lively_view(), "west"))


def shown(request: PictureRequest) -> set[str]:
    """Spaces that are drawn whole, under neither banner nor key."""
    scene = scene_of(request)
    return about(scene, "counter") | about(scene, "plate")


@pytest.mark.parametrize(("kind", "side", "cut", "theatre"), [
    ("supply", 0, "brussels", "west"), ("supply", 0, "kut", "near_east"), ("supply", 1, "przemysl", "east"),
    ("threats", 0, "nis", "balkans"), ("control", None, "udine", "italy"),
])  # fmt: skip
def test_the_theatre_is_the_one_where_most_is_to_be_told(kind: str, side: int | None, cut: str, theatre: str) -> None:
    view, space = setup_view("campaign"), SPACE[cut]
    if kind == "control":
        view = place(view, cut, 1)
    else:
        unit = next(u.id for u in load_content().units if u.side == side)
        lost = replace(view.spaces[space], units=(UnitView(unit, False, False),))
        view = replace(view, spaces=tuple(lost if s.space == space else s for s in view.spaces))
    assert areas.busiest(view, kind, side) == theatre


def test_a_quiet_position_is_shown_where_most_units_stand_at_the_enemy() -> None:
    assert areas.busiest(setup_view("campaign"), "control") == "west"
