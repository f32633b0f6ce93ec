"""What leaves a league as a file and what comes in: bit for bit, defused, folded; what is broken is refused with its line and reason."""

from __future__ import annotations

import csv
import io
import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema_rs import Draft202012Validator

from bot.leagues.exchange import archives, calendars, reports, sheets, trf
from bot.leagues.exchange.calendars import Event
from bot.leagues.exchange.malformed import Malformed
from bot.leagues.journal import ENTRY, Format
from bot.leagues.season import Season
from bot.leagues.standings import How
from tests.leagues.lives import FORMATS, Lived, lived
from tests.leagues.test_trf import file, row


def played(form: Format = "divisions", seed: int = 1) -> Lived:
    *_, held = lived(random.Random(seed), form, 8)
    return held


# ------------------------------------------------------------------------------------------------ journals


@pytest.mark.parametrize("form", FORMATS)
def test_a_journal_goes_out_and_in_without_the_difference_of_a_bit(form: Format) -> None:
    held = played(form)
    lines = [archives.dumped(entry) for entry in held.entries]
    text = archives.write(lines)
    back = archives.read(text)
    assert list(back.lines) == lines
    assert list(back.entries) == held.entries
    assert back.season == held.season
    assert archives.write(back.lines) == text
    assert [line.rstrip(",") for line in text.splitlines()[1:-1]] == lines, "an entry a line"


def test_entries_of_an_older_version_stay_as_they_were_written() -> None:
    whole = json.loads(archives.dumped(played().entries[0]))
    old = json.dumps(
        {key: whole[key] for key in ("kind", "at", "name", "format", "own_rounds", "window", "commitment")}
    )
    back = archives.read(archives.write([old]))
    assert back.lines == (old,)
    assert back.season.rules.name == "Spring"


def test_a_reformatted_document_is_the_same_journal() -> None:
    held = played()
    text = archives.write([archives.dumped(entry) for entry in held.entries])
    again = archives.read(json.dumps(json.loads(text), indent=3))
    assert list(again.entries) == held.entries
    assert [json.loads(line) for line in again.lines] == [json.loads(archives.dumped(one)) for one in held.entries]
    assert not any("\n" in line for line in again.lines)


def test_the_schema_takes_what_is_written_and_nothing_else() -> None:
    validator = Draft202012Validator(archives.schema())
    held = played("teams")
    document = json.loads(archives.write([archives.dumped(entry) for entry in held.entries]))
    assert validator.is_valid(document)
    for broken in (
        {**document, "version": 2},
        {**document, "entries": []},
        {**document, "entries": [{**document["entries"][0], "window": 1}]},
        {**document, "entries": [{**document["entries"][0], "kind": "dreamt"}]},
    ):
        assert not validator.is_valid(broken)


def journal(change: Callable[[list[dict[str, Any]]], object], **head: object) -> str:
    """A sound journal with something changed."""
    entries = [json.loads(archives.dumped(entry)) for entry in played().entries]
    change(entries)
    whole = archives.write([json.dumps(entry) for entry in entries])
    for key, value in head.items():
        whole = whole.replace(f'"{key}": {json.dumps(json.loads(whole)[key])}', f'"{key}": {json.dumps(value)}', 1)
    return whole


def found(entries: list[dict[str, Any]], kind: str) -> dict[str, Any]:
    return next(entry for entry in entries if entry["kind"] == kind)


