"""`python -m tests.sentences NAME FOLDER`: sentences of a variant's rule text, and the entry of each that commands something.

The entries are in `tests/manifests/sentences/NAME.toml`, keyed by paragraph and number of the sentence: its gist in our
words, what implements it, and the tests that play it. `of` names the delta of `tests/manifests/NAME.toml` whose hook
implements the sentence; `by` names the hook if no delta does. The texts are not ours to copy: a digest ties an entry to
its sentence, and the comparison needs the folder with the texts. `nothing` lists sentences that command nothing:
reasons, examples, repetitions.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
import tomllib
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

__all__ = ["Book", "Entry", "differences", "digest", "faults", "main", "named_test", "read", "sentences_in", "text_of"]

TESTS = Path(__file__).parent
FOLDER = TESTS / "manifests" / "sentences"
_LABEL = re.compile(r"^(\d+(?:\. ?\d+)+(?:\.G)?|G\.\d|WP \d:)\s*")
_PICTURE = re.compile(r"^(?:IMG/\S+?|\w+)\.jpg", re.IGNORECASE)
_LINK = re.compile(r"^https?://\S+?\.jpg", re.IGNORECASE)
_BULLET = re.compile(r"^(?:[-–•]|\d+[.)])\s*")
_END = re.compile(r"(?<=[.!?])[”\")]*\s+(?=[A-Z“\"(])")
_SHORT = re.compile(r"\b(?:i\.e|e\.g|etc|vs)\.$")


@dataclass(frozen=True, slots=True)
class Entry:
    """The entry of one sentence or a run of them (a table): keys, gist, delta or other hook, tests, digest."""

    key: str
    says: str
    tests: tuple[str, ...]
    words: str
    of: str = ""
    by: str = ""

    @property
    def keys(self) -> list[str]:
        """Return the keys of its sentences: `12.7.4/2-4` is three."""
        paragraph, _, numbers = self.key.rpartition("/")
        return [f"{paragraph}/{number}" for number in _run(numbers)]


@dataclass(frozen=True, slots=True)
class Book:
    """The entries of a variant's text: its name, file names, entries, and the keys that command nothing."""

    variant: str
    files: tuple[str, ...]
    entries: tuple[Entry, ...]
    nothing: frozenset[str] = field(default_factory=frozenset)


def _run(numbers: str) -> list[int]:
    found: list[int] = []
    for part in numbers.split(","):
        first, _, last = part.strip().partition("-")
        found += range(int(first), int(last or first) + 1)
    return found


def digest(text: str) -> str:
    """Return eight hex digits derived from a sentence's words, ignoring case, punctuation and spaces."""
    words = " ".join(re.findall(r"[^\W_]+", text.lower()))
    return f"{zlib.crc32(words.encode()):08x}"


def sentences_in(*texts: str) -> dict[str, str]:
    """Return the sentences of a rule text by `paragraph/number`; a bullet, a table cell and a line end a sentence.

    A heading in capitals in section 18 or after the nation-specific rules starts a separate paragraph, as do war plans
    there. Headings, pictures and lines in another script are left out.
    """
    found: dict[str, str] = {}
    for text in texts:
        _take(text, found)
    return found


def _take(text: str, found: dict[str, str]) -> None:
    part = label = "Preface"
    for raw in text.splitlines():
        line = _PICTURE.sub("", _LINK.sub("", raw.strip().lstrip("\ufeff"))).strip()
        if not re.search(r"[A-Za-z]", line) or re.search(r"[\u0400-\u04ff]", line):
            continue
        if match := _LABEL.match(line):
            number, line = match[1].replace(" ", ""), line[match.end() :].strip()
            label = _labelled(number, part)
            part = part if number.startswith(("G.", "WP")) else label
            if re.fullmatch(r"\d+\.\d+", number) and not line.endswith((".", ":")):
                continue
        elif _titled(line):
            part = label = _headed(line.rstrip(":"), part)
        if not line or _titled(line):
            continue
        for sentence in _split(_BULLET.sub("", line)):
            number_of = sum(key.rpartition("/")[0] == label for key in found) + 1
            found[f"{label}/{number_of}"] = sentence


def _labelled(number: str, part: str) -> str:
    if number.startswith("G."):
        return f"6.0.{number}"
    return f"{part} {number.rstrip(':').replace('WP', 'WP ')}" if number.startswith("WP") else number


def _titled(line: str) -> bool:
    return line.isupper() and not re.search(r"\d", line)


def _headed(title: str, part: str) -> str:
    if title == "NATION-SPECIFIC RULES":
        return part if part == "Preface" else "Nations"
    if part.startswith("Nations"):
        return f"Nations {title.title()}"
    return f"18.0 {title.title()}" if part.startswith("18.0") else part


