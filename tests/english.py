"""`python -m tests.english [FILE …]`: sentences for players that are too long, and words that we do not use.

Reads all text files and guides, or those named. `tests/content/english.toml` lists the words and the exceptions, each
with its reason.
"""

from __future__ import annotations

import argparse
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

__all__ = [
    "LONGEST",
    "MOST",
    "Said",
    "exceptions",
    "faults",
    "guides",
    "main",
    "paragraphs",
    "places",
    "read",
    "sentences",
    "text_files",
    "words_of",
]

ROOT = Path(__file__).parent.parent
#: Sentence length in words for 95 % of sentences, and the maximum.
MOST, LONGEST = 20, 35
_CODE = re.compile(r"`[^`]*`")
_FIELD = re.compile(r"\{[^{}]*\}")
_MARKS = re.compile(r"[*_~>#]+")
_RULE = re.compile(r"\(\s*(?:rule )?\d+(?:\.\d+)+[^)]*\)")
_END = re.compile(r"(?<=[.!?])[”\")]*\s+(?=\*{0,2}[A-Z“\"(`{⟦☐])|\n+|\s+·\s+")
_ITEM = re.compile(r"^\s*(?:[-*+]|\d+[.)])\s+")
_SHORT = re.compile(r"\b(?:i\.e|e\.g|etc|vs|No)\.$")


@dataclass(frozen=True, slots=True)
class Said:
    """A text of a file, with its key."""

    file: str
    key: str
    text: str

    @property
    def place(self) -> str:
        return f"{self.file}: {self.key}"


@dataclass(frozen=True, slots=True)
class _Rule:
    """A word or phrase to avoid, its replacement, and the keys where it is allowed."""

    word: str
    pattern: re.Pattern[str]
    instead: str
    but: frozenset[str]


def text_files() -> list[Path]:
    """Return every file with texts for players, of host and titles."""
    assets = ROOT / "assets"
    found = [*assets.glob("*/text/en/**/*.toml"), *assets.glob("*/art/words_en.toml")]
    return sorted(path for path in found if path.name != "phrasings.toml")  # phrasings are what players type


def read(path: Path) -> Iterator[Said]:
    """Yield the texts of a file; keys contain list indices, and for paragraphs of a guide the line number."""
    name = str(path.resolve().relative_to(ROOT))
    if path.suffix == ".md":
        yield from (Said(name, f"line {line}", text) for line, text in paragraphs(path.read_text(encoding="utf-8")))
        return
    for key, text in _flat(tomllib.loads(path.read_text(encoding="utf-8"))):
        # Usage texts are not sentences.
        yield Said(name, key, f"`{text}`" if key.endswith(".usage") else text)


def guides() -> list[Path]:
    """Return the documents for players and operators: README, changelog, guides and runbook."""
    return [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "deploy").rglob("*.md"))]


def paragraphs(text: str) -> Iterator[tuple[int, str]]:
    """Yield paragraphs, items, headings and cells of a Markdown guide with their lines, skipping fenced code."""
    begun, held, fenced = 0, "", False
    for number, line in enumerate([*text.splitlines(), ""], 1):
        fence = line.lstrip().startswith("```")
        alone = fence or fenced or not line.strip() or line.startswith(("#", "|")) or _ITEM.match(line) is not None
        if alone and held:
            yield begun, held
            held = ""
        fenced ^= fence
        if fence or fenced or not line.strip():
            continue
        if line.startswith("|"):
            yield from ((number, cell.strip()) for cell in line.strip("|").split("|") if re.search(r"\w", cell))
            continue
        begun, held = (begun, f"{held} {line.strip()}") if held else (number, _ITEM.sub("", line).strip("# "))
        if line.startswith("#"):
            yield begun, held
            held = ""


def _flat(value: Any, key: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield key, value
        return
    rows: Iterable[tuple[Any, Any]] = ()
    if isinstance(value, Mapping):
        rows = value.items()
    elif isinstance(value, list):
        rows = enumerate(value)
    for name, one in rows:
        yield from _flat(one, f"{key}.{name}" if key else str(name))


def sentences(text: str) -> list[str]:
    """Split a text into sentences; lines, list items and parts separated by a middle dot count separately."""
    found: list[str] = []
    joined = ""
    for part in _END.split(text):
        joined = f"{joined} {part}".strip() if joined else part.strip()
        if _SHORT.search(joined):
            continue
        if joined:
            found.append(joined)
        joined = ""
    return [*found, joined] if joined else found


def words_of(sentence: str) -> int:
    """Count the words; an order in code, a field and a rule paragraph count as one word each."""
    plain = _RULE.sub(" 1 ", _FIELD.sub(" x ", _CODE.sub(" x ", sentence)))
    return len(re.findall(r"[^\W_](?:[\w'’.,/-]*[^\W_])?", _MARKS.sub(" ", plain)))


@cache
def _rules() -> tuple[_Rule, ...]:
    told = tomllib.loads((Path(__file__).parent / "content" / "english.toml").read_text(encoding="utf-8"))
    return tuple(
        _Rule(row["word"], re.compile(row["word"], re.IGNORECASE), row["instead"], frozenset(row.get("but", {})))
        for row in told["words"]
    )


def exceptions() -> Iterator[tuple[str, re.Pattern[str]]]:
    """Yield each place where a word is allowed, with the word."""
    return ((place, rule.pattern) for rule in _rules() for place in rule.but)


def faults(said: Said) -> Iterator[str]:
    """Yield the faults of a text: sentences over the maximum, and words to avoid."""
    for sentence in sentences(said.text):
        if (count := words_of(sentence)) > LONGEST:
            yield f"{said.place}: {count} words: {sentence}"
    plain = _FIELD.sub("{}", _CODE.sub("``", said.text))
    for rule in _rules():
        if (match := rule.pattern.search(plain)) and said.place not in rule.but:
            yield f"{said.place}: “{match[0]}”: say {rule.instead}"


@dataclass(frozen=True, slots=True)
class Place:
    """A place where texts with certain keys are shown, and its length limit."""

    keys: re.Pattern[str]
    most: int
    field: int
    of: str

    def length(self, text: str) -> int:
        """Return the length of a text in this place, counting each field with a fixed length."""
        return len(_FIELD.sub("x" * self.field, text).replace("*", ""))


@cache
def places() -> tuple[Place, ...]:
    """Return the places of the platforms with their own length limit."""
    told = tomllib.loads((Path(__file__).parent / "content" / "english.toml").read_text(encoding="utf-8"))
    return tuple(Place(re.compile(row.pop("keys")), **row) for row in told["places"])


def main(arguments: list[str] | None = None) -> int:
    """Print the faults and sentence lengths of the files; returns 1 if there are faults, or too many long sentences."""
    parser = argparse.ArgumentParser(prog="python -m tests.english", description=__doc__)
    parser.add_argument("files", metavar="FILE", type=Path, nargs="*")
    names: list[Path] = parser.parse_args(arguments).files
    wrong = 0
    for path in names or [*text_files(), *guides()]:
        told = list(read(path))
        found = [fault for said in told for fault in faults(said)]
        lengths = [(words_of(one), said.key, one) for said in told for one in sentences(said.text)]
        long = sorted((row for row in lengths if row[0] > MOST), reverse=True)
        share = 1 - len(long) / max(1, len(lengths))
        print(f"{path}: {len(lengths)} sentences, {share:.1%} of at most {MOST} words, {len(found)} faults")
        if names:
            print(*(f"  {count} words: {key}: {one}" for count, key, one in long), sep="\n")
        print(*(f"  {fault}" for fault in found), sep="\n")
        wrong += bool(found) or share < 0.95
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
