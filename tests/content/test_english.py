"""Every text for players is plain English: short sentences, no word of the black list, no term beside the glossary."""

from __future__ import annotations

import re
import tomllib

import pytest

from tests.english import (
    MOST,
    ROOT,
    Place,
    Said,
    exceptions,
    faults,
    guides,
    paragraphs,
    places,
    read,
    sentences,
    text_files,
    words_of,
)

GUIDES = [str(path.relative_to(ROOT)) for path in guides()]
FILES = [str(path.relative_to(ROOT)) for path in text_files()]
PENDING = set(tomllib.loads((ROOT / "tests/content/english.toml").read_text(encoding="utf-8"))["pending"])


@pytest.mark.parametrize("name", [*(name for name in FILES if name not in PENDING), *GUIDES])
def test_a_file_is_plain(name: str) -> None:
    told = list(read(ROOT / name))
    assert [fault for said in told for fault in faults(said)] == []
    counts = [words_of(one) for said in told for one in sentences(said.text)]
    assert sum(count <= MOST for count in counts) >= 0.95 * len(counts)


#: "FILE: KEY" of the texts that are still added to another one.
PIECES = re.compile(
    r"assets/(?:host/art/words_en\.toml: alt\..*|pog/art/words_en\.toml: alt\..*|host/text/en/ui\.toml: answers\.(?:game_\w+|your_move)"
    r"|pog/text/en/(?:guide\.toml: switches\.read|narration\.toml: (?:battle\.shifted|events\.attrition_apart)"
    r"|reasons\.toml: (?:instead|needs)\..*|ui\.toml: panel\.round))"
)


@pytest.mark.parametrize("name", [name for name in FILES if name not in PENDING])
def test_no_text_is_a_piece_of_a_sentence(name: str) -> None:
    """A text that begins with a comma or a space can only be added to another one, in the order of English."""
    pieces = [said.place for said in read(ROOT / name) if re.match(r"[\s,;:.]", said.text) or said.text.endswith(" ")]
    assert [place for place in pieces if not PIECES.fullmatch(place)] == []


@pytest.mark.parametrize("place", places(), ids=lambda place: place.of)
def test_a_text_fits_its_place(place: Place) -> None:
    there = [said for name in FILES for said in read(ROOT / name) if place.keys.search(said.place)]
    assert there
    assert [(said.place, said.text) for said in there if place.length(said.text) > place.most] == []


def test_pending_files_and_exceptions_are_needed() -> None:
    assert set(FILES) >= PENDING
    said = {text.place: text.text for name in FILES for text in read(ROOT / name)}
    assert [place for place, word in exceptions() if not word.search(said.get(place, ""))] == []


@pytest.mark.parametrize(
    "text",
    [
        "Behind the earlier part comes a die.",
        "The seat of the Allies is open.",
        "Whoever wants it takes it.",
        "What that means shows `/league table`.",
        "The staff cannot judge it.",
        "In Sedan stand two corps.",
        "This costs 2 ops.",
        "It was a long and narrow road, " + "and then it was longer still, " * 6 + "until it ended.",
    ],
)
def test_a_bad_sentence_is_found(text: str) -> None:
    assert list(faults(Said("some.toml", "key", text)))


@pytest.mark.parametrize(
    "text",
    [
        "See `/play 2 as ops behind` for {staff}.",
        "This costs 2 OPS (9.2).",
        "The standings are public. Press **Skip**.",
    ],
)
def test_a_good_sentence_is_left_alone(text: str) -> None:
    assert list(faults(Said("some.toml", "key", text))) == []


def test_words_and_sentences_are_counted() -> None:
    text = "Move **{units}** to {space} (12.3.4): `/move ru 2 to lodz`. Use e.g. Sedan. It's free!"
    assert sentences(text) == [
        "Move **{units}** to {space} (12.3.4): `/move ru 2 to lodz`.",
        "Use e.g. Sedan.",
        "It's free!",
    ]
    assert [words_of(one) for one in sentences(text)] == [6, 3, 2]


def test_a_guide_is_read_by_paragraphs() -> None:
    text = "# Head\nOne. Two\ngoes on.\n\n1. First\n   still.\n- **Bold** second\n```sh\nmake test\n```\n| a b | `c` |\n|---|---|\nEnd."
    assert list(paragraphs(text)) == [
        (1, "Head"),
        (2, "One. Two goes on."),
        (5, "First still."),
        (7, "**Bold** second"),
        (11, "a b"),
        (11, "`c`"),
        (13, "End."),
    ]
