"""Every normative paragraph has a test, and the tool that checks it can fail."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import coverage_of_rules as tool

KNOWN = ("5.3", "5.3.1", "5.4", "5.5", "9.5.4.2", "9.5.4.3", "12.3", "12.3.2", "12.7.8", "12.1.8")


def test_no_paragraph_is_open(capsys: pytest.CaptureFixture[str]) -> None:
    """The command itself: every number from 4.0 to 17.1.8, none open, exit code 0."""
    assert tool.main() == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith("364 paragraphs, ")
    assert last.endswith(" 0 open")


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        ("test_12_3_2_dashed_lines_do_not_count", ["12.3.2"]),
        ("test_12_7_8_and_12_1_8_nobody_else_advances", ["12.7.8", "12.1.8"]),
        ("test_5_3_to_5_5_scenario_ends", ["5.3", "5.4", "5.5"]),
        ("test_9_5_4_2_and_3_where_it_goes", ["9.5.4.2", "9.5.4.3"]),
        ("test_ap_04_pleve_adds_one", []),
        ("test_shifts_are_held_to_1_and_6", []),
    ],
)
def test_a_name_carries_its_numbers(name: str, numbers: list[str]) -> None:
    """Joins and ranges included; other numbers in a name do not count."""
    assert tool.numbers_in(name, KNOWN) == numbers


def written(folder: Path, tests: str, nothing: str = "", proved: str = "") -> tuple[Path, Path]:
    """Write a small test suite and its data file."""
    suite = folder / "tests"
    suite.mkdir()
    (suite / "test_some.py").write_text(tests, encoding="utf-8")
    data = folder / "paragraphs.toml"
    gist = '[gist]\n"4.1" = "a"\n"4.2" = "b"\n'
    data.write_text(f"{gist}[commands_nothing]\n{nothing}\n[proved_by]\n{proved}\n", encoding="utf-8")
    return suite, data


BOTH = "def test_4_1_a():\n    assert 1\n\n\nasync def test_4_2_b():\n    assert 1\n"
FIRST = "def test_4_1_a():\n    assert 1\n\n\ndef helper_4_2():\n    assert 1\n\n\ndef test_b():\n    assert 1\n"


@pytest.mark.parametrize(
    ("tests", "nothing", "proved", "code", "says"),
    [
        (BOTH, "", "", 0, "2 paragraphs, 2 proved, 0 command nothing, 0 open"),
        (FIRST, "", "", 1, "2 paragraphs, 1 proved, 0 command nothing, 1 open"),
        (FIRST, '"4.2" = "heading"', "", 0, "2 paragraphs, 1 proved, 1 command nothing, 0 open"),
        (FIRST, "", '"4.2" = ["tests/test_some.py::test_b"]', 0, "2 paragraphs, 2 proved, 0 command nothing, 0 open"),
        (FIRST, "", '"4.2" = ["tests/test_some.py::test_gone"]', 1, "which is missing"),
        (BOTH, '"4.9" = "heading"', "", 1, "4.9 is no paragraph"),
        (BOTH + "\n\ndef test_4_7_c():\n    assert 1\n", "", "", 1, "names 4.7, which is no paragraph"),
    ],
)
def test_the_tool_fails_if_something_is_open_or_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], tests: str, nothing: str, proved: str, code: int, says: str
) -> None:
    """An open paragraph, a missing test, a number that does not exist."""
    assert tool.check(tool.Book(*written(tmp_path, tests, nothing, proved))) == code
    assert says in capsys.readouterr().out


UNFINISHED = '"4" = "a chapter for later"'


@pytest.mark.parametrize(
    ("tests", "table", "code", "says"),
    [
        (
            FIRST,
            f"[not_built]\n{UNFINISHED}",
            0,
            "1 proved, 0 command nothing, 0 cannot matter here, 1 not built yet, 0 open",
        ),
        (
            FIRST,
            f"[cannot_matter]\n{UNFINISHED}",
            0,
            "1 proved, 0 command nothing, 1 cannot matter here, 0 not built yet, 0 open",
        ),
        (FIRST, '[not_built]\n"4.1" = "later"', 1, "4.1 has a test, or a second reason, and yet"),
        (
            FIRST,
            f'[not_built]\n{UNFINISHED}\n[cannot_matter]\n"4.2" = "no ships"',
            0,
            "1 cannot matter here, 0 not built yet, 0 open",
        ),
        (FIRST, f"[not_built]\n{UNFINISHED}\n[cannot_matter]\n{UNFINISHED}", 1, "4 has a test, or a second reason"),
        (FIRST, '[not_built]\n"5" = "later"', 1, "5 is no paragraph"),
        (FIRST, "[not_built]\n", 1, "1 proved, 0 command nothing, 1 open"),
    ],
)
def test_a_book_that_is_not_finished_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], tests: str, table: str, code: int, says: str
) -> None:
    """A deferred chapter excuses missing tests, never hides a test, and is counted separately."""
    suite, data = written(tmp_path, tests)
    data.write_text(f"{data.read_text(encoding='utf-8')}{table}\n", encoding="utf-8")
    assert tool.check(tool.Book(suite, data)) == code
    assert says in capsys.readouterr().out


def test_a_title_is_named_and_its_tests_count_for_it_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A toy next to a book: with its name its own paragraphs are listed, and its tests prove nothing about the other."""
    suite, data = written(tmp_path, FIRST)
    toy = suite / "toy"
    toy.mkdir()
    (toy / "test_toy.py").write_text("def test_4_2_b():\n    assert 1\n", encoding="utf-8")
    books = {"pog": tool.Book(suite, data, (toy,)), "toy": tool.Book(toy, data)}
    assert tool.main((), books) == 1
    assert "toy" not in capsys.readouterr().out
    assert tool.main(("toy",), books) == 1
    assert "toy/test_toy.py::test_4_2_b" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        tool.main(("chess",), books)


def test_the_gists_are_short_and_reasons_are_given() -> None:
    """3 to 8 words are enough to recognise a paragraph."""
    paragraphs = tool.read_paragraphs()
    assert all(1 <= len(gist.split()) <= 8 for gist in paragraphs.gist.values())
    assert all(paragraphs.commands_nothing.values())
    order = [tuple(int(part) for part in number.split(".")) for number in paragraphs.gist]
    assert order == sorted(order)
