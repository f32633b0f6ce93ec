"""The maps of Liège 1914: legible, small, the same in every colour set, and of nothing that the viewer may not know."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Callable
from dataclasses import replace
from importlib import resources
from typing import TypeVar

import pytest
from PIL import Image

from engine.core.bits import members
from engine.liege.facts import ALLIED, GERMAN, MAPS, facts
from engine.liege.grid import SIDES
from renderer.kit import theme
from renderer.kit.colours import SETS, UnknownColours, shown
from renderer.kit.hit_areas import Ground
from renderer.kit.scene import Scene, Stamp
from renderer.kit.sprites import SpriteKey
from renderer.kit.text import TextKey
from renderer.liege import CampCloseUp, LiegeTheatre, draw
from renderer.liege.art.counter import BODY, HIGH, NATION, PLATE, PX, SIDE, WIDE, HexCounterKey, HiddenKey
from renderer.liege.art.signs import FORT_HIGH, FORT_WIDE, FortKey, WorkKey
from renderer.liege.hit_areas import camp_ground, theatre_ground
from renderer.liege.layout import CLOSE, WHOLE, geography, layout
from renderer.liege.pictures import LIMIT
from renderer.liege.samples import maubeuge_view, opening_view, sample_view
from renderer.liege.view import DrawnPosition
from renderer.liege.words import words
from tests.renderer.boxes import cut_off, overlaps
from tests.renderer.colour_sets import check_recoloured
from tests.renderer.liege.map_scenes import REQUESTS, every, middle, scene_of
from tests.renderer.test_colours import contrast

PHONE = 400
Key = TypeVar("Key", bound=SpriteKey)


def stamps(scene: Scene, kind: str) -> list[Stamp]:
    return [one for one in scene.commands if isinstance(one, Stamp) and one.kind == kind]


def keys(scene: Scene, kind: str, of: type[Key]) -> dict[str, Key]:
    """The keys of all stamps of a kind by what they are about; every one of them is of that class."""
    found = {one.about: one.key for one in stamps(scene, kind)}
    assert [key for key in found.values() if not isinstance(key, of)] == []
    return {about: key for about, key in found.items() if isinstance(key, of)}


@every
def test_letters_have_14_px_and_are_read_on_a_phone(name: str) -> None:
    scene = scene_of(REQUESTS[name])
    sizes = {c.key.text_px(scene.scale) for c in scene.commands if isinstance(c, Stamp) and c.kind != "lettering"}
    smallest = min(px for px in sizes if px is not None)
    assert smallest >= 14
    assert smallest * PHONE / scene.width >= 7.5
    assert cut_off(scene) == []


@every
def test_a_picture_keeps_its_limit_and_is_the_same_again(name: str) -> None:
    picture = draw(REQUESTS[name])
    assert (picture.mime, len(picture.data) <= LIMIT) == ("image/png", True)
    assert draw(REQUESTS[name]) == picture
    assert len(draw(REQUESTS[name], 60_000).data) <= 60_000


@every
def test_counters_and_forts_do_not_cover_each_other(name: str) -> None:
    """Notches and discs reach over the rim of a counter; its body is free."""
    scene = scene_of(REQUESTS[name])
    bodies = [(middle(one), (WIDE, HIGH), one.about) for one in stamps(scene, "counter")]
    bodies += [(middle(one), (FORT_WIDE - 4, FORT_HIGH - 4), one.about) for one in stamps(scene, "fort")]
    forts = bodies[-len(stamps(scene, "fort")) :]
    for x, y in [middle(one) for one in stamps(scene, "more")]:
        assert [about for (a, b), _, about in forts if abs(x - a) < 22 and abs(y - b) < 20] == []
    assert len(bodies) > 6
    for number, ((x, y), (w, h), about) in enumerate(bodies):
        for (a, b), (v, g), other in bodies[number + 1 :]:
            assert abs(x - a) >= (w + v) / 2 - 2 or abs(y - b) >= (h + g) / 2 - 2, (about, other)


@pytest.mark.parametrize("palette", [name for name in SETS if name != "standard"])
def test_a_colour_set_changes_colours_and_nothing_else(palette: str) -> None:
    check_recoloured(draw, REQUESTS.values(), palette)


@pytest.mark.parametrize("palette", SETS)
def test_every_word_meets_aa_on_its_ground(palette: str) -> None:
    pairs = {
        (one.key.colour, one.key.ground)
        for request in REQUESTS.values()
        for one in scene_of(request).commands
        if isinstance(one, Stamp) and isinstance(one.key, TextKey)
    }
    pairs |= {((252, 249, 241), ink) for ink in (*NATION.values(), *SIDE)}
    pairs |= {((43, 37, 32), ground) for ground in (*BODY, *PLATE)} | set(zip(SIDE, PLATE, strict=True))
    found = [(*pair, round(contrast(*(shown(colour, palette) for colour in pair)), 2)) for pair in pairs]
    assert [row for row in found if row[2] < 4.5] == []


def test_an_unknown_colour_set_is_refused() -> None:
    with pytest.raises(UnknownColours, match="standard, dark"):
        draw(LiegeTheatre(opening_view(), palette="pink"))


# -- colour is never the only sign ------------------------------------------------------------------------------------


def grey(key: SpriteKey) -> bytes:
    """What is left of a sprite for an eye that sees no colours, as shapes of two tones."""
    image = key.paint(1.0)
    paper = Image.new("RGBA", image.size, (128, 128, 128, 255))
    paper.alpha_composite(image)
    return paper.convert("L").point(lambda v: 255 if v > 128 else 0).tobytes()


def test_sides_forts_works_and_stacks_differ_in_shape() -> None:
    def unit(side: int, facing: int = -1, *, reduced: bool = False) -> HexCounterKey:
        return HexCounterKey("1 IB", side, "ge", "INF", "2", reduced, facing)

    pairs: list[tuple[SpriteKey, SpriteKey]] = [
        (unit(0), unit(1)),
        (unit(0), unit(0, reduced=True)),
        (FortKey("Li", True, True), FortKey("Li", False, True)),
        (FortKey("Li", True, True), FortKey("Li", True, False)),
        (WorkKey(0, "fieldworks", 0, 69.0), WorkKey(0, "regular", 0, 69.0)),
        (HiddenKey(0), HiddenKey(1)),
        *((unit(0, facing), unit(0, facing + 1)) for facing in range(-1, 5)),
    ]
    for one, other in pairs:
        assert grey(one) != grey(other), (one, other)


# -- the map agrees with the rules ------------------------------------------------------------------------------------


def test_every_hexside_with_water_is_in_the_course_of_a_river_of_its_kind() -> None:
    here = facts()
    wanted = {}
    for hex_, row in enumerate(here.crossing):
        for side, edge in enumerate(row):
            if edge >= 0:
                wanted[frozenset({hex_, here.grid.beyond[hex_][side]})] = here.crossings[edge].kind
    drawn = {
        frozenset(here.hex_of(name) for name in point.split("|")): river["kind"]
        for river in geography()["rivers"]
        for point in river["course"]
        if isinstance(point, str)
    }
    assert drawn == wanted


@pytest.mark.parametrize("high", [CLOSE, WHOLE])
def test_hexes_are_where_the_degrees_say(high: float) -> None:
    plan = layout(facts(), high)
    for hex_, (longitude, latitude) in {"W35": (5.605, 50.676), "S32": (6.081, 50.404), "AA38": (5.13, 50.948)}.items():
        assert math.dist(plan.place(longitude, latitude), plan.middles[facts().hex_of(hex_)]) < high / 40


def test_the_twelve_forts_ring_the_city_in_their_order() -> None:
    plan, here = layout(facts(), CLOSE), facts()
    x, y = (sum(a) / 12 for a in zip(*plan.forts, strict=True))
    turns = [math.degrees(math.atan2(b - y, a - x)) % 360 for a, b in plan.forts]
    steps = [(after - turn) % 360 for turn, after in zip(turns, [*turns[1:], turns[0]], strict=True)]
    assert all(8 < step < 60 for step in steps), steps
    for number, fort in enumerate(here.forts):
        assert math.dist(plan.forts[number], plan.middles[fort.hex]) < CLOSE / 2


def test_neighbours_share_their_hexsides() -> None:
    plan, here = layout(facts(), CLOSE), facts()
    for hex_, row in enumerate(here.grid.beyond):
        for side, other in enumerate(row):
            if other >= 0:
                assert math.dist(plan.edge(hex_, side), plan.edge(other, (side + 3) % 6)) < 0.01


# -- what is shown ----------------------------------------------------------------------------------------------------


def test_the_close_up_shows_seven_columns_and_six_rows_around_the_camp() -> None:
    here = facts()
    names = [name for name, _, _ in camp_ground(opening_view()).points if name in here.grid.ids]
    assert {name.rstrip("0123456789") for name in names} == set("TUVWXYZ")
    assert {name[-2:] for name in names} == {"32", "33", "34", "35", "36", "37"}
    assert {here.grid.names[hex_] for hex_ in members(here.camp)} < set(names)


def test_forts_counters_zones_works_and_lines_are_there() -> None:
    scene, view = scene_of(REQUESTS["camp"]), sample_view()
    forts = keys(scene, "fort", FortKey)
    assert len(forts) == 12
    assert {name for name, key in forts.items() if not key.standing} == {"barchon", "evegnee", "liers"}
    assert {name for name, key in forts.items() if key.aimed} == {"pontisse", "fleron", "embourg"}
    assert {one.about for one in stamps(scene, "zone")} == {
        view.facts.grid.names[hex_] for hex_ in members(view.zones[ALLIED])
    }
    assert len(stamps(scene, "work")) == 7
    assert [one.about for one in stamps(scene, "fire")] == ["V36", "U35", "V34"]
    assert len(stamps(scene, "move")) == 1
    facing = {name: key.facing for name, key in keys(scene, "counter", HexCounterKey).items()}
    assert (facing["ge_34_ib"], facing["be_15_bm"], facing["be_dc"]) == (SIDES.index("sw"), SIDES.index("ne"), -1)


def test_a_full_hex_counts_what_it_does_not_show() -> None:
    scene = scene_of(REQUESTS["camp"])
    assert [(one.about, one.key.words()) for one in stamps(scene, "more")] == [("U35", "+2")]
    whole = scene_of(REQUESTS["theatre"])
    assert {one.about: one.key.words() for one in stamps(whole, "more")}["U35"] == "5"


def test_the_alt_text_says_the_same() -> None:
    alt = draw(REQUESTS["camp"]).alt
    for text in (
        "turn 5 of 8, German player turn, phase: Barrage. Points: German 4, Belgian 6. Heat.",
        "9 of 12 forts are active: Fléron,",
        "Fallen: Barchon, Evegnée, Liers.",
        "34.IB, 2 of 3 steps, facing south-west, moved, tired",
        "Belgian in W35 (Liège): 15 BM, 2 steps, facing north-east; HQ 3 DA (Leman), 1 step.",
        "12,14 RF, 1 of 2 steps, facing north-east, out of supply",
        "German fieldworks in V34, to the north-west, north.",
        "Belgian zones of control: U34, U35,",
    ):
        assert text in alt
    assert "All 12 forts are active." in draw(REQUESTS["opening"]).alt
    assert "{" not in alt


# -- hidden stacks ----------------------------------------------------------------------------------------------------


def test_a_hidden_stack_is_a_question_mark_and_nothing_else() -> None:
    view = sample_view(fog=True, viewer=ALLIED)
    scene = scene_of(CampCloseUp(view))
    hidden = [one for one in stamps(scene, "counter") if isinstance(one.key, HiddenKey)]
    assert len(hidden) == len(view.hidden) > 3
    text = " ".join([*scene.words(), scene.alt, *(one.about for one in scene.commands if isinstance(one, Stamp))])
    known = {unit.unit for unit in view.units}
    for number, unit in enumerate(view.facts.units):
        if number not in known:
            assert unit.title not in text
            assert unit.name not in text
    assert "German in U35 (Herve): a hidden stack." in scene.alt


def test_whatever_is_under_the_fog_gives_the_same_bytes() -> None:
    """A view of a side has nothing of a hidden stack but its hex: two such positions are one picture."""
    view = sample_view(fog=True, viewer=ALLIED)
    twin: DrawnPosition = replace(view, hidden=tuple(reversed(view.hidden)))
    for make in (LiegeTheatre, CampCloseUp):
        assert draw(make(view)).data == draw(make(twin)).data


def test_zones_are_those_of_the_viewers_enemy() -> None:
    view = sample_view()
    for viewer, enemy in ((GERMAN, ALLIED), (ALLIED, GERMAN), (None, ALLIED)):
        scene = scene_of(LiegeTheatre(replace(view, viewer=viewer)))
        assert {one.about for one in stamps(scene, "zone")} == {
            view.facts.grid.names[hex_] for hex_ in members(view.zones[enemy])
        }


# -- touch ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("make", "ground_of"), [(CampCloseUp, camp_ground), (LiegeTheatre, theatre_ground)])
def test_touch_areas_match_the_picture(
    make: type[CampCloseUp | LiegeTheatre], ground_of: Callable[..., Ground]
) -> None:
    view = sample_view()
    scene, ground = scene_of(make(view)), ground_of(view, view.facts.hex_of("V35"))
    assert (ground.width, ground.height) == (scene.width, scene.height)
    places = {name: (x, y) for name, x, y in ground.points}
    boxes = {name: (x, y, w, h) for name, x, y, w, h in ground_of(view).boxes}
    there = {"stack:V35", "fort:barchon", "fort:evegnee", "fort:fleron"}
    assert {name for name, *_ in ground.boxes} == boxes.keys() - there, "where a facing is asked its sides are free"
    assert len(places) == len(ground.points)
    for one in stamps(scene, "fort"):
        assert math.dist(places[f"fort:{one.about}"], middle(one)) <= 2
    units = view.facts.units
    where = {units[unit.unit].name: view.facts.grid.names[unit.hex] for unit in view.units}
    for one in stamps(scene, "counter"):
        left, top, wide, high = boxes[f"stack:{where[one.about]}"]
        x, y = middle(one)
        assert left <= x <= left + wide
        assert top <= y <= top + high
    assert {f"V35/{side}" for side in SIDES} < set(places)
    assert not any("/" in name for name, _, _ in ground_of(view).points)
    x, y = places["V35"]
    assert math.dist(places["V35/n"], (x, y)) == pytest.approx(math.dist(places["V35/s"], (x, y)), abs=2)


def test_every_counter_and_every_fort_has_letters_of_its_own_that_fit() -> None:
    for place in MAPS:
        here = facts(place)
        labels = [(words().counter(here, unit), words().calibre(here, unit)) for unit in range(len(here.units))]
        codes = [words().code(here, fort) for fort in range(len(here.forts))]
        assert len(set(codes)) == len(codes)
        assert len({*labels}) == len(labels)
        for label, calibre in labels:
            assert theme.text_width(label, "sans_bold", PX) <= WIDE - 6, label
            assert theme.text_width(calibre, "sans_bold", PX) <= WIDE - 20, calibre
        assert all(theme.text_width(code, "sans_bold", 16) <= FORT_WIDE - 8 for code in codes)


@pytest.mark.parametrize("make", [opening_view, maubeuge_view])
def test_the_whole_map_explains_its_signs(make: Callable[[], DrawnPosition]) -> None:
    scene = scene_of(LiegeTheatre(make()))
    said = " ".join(one.key.words() for one in stamps(scene, "text"))
    table = tomllib.loads((resources.files("assets") / "liege" / "text" / "en" / "pictures.toml").read_text("utf-8"))[
        "legend"
    ]
    assert [text for text in table.values() if text not in said] == []
    assert {one.about for one in stamps(scene, "legend")} == set(table)
    assert overlaps(scene, frozenset({"text", "legend"}), slack=8) == []
