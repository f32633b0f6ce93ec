"""Every normative sentence of a variant's text has an entry with its gist, a hook and tests."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests import sentences
from tests.manifest import deltas
from tests.sentences import Book, Entry, differences, digest, faults, read, sentences_in

VARIANTS = ("banquet", "suicide")
#: Location of the texts on machines that have them; we may not copy them.
TEXTS = Path(__file__).parents[3] / "shared" / "rules"

_TEXT = """
A page
OPERATIONS
9.2 OPERATIONS
9.2.8 Units move, e.g. by rail. They stop (11.1)!
IMG/jpg/a.jpg
belg.jpgIt rains.
•  Nobody goes back.
18.0 WAR PLANS
Plans are old.
RUSSIA:
WP 1: “East”. It ends.
NATION-SPECIFIC RULES:
ITALY
- Nobody goes to Nice.
"""


def test_a_text_is_parted_by_paragraph_and_sentence() -> None:
    """Bullets and lines end sentences; headings are not sentences; plans and nations are paragraphs."""
    assert sentences_in(_TEXT) == {
        "Preface/1": "A page",
        "9.2.8/1": "Units move, e.g. by rail.",
        "9.2.8/2": "They stop (11.1)!",
        "9.2.8/3": "It rains.",
        "9.2.8/4": "Nobody goes back.",
        "18.0/1": "Plans are old.",
        "18.0 Russia WP 1/1": "“East”.",
        "18.0 Russia WP 1/2": "It ends.",
        "Nations Italy/1": "Nobody goes to Nice.",
    }


def _book(*entries: Entry, nothing: tuple[str, ...] = ()) -> Book:
    return Book("banquet", ("text.txt",), entries, frozenset(nothing))


def _entry(key: str, words: str) -> Entry:
    return Entry(key, "Nobody stays", ("test_a_space_is_attacked_once_in_a_round",), digest(words), of="15")


def test_a_sentence_without_an_entry_is_named() -> None:
    text = {"1.1/1": "Nobody stays.", "1.1/2": "Because of rain.", "1.1/3": "Nobody sleeps."}
    book = _book(_entry("1.1/1", "NOBODY stays"), nothing=("1.1/2",))
    assert differences(book, text) == ["1.1/3 has no entry: Nobody sleeps."]
    whole = replace(book, entries=(*book.entries, _entry("1.1/3", "Nobody sleeps")))
    assert differences(whole, text) == []
    assert differences(whole, {key: text[key] for key in ("1.1/1", "1.1/2")}) == ["1.1/3 is no sentence of the text"]


def test_an_entry_belongs_to_the_sentence_it_was_written_for() -> None:
    """A sentence whose words or place changed is reported; punctuation and case do not matter."""
    book = _book(_entry("1.1/1-2", "Nobody stays nobody sleeps"))
    assert differences(book, {"1.1/1": "Nobody stays!", "1.1/2": "“Nobody sleeps.”"}) == []
    (told,) = differences(book, {"1.1/1": "Nobody sleeps.", "1.1/2": "Nobody stays."})
    assert told.startswith("1.1/1-2 stands for other words")


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"says": ""}, "has no gist or no test"),
        ({"tests": ()}, "has no gist or no test"),
        ({"tests": ("test_that_there_is_not",)}, "no test test_that_there_is_not"),
        ({"of": "99"}, "needs a delta"),
        ({"of": ""}, "needs a delta"),
        ({"by": "Deluxe 1.1"}, "needs a delta"),
    ],
)
def test_an_entry_without_gist_hook_or_test_is_named(changed: dict[str, str], told: str) -> None:
    entry = _entry("1.1/1", "Nobody stays")
    assert faults(_book(entry), {"15": "Deluxe 12.1.6"}) == []
    (fault,) = faults(_book(replace(entry, **changed)), {"15": "Deluxe 12.1.6"})  # type: ignore[arg-type]
    assert told in fault


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_entry_is_in_order(variant: str) -> None:
    book = read(variant)
    assert faults(book, {row.number: row.by for row in deltas(variant)}) == []
    assert all(len(entry.says) <= 140 for entry in book.entries)


@pytest.mark.parametrize("variant", VARIANTS)
def test_no_sentence_of_the_text_is_without_an_entry(variant: str) -> None:
    if not TEXTS.is_dir():
        pytest.skip(f"the texts of the rules are not at {TEXTS}")
    book = read(variant)
    assert differences(book, sentences.text_of(book, TEXTS)) == []


@pytest.mark.parametrize(
    ("given", "code", "told"),
    [(["--help"], 0, "usage: "), (["banquet"], 2, "folder"), (["banquet", "{empty}"], 2, "has no ")],
)
def test_wrong_arguments_are_answered_in_words(
    given: list[str], code: int, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        sentences.main([argument.format(empty=tmp_path) for argument in given])
    assert left.value.code == code
    assert told in "".join(capsys.readouterr())
