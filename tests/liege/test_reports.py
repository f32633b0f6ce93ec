"""The two reports on Liège 1914: its worked examples and its paragraphs. Nothing is claimed without an existing test."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests import coverage_of_rules
from tests.acceptance import Report
from tests.acceptance.__main__ import RUNS, main
from tests.liege import examples

BOOK = coverage_of_rules.BOOKS["liege"]


def test_all_printed_values_of_the_result_tables_agree(capsys: pytest.CaptureFixture[str]) -> None:
    """27 values: those of the examples, and the three pairs of the legend. Two examples are lost, one is played by the rule."""
    assert main(("liege",)) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[-1].startswith("17 examples, ")
    assert out[-1].endswith("0 differences; 2 lost; 1 as the rule, not as printed")
    assert out[-2] == "27 of 27 printed table values agree"
    assert len(out) == 21


def test_a_wrong_value_is_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    """A different figure in the book is found: a result, a column, a row."""
    rows = examples.examples()

    def changed(number: int, **other: Any) -> Report:
        lookups = [{**rows[number]["lookup"][0], **other}, *rows[number]["lookup"][1:]]
        with monkeypatch.context() as patch:
            patch.setattr(examples, "examples", lambda: {**rows, number: {**rows[number], "lookup": lookups}})
            return examples.run()

    assert changed(8).differences == []
    assert "example 8, table value 1: the book has O0, our table O-1" in changed(8, result="O0").differences
    assert "example 8, table value 1: the book has O-1, our table column 10" in changed(8, column=12).differences
    assert "example 8, table value 1: the book has O-1, our table row 10" in changed(8, row=9).differences
    assert any(one.startswith("example 8: AFF 12") for one in changed(8, row=9).differences)
    assert len(changed(9, attacker="O-1").differences) == 1
    assert len(changed(10, row_before=31).differences) == 3


def test_an_example_that_is_not_played_is_named_and_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Built ones count, others are listed with what is missing, and an example that differs is one difference."""
    told = {number: f"{number:>2} {row.get('title', 'lost')}" for number, row in examples.examples().items()}
    report = examples.run()
    for number, missing in examples.MISSING.items():
        if number not in examples.PLAYED:
            assert any(line.startswith(f"{told[number]}: not built yet ({missing})") for line in report.lines)
    assert set(examples.MISSING) | set(examples.PLAYED) == set(range(2, 20)) - {18}

    def wrong(_: Mapping[str, Any]) -> list[str]:
        return ["7 steps, not 8"]

    monkeypatch.setattr(examples, "PLAYED", {**examples.PLAYED, 2: wrong})
    after = examples.run()
    assert after.differences == ["example 2: 7 steps, not 8"]
    assert f"{told[2]}: differs" in after.lines


def test_the_command_takes_any_title(capsys: pytest.CaptureFixture[str]) -> None:
    """A toy of a module with a `run`; an unknown name is refused with the list of existing ones."""
    assert main(("toy",), {**RUNS, "toy": "tests.liege.test_reports"}) == 1
    assert capsys.readouterr().out == "one line\nDIFFERENCE one figure\nthe end\n"
    with pytest.raises(SystemExit):
        main(("chess",))
    assert "'liege', 'pog'" in capsys.readouterr().err


def run() -> Report:
    """Return what the toy above reports."""
    return Report(["one line"], ["one figure"], "the end")


def test_every_paragraph_has_its_tests_or_a_reason(capsys: pytest.CaptureFixture[str]) -> None:
    """The command itself: 394 paragraphs of the chapters and five of chapter 4, none open, no nonexistent test claimed."""
    assert coverage_of_rules.main(("liege",)) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith("399 paragraphs, ")
    assert last.endswith(" 0 open")


def test_the_gists_are_short_and_in_order() -> None:
    paragraphs = coverage_of_rules.read_paragraphs(BOOK.paragraphs)
    assert all(1 <= len(gist.split()) <= 8 for gist in paragraphs.gist.values())
    order = [tuple(int(part) for part in number.split(".")) for number in paragraphs.gist]
    assert order == sorted(order)


def test_its_tests_prove_nothing_of_paths_of_glory() -> None:
    book = coverage_of_rules.BOOKS["pog"]
    found = coverage_of_rules.functions_in(book.folder, book.others)
    assert not [test for test in found if test.startswith("tests/liege/")]
    assert [test for test in coverage_of_rules.functions_in(BOOK.folder) if test.startswith("liege/test_reports.py")]