BROKEN_JOURNALS: list[tuple[Callable[[], str], int, str]] = [
    (lambda: "", 1, "this isn't valid JSON: Expecting value"),
    (lambda: "[]", 1, '"format" should be'),
    (lambda: "{}", 1, '"format" should be'),
    (lambda: journal(lambda _: None, format="shopping list"), 1, '"format" should be "season journal"'),
    (lambda: journal(lambda _: None, version=2), 1, '"version" should be 1, not 2'),
    (lambda: journal(lambda _: None).replace('"entries"', '"lines"', 1), 1, 'a list "entries"'),
    (lambda: journal(lambda entries: entries.clear()), 1, "has no entries"),
    (lambda: journal(lambda _: None)[:-40], 0, "this isn't valid JSON"),
    (lambda: journal(lambda entries: entries.__setitem__(2, 7)), 4, "should be an object"),  # type: ignore[call-overload]
    (lambda: journal(lambda entries: entries.pop(0)), 2, "begins with its opening"),
    (lambda: journal(lambda entries: entries[0].update(window="soon")), 2, "window"),
    (lambda: journal(lambda entries: entries[1].update(kind="dreamt")), 3, "dreamt"),
    (lambda: journal(lambda entries: entries[1].update(account="discord:1")), 3, "account"),
    (lambda: journal(lambda entries: found(entries, "resulted").update(match="9.9.9")), 0, "doesn't follow"),
    (lambda: journal(lambda entries: found(entries, "resulted").update(leg=1)), 0, "doesn't follow"),
    (lambda: "[" * 100_000, 1, "nested too deeply"),
    (
        lambda: journal(lambda _: None).replace('"version": 1', f'"version": {"1" * 5000}', 1),
        1,
        "this isn't a journal: Exceeds",
    ),
    (lambda: journal(lambda _: None).replace('"entries"', '"\\u0065ntries"', 1), 1, "plain letters"),
    (
        lambda: journal(lambda _: None).replace('"version": 1', '"version": true', 1),
        1,
        '"version" should be 1, not True',
    ),
    (
        lambda: journal(lambda _: None).replace('"version"', '"entries": [], "version"', 1),
        1,
        '"entries" appears twice',
    ),
    (lambda: journal(lambda _: None).replace('"by"', '"by": "chief", "by"', 1), 2, '"by" appears twice'),
    (lambda: journal(lambda entries: entries[3].update(at=True)), 5, "at: "),
    *((lambda at=at: journal(lambda entries: entries[3].update(at=at)), 5, "at: ") for at in (float("inf"), 1e300)),
]


@pytest.mark.parametrize(("text", "line", "why"), BROKEN_JOURNALS)
def test_a_broken_journal_is_refused_with_line_and_reason(text: Callable[[], str], line: int, why: str) -> None:
    with pytest.raises(Malformed) as refused:
        archives.read(text())
    assert why in refused.value.why
    assert refused.value.line == line or (line == 0 and refused.value.line > 1)


def test_the_line_of_a_broken_entry_is_its_own() -> None:
    entries = [json.loads(archives.dumped(entry)) for entry in played().entries]
    number = next(index for index, entry in enumerate(entries) if entry["kind"] == "resulted")
    entries[number]["match"] = "9.9.9"
    text = archives.write([json.dumps(entry) for entry in entries])
    with pytest.raises(Malformed) as refused:
        archives.read(text)
    assert "9.9.9" in text.splitlines()[refused.value.line - 1]
    assert refused.value.line == number + 2


# ----------------------------------------------------------------------------------------------------- CSV


@pytest.mark.parametrize(
    "cell",
    ["=1+1", "+49 30", "-3", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "  =1", "'=1", "＝1", "'quoted", "=cmd|' /C calc'!A0"],
)
def test_no_free_text_cell_is_a_formula(cell: str) -> None:
    (told,) = next(csv.reader(io.StringIO(sheets.write([[cell]]), newline="")))
    assert told == f"'{cell}"
    assert sheets.plain(told) == cell


@given(st.text(max_size=30))
def test_a_defused_cell_means_what_it_meant(text: str) -> None:
    assert sheets.plain(sheets.defused(text)) == text
    assert not sheets.defused(text).lstrip(" ").startswith(("=", "+", "-", "@"))


def test_figures_stay_figures_and_lines_end_as_they_should() -> None:
    assert sheets.write([["a", "b"], [-3, 1.5], ["x,y", 'say "no"'], [2.0, ""]]) == (
        'a,b\r\n-3,1.5\r\n"x,y","say ""no"""\r\n2,\r\n'
    )


def test_a_list_of_entries_is_read_in_any_order_of_columns() -> None:
    text = '\ufeffName, ACCOUNT,rating,substitute\r\n"Eve, the\r\nfirst",web:eve,1500,yes\r\n\r\n\'=Bob,discord:80351110224678912,,\r\n'
    one, other = sheets.entries(text)
    assert (one.account, one.name, one.rating, one.substitute) == ("web:eve", "Eve, the\r\nfirst", 1500, True)
    assert (other.name, other.rating, other.capacity, other.zone, other.substitute) == ("=Bob", 0, 1, "UTC", False)


