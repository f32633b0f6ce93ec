"""Report which test proves which paragraph of a title's rules: `python -m tests.coverage_of_rules [TITLE]`.

A test names its paragraphs: `test_12_3_2_...`, `test_12_7_8_and_12_1_8_...`, `test_5_3_to_5_5_...`
(a range takes siblings of the same depth), `test_9_5_4_2_and_3_...`. Tests named otherwise are
listed in `tests/rules/paragraphs.toml`. The last line is
`N paragraphs, M proved, K command nothing, J open`; the exit code is 1 if anything is open or wrong.

A title that is not finished also lists what is not built yet, and what no scenario of it can reach.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

__all__ = [
    "Book",
    "Coverage",
    "Paragraphs",
    "check",
    "coverage",
    "functions_in",
    "main",
    "numbers_in",
    "read_paragraphs",
]

TESTS = Path(__file__).parent
PARAGRAPHS = TESTS / "rules" / "paragraphs.toml"


@dataclass(frozen=True, slots=True)
class Book:
    """A rulebook: the folder of its tests, its list of paragraphs, and subfolders that belong to another book."""

    folder: Path
    paragraphs: Path
    others: tuple[Path, ...] = ()


#: Rulebooks by title.
BOOKS: Mapping[str, Book] = {
    "pog": Book(TESTS, PARAGRAPHS, tuple(sorted(path for path in TESTS.rglob("liege") if path.is_dir()))),
    "liege": Book(TESTS / "liege", TESTS / "liege" / "paragraphs.toml"),
}

_NUMBER = re.compile(r"(?<![^_])\d+(?:_\d+)+(?=_|$)")
_JOINED = re.compile(r"_(and|to)_(\d+(?:_\d+)*)(?=_|$)")


@dataclass(frozen=True, slots=True)
class Paragraphs:
    """The data file: what each paragraph is about, which ones command nothing, and who proves which.

    Paragraphs not built yet, and those no scenario can reach, are listed with the reason, individually or as a subtree.
    """

    gist: Mapping[str, str]
    commands_nothing: Mapping[str, str]
    proved_by: Mapping[str, Sequence[str]]
    not_built: Mapping[str, str] = field(default_factory=dict)
    cannot_matter: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Coverage:
    """Tests by paragraph, open paragraphs, and mistakes in the names."""

    tests: Mapping[str, Sequence[str]]
    nothing: frozenset[str]
    mistakes: Sequence[str]
    #: Paragraphs without a test, with the reason: not built yet, or unreachable in any scenario.
    not_built: Mapping[str, str] = field(default_factory=dict)
    cannot_matter: Mapping[str, str] = field(default_factory=dict)
    #: Whether the book has such paragraphs at all, so that the last line mentions them.
    unfinished: bool = False

    @property
    def open(self) -> list[str]:
        """Return the paragraphs that command something and have neither a test nor a reason why not."""
        excused = self.nothing | self.not_built.keys() | self.cannot_matter.keys()
        return [number for number, tests in self.tests.items() if not tests and number not in excused]

    @property
    def summary(self) -> str:
        """The last line of the report."""
        total, nothing, missing = len(self.tests), len(self.nothing), len(self.open)
        later, never = len(self.not_built), len(self.cannot_matter)
        proved = total - nothing - missing - later - never
        more = f", {never} cannot matter here, {later} not built yet" if self.unfinished else ""
        return f"{total} paragraphs, {proved} proved, {nothing} command nothing{more}, {missing} open"


def read_paragraphs(path: Path = PARAGRAPHS) -> Paragraphs:
    """Read the data file."""
    return Paragraphs(**tomllib.loads(path.read_text(encoding="utf-8")))


def functions_in(folder: Path, others: Sequence[Path] = ()) -> list[str]:
    """All test functions under a folder and not under some others, as `tests/rules/test_x.py::test_name`."""
    return [
        f"{folder.name}/{path.relative_to(folder).as_posix()}::{node.name}"
        for path in sorted(folder.rglob("test_*.py"))
        if not any(path.is_relative_to(other) for other in others)
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_")
    ]


def numbers_in(name: str, known: Iterable[str]) -> list[str]:
    """Return the paragraphs in a test's name, with joins (`_and_`, `_to_`) resolved."""
    order = list(known)
    found: list[str] = []
    for match in _NUMBER.finditer(name):
        number = match[0].replace("_", ".")
        found.append(number)
        joined = _JOINED.match(name, match.end())
        if joined is None:
            continue
        last = joined[2].replace("_", ".")
        if "." not in last:
            last = f"{number.rpartition('.')[0]}.{last}"
        if joined[1] == "to" and number in order and last in order:
            between = order[order.index(number) : order.index(last) + 1]
            found += [each for each in between if each.count(".") == number.count(".")]
        elif joined[1] == "and":
            found.append(last)
    return list(dict.fromkeys(found))