def _split(line: str) -> Iterator[str]:
    start = 0
    for match in _END.finditer(line):
        piece = line[start : match.end()].strip()
        if not _SHORT.search(piece):
            yield piece
            start = match.end()
    if line[start:].strip():
        yield line[start:].strip()


def read(variant: str, folder: Path = FOLDER) -> Book:
    """Read the entries of a variant."""
    data: Mapping[str, Any] = tomllib.loads((folder / f"{variant}.toml").read_text(encoding="utf-8"))
    nothing = {f"{paragraph}/{number}" for paragraph, numbers in data["nothing"].items() for number in _run(numbers)}
    entries = (
        Entry(
            key=key,
            says=row["says"],
            tests=tuple(row["tests"]),
            words=row["words"],
            of=str(row.get("of", "")),
            by=row.get("by", ""),
        )
        for key, row in data["sentences"].items()
    )
    return Book(variant, tuple(data["files"]), tuple(entries), frozenset(nothing))


@cache
def tests_of_rules() -> frozenset[str]:
    """Return the rules tests of the rulebook and of variants, as `rulesets.banquet.test_cards.test_...`."""
    found = set()
    for path in [*TESTS.glob("rules/test_*.py"), *TESTS.glob("rulesets/**/test_*.py")]:
        module = ".".join(path.relative_to(TESTS).with_suffix("").parts)
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found.add(f"{module}.{node.name}")
    return frozenset(found)


def named_test(name: str, variant: str) -> str:
    """Return the only test of this name, with or without module; of several, the variant's; "" if there is none."""
    found = [test for test in tests_of_rules() if test.endswith(f".{name}")]
    own = [test for test in found if test.startswith(f"rulesets.{variant}.")]
    return next(iter(own if len(own) == 1 else found), "") if 1 in {len(own), len(found)} else ""


def faults(book: Book, hooks: Mapping[str, str]) -> list[str]:
    """Return the faults of entries: no gist, no hook, no test, or one that doesn't exist.

    Args:
        book: the entries.
        hooks: what implements each delta of the variant, by its number.
    """
    found = []
    seen = set(book.nothing)
    for entry in book.entries:
        found += [f"{key} is there twice" for key in entry.keys if key in seen]
        seen.update(entry.keys)
        if not entry.says or not entry.tests:
            found.append(f"{entry.key} has no gist or no test")
        if bool(entry.of) == bool(entry.by) or (entry.of and not hooks.get(entry.of)):
            found.append(f"{entry.key} needs a delta that something carries, or a hook of its own")
        found += [
            f"{entry.key}: no test {name}, or several" for name in entry.tests if not named_test(name, book.variant)
        ]
    return found


def differences(book: Book, text: Mapping[str, str]) -> list[str]:
    """Return where entries and text disagree: a missing entry, a missing sentence, changed words."""
    kept = {key for entry in book.entries for key in entry.keys} | book.nothing
    found = [f"{key} has no entry: {words[:60]}" for key, words in text.items() if key not in kept]
    found += [f"{key} is no sentence of the text" for key in sorted(kept - set(text))]
    for entry in book.entries:
        whole = " ".join(text.get(key, "") for key in entry.keys)
        if all(key in text for key in entry.keys) and digest(whole) != entry.words:
            found.append(f"{entry.key} stands for other words: {digest(whole)} {whole[:60]}")
    return found


def text_of(book: Book, folder: Path) -> dict[str, str]:
    """The sentences of all files of a variant's text."""
    return sentences_in(*((folder / name).read_text(encoding="utf-8") for name in book.files))


def main(arguments: Sequence[str] | None = None) -> int:
    """Print each entry and its faults; returns 0 if there are none, 2 if there is no such variant or text."""
    from tests.manifest import deltas

    parser = argparse.ArgumentParser(prog="python -m tests.sentences", description=__doc__)
    parser.add_argument("variant", choices=sorted(path.stem for path in FOLDER.glob("*.toml")))
    parser.add_argument("folder", type=Path, help="the folder with the rule texts")
    given = parser.parse_args(arguments)
    book = read(given.variant)
    if missing := [name for name in book.files if not (given.folder / name).is_file()]:
        parser.error(f"{given.folder} has no {' or '.join(missing)}")
    hooks = {row.number: row.by for row in deltas(given.variant)}
    wrong = faults(book, hooks) + differences(book, text_of(book, given.folder))
    for entry in book.entries:
        print(f"{entry.key} {entry.says}\n    by {entry.by or f'delta {entry.of}'}: {', '.join(entry.tests)}")
    print(*wrong, sep="\n")
    print(f"{len(book.entries)} entries, {len(book.nothing)} sentences command nothing, {len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
