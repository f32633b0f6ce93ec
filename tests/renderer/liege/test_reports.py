"""Stacks, dice, turns, ends, puzzles and replays of Liège 1914: read on a phone, small, told in words, silent about what is hidden."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from typing import get_args

import pytest
from PIL import Image

from engine.liege.facts import ALLIED
from renderer.kit.colours import SETS, UnknownColours, shown
from renderer.kit.formats import TooSmall
from renderer.kit.scene import Fill, Scene, Stamp
from renderer.kit.text import TextKey
from renderer.liege import (
    BarragePicture,
    CampCloseUp,
    LiegeEnd,
    LiegeJoined,
    LiegeRequest,
    LiegeTheatre,
    StackCard,
    TurnPicture,
    draw,
    replay,
    sample_reports,
    warm,
)
from renderer.liege.animation import changes, frame_scene
from renderer.liege.gallery import frames, plain_requests, requests
from renderer.liege.pictures import LIMIT, scenes_of
from renderer.liege.reports import ShelledTarget
from renderer.liege.samples import opening_view, sample_view
from renderer.liege.sheet import percent_text, result_text, signed
from tests.renderer.boxes import cut_off, overlaps
from tests.renderer.colour_sets import check_recoloured
from tests.renderer.test_colours import contrast

#: How wide the local channel shows a picture in its feed on a phone of 400 px.
FEED = 327
REPORTS: dict[str, LiegeRequest] = {
    name: request for name, request in plain_requests() if not isinstance(request, LiegeTheatre | CampCloseUp)
}
every = pytest.mark.parametrize("name", REPORTS)


def sheet_of(name: str) -> Scene:
    """The sheet of a report, without the piece of map beside it."""
    return next(scene for scene in scenes_of(REPORTS[name]) if scene.base is None)


def words_of(name: str) -> str:
    return " ".join(sheet_of(name).words())


def test_the_gallery_has_every_kind_in_every_colour_set() -> None:
    assert {(type(one), one.palette) for _, one in requests()} == {
        (kind, palette) for kind in get_args(LiegeRequest) for palette in SETS
    }
    names = [name for name, _ in requests()]
    assert len(set(names)) == len(names)


@every
def test_letters_are_read_on_a_phone_and_nothing_is_cut_off_or_covered(name: str) -> None:
    for scene in scenes_of(REPORTS[name]):
        written = [one for one in scene.commands if isinstance(one, Stamp) and one.kind != "lettering"]
        sizes = [px for one in written if (px := one.key.text_px(scene.scale * one.zoom)) is not None]
        assert min(sizes) >= 14
        assert min(sizes) * FEED / scene.width >= (11 if scene.base is None else 8)
        assert [one for one in cut_off(scene) if not one.startswith(("zone of", "work of", "marked of"))] == []
    sheet = sheet_of(name)
    assert overlaps(sheet, frozenset({"text"}), slack=8) == []
    assert overlaps(sheet, frozenset({"counter", "fort", "die", "verdict"}), slack=14) == []


@every
def test_a_report_keeps_its_limit_and_is_the_same_again(name: str) -> None:
    picture = draw(REPORTS[name])
    assert picture.mime == "image/png"
    assert len(picture.data) <= LIMIT
    assert picture.width == 560
    assert draw(REPORTS[name]) == picture
    with Image.open(BytesIO(picture.data)) as image:
        assert image.size == (picture.width, picture.height)


@pytest.mark.parametrize("palette", [name for name in SETS if name != "standard"])
def test_a_colour_set_changes_colours_and_nothing_else(palette: str) -> None:
    check_recoloured(draw, REPORTS.values(), palette)


@pytest.mark.parametrize("palette", SETS)
def test_every_word_meets_aa_on_its_ground(palette: str) -> None:
    pairs = {
        (one.key.colour, one.key.ground)
        for name in REPORTS
        for one in sheet_of(name).commands
        if isinstance(one, Stamp) and isinstance(one.key, TextKey)
    }
    assert len(pairs) > 5
    found = [(*pair, round(contrast(*(shown(colour, palette) for colour in pair)), 2)) for pair in pairs]
    assert [row for row in found if row[2] < 4.5] == []


# -- what is told -----------------------------------------------------------------------------------------------------


@every
def test_the_alt_text_says_what_is_written(name: str) -> None:
    """Every figure and every word on the sheet is in the alt text; labels of columns are there in their long form."""
    alt = draw(REPORTS[name]).alt
    assert "{" not in alt
    assert "None" not in alt
    columns = {"AFF", "ARF", "CAB", "CBF", "MF", *(f"T{turn}" for turn in range(20))}
    lines = [one for one in sheet_of(name).commands if isinstance(one, Stamp) and one.kind == "text"]
    for word in {word.strip(".,;:()") for one in lines for word in one.about.split()} - columns:
        assert word in alt or word.lower() in alt.lower(), (word, alt)


@pytest.mark.parametrize(
    ("name", "texts"),
    [
        ("liege-barrage-fort", ("Barrage on Pontisse", "KMK.b3 (2x42cm) in V36 (AFF 96)", "All fire, AFF 108: column 94.",
                                "Die 7, halved and rounded up: 4.", "Limited supply: +3.", "Pontisse falls: Row 7, result BO−4",
                                "Lantin holds", "CAB test, die 8, needed 10 or less")),
        ("liege-barrage-chances", ("Barrage on Pontisse (chances)", "Falls: 74%.")),
        ("liege-barrage-units", ("Barrage on the units in V34", "Boncelles in W34 (ARF 4)", "19.ID loses a step",
                                 "(Ground +3, Several units fire +1)", "III/Fussa.9 (21cm) holds")),
        ("liege-assault", ("Assault on Fléron", "+2 columns", "Half of the forts are lost −1", "27.IB loses a step", "Enters V35")),
        ("liege-assault-chances", ("Falls: 41%.", "Loses a step: 35%.")),
        ("liege-combat", ("Attack on W35 (Liège)", "German, attacker, strength 31: 34.IB in V36 (17)", "II/Fussa.4 (21cm) in V36 (4 (ARF))",
                          "Odds: 1.5:1.", "On the flank: −10.", "Result for the defender: O−8.", "The attacker wins.",
                          "9+11 BM loses 2 steps: 1 step is lost without a test", "15 BM retreats to X36.", "34.IB enters W35 (Liège).")),
        ("liege-combat-chances", ("Attacker loses a step first: 28%.",)),
        ("liege-stack", ("U35 (Herve). broken ground, 6 of 12 steps.", "27.IB: infantry, rank B, 1 of 2 steps, facing south-west, lost a step",
                         "CBF (combat): 13 / 7.", "AFF (forts): 12.")),
        ("liege-stack-camp", ("Barchon: concrete fort, fallen.", "Fléron: concrete fort, CAB 14, CBF 10, ARF 4.")),
        ("liege-stack-hidden", ("German hidden stack: units, steps and facing are unknown.",)),
        ("liege-turn", ("Turn 5 of 8 is over", "Forts that fell: Barchon, Evegnée.", "German losses: 2 steps.",
                        "Belgian losses: 1 step.", "Score after each turn: −4 in turn 2; −3 in turn 3;")),
        ("liege-end", ("German victory.", "German points minus Belgian points: +5.", "10 forts have fallen: 10.",
                       "The German side wins with +2 or more. +1 is a draw.", "9 of 12 forts are active")),
        ("liege-puzzle", ("Puzzle: one barrage phase", "PiR.24: AFF 4 in AL31.", "Bourdiau: CAB 15 in AK30.")),
    ],
)  # fmt: skip
def test_a_report_tells_what_happened(name: str, texts: tuple[str, ...]) -> None:
    alt = draw(REPORTS[name]).alt
    assert [text for text in texts if text not in alt] == []


def test_a_result_is_written_as_the_tables_print_it() -> None:
    assert [result_text(one) for one in ((0, -4), (1, 2), (2, 0), None)] == ["O−4", "BO+2", "BBO0", "–"]
    assert [percent_text(one) for one in (0.0, 0.001, 0.5, 0.999, 1.0)] == ["0%", "1%", "50%", "99%", "100%"]
    assert [signed(one) for one in (3, 0, -3)] == ["+3", "0", "−3"]


def test_fallen_and_failed_forts_have_different_signs() -> None:
    sheet = sheet_of("liege-barrage-fort")
    signs = {one.about: one.key for one in sheet.commands if isinstance(one, Stamp) and one.kind == "fort"}
    assert (signs["pontisse"].standing, signs["lantin"].standing) == (False, True)  # type: ignore[attr-defined]
    assert [one.about for one in sheet.commands if isinstance(one, Stamp) and one.kind == "verdict"] == ["bad", "good"]
    report = sample_reports.fort_barrage()
    gone = replace(report, kind="units", targets=(ShelledTarget(0, outcome="destroyed", row=1, result=(2, 0)),))
    (_, other) = scenes_of(BarragePicture(sample_view(), gone))
    assert [one.kind for one in other.commands if isinstance(one, Stamp)].count("struck") == 1


def test_the_map_over_a_barrage_has_a_line_from_every_gun_to_its_target() -> None:
    for name, hexes in (("liege-barrage-fort", ["V36", "V36"]), ("liege-barrage-units", ["W34"] * 3)):
        piece = scenes_of(REPORTS[name])[0]
        assert piece.base is not None
        assert [one.about for one in piece.commands if isinstance(one, Stamp) and one.kind == "fire"] == hexes
    combat = scenes_of(REPORTS["liege-combat"])[0]
    ways = [one.kind for one in combat.commands if isinstance(one, Stamp) and one.kind in ("attack", "retreat")]
    assert sorted(ways) == ["attack", "attack", "retreat", "retreat"]


def test_a_draw_and_a_turn_without_losses_have_words() -> None:
    draw_ = draw(LiegeEnd(sample_view(), None)).alt
    assert "The game is a draw." in draw_
    assert "No fort fell." in draw(TurnPicture(opening_view(), 2)).alt
    assert (
        "wins with +8 or more, otherwise the Belgian side does."
        in draw(LiegeEnd(replace(sample_view(), scenario="night"), ALLIED)).alt
    )


@pytest.mark.parametrize("last", range(-3, 9))
def test_the_line_of_a_win_strikes_no_score_out(last: int) -> None:
    """The score a point below a win stood on the dashes."""
    scores = ((2, -4), (3, 1), (4, 2), (5, last))
    scene = next(one for one in scenes_of(LiegeEnd(sample_view(), ALLIED, scores=scores)) if one.base is None)
    dashes = [one for one in scene.commands if isinstance(one, Fill) and (one.width, one.height) == (7, 2)]
    told = {signed(score) for _, score in scores}
    right = max(one.x for one in dashes)  # the total stands further right
    labels = [one for one in scene.commands if isinstance(one, Stamp) and one.key.words() in told and one.x < right]
    assert len(dashes) >= 15
    assert len(labels) >= len(scores)
    for dash in dashes:
        for one in labels:
            beside = dash.x + 7 <= one.x or one.x + one.width <= dash.x
            assert beside or dash.y >= one.y + one.height or dash.y + 2 <= one.y, one.key.words()


def test_an_empty_hex_says_so() -> None:
    view = sample_view()
    alt = draw(StackCard(view, view.facts.hex_of("AA38"))).alt
    assert alt == "AA38 (Haelen). open ground, 0 of 15 steps. Nobody is here."


def test_an_unknown_colour_set_is_refused() -> None:
    with pytest.raises(UnknownColours, match="standard, dark"):
        draw(replace(sample_reports.turn(), palette="pink"))


# -- hidden stacks ----------------------------------------------------------------------------------------------------


def test_a_stack_under_fog_is_one_card_and_names_no_unit() -> None:
    view = sample_view(fog=True, viewer=ALLIED)
    known = {one.unit for one in view.units}
    for hidden in view.hidden:
        scene = scenes_of(StackCard(view, hidden.hex))[0]
        text = " ".join([*scene.words(), scene.alt, *(one.about for one in scene.commands if isinstance(one, Stamp))])
        gone = [own for number, own in enumerate(view.facts.units) if number not in known]
        assert [own.title for own in gone if own.title in text or own.name in text] == []
        assert "12 steps" in scene.alt or "9 steps" in scene.alt  # the limit, not what is there
        assert " of " not in scene.alt


# -- replays ----------------------------------------------------------------------------------------------------------


def test_a_replay_moves_and_keeps_its_limit() -> None:
    heard: list[int] = []
    (picture,) = replay(frames(), "webp", progress=heard.append)
    assert (picture.mime, heard) == ("image/webp", [1, 2, 3, 4])
    with Image.open(BytesIO(picture.data)) as image:
        assert image.n_frames == 4  # type: ignore[attr-defined]
    assert picture.alt == (
        "4 pictures. 4 and 5 August: the Germans cross the border; Turn 5: 34 IB in V36; Turn 6: 34 IB in W36; Turn 7: 34 IB in W35."
    )
    small = replay(frames(), "gif", limit_bytes=len(replay(frames(), "gif")[0].data) - 1)[0]
    assert small.width < picture.width
    with pytest.raises(TooSmall):
        replay(frames(), "webp", limit_bytes=100)


def test_stills_are_numbered_and_told() -> None:
    stills = replay(frames(), "stills")
    assert [one.name for one in stills] == [f"replay_00{n}.png" for n in (1, 2, 3, 4)]
    assert stills[2].alt == "3. Turn 6: 34 IB in W36"
    assert all(len(one.data) <= 150_000 for one in stills)


def test_arrows_and_rings_say_what_is_different() -> None:
    (before, _), (after, caption) = list(frames())[2:]
    marks = changes(before, after)
    names = before.facts.grid.names
    assert [(kind, [names[hex_] for hex_ in way]) for kind, way in marks.ways] == [("move", ["W36", "W35"])]
    assert [before.facts.forts[one].name for one in marks.forts] == ["fleron"]
    scene = frame_scene(before, after, caption)
    assert caption in scene.words()
    assert [one.kind for one in scene.commands if isinstance(one, Stamp)].count("move") == 1


def test_a_replay_of_nothing_and_of_an_unknown_kind_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one position"):
        replay([])
    with pytest.raises(ValueError, match="webp, gif, stills"):
        replay(frames(), "film")


def test_warming_paints_without_a_position() -> None:
    warm()


def test_pictures_are_joined_below_each_other_and_none_is_no_picture() -> None:
    view = sample_view()
    parts = (CampCloseUp(view), StackCard(view, view.facts.hex_of("V35")))
    picture = draw(LiegeJoined(parts))
    assert (picture.width, picture.name) == (782, "liege_camp.png")
    assert picture.height > sum(draw(one).height for one in parts)
    assert all(draw(one).alt in picture.alt for one in parts)
    with pytest.raises(ValueError, match="at least one part"):
        draw(LiegeJoined(()))
