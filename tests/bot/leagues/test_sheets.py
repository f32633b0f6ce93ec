"""CSV and calendar of a season: the same content as its pictures."""

from __future__ import annotations

import csv
import io
import random

import pytest

from bot.leagues import acts, journal
from bot.leagues.exchange import calendars as ical
from bot.leagues.journal import Format
from bot.leagues.windows import Calendar
from bot.narration.texts import texts
from bot.service.leagues import calendars, sheets, views
from renderer.league import in_words, samples
from tests.bot.leagues.test_views import SIDES, division, telling
from tests.leagues.lives import FORMATS, lived
from tests.leagues.test_season import CHIEF, DAY, SEED, Held

CLOSES = 5 * DAY


def rows(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text, newline="")))


@pytest.mark.parametrize("form", FORMATS)
def test_a_table_as_csv_tells_what_its_picture_tells(form: Format) -> None:
    *_, held = lived(random.Random(4), form, 8)
    told = telling(held, p01="=HYPERLINK(1)")
    for section in range(len(held.season.sections)):
        view = views.standings(told, section)
        head, *lines = rows(sheets.standings(view))
        assert len(lines) == len(view.rows)
        alt = in_words(view)
        for line in lines:
            one = dict(zip(head, line, strict=True))
            name = one["name"].removeprefix("'")
            unit = "point" if one["points"] == "1" else "points"
            told_so = f"{one['place']}. {name}: {one['points']} {unit}, {one['won']} won, {one['drawn']} drawn, {one['lost']} lost"
            assert f"{told_so}, tie-break {one['tiebreak']}" in alt
            assert not one["name"].startswith("=")
        cross = views.cross_table(told, section)
        head, *lines = rows(sheets.cross_table(cross))
        assert head == ["number", "name", "points", *map(str, cross.columns)]
        assert [line[2] for line in lines] == [str(row.points) for row in cross.rows]
    listed = views.pairings(told)
    head, *lines = rows(sheets.pairings(listed, {}))
    assert head[1:3] == [f"first ({SIDES[0]})", f"second ({SIDES[1]})"]
    assert [line[0] for line in lines] == [row.match for row in listed.rows]


def test_cells_of_a_cross_table_tell_points_side_and_opponent() -> None:
    (head, *lines) = rows(sheets.cross_table(samples.cross(7)))
    assert head[3:] == ["1", "2", "3", "4", "5", "6", "7"]
    cells = {cell for line in lines for cell in line[3:]}
    first, second = samples.SIDES
    assert {"", f"2 ({first})", f"0 ({second})", f"1 ({first})"} <= cells
    by_round = {cell for line in rows(sheets.cross_table(samples.by_round(16)))[1:] for cell in line[3:]}
    assert "2" in by_round, "a bye"
    assert any(cell.startswith(f"2 ({first}) ") for cell in by_round)
    double = {cell for line in rows(sheets.cross_table(samples.cross(7, games=2)))[1:] for cell in line[3:]}
    assert any("; " in cell for cell in double)


def test_a_calendar_has_rounds_and_deadlines_and_moves_with_what_is_granted() -> None:
    held = Held(calendar=Calendar(closes=CLOSES, draw=9 * DAY))
    held.enter(4)
    told, words = telling(held), texts()
    before = {event.uid: event for event in calendars.events(told, words, "s-spring")}
    assert {uid.removesuffix("@league"): event.start for uid, event in before.items()} == {
        "s-spring-closes": CLOSES, "s-spring-check-in": 6 * DAY, "s-spring-draw": 9 * DAY,
    }  # fmt: skip
    for number in range(4):
        held.do(acts.check_in, f"p{number:02}", 7 * DAY)
    held.do(acts.close_registration, CHIEF, 7 * DAY)
    held.do(acts.draw, SEED, CHIEF, 9 * DAY)
    found = {event.uid: event for event in calendars.events(told, words, "s-spring", "p01")}
    assert found["s-spring-round-1@league"].end == 129 * DAY
    assert found["s-spring-due-1@league"].summary == "Spring: games must be finished"
    own = [event for event in found.values() if "Player p01" in event.summary]
    assert len(own) == 3
    assert all(event.start == 129 * DAY and "plays Allied Powers" in event.description for event in own)
    held.do(acts.extend_windows, 2 * DAY, CHIEF, 20 * DAY, reason="flood")
    moved = {event.uid: event for event in calendars.events(told, words, "s-spring", "p01")}
    assert moved.keys() == found.keys()
    assert moved["s-spring-due-1@league"].start == 131 * DAY
    assert moved["s-spring-due-1@league"].changed == 1
    assert ical.write("Spring", moved.values(), 21 * DAY).count("BEGIN:VEVENT") == len(moved)


def test_a_swiss_has_its_rounds_by_number_and_the_time_for_appeals() -> None:
    held = Held(format="swiss", rounds=1)
    held.enter(4)
    held.begin()
    held.play(random.Random(1))
    held.do(acts.begin_review, CHIEF, 9)
    texts_ = [event.summary for event in calendars.events(telling(held), texts(), "s-x")]
    assert texts_ == ["Spring: round 1", "Spring: round 1 ends", "Spring: last chance to appeal"]
    ends = {event.start for event in calendars.events(telling(held), texts(), "s-x") if "ends" in event.summary}
    assert ends == {9}, "when everything was played, not when the window would have closed"


def test_a_walkover_is_marked_in_the_list_of_pairings() -> None:
    held = division(4)
    made = held.season.open_matches()[0]
    held.do(acts.rule_game, journal.Ruled(at=6, by=CHIEF, match=made.match, points=(0, 2), reason="bank empty"))
    lines = rows(sheets.pairings(views.pairings(telling(held)), {made.match: "bank empty"}))
    (line,) = [line for line in lines if line[0] == made.match]
    assert line[3:] == ["over", "0", "2", "yes", "bank empty"]
