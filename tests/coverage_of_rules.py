"""Which test proves which paragraph of the rules: `python -m tests.coverage_of_rules`.

A test names its paragraphs: `test_12_3_2_...`, `test_12_7_8_and_12_1_8_...`, `test_5_3_to_5_5_...`
(a range takes siblings of the same depth), `test_9_5_4_2_and_3_...`. Tests named otherwise are
listed in `tests/rules/paragraphs.toml`. The last line is
`N paragraphs, M proved, K command nothing, J open`; the exit code is 1 if anything is open or wrong.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Coverage", "Paragraphs", "coverage", "functions_in", "main", "numbers_in", "read_paragraphs"]

TESTS = Path(__file__).parent
PARAGRAPHS = TESTS / "rules" / "paragraphs.toml"

_NUMBER = re.compile(r"(?<![^_])\d+(?:_\d+)+(?=_|$)")
_JOINED = re.compile(r"_(and|to)_(\d+(?:_\d+)*)(?=_|$)")


@dataclass(frozen=True, slots=True)
class Paragraphs:
    """The data file: what each paragraph is about, which command nothing, who proves which."""

    gist: Mapping[str, str]
    commands_nothing: Mapping[str, str]
    proved_by: Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class Coverage:
    """Tests by paragraph, what is open, and what is wrong with the names."""

    tests: Mapping[str, Sequence[str]]
    nothing: frozenset[str]
    mistakes: Sequence[str]

    @property
    def open(self) -> list[str]:
        """Paragraphs that command something and have no test."""
        return [number for number, tests in self.tests.items() if not tests and number not in self.nothing]

    @property
    def summary(self) -> str:
        """The last line of the report."""
        total, nothing, missing = len(self.tests), len(self.nothing), len(self.open)
        proved = total - nothing - missing
        return f"{total} paragraphs, {proved} proved, {nothing} command nothing, {missing} open"


def read_paragraphs(path: Path = PARAGRAPHS) -> Paragraphs:
    """Read the data file."""
    return Paragraphs(**tomllib.loads(path.read_text(encoding="utf-8")))


def functions_in(folder: Path) -> list[str]:
    """All test functions under a folder, as `tests/rules/test_x.py::test_name`."""
    return [
        f"{folder.name}/{path.relative_to(folder).as_posix()}::{node.name}"
        for path in sorted(folder.rglob("test_*.py"))
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_")
    ]


def numbers_in(name: str, known: Iterable[str]) -> list[str]:
    """The paragraphs a test's name carries, joins (`_and_`, `_to_`) resolved."""
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
    """Put paragraphs and tests together."""
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
    return Coverage(by_number, frozenset(paragraphs.commands_nothing), mistakes)


def report(paragraphs: Paragraphs, found: Coverage) -> Iterable[str]:
    """The lines of the report."""
    for number, tests in found.tests.items():
        if number in found.nothing:
            yield f"{number:<11}{paragraphs.gist[number]} - commands nothing: {paragraphs.commands_nothing[number]}"
        else:
            yield f"{number:<11}{paragraphs.gist[number]}{'' if tests else ' - OPEN'}"
            for test in tests:
                yield f"{'':<11}  {test}"
    yield from found.mistakes
    yield found.summary


def main(folder: Path = TESTS, data: Path = PARAGRAPHS) -> int:
    """Print the report; 1 if a paragraph is open or a name is wrong."""
    paragraphs = read_paragraphs(data)
    found = coverage(paragraphs, functions_in(folder))
    for line in report(paragraphs, found):
        print(line)
    return 1 if found.open or found.mistakes else 0


if __name__ == "__main__":
    sys.exit(main())
