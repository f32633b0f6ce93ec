"""Sentences with fields agree with their numbers, in the grammar of each language; a faulty one is named by its key."""

from __future__ import annotations

from typing import Any

import pytest

from renderer.kit.templates import Template, TemplateError, faults, listed, locale_of, plural
from tests.conftest import Heard

POINTS = "{ops:=0 nothing|one # OPS point|other # OPS points} for {side}"


def filled(text: str, language: str = "en", **data: Any) -> str:
    return Template(text).filled("a.key", data, locale_of(language))


@pytest.mark.parametrize(
    ("ops", "said"),
    [
        (0, "nothing"), (1, "1 OPS point"), (2, "2 OPS points"), (11, "11 OPS points"), (-1, "−1 OPS point"), (-3, "−3 OPS points"),
        ("+1", "+1 OPS point"), ("1.5", "1.5 OPS points"), ("no", "no OPS points"), (True, "True OPS points"),
    ],
)  # fmt: skip
def test_words_agree_with_their_number(ops: object, said: str) -> None:
    assert filled(POINTS, ops=ops, side="AP") == f"{said} for AP"


def test_words_of_a_number_bring_fields_and_numbers_of_their_own() -> None:
    text = "{n:one {who} {{only}}|other {who} and {m:one # other|other # others} of #} came"
    assert filled(text, n=1, m=3, who="Anna") == "Anna {only} came"
    assert filled(text, n=4, m=1, who="Anna") == "Anna and 1 other of 4 came"
    assert Template(text).fields() == {"n", "m", "who"}


def test_a_format_spec_stays_one_and_a_hash_elsewhere_is_a_hash() -> None:
    assert filled("#{x:>3}|{y!r}", x="a", y="b") == "#  a|'b'"
    assert filled("{n:>3}", n=7) == "  7"


@pytest.mark.parametrize(
    ("number", "said"), [(1, "1 plik"), (2, "2 pliki"), (5, "5 plików"), (22, "22 pliki"), ("1.5", "1.5 pliku")]
)
def test_a_language_has_the_plurals_of_the_cldr(number: object, said: str) -> None:
    text = "{n:one # plik|few # pliki|many # plików|other # pliku}"
    assert filled(text, "pl", n=number) == said
    table = {"one": "plik", "few": "pliki", "many": "plików", "other": "pliku"}
    assert plural(table, number, locale_of("pl")) == said.split()[1]


def test_figures_and_lists_are_those_of_the_language() -> None:
    assert filled("{n}", "en", n=-1914) == "−1914"
    assert [filled("{n}", language, n=1914.5) for language in ("en", "de", "fr")] == ["1914.5", "1914,5", "1914,5"]
    assert [listed(items, "and", locale_of("en")) for items in ([], ["A"], ["A", "B"], ["A", "B", "C"])] == [
        "", "A", "A and B", "A, B and C",
    ]  # fmt: skip
    assert listed(["A", "B", "C"], "or", locale_of("en")) == "A, B or C"
    assert listed(["A", "B", "C"], "or", locale_of("de")) == "A, B oder C"
    assert listed(["A", "{x}"], "and", locale_of("en")) == "A and {x}"


def test_a_language_that_nobody_knows_borrows_the_grammar_of_the_nearest() -> None:
    assert [str(locale_of(tag)) for tag in ("en", "en-US", "en-XA", "pt-BR", "de-XA", "xq")] == [
        "en_GB", "en_US", "en_GB", "pt_BR", "de", "en_GB",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("a {b", "expected '}'"), ("a } b", "Single '}'"), ("{n:one point}", "lacks other"), ("{n:one a|more b|other c}", "“more b”"),
        ("{n:other a|other b}", "other twice"), ("{n:other {m:few x}}", "lacks other"),
    ],
)  # fmt: skip
def test_a_text_that_cannot_be_filled_in_says_why(text: str, wrong: str) -> None:
    with pytest.raises(TemplateError, match=r".") as caught:
        Template(text)
    assert wrong in str(caught.value)


def test_faults_are_named_by_key() -> None:
    tables = {"ui": {"a": "{n:one a", "b": {"one": "{}", "other": "fine {n}"}, "c": "{n:few a|other b}", "d": ["{", 3]}}
    found = dict(faults(tables, "en"))
    assert set(found) == {"ui.a", "ui.b.one", "ui.c"}
    assert found["ui.c"] == "en has no plural few, only one, other"
    assert [key for key, _ in faults(tables, "pl")] == ["ui.a", "ui.b.one"]


def test_a_field_that_is_not_given_is_logged_by_key_and_shown_as_a_dash(forgotten_fields: Heard) -> None:
    text = "{who} has {n:one # card|other # cards}"
    assert Template(text).filled("a.lost_field", {"n": 2}, locale_of("en")) == "– has 2 cards"
    assert Template(text).filled("a.lost_field", {"who": "Anna"}, locale_of("en")) == "Anna has – cards"
    assert forgotten_fields.told == [
        "the text a.lost_field lacks the field who", "the text a.lost_field lacks the field n",
    ]  # fmt: skip
    forgotten_fields.told.clear()