def coverage(paragraphs: Paragraphs, tests: Sequence[str]) -> Coverage:
    """Match paragraphs with tests."""
    mistakes: list[str] = []
    by_number: dict[str, list[str]] = {number: [] for number in paragraphs.gist}
    for test in tests:
        name = test.partition("::")[2]
        for number in numbers_in(name, by_number):
            if number in by_number:
                by_number[number].append(test)
            elif name.startswith(f"test_{number.replace('.', '_')}_") and number != "3.0":
                mistakes.append(f"{test} names {number}, which is no paragraph")
    existing = set(tests)
    for number, named in paragraphs.proved_by.items():
        for test in named:
            if number not in by_number or test not in existing:
                mistakes.append(f"{number} is said to be proved by {test}, which is missing")
            elif test not in by_number[number]:
                by_number[number].append(test)
    mistakes += [f"{number} is no paragraph" for number in paragraphs.commands_nothing if number not in by_number]
    bare = {number for number, named in by_number.items() if not named} - paragraphs.commands_nothing.keys()
    later, never = _without_tests(paragraphs, by_number, bare, mistakes)
    unfinished = bool(paragraphs.not_built or paragraphs.cannot_matter)
    return Coverage(by_number, frozenset(paragraphs.commands_nothing), mistakes, later, never, unfinished)


def _without_tests(
    paragraphs: Paragraphs, by_number: Mapping[str, Sequence[str]], bare: set[str], mistakes: list[str]
) -> tuple[dict[str, str], dict[str, str]]:
    """Return the reasons of paragraphs without a test: not built yet, or irrelevant; the most specific entry counts."""
    later: dict[str, str] = {}
    never: dict[str, str] = {}
    rows = [(number, why, found) for given, found in ((paragraphs.not_built, later), (paragraphs.cannot_matter, never))
            for number, why in given.items()]  # fmt: skip
    for number, why, found in sorted(rows, key=lambda row: -row[0].count(".")):
        below = [each for each in by_number if each == number or each.startswith(f"{number}.")]
        if not below:
            mistakes.append(f"{number} is no paragraph")
        if by_number.get(number) or number in paragraphs.not_built.keys() & paragraphs.cannot_matter.keys():
            mistakes.append(f"{number} has a test, or a second reason, and yet a reason why it has none")
        found |= {each: why for each in below if each in bare and each not in later and each not in never}
    return later, never


def report(paragraphs: Paragraphs, found: Coverage) -> Iterable[str]:
    """The lines of the report."""
    for number, tests in found.tests.items():
        if number in found.nothing:
            yield f"{number:<11}{paragraphs.gist[number]} - commands nothing: {paragraphs.commands_nothing[number]}"
        elif number in found.not_built:
            yield f"{number:<11}{paragraphs.gist[number]} - not built yet: {found.not_built[number]}"
        elif number in found.cannot_matter:
            yield f"{number:<11}{paragraphs.gist[number]} - cannot matter here: {found.cannot_matter[number]}"
        else:
            yield f"{number:<11}{paragraphs.gist[number]}{'' if tests else ' - OPEN'}"
            for test in tests:
                yield f"{'':<11}  {test}"
    yield from found.mistakes
    yield found.summary


def check(book: Book) -> int:
    """Print the report of a book; returns 1 if a paragraph is open or a name is wrong."""
    paragraphs = read_paragraphs(book.paragraphs)
    found = coverage(paragraphs, functions_in(book.folder, book.others))
    for line in report(paragraphs, found):
        print(line)
    return 1 if found.open or found.mistakes else 0


def main(arguments: Sequence[str] = (), books: Mapping[str, Book] = BOOKS) -> int:
    """Print the report of a title, by default Paths of Glory; returns 1 if a paragraph is open or a name is wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.coverage_of_rules", description=__doc__)
    parser.add_argument(
        "title", nargs="?", default="pog", choices=sorted(books), help="whose rules: pog without a name"
    )
    return check(books[parser.parse_args(list(arguments)).title])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
