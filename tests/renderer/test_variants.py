"""What wars by other rules have on their pictures: Holland, powers that stand aside, grades, zones, markers of digging."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from PIL import ImageChops

from bot.titles.pog.narration.names import names_in
from engine.pog import view_of
from engine.pog.content import load_content
from engine.pog.content.records import AP, CP
from engine.pog.view import GameView, UnitView
from renderer.kit.painter import compose
from renderer.kit.scene import Scene, Stamp
from renderer.pog import Control, Overview, PictureRequest, SpaceClose, Status, Supply, Theatre
from renderer.pog.art.counter import CounterKey, faces
from renderer.pog.art.places import PlateKey, SignsKey, SpaceNameKey
from renderer.pog.art.works import BeachheadKey, TrenchKey
from renderer.pog.layout import load_layout
from renderer.pog.pictures import scene_of
from tests.renderer.boxes import BOARD, cut_off, overlaps, smallest
from tests.rulesets.banquet.support import banquet
from tests.rulesets.suicide.support import suicide
from tests.support.table import Table

HOLLAND = ("amsterdam", "arnhem", "maastricht")
#: Spaces round Holland, which have less room than before.
AROUND = (*HOLLAND, "antwerp", "brussels", "aachen", "essen", "bremen", "wilhelmshaven", "liege", "ostend")
LABELS = BOARD | {"link", "lettering"}


def _stamps(scene: Scene, kind: str) -> dict[str, Stamp]:
    return {c.about: c for c in scene.commands if isinstance(c, Stamp) and c.kind == kind}


def _texts(scene: Scene) -> str:
    return "\n".join(c.key.words() for c in scene.commands if isinstance(c, Stamp))


def _crowded(table: Table) -> GameView:
    """Three armies out of supply with their grades, a trench and a marker in and around Holland."""
    view = view_of(table.game, None)
    spaces = list(view.spaces)
    for number, name in enumerate(AROUND):
        side = number % 2
        pool = [unit.id for unit in view.content.units if unit.side == side and unit.army]
        units = tuple(UnitView(unit, False, False, grade=1 + (number + unit) % 5) for unit in pool[:3])
        space = table.space(name)
        spaces[space] = replace(
            spaces[space], control=side, units=units, trench=2, trench_side=side, activated=("move", "attack")[side]
        )
    return replace(view, spaces=tuple(spaces), marks=(*view.marks, ("dug_1", 1 << table.space("maastricht"))))


def test_holland_has_room_for_full_stacks() -> None:
    """Nothing there covers anything, in a theatre, in close-ups and on the sheet; close-ups are legible."""
    table = suicide(setup=True, turn=1).at_war("ho").choose(CP)
    view = _crowded(table)
    requests: list[PictureRequest] = [SpaceClose(view, table.space(name)) for name in (*HOLLAND, "antwerp", "aachen")]
    for request in [*requests, Theatre(view, "west"), Overview(view)]:
        scene = scene_of(request)
        written = [pair for pair in overlaps(scene, LABELS, slack=3) if "lettering of" in pair]
        assert [*overlaps(scene), *cut_off(scene), *(pair for pair in written if "netherlands" in pair)] == [], (
            scene.name
        )
        if isinstance(request, SpaceClose):
            assert smallest(scene) >= 14.0
        else:
            assert set(HOLLAND) <= _stamps(scene, "name").keys()


def test_lines_to_holland_pass_other_spaces_by() -> None:
    """Each from end to end, none across the plate of a third space."""
    layout = scene_of(Theatre(view_of(suicide(setup=True, turn=1).choose(CP).game, None), "west"))
    roads = [c for c in layout.commands if isinstance(c, Stamp) and c.kind == "road"]
    assert len(roads) == 7
    board = load_layout(load_content(ruleset="suicide"))
    for link in board.links:
        if link.engraved:
            continue
        assert link.curve[0] == pytest.approx(board.spaces[link.a])
        assert link.curve[-1] == pytest.approx(board.spaces[link.b])
        for space, (x, y) in board.spaces.items():
            if space not in (link.a, link.b):
                assert all(abs(px - x) > 23 or abs(py - y) > 23 for px, py in link.curve), (link, space)


def test_supply_of_the_dutch_is_seen_on_their_roads() -> None:
    """The lines along which they trace lie over the roads that the sheet has not."""
    table = suicide(setup=True, turn=1).at_war("ho", units=True).choose(CP)
    scene = scene_of(Supply(view_of(table.game, None), AP, "west"))
    kinds = [c.kind for c in scene.commands if isinstance(c, Stamp)]
    assert kinds.count("road") == 7
    assert len(kinds) - 1 - kinds[::-1].index("road") < kinds.index("trace")
    assert kinds.index("trace") < kinds.index("counter")


def test_ground_of_holland_goes_to_its_holder() -> None:
    """The tint of the map of control follows Maastricht, and nothing far from Holland changes."""
    table = suicide(setup=True, turn=1).at_war("ho").choose(CP)
    before = compose(scene_of(Control(view_of(table.game, None)))).convert("RGB")
    table.hold(CP, "maastricht")
    view = view_of(table.game, None)
    box = ImageChops.difference(before, compose(scene_of(Control(view))).convert("RGB")).getbbox()
    x, y = load_layout(view.content).spaces[table.space("maastricht")]
    assert box is not None
    assert (box[2] - box[0]) * (box[3] - box[1]) > 40 * 40
    assert max(abs(box[0] - x * 0.68), abs(box[2] - x * 0.68)) < 260
    assert max(abs(box[1] - y * 0.68), abs(box[3] - y * 0.68)) < 200


def test_powers_that_stand_aside_are_neutral_on_the_map() -> None:
    """Plates, names and alt text of France and Britain; Belgium is not; at war all are Allied."""
    for powers, holder in ((3, None), (0, AP)):
        table = suicide(setup=True, turn=1)
        table.state.marks["neutral_powers"] = powers
        view = view_of(table.choose(CP).game, None)
        assert view.neutral == (("br", "fr") if powers else ())
        scene = scene_of(Theatre(view, "west"))
        plates, names = _stamps(scene, "plate"), _stamps(scene, "name")
        for name in ("london", "calais", "orleans"):
            key = plates[name].key
            assert isinstance(key, PlateKey)
            assert key.control == holder
        paris, ostend = names["paris"].key, plates["ostend"].key
        assert isinstance(paris, SpaceNameKey)
        assert isinstance(ostend, PlateKey)
        assert (paris.control, ostend.control) == (holder, AP)
        assert ("Neutral: Britain, France." in scene.alt) is bool(powers)


def test_grades_are_told_apart() -> None:
    """Five counters out of supply that all look different, none like the one without a grade."""
    face = next(face for face in faces(suicide().system.content) if face.army)
    for scale in (1.0, 0.85, 0.68):
        images = [CounterKey(face, False, False, grade=grade).paint(scale).convert("RGB") for grade in range(6)]
        for one, other in combinations(images, 2):
            box = ImageChops.difference(one, other).getbbox()
            assert box is not None
            assert (box[2] - box[0]) * (box[3] - box[1]) >= 9


def _late() -> Table:
    table = suicide(turn=12)
    state = table.state
    state.commitment, state.war_status, state.combined = [2, 2], [13, 15], 31
    state.marks |= {"turmoil": 31, "involvement": 9, "played_cards": table.cards("ap_06_withdrawal")}
    without = ("political", "economic", "auto_sr", "auto_rp", "auto_op", "political", "economic", "auto_op")
    played = [("event", table.card("ap_30_salonika"))]
    state.actions = [[*((kind, -1) for kind in without), *played], [(kind, -1) for kind in without]]
    return table


def test_tracks_have_markers_of_their_own_and_ten_actions() -> None:
    """Turmoil and entry with what hangs on them, all within the panel; Deluxe has three tracks and six actions."""
    view = view_of(_late().choose(AP).game, None)
    scene = scene_of(Status(view))
    text = _texts(scene)
    for wanted in (
        "Russian turmoil",
        "British and US entry",
        "8 Great Britain enters",
        "30 Zimmermann",
        "Economic",
        "1 SR",
    ):
        assert wanted in text
    assert view.rounds == 10
    assert cut_off(scene) == []
    deluxe = scene_of(Status(view_of(Table("historical", setup=True).choose(AP).game, None)))
    assert "Russian turmoil" not in _texts(deluxe)
    assert "30 Zimmermann" in _texts(deluxe)
    # lines of one box lie close together there too
    letters = frozenset({"text"})
    assert set(overlaps(scene, letters, slack=3)) <= set(overlaps(deluxe, letters, slack=3))


def test_played_cards_lie_in_a_zone_that_all_see() -> None:
    """In the panel of their side and in its alt text; a war without a zone has no line for it."""
    for viewer in (None, AP, CP):
        view = view_of(_late().choose(AP).game, viewer)
        assert [side.zone for side in view.sides] == [(view.content.card_by_name["ap_06_withdrawal"],), ()]
        scene = scene_of(Status(view))
        assert "Played cards: Withdrawal" in _texts(scene)
        assert "Allied played cards: Withdrawal." in scene.alt
    view = view_of(Table("historical", setup=True).choose(AP).game, None)
    assert [side.zone for side in view.sides] == [None, None]
    assert "Played cards" not in _texts(scene_of(Status(view)))


def _gallipoli(**marks: int) -> Table:
    table = banquet(turn=8).at_war("tu").put("mef_1", "br_mef_army").put("sedan", "fr_5_army", "fr_corps_01")
    table.trench("sedan", 1, AP).put("metz", "ge_1_army").put("nancy", "fr_1_army")
    table.state.beachhead = table.space("mef_1")
    table.state.control[AP] |= 1 << table.space("mef_1")
    table.state.marks |= {"landing": 1 << table.space("mef_1"), **marks}
    return table.operate(AP)


def test_failures_to_dig_in_are_marked_over_the_stack() -> None:
    """With their DRM, beside trench and activation, covering nothing; in the alt text and in the legend."""
    table = _gallipoli()
    table.state.marks |= {
        "dug_1": 1 << table.space("sedan"), "dug_2": 1 << table.space("metz"),
    }  # fmt: skip
    view = view_of(table.do("for_combat sedan").game, None)
    scene = scene_of(SpaceClose(view, table.space("sedan")))
    assert {about: stamp.key.words() for about, stamp in _stamps(scene, "digging").items()} == {
        "sedan": "−1", "metz": "−2",
    }  # fmt: skip
    assert overlaps(scene) == []
    assert smallest(scene) >= 14.0
    assert "entrenching failed (−2)" in scene.alt
    assert "Digging failed, DRM" in _texts(scene_of(Overview(view)))
    assert "Digging failed, DRM" not in _texts(scene_of(Overview(view_of(Table(setup=True).choose(AP).game, None))))


def test_the_beachhead_to_nowhere_is_seen_before_and_after_it_comes() -> None:
    """A pennant on the turn track, then a red one on the beach in place of the blue one."""
    due = view_of(_gallipoli(nowhere_due=11).game, None)
    (waiting,) = _stamps(scene_of(Status(due)), "nowhere").values()
    assert waiting.about == "Fall 1916"
    table = _gallipoli()
    for there in (False, True):
        table.state.marks["nowhere"] = there << table.space("mef_1")
        scene = scene_of(SpaceClose(view_of(table.game, None), table.space("mef_1")))
        key = _stamps(scene, "beachhead")["mef_1"].key
        assert isinstance(key, BeachheadKey)
        assert key.nowhere is there
        assert ("beachhead to nowhere" in scene.alt) is there
    blue, red = (BeachheadKey(nowhere).paint(1.0).convert("RGB") for nowhere in (False, True))
    assert ImageChops.difference(blue, red).getbbox() is not None


def test_shallow_trenches_are_on_the_map_once_entrench_is_played() -> None:
    """Over every space that has one and no marker, with or without units; in the alt text and the legend (11.2.1.1)."""
    for played in (False, True):
        table = banquet(setup=True, turn=4).trench("sedan", 1, CP)
        view = view_of((table.played("cp_06_entrench") if played else table).choose(CP).game, None)
        scene = scene_of(Theatre(view, "west"))
        levels = {about: stamp.key.level for about, stamp in _stamps(scene, "trench").items()}  # type: ignore[attr-defined]
        shallow = {about for about, level in levels.items() if level == 0}
        assert levels["sedan"] == 1
        assert ({"brussels", "amiens", "calais"} <= shallow) is played
        assert bool(shallow) is played
        assert "berlin" not in shallow
        assert [pair for pair in overlaps(scene) if "trench" in str(pair)] == []
        assert ("shallow trench" in scene_of(SpaceClose(view, table.space("brussels"))).alt) is played
    late = view_of(banquet(setup=True, turn=4).choose(AP).game, None)
    assert "Shallow trench (trench 0)" in _texts(scene_of(Overview(late)))
    low, deep = (TrenchKey(level, CP, 60.0).paint(1.0).convert("RGB") for level in (0, 1))
    assert ImageChops.difference(low, deep).getbbox() is not None


def test_war_plans_and_events_that_go_on_are_on_the_status_by_side() -> None:
    """One below the other, within the panel; a lost plan is told as one."""
    table = banquet(setup=True, turn=1).played("cp_01_guns_of_august", "ap_02_blockade", "ap_04_pleve", turn=1)
    table.state.marks |= {"plans": 7, "german_plan": 1, "second_army": table.units("ru_2_army"), "plan_deeds": 64}
    scene = scene_of(Status(view_of(table.choose(AP).game, None)))
    lines = [(c.key.words(), c.y) for c in scene.commands if isinstance(c, Stamp) and "lans" in c.key.words()]
    (allied, upper), (central, lower) = lines
    assert "War plans: Tannenberg (open), Plan XVII (lost). Events in force: Blockade" in allied
    assert "Galicia (open), Through Belgium (open)" in central
    assert upper < lower
    assert "Pleve" not in _texts(scene)
    assert cut_off(scene) == []
    assert "War plans: Tannenberg (open), Galicia (open), Plan XVII (lost), Through Belgium (open)." in scene.alt


def test_goals_of_war_plans_bear_a_pennant_of_their_side() -> None:
    """One that is lost leaves none; each is told in words, and the legend of this war alone has it."""
    table = banquet(setup=True, turn=1).played("cp_01_guns_of_august", turn=1)
    table.state.marks |= {"plans": 7, "german_plan": 1, "second_army": table.units("ru_2_army")}
    for lost in (False, True):
        table.state.marks["plan_deeds"] = 64 * lost
        view = view_of(table.choose(AP).game, None)
        found: dict[str, list[str]] = {}
        for name in ("west", "east"):
            scene = scene_of(Theatre(view, name))
            assert [pair for pair in overlaps(scene) if "signs" in str(pair)] == []
            for about, stamp in _stamps(scene, "signs").items():
                assert isinstance(stamp.key, SignsKey)
                if goals := [sign for sign, _, _ in stamp.key.signs if sign.startswith("goal")]:
                    found[about] = goals
        xvii = {} if lost else {"metz": ["goal_ap"], "strasbourg": ["goal_ap"]}
        assert found == {"sedan": ["goal_cp"], "cambrai": ["goal_cp"], "tannenberg": ["goal_ap"], **xvii}
        told = scene_of(SpaceClose(view, table.space("metz"))).alt
        assert ("goal of the war plan Plan XVII" in told) is not lost
    late = view_of(banquet(setup=True, turn=4).choose(AP).game, None)
    assert "Goal of a war plan" in _texts(scene_of(Overview(late)))
    assert "Goal of a war plan" not in _texts(scene_of(Overview(view_of(suicide(setup=True).choose(AP).game, None))))
    allied, central = (SignsKey(((sign, 0, ""),)).paint(1.0).convert("RGB") for sign in ("goal_ap", "goal_cp"))
    assert ImageChops.difference(allied, central).getbbox() is not None


def test_map_and_texts_use_the_same_name_for_holland() -> None:
    """The name over the land is the one of the rules and of the units."""
    view = view_of(suicide(setup=True).choose(AP).game, None)
    written = {
        c.about: c.key.words()
        for c in scene_of(Overview(view)).commands
        if isinstance(c, Stamp) and c.kind == "lettering"
    }
    assert written["netherlands"] == names_in(suicide().state.rules, "en").nation("ho").upper()
