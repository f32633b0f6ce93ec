"""Pictures of leagues: legible on a phone, nothing cut off or covered, all of it in words, names in any script."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import get_args

import pytest

from renderer.kit.colours import SETS, shown
from renderer.kit.names import PersonNameKey, fitted, runs, width
from renderer.kit.romanised import NEUTRAL
from renderer.kit.scene import Scene, Stamp
from renderer.kit.text import TextKey
from renderer.kit.text_direction import drawn
from renderer.league import draw, in_words
from renderer.league.gallery import views as every_view
from renderer.league.pictures import LIMIT, scene_of
from renderer.league.samples import (
    NAMES,
    bracket,
    by_round,
    card,
    cross,
    final,
    line,
    pairings,
    poster,
    samples,
    standings,
)
from renderer.league.views import Column, CrossTable, Duel, Head, Pairings, RatingGraph, Standings, View
from tests.renderer.boxes import cut_off, overlaps
from tests.renderer.colour_sets import check_recoloured
from tests.renderer.test_colours import contrast

WRITTEN = frozenset({"text", "name"})
PHONE = 400
SAMPLES = dict(samples())


def seen(view: View) -> Scene:
    return scene_of(view)


@pytest.mark.parametrize("name", SAMPLES)
def test_a_phone_shows_every_letter_at_14_px_and_nothing_is_cut_off_or_covered(name: str) -> None:
    scene = seen(SAMPLES[name])
    sizes = [c.key.text_px(scene.scale) for c in scene.commands if isinstance(c, Stamp)]
    assert min(px for px in sizes if px is not None) * PHONE / scene.width >= 14.0
    assert cut_off(scene) == []
    # A line of 28 px has a box of 37: what is more than its letters may meet.
    assert overlaps(scene, WRITTEN, slack=8) == []


@pytest.mark.parametrize("name", SAMPLES)
def test_a_picture_is_small_and_the_same_again(name: str) -> None:
    picture = draw(SAMPLES[name])
    assert (picture.mime, picture.width) == ("image/png", 2 * PHONE)
    assert len(picture.data) <= LIMIT / 2
    assert picture.height <= 2 * picture.width
    assert draw(SAMPLES[name]) == picture
    assert in_words(SAMPLES[name]) == picture.alt


def told(view: object) -> Iterator[str]:
    """Every name in a view."""
    if isinstance(view, tuple):
        for one in view:
            yield from told(one)
    elif is_dataclass(view):
        for field in fields(view):
            if field.name in ("name", "first", "second", "season", "winners", "sides", "game", "title"):
                yield from told(getattr(view, field.name))
            elif not isinstance(value := getattr(view, field.name), str):
                yield from told(value)
    elif isinstance(view, str) and view:
        yield view


@pytest.mark.parametrize("name", SAMPLES)
def test_alt_text_names_everybody_in_full_even_where_the_picture_cuts(name: str) -> None:
    view = SAMPLES[name]
    alt = seen(view).alt
    assert [one for one in told(view) if one not in alt] == []
    assert "{" not in alt


def test_alt_text_tells_a_table_and_who_moves_and_what_is_still_possible() -> None:
    alt = seen(standings(7)).alt
    assert alt.startswith(
        "Standings of Spring Offensive 2027, Division 2: 1. Anna: 7 points, 3 won, 1 drawn, 0 lost, tie-break 10.5"
    )
    assert "can still finish 1 to 5, moves up" in alt
    assert alt.count("moves down") == 2
    assert ", withdrawn" in alt
    assert ", you" in alt
    assert "final place" in seen(final()).alt
    assert "certain of place 3" in seen(Standings(Head("S"), 7, (replace(standings(7).rows[2], best=3, worst=3),))).alt


def test_alt_text_tells_games_by_side_rounds_and_results() -> None:
    assert "1. Anna, 7 points; " in seen(cross(7)).alt
    assert "Second Side: " in seen(cross(7)).alt
    assert "round 2 " in seen(by_round(5)).alt
    assert "bye" in seen(by_round(16)).alt
    table = standings(5)
    beaten = replace(table, rows=(*table.rows[:-1], replace(table.rows[-1], out=True, best=4, worst=5)))
    assert "knocked out (place 4 to 5)" in seen(beaten).alt
    tree = seen(bracket(16)).alt
    assert "Last 16: Anna has a bye; " in tree
    assert "Final: to be decided against to be decided." in tree
    assert "15 Jan 2027" in seen(SAMPLES["ratings"]).alt
    assert ("Anna, last 25 May 2027 1486 ± 120: 15 Jan 2027 1460 ± 400 (provisional); 25 Jan") in seen(
        SAMPLES["ratings"]
    ).alt
    assert "(provisional)" in seen(SAMPLES["ratings"]).alt
    assert "To be played by 6 Mar 2027, 08:00 UTC." in seen(card()).alt
    assert "Result 2 to 0." in seen(SAMPLES["pairing-over"]).alt
    assert "by walkover" in seen(pairings(16)).alt
    assert "Clock: 5 days + 8 h a round." in seen(poster()).alt


@pytest.mark.parametrize("palette", [name for name in SETS if name != "standard"])
def test_a_colour_set_changes_colours_and_nothing_else(palette: str) -> None:
    views = (standings(7), cross(7), bracket(4), SAMPLES["ratings"], poster(), card(), pairings(5))
    check_recoloured(draw, views, palette)


@pytest.mark.parametrize("palette", SETS)
def test_every_word_meets_aa_on_its_ground(palette: str) -> None:
    pairs = {
        (command.key.colour, command.key.ground)
        for _, view in samples()
        for command in seen(view).commands
        if isinstance(command, Stamp) and isinstance(command.key, TextKey | PersonNameKey)
    }
    assert len(pairs) > 10
    found = [(*pair, round(contrast(*(shown(colour, palette) for colour in pair)), 2)) for pair in pairs]
    assert [row for row in found if row[2] < 4.5] == []


def test_the_gallery_has_every_kind_in_every_colour_set() -> None:
    found = {(type(view), view.palette) for _, view in every_view()}
    assert found == {(kind, palette) for kind in get_args(View) for palette in SETS}
    names = [name for name, _ in every_view()]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(
    ("view", "why"),
    [
        (Standings(Head("S"), 17, tuple(standings(16).rows) + standings(5).rows[:1]), "17 rows"),
        (Pairings(Head("S"), (*pairings(16).rows, *pairings(5).rows), ("A", "B")), "21 rows"),
        (CrossTable(Head("S"), tuple(range(8)), (), ("A", "B")), "8 columns"),
        (replace(bracket(16), columns=2 * bracket(16).columns), "8 rounds"),
        (replace(bracket(16), columns=(Column(1, 9 * (Duel("a", "b"),)),)), "18 rows"),
        (RatingGraph("S", tuple(line(number, 2) for number in range(5))), "5 lines"),
        (replace(standings(5), palette="pink"), "no colour set 'pink'"),  # type: ignore[arg-type]
    ],
)
def test_a_picture_without_enough_room_is_refused(view: View, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        draw(view)


# ------------------------------------------------------------------------------------------------------ names


@pytest.mark.parametrize("name", [*NAMES, "สมชาย ใจดี", "Հայկ", "Ђорђе"])
def test_every_sample_name_has_all_its_letters(name: str) -> None:
    assert NEUTRAL not in "".join(run.text for run in runs(name, "sans"))


def test_invisible_characters_leave_no_sign() -> None:
    assert [run.text for run in runs("a\U000e0061", "sans")] == ["a"]


@pytest.mark.parametrize("room", [30.0, 80.0, 200.0])
def test_a_name_is_cut_to_its_room_and_keeps_its_accents(room: float) -> None:
    for name in (*NAMES, "e\u0301" * 60):
        cut = fitted(name, "sans", 32, room)
        assert width(cut, "sans", 32) <= max(room, width(name[0] + "…", "sans", 32))
        assert cut == name or cut.endswith("…")


@pytest.mark.parametrize(
    ("name", "seen"),
    [
        ("Anna (7)", "Anna (7)"),
        ("משה לוי", "יול השמ"),
        ("משה 12 לוי", "יול 12 השמ"),
        ("Ali משה", "Ali השמ"),
        ("(x) משה", "(x) השמ"),
        ("علي", "\ufef2\ufee0\ufecb"),
        ("علاء", "\ufe80\ufefc\ufecb"),
        ("دار", "\ufead\ufe8d\ufea9"),
    ],
)
def test_letters_that_run_to_the_left_are_drawn_so_and_join(name: str, seen: str) -> None:
    assert drawn(name) == seen


@pytest.mark.parametrize(
    ("name", "read"),
    [
        ("प्रिया शर्मा", "Priya Sharma"), ("তাহমিদ", "Tahamida"), ("ਗੁਰਪ੍ਰੀਤ", "Guraprita"), ("ગાંધી", "Gandhi"), ("தமிழ்", "Tamil"),
        ("శ్రీనివాస్", "Shrinivas"), ("ಕೃಷ್ಣ", "Krisna"), ("മോഹൻലാൽ", "Mohanlal"), ("කමල්", "Kamal"), ("አበበ", "Ababa"),
        ("Anna १२", "Anna 12"), ("Anna 🦊🦊", "Anna •"), ("🦊", "fox face"), ("𠀀", "•"), ("", ""),
    ],
)  # fmt: skip
def test_a_name_that_no_font_has_is_spelt_in_latin_letters_and_never_in_boxes(name: str, read: str) -> None:
    (whole,) = {"".join(run.text for run in runs(name, font)) for font in ("sans", "sans_bold")}
    assert whole == read
    assert not name or width(name, "sans", 20) > 0
