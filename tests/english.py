"""`python -m tests.english [FILE …]`: sentences for players that are too long, and words that we do not use.

Reads all text files and guides, or those named. `tests/content/english.toml` has the words and the exceptions, each with its reason.
"""

from __future__ import annotations

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
#: Words of a sentence that 95 of 100 keep to, and that none passes.
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
    """One text of a file, with the key it lies under."""

    file: str
    key: str
    text: str

    @property
    def place(self) -> str:
        return f"{self.file}: {self.key}"


@dataclass(frozen=True, slots=True)
class _Rule:
    """A word or phrase that we do not use, what we say, and the keys that may."""

    word: str
    pattern: re.Pattern[str]
    instead: str
    but: frozenset[str]


def text_files() -> list[Path]:
    """Return every file with texts for players, of host and titles."""
    assets = ROOT / "assets"
    found = [*assets.glob("*/text/en/**/*.toml"), *assets.glob("*/art/words_en.toml")]
    return sorted(path for path in found if path.name != "phrasings.toml")  # what is typed, and nothing that is said


def read(path: Path) -> Iterator[Said]:
    """Yield each text of a file: lists have numbers in their keys, and paragraphs of a guide the number of their line."""
    name = str(path.resolve().relative_to(ROOT))
    if path.suffix == ".md":
        yield from (Said(name, f"line {line}", text) for line, text in paragraphs(path.read_text(encoding="utf-8")))
        return
    for key, text in _flat(tomllib.loads(path.read_text(encoding="utf-8"))):
        # How a command is typed is no sentence.
        yield Said(name, key, f"`{text}`" if key.endswith(".usage") else text)


def guides() -> list[Path]:
    """Return what players and operators read in the repository: README, changelog, guides and runbook."""
    return [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "deploy").rglob("*.md"))]


def paragraphs(text: str) -> Iterator[tuple[int, str]]:
    """Yield the paragraphs, items, headings and cells of a guide in Markdown with their lines; code in fences is none."""
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
    """Return the sentences of a text; a line, a list's item and what stands beside a dot are sentences of their own."""
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
    """Count the words: an order in code, a field and the paragraph of a rule are one word each."""
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
    """Yield each place that may use a word, with the word."""
    return ((place, rule.pattern) for rule in _rules() for place in rule.but)


def faults(said: Said) -> Iterator[str]:
    """Yield what is wrong with a text: a sentence over the longest, a word that we do not use."""
    for sentence in sentences(said.text):
        if (count := words_of(sentence)) > LONGEST:
            yield f"{said.place}: {count} words: {sentence}"
    plain = _FIELD.sub("{}", _CODE.sub("``", said.text))
    for rule in _rules():
        if (match := rule.pattern.search(plain)) and said.place not in rule.but:
            yield f"{said.place}: “{match[0]}”: say {rule.instead}"


@dataclass(frozen=True, slots=True)
class Place:
    """Where texts with some keys are shown, and how many characters fit."""

    keys: re.Pattern[str]
    most: int
    field: int
    of: str

    def length(self, text: str) -> int:
        """Return the characters of a text in this place, its fields counted as so many."""
        return len(_FIELD.sub("x" * self.field, text).replace("*", ""))


@cache
def places() -> tuple[Place, ...]:
    """Return the places of the platforms that have a limit of their own."""
    told = tomllib.loads((Path(__file__).parent / "content" / "english.toml").read_text(encoding="utf-8"))
    return tuple(Place(re.compile(row.pop("keys")), **row) for row in told["places"])


def main(names: list[str]) -> int:
    """Print the faults and the lengths of the files; return 1 if there are any, or too many sentences are long."""
    wrong = 0
    for path in [Path(name) for name in names] or [*text_files(), *guides()]:
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
    sys.exit(main(sys.argv[1:]))