HEAD = "account,name,rating,capacity,substitute,zone\n"
BROKEN_LISTS = [
    ("", 1, "the file is empty"),
    ("\n\n", 1, "the file is empty"),
    (HEAD, 1, "the file has no players"),
    ("account\nweb:a\n", 1, "the column name is missing"),
    ("name\nA\n", 1, "the column account is missing"),
    ("account,name,shoe size\nweb:a,A,44\n", 1, "there's no column 'shoe size'"),
    ("account,name,name\nweb:a,A,B\n", 1, "the column name appears twice"),
    (HEAD + "web:a,A\n", 2, "the row has 2 cells, but should have 6"),
    (HEAD + "web:a,A,1,1,no,UTC\n,B,1,1,no,UTC\n", 3, "account should be a platform and an id"),
    (HEAD + "anna,A,1,1,no,UTC\n", 2, "account should be a platform and an id"),
    (HEAD + "web:a,,1,1,no,UTC\n", 2, "name should have 1 to 80 characters"),
    (HEAD + "web:a,A,good,1,no,UTC\n", 2, "rating should be a whole number from 0 to 10000, not 'good'"),
    (HEAD + "web:a,A,1,99,no,UTC\n", 2, "capacity should be a whole number from 1 to 30"),
    (HEAD + "web:a,A,1,1,maybe,UTC\n", 2, "substitute should be yes or no, not 'maybe'"),
    (HEAD + "web:a,A,1,1,no,UTC\nweb:b,B,1,1,no,UTC\nweb:a,C,1,1,no,UTC\n", 4, "web:a is already in line 2"),
    (HEAD + 'web:a,"A,1,1,no,UTC\n', 2, "this isn't valid CSV"),
    (HEAD + 'web:a,"A"x,1,1,no,UTC\n', 2, "this isn't valid CSV"),
    (HEAD + "web:a,\0,1,1,no,UTC\n", 2, "zero byte"),
    (HEAD + f"web:a,{'x' * 201},1,1,no,UTC\n", 2, "name has 201 characters"),
    (HEAD + 'web:a,"A\nB",1,1,no,UTC\nweb:b,B,-1,1,no,UTC\n', 4, "rating should be"),
    (HEAD + "".join(f"web:a{number},A,1,1,no,UTC\n" for number in range(10_001)), 10_003, "more than 10000 rows"),
]


@pytest.mark.parametrize(("text", "line", "why"), BROKEN_LISTS)
def test_a_broken_list_is_refused_with_line_and_reason(text: str, line: int, why: str) -> None:
    with pytest.raises(Malformed) as refused:
        sheets.entries(text)
    assert why in refused.value.why
    assert refused.value.line == line


@given(st.text(max_size=200))
@settings(max_examples=150)
def test_whatever_comes_in_is_read_or_refused_with_a_line(text: str) -> None:
    for read in (sheets.entries, archives.read, trf.read):
        for given_ in (text, HEAD + text, file(row(1, "   2 w 1"), row(2, "   1 b 0")) + text):
            refused = refusal(read, given_)
            assert refused is None or (1 <= refused.line <= len(given_) + 1 and refused.why)


def refusal(read: Callable[[str], object], text: str) -> Malformed | None:
    try:
        read(text)
    except Malformed as refused:
        return refused
    return None


@given(st.randoms(use_true_random=False))
@settings(max_examples=60)
def test_a_journal_with_some_letters_changed_is_read_or_refused_with_a_line(rng: random.Random) -> None:
    letters = list(JOURNAL)
    for _ in range(rng.randint(1, 3)):
        letters[rng.randrange(len(letters))] = rng.choice('{}[]",:0aé\n')
    refused = refusal(archives.read, "".join(letters))
    assert refused is None or 1 <= refused.line <= len(letters)


JOURNAL = archives.write([archives.dumped(entry) for entry in played().entries[:14]])

# ----------------------------------------------------------------------------------------------------- TRF


@pytest.mark.parametrize("form", FORMATS)
def test_a_section_is_a_tournament_that_others_can_read(form: Format) -> None:
    held = played(form, 2)
    season = held.season
    for section, slots in enumerate(season.sections):
        made = reports.tournament(season, section, lambda slot: f"Name\nof {slot}")
        back = trf.read(trf.write(made))
        assert back == made
        assert [one.name for one in back.rows] == [f"Name of {slot}"[:33] for slot in slots]
        points = {one.name: one.half_points for one in back.rows}
        for line in season.table(section):
            outside = [
                match
                for match in season.counted(section)
                if line.name in (match.first, match.second)
                and (match.second not in (*slots, None) or match.first not in slots or _split(match.how, match.points))
            ]
            if line.name in slots and not outside:
                assert points[f"Name of {line.name}"[:33]] == line.points


def _split(how: How, points: tuple[int, int]) -> bool:
    """A walkover that gave both something: TRF has only a bye for half a point, which names no opponent."""
    return how is not How.PLAYED and points == (1, 1)


def test_a_round_that_is_on_is_left_out_of_a_tournament() -> None:
    held = Lived(format="swiss", rounds=3)
    held.enter(6)
    held.begin()
    assert {one.rounds for one in reports.tournament(held.season, 0, str).rows} == {()}
    held.play(random.Random(1))
    assert {len(one.rounds) for one in reports.tournament(held.season, 0, str).rows} == {1}


# ---------------------------------------------------------------------------------------------------- iCal


def unfolded(text: str) -> list[str]:
    assert text.endswith("\r\n")
    assert "\n" not in text.replace("\r\n", "")
    for line in text.split("\r\n"):
        assert len(line.encode()) <= 75
    return text.replace("\r\n ", "").split("\r\n")[:-1]


def test_a_calendar_has_what_its_format_asks_for() -> None:
    events = [
        Event(
            "s-spring-round-1@league",
            1_800_000_000,
            "Spring: round 1",
            1_800_086_400,
            url="https://example.org/s?a=1,2",
        ),
        Event("s-spring-due-1@league", 1_800_086_400, "Spring, the; last\\one\nends", changed=2),
    ]
    assert unfolded(calendars.write("Spring; 2027", events, 1_799_999_999)) == [
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Feldpost//League//EN", "CALSCALE:GREGORIAN", "METHOD:PUBLISH",
        "X-WR-CALNAME:Spring\\; 2027",
        "BEGIN:VEVENT", "UID:s-spring-round-1@league", "DTSTAMP:20270115T075959Z", "SEQUENCE:0", "DTSTART:20270115T080000Z",
        "DTEND:20270116T080000Z", "SUMMARY:Spring: round 1", "URL:https://example.org/s?a=1,2", "TRANSP:TRANSPARENT", "END:VEVENT",
        "BEGIN:VEVENT", "UID:s-spring-due-1@league", "DTSTAMP:20270115T075959Z", "SEQUENCE:2", "DTSTART:20270116T080000Z",
        "SUMMARY:Spring\\, the\\; last\\\\one\\nends", "TRANSP:TRANSPARENT", "END:VEVENT",
        "END:VCALENDAR",
    ]  # fmt: skip


@given(st.text(max_size=300))
def test_no_text_breaks_a_line_or_a_letter(text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError:
        return
    lines = unfolded(calendars.write(text, [Event(text, 0, text, description=text, url=text)], 0))
    assert lines.count("BEGIN:VEVENT") == 1
    assert f"SUMMARY:{calendars.escaped(text)}" in lines
    assert lines.index("END:VCALENDAR") == len(lines) - 1


def test_a_season_read_from_its_archive_goes_on() -> None:
    held = Lived(format="swiss", rounds=2)
    held.enter(4)
    held.begin()
    back = archives.read(archives.write([ENTRY.dump_json(entry).decode() for entry in held.entries]))
    again = Lived.__new__(Lived)
    again.entries, again.season = list(back.entries), back.season
    again.play(random.Random(1))
    assert isinstance(again.season, Season)
    assert not again.season.open_matches()
